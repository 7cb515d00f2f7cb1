//! One reading of an output directory, for every format.
//!
//! Comes in: the directory. Goes out: labels with their verdicts and tests, by file. Must not know any format.

use crate::base::{self, Diagnostic, name_path, name_text};
use crate::status::{
    self, CoverageRow, CriterionRatio, HistoryRow, InputRow, LabelRow, LtestRow, Objective, Places,
    ProvedRelation, Ratio, Status, Summary, SuppressedRow, TestRow, Verdict,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What surprises readers of the ratios.
pub const WHY_LOWER: &str = "Corrected may be lower than raw, which also counts labels that come for free with another one.";

/// What a directory says.
pub struct Run {
    /// As the user named it: it stands in commands that pages show.
    pub dir: String,
    rows: Vec<LabelRow>,
    /// `verdicts[i]` belongs to `rows[i]`.
    verdicts: Vec<Verdict>,
    index: HashMap<u64, usize>,
    places: Places,
    /// The current directory: what is below it is shown relative to it.
    root: String,
    criteria: BTreeSet<String>,
    coverage: HashMap<u64, CoverageRow>,
    pub relation: ProvedRelation,
    /// What would be labels, had the user not left them out.
    pub suppressed: Vec<SuppressedRow>,
    /// What this and earlier test runs covered, by time.
    pub history: Vec<HistoryRow>,
    /// Empty when no test suite was run.
    pub tests: Vec<TestRow>,
    /// Whether something says which labels tests cover.
    pub measured: bool,
    /// Where compilers ran: names of files may be relative to one of these.
    pub directories: BTreeSet<PathBuf>,
    /// `summary.json`, or null.
    pub summary: Value,
    /// When it was written, in seconds since 1970.
    pub made: Option<u64>,
    /// States that cover labels, if they were asked for.
    pub states: HashMap<u64, Witness>,
}

/// A state of the model that covers a label, as C text.
pub struct Witness {
    /// When the function begins.
    pub start: String,
    /// When control is at the label.
    pub label: String,
}

/// A label and all that is known of it.
#[derive(Clone, Copy)]
pub struct Label<'a> {
    pub row: &'a LabelRow,
    pub verdict: &'a Verdict,
    /// The tests that cover it.
    pub tests: &'a [Arc<str>],
    /// How many tests reach its place.
    pub reached: usize,
    pub covered: bool,
    pub state: Option<&'a Witness>,
}

/// What a label means to a tester.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    ToCover,
    Covered,
    Infeasible,
    Duplicate,
    Subsumed,
}

impl Standing {
    pub const ALL: [Standing; 5] = [
        Standing::Covered,
        Standing::ToCover,
        Standing::Subsumed,
        Standing::Duplicate,
        Standing::Infeasible,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Standing::ToCover => "to cover",
            Standing::Covered => "covered",
            Standing::Infeasible => "infeasible",
            Standing::Duplicate => "duplicate",
            Standing::Subsumed => "subsumed",
        }
    }
}

impl Label<'_> {
    pub fn standing(&self) -> Standing {
        match self.verdict.status {
            Status::Infeasible => Standing::Infeasible,
            Status::Duplicate(_) => Standing::Duplicate,
            Status::Subsumed(_) => Standing::Subsumed,
            Status::Unknown | Status::Covered if self.covered => Standing::Covered,
            Status::Unknown | Status::Covered => Standing::ToCover,
        }
    }

    /// How often it was covered, in tests: one at least if it is known to be covered.
    pub fn count(&self) -> usize {
        self.tests.len().max(usize::from(self.covered))
    }

    /// Why it has its status, in one sentence.
    pub fn because(&self) -> String {
        let by: Vec<String> = self
            .verdict
            .status
            .by()
            .iter()
            .map(u64::to_string)
            .collect();
        let relation = match (&self.verdict.status, by.len()) {
            (Status::Duplicate(_), 1) => {
                format!("covered by exactly the tests that cover {}", by[0])
            }
            (Status::Duplicate(_), _) => {
                format!("covered exactly when one of {} is", by.join(", "))
            }
            (Status::Subsumed(_), _) => {
                format!("each test that covers {} covers it", by.join(" or "))
            }
            (Status::Infeasible, _) => "no test can cover it".into(),
            _ if self.covered => "a test covers it".into(),
            _ => "worth a test".into(),
        };
        match self.verdict.reason.as_str() {
            "" => relation,
            reason => format!("{relation}: {reason}"),
        }
    }
}

