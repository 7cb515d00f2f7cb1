//! `tamis clean` and `tamis merge`

use super::Exit;
use super::annotate::{request, tell};
use super::args::Format;
use super::clean_args::{CleanArgs, MergeArgs};
use super::progress::Bar;
use super::terminal;
use crate::base::{Diagnostic, Stop};
use crate::cache::Address;
use crate::frontend::pool;
use crate::pipeline::{self, Again, Caching, CleanRequest, Failure, MergeRequest, Request};
use crate::prover::second::SolverPool;
use crate::prover::{self, Limits};
use crate::steps::Settings;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

/// Megabytes for the formulas of a job, where `--memory` does not say it.
const MEMORY_OF_JOB: u32 = 1024;

/// Becomes true with the first Ctrl-C.
static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);

pub(super) fn run(args: CleanArgs) -> Exit {
    let (format, all) = (args.labels.work.format, args.labels.work.all_diagnostics);
    let settings = Settings {
        steps: args.steps,
        across_criteria: args.across_criteria,
        limits: Limits {
            resource: args.limit.unwrap_or(args.effort.limit()),
            z3: args.z3_limit,
            backend: args.solver,
            memory: memory_of_session(&args),
            ..Limits::default()
        },
    };
    let (second, place) = match (second(&args), address(args.cache.as_deref())) {
        (Ok(second), Ok(place)) => (second, place),
        (Err(problem), _) | (_, Err(problem)) => {
            return tell(Err(Failure::Output(problem)), &args.out, format, all);
        }
    };
    let again = Again {
        second,
        certificates: args.certificates,
        strict: args.strict,
    };
    if args.z3_limit > 0 {
        prover::limit_memory(memory(&args) / 2);
    }
    let labels = Request {
        out: args.out,
        keep_units: true,
        context: args.context,
        cache: match (args.no_cache, place) {
            (true, _) => Caching::Off,
            (false, Some(place)) => Caching::At(place),
            (false, None) => Caching::Inside,
        },
        shard: args.shard,
        budget: args.budget,
        ..request(args.labels)
    };
    let request = CleanRequest {
        labels,
        settings,
        again,
    };
    terminal::stop_on_interrupt(&STOP, "what was proved is");
    let bar = Bar::new(format == Format::Text);
    let result = pipeline::clean(&request, &STOP, &bar);
    bar.clear();
    tell(result, &request.labels.out, format, all)
}

/// Megabytes for the formulas of all jobs.
fn memory(args: &CleanArgs) -> u32 {
    let each = || MEMORY_OF_JOB * jobs(args);
    args.memory.unwrap_or_else(each)
}

/// A job has a session for the function and one for its blocks. z3, where it is asked, has as much as all of these.
fn memory_of_session(args: &CleanArgs) -> u32 {
    let solvers = if args.z3_limit > 0 { 2 } else { 1 };
    (memory(args) / solvers / (2 * jobs(args))).max(1)
}

fn jobs(args: &CleanArgs) -> u32 {
    pool::sensible(args.labels.work.jobs) as u32
}

/// The other solver, if one is asked for.
fn second(args: &CleanArgs) -> Result<Option<SolverPool>, Diagnostic> {
    let Some(solver) = args.second_solver else {
        return Ok(None);
    };
    let solvers = SolverPool::new(solver, Duration::from_secs(args.second_limit))
        .map_err(|why| Diagnostic::error(None, why).with_hint("setup.sh brings bitwuzla"))?;
    Ok(Some(solvers))
}

/// The place that `--cache` names.
fn address(word: Option<&Path>) -> Result<Option<Address>, Diagnostic> {
    word.map(|word| Address::parse(word.as_os_str()))
        .transpose()
}

/// `tamis merge`
pub(super) fn merge(args: MergeArgs) -> Exit {
    let format = args.work.format;
    let cache = match address(args.cache.as_deref()) {
        Ok(place) => place,
        Err(problem) => {
            let result = Err(Failure::Output(problem));
            return tell(result, &args.out, format, args.work.all_diagnostics);
        }
    };
    let request = MergeRequest {
        out: args.out,
        parts: args.parts,
        cache,
        jobs: args.work.jobs,
        trust_compiler: args.work.trust.trust_compiler,
    };
    terminal::stop_on_interrupt(&STOP, "what was proved is");
    let bar = Bar::new(format == Format::Text);
    let result = pipeline::merge(&request, &STOP, &bar);
    bar.clear();
    tell(result, &request.out, format, args.work.all_diagnostics)
}
