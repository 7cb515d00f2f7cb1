//! A test suite on an output directory: build, run, compare with the verdicts, record.

use super::Failure;
use super::inputs::{matches, recorded};
use crate::base::{self, Diagnostic, Place, name_path, name_text};
use crate::replay::{
    self, Action, Build, Contradiction, Project, Ran, RunOptions, Suite, Test, Unit, WorkDir,
};
use crate::status::{self, CoverageRow, CriterionRatio, HistoryRow, InputRow, LabelRow};
use crate::status::{Objective, Places};
use crate::status::{OutputDir, ProvedRelation, Replayed, Status, Summary, TestRow, Verdict};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The step of `status.csv` that covered labels have.
const STEP: &str = "replay";
/// What a covered label's reason begins with; the earlier reason follows.
const REASON: &str = "a test covers it";
const BEFORE: &str = "; before: ";

/// What `tamis replay` was asked to do.
pub struct ReplayRequest {
    pub out: PathBuf,
    /// Empty: only tell what an earlier replay recorded.
    pub suite: Suite,
    /// A command that builds the program, for the shell.
    pub build: Option<String>,
    /// Where the build command comes from, unless the user wrote it.
    pub project: Option<Project>,
    pub build_directory: PathBuf,
    /// The program that the build command makes.
    pub program: Option<PathBuf>,
    /// Where tests run.
    pub directory: PathBuf,
    pub extra: Vec<PathBuf>,
    pub flags: Vec<String>,
    pub link: Vec<String>,
    /// Names or globs of files that do not belong to the program.
    pub leave_out: Vec<String>,
    pub timeout: Duration,
    /// Bytes that a test may print.
    pub output: u64,
    pub jobs: usize,
    /// Compilers that relative paths name are run, too.
    pub trust_compiler: bool,
    /// Earlier replays count too.
    pub add: bool,
    /// What the build command makes of labelled files stays.
    pub keep_build: bool,
}

impl ReplayRequest {
    /// What can be told before anything is built.
    fn check(&self) -> Result<(), Diagnostic> {
        self.project.as_ref().map_or(Ok(()), Project::check)?;
        if self.build.is_some() && self.suite.is_empty() {
            let message = "the program would be built, but no test is named";
            let hint = "name tests: --ctest with --cmake, --meson-test with --meson, or --command 'make check'";
            return Err(Diagnostic::error(None, message).with_hint(hint));
        }
        Ok(())
    }
}

/// What is known after it.
pub struct Measured {
    pub labels: Vec<LabelRow>,
    pub coverage: Vec<CoverageRow>,
    pub tests: Vec<TestRow>,
    /// Tests that were asked for.
    pub asked: usize,
    pub ratios: BTreeMap<String, CriterionRatio>,
    pub to_cover: Vec<Objective>,
    pub contradictions: Vec<Contradiction>,
    pub diagnostics: Vec<Diagnostic>,
    pub seconds: f64,
}

/// Runs the suite, or reads what an earlier one left. When a test contradicts a verdict, the verdicts stay as they are and
/// no label becomes covered.
pub fn replay(
    request: &ReplayRequest,
    stop: &AtomicBool,
    monitor: &dyn replay::Monitor,
) -> Result<Measured, Failure> {
    let clock = Instant::now();
    request.check().map_err(Failure::Input)?;
    let dir = OutputDir::open(&request.out).map_err(Failure::Input)?;
    let labels = status::read_labels(&dir.file("labels.csv")).map_err(Failure::Input)?;
    let mut verdicts = status::read_status(&dir.file("status.csv")).map_err(Failure::Input)?;
    let relation = status::read_relation(&dir.file("subsumption.json")).map_err(Failure::Input)?;
    if !labels
        .iter()
        .map(|label| label.id)
        .eq(verdicts.iter().map(|verdict| verdict.id))
    {
        let message = format!(
            "labels.csv and status.csv of {} name different labels",
            request.out.display()
        );
        return Err(Failure::Input(
            Diagnostic::error(None, message).with_hint("clean again"),
        ));
    }
    let mut measured = Measured::new(labels);
    match request.suite.is_empty() {
        true => measured.recall(&dir)?,
        false => {
            measured
                .run(request, &dir, stop, monitor)
                .map_err(Failure::Input)?;
            if request.add {
                measured.add_earlier(&dir)?;
            }
        }
    }
    measured.compare(&verdicts, &relation);
    measured.count(&verdicts, &relation);
    measured.seconds = clock.elapsed().as_secs_f64();
    if !request.suite.is_empty() {
        measured.record(&dir, &mut verdicts, stop.load(Ordering::Relaxed))?;
    }
    Ok(measured)
}

