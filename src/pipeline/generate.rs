//! Tests for the labels that an output directory leaves: read again, explore, confirm natively, write, record.
//!
//! A test counts when it ran in the interpreter to its end without undefined behaviour, and natively in the annotated
//! program with the same labels covered.

mod assumptions;
mod confirm;
mod files;

use super::replay::{Measured, coverage, row};
use super::threads::threads_with_stack;
use super::{Failure, Monitor, Outcome, inputs, labels, options, unit};
use crate::base::{self, Diagnostic, Place};
use crate::coreach::{contracts::contracts, is_of_library};
use crate::frontend::{self, CompileCommand};
use crate::generate::{
    self, Chosen, Effort, Engines, Entry, Fault, Input, LibraryModel, Program, Strategy, Style,
};
use crate::ir::Linkage;
use crate::replay::{self, Contradiction, Ran};
use crate::status::{self, CoverageRow, LabelRow, OutputDir, Status, Summary, TestRow, Verdict};
use files::file_name;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Where tests go, and what the names of ours begin with.
const TESTS: &str = "tests";
const FINDINGS: &str = "findings";
/// The interpreter recurses as the program does.
const STACK_BYTES: usize = 64 << 20;

/// What `tamis generate` was asked to do.
pub struct GenerateRequest {
    pub out: PathBuf,
    /// Functions to call; empty for all that other files can call.
    pub entries: Vec<String>,
    /// Functions and what is assumed of calls of them, in C.
    pub assume: Vec<(String, String)>,
    pub budget: Option<Duration>,
    pub seed: u64,
    pub jobs: usize,
    /// Orders of the search along paths, which take turns.
    pub strategies: Vec<Strategy>,
    /// Whether verdicts are no reason to leave a label out.
    pub all_labels: bool,
    pub engines: Engines,
    /// Who runs the tests.
    pub style: Style,
    /// Whether tests compare results.
    pub oracle: bool,
    /// Further files with the inputs.
    pub exports: Vec<Export>,
    /// For the linker.
    pub link: Vec<String>,
    /// Whether compilers may run that relative paths name.
    pub trust_compiler: bool,
}

/// A format of inputs that other generators read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Export {
    Seeds,
    Ktest,
    TestComp,
}

/// How the labels of a criterion ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub labels: usize,
    pub by_test: usize,
    pub by_proof: usize,
}

impl Tally {
    pub fn open(&self) -> usize {
        self.labels - self.by_test - self.by_proof
    }
}

/// What the search took.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Cost {
    pub paths: u64,
    pub questions: u64,
    pub runs: u64,
    /// Whether every function has all its paths, for inputs of one shape.
    pub complete: bool,
    /// Of the processor.
    pub seconds: f64,
}

/// What came of it.
pub struct Generated {
    pub labels: Vec<LabelRow>,
    /// By criterion.
    pub tallies: BTreeMap<String, Tally>,
    /// Labels that have neither a test nor a proof, and why.
    pub open: Vec<(u64, String)>,
    pub tests: usize,
    pub files: usize,
    /// Undefined behaviour: where, what, and the file that shows it.
    pub findings: Vec<(Option<Place>, String, PathBuf)>,
    pub contradictions: Vec<Contradiction>,
    pub diagnostics: Vec<Diagnostic>,
    pub cost: Cost,
    /// The search was ended by the user.
    pub interrupted: bool,
    pub seconds: f64,
}

/// Hears how far the work is.
pub trait GenerateWatch: Monitor + replay::Monitor {
    fn explores(&self, functions: usize);
    fn explored(&self, function: &str);
}

/// What the output directory holds, read again.
struct EarlierRun {
    labels: Vec<LabelRow>,
    verdicts: Vec<Verdict>,
    commands: Vec<CompileCommand>,
    /// By unit of the program: its command.
    inputs: Vec<usize>,
    program: Program,
    /// The verdicts hold for calls from `main` only.
    is_whole: bool,
    /// What tests that were replayed cover, and these tests; those of an earlier search are made anew.
    earlier: (Vec<CoverageRow>, Vec<TestRow>),
    covered: BTreeSet<u64>,
    all_labels: bool,
}

