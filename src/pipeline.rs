//! The whole flow, one line a stage.
//!
//! Comes in: what the user asked for. Goes out: the output directory, and an [`Outcome`] that
//! says how it went. Knows the order of the parts and none of their insides; prints nothing.

mod again;
mod budget;
mod certificates;
mod execute;
mod explain;
mod facts;
mod findings;
mod generate;
mod groups;
mod in_diff;
mod inputs;
mod labels;
mod merge;
mod options;
mod outcome;
mod probe;
mod record;
mod removals;
mod replay;
mod request;
mod second;
mod shard;
mod suppress;
mod threads;
mod unit;
mod write;

pub use execute::{ExecuteRequest, Executed, execute};
pub use explain::{
    Excerpt, Explained, How, ProgramFact, Query, Told, Unexplained, explain, states,
};
pub use facts::{Contradicted, FactsRequest, Verdicts, facts};
pub use generate::{Cost, Export, GenerateRequest, GenerateWatch, Generated, Tally, generate};
pub use in_diff::Touched;
pub use inputs::{FunctionFilter, Inputs, compiler_words};
pub use merge::{MergeRequest, merge};
pub use outcome::{Failure, Monitor, Outcome, Silent};
pub use probe::{ProbedInput, probed_inputs};
pub use replay::{Measured, ReplayRequest, replay};
pub use request::{Again, Caching, CleanRequest, Request};
pub use shard::Shard;
pub use suppress::Suppressions;

use again::Proved;
use budget::Budget;

use crate::base::Stop;
use crate::cache::Cache;
use crate::frontend::CompileCommand;
use crate::status::{InputRow, LabelRow, Setup, Summary, Verdict};
use crate::steps::{self, Findings, Settings};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A run that has its labels.
struct Run {
    outcome: Outcome,
    inputs: Vec<InputRow>,
    /// Inputs that were named and have no command.
    unusable: usize,
    out: write::Output,
    table: labels::RunLabels,
}

/// Writes the annotated C and the label tables; proves nothing.
pub fn annotate(request: &Request, monitor: &dyn Monitor) -> Result<Outcome, Failure> {
    let clock = Instant::now();
    let mut run = read("annotate", request, monitor)?;
    write::summary(run.out, request, &mut run.outcome, clock)?;
    Ok(run.outcome)
}

/// Writes what `annotate` writes, and which labels are infeasible, duplicate or subsumed. When `stop` becomes true, what
/// was proved until then is written.
pub fn clean(
    request: &CleanRequest,
    stop: &Stop,
    monitor: &dyn Monitor,
) -> Result<Outcome, Failure> {
    let clock = Instant::now();
    let CleanRequest {
        labels: request,
        settings,
        again,
    } = request;
    let earlier = record::earlier(request, settings);
    let mut run = read("clean", request, monitor)?;
    let world = request.world(&run.outcome.summary);
    let setup = record::setup(request, settings, world, run.unusable);
    let difference = |earlier: &record::Earlier| earlier.difference(&setup, &run.inputs);
    let settings = record::take_over(earlier, difference, settings, &mut run.outcome);
    let task = Task {
        request,
        settings,
        cache: findings::cache(request, &run.out)?,
        budget: request.budget.map(|time| Budget { start: clock, time }),
        setup,
        again,
    };
    complete(task, run, stop, monitor, clock)
}

/// What is to be proved, and how.
struct Task<'a> {
    request: &'a Request,
    settings: Settings,
    setup: Setup,
    cache: Cache,
    budget: Option<Budget>,
    again: &'a Again,
}

/// Proves what can be proved about the labels, and writes it.
fn complete(
    task: Task,
    run: Run,
    stop: &Stop,
    monitor: &dyn Monitor,
    clock: Instant,
) -> Result<Outcome, Failure> {
    let Run {
        mut outcome,
        out,
        mut table,
        ..
    } = run;
    let (request, settings) = (task.request, &task.settings);
    budget::within(task.budget, stop, |stop| {
        labels::learn_facts(request, &mut table, stop, &mut outcome);
    });
    let findings = findings::findings(&task, &table, stop, monitor)?;
    task.cache.finish();
    outcome.diagnostics.extend(task.cache.problems());
    let entries = findings::entries(&table);
    let conclude = |found: &[Findings]| steps::conclude(&entries, found, &table.program, settings);
    let mut proved = Proved {
        conclusions: conclude(&findings),
        findings,
    };
    again::again(
        &task,
        &table,
        &out,
        &conclude,
        &mut proved,
        stop,
        &mut outcome,
    )?;
    let Proved {
        findings,
        conclusions,
    } = proved;
    findings::report(&task, &findings, &mut outcome);
    write::tables(&out, &table.rows, &conclusions.verdicts, &mut outcome)?;
    write::relation(&out, &conclusions)?;
    let record = record::record(task.setup, settings.steps, &table, &findings, &conclusions);
    write::record(&out, &record)?;
    outcome.summary.interrupted = stop.load(Ordering::Relaxed);
    write::summary(out, request, &mut outcome, clock)?;
    outcome.labels = table.rows;
    outcome.verdicts = conclusions.verdicts;
    Ok(outcome)
}

/// The annotated C and the label tables, every label unknown.
fn read(command: &str, request: &Request, monitor: &dyn Monitor) -> Result<Run, Failure> {
    let mut outcome = Outcome {
        summary: Summary::new(command),
        ..Outcome::default()
    };
    let commands = inputs::commands(&request.inputs, &mut outcome).map_err(Failure::Input)?;
    let out = write::output(request, &commands)?;
    labelled(request, commands, outcome, out, monitor)
}

/// The same for inputs whose commands are known; the outcome has what was found on the way to them.
fn labelled(
    request: &Request,
    commands: Vec<CompileCommand>,
    mut outcome: Outcome,
    out: write::Output,
    monitor: &dyn Monitor,
) -> Result<Run, Failure> {
    let unusable = outcome.summary.files_failed;
    let drafts = unit::drafts(request, &commands, Some(&out), monitor);
    let drafts = drafts.map_err(Failure::Input)?;
    let inputs = inputs::rows(&commands, &drafts);
    write::inputs(&out, &inputs)?;
    let table = labels::number(request, drafts, &mut outcome);
    if !inputs.iter().any(InputRow::is_annotated) {
        return Err(Failure::Unread(Box::new(outcome)));
    }
    let unknown: Vec<Verdict> = table
        .rows
        .iter()
        .map(|row| Verdict::unknown(row.id))
        .collect();
    write::annotated(&out, &table)?;
    write::hooks(&out, request)?;
    write::tables(&out, &table.rows, &unknown, &mut outcome)?;
    write::suppressed(&out, &table.suppressed)?;
    write::history(&out, &mut outcome)?;
    Ok(Run {
        outcome,
        inputs,
        unusable,
        out,
        table,
    })
}

/// The labels with their co-reached groups, by id; writes nothing.
pub fn blocks(
    request: &Request,
    monitor: &dyn Monitor,
) -> Result<(Outcome, Vec<LabelRow>), Failure> {
    let mut outcome = Outcome {
        summary: Summary::new("blocks"),
        ..Outcome::default()
    };
    let commands = inputs::commands(&request.inputs, &mut outcome).map_err(Failure::Input)?;
    let drafts = unit::drafts(request, &commands, None, monitor).map_err(Failure::Input)?;
    let table = labels::number(request, drafts, &mut outcome);
    Ok((outcome, table.rows))
}
