//! What can be asked for of results that are there: reports, corrected measurements, the manual.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const REPORT_NOTES: &str = "\
Examples:
  tamis report                                     pages for a browser in tamis.out/report
  tamis report --format markdown                   a summary for a pull request, on stdout
  tamis report out --format sarif -o tamis.sarif
  tamis report out --format stryker --criteria wm -o mutants.json
  tamis report out --fail-under 90 --format markdown

Infeasible, duplicate and subsumed labels do not count in any format: lcov and gcovr leave them out or
exclude them, JUnit skips them, Stryker ignores them, each with the reason where the format has room.
The text of a source file is shown only if it lies below the current directory or one of --sources.";

const CORRECT_NOTES: &str = "\
Examples:
  lcov --capture -d . --rc lcov_branch_coverage=1 -o app.info
  tamis correct --lcov app.info -o corrected.info
  gcovr --json app.json
  tamis correct --gcovr app.json -o corrected.json && gcovr -a corrected.json

DIR must have labels of condition coverage (`tamis clean --criteria cc`). Measure a build of the same
sources with the same macros and without optimisation (gcc --coverage -O0). A branch is taken out only
where it is certain which one it is: the decision is one that tamis understands in full, the compiler
has two branches per condition on each of its lines, and the counts tell the outcome. Other branches
stay as they were measured.";

const DIFF_NOTES: &str = "\
Examples:
  tamis diff tamis.out.old tamis.out
  tamis diff --json yesterday today
  tamis diff --check yesterday today || echo 'something to look at'

Labels are matched function by function, in the order of the text: those with equal predicates, and where there
are several, those with the same text around them. A line says what a label was and is, or that it is new or gone;
the counts go to stderr.";

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
    /// Show results: pages for a browser, and the formats of other tools
    Report(ReportArgs),
    /// Correct branch coverage that lcov or gcovr measured by what was proved
    Correct(CorrectArgs),
    /// Tell which labels changed status between two runs
    Diff(DiffArgs),
    /// Print the manual page, or write the pages of all commands
    Man(ManArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
}

#[derive(Args)]
#[command(after_help = REPORT_NOTES)]
pub(super) struct ReportArgs {
    /// The results of tamis clean or tamis replay
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// What to write
    #[arg(long, value_enum, default_value = "html")]
    pub format: ReportFormat,

    /// Where to: a directory for html (default DIR/report), a file for the others (default stdout)
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,

    /// Only these criteria, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub criteria: Vec<String>,

    /// Directories whose files may be shown; may be given several times
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub sources: Vec<PathBuf>,

    /// A .labels file of Frama-C/LTest: what it covers or knows to be uncoverable is taken over
    #[arg(long, value_name = "FILE")]
    pub ltest: Option<PathBuf>,

    /// What becomes of infeasible branches in a tracefile of lcov
    #[arg(long, value_enum, default_value = "drop")]
    pub unreachable: UnreachableArg,

    /// End with exit code 4 if the corrected ratio of a criterion is below this many percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub fail_under: Option<f64>,
}

#[derive(Args)]
#[command(after_help = CORRECT_NOTES)]
pub(super) struct CorrectArgs {
    /// The results of tamis clean
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// A tracefile of lcov with branches
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "gcovr",
        conflicts_with = "gcovr"
    )]
    pub lcov: Option<PathBuf>,

    /// A JSON report of gcovr
    #[arg(long, value_name = "FILE")]
    pub gcovr: Option<PathBuf>,

    /// Where the corrected file goes, in the format that came in
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// What becomes of infeasible branches in a tracefile of lcov
    #[arg(long, value_enum, default_value = "drop")]
    pub unreachable: UnreachableArg,

    /// How to tell the outcome: as text, or as JSON on stdout
    #[arg(long, value_enum, default_value = "text")]
    pub format: super::args::Format,

    /// End with exit code 4 if the corrected branch coverage is below this many percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub fail_under: Option<f64>,
}

#[derive(Args)]
#[command(after_help = DIFF_NOTES)]
pub(super) struct DiffArgs {
    /// What the older run wrote
    #[arg(value_name = "OLD")]
    pub old: PathBuf,

    /// What the newer run wrote
    #[arg(value_name = "NEW")]
    pub new: PathBuf,

    /// How to tell it: a line for each label, or JSON
    #[arg(long, value_enum, default_value = "text")]
    pub format: super::args::Format,

    /// The same as --format json
    #[arg(long, overrides_with = "format")]
    pub json: bool,

    /// End with exit code 4 if a label that both runs have changed its status
    #[arg(long)]
    pub check: bool,
}

#[derive(Args)]
#[command(after_help = MAN_NOTES)]
pub(super) struct ManArgs {
    /// The command whose page is printed; tamis itself if none is named
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
    /// Pages for a browser: charts, tables, the source with its labels, explanations
    Html,
    /// All that is known, as one JSON object
    Json,
    /// A summary for a pull request
    Markdown,
    /// SARIF 2.1.0 for code scanning
    Sarif,
    /// A tracefile of lcov: labels are branches
    Lcov,
    /// A JSON report of gcovr: labels are branches
    Gcovr,
    /// Cobertura's XML
    Cobertura,
    /// JUnit's XML: labels are test cases
    Junit,
    /// For Stryker's mutation-testing elements: labels are mutants; those of wm unless --criteria says otherwise
    Stryker,
    /// A .labels file for Frama-C/LTest
    Ltest,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum UnreachableArg {
    /// They are left out
    Drop,
    /// They are marked with U, as lcov 2.4 does
    Mark,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("a number from 0 to 100 is wanted".into()),
    }
}