pub fn generate(
    request: &GenerateRequest,
    stop: &AtomicBool,
    monitor: &dyn GenerateWatch,
) -> Result<Generated, Failure> {
    let clock = Instant::now();
    let dir = OutputDir::open(&request.out).map_err(Failure::Input)?;
    let earlier = EarlierRun::read(&dir, request, monitor)?;
    let effort = Effort {
        seed: request.seed,
        deadline: request.budget.map(|budget| clock + budget),
        stop,
        strategies: &request.strategies,
        engines: request.engines,
    };
    let pool = threads_with_stack(request.jobs, STACK_BYTES).map_err(Failure::Input)?;
    let mut done = Generated {
        labels: earlier.labels.clone(),
        tallies: BTreeMap::new(),
        open: Vec::new(),
        tests: 0,
        files: 0,
        findings: Vec::new(),
        contradictions: Vec::new(),
        diagnostics: Vec::new(),
        cost: Cost::default(),
        interrupted: false,
        seconds: 0.0,
    };
    pool.install(|| -> Result<(), Failure> {
        let (entries, mut refused) = earlier.entries(request, &mut done.diagnostics);
        // The tests of an earlier run stay where none can be made in their place.
        if entries.is_empty()
            && !request.entries.is_empty()
            && let Some(why) = done.diagnostics.pop()
        {
            return Err(Failure::Input(why));
        }
        let mut explored = earlier.explore(&entries, effort, monitor, &mut refused);
        done.cost = explored.cost;
        let chosen = generate::choose(&earlier.program, &entries, &explored.tests);
        // What was found is kept, also after the search was ended.
        let goes_on = AtomicBool::new(false);
        let (confirmed, unconfirmed) = earlier.confirm(
            request,
            &dir,
            &entries,
            chosen,
            (&goes_on, monitor),
            &mut done,
        )?;
        explored.unconfirmed = unconfirmed;
        done.interrupted = stop.load(Ordering::Relaxed);
        if done.interrupted && earlier.is_covered_before(&dir, &confirmed, &entries)? {
            let message =
                "the search was stopped: the tests of the earlier run cover as much, and stay";
            return Err(Failure::Input(Diagnostic::error(None, message)));
        }
        earlier.write(request, &dir, &entries, &confirmed, &mut done)?;
        explored
            .findings
            .retain(|fault, _| fault.start > 0 || !fault.function.is_empty());
        earlier.write_findings(&dir, &entries, &explored.findings, &mut done)?;
        earlier.record(&dir, &confirmed, &explored, &refused, &entries, &mut done)
    })?;
    done.seconds = clock.elapsed().as_secs_f64();
    Ok(done)
}

/// What the engines found.
#[derive(Default)]
struct Explored {
    /// With the index of the entry.
    tests: Vec<(usize, generate::Test)>,
    findings: BTreeMap<Fault, (usize, Input)>,
    before_fault: BTreeSet<u64>,
    excluded: BTreeSet<u64>,
    /// Why tests of labels do not count.
    unconfirmed: BTreeMap<u64, String>,
    /// By entry: labels that no input of the shapes that were tried covers.
    exhausted: Vec<BTreeSet<u64>>,
    /// By entry: runs, questions, and the commonest reason why a run had no end.
    efforts: Vec<(u64, u64, Option<String>)>,
    cost: Cost,
}

/// A test that was confirmed natively.
struct Confirmed {
    chosen: Chosen,
    ran: Ran,
}

