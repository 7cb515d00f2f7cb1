//! What can be asked for. The texts here are the manual.

use super::clean_args::{CleanArgs, MergeArgs};
use super::generate_args::GenerateArgs;
use super::replay_args::{CcArgs, RecordArgs, ReplayArgs};
use super::report_args::ReportCommand;
use crate::base::{Assumed, droppable};
use crate::criteria::{self, Mutator, Selection};
use crate::pipeline::Touched;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  tamis clean main.c util.c -- -Iinclude -DNDEBUG
      Clean the labels of two files compiled with these flags; results in tamis.out
  tamis record 'make -B CC=\"$CC\"' && tamis clean -p .
      A project that make builds
  tamis clean -p build --criteria cc,mcc --functions 'parse_*'
      Two criteria, some functions of a project with build/compile_commands.json
  tamis explain tamis.out 12
      Why label 12 has its verdict: the lines of the proof, or a covering state
  tamis replay tamis.out --args tests.txt
      Measure what a test suite covers
  tamis generate tamis.out
      Tests for the rest
  tamis criteria mcc
      The definition of MCC

tamis.toml in the current directory sets defaults for options: `jobs = 4` for
every command with --jobs, a section [clean] or [report] for that command alone.
Options that run commands or name files are accepted only from --config FILE.

Exit codes:
  0  done
  1  usage error, or results could not be written
  2  part of the input is missing or was not understood; the rest was analysed
  3  internal error
  4  a gate failed: --fail-under, --check, tamis check, or a test contradicts a verdict
  130  interrupted (Ctrl-C, SIGTERM); what was found until then was written";

const ANNOTATE_EXAMPLES: &str = "\
Examples:
  tamis annotate main.c
  tamis annotate --criteria wm --mutators aor,ror main.c -- -O2 -Iinclude
  tamis annotate -p build -o results/tamis.out
  tamis annotate --criteria none labelled.c    only pc_label calls already in the source

Output:
  labels.csv                    id, key, criterion, tag, place, function, predicate
  status.csv, labels.labels     the status, all unknown; the latter for Frama-C/LTest
  annotated/**/NAME_labels.c    the program with pc_label(cond, id, \"TAG\") at every label
  instrumented/**/NAME_labels.c with --instrument: the annotated program below labels.h, which makes labels branches;
                                labels.c has what it calls, for gcc and clang, KLEE, CBMC and libFuzzer. What clang
                                shall compile must be read with --cc clang
  summary.json                  versions, options, counts, times

To record coverage yourself, compile an annotated file with your own pc_label:
  cc '-Dpc_label(c,i,t)=((void)((c)&&(hits[i]=1)))' -include hits.h annotated/main_labels.c";

const BLOCKS_NOTES: &str = "\
Examples:
  tamis blocks main.c
  tamis blocks -p build --criteria cc
  tamis blocks --criteria none labelled.c    only pc_label calls already in the source

One line per group: {GROUP: LABELS} FUNCTION FILE:LINES. The labels of a group
are co-reached: an execution reaches all of them equally often.
A function with a single call site is grouped with its caller. If it has
external linkage, this requires a whole program: --whole-program, or exactly one
file defines main, every file was read, and all else is in the C library.";

const EXPLAIN_NOTES: &str = "\
Examples:
  tamis explain 12                              label 12 of tamis.out
  tamis explain tamis.out 12
  tamis explain --format json tamis.out 12
  tamis explain --limit 5000000 tamis.out 12    a higher solver limit than the run's

The inputs are read again as `tamis clean` read them. A proof is shown with the
lines it needs: it holds whatever the other lines assign and decide. A label
worth a test is shown with a state of the model that covers it, or with the
reason why it is undecided. If an input has changed since the run, nothing is
proved again and the exit code is 2, as for a missing DIR. A missing label is
exit code 1.";

const RUN_NOTES: &str = "\
The exit status is that of the program. Undefined behaviour, or a construct that
the interpreter does not model, stops the program with a message, its place, and
exit status 2.";

const FACTS_NOTES: &str = "\
Examples:
  tamis facts main.c
  tamis facts --compiler gcc --compiler clang -p build

Every size, alignment, offset, bit-field, enumerator, constant expression and
type that tamis computes for a file becomes a static assertion in its
preprocessed text, which the compiler then compiles with the file's own flags.
Counts are printed to stdout as JSON. The exit code is 3 if a fact is
contradicted, 2 if a file or a fact could not be checked.";

/// Finds the test objectives of a C program that are worth a test.
#[derive(Parser)]
#[command(name = "tamis", version, after_help = EXAMPLES, max_term_width = 100, args_override_self = true)]
pub(super) struct Cli {
    /// Print results and problems only
    #[arg(short, long, global = true, help_heading = "Messages")]
    pub quiet: bool,

    /// Print every diagnostic, and what took how long
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "quiet",
        help_heading = "Messages"
    )]
    pub verbose: bool,

    /// Colours in messages; `auto` honours NO_COLOR
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Messages"
    )]
    pub color: Color,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Prove which labels are infeasible, duplicate or subsumed, and which are worth a test
    Clean(Box<CleanArgs>),
    /// Merge the parts of a run made by `tamis clean --shard`
    Merge(MergeArgs),
    /// Write the labels and the annotated program; prove nothing
    Annotate(Box<AnnotateArgs>),
    /// Print the groups of co-reached labels
    Blocks(Box<BlocksArgs>),
    /// Explain a verdict: the proof and its lines, or a state that covers the label
    Explain(ExplainArgs),
    /// Run a test suite: raw and corrected coverage, and what is left to test
    Replay(Box<ReplayArgs>),
    /// Write tests for the labels that are worth one, and show undefined behaviour
    Generate(Box<GenerateArgs>),
    /// Write compile_commands.json for a build with make
    Record(RecordArgs),
    /// The compiler that `replay --build` and `record` give to build commands
    #[command(hide = true)]
    Cc(CcArgs),
    /// Run a program in the interpreter of the IR
    Run(RunArgs),
    /// Check computed sizes, offsets, constants and types against compilers
    Facts(FactsArgs),
    /// Define the criteria
    Criteria(CriteriaArgs),
    #[command(flatten)]
    Results(ReportCommand),
}