impl Measured {
    pub(super) fn new(labels: Vec<LabelRow>) -> Measured {
        Measured {
            labels,
            coverage: Vec::new(),
            tests: Vec::new(),
            asked: 0,
            ratios: BTreeMap::new(),
            to_cover: Vec::new(),
            contradictions: Vec::new(),
            diagnostics: Vec::new(),
            seconds: 0.0,
        }
    }

    /// What an earlier replay recorded.
    fn recall(&mut self, dir: &OutputDir) -> Result<(), Failure> {
        let path = dir.file("coverage.csv");
        if !base::exists(&path).map_err(Failure::Input)? {
            let message = format!("no test suite was replayed on {} yet", dir.path().display());
            return Err(Failure::Output(Diagnostic::error(None, message).with_hint(
                "name tests: --args FILE, --command 'make check', --commands FILE or --drivers DIR; `tamis replay --help` has examples",
            )));
        }
        self.coverage = status::read_coverage(&path).map_err(Failure::Input)?;
        self.tests = status::read_tests(&dir.file("tests.csv")).map_err(Failure::Input)?;
        self.asked = self.tests.len();
        Ok(())
    }

    /// Adds what earlier replays recorded. A test of a name that they have is another test.
    fn add_earlier(&mut self, dir: &OutputDir) -> Result<(), Failure> {
        if !dir.file("coverage.csv").exists() {
            return Ok(());
        }
        let mut all = Measured::new(Vec::new());
        all.recall(dir)?;
        let taken: HashSet<Arc<str>> = all.tests.iter().map(|test| test.name.clone()).collect();
        let rename = |name: &Arc<str>| {
            let numbered = (2..).map(|count| Arc::from(format!("{name}#{count}")));
            let mut names = std::iter::once(name.clone()).chain(numbered);
            let fresh = names.find(|name| !taken.contains(name));
            fresh.unwrap_or_else(|| name.clone())
        };
        for test in &mut self.tests {
            test.name = rename(&test.name);
        }
        let mut rows: BTreeMap<u64, CoverageRow> =
            all.coverage.into_iter().map(|row| (row.id, row)).collect();
        for row in std::mem::take(&mut self.coverage) {
            let tests: Vec<Arc<str>> = row.tests.iter().map(rename).collect();
            let sum = rows.entry(row.id).or_insert(CoverageRow {
                id: row.id,
                tests: Vec::new(),
                reached: 0,
            });
            sum.tests.extend(tests);
            sum.reached += row.reached;
        }
        self.coverage = rows.into_values().collect();
        all.tests.append(&mut self.tests);
        self.asked += all.asked;
        self.tests = all.tests;
        Ok(())
    }

    fn run(
        &mut self,
        request: &ReplayRequest,
        dir: &OutputDir,
        stop: &AtomicBool,
        monitor: &dyn replay::Monitor,
    ) -> Result<(), Diagnostic> {
        let mut tests = request.suite.tests()?;
        self.asked = tests.len();
        let units = units(request, dir)?;
        let shop = WorkDir::new(&dir.file("replay"))?;
        let build = Build {
            units: &units,
            labels: room(&self.labels)?,
            extra: &request.extra,
            flags: &request.flags,
            link: &request.link,
            shop: &shop,
            stop,
            monitor,
        };
        let pool = super::threads::threads(request.jobs)?;
        let ran = pool.install(|| {
            let program = self.build(request, &build, &mut tests)?;
            if let Some(system) = request.suite.system {
                tests.extend(system.tests(&shop)?);
                self.asked = tests.len();
            }
            let run_options = RunOptions {
                shop: &shop,
                program,
                directory: &request.directory,
                labels: build.labels,
                timeout: request.timeout,
                output: request.output,
                stop,
                monitor,
            };
            Ok(replay::run_all(&tests, &run_options))
        });
        // Whether the build and the tests went well or not.
        if request.build.is_some() && !request.keep_build {
            self.note_removed(replay::remove_made(&shop, &request.directory));
        }
        let ran = ran?;
        self.note_silence(&ran);
        self.note_absent_programs(&ran);
        self.tests = ran.iter().map(|ran| row(ran, &self.labels)).collect();
        self.coverage = coverage(&self.labels, &ran);
        Ok(())
    }

