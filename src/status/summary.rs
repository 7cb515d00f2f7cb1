//! `summary.json`: what was run, under which assumptions, and how much came out.

use super::file::write_durably;
use super::seal::Seals;
use super::{LabelRow, Places, Ratio, Status, Verdict, covered_by_status, removed_for_certain};
use crate::base::{Assumed, Assumption, Diagnostic, Place, assumptions, cannot, name_text};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    pub versions: BTreeMap<String, String>,
    pub command: String,
    pub options: BTreeMap<String, String>,
    pub assumptions: Vec<Assumption>,
    pub files: usize,
    /// Files that could not be read.
    pub files_failed: usize,
    /// Files that the user asked to leave out.
    #[serde(skip_serializing_if = "is_zero")]
    pub files_left_out: usize,
    /// Entries of the compilation database that are not C.
    #[serde(skip_serializing_if = "is_zero")]
    pub files_not_c: usize,
    /// Of the inputs themselves, without what they include.
    pub lines: usize,
    pub functions: usize,
    /// Function definitions without a result, each with a diagnostic.
    pub functions_failed: usize,
    pub labels: usize,
    /// Those of them that are copies of others: the same place, compiled again.
    #[serde(skip_serializing_if = "is_zero")]
    pub copies: usize,
    /// What would be labels, had the user not left them out.
    #[serde(skip_serializing_if = "is_zero")]
    pub suppressed: usize,
    /// By place: a copy counts with the label that it is a copy of.
    pub criteria: BTreeMap<String, CriterionCount>,
    /// What is known of the whole program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Facts>,
    #[serde(skip_serializing_if = "Proving::is_empty")]
    pub proving: Proving,
    /// What another solver said of the proofs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<SecondOpinion>,
    /// What has certificates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificates: Option<Certificates>,
    /// What a test suite covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replayed>,
    /// Ctrl-C ended it early; what was found until then is there.
    pub interrupted: bool,
    /// The files beside this one, by name.
    pub files_sealed: Seals,
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    /// Wall-clock seconds by stage, and `total`.
    pub seconds: BTreeMap<String, f64>,
    pub peak_memory_kib: Option<u64>,
}

/// The labels of one criterion by status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CriterionCount {
    pub labels: usize,
    pub infeasible: usize,
    pub duplicate: usize,
    pub subsumed: usize,
    pub covered: usize,
    pub unknown: usize,
    /// Infeasible, duplicate, or subsumed by a label that a test covers.
    pub removed_for_certain: usize,
    /// Subsumed by labels that no test covers: worth no test if one of those can be covered.
    pub removed_if_feasible: usize,
}

/// How many facts about the whole program the proofs could use.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// Parameters that do not have every value of their type.
    pub arguments: usize,
    /// Functions, by unit that calls them, that do not give back every value.
    pub results: usize,
    /// Globals, by unit that names them, that do not hold every value or are never written.
    pub globals: usize,
    /// Scalars of globals that hold less at an entry, or after a return, than at any time; by function and unit.
    pub states: usize,
    /// Variables and objects whose address only calls are given, which forget it.
    pub references: usize,
    /// Pointers that point into objects of known size only.
    pub extents: usize,
    /// Wall-clock seconds that finding them took.
    pub seconds: f64,
}

/// What another solver said of the proofs. A claim is what a proof says: that a label is never covered, or always, or that one
/// implies another.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SecondOpinion {
    pub solver: String,
    pub version: String,
    /// Labels that are removed by what was proved here.
    pub removals: u64,
    /// Those whose verdicts follow from what both proved.
    pub removals_confirmed: u64,
    /// Those whose verdicts rest on a claim that the other solver did not decide.
    pub removals_open: u64,
    /// Those whose verdicts rest on a claim that is wrong.
    pub removals_disputed: u64,
    pub claims_confirmed: u64,
    /// Claims that were proved again only with all accesses that are computed from an object's address inside of it.
    pub claims_inside_objects: u64,
    pub questions: u64,
    pub timeouts: u64,
    /// Questions that the other solver broke on.
    pub failures: u64,
    /// Claims that it did not decide.
    pub open: u64,
    /// Claims that are wrong: it has a state that refutes them, or the order of the labels does not allow them.
    pub disagreements: u64,
    pub seconds: f64,
}

