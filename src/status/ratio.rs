//! How much of a program a test suite covers: raw, and corrected by what was proved.
//!
//! Comes in: labels, verdicts, which labels are covered. Goes out: counts per criterion, file and function. Must not
//! know where the covered labels come from.

use super::{LabelRow, Status, Verdict};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};

/// Raw is `covered / labels`; corrected is `live_covered / live`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Ratio {
    pub labels: usize,
    pub covered: usize,
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

impl Ratio {
    /// In percent; `None` when there is nothing to cover.
    pub fn raw(&self) -> Option<f64> {
        percent(self.covered, self.labels)
    }

    /// In percent; `None` when there is nothing to cover.
    pub fn corrected(&self) -> Option<f64> {
        percent(self.live_covered, self.live)
    }

    fn add(&mut self, live: bool, covered: bool) {
        self.labels += 1;
        self.covered += usize::from(covered);
        self.live += usize::from(live);
        self.live_covered += usize::from(live && covered);
    }
}

/// The counts, and the ratios in percent for people who read JSON.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Ratio", 6)?;
        fields.serialize_field("labels", &self.labels)?;
        fields.serialize_field("covered", &self.covered)?;
        fields.serialize_field("live", &self.live)?;
        fields.serialize_field("live_covered", &self.live_covered)?;
        fields.serialize_field("raw", &self.raw())?;
        fields.serialize_field("corrected", &self.corrected())?;
        fields.end()
    }
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
        let live = status.get(&label.id).is_none_or(|status| status.is_live());
        let covered = covered(label.id);
        let criterion = criteria.entry(label.family().into()).or_default();
        criterion.total.add(live, covered);
        let file = criterion
            .files
            .entry(label.place.file.to_string())
            .or_default();
        file.total.add(live, covered);
        let function = file.functions.entry(label.function.clone()).or_default();
        function.add(live, covered);
    }
    criteria
}