    /// Builds what the tests need; tests whose driver cannot be built are left out.
    fn build(
        &mut self,
        request: &ReplayRequest,
        build: &Build,
        tests: &mut Vec<Test>,
    ) -> Result<Option<PathBuf>, Diagnostic> {
        let driver = |test: &Test| match &test.action {
            Action::Driver(file) => Some(file.clone()),
            _ => None,
        };
        let sources: Vec<PathBuf> = tests.iter().filter_map(driver).collect();
        let others = sources.len() < tests.len();
        let program = match &request.build {
            Some(command) => {
                let here = name_text(&std::env::current_dir().unwrap_or_default());
                for file in build.by_command(command, &request.build_directory)? {
                    let file = name_text(&file);
                    let file = base::relative(&file, &here);
                    self.diagnostics.push(Diagnostic::note(
                        None,
                        format!("the build command did not compile {file}"),
                    ));
                }
                built_program(request)?
            }
            None if others => Some(build.program()?),
            None => None,
        };
        if !sources.is_empty() {
            let mut programs = build.drivers(&sources)?.into_iter();
            tests.retain_mut(|test| match driver(test).and_then(|_| programs.next()) {
                Some(Ok(program)) => {
                    test.action = Action::Driver(program);
                    true
                }
                Some(Err(problem)) => {
                    self.diagnostics.push(problem);
                    false
                }
                None => true,
            });
        }
        Ok(program)
    }

    /// A suite that never starts the measured program looks like one that covers nothing.
    fn note_silence(&mut self, ran: &[Ran]) {
        for ran in ran.iter().filter(|ran| ran.result.starts_with("not run")) {
            let message = format!("the test `{}` was {}", ran.name, ran.result);
            self.diagnostics.push(Diagnostic::warning(None, message));
        }
        for ran in ran {
            let Some(lost) = ran.lost else { continue };
            let message = format!(
                "the map of the test `{}` was {lost} while it ran: what it covers is not known and does not count",
                ran.name
            );
            let hint = "the file that $TAMIS_REPLAY_MAP names is for the measured program alone";
            self.diagnostics
                .push(Diagnostic::warning(None, message).with_hint(hint));
        }
        let silent = |ran: &Ran| ran.hits.began == 0 && ran.lost.is_none();
        if !ran.is_empty() && ran.iter().all(silent) {
            let message = "no test started the measured program";
            let hint = "commands find it in $TAMIS_PROGRAM, or build it themselves with --build";
            self.diagnostics
                .push(Diagnostic::warning(None, message).with_hint(hint));
        }
    }

    fn note_removed(&mut self, files: usize) {
        if files > 0 {
            let those = match files {
                1 => "1 measured object or program of the build was".into(),
                _ => format!("{files} measured objects and programs of the build were"),
            };
            let message =
                format!("{those} removed again: the next build makes them without labels");
            self.diagnostics
                .push(Diagnostic::note(None, message).with_hint("--keep-build keeps them"));
        }
    }

    /// The shell says 127 when there is no such command: nothing was tested.
    fn note_absent_programs(&mut self, ran: &[Ran]) {
        let absent: Vec<&Ran> = ran.iter().filter(|ran| ran.result == "exit 127").collect();
        let Some(first) = absent.first() else { return };
        let message = format!(
            "{} of {} {} ended with 127, which means `command not found`; the first is `{}`",
            absent.len(),
            ran.len(),
            if ran.len() == 1 { "test" } else { "tests" },
            first.name
        );
        let hint = "tests run in the directory that --directory names; what they printed is in DIR/replay/output";
        self.diagnostics
            .push(Diagnostic::warning(None, message).with_hint(hint));
    }

    pub(super) fn compare(&mut self, verdicts: &[Verdict], relation: &ProvedRelation) {
        let covered = status::by_test(&self.coverage);
        let nothing = HashSet::new();
        for test in &self.tests {
            let ids = covered.get(&*test.name).unwrap_or(&nothing);
            let found = replay::contradictions(
                &test.name,
                test.whole,
                |id| ids.contains(&id),
                verdicts,
                relation,
            );
            self.contradictions.extend(found);
        }
    }

