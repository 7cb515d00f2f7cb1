//! What can be asked for. The texts here are the manual.

use super::generate_args::GenerateArgs;
use super::replay_args::{CcArgs, ReplayArgs};
use super::report_args::ReportCommand;
use crate::base::{Assumed, droppable};
use crate::criteria::{self, Mutator, Selection};
use crate::pipeline::{Shard, Touched};
use crate::prover::second::Solver;
use crate::steps::Steps;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  tamis clean main.c util.c -- -Iinclude -DNDEBUG
      Which labels of two files, compiled with these flags, are worth a test; results in tamis.out
  tamis clean -p build --criteria cc,mcc --functions 'parse_*'
      Two criteria, some functions of a project with build/compile_commands.json
  tamis explain tamis.out 12
      Why label 12 has its verdict: the lines that prove it, or a state that covers it
  tamis replay tamis.out --args tests.txt
      How much of that a test suite covers
  tamis generate tamis.out
      Tests for the rest
  tamis criteria mcc
      What MCC asks for

Defaults for options may stand in a file tamis.toml of the current directory: `jobs = 4` for all commands
that have --jobs, and below [clean] or [report] for that command alone.

Exit codes: 0 done, 1 usage, 2 some input was not understood (the rest was done), 3 internal error,
4 a gate did not hold.";

const CLEAN_NOTES: &str = "\
Examples:
  tamis clean main.c
  tamis clean -p build --criteria wm --jobs 8
  tamis clean --criteria none labelled.c           only the pc_label calls already there

What is written, beside what annotate writes:
  status.csv           id, status, by, step, reason; the status is infeasible (no test covers the label),
                       duplicate (covered by exactly the tests that cover the label in `by`, or one of two),
                       subsumed (each test that covers one of `by` covers it) or unknown (worth a test)
  subsumption.json     the proved relation between labels; also as subsumption.dot
  summary.json         counts per criterion and step, solver calls, times, assumptions
  record.json          what `tamis explain` and later steps need
  disagreement-N.smt2  a question that --second-solver answers differently; exit code 3
Each criterion is cleaned by itself. Ctrl-C ends the proofs and keeps what was proved. Steps may be run one by
one: with --steps 2 or 3, what earlier steps left in DIR is built upon if inputs and options are the same.";

const MERGE_NOTES: &str = "\
Examples:
  for k in 1 2 3; do tamis clean -p build --shard $k/3 -o part$k; done
  tamis merge tamis.out part1 part2 part3

The parts may be made on different machines, at the same paths. OUT is then what one run would have written, but for
times, counts of solver calls and the compiler flags in summary.json. The inputs are read again, and must be as they were. A part
that is missing is an error.";

const ANNOTATE_EXAMPLES: &str = "\
Examples:
  tamis annotate main.c
  tamis annotate --criteria wm --mutators aor,ror main.c -- -O2 -Iinclude
  tamis annotate -p build -o results/tamis.out
  tamis annotate --criteria none labelled.c        only the pc_label calls already there

What is written:
  labels.csv                    every label: id, key, criterion, tag, place, function, predicate
  status.csv, labels.labels     their status (all unknown), the second for Frama-C/LTest
  annotated/**/NAME_labels.c    the program with pc_label(cond, id, \"TAG\") at every label
  summary.json                  versions, options, counts, times
To see which labels a test covers, compile an annotated file with a pc_label of your own:
  cc '-Dpc_label(c,i,t)=((void)((c)&&(hits[i]=1)))' -include hits.h annotated/main_labels.c";

const BLOCKS_NOTES: &str = "\
Examples:
  tamis blocks main.c
  tamis blocks -p build --criteria cc
  tamis blocks --criteria none labelled.c          only the pc_label calls already there

One line per group: {GROUP: LABELS} FUNCTION FILE:LINES. Whenever one label of a group is reached,
so are the others, as often. A function that is called once belongs to its caller; one with
external linkage only if the files are a whole program: when exactly one defines main, all could
be read, and whatever they do not define is of the C library, or when --whole-program says so.";

const EXPLAIN_NOTES: &str = "\
Examples:
  tamis explain tamis.out 12
  tamis explain --format json tamis.out 12
  tamis explain --limit 5000000 tamis.out 12       ask for longer than `tamis clean` did

The inputs are read again as `tamis clean` read them. A proof comes with the lines that it needs: it holds
whatever the other lines assign and decide. A label that is worth a test comes with a state that covers it, as far
as tamis can see, or with the reason why nothing was found out. When an input has changed since, only what the
files of DIR say is told, and the exit code is 2. No such DIR or label is exit code 1.";

const RUN_NOTES: &str = "\
The exit status is that of the program. A program that does something undefined, or something that
the interpreter does not model, is stopped with a message, its place, and exit status 2.";

const FACTS_NOTES: &str = "\
Examples:
  tamis facts main.c
  tamis facts --compiler gcc --compiler clang -p build

Each file is preprocessed by the compiler, and every size, alignment, offset, bit-field, enumerator, constant
expression and type that tamis computes for it is put into the text as a static assertion, with which the compiler
compiles it again, with the file's own flags. Counts go to stdout as JSON. The exit code is 3 if a fact is
contradicted, 2 if a file or a fact could not be asked about.";

/// Finds which test objectives of a C program are worth a test.
#[derive(Parser)]
#[command(name = "tamis", version, after_help = EXAMPLES, max_term_width = 100, args_override_self = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Prove which labels are infeasible, duplicate or subsumed, and which are worth a test
    Clean(Box<CleanArgs>),
    /// Put the parts of a run together that `tamis clean --shard` made
    Merge(MergeArgs),
    /// Write the program with a label at every test objective, and the table of labels
    Annotate(Box<AnnotateArgs>),
    /// Print the groups of labels that are always reached together
    Blocks(Box<BlocksArgs>),
    /// Tell why a label has its verdict: the proof, the lines it needs, or a state that covers the label
    Explain(ExplainArgs),
    /// Run a test suite: what it covers, raw and corrected, and what is left to test
    Replay(Box<ReplayArgs>),
    /// Write tests for the labels that are worth one, and show undefined behaviour
    Generate(Box<GenerateArgs>),
    /// The compiler that `replay --build` gives to build commands
    #[command(hide = true)]
    Cc(CcArgs),
    /// Run a program in the interpreter, to see what tamis takes it to mean
    Run(RunArgs),
    /// Let compilers contradict the sizes, offsets, constants and types that tamis computes
    Facts(FactsArgs),
    /// Explain the criteria
    Criteria(CriteriaArgs),
    #[command(flatten)]
    Results(ReportCommand),
}

