//! The whole flow, one line a stage.
//!
//! Comes in: what the user asked for. Goes out: the output directory, and an [`Outcome`] that
//! says how it went. Knows the order of the parts and none of their insides; prints nothing.

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
mod probe;
mod record;
mod removals;
mod replay;
mod second;
mod shard;
mod suppress;
mod threads;
mod unit;
mod write;

pub use execute::{Executed, Execution, execute};
pub use explain::{Excerpt, Explained, How, Known, Query, Told, Unexplained, explain, states};
pub use facts::{Contradicted, FactsRequest, Verdicts, facts};
pub use generate::{Cost, Export, GenerateRequest, GenerateWatch, Generated, Tally, generate};
pub use in_diff::Touched;
pub use inputs::{FunctionFilter, Inputs, compiler_words};
pub use merge::{MergeRequest, merge};
pub use probe::{ProbedInput, probed_inputs};
pub use replay::{Measured, ReplayRequest, replay};
pub use shard::Shard;
pub use suppress::Suppressions;

use budget::Budget;
use removals::removals;

use crate::base::{Assumed, Diagnostic, Severity, Stop};
use crate::cache::{Address, Cache};
use crate::context::Parts;
use crate::coreach::World;
use crate::criteria;
use crate::frontend::CompileCommand;
use crate::instrument::Hooks;
use crate::prover::second::SolverPool;
use crate::status::{InputRow, LabelRow, Setup, Summary, Verdict};
use crate::steps::{self, Findings, Settings};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What `tamis clean`, `tamis annotate` or `tamis blocks` was asked to do.
pub struct Request {
    pub inputs: Inputs,
    pub functions: FunctionFilter,
    /// Only functions that this touches.
    pub touched: Option<Touched>,
    pub criteria: criteria::Selection,
    pub options: criteria::Options,
    /// What labels are in the files for other test generators, if there shall be any.
    pub hooks: Option<Hooks>,
    /// Lines without labels.
    pub suppressions: Suppressions,
    /// What may be outside of the inputs.
    pub world: World,
    /// What is taken for granted besides.
    pub assumed: Assumed,
    /// What the proofs of a function may know of the rest of the program.
    pub context: Parts,
    pub out: PathBuf,
    /// Threads; 0 for as many as there are processors.
    pub jobs: usize,
    /// Keep the text form of the IR.
    pub dump_ir: bool,
    /// Keep the IR itself, for proving.
    pub keep_units: bool,
    pub cache: Caching,
    /// Prove only this part; another run has the others.
    pub shard: Option<Shard>,
    /// Ends the proofs after this time; what is cheap comes first.
    pub budget: Option<Duration>,
}

impl Request {
    /// What is outside of the inputs. Files that a glob or their language leaves out may call what these define, and write it.
    fn world(&self, summary: &Summary) -> World {
        match self.world {
            World::Auto if summary.files_left_out + summary.files_not_c > 0 => World::Part,
            known => known,
        }
    }
}

impl Default for Request {
    /// What the command line does without options, but for a directory and a cache.
    fn default() -> Self {
        Request {
            inputs: Inputs::default(),
            functions: FunctionFilter::default(),
            touched: None,
            criteria: criteria::parse_list(criteria::DEFAULT).unwrap_or_default(),
            options: criteria::Options::default(),
            hooks: None,
            suppressions: Suppressions {
                comments: true,
                texts: Vec::new(),
            },
            world: World::default(),
            assumed: Assumed::default(),
            context: Parts::ALL,
            out: PathBuf::new(),
            jobs: 0,
            dump_ir: false,
            keep_units: false,
            cache: Caching::Off,
            shard: None,
            budget: None,
        }
    }
}

/// What `tamis clean` was asked to do.
pub struct CleanRequest {
    pub labels: Request,
    pub settings: Settings,
    pub again: Again,
}

impl CleanRequest {
    /// Cleans these inputs as the command line does without options, without a cache; the results go to that directory.
    pub fn new(inputs: Inputs, out: impl Into<PathBuf>) -> Self {
        CleanRequest {
            labels: Request {
                inputs,
                out: out.into(),
                keep_units: true,
                ..Request::default()
            },
            settings: Settings::default(),
            again: Again::default(),
        }
    }
}

