//! What `tamis replay` can be asked for. The texts here are its manual.

use super::args::{Format, Trust};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

const NOTES: &str = "\
Examples:
  tamis clean calc.c && tamis replay tamis.out --args tests.txt
      Build calc from its annotated file, run it once for each line of tests.txt
  tamis replay tamis.out --drivers tests -- -Iinclude
      A library: each C file in tests has a main that calls it
  tamis replay tamis.out --build 'make -B CC=\"$CC\"' --command 'make check'
      Your own build and tests; $CC is a compiler that takes the annotated files
  tamis replay tamis.out --cmake . --ctest
      A CMake project and its tests, built in tamis.out/replay/build
  tamis replay tamis.out --meson . --meson-test
      The same for a Meson project
  tamis replay tamis.out --list
      What is left to test after an earlier replay; runs nothing
  tamis replay tamis.out --args tests.txt --fail-under 90
      Exit code 4 if the corrected coverage of a criterion is below 90 %

A line of an --args file holds the arguments of one test, quoted as in a shell
without expansions, optionally followed by `< FILE` for standard input, relative
to the directory of the list. {here} is that directory, {work} an empty directory
of the test's own. Empty lines and lines starting with # are skipped.
Commands run in the shell, with the program in $TAMIS_PROGRAM, the empty
directory in $TAMIS_WORK, the directory of their list in $TAMIS_HERE.
A build command may build outside of your tree in $TAMIS_BUILD; measured files that
it leaves elsewhere are removed after the tests. Any linker will do.
Each test runs once. A test that crashes, forks or times out keeps its coverage.

Coverage, per criterion:
  raw         covered labels / all labels
  feasible    covered labels / labels that are not infeasible
  corrected   the same among labels worth a test: not infeasible, duplicate or
              subsumed
Corrected may be lower than raw: raw counts every label that comes for free with
another one. A place that is compiled several times counts once, and is covered
if one of its copies is.

Output: `covered` in status.csv and labels.labels, the covering tests of each
label in coverage.csv, the result of each test in tests.csv, the output of tests
in DIR/replay/output.
A test that covers an infeasible label, or violates a proved relation, is
reported, nothing is marked as covered, and the exit code is 4.";

#[derive(Args)]
#[command(after_help = NOTES)]
pub(in crate::cli) struct ReplayArgs {
    /// Output directory of `tamis clean` or `tamis annotate`
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// File with the arguments of one test per line
    #[arg(long, value_name = "FILE", help_heading = "Tests")]
    pub args: Vec<PathBuf>,

    /// Shell command that is a test; repeatable
    #[arg(long, value_name = "COMMAND", help_heading = "Tests")]
    pub command: Vec<String>,

    /// File with one such command per line
    #[arg(long, value_name = "FILE", help_heading = "Tests")]
    pub commands: Vec<PathBuf>,

    /// Test driver, or a directory of them: C files with a main that calls the code under test
    #[arg(long, value_name = "PATH", help_heading = "Tests")]
    pub drivers: Vec<PathBuf>,

    /// The tests that CTest knows, one by one
    #[arg(long, requires = "cmake", help_heading = "Tests")]
    pub ctest: bool,

    /// The tests that `meson test` knows, one by one
    #[arg(long, requires = "meson", help_heading = "Tests")]
    pub meson_test: bool,

    /// Add to the results of earlier replays instead of replacing them, as `lcov -a` does
    #[arg(long, help_heading = "Tests")]
    pub add: bool,