#[derive(Args)]
#[command(after_help = CLEAN_NOTES)]
pub(super) struct CleanArgs {
    #[command(flatten)]
    pub labels: LabelArgs,

    /// Where results go; the previous ones are kept as DIR.old
    #[arg(short, long, value_name = "DIR", default_value = "tamis.out")]
    pub out: PathBuf,

    /// Which steps: 1 infeasible, 2 duplicates that are always true, 3 subsumption
    #[arg(long, value_name = "LIST", default_value = "1,2,3")]
    pub steps: Steps,

    /// Seek relations between labels of different criteria too
    #[arg(long)]
    pub across_criteria: bool,

    /// What one question may cost, in steps of the solver (more in step 1 of small functions): more proves more, and takes longer
    #[arg(long, value_name = "N", default_value = "150000", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: u32,

    /// What z3 may spend on a small question that the solver leaves open, in its own count; 0 does not ask it
    #[arg(long, value_name = "N", default_value = "0")]
    pub z3_limit: u32,

    /// Let another solver prove again whatever removes a label: bitwuzla, cvc5 or z3. A disagreement is an error, and
    /// the question is kept in DIR
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true, default_missing_value = "bitwuzla")]
    pub second_solver: Option<Solver>,

    /// Seconds that the second solver may take for one question
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u64).range(1..))]
    pub second_limit: u64,

    /// What the second solver does not prove in time counts as not proved
    #[arg(long, requires = "second_solver")]
    pub strict: bool,

    /// End the proofs after this time, as in 90s, 20m or 1h30m. What is cheap comes first everywhere: step 1 in all functions,
    /// then step 2, then step 3. The same command again goes on where the last run ended
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub budget: Option<Duration>,

    /// Megabytes that the formulas of one job may take
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = clap::value_parser!(u32).range(64..))]
    pub memory: u32,

    /// Where proofs are kept for later runs; DIR/.cache if not given. Several runs may use it at once. With redis://HOST:PORT[/DB] or
    /// s3://BUCKET/PREFIX (see docs/cluster.md) other machines share them, and DIR/.cache has them too
    #[arg(long, value_name = "PLACE")]
    pub cache: Option<PathBuf>,

    /// Prove only one part of n, as in 2/5; `tamis merge` puts the parts together
    #[arg(long, value_name = "K/N", conflicts_with_all = ["no_cache", "second_solver"])]
    pub shard: Option<Shard>,

    /// Neither use proofs of earlier runs nor keep any
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
}

#[derive(Args)]
#[command(after_help = MERGE_NOTES)]
pub(super) struct MergeArgs {
    /// Where results go; the previous ones are kept as OUT.old
    #[arg(value_name = "OUT")]
    pub out: PathBuf,

    /// What the parts of the run wrote
    #[arg(value_name = "DIR", required = true)]
    pub parts: Vec<PathBuf>,

    /// The cache that the parts used, if it was not inside of them
    #[arg(long, value_name = "PLACE")]
    pub cache: Option<PathBuf>,

    /// Threads; 0 for as many as there are processors
    #[arg(short, long, value_name = "N", default_value = "0")]
    pub jobs: usize,

    /// How to tell the outcome: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    /// Show every diagnostic instead of the first ones of each kind
    #[arg(long)]
    pub all_diagnostics: bool,
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

