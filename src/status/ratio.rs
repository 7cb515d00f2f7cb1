//! How much of a program a test suite covers: raw, and corrected by what was proved.
//!
//! Comes in: labels, verdicts, which labels are covered. Goes out: counts per criterion, file and function. Must not
//! know where the covered labels come from.

use super::{LabelRow, Status, Verdict};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};

/// Raw is `covered / labels`; of the feasible ones it is `covered / feasible`; corrected is `live_covered / live`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Ratio {
    pub labels: usize,
    pub covered: usize,
    /// Labels that are not infeasible.
    pub feasible: usize,
    /// Labels that are neither infeasible nor duplicate nor subsumed.
    pub live: usize,
    pub live_covered: usize,
}

/// The labels of a file, and of each of its functions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FileRatio {
    pub total: Ratio,
    pub functions: BTreeMap<String, Ratio>,
}

/// The labels of a criterion, and of each file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CriterionRatio {
    pub total: Ratio,
    pub files: BTreeMap<String, FileRatio>,
}

impl CriterionRatio {
    /// The labels of each directory, with those below it counted apart.
    pub fn directories(&self) -> BTreeMap<String, Ratio> {
        let mut all: BTreeMap<String, Ratio> = BTreeMap::new();
        for (file, ratio) in &self.files {
            let directory = file
                .rsplit_once('/')
                .map_or(".", |(directory, _)| directory);
            all.entry(directory.into()).or_default().join(&ratio.total);
        }
        all
    }
}

impl Ratio {
    fn join(&mut self, other: &Ratio) {
        self.labels += other.labels;
        self.covered += other.covered;
        self.feasible += other.feasible;
        self.live += other.live;
        self.live_covered += other.live_covered;
    }

    /// Labels that are worth a test and have none.
    pub fn to_cover(&self) -> usize {
        self.live.saturating_sub(self.live_covered)
    }

    /// In percent; `None` when there is nothing to cover.
    pub fn raw(&self) -> Option<f64> {
        percent(self.covered, self.labels)
    }

    /// In percent, of the labels that are not infeasible; `None` when there is nothing to cover.
    pub fn of_feasible(&self) -> Option<f64> {
        percent(self.covered, self.feasible)
    }

    /// In percent; `None` when there is nothing to cover.
    pub fn corrected(&self) -> Option<f64> {
        percent(self.live_covered, self.live)
    }

    fn add(&mut self, status: &Status, covered: bool) {
        let live = status.is_live();
        self.labels += 1;
        self.feasible += usize::from(*status != Status::Infeasible);
        self.covered += usize::from(covered);
        self.live += usize::from(live);
        self.live_covered += usize::from(live && covered);
    }
}

/// The counts, and the ratios in percent for people who read JSON.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Ratio", 8)?;
        fields.serialize_field("labels", &self.labels)?;
        fields.serialize_field("covered", &self.covered)?;
        fields.serialize_field("feasible", &self.feasible)?;
        fields.serialize_field("live", &self.live)?;
        fields.serialize_field("live_covered", &self.live_covered)?;
        fields.serialize_field("raw", &self.raw())?;
        fields.serialize_field("of_feasible", &self.of_feasible())?;
        fields.serialize_field("corrected", &self.corrected())?;
        fields.end()
    }
}

/// A ratio as people read it, the same everywhere: one digit after the point, rounded down, so that 100 % means all.
pub fn percent_text(percent: f64) -> String {
    // The division may have an error in its last bit.
    format!("{:.1}%", (percent * 10.0 + 1e-9).floor() / 10.0)
}

fn percent(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part as f64 / whole as f64)
}

/// The ratios by criterion; labels of the source belong to the criterion that their tag names.
pub fn ratios(
    labels: &[LabelRow],
    verdicts: &[Verdict],
    covered: impl Fn(u64) -> bool,
) -> BTreeMap<String, CriterionRatio> {
    let status: HashMap<u64, &Status> = verdicts.iter().map(|v| (v.id, &v.status)).collect();
    let mut criteria: BTreeMap<String, CriterionRatio> = BTreeMap::new();
    for label in labels {
        let status = status.get(&label.id).copied().unwrap_or(&Status::Unknown);
        let covered = covered(label.id);
        let criterion = criteria.entry(label.family().into()).or_default();
        criterion.total.add(status, covered);
        let file = criterion
            .files
            .entry(label.place.file.to_string())
            .or_default();
        file.total.add(status, covered);
        let function = file.functions.entry(label.function.clone()).or_default();
        function.add(status, covered);
    }
    criteria
}