    /// Timeout of a test
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, help_heading = "Tests")]
    pub timeout: f64,

    /// Number of tests run in parallel; 0 for one per processor
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "0",
        help_heading = "Tests"
    )]
    pub jobs: usize,

    /// Working directory of the tests
    #[arg(long, value_name = "DIR", default_value = ".", help_heading = "Tests")]
    pub directory: PathBuf,

    /// Command that builds the program with the compiler in $CC
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["extra", "link", "leave_out"], help_heading = "Building")]
    pub build: Option<String>,

    /// Build the CMake project in this directory, in $TAMIS_BUILD (DIR/replay/build)
    #[arg(long, value_name = "SOURCE", group = "project", conflicts_with_all = ["build", "extra", "link", "leave_out"], help_heading = "Building")]
    pub cmake: Option<PathBuf>,

    /// Build the Meson project in this directory, likewise
    #[arg(long, value_name = "SOURCE", group = "project", conflicts_with_all = ["build", "extra", "link", "leave_out"], help_heading = "Building")]
    pub meson: Option<PathBuf>,

    /// Options for the configuration of CMake or Meson, for example '-DBUILD_TESTING=ON'
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, value_parser = words, requires = "project", help_heading = "Building")]
    pub configure: Vec<Words>,

    /// Keep measured objects and programs that the build leaves in your tree
    #[arg(long, requires = "build", help_heading = "Building")]
    pub keep_build: bool,

    /// Working directory of the build command
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".",
        requires = "build",
        help_heading = "Building"
    )]
    pub build_dir: PathBuf,

    /// Program that the build command produces
    #[arg(long, value_name = "FILE", help_heading = "Building")]
    pub program: Option<PathBuf>,

    /// C file of the program that has no labels; repeatable
    #[arg(long, value_name = "FILE", help_heading = "Building")]
    pub extra: Vec<PathBuf>,

    /// Linker arguments, for example '-lm -lpthread'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words, help_heading = "Building")]
    pub link: Vec<Words>,

    /// Files that are not part of this program, whose labels stay uncovered: names or globs,
    /// comma-separated
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Building"
    )]
    pub leave_out: Vec<String>,

    /// List uncovered labels worth a test, those that cover most others first
    #[arg(long, help_heading = "Results")]
    pub list: bool,

    /// Granularity of the ratios
    #[arg(
        long,
        value_enum,
        default_value = "criterion",
        help_heading = "Results"
    )]
    pub by: By,

    /// Exit with code 4 if the corrected coverage of a criterion is lower
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "Results")]
    pub fail_under: Option<f64>,

    /// Output format: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text", help_heading = "Results")]
    pub format: Format,

    #[command(flatten)]
    pub trust: Trust,

    /// Compiler flags for test drivers and extra files
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

const RECORD_NOTES: &str = "\
Examples:
  tamis record 'make -B CC=\"$CC\"'
  ./configure && tamis record 'make clean && make CC=\"$CC\"'
  tamis clean -p .

The command runs in the shell. $CC is a compiler that notes what it compiles and
calls the one of --cc. Hand it on, and build everything: what is not compiled is
not recorded. CMake writes the file by itself with
-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always.";

#[derive(Args)]
#[command(after_help = RECORD_NOTES)]
pub(in crate::cli) struct RecordArgs {
    /// Command that builds everything with the compiler in $CC
    #[arg(value_name = "COMMAND")]
    pub command: String,

    /// Output file
    #[arg(
        short,
        long,
        value_name = "FILE",
        default_value = "compile_commands.json"
    )]
    pub out: PathBuf,

    /// The compiler [default: $CC, or cc]
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
}

/// The arguments of the compiler that a build command is given.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(in crate::cli) struct CcArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

/// Words of one argument.
#[derive(Clone)]
pub(in crate::cli) struct Words(pub Vec<String>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(in crate::cli) enum By {
    /// One line per criterion
    Criterion,
    /// And one per directory
    Directory,
    /// And one per file
    File,
    /// And one per function
    Function,
}

pub(super) fn words(text: &str) -> Result<Words, String> {
    let words = crate::base::shell_words(text);
    words.map(Words).ok_or_else(|| "unclosed quote".into())
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim_end_matches('%')
        .parse()
        .map_err(|_| "not a number".to_string())?;
    match (0.0..=100.0).contains(&number) {
        true => Ok(number),
        false => Err("expected a number from 0 to 100".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    match number > 0.0 && number < 1e7 {
        true => Ok(number),
        false => Err("expected a positive number".into()),
    }
}