impl Run {
    /// Reads a directory that `tamis clean`, `tamis annotate` or `tamis replay` wrote.
    pub fn read(dir: &Path) -> Result<Run, Diagnostic> {
        let held = status::OutputDir::open(dir)?;
        let rows = status::read_labels(&held.file("labels.csv"))?;
        let mut known: HashMap<u64, Verdict> = status::read_status(&held.file("status.csv"))?
            .into_iter()
            .map(|verdict| (verdict.id, verdict))
            .collect();
        let verdicts: Vec<Verdict> = rows
            .iter()
            .map(|row| known.remove(&row.id).unwrap_or(Verdict::unknown(row.id)))
            .collect();
        let places = Places::new(&rows);
        let (rows, verdicts) = places.fold(&rows, &verdicts);
        let index = rows
            .iter()
            .enumerate()
            .map(|(i, row)| (row.id, i))
            .collect();
        let criteria = families(&rows);
        let coverage = optional(&held.file("coverage.csv"), status::read_coverage)?;
        let coverage = places.coverage(&coverage);
        let relation = status::read_relation(&held.file("subsumption.json"))?;
        let relation = places.relation(&relation);
        let tests = optional(&held.file("tests.csv"), status::read_tests)?;
        let mut history = status::read_history(&held.file(status::HISTORY))?;
        history.sort_by_key(|row| row.time);
        let measured = base::exists(&held.file("coverage.csv"))?
            || verdicts.iter().any(|v| v.status == Status::Covered);
        Ok(Run {
            dir: name_text(dir),
            rows,
            verdicts,
            index,
            places,
            root: name_text(&std::env::current_dir().unwrap_or_default()),
            criteria,
            coverage: coverage.into_iter().map(|row| (row.id, row)).collect(),
            relation,
            suppressed: optional(&held.file(status::SUPPRESSED), status::read_suppressed)?,
            history,
            tests,
            measured,
            directories: optional(&held.file("inputs.json"), status::read_inputs)?
                .into_iter()
                .filter(InputRow::is_annotated)
                .map(|input| name_path(&input.directory))
                .collect(),
            summary: Summary::read_any(&held.file("summary.json"))?,
            made: modified(&held.file("summary.json")),
            states: HashMap::new(),
        })
    }

    /// Keeps the labels of these criteria.
    pub fn keep_criteria(&mut self, criteria: &[String]) -> Result<(), Diagnostic> {
        if let Some(absent) = criteria.iter().find(|name| !self.criteria.contains(*name)) {
            let message = format!("{} has no labels of `{absent}`", self.dir);
            let known: Vec<&str> = self.criteria.iter().map(String::as_str).collect();
            return Err(Diagnostic::error(None, message)
                .with_hint(format!("the run has labels of {}", known.join(", "))));
        }
        let (rows, verdicts) = (
            std::mem::take(&mut self.rows),
            std::mem::take(&mut self.verdicts),
        );
        let kept = rows.into_iter().zip(verdicts);
        (self.rows, self.verdicts) = kept
            .filter(|(row, _)| criteria.iter().any(|name| name == row.family()))
            .unzip();
        let ids = self.rows.iter().enumerate();
        self.index = ids.map(|(i, row)| (row.id, i)).collect();
        self.criteria = families(&self.rows);
        let kept = |name: &String| criteria.contains(name);
        self.suppressed.retain(|row| kept(&row.criterion));
        self.history.retain(|row| kept(&row.criterion));
        Ok(())
    }

    /// How many labels are removed for certain, and how many if a label that implies them can be covered.
    pub fn removed(&self) -> [usize; 2] {
        let covered = status::covered_by_status(&self.verdicts);
        let mut counts = [0, 0];
        for label in self.labels().filter(|l| !l.verdict.status.is_live()) {
            let certain = status::removed_for_certain(&label.verdict.status, &covered);
            counts[usize::from(!certain)] += 1;
        }
        counts
    }

    /// How many labels a test covers, how many are proved infeasible, and how many are neither.
    pub fn ended(&self) -> [usize; 3] {
        let ratios = self.ratios();
        let sum = |of: fn(&Ratio) -> usize| -> usize {
            ratios.values().map(|ratio| of(&ratio.total)).sum()
        };
        let [labels, covered, feasible] = [
            sum(|ratio| ratio.labels),
            sum(|ratio| ratio.covered),
            sum(|ratio| ratio.feasible),
        ];
        [covered, labels - feasible, feasible.saturating_sub(covered)]
    }