impl LabelArgs {
    /// What is assumed: all that is not dropped, or made again.
    pub fn assumed(&self) -> Assumed {
        let dropped = self
            .no_assume
            .iter()
            .filter(|name| !self.assume.contains(name));
        Assumed::without(dropped.copied()).unwrap_or_default()
    }
}

#[derive(Args)]
#[command(after_help = ANNOTATE_EXAMPLES)]
pub(super) struct AnnotateArgs {
    #[command(flatten)]
    pub labels: LabelArgs,

    /// Output directory; the previous one is kept as DIR.old
    #[arg(short, long, value_name = "DIR", default_value = "tamis.out")]
    pub out: PathBuf,

    /// Also write the program for test generators that only know branches: DIR/instrumented
    #[arg(long, value_enum, value_name = "LABELS")]
    pub instrument: Option<HooksName>,

    /// Print an intermediate representation to stdout
    #[arg(long, value_enum, conflicts_with = "format")]
    pub dump: Option<Dump>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum HooksName {
    /// P': every label is a branch
    Direct,
    /// P*: at every label, the generator may choose to end there, if the label holds
    Tight,
    /// P* in which labels are gone that an earlier execution has covered
    Idl1,
}

#[derive(Args)]
#[command(after_help = BLOCKS_NOTES)]
pub(super) struct BlocksArgs {
    #[command(flatten)]
    pub labels: LabelArgs,
}

/// Which labels of which files.
#[derive(Args)]
pub(super) struct LabelArgs {
    /// C files; their compiler flags follow `--`
    #[arg(required_unless_present_any = ["compile_commands", "build_dir"])]
    pub files: Vec<PathBuf>,

    /// Compilation database (compile_commands.json)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "build_dir"], help_heading = "Input")]
    pub compile_commands: Option<PathBuf>,