/// What has certificates; `tamis check` verifies them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Certificates {
    /// Labels that are removed by what was proved.
    pub removals: u64,
    /// Those whose verdicts follow from claims with certificates.
    pub removals_certified: u64,
    /// Those whose verdicts rest on a claim that was not refuted again within the limits.
    pub removals_open: u64,
    /// Those whose verdicts rest on a claim that is wrong or has a wrong proof; they are not removed.
    pub removals_faulty: u64,
    /// Claims with a proof.
    pub proofs: u64,
    /// Implications that are nothing but a claim with a proof about their target.
    pub derived: u64,
    /// Claims without a certificate.
    pub open: u64,
    pub faulty: u64,
    pub files: u64,
    pub bytes: u64,
    pub seconds: f64,
}

/// A test suite that was replayed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Replayed {
    pub tests: usize,
    /// Ctrl-C ended it: some tests were not run.
    pub interrupted: bool,
    pub seconds: f64,
    pub criteria: BTreeMap<String, Ratio>,
}

/// What proving took; the maps are by step, `local` being questions about one block alone.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Proving {
    /// Ordered pairs of predicates that step 3 had to decide.
    pub pairs: u64,
    /// Those of them that no question was asked about: a state refuted them, or they followed from others.
    pub pairs_without_solver: u64,
    pub solver_calls: BTreeMap<String, u64>,
    pub proofs: u64,
    /// Questions that a limit ended.
    pub without_answer: u64,
    /// Questions that were not asked, since too many others about the same place had no answer.
    pub not_asked: u64,
    /// Labels for which the findings of earlier steps were taken over.
    pub taken_over: u64,
    /// Labels about which an earlier run of the same steps had found out everything.
    pub cached: u64,
    /// All threads together.
    pub processor_seconds: BTreeMap<String, f64>,
}

impl Proving {
    fn is_empty(&self) -> bool {
        *self == Proving::default()
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl CriterionCount {
    fn add(&mut self, verdict: &Verdict, covered: &BTreeSet<u64>) {
        self.labels += 1;
        match removed_for_certain(&verdict.status, covered) {
            true => self.removed_for_certain += 1,
            false => self.removed_if_feasible += usize::from(!verdict.status.is_live()),
        }
        *match verdict.status {
            Status::Unknown => &mut self.unknown,
            Status::Infeasible => &mut self.infeasible,
            Status::Duplicate(_) => &mut self.duplicate,
            Status::Subsumed(_) => &mut self.subsumed,
            Status::Covered => &mut self.covered,
        } += 1;
    }
}

impl Summary {
    /// Counts the labels by place. Both lists are by id.
    pub fn count(&mut self, labels: &[LabelRow], verdicts: &[Verdict]) {
        let places = Places::new(labels);
        self.labels = labels.len();
        self.copies = places.copies();
        self.criteria.clear();
        let (labels, verdicts) = places.fold(labels, verdicts);
        let covered = covered_by_status(&verdicts);
        for (label, verdict) in labels.iter().zip(&verdicts) {
            let count = self.criteria.entry(label.criterion.clone()).or_default();
            count.add(verdict, &covered);
        }
    }

    /// Of a run of this version of tamis.
    pub fn new(command: &str) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_string();
        Summary {
            versions: BTreeMap::from([("tamis".to_string(), version)]),
            command: command.into(),
            assumptions: assumptions(&Assumed::default()),
            ..Summary::default()
        }
    }

    pub fn read(path: &Path) -> Result<Summary, Diagnostic> {
        let text = std::fs::read(path).map_err(|error| cannot("read", path, &error))?;
        Summary::parse(path, &text)
    }

    /// Of any version, to be shown.
    pub fn read_any(path: &Path) -> Result<serde_json::Value, Diagnostic> {
        let text = std::fs::read(path).map_err(|error| cannot("read", path, &error))?;
        serde_json::from_slice(&text).map_err(|error| not_a_summary(path, &error))
    }

    /// From the text of a file.
    pub(super) fn parse(path: &Path, text: &[u8]) -> Result<Summary, Diagnostic> {
        serde_json::from_slice(text).map_err(|error| not_a_summary(path, &error))
    }

    /// As one line of text for machines.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn write(&self, path: &Path) -> Result<(), Diagnostic> {
        let mut text = serde_json::to_vec_pretty(self).unwrap_or_default();
        text.push(b'\n');
        write_durably(path, &text)
    }
}

pub(super) fn not_a_summary(path: &Path, error: &serde_json::Error) -> Diagnostic {
    let place = Place {
        file: name_text(path).into(),
        line: error.line() as u32,
        column: error.column() as u32,
    };
    Diagnostic::error(Some(place), format!("not a summary: {error}"))
}

/// The most memory that this process ever had, as Linux counts it.
pub fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