    /// Where results go; the previous ones are kept as DIR.old
    #[arg(short, long, value_name = "DIR", default_value = "tamis.out")]
    pub out: PathBuf,

    /// Print an intermediate form to stdout
    #[arg(long, value_enum, conflicts_with = "format")]
    pub dump: Option<Dump>,
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
    /// C files; their compiler flags come after `--`
    #[arg(required_unless_present_any = ["compile_commands", "build_dir"])]
    pub files: Vec<PathBuf>,

    /// A compilation database
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "build_dir"])]
    pub compile_commands: Option<PathBuf>,

    /// A build directory with a compile_commands.json
    #[arg(short = 'p', value_name = "DIR", conflicts_with = "files")]
    pub build_dir: Option<PathBuf>,

    /// Criteria, separated by commas; `all`, or `none` for only the labels in the source
    #[arg(long, value_name = "LIST", default_value = criteria::DEFAULT, value_parser = selection)]
    pub criteria: Chosen<Selection>,

    /// Mutation operators of wm, separated by commas, or `all`
    #[arg(long, value_name = "LIST", value_parser = mutators)]
    pub mutators: Option<Chosen<Vec<Mutator>>>,

    /// Only these functions: names or globs, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub functions: Vec<String>,

    /// Not these functions: names or globs, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub skip_functions: Vec<String>,

    /// Only functions that a unified diff touches, as `git diff` prints it; `-` reads it from stdin
    #[arg(long, value_name = "FILE", value_parser = touched)]
    pub in_diff: Option<Chosen<Touched>>,

    /// Which boolean expressions are decisions
    #[arg(long, value_enum, default_value = "control")]
    pub decisions: Decisions,

    /// No MCC labels for decisions with more than 2^N combinations
    #[arg(long, visible_alias = "mcc-cap", value_name = "N", default_value = "12", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub mcc_limit: u32,

    /// The files are a whole program: nothing else calls their functions by name
    #[arg(long)]
    pub whole_program: bool,

    /// The files are a library, even if one defines main
    #[arg(long, conflicts_with = "whole_program")]
    pub library: bool,

    /// Do without an assumption of summary.json; what rests on it is not claimed
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = droppable)]
    pub no_assume: Vec<&'static str>,

    /// Make an assumption again that --no-assume or tamis.toml drops
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = droppable)]
    pub assume: Vec<&'static str>,

    /// Threads; 0 for as many as there are processors
    #[arg(short, long, value_name = "N", default_value = "0")]
    pub jobs: usize,

    /// How to tell the outcome: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    /// Show every diagnostic instead of the first ones of each kind
    #[arg(long)]
    pub all_diagnostics: bool,

    /// Compiler flags for the files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

#[derive(Args)]
#[command(after_help = EXPLAIN_NOTES)]
pub(super) struct ExplainArgs {
    /// What `tamis clean` wrote
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,

    /// The id of the label, as in labels.csv
    #[arg(value_name = "ID")]
    pub id: u64,

    /// What one question may cost, in the solver's own count of steps; as `tamis clean` had it by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,

    /// Threads for reading; 0 for as many as there are processors
    #[arg(short, long, value_name = "N", default_value = "0")]
    pub jobs: usize,

    /// How to tell it: text, or JSON
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

#[derive(Args)]
#[command(after_help = RUN_NOTES)]
pub(super) struct RunArgs {
    /// The C files of the program; their compiler flags come after `--`
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// An argument for the program; may be given several times
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    pub args: Vec<String>,

    /// Give tamis' own standard input to the program
    #[arg(long)]
    pub stdin: bool,

    /// Stop the program after this many operations
    #[arg(long, value_name = "N", default_value = "100000000000")]
    pub steps: u64,

    /// Compiler flags for the files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

#[derive(Args)]
#[command(after_help = FACTS_NOTES)]
pub(super) struct FactsArgs {
    /// C files; their compiler flags come after `--`
    #[arg(required_unless_present = "build")]
    pub files: Vec<PathBuf>,

    /// A compile_commands.json, or the directory that holds it
    #[arg(short = 'p', long = "compile-commands", value_name = "PATH")]
    pub build: Option<PathBuf>,

    /// Ask this compiler and not that of each file's command; may be given several times
    #[arg(long = "compiler", value_name = "NAME")]
    pub compilers: Vec<String>,

    /// Where the generated files go
    #[arg(short, long, value_name = "DIR", default_value = "tamis.facts")]
    pub out: PathBuf,

    /// Show every difference
    #[arg(short, long)]
    pub verbose: bool,

    /// Compiler flags for the files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

#[derive(Args)]
pub(super) struct CriteriaArgs {
    /// A criterion to explain in detail
    #[arg(value_name = "CRITERION")]
    pub names: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Decisions {
    /// Those of if, loops and ?:
    Control,
    /// Also those whose value is used, as in ok = a && b;
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Dump {
    /// The control-flow graphs
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
        _ => Err("a time is a number with a unit, as in 90s, 20m or 1h30m".into()),
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