impl EarlierRun {
    fn read(
        dir: &OutputDir,
        request: &GenerateRequest,
        monitor: &dyn GenerateWatch,
    ) -> Result<EarlierRun, Failure> {
        let labels = status::read_labels(&dir.file("labels.csv")).map_err(Failure::Input)?;
        let verdicts = status::read_status(&dir.file("status.csv")).map_err(Failure::Input)?;
        let run = status::Record::read(dir.path()).map_err(Failure::Input)?;
        let rows = status::read_inputs(&dir.file("inputs.json")).map_err(Failure::Input)?;
        let broken = |message: String| {
            let problem = Diagnostic::error(None, message);
            Failure::Input(problem.with_hint("run `tamis clean` again, with the same directory"))
        };
        let Some((asked, _)) = options::read(&run.setup, request.jobs) else {
            let message = format!(
                "{}: the options in record.json cannot be read",
                dir.path().display()
            );
            return Err(broken(message));
        };
        let commands: Result<Vec<_>, _> = rows
            .iter()
            .map(|row| inputs::recorded(row, request.trust_compiler))
            .collect();
        let commands = commands.map_err(Failure::Input)?;
        let drafts = unit::drafts(&asked, &commands, None, monitor).map_err(Failure::Input)?;
        let now = inputs::rows(&commands, &drafts);
        let changed = (rows.iter().zip(&now)).position(|(row, now)| row.digest != now.digest);
        if let Some(index) = changed {
            // A compiler that cannot be started is no change of the file.
            let unread = drafts[index].digest.is_empty();
            if let Some(problem) = drafts[index].diagnostics.first().filter(|_| unread) {
                return Err(Failure::Input(problem.clone()));
            }
            let row = &rows[index];
            return Err(broken(format!(
                "{} has changed since it was cleaned",
                row.file
            )));
        }
        let mut table = labels::number(&asked, drafts, &mut Outcome::default());
        let key = |row: &LabelRow| (row.id, row.key.clone());
        if !table.rows.iter().map(key).eq(labels.iter().map(key)) {
            return Err(broken("this build of tamis makes other labels".into()));
        }
        let signatures: Result<Vec<_>, Diagnostic> = (table.inputs.iter())
            .map(|&input| frontend::signatures(&commands[input]))
            .collect();
        let signatures = signatures.map_err(Failure::Input)?;
        let library = frontend::Source::new("library.c".into(), generate::LIBRARY.into());
        let library = frontend::read_preprocessed(library.map_err(Failure::Input)?).unit;
        let labelled = &table.labels.functions;
        if let Engines::AllPaths(instrumentation) = request.engines {
            generate::instrument(&mut table.units, labelled, instrumentation);
        }
        let known = LibraryModel {
            contracts,
            has: is_of_library,
        };
        let commanded: Vec<&CompileCommand> =
            table.inputs.iter().map(|&input| &commands[input]).collect();
        let assumptions = assumptions::read(request, dir, &table.units, &commanded)?;
        let program = Program::new(
            table.units,
            signatures,
            labelled,
            library,
            known,
            assumptions,
        );
        let earlier = earlier(dir).map_err(Failure::Input)?;
        let summary = Summary::read(&dir.file("summary.json")).map_err(Failure::Input)?;
        let mut assumed = summary.assumptions.iter();
        let is_whole = assumed.any(|a| a.name == base::WHOLE_PROGRAM && a.in_force);
        Ok(EarlierRun {
            is_whole,
            covered: status::covered(&earlier.0),
            earlier,
            labels,
            verdicts,
            commands,
            inputs: table.inputs,
            program,
            all_labels: request.all_labels,
        })
    }

