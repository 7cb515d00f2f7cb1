//! What can be asked for of results that are there: reports, corrected measurements, the manual.

use super::args::{Format, Trust};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const REPORT_NOTES: &str = "\
Examples:
  tamis report                                    HTML pages in tamis.out/report
  tamis report --states 100                       also states that cover labels
  tamis report --format markdown                  a summary for a pull request
  tamis report out --format sarif -o tamis.sarif
  tamis report out --format stryker --criteria wm -o mutants.json
  tamis report out --fail-under 90 --format markdown

Infeasible, duplicate and subsumed labels count in no format: lcov and gcovr omit
or exclude them, JUnit skips them, Stryker ignores them, with the reason where
the format has a field for it. The text of a source file is shown only if the
file is below the current directory or one of --sources.";

const CORRECT_NOTES: &str = "\
Examples:
  lcov --capture -d . --rc lcov_branch_coverage=1 -o app.info
  tamis correct --lcov app.info -o corrected.info
  gcovr --json app.json
  tamis correct --gcovr app.json -o corrected.json && gcovr -a corrected.json

DIR must contain labels of condition coverage (`tamis clean --criteria cc`).
Measure an unoptimised build of the same sources with the same macros
(gcc --coverage -O0). A branch is removed only if its identity is certain: every
condition of the decision is known, the compiler has two branches per condition
on each of its lines, and the counts identify the outcome. Other branches are
left as measured.";

const DIFF_NOTES: &str = "\
Examples:
  tamis diff tamis.out.old tamis.out
  tamis diff --json yesterday today
  tamis diff --check yesterday today || echo 'something to look at'

Labels are matched function by function, in the order of the text: equal
predicates, and among those equal surrounding lines. One line per label: its old and new status, or that it is new or
gone. Counts go to stderr.";

const CHECK_NOTES: &str = "\
Examples:
  tamis clean --certificates main.c && tamis check
  tamis check --extract proofs --label 12     proofs/never-12.cnf, proofs/never-12.lrat
  lrat-check proofs/never-12.cnf proofs/never-12.lrat

Verified are: every proof, step by step, with a checker that shares no code with
the solver; and that each removal in status.csv follows from claims with proofs.
Taken from the run are: that the clauses mean what the claim says (the encoding
of C), the rewriting of terms before there are clauses, and control flow (which
labels are reached together and in which order). The exit code is 4 if anything
is not verified, 2 if DIR has no certificates or is not as tamis wrote it.";

const MAN_NOTES: &str = "\
Examples:
  tamis man | man -l -
  tamis man --out /usr/local/share/man/man1";

const COMPLETIONS_NOTES: &str = "\
Examples:
  tamis completions bash > ~/.local/share/bash-completion/completions/tamis
  tamis completions fish > ~/.config/fish/completions/tamis.fish";

#[derive(Subcommand)]
pub(super) enum ReportCommand {
    /// Write a report: HTML, or the format of another tool
    Report(ReportArgs),
    /// Remove infeasible branches from coverage measured by lcov or gcovr
    Correct(CorrectArgs),
    /// Verify the certificates of a run made by `tamis clean --certificates`
    Check(CheckArgs),
    /// List the labels whose status differs between two runs
    Diff(DiffArgs),
    /// Print a manual page, or write those of all commands
    Man(ManArgs),
    /// Print shell completions
    Completions(CompletionsArgs),
}