    /// Build directory with a compile_commands.json
    #[arg(
        short = 'p',
        value_name = "DIR",
        conflicts_with = "files",
        help_heading = "Input"
    )]
    pub build_dir: Option<PathBuf>,

    /// Compiler of the files on the command line [default: $CC, or cc]
    #[arg(long, value_name = "COMPILER", conflicts_with_all = ["compile_commands", "build_dir"], help_heading = "Input")]
    pub cc: Option<String>,

    /// Only files whose path, or an end of it, matches: globs, comma-separated
    #[arg(
        long,
        value_name = "GLOBS",
        value_delimiter = ',',
        help_heading = "Input"
    )]
    pub only: Vec<String>,

    /// Leave these files out, for example 'tests/*,*_generated.c'
    #[arg(
        long,
        value_name = "GLOBS",
        value_delimiter = ',',
        help_heading = "Input"
    )]
    pub exclude: Vec<String>,

    /// Criteria, comma-separated; `all`, or `none` for only the labels in the source
    #[arg(long, value_name = "LIST", default_value = criteria::DEFAULT, value_parser = selection, help_heading = "Labels")]
    pub criteria: Chosen<Selection>,

    /// Mutation operators of wm, comma-separated, or `all`
    #[arg(long, value_name = "LIST", value_parser = mutators, help_heading = "Labels")]
    pub mutators: Option<Chosen<Vec<Mutator>>>,

    /// Only these functions: names or globs, comma-separated
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Labels"
    )]
    pub functions: Vec<String>,

    /// Skip these functions: names or globs, comma-separated
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Labels"
    )]
    pub skip_functions: Vec<String>,

    /// Only functions changed by a unified diff, as printed by `git diff`; `-` reads stdin
    #[arg(long, value_name = "FILE", value_parser = touched, help_heading = "Labels")]
    pub in_diff: Option<Chosen<Touched>>,

    /// Which boolean expressions are decisions
    #[arg(long, value_enum, default_value = "control", help_heading = "Labels")]
    pub decisions: Decisions,

    /// No MCC labels for decisions with more than 2^N combinations
    #[arg(long, visible_alias = "mcc-cap", value_name = "N", default_value = "12", value_parser = clap::value_parser!(u32).range(1..=24), help_heading = "Labels")]
    pub mcc_limit: u32,

    /// Which combinations of conditions are MCC labels
    #[arg(long, value_enum, default_value = "all", help_heading = "Labels")]
    pub mcc: Mcc,

    /// No labels on lines with this text, for example 'assert('; repeatable
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new(), help_heading = "Labels")]
    pub suppress: Vec<String>,

    /// Labels also on lines that comments exclude from coverage: LCOV_EXCL_LINE, LCOV_EXCL_START to
    /// LCOV_EXCL_STOP, LCOV_EXCL_BR_LINE and so on, and those of gcovr
    #[arg(long, help_heading = "Labels")]
    pub no_exclusions: bool,

    /// The files are a whole program: no other code calls their functions by name
    #[arg(long, help_heading = "Meaning")]
    pub whole_program: bool,

    /// The files are a library, even if one defines main
    #[arg(long, conflicts_with = "whole_program", help_heading = "Meaning")]
    pub library: bool,

    /// Drop an assumption (listed in summary.json and docs/guarantees.md)
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = droppable, help_heading = "Meaning")]
    pub no_assume: Vec<&'static str>,

    /// Restore an assumption that --no-assume or tamis.toml drops
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = droppable, help_heading = "Meaning")]
    pub assume: Vec<&'static str>,

    #[command(flatten)]
    pub work: Work,

    /// Compiler flags for the files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

/// How a run works, and what it tells.
#[derive(Args)]
pub(super) struct Work {
    /// Number of threads; 0 for one per processor. More than make sense or can start are not used
    #[arg(short, long, value_name = "N", default_value = "0")]
    pub jobs: usize,

    /// Output format: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    /// Show every diagnostic, not only the first few of each kind
    #[arg(long)]
    pub all_diagnostics: bool,

    #[command(flatten)]
    pub trust: Trust,
}

/// Which programs may be run.
#[derive(Args)]
pub(super) struct Trust {
    /// Run compilers that compile commands name by a relative path: they may be programs of the source tree
    #[arg(long)]
    pub trust_compiler: bool,
}

#[derive(Args)]
#[command(after_help = EXPLAIN_NOTES)]
pub(super) struct ExplainArgs {
    /// Output directory of `tamis clean` [default: tamis.out], and the id of the label in labels.csv
    #[arg(value_names = ["DIR", "ID"], num_args = 1..=2, required = true)]
    pub label: Vec<PathBuf>,

    /// Solver steps per query [default: that of the run]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Proving")]
    pub limit: Option<u32>,