    /// Takes over what a `.labels` file of LTest says of labels that are open here.
    pub fn add_ltest(&mut self, found: &[LtestRow]) {
        for row in found {
            let Some(&at) = self.index.get(&row.id) else {
                continue;
            };
            let verdict = &mut self.verdicts[at];
            if verdict.status == Status::Unknown {
                verdict.status = row.status.clone();
                verdict.step = "ltest".into();
                verdict.reason = format!("as {} says", or(&row.emitter, "the .labels file"));
            }
        }
        self.measured |= found.iter().any(|row| row.status == Status::Covered);
    }

    /// The names of the criteria, in order.
    pub fn criteria(&self) -> &BTreeSet<String> {
        &self.criteria
    }

    /// How many labels there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// In the order of the ids in the directory.
    pub fn labels(&self) -> impl Iterator<Item = Label<'_>> {
        (0..self.rows.len()).map(|i| self.at(i))
    }

    pub fn label(&self, id: u64) -> Option<Label<'_>> {
        let at = self.index.get(&self.places.of(id));
        at.map(|&i| self.at(i))
    }

    /// The name of a file, relative to the current directory if it is below it: other machines have the project elsewhere.
    pub fn relative<'a>(&self, file: &'a str) -> &'a str {
        base::relative(file, &self.root)
    }

    fn at(&self, i: usize) -> Label<'_> {
        let (row, verdict) = (&self.rows[i], &self.verdicts[i]);
        let seen = self.coverage.get(&row.id);
        let tests = seen.map_or(&[][..], |row| row.tests.as_slice());
        Label {
            row,
            verdict,
            tests,
            reached: seen.map_or(0, |row| row.reached),
            covered: !tests.is_empty() || verdict.status == Status::Covered,
            state: self.states.get(&row.id),
        }
    }

    /// The labels of each file, by line, column and id.
    pub fn by_file(&self) -> BTreeMap<Arc<str>, Vec<Label<'_>>> {
        let mut files: BTreeMap<Arc<str>, Vec<Label>> = BTreeMap::new();
        for label in self.labels() {
            files
                .entry(label.row.place.file.clone())
                .or_default()
                .push(label);
        }
        for labels in files.values_mut() {
            labels
                .sort_by_key(|label| (label.row.place.line, label.row.place.column, label.row.id));
        }
        files
    }

    pub fn ratios(&self) -> BTreeMap<String, CriterionRatio> {
        status::ratios(&self.rows, &self.verdicts, |id| self.is_covered(id))
    }

    /// When test suites were run, in seconds since 1970.
    pub fn times(&self) -> Vec<u64> {
        let mut times: Vec<u64> = self.history.iter().map(|row| row.time).collect();
        times.dedup();
        times
    }

    /// How many labels each comment or text suppresses.
    pub fn suppressions(&self) -> BTreeMap<&str, usize> {
        let mut reasons = BTreeMap::new();
        for row in &self.suppressed {
            *reasons.entry(row.reason.as_str()).or_default() += 1;
        }
        reasons
    }

    /// What is left to test, in the order to aim at it.
    pub fn objectives(&self) -> Vec<Objective> {
        status::to_cover(&self.verdicts, &self.relation, |id| self.is_covered(id))
    }

    fn is_covered(&self, id: u64) -> bool {
        self.label(id).is_some_and(|label| label.covered)
    }

    /// The command that explains a label, as a shell takes it, up to the label's id.
    pub fn explain_command_start(&self) -> String {
        format!("tamis explain {}", shell_word(&self.dir))
    }
}

fn families(rows: &[LabelRow]) -> BTreeSet<String> {
    let names: BTreeSet<&str> = rows.iter().map(LabelRow::family).collect();
    names.into_iter().map(String::from).collect()
}

fn optional<T>(
    path: &Path,
    read: fn(&Path) -> Result<Vec<T>, Diagnostic>,
) -> Result<Vec<T>, Diagnostic> {
    match base::exists(path)? {
        true => read(path),
        false => Ok(Vec::new()),
    }
}

fn modified(path: &Path) -> Option<u64> {
    let time = std::fs::metadata(path).ok()?.modified().ok()?;
    let since = time.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(since.as_secs())
}

/// The labels of a file, by line; one without a line is at the first.
pub(super) fn by_line<'l, 'a>(labels: &'l [Label<'a>]) -> BTreeMap<u32, Vec<&'l Label<'a>>> {
    let mut lines: BTreeMap<u32, Vec<&Label>> = BTreeMap::new();
    for label in labels {
        let line = label.row.place.line.max(1);
        lines.entry(line).or_default().push(label);
    }
    lines
}

pub(super) fn or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

/// In single quotes unless it is plain.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('-') {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
