//! What `tamis replay` can be asked for. The texts here are its manual.

use super::args::Format;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const NOTES: &str = "\
Examples:
  tamis clean calc.c && tamis replay tamis.out --args tests.txt
      Builds calc from its annotated file, runs it once for each line of tests.txt
  tamis replay tamis.out --drivers tests -- -Iinclude
      A library: each C file in tests has a main that calls it
  tamis replay tamis.out --build 'make -B CC=\"$CC\"' --command 'make check'
      The project's own build and tests; CC is a compiler that takes the annotated files
  tamis replay tamis.out --list
      What is left to test, after an earlier replay; runs nothing
  tamis replay tamis.out --args tests.txt --fail-under 90
      Exit code 4 if less than 90 % of what is worth a test is covered

A line of an --args file has the arguments of one test, quoted as in a shell that expands nothing, then perhaps
`< FILE` for its standard input, relative to the directory of the list. {here} stands for that directory, {work} for an
empty directory that the test has for itself. Empty lines and lines that begin with # are left out.
Commands go to the shell; they find the program in $TAMIS_PROGRAM, the empty directory in $TAMIS_WORK, that of their list in
$TAMIS_HERE. Each test runs once, in the current directory, whatever it covers; a test that crashes, forks or is stopped
for its time keeps what it covered.

The ratios, for each criterion:
  raw         labels covered / all labels
  corrected   the same of labels worth a test: without the infeasible, duplicate and subsumed ones

What is written: `covered` in status.csv and labels.labels, the tests that cover each label in coverage.csv, how each test
ended in tests.csv; what tests print is in DIR/replay/output.
When a test covers a label that was proved infeasible, or breaks a proved relation, nothing is marked as covered, the label and the
test are named, and the exit code is 4.";

#[derive(Args)]
#[command(after_help = NOTES)]
pub(in crate::cli) struct ReplayArgs {
    /// The output of `tamis clean` or `tamis annotate`
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// A file with the arguments of one test on each line
    #[arg(long, value_name = "FILE", help_heading = "Tests")]
    pub args: Vec<PathBuf>,

    /// A test: a command for the shell; may be given several times
    #[arg(long, value_name = "COMMAND", help_heading = "Tests")]
    pub command: Vec<String>,

    /// A file with a command on each line, a test each
    #[arg(long, value_name = "FILE", help_heading = "Tests")]
    pub commands: Vec<PathBuf>,

    /// A test driver, or a directory of them: C files with a main that calls what is tested
    #[arg(long, value_name = "PATH", help_heading = "Tests")]
    pub drivers: Vec<PathBuf>,

    /// Seconds that a test may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, help_heading = "Tests")]
    pub timeout: f64,

    /// Tests at the same time; 0 for as many as there are processors
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "0",
        help_heading = "Tests"
    )]
    pub jobs: usize,

    /// Where the tests run
    #[arg(long, value_name = "DIR", default_value = ".", help_heading = "Tests")]
    pub directory: PathBuf,

    /// A command that builds the program with the compiler that CC names
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["extra", "link", "leave_out"], help_heading = "Building")]
    pub build: Option<String>,

    /// Where the build command runs
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".",
        requires = "build",
        help_heading = "Building"
    )]
    pub build_dir: PathBuf,

    /// The program that the build command makes
    #[arg(
        long,
        value_name = "FILE",
        requires = "build",
        help_heading = "Building"
    )]
    pub program: Option<PathBuf>,

    /// A C file without labels that belongs to the program
    #[arg(long, value_name = "FILE", help_heading = "Building")]
    pub extra: Vec<PathBuf>,

    /// Arguments for the linker, as in '-lm -lpthread'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words, help_heading = "Building")]
    pub link: Vec<Words>,

    /// Files that are not part of this program, their labels stay uncovered: names or globs, separated
    /// by commas
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Building"
    )]
    pub leave_out: Vec<String>,

    /// Print the labels worth a test that no test covers, those that bring most first
    #[arg(long, help_heading = "Results")]
    pub list: bool,

    /// How fine the ratios are
    #[arg(
        long,
        value_enum,
        default_value = "criterion",
        help_heading = "Results"
    )]
    pub by: By,

    /// Exit code 4 when the corrected ratio of a criterion is below this
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "Results")]
    pub fail_under: Option<f64>,

    /// How to tell the outcome: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text", help_heading = "Results")]
    pub format: Format,

    /// Compiler flags for test drivers and extra files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

/// The arguments of the compiler that a build command is given.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(in crate::cli) struct CcArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}

/// Words of one argument.
#[derive(Clone)]
pub(in crate::cli) struct Words(pub Vec<String>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(in crate::cli) enum By {
    /// A line for each criterion
    Criterion,
    /// And for each file
    File,
    /// And for each function
    Function,
}

pub(super) fn words(text: &str) -> Result<Words, String> {
    let words = crate::base::shell_words(text);
    words
        .map(Words)
        .ok_or_else(|| "a quote is not closed".into())
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim_end_matches('%')
        .parse()
        .map_err(|_| "not a number".to_string())?;
    match (0.0..=100.0).contains(&number) {
        true => Ok(number),
        false => Err("a percentage is between 0 and 100".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    match number > 0.0 && number < 1e7 {
        true => Ok(number),
        false => Err("a time is above zero".into()),
    }
}