#[derive(Args)]
#[command(after_help = REPORT_NOTES)]
pub(super) struct ReportArgs {
    /// Output directory of `tamis clean` or `tamis replay`
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value = "html", help_heading = "Format")]
    pub format: ReportFormat,

    /// Output: a directory for html [default: DIR/report], else a file [default: stdout]
    #[arg(short, long, value_name = "PATH", help_heading = "Format")]
    pub out: Option<PathBuf>,

    /// Only these criteria, comma-separated
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "Content"
    )]
    pub criteria: Vec<String>,

    /// Directory whose files may be shown; repeatable
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".",
        help_heading = "Content"
    )]
    pub sources: Vec<PathBuf>,

    /// Show a state that covers the label for this many of those to cover next; each costs a query
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Content")]
    pub states: usize,

    #[command(flatten)]
    pub trust: Trust,

    /// Import covered and uncoverable labels from a .labels file of Frama-C/LTest
    #[arg(long, value_name = "FILE", help_heading = "Content")]
    pub ltest: Option<PathBuf>,

    /// Infeasible branches in an lcov tracefile
    #[arg(long, value_enum, default_value = "drop", help_heading = "Format")]
    pub unreachable: UnreachableArg,

    /// Exit with code 4 if the corrected coverage of a criterion is lower
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "Gate")]
    pub fail_under: Option<f64>,
}

#[derive(Args)]
#[command(after_help = CHECK_NOTES)]
pub(super) struct CheckArgs {
    /// Output directory of `tamis clean --certificates`
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// Check nothing; write each proof as CLAIM.cnf and CLAIM.lrat for other checkers
    #[arg(long, value_name = "OUTDIR")]
    pub extract: Option<PathBuf>,

    /// Only proofs of claims about this label
    #[arg(long, value_name = "ID", requires = "extract")]
    pub label: Option<u64>,

    /// Output format: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

#[derive(Args)]
#[command(after_help = CORRECT_NOTES)]
#[command(group = clap::ArgGroup::new("measurement").required(true).args(["lcov", "gcovr"]))]
pub(super) struct CorrectArgs {
    /// Output directory of `tamis clean`
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// lcov tracefile with branches
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,

    /// gcovr JSON report
    #[arg(long, value_name = "FILE")]
    pub gcovr: Option<PathBuf>,

    /// Corrected file, in the format of the input
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Infeasible branches in an lcov tracefile
    #[arg(long, value_enum, default_value = "drop")]
    pub unreachable: UnreachableArg,

    /// Output format: text, or JSON on stdout
    #[arg(long, value_enum, default_value = "text")]
    pub format: super::args::Format,

    /// Exit with code 4 if the corrected branch coverage is lower
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub fail_under: Option<f64>,

    #[command(flatten)]
    pub trust: super::args::Trust,
}

#[derive(Args)]
#[command(after_help = DIFF_NOTES)]
pub(super) struct DiffArgs {
    /// Output directory of the older run
    #[arg(value_name = "OLD")]
    pub old: PathBuf,

    /// Output directory of the newer run
    #[arg(value_name = "NEW")]
    pub new: PathBuf,

    /// Output format: a line per label, or JSON
    #[arg(long, value_enum, default_value = "text")]
    pub format: super::args::Format,

    /// Same as --format json
    #[arg(long, overrides_with = "format")]
    pub json: bool,

    /// Exit with code 4 if the status of a label in both runs differs
    #[arg(long)]
    pub check: bool,
}

#[derive(Args)]
#[command(after_help = MAN_NOTES)]
pub(super) struct ManArgs {
    /// Command whose page to print [default: tamis itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,

    /// Write the pages of all commands to this directory
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = COMPLETIONS_NOTES)]
pub(super) struct CompletionsArgs {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// HTML pages: charts, tables, the source with its labels
    Html,
    /// All data as one JSON object
    Json,
    /// Summary for a pull request
    Markdown,
    /// SARIF 2.1.0 for code scanning
    Sarif,
    /// lcov tracefile: labels are branches
    Lcov,
    /// gcovr JSON report: labels are branches
    Gcovr,
    /// Cobertura XML: labels are branches
    Cobertura,
    /// JUnit XML: labels are test cases
    Junit,
    /// Stryker mutation-testing elements: labels are mutants; only wm unless --criteria is given
    Stryker,
    /// .labels file for Frama-C/LTest
    Ltest,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum UnreachableArg {
    /// Omit them
    Drop,
    /// Mark them with U, as lcov 2.4 does
    Mark,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("expected a number from 0 to 100".into()),
    }
}
