//! Tests for the labels that an output directory leaves: read again, explore, confirm natively, write, record.
//!
//! A test counts when it ran in the interpreter to its end without undefined behaviour, and natively in the annotated
//! program with the same labels covered.

use super::replay::{Measured, coverage, room, row, unit as replay_unit};
use super::{Failure, Outcome, Watch, inputs, labels, record, unit};
use crate::base::{Diagnostic, Place};
use crate::frontend::preprocess::preprocess;
use crate::frontend::{self, CompileCommand};
use crate::generate::{self, Chosen, Effort, Entry, Fault, Input, Program, Run, Runner, Written};
use crate::ir::Linkage;
use crate::replay::{self, Action, Build, Conduct, Contradiction, Ran, Workshop};
use crate::status::{self, CoverageRow, LabelRow, OutputDir, Status, TestRow, Verdict};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Where tests go, and what the names of ours begin with.
const TESTS: &str = "tests";
const FINDINGS: &str = "findings";
/// What a test may print, and how long it may take.
const OUTPUT: u64 = 1 << 22;
const TIME: Duration = Duration::from_secs(20);

/// What `tamis generate` was asked to do.
pub struct GenerateRequest {
    pub out: PathBuf,
    /// Functions to call; empty for all that other files can call.
    pub entries: Vec<String>,
    pub budget: Option<Duration>,
    pub seed: u64,
    pub jobs: usize,
    /// Whether tests compare results.
    pub oracle: bool,
    /// For the linker.
    pub link: Vec<String>,
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

/// What came of it.
pub struct Generated {
    pub labels: Vec<LabelRow>,
    /// By criterion.
    pub tallies: BTreeMap<String, Tally>,
    /// Labels that are worth a test and have none, and why.
    pub open: Vec<(u64, String)>,
    pub tests: usize,
    pub files: usize,
    /// Undefined behaviour: where, what, and the file that shows it.
    pub findings: Vec<(Option<Place>, String, PathBuf)>,
    pub contradictions: Vec<Contradiction>,
    pub diagnostics: Vec<Diagnostic>,
    pub seconds: f64,
}

/// Hears how far the work is.
pub trait GenerateWatch: Watch + replay::Watch {
    fn explores(&self, functions: usize);
    fn explored(&self, function: &str);
}

/// What the output directory holds, read again.
struct Scene {
    labels: Vec<LabelRow>,
    verdicts: Vec<Verdict>,
    commands: Vec<CompileCommand>,
    /// By unit of the program: its command.
    inputs: Vec<usize>,
    program: Program,
    /// What tests that were replayed cover, and these tests; those of an earlier search are made anew.
    earlier: (Vec<CoverageRow>, Vec<TestRow>),
    covered: BTreeSet<u64>,
}

pub fn generate(
    request: &GenerateRequest,
    stop: &AtomicBool,
    watch: &dyn GenerateWatch,
) -> Result<Generated, Failure> {
    let clock = Instant::now();
    let dir = OutputDir::open(&request.out)?;
    let scene = Scene::read(&dir, request, watch)?;
    let effort = Effort {
        seed: request.seed,
        deadline: request.budget.map(|budget| clock + budget),
        stop,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(request.jobs)
        .stack_size(64 << 20)
        .build();
    let pool = pool.map_err(|error| {
        Failure::Input(Diagnostic::error(
            None,
            format!("cannot start threads: {error}"),
        ))
    })?;
    let mut done = Generated {
        labels: scene.labels.clone(),
        tallies: BTreeMap::new(),
        open: Vec::new(),
        tests: 0,
        files: 0,
        findings: Vec::new(),
        contradictions: Vec::new(),
        diagnostics: Vec::new(),
        seconds: 0.0,
    };
    pool.install(|| -> Result<(), Failure> {
        let (entries, mut refused) = scene.entries(request, &mut done.diagnostics);
        let mut explored = scene.explore(&entries, effort, watch, &mut refused);
        let chosen = generate::choose(&scene.program, &entries, &explored.tests);
        let confirmed = scene.confirm(request, &dir, &entries, chosen, (stop, watch), &mut done)?;
        scene.write(request, &dir, &entries, &confirmed, &mut done)?;
        explored
            .findings
            .retain(|fault, _| fault.start > 0 || !fault.function.is_empty());
        scene.write_findings(&dir, &entries, &explored.findings, &mut done)?;
        scene.record(&dir, &confirmed, &explored, &refused, &entries, &mut done)
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
    /// By entry: runs, questions, and the commonest reason why a run had no end.
    efforts: Vec<(u64, u64, Option<String>)>,
}

/// A test that was confirmed natively.
struct Confirmed {
    chosen: Chosen,
    ran: Ran,
}

impl Scene {
    fn read(
        dir: &OutputDir,
        request: &GenerateRequest,
        watch: &dyn GenerateWatch,
    ) -> Result<Scene, Failure> {
        let labels = status::read_labels(&dir.file("labels.csv")).map_err(Failure::Input)?;
        let verdicts = status::read_status(&dir.file("status.csv")).map_err(Failure::Input)?;
        let run = status::Record::read(dir.path()).map_err(Failure::Input)?;
        let rows = status::read_inputs(&dir.file("inputs.json")).map_err(Failure::Input)?;
        let broken = |message: String| {
            let problem = Diagnostic::error(None, message);
            Failure::Input(problem.with_hint("run `tamis clean` again, with the same directory"))
        };
        let Some((asked, _)) = record::request(&run.setup, request.jobs) else {
            let message = format!("{}: a record that cannot be used", dir.path().display());
            return Err(broken(message));
        };
        let commands: Result<Vec<_>, _> = rows.iter().map(inputs::recorded).collect();
        let commands = commands.map_err(Failure::Input)?;
        let drafts = unit::drafts(&asked, &commands, None, watch).map_err(Failure::Input)?;
        let now = inputs::rows(&commands, &drafts);
        let changed = rows
            .iter()
            .zip(&now)
            .find(|(row, now)| row.digest != now.digest);
        if let Some((row, _)) = changed {
            return Err(broken(format!(
                "{} has changed since it was cleaned",
                row.file
            )));
        }
        let table = labels::number(&asked, drafts, &mut Outcome::default());
        let key = |row: &LabelRow| (row.id, row.key.clone());
        if !table.rows.iter().map(key).eq(labels.iter().map(key)) {
            return Err(broken("this build of tamis makes other labels".into()));
        }
        let signatures: Result<Vec<_>, Diagnostic> = (table.inputs.iter())
            .map(|&input| frontend::signatures(&commands[input]))
            .collect();
        let signatures = signatures.map_err(Failure::Input)?;
        let program = Program::new(table.units, signatures, &table.labels.functions);
        let earlier = earlier(dir).map_err(Failure::Input)?;
        Ok(Scene {
            covered: status::covered(&earlier.0),
            earlier,
            labels,
            verdicts,
            commands,
            inputs: table.inputs,
            program,
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
            // The stubs come after the program's own functions.
            let own = program.units.len() - 1;
            wanted.extend((0..program.bodies.len()).filter(|&body| {
                let f = program.function(body);
                let called = f.linkage == Linkage::External && !f.in_system_header;
                let leads = |body: &usize| {
                    program.bodies[*body]
                        .labels()
                        .any(|id| targets.contains(&id))
                };
                called
                    && f.name != "main"
                    && program.bodies[body].unit < own
                    && program.external(&f.name) == Some(body)
                    && program.reachable(body).iter().any(leads)
            }));
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

    /// Labels that are worth a test and that no test of the user's covers.
    fn targets(&self) -> BTreeSet<u64> {
        let live = self
            .verdicts
            .iter()
            .filter(|verdict| verdict.status.is_live());
        let ids = live.map(|verdict| verdict.id);
        ids.filter(|id| !self.covered.contains(id)).collect()
    }

    fn explore(
        &self,
        entries: &[Entry],
        effort: Effort,
        watch: &dyn GenerateWatch,
        refused: &mut BTreeMap<usize, String>,
    ) -> Explored {
        watch.explores(entries.len());
        let targets = self.targets();
        let of = |entry: &Entry, wanted: &BTreeSet<u64>| -> BTreeSet<u64> {
            let bodies = entry.reachable.iter();
            let ids = bodies.flat_map(|&body| self.program.bodies[body].labels());
            ids.filter(|id| wanted.contains(id)).collect()
        };
        let one = |entry: &Entry| {
            let first = generate::Record::new(of(entry, &targets));
            let mut found = generate::explore(&self.program, entry, first, effort)?;
            // What is subsumed by labels that all stay open is worth a test of its own.
            let mut again = of(entry, &self.orphans(&found.covered));
            again.retain(|id| !found.covered.contains(id));
            if !again.is_empty() {
                let open = std::mem::replace(&mut found.open, again);
                found = generate::explore(&self.program, entry, found, effort)?;
                found.open.extend(open);
            }
            watch.explored(&entry.name);
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

    /// Runs the tests in the annotated program; those that cover what they did in the interpreter stay.
    fn confirm(
        &self,
        request: &GenerateRequest,
        dir: &OutputDir,
        entries: &[Entry],
        chosen: Vec<Chosen>,
        (stop, watch): (&AtomicBool, &dyn GenerateWatch),
        done: &mut Generated,
    ) -> Result<Vec<Confirmed>, Failure> {
        if chosen.is_empty() {
            return Ok(Vec::new());
        }
        let rows = status::read_inputs(&dir.file("inputs.json")).map_err(Failure::Input)?;
        let units: Result<Vec<_>, _> = (rows.iter())
            .filter(|row| row.is_annotated())
            .map(|row| replay_unit(row, dir))
            .collect();
        let units = units.map_err(Failure::Input)?;
        let shop = Workshop::new(&dir.file("generate")).map_err(Failure::Output)?;
        let room = room(&self.labels).map_err(Failure::Input)?;
        let build = Build {
            units: &units,
            labels: room,
            extra: &[],
            flags: &[],
            link: &request.link,
            shop: &shop,
            stop,
            watch,
        };
        let groups = by_entry(chosen);
        let mut sources = Vec::new();
        for (&entry, tests) in &groups {
            let text = self.file(&entries[entry], tests.iter(), request.oracle);
            let path = shop.root().join("src").join(file_name(&entries[entry]));
            shop.write(&path, text.as_bytes())
                .map_err(Failure::Output)?;
            sources.push(path);
        }
        let programs = build.drivers(&sources).map_err(Failure::Input)?;
        let mut confirmed = Vec::new();
        for ((entry, tests), program) in groups.into_iter().zip(programs) {
            let program = match program {
                Ok(program) => program,
                Err(problem) => {
                    done.diagnostics.push(problem);
                    continue;
                }
            };
            let conduct = Conduct {
                shop: &shop,
                program: Some(program),
                directory: Path::new("."),
                labels: room,
                timeout: TIME,
                output: OUTPUT,
                stop,
                watch,
            };
            let file = file_name(&entries[entry]);
            let actions: Vec<replay::Test> = (1..=tests.len())
                .map(|number| replay::Test {
                    name: format!("{TESTS}/{file}:{number}").into(),
                    action: Action::Arguments {
                        words: vec![number.to_string()],
                        stdin: None,
                        here: ".".into(),
                    },
                })
                .collect();
            let ran = replay::run_all(&actions, &conduct);
            for (chosen, ran) in tests.into_iter().zip(ran) {
                match self.difference(&chosen, &ran) {
                    None => confirmed.push(Confirmed { chosen, ran }),
                    Some(why) => {
                        let message =
                            format!("a test of `{}` is left out: {why}", entries[entry].name);
                        let hint = "the interpreter and the compiled program differ: undefined behaviour that is not detected (an uninitialised read), or a fault of tamis";
                        let kept = dir.file("generate").join("src").join(&file);
                        let hint =
                            format!("{hint}; the test is {} in {}", ran.name, kept.display());
                        done.diagnostics
                            .push(Diagnostic::warning(None, message).with_hint(hint));
                    }
                }
            }
        }
        Ok(confirmed)
    }

    /// What the compiled program did otherwise.
    fn difference(&self, chosen: &Chosen, ran: &Ran) -> Option<String> {
        if ran.result != "exit 0" {
            return Some(format!("natively it ended with {}", ran.result));
        }
        let native = self.labels.iter().filter(|label| ran.hits.covers(label.id));
        let native: BTreeSet<u64> = native.map(|label| label.id).collect();
        let own: BTreeSet<u64> = chosen.run.covered.iter().copied().collect();
        let other = native.symmetric_difference(&own).next()?;
        let (yes, no) = match native.contains(other) {
            true => ("the compiled program", "the interpreter"),
            false => ("the interpreter", "the compiled program"),
        };
        Some(format!("{yes} covers label {other}, and {no} does not"))
    }

    fn file<'c>(
        &self,
        entry: &Entry,
        tests: impl Iterator<Item = &'c Chosen>,
        oracle: bool,
    ) -> String {
        let written: Vec<Written> = tests
            .map(|chosen| Written {
                input: &chosen.input,
                run: &chosen.run,
                comment: self.comment(&chosen.labels),
            })
            .collect();
        generate::test_file(&self.program, entry, &written, oracle)
    }

    /// What a test is for.
    fn comment(&self, ids: &[u64]) -> String {
        let rows: HashMap<u64, &LabelRow> = self.labels.iter().map(|row| (row.id, row)).collect();
        const MOST: usize = 6;
        let mut text = String::from("For:");
        for row in ids.iter().take(MOST).filter_map(|id| rows.get(id)) {
            let predicate: String = row.predicate.chars().filter(|c| !c.is_control()).collect();
            let _ = write!(
                text,
                "\n     {} {} at line {}: {predicate}",
                row.family(),
                row.id,
                row.place.line
            );
        }
        if ids.len() > MOST {
            let rest: Vec<String> = ids[MOST..].iter().map(u64::to_string).collect();
            let _ = write!(text, "\n     and {}", rest.join(" "));
        }
        text
    }

    fn write(
        &self,
        request: &GenerateRequest,
        dir: &OutputDir,
        entries: &[Entry],
        confirmed: &[Confirmed],
        done: &mut Generated,
    ) -> Result<(), Failure> {
        let folder = fresh(dir, TESTS)?;
        let mut files = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let own = confirmed.iter().filter(|c| c.chosen.entry == index);
            let own: Vec<&Chosen> = own.map(|c| &c.chosen).collect();
            if own.is_empty() {
                continue;
            }
            done.tests += own.len();
            let name = file_name(entry);
            let text = self.file(entry, own.into_iter(), request.oracle);
            status::write_whole(&folder.join(&name), text.as_bytes()).map_err(Failure::Output)?;
            files.push(name);
        }
        done.files = files.len();
        let text = self.makefile(&files, &request.link);
        status::write_whole(&folder.join("Makefile"), text.as_bytes()).map_err(Failure::Output)
    }

    /// Builds the program's own files and the tests, and runs these.
    fn makefile(&self, files: &[String], link: &[String]) -> String {
        let tests: Vec<&str> = files
            .iter()
            .map(|file| file.trim_end_matches(".c"))
            .collect();
        let objects: Vec<String> = (0..self.commands.len())
            .map(|i| format!("program{i}.o"))
            .collect();
        let (tests, objects) = (tests.join(" "), objects.join(" "));
        let mut text = format!(
            "# Made by tamis generate: `make` builds and runs the tests, with another compiler by `make CC=clang`.\nCC = cc\nCFLAGS = -g -Wall\nLDLIBS = {}\nTESTS = {tests}\nPROGRAM = {objects}\n\ncheck: $(TESTS)\n\t@for test in $(TESTS); do echo $$test; ./$$test || exit 1; done\n\n$(TESTS): %: %.c $(PROGRAM)\n\t$(CC) $(CFLAGS) $< $(PROGRAM) $(LDLIBS) -o $@\n\n",
            link.join(" ")
        );
        for (i, command) in self.commands.iter().enumerate() {
            let quoted: Vec<String> = command.args.iter().map(|word| shell(word)).collect();
            let _ = write!(
                text,
                "program{i}.o:\n\tcd {} && $(CC) {} -g -Dmain=program_main -c {} -o $(CURDIR)/$@\n\n",
                shell(&command.directory.to_string_lossy()),
                quoted.join(" "),
                shell(&command.file.to_string_lossy())
            );
        }
        text + ".PHONY: check clean\nclean:\n\trm -f $(TESTS) $(PROGRAM)\n"
    }

    fn write_findings(
        &self,
        dir: &OutputDir,
        entries: &[Entry],
        findings: &BTreeMap<Fault, (usize, Input)>,
        done: &mut Generated,
    ) -> Result<(), Failure> {
        let folder = fresh(dir, FINDINGS)?;
        let mut runner = Runner::new(&self.program);
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        for (fault, (entry, input)) in findings {
            let number = numbers.entry(*entry).or_default();
            *number += 1;
            let entry = &entries[*entry];
            let run: Run = runner.run(entry, input);
            let place = self.place(fault);
            let at = place
                .as_ref()
                .map_or(String::new(), |place| format!(" at {place}"));
            let written = Written {
                input,
                run: &run,
                comment: format!("Shows: {} in {}{at}", fault.reason, fault.function),
            };
            let text = generate::test_file(&self.program, entry, &[written], false);
            let path = folder.join(format!("{}_{number}.c", entry.name));
            status::write_whole(&path, text.as_bytes()).map_err(Failure::Output)?;
            let what = format!("{} in `{}`", fault.reason, fault.function);
            done.findings.push((place, what, path));
        }
        Ok(())
    }

    /// Where in the user's files it happened.
    fn place(&self, fault: &Fault) -> Option<Place> {
        let bodies = 0..self.program.bodies.len();
        let body = bodies
            .into_iter()
            .find(|&body| self.program.function(body).name == fault.function)?;
        let unit = self.program.bodies[body].unit;
        let command = &self.commands[*self.inputs.get(unit)?];
        let source = preprocess(command).ok()?;
        Some(source.place(fault.start))
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
            if verdict.status.is_live() && !covered.contains(&label.id) {
                done.open.push((
                    label.id,
                    self.why_open(label.id, explored, refused, entries),
                ));
            }
        }
        if !done.contradictions.is_empty() {
            return Ok(());
        }
        status::write_coverage(&dir.file("coverage.csv"), &measured.coverage)
            .map_err(Failure::Output)?;
        status::write_tests(&dir.file("tests.csv"), &measured.tests).map_err(Failure::Output)?;
        measured.count(&verdicts, &relation);
        measured.record(dir, &mut verdicts).map_err(Failure::Output)
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
        if explored.before_fault.contains(&id) {
            return "all calls that were found to cover it meet undefined behaviour then".into();
        }
        for (entry, (runs, questions, gave_up)) in entries.iter().zip(&explored.efforts) {
            if entry.reachable.iter().any(holds) && !refused.contains_key(&entry.body) {
                let stopped = gave_up
                    .as_ref()
                    .map_or(String::new(), |why| format!("; runs were stopped: {why}"));
                let name = &entry.name;
                return format!(
                    "no test up to {runs} calls of {name} and {questions} questions{stopped}"
                );
            }
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
        self.tests
            .extend(record.tests.into_iter().map(|test| (index, test)));
        for (fault, input) in record.findings {
            self.findings.entry(fault).or_insert((index, input));
        }
        self.before_fault.extend(record.before_fault);
        let commonest = record.gave_up.into_iter().max_by_key(|(_, count)| *count);
        self.efforts
            .push((record.runs, record.questions, commonest.map(|(why, _)| why)));
    }
}

fn by_entry(chosen: Vec<Chosen>) -> BTreeMap<usize, Vec<Chosen>> {
    let mut groups: BTreeMap<usize, Vec<Chosen>> = BTreeMap::new();
    for test in chosen {
        groups.entry(test.entry).or_default().push(test);
    }
    groups
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
    }
}

/// What was replayed before, without tests of ours.
fn earlier(dir: &OutputDir) -> Result<(Vec<CoverageRow>, Vec<TestRow>), Diagnostic> {
    if !dir.file("coverage.csv").exists() {
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

/// `test_NAME.c`
fn file_name(entry: &Entry) -> String {
    format!("test_{}.c", entry.name)
}

/// A folder of the output directory without what an earlier run left in it.
fn fresh(dir: &OutputDir, name: &str) -> Result<PathBuf, Failure> {
    let folder = dir.file(name);
    let cannot = |error: std::io::Error| {
        let message = format!("cannot make {}: {error}", folder.display());
        Failure::Output(Diagnostic::error(None, message))
    };
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(cannot)?;
    }
    fs::create_dir(&folder).map_err(cannot)?;
    Ok(folder)
}

/// A word for the shell, in a Makefile.
fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@".contains(c);
    let word = word.replace('$', "$$");
    match !word.is_empty() && word.chars().all(plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