    /// The functions to call, and why others that were asked for are not.
    fn entries(
        &self,
        request: &GenerateRequest,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Vec<Entry>, BTreeMap<usize, String>) {
        let program = &self.program;
        let mut wanted = Vec::new();
        for name in &request.entries {
            match program.external(name) {
                Some(_) if self.is_whole && name != "main" => {
                    let message = format!(
                        "`{name}` is not called: what was proved holds for calls from `main`"
                    );
                    let hint = "run `tamis clean --library` for tests of single functions";
                    diagnostics.push(Diagnostic::warning(None, message).with_hint(hint));
                }
                Some(body) => wanted.push(body),
                None => {
                    let message = format!("no function `{name}` that another file can call");
                    let hint = "static functions are tested through those that call them";
                    diagnostics.push(Diagnostic::warning(None, message).with_hint(hint));
                }
            }
        }
        if request.entries.is_empty() {
            let targets = self.targets();
            let bodies = 0..program.bodies.len();
            wanted.extend(bodies.filter(|&body| self.is_entry(body, &targets)));
        }
        let (mut entries, mut refused) = (Vec::new(), BTreeMap::new());
        for body in wanted {
            match Entry::new(program, body) {
                Ok(entry) => entries.push(entry),
                Err(why) => drop(refused.insert(body, why)),
            }
        }
        (entries, refused)
    }

    /// Whether other files, or the system, can call the function, and calls of it may cover a target.
    fn is_entry(&self, body: usize, targets: &BTreeSet<u64>) -> bool {
        let program = &self.program;
        let f = program.function(body);
        let leads = |body: &usize| {
            let mut labels = program.bodies[*body].labels();
            labels.any(|id| targets.contains(&id))
        };
        f.linkage == Linkage::External
            && !f.in_system_header
            && (!self.is_whole || f.name == "main")
            && program.bodies[body].unit < program.own
            && program.external(&f.name) == Some(body)
            && program.reachable(body).iter().any(leads)
    }

    /// Labels that are worth a test and that no test of the user's covers.
    fn targets(&self) -> BTreeSet<u64> {
        let live = self
            .verdicts
            .iter()
            .filter(|verdict| self.all_labels || verdict.status.is_live());
        let ids = live.map(|verdict| verdict.id);
        ids.filter(|id| !self.covered.contains(id)).collect()
    }

    fn explore(
        &self,
        entries: &[Entry],
        effort: Effort,
        monitor: &dyn GenerateWatch,
        refused: &mut BTreeMap<usize, String>,
    ) -> Explored {
        monitor.explores(entries.len());
        let targets = self.targets();
        let of = |entry: &Entry, wanted: &BTreeSet<u64>| -> BTreeSet<u64> {
            let bodies = entry.reachable.iter();
            let ids = bodies.flat_map(|&body| self.program.bodies[body].labels());
            ids.filter(|id| wanted.contains(id)).collect()
        };
        // Each has its share of the time; what one leaves is for those after it.
        let waiting = AtomicUsize::new(entries.len());
        let one = |entry: &Entry| {
            let waiting = waiting.fetch_sub(1, Ordering::Relaxed);
            let effort = effort.part(waiting.div_ceil(rayon::current_num_threads()));
            let first = generate::Record::new(of(entry, &targets));
            let mut found = generate::explore(&self.program, entry, first, effort)?;
            // What is subsumed by labels that all stay open is worth a test of its own.
            let mut again = of(entry, &self.orphans(&found.covered));
            again.retain(|id| !found.covered.contains(id));
            if !again.is_empty() && effort.engines == Engines::All {
                let open = std::mem::replace(&mut found.open, again);
                found = generate::explore(&self.program, entry, found, effort)?;
                found.open.extend(open);
            }
            monitor.explored(&entry.name);
            Ok(found)
        };
        let records: Vec<Result<generate::Record, String>> = entries.par_iter().map(one).collect();
        let mut explored = Explored::default();
        for (index, record) in records.into_iter().enumerate() {
            match record {
                Ok(record) => explored.add(index, record),
                Err(why) => {
                    refused.insert(entries[index].body, why);
                    explored.efforts.push((0, 0, None));
                    explored.exhausted.push(BTreeSet::new());
                }
            }
        }
        explored
    }