    /// Number of threads; 0 for one per processor. More than make sense or can start are not used
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "0",
        help_heading = "Proving"
    )]
    pub jobs: usize,

    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Results")]
    pub format: Format,

    #[command(flatten)]
    pub trust: Trust,
}

#[derive(Args)]
#[command(after_help = RUN_NOTES)]
pub(super) struct RunArgs {
    /// C files of the program; their compiler flags follow `--`
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Argument for the program; repeatable
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    pub args: Vec<String>,

    /// Pass standard input on to the program
    #[arg(long)]
    pub stdin: bool,

    /// Stop where the execution breaks a fact that `tamis clean` would use about the whole program
    #[arg(long)]
    pub check_facts: bool,

    /// Stop the program after this many operations
    #[arg(long, value_name = "N", default_value = "100000000000")]
    pub steps: u64,

    #[command(flatten)]
    pub trust: Trust,

    /// Compiler flags for the files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

#[derive(Args)]
#[command(after_help = FACTS_NOTES)]
pub(super) struct FactsArgs {
    /// C files; their compiler flags follow `--`
    #[arg(required_unless_present = "build")]
    pub files: Vec<PathBuf>,

    /// compile_commands.json, or its directory
    #[arg(short = 'p', long = "compile-commands", value_name = "PATH")]
    pub build: Option<PathBuf>,

    /// Check with this compiler instead of the file's own; repeatable
    #[arg(long = "compiler", value_name = "NAME")]
    pub compilers: Vec<String>,

    /// Directory for generated files
    #[arg(short, long, value_name = "DIR", default_value = "tamis.facts")]
    pub out: PathBuf,

    #[command(flatten)]
    pub trust: Trust,

    /// Compiler flags for the files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

#[derive(Args)]
pub(super) struct CriteriaArgs {
    /// Criterion to define in detail
    #[arg(value_name = "CRITERION")]
    pub names: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Decisions {
    /// Conditions of if, loops and ?:
    Control,
    /// Also boolean expressions used as values, as in ok = a && b;
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Mcc {
    /// All combinations of truth values
    All,
    /// Those that the order of evaluation tells apart: !a; a and !b; a and b for a && b
    ShortCircuit,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Dump {
    /// Control-flow graphs
    Ir,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// A list that was read as one value.
#[derive(Clone)]
pub(super) struct Chosen<T>(pub T);

fn selection(list: &str) -> Result<Chosen<Selection>, String> {
    criteria::parse_list(list)
        .map(Chosen)
        .map_err(|unknown| unknown.to_string())
}

/// Reads `90s`, `20m` or `1h30m`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let mut seconds: Option<u64> = None;
    let mut rest = text;
    while let Some(end) = rest.find(|c: char| !c.is_ascii_digit()) {
        let unit = match rest.as_bytes()[end] {
            b'h' => 3600,
            b'm' => 60,
            b's' => 1,
            _ => break,
        };
        let part = rest[..end].parse::<u64>().ok();
        let part = part.and_then(|number| number.checked_mul(unit));
        let sum = part.and_then(|part| seconds.unwrap_or(0).checked_add(part));
        let Some(sum) = sum else { break };
        seconds = Some(sum);
        rest = &rest[end + 1..];
    }
    match seconds {
        Some(seconds) if rest.is_empty() => Ok(Duration::from_secs(seconds)),
        _ => Err("expected a number with a unit, for example 90s, 20m or 1h30m".into()),
    }
}

fn touched(path: &str) -> Result<Chosen<Touched>, String> {
    let mut text = Vec::new();
    let read = match path {
        "-" => std::io::stdin().read_to_end(&mut text).map(drop),
        path => std::fs::read(path).map(|read| text = read),
    };
    read.map_err(|error| format!("cannot read it: {error}"))?;
    let name = if path == "-" { "the diff" } else { path };
    let touched = Touched::parse(name, &text).map_err(|problem| problem.to_string())?;
    Ok(Chosen(touched))
}

fn mutators(list: &str) -> Result<Chosen<Vec<Mutator>>, String> {
    criteria::parse_mutators(list)
        .map(Chosen)
        .map_err(|unknown| unknown.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("1h30m"), Ok(Duration::from_secs(5400)));
        for text in ["", "20", "m", "1.5h", "20m5", "20 m", "99999999999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