/// Where findings are kept for later runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Caching {
    /// Nowhere.
    Off,
    /// In the output directory.
    Inside,
    At(Address),
}

/// How a run went.
#[derive(Default, Debug)]
pub struct Outcome {
    pub summary: Summary,
    /// In the order of the inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// One text per file, if it was asked for.
    pub ir: Vec<String>,
    /// The labels of a run that proves, by id, and the verdict of each.
    pub labels: Vec<LabelRow>,
    pub verdicts: Vec<Verdict>,
    /// Faults of our own that cost a part of the result.
    pub internal_errors: usize,
}

/// Why a run gave no result at all.
#[derive(Debug)]
pub enum Failure {
    /// The inputs could not be found out.
    Input(Diagnostic),
    /// No input could be read; nothing was written.
    Unread(Box<Outcome>),
    /// The results could not be written.
    Output(Diagnostic),
}

/// A run that has its labels.
struct Run {
    outcome: Outcome,
    inputs: Vec<InputRow>,
    /// Inputs that were named and have no command.
    unusable: usize,
    out: write::Output,
    table: labels::RunLabels,
}

/// Hears how far a run is.
pub trait Monitor: Sync {
    fn begins(&self, files: usize);
    fn finishes(&self, file: &Path);
    /// Proving begins.
    fn proves(&self, labels: usize);
    /// All is known about so many labels of a function; so many proofs were found.
    fn proved(&self, function: &str, labels: usize, proofs: u64);
}

/// Hears nothing.
pub struct Silent;

impl Monitor for Silent {
    fn begins(&self, _: usize) {}
    fn finishes(&self, _: &Path) {}
    fn proves(&self, _: usize) {}
    fn proved(&self, _: &str, _: usize, _: u64) {}
}

/// Writes the annotated C and the label tables; proves nothing.
pub fn annotate(request: &Request, monitor: &dyn Monitor) -> Result<Outcome, Failure> {
    let clock = Instant::now();
    let mut run = read("annotate", request, monitor)?;
    write::summary(run.out, request, &mut run.outcome, clock)?;
    Ok(run.outcome)
}

/// How what was proved is gone through again.
#[derive(Default)]
pub struct Again {
    /// Another solver proves it.
    pub second: Option<SolverPool>,
    /// Every claim gets a certificate.
    pub certificates: bool,
    /// What stays open there does not count as proved.
    pub strict: bool,
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
    let mut findings = findings::findings(&task, &table, stop, monitor)?;
    task.cache.finish();
    outcome.diagnostics.extend(task.cache.problems());
    let entries = findings::entries(&table);
    let conclude = |found: &[Findings]| steps::conclude(&entries, found, &table.program, settings);
    let mut conclusions = conclude(&findings);
    let strict = task.again.strict;
    if let Some(solvers) = &task.again.second {
        let said = second::second(request, &table, &findings, solvers, stop)?;
        let [certain, undisputed] = [true, false].map(|s| conclude(&said.keep(&findings, s)));
        let removals = removals(&conclusions, &certain, &undisputed);
        let disputes = said.report(solvers, &table, removals, &mut outcome);
        write::disputes(&out, &disputes)?;
        findings = said.keep(&findings, strict);
        conclusions = if strict { certain } else { undisputed };
    }
    if task.again.certificates {
        let made = budget::within(task.budget, stop, |stop| {
            certificates::certificates(&task, &table, &findings, &out, stop)
        })?;
        let [certain, sound] = [true, false].map(|s| conclude(&made.keep(&findings, s)));
        let removals = removals(&conclusions, &certain, &sound);
        made.report(&table, removals, &mut outcome);
        write::certificates(&out, &made.rows())?;
        findings = made.keep(&findings, strict);
        conclusions = if strict { certain } else { sound };
    }
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

/// What stops a run that has its inputs is that it cannot write.
impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Failure {
        Failure::Output(problem)
    }
}

impl Outcome {
    pub fn count(&self, severity: Severity) -> usize {
        let of_that = self.diagnostics.iter().filter(|d| d.severity == severity);
        of_that.count()
    }
}