    /// Subsumed and duplicate labels that no covered label stands for.
    fn orphans(&self, covered: &BTreeSet<u64>) -> BTreeSet<u64> {
        let removed = self.verdicts.iter().filter(|verdict| {
            let by = verdict.status.by();
            !by.is_empty() && by.iter().all(|id| !covered.contains(id))
        });
        removed.map(|verdict| verdict.id).collect()
    }

    /// Whether all that these tests cover was covered by the tests that are there.
    fn is_covered_before(
        &self,
        dir: &OutputDir,
        confirmed: &[Confirmed],
        entries: &[Entry],
    ) -> Result<bool, Failure> {
        let [tests, table] = [TESTS, "coverage.csv"].map(|name| dir.file(name));
        if !base::exists(&tests).map_err(Failure::Input)?
            || !base::exists(&table).map_err(Failure::Input)?
        {
            return Ok(false);
        }
        let before = status::read_coverage(&table).map_err(Failure::Input)?;
        let ran = confirmed.iter().map(|c| renamed(c, confirmed, entries));
        let now = coverage(&self.labels, &ran.collect::<Vec<Ran>>());
        Ok(status::covered(&now).is_subset(&status::covered(&before)))
    }

    /// Coverage, verdicts and what stays open.
    fn record(
        &self,
        dir: &OutputDir,
        confirmed: &[Confirmed],
        explored: &Explored,
        refused: &BTreeMap<usize, String>,
        entries: &[Entry],
        done: &mut Generated,
    ) -> Result<(), Failure> {
        let mut measured = Measured::new(self.labels.clone());
        let ran: Vec<Ran> = confirmed
            .iter()
            .map(|c| renamed(c, confirmed, entries))
            .collect();
        measured.tests = ran.iter().map(|ran| row(ran, &self.labels)).collect();
        measured.coverage = coverage(&self.labels, &ran);
        self.add_earlier(&mut measured);
        let relation =
            status::read_relation(&dir.file("subsumption.json")).map_err(Failure::Input)?;
        let mut verdicts = self.verdicts.clone();
        measured.compare(&verdicts, &relation);
        done.contradictions = std::mem::take(&mut measured.contradictions);
        let covered = status::covered(&measured.coverage);
        for (label, verdict) in self.labels.iter().zip(&self.verdicts) {
            let tally = done.tallies.entry(label.family().into()).or_default();
            tally.labels += 1;
            tally.by_test += usize::from(covered.contains(&label.id));
            let proved = verdict.status == Status::Infeasible && !covered.contains(&label.id);
            tally.by_proof += usize::from(proved);
            if verdict.status != Status::Infeasible && !covered.contains(&label.id) {
                done.open.push((
                    label.id,
                    self.why_open(label.id, explored, refused, entries),
                ));
            }
        }
        if !done.contradictions.is_empty() {
            return Ok(());
        }
        measured.count(&verdicts, &relation);
        measured
            .record(dir, &mut verdicts, done.interrupted)
            .map_err(Failure::Output)
    }

    /// Tests of the user's still count.
    fn add_earlier(&self, measured: &mut Measured) {
        let (coverage, tests) = &self.earlier;
        let mut all: BTreeMap<u64, CoverageRow> = measured
            .coverage
            .drain(..)
            .map(|row| (row.id, row))
            .collect();
        for row in coverage {
            let known = all.entry(row.id).or_insert(CoverageRow {
                id: row.id,
                tests: Vec::new(),
                reached: 0,
            });
            known.reached += row.reached;
            known.tests.splice(0..0, row.tests.iter().cloned());
        }
        measured.coverage = all.into_values().collect();
        measured.tests.splice(0..0, tests.iter().cloned());
    }