    pub(super) fn count(&mut self, verdicts: &[Verdict], relation: &ProvedRelation) {
        let places = Places::new(&self.labels);
        let covered = status::covered(&places.coverage(&self.coverage));
        let (labels, verdicts) = places.fold(&self.labels, verdicts);
        let relation = places.relation(relation);
        self.ratios = status::ratios(&labels, &verdicts, |id| covered.contains(&id));
        self.to_cover = status::to_cover(&verdicts, &relation, |id| covered.contains(&id));
    }

    /// What was run and covered and, unless a verdict was contradicted, `status.csv`, `labels.labels` and the counts of `summary.json`.
    pub(super) fn record(
        &self,
        dir: &OutputDir,
        verdicts: &mut [Verdict],
        interrupted: bool,
    ) -> Result<(), Diagnostic> {
        let mut summary = Summary::read(&dir.file("summary.json"))?;
        let mut files = vec![
            ("coverage.csv", status::coverage_text(&self.coverage)),
            ("tests.csv", status::tests_text(&self.tests)),
        ];
        if self.contradictions.is_empty() {
            let covered = status::covered(&self.coverage);
            verdicts
                .iter_mut()
                .for_each(|verdict| mark(verdict, covered.contains(&verdict.id)));
            let covered = status::covered_by_status(verdicts);
            verdicts
                .iter_mut()
                .for_each(|verdict| status::name_covered_first(verdict, &covered));
            let ltest = status::ltest_text(self.labels.iter().zip(verdicts.iter()));
            files.extend([
                ("status.csv", status::status_text(verdicts)),
                ("labels.labels", ltest),
            ]);
            self.count_in(&mut summary, verdicts, interrupted);
            let mut history = status::read_history(&dir.file(status::HISTORY))?;
            history.extend(self.history());
            files.push((status::HISTORY, status::history_text(&history)));
        }
        dir.replace(&mut summary, &files)
    }

    /// What this run says about each criterion.
    fn history(&self) -> impl Iterator<Item = HistoryRow> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let time = now.map_or(0, |now| now.as_secs());
        self.ratios.iter().map(move |(name, ratio)| HistoryRow {
            time,
            criterion: name.clone(),
            ratio: ratio.total,
        })
    }

    fn count_in(&self, summary: &mut Summary, verdicts: &[Verdict], interrupted: bool) {
        summary.count(&self.labels, verdicts);
        let ratios = self
            .ratios
            .iter()
            .map(|(name, ratio)| (name.clone(), ratio.total));
        summary.replay = Some(Replayed {
            tests: self.tests.len(),
            interrupted,
            seconds: self.seconds,
            criteria: ratios.collect(),
        });
    }
}

/// What the build command made.
fn built_program(request: &ReplayRequest) -> Result<Option<PathBuf>, Diagnostic> {
    let Some(program) = &request.program else {
        return match request.suite.argument_lists.is_empty() {
            true => Ok(None),
            false => Err(Diagnostic::error(
                None,
                "--args with --build needs the program that is built",
            )
            .with_hint("name it with --program")),
        };
    };
    let found = std::fs::canonicalize(program);
    found.map(Some).map_err(|error| {
        let message = format!(
            "the build command did not make {}: {error}",
            program.display()
        );
        Diagnostic::error(None, message).with_hint("name what it makes with --program")
    })
}

/// A live label is covered or unknown, as this replay has it.
fn mark(verdict: &mut Verdict, covered: bool) {
    if verdict.status == Status::Covered && verdict.step == STEP {
        verdict.status = Status::Unknown;
        verdict.step.clear();
        let reason = verdict
            .reason
            .strip_prefix(REASON)
            .unwrap_or(&verdict.reason);
        verdict.reason = reason.strip_prefix(BEFORE).unwrap_or(reason).to_string();
    }
    if covered && verdict.status == Status::Unknown {
        verdict.status = Status::Covered;
        verdict.step = STEP.into();
        verdict.reason = match verdict.reason.as_str() {
            "" => REASON.into(),
            before => format!("{REASON}{BEFORE}{before}"),
        };
    }
}

