//! What `tamis clean` and `tamis merge` can be asked for. The texts here are their manual.

use super::args::{LabelArgs, Work, time};
use crate::context::Parts;
use crate::pipeline::Shard;
use crate::prover::Backend;
use crate::prover::second::Solver;
use crate::steps::{NORMAL_EFFORT, Steps};
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const CLEAN_NOTES: &str = "\
Examples:
  tamis clean main.c
  tamis clean -p build --criteria wm --jobs 8
  tamis clean --criteria none labelled.c    only pc_label calls already in the source

Output, besides that of `tamis annotate`:
  status.csv           id, status, by, step, reason; the status is one of
      infeasible       no test covers the label
      duplicate        covered by exactly the tests that cover `by`
                       (with two labels in `by`: that cover at least one of them)
      subsumed         every test that covers one of `by` covers the label
      unknown          none of these was proved: the label is worth a test
  subsumption.json     the proved relation between labels; also subsumption.dot
  summary.json         counts per criterion, solver calls, times, assumptions
  record.json          input of `tamis explain` and of later steps
  disagreement-N.smt2  a query on which --second-solver disagrees; exit code 3
  certificates/        with --certificates: what removals rest on, for `tamis check`

Each criterion is cleaned separately. Ctrl-C stops proving and writes what was
proved. --steps 2 or 3 builds on the earlier steps in DIR if inputs and options
are unchanged.";

const MERGE_NOTES: &str = "\
Examples:
  for k in 1 2 3; do tamis clean -p build --shard $k/3 -o part$k; done
  tamis merge tamis.out part1 part2 part3

Parts may come from different machines, with the sources at the same paths. OUT
equals the output of a single run, except for times, counts of solver calls and
compiler flags in summary.json. The inputs are read again and must be unchanged.
A missing part is an error.";

#[derive(Args)]
#[command(after_help = CLEAN_NOTES, group(ArgGroup::new("again").args(["second_solver", "certificates"]).multiple(true)))]
pub(super) struct CleanArgs {
    #[command(flatten)]
    pub labels: LabelArgs,

    /// Output directory; the previous one is kept as DIR.old
    #[arg(short, long, value_name = "DIR", default_value = "tamis.out")]
    pub out: PathBuf,

    /// Steps to run: 1 infeasible, 2 always-true duplicates, 3 subsumption
    #[arg(
        long,
        value_name = "LIST",
        default_value = "1,2,3",
        help_heading = "Proving"
    )]
    pub steps: Steps,

    /// Relate labels of different criteria, too
    #[arg(long, help_heading = "Proving")]
    pub across_criteria: bool,

    /// How hard to try: more effort proves more and takes longer
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Effort::Normal, help_heading = "Proving")]
    pub effort: Effort,

    /// Solver steps per query, instead of those of --effort (step 1 of small functions gets more)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Proving")]
    pub limit: Option<u32>,

    /// z3 rlimit for small queries that time out; 0 disables z3
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Proving")]
    pub z3_limit: u32,

    /// The solver of clauses, for comparisons: own, or batsat in a build with that feature
    #[arg(long, value_name = "NAME", default_value_t, hide = true)]
    pub solver: Backend,

    /// Prove every removal again with another solver: bitwuzla, cvc5 or z3. A disagreement is an
    /// error, and the query is kept in DIR
    #[arg(long, value_name = "SOLVER", num_args = 0..=1, require_equals = true, default_missing_value = "bitwuzla", help_heading = "Proving")]
    pub second_solver: Option<Solver>,

    /// Timeout of the second solver per query
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Proving")]
    pub second_limit: u64,

    /// Keep a certificate for every removal in DIR/certificates: clauses, and a proof in LRAT that
    /// `tamis check` and other checkers verify
    #[arg(long, help_heading = "Proving")]
    pub certificates: bool,

    /// Keep only removals that the second solver proves within its timeout, or that have
    /// certificates, or both
    #[arg(long, requires = "again", help_heading = "Proving")]
    pub strict: bool,

    /// Stop proving after this time, for example 90s, 20m or 1h30m. Cheap work comes first: step 1 in
    /// all functions, then step 2, then step 3. Run the same command again to continue
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Proving")]
    pub budget: Option<Duration>,

    /// Memory for the formulas of all jobs together, in megabytes [default: 1024 for each job]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(64..), help_heading = "Proving")]
    pub memory: Option<u32>,

    /// Proof cache for later runs [default: DIR/.cache]: a directory, which concurrent runs may
    /// share, or redis://HOST:PORT[/DB] or s3://BUCKET/PREFIX (see docs/cluster.md)
    #[arg(long, value_name = "PLACE", help_heading = "Cache and parts")]
    pub cache: Option<PathBuf>,

    /// Prove part K of N, for example 2/5; `tamis merge` joins the parts
    #[arg(long, value_name = "K/N", conflicts_with_all = ["no_cache", "second_solver", "certificates"], help_heading = "Cache and parts")]
    pub shard: Option<Shard>,

    /// Neither read nor write a proof cache
    #[arg(long, conflicts_with = "cache", help_heading = "Cache and parts")]
    pub no_cache: bool,

    /// What the proofs of a function may know of the rest of the program: `arguments` its callers give, `results` of calls,
    /// what `globals` hold, their `states` where functions are entered and left, all that of variables whose
    /// address only calls are given, which forget it (`references`), and the `extents` of the objects that pointers
    /// point into; or `none`
    #[arg(
        long,
        value_name = "LIST",
        default_value = "arguments,results,globals,states,references,extents",
        help_heading = "Proving"
    )]
    pub context: Parts,
}

#[derive(Args)]
#[command(after_help = MERGE_NOTES)]
pub(super) struct MergeArgs {
    /// Output directory; the previous one is kept as OUT.old
    #[arg(value_name = "OUT")]
    pub out: PathBuf,

    /// Output directories of the parts
    #[arg(value_name = "DIR", required = true)]
    pub parts: Vec<PathBuf>,

    /// Proof cache of the parts, if it is not inside them
    #[arg(long, value_name = "PLACE")]
    pub cache: Option<PathBuf>,

    #[command(flatten)]
    pub work: Work,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Effort {
    /// For each commit
    Low,
    Normal,
    /// For weekly runs
    High,
}

impl Effort {
    /// Solver steps per query; `benchmarks/effort` measures what they bring.
    pub(super) fn limit(self) -> u32 {
        match self {
            Effort::Low => 40_000,
            Effort::Normal => NORMAL_EFFORT,
            Effort::High => 600_000,
        }
    }
}