    fn why_open(
        &self,
        id: u64,
        explored: &Explored,
        refused: &BTreeMap<usize, String>,
        entries: &[Entry],
    ) -> String {
        let holds = |body: &usize| self.program.bodies[*body].labels().any(|label| label == id);
        if let Some(why) = explored.unconfirmed.get(&id) {
            return format!("a test was found that does not count: {why}");
        }
        if explored.excluded.contains(&id) {
            return "all calls that were found to cover it violate what is assumed".into();
        }
        if explored.before_fault.contains(&id) {
            return "all calls that were found to cover it meet undefined behaviour then".into();
        }
        let efforts = explored.efforts.iter().zip(&explored.exhausted);
        let leading = entries.iter().zip(efforts).filter(|(entry, _)| {
            entry.reachable.iter().any(holds) && !refused.contains_key(&entry.body)
        });
        // Of several functions that lead to it, the one that most was tried with.
        let most = leading.max_by_key(|(_, ((runs, questions, _), exhausted))| {
            (exhausted.contains(&id), *questions, *runs)
        });
        if let Some((Entry { name, .. }, ((runs, questions, gave_up), exhausted))) = most {
            if exhausted.contains(&id) {
                return format!(
                    "no test: all paths of {name} were solved, for inputs of one shape"
                );
            }
            let stopped = gave_up
                .as_ref()
                .map_or(String::new(), |why| format!("; runs were stopped: {why}"));
            return format!(
                "no test up to {runs} calls of {name} and {questions} questions{stopped}"
            );
        }
        for (&body, why) in refused {
            if self.program.reachable(body).iter().any(holds) {
                return format!(
                    "{} cannot be called: {why}",
                    self.program.function(body).name
                );
            }
        }
        "no function that tests call leads to it".into()
    }
}

impl Explored {
    fn add(&mut self, index: usize, record: generate::Record) {
        self.cost.paths += record.paths;
        self.cost.questions += record.questions;
        self.cost.runs += record.runs;
        self.cost.complete = record.complete && (index == 0 || self.cost.complete);
        self.cost.seconds += record.micros as f64 / 1e6;
        self.tests
            .extend(record.tests.into_iter().map(|test| (index, test)));
        for (fault, input) in record.findings {
            self.findings.entry(fault).or_insert((index, input));
        }
        self.before_fault.extend(record.before_fault);
        self.excluded.extend(record.excluded);
        self.exhausted.push(record.exhausted);
        let commonest = record.gave_up.into_iter().max_by_key(|(_, count)| *count);
        self.efforts
            .push((record.runs, record.questions, commonest.map(|(why, _)| why)));
    }
}

/// The run under the number that its test has in the file that is kept.
fn renamed(one: &Confirmed, all: &[Confirmed], entries: &[Entry]) -> Ran {
    let own = all
        .iter()
        .filter(|other| other.chosen.entry == one.chosen.entry);
    let number = 1 + own.take_while(|other| !std::ptr::eq(*other, one)).count();
    let file = file_name(&entries[one.chosen.entry]);
    Ran {
        name: format!("{TESTS}/{file}:{number}").into(),
        result: one.ran.result.clone(),
        seconds: one.ran.seconds,
        hits: one.ran.hits.clone(),
        lost: one.ran.lost,
    }
}

/// What was replayed before, without tests of ours.
fn earlier(dir: &OutputDir) -> Result<(Vec<CoverageRow>, Vec<TestRow>), Diagnostic> {
    if !base::exists(&dir.file("coverage.csv"))? {
        return Ok(Default::default());
    }
    let ours = format!("{TESTS}/test_");
    let mut coverage = status::read_coverage(&dir.file("coverage.csv"))?;
    let mut tests = status::read_tests(&dir.file("tests.csv"))?;
    tests.retain(|test| !test.name.starts_with(&ours));
    for row in &mut coverage {
        row.tests.retain(|test| !test.starts_with(&ours));
        // How many of them only reach it is not written down.
        row.reached = row.tests.len();
    }
    coverage.retain(|row| !row.tests.is_empty());
    Ok((coverage, tests))
}