/// The files of the program that have an annotated text.
fn units(request: &ReplayRequest, dir: &OutputDir) -> Result<Vec<Unit>, Diagnostic> {
    let rows = status::read_inputs(&dir.file("inputs.json"))?;
    let left_out = |row: &InputRow| {
        let file = Path::new(&row.file)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        request
            .leave_out
            .iter()
            .any(|pattern| matches(pattern, &row.file) || matches(pattern, &file))
    };
    let units: Result<Vec<Unit>, Diagnostic> = rows
        .iter()
        .filter(|row| row.is_annotated() && !left_out(row))
        .map(|row| unit(row, dir, request.trust_compiler))
        .collect();
    match units?.as_slice() {
        [] => Err(Diagnostic::error(
            None,
            "there is no file to build the program from",
        )),
        units => Ok(units.to_vec()),
    }
}

pub(super) fn unit(row: &InputRow, dir: &OutputDir, trust: bool) -> Result<Unit, Diagnostic> {
    let command = recorded(row, trust)?;
    let annotated = name_path(&row.annotated);
    let inside = annotated
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        let place = Place {
            file: name_text(&dir.file("inputs.json")).into(),
            line: 1,
            column: 1,
        };
        let message = format!("`{}` is not the name of an annotated file", row.annotated);
        return Err(Diagnostic::error(Some(place), message));
    }
    Ok(Unit {
        compiler: command.program(),
        directory: command.directory,
        file: command.file,
        arguments: command.args,
        annotated: absolute(&dir.file("annotated").join(annotated)),
    })
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// The highest id and one.
pub(super) fn room(labels: &[LabelRow]) -> Result<usize, Diagnostic> {
    let Some(highest) = labels.iter().max_by_key(|label| label.id) else {
        return Ok(1);
    };
    if highest.id > replay::MAX_LABEL {
        let message = format!(
            "the label {} has an id above {}",
            highest.id,
            replay::MAX_LABEL
        );
        return Err(Diagnostic::error(Some(highest.place.clone()), message)
            .with_hint("give the labels of the source smaller ids, and clean again"));
    }
    Ok(highest.id as usize + 1)
}

pub(super) fn row(ran: &Ran, labels: &[LabelRow]) -> TestRow {
    TestRow {
        name: ran.name.clone(),
        result: ran.result.clone(),
        seconds: ran.seconds,
        labels: labels
            .iter()
            .filter(|label| ran.hits.covers(label.id))
            .count(),
        whole: ran.whole(),
    }
}

/// A row for each label that some test reached.
pub(super) fn coverage(labels: &[LabelRow], ran: &[Ran]) -> Vec<CoverageRow> {
    let mut tests: HashMap<usize, Vec<Arc<str>>> = HashMap::new();
    let mut reached: HashMap<usize, usize> = HashMap::new();
    for ran in ran {
        for id in ran.hits.reached.ones() {
            *reached.entry(id).or_default() += 1;
        }
        for id in ran.hits.covered.ones() {
            tests.entry(id).or_default().push(ran.name.clone());
        }
    }
    let row = |label: &LabelRow| {
        let id = label.id as usize;
        let reached = *reached.get(&id)?;
        Some(CoverageRow {
            id: label.id,
            tests: tests.remove(&id).unwrap_or_default(),
            reached,
        })
    };
    labels.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covered_label_is_unknown_again_when_its_test_is_gone() {
        for reason in ["", "a state may cover it", "the solver reached its limit"] {
            let before = Verdict {
                reason: reason.into(),
                ..Verdict::unknown(1)
            };
            let mut verdict = before.clone();
            mark(&mut verdict, true);
            assert_eq!(
                (&verdict.status, verdict.step.as_str()),
                (&Status::Covered, "replay")
            );
            let covered = verdict.clone();
            mark(&mut verdict, true);
            assert_eq!(verdict, covered);
            mark(&mut verdict, false);
            assert_eq!(verdict, before);
        }
    }

    #[test]
    fn a_removed_label_keeps_its_verdict() {
        let mut verdict = Verdict {
            status: Status::Subsumed(vec![2]),
            ..Verdict::unknown(1)
        };
        let before = verdict.clone();
        mark(&mut verdict, true);
        assert_eq!(verdict, before);
    }
}
