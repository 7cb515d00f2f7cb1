//! What `tamis generate` can be asked for. The texts here are its manual.

use super::args::{Format, Trust, time};
use super::replay_args::{Words, words};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const NOTES: &str = "\
Examples:
  tamis clean list.c && tamis generate tamis.out
      Tests for every function of list.c that other files can call, in tamis.out/tests
  make -C tamis.out/tests CC=clang
      Builds them with the program and runs them
  tamis generate tamis.out --entry parse --entry lookup --budget 5m
      Two functions, for at most five minutes
  tamis generate tamis.out --no-oracle
      Tests that call and compare nothing

How it works: each function is called in the interpreter, with inputs made by type:
numbers, strings, structures, lists, pointers (null, to objects, aliases),
function pointers, globals, standard input, results of missing functions, and
allocations that fail.
Three engines take turns:
  1. boundary values, constants, strings of the program, random and mutated values
  2. loops unrolled, calls inlined, labels solved for over all paths
  3. dynamic symbolic execution: the path of a run is encoded, a branch is
     negated or the predicate of a label added, and the solution is run
Only runs count: a test ends in the interpreter without undefined behaviour, and
covers the same labels in the compiled program. A whole program is called through
main, with command lines; its other functions are not, because verdicts hold for
calls from main only (`tamis clean --library` changes that).

Output, in DIR:
  tests/test_FUNCTION.c   the tests in the chosen style, with a Makefile: few
                          tests with small values, each with its labels
  findings/*.c            calls with undefined behaviour, one per place
  status.csv              `covered`; coverage.csv has the tests of each label, as
                          after `tamis replay`
Infeasible, duplicate and subsumed labels are sought only if every label that
stands for them stays open. If a test covers an infeasible label or violates a
proved relation, nothing is recorded and the exit code is 4.
The same seed gives the same tests, unless --budget or Ctrl-C ends the search;
both keep the tests found so far.";

#[derive(Args)]
#[command(after_help = NOTES)]
pub(in crate::cli) struct GenerateArgs {
    /// Output directory of `tamis clean`
    #[arg(value_name = "DIR", default_value = "tamis.out")]
    pub dir: PathBuf,

    /// Function to call; repeatable [default: all that other files can call]
    #[arg(long, value_name = "FUNCTION", help_heading = "Search")]
    pub entry: Vec<String>,

    /// Only calls of FUNCTION for which a C expression over its parameters and globals holds, as in 'copy=n <= size';
    /// repeatable, and as `tamis_assume(EXPR);` at the start of the function
    #[arg(long, value_name = "FUNCTION=EXPR", value_parser = assumption, help_heading = "Search")]
    pub assume: Vec<(String, String)>,

    /// Stop the search after this time, for example 90s, 20m or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Search")]
    pub budget: Option<Duration>,

    /// Number of functions searched in parallel; 0 for one per processor
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "0",
        help_heading = "Search"
    )]
    pub jobs: usize,

    /// Seed of the random values
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Search")]
    pub seed: u64,

    /// Order in which dynamic symbolic execution explores paths; several take turns [default: a mixture]
    #[arg(
        long,
        value_enum,
        value_name = "STRATEGY",
        value_delimiter = ',',
        help_heading = "Search"
    )]
    pub strategy: Vec<StrategyName>,

    /// Seek every label, whatever was proved of it
    #[arg(long, help_heading = "Search")]
    pub all_labels: bool,

    /// For measurements: instead of seeking labels, go through all paths of each function for inputs of one shape, with
    /// labels as "DSE with labels" has them; depth first if no strategy is given
    #[arg(long, value_enum, value_name = "LABELS", help_heading = "Measurements")]
    pub dse: Option<DseName>,

    /// For measurements: only this many random inputs, before what --shortest asks for
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "dse",
        help_heading = "Measurements"
    )]
    pub random: Option<u32>,

    /// For measurements: only the K shortest paths to each block, counted in predicates, from one random input or those of
    /// --random
    #[arg(
        long,
        value_name = "K",
        conflicts_with = "dse",
        help_heading = "Measurements"
    )]
    pub shortest: Option<u32>,

    /// How tests are written
    #[arg(long, value_enum, default_value = "assert", help_heading = "Tests")]
    pub style: StyleName,

    /// Write the inputs in these formats too, in folders of DIR/tests
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        value_delimiter = ',',
        help_heading = "Tests"
    )]
    pub export: Vec<ExportName>,

    /// Do not compare what functions return and write
    #[arg(long, help_heading = "Tests")]
    pub no_oracle: bool,

    /// Arguments for the linker, as in '-lm -lpthread'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words, help_heading = "Tests")]
    pub link: Vec<Words>,

    /// Print the labels that stay open, and why
    #[arg(long, help_heading = "Results")]
    pub list: bool,

    /// How to tell the outcome: text on stderr, or JSON on stdout
    #[arg(long, value_enum, default_value = "text", help_heading = "Results")]
    pub format: Format,

    #[command(flatten)]
    pub trust: Trust,
}

fn assumption(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((function, condition)) if !function.is_empty() && !condition.trim().is_empty() => {
            Ok((function.trim().into(), condition.trim().into()))
        }
        _ => Err("a function, = and a C expression, as in 'copy=n <= size'".into()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StrategyName {
    /// The path that was left last
    DepthFirst,
    /// The path that was left first
    BreadthFirst,
    /// Any path
    Random,
    /// The path nearest to an open label
    Nearest,
    /// The k-th shortest path to an open label, counted in predicates
    KShortest,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DseName {
    /// DSE(P): labels are not looked at
    Plain,
    /// DSE(P'): every label is a branch
    Direct,
    /// DSE(P*): every label is a path that ends there
    Tight,
    /// DSE(P*) with IDL-1: without labels that the solver has covered
    Idl1,
    /// DSE*(P*), with IDL-2: without labels that a run has covered
    Idl2,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StyleName {
    /// Plain C with assert
    Assert,
    /// Unity
    Unity,
    /// cmocka
    Cmocka,
    /// Check
    Check,
    /// GoogleTest: a file of C++ beside each file of C
    Gtest,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ExportName {
    /// Bytes, for libFuzzer and AFL++
    Seeds,
    /// KLEE
    Ktest,
    /// XML of Test-Comp
    TestComp,
}
