//! `record.json`: what a run was asked and what it found, for later commands of tamis itself.
//!
//! Comes in: the choices of the user, findings by label. Goes out: the same, read again. Must not know what a finding
//! means; how the inputs are read is in `inputs.json`.

use crate::base::{self, Diagnostic, Place, cannot, name_text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Changes when the file's shape does.
const FORMAT: u32 = 4;
const NAME: &str = "record.json";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    format: u32,
    pub setup: Setup,
    /// As in `1,2`.
    pub steps: String,
    /// By label, ascending.
    pub findings: Vec<RecordedFinding>,
    /// `[a, b, why]`: whatever covers a covers b; ascending.
    pub edges: Vec<(u64, u64, RecordedGround)>,
    /// `[l, x, y]`: l is covered exactly when x or y is.
    pub pairs: Vec<(u64, u64, u64)>,
}

/// All that decides what a run finds, but for the choice of steps and the inputs that have a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The programs that found it out.
    pub versions: BTreeMap<String, String>,
    /// Inputs that were named and have no command.
    pub inputs_failed: usize,
    /// Names and values that the pipeline reads again.
    pub options: BTreeMap<String, String>,
    pub functions: Vec<String>,
    pub skip_functions: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedFinding {
    pub id: u64,
    pub found: RecordedKind,
    /// Why it is open.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordedKind {
    Infeasible,
    Possible,
    Always,
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordedGround {
    Group,
    Pair,
    Proof,
}

impl Record {
    pub fn new(setup: Setup, steps: String) -> Record {
        Record {
            format: FORMAT,
            setup,
            steps,
            findings: Vec::new(),
            edges: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// Whether there is one in the directory.
    pub fn is_in(dir: &Path) -> Result<bool, Diagnostic> {
        base::is_file(&dir.join(NAME))
    }

    pub fn read(dir: &Path) -> Result<Record, Diagnostic> {
        let path = dir.join(NAME);
        let text = fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
        let broken = |line: usize, column: usize, message: String| {
            let place = Place {
                file: name_text(&path).into(),
                line: line.max(1) as u32,
                column: column.max(1) as u32,
            };
            Diagnostic::error(Some(place), message)
                .with_hint("run `tamis clean` again to make a new one")
        };
        let record: Record = serde_json::from_slice(&text).map_err(|error| {
            let message = format!("not the record of a run: {error}");
            broken(error.line(), error.column(), message)
        })?;
        if record.format != FORMAT {
            let message = format!("the record of another version of tamis ({})", record.format);
            return Err(broken(1, 1, message));
        }
        Ok(record)
    }

    /// The content of `record.json`.
    pub fn to_text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).unwrap_or_default();
        text.push(b'\n');
        text
    }
}

impl Setup {
    /// The first thing that differs, in words; `None` if nothing does.
    pub fn difference(&self, other: &Setup) -> Option<String> {
        if self.versions != other.versions {
            return Some("another build of tamis or z3 made it".to_string());
        }
        for (name, value) in &self.options {
            if other.options.get(name) != Some(value) {
                return Some(format!("{} differs", name.replace('_', " ")));
            }
        }
        if (&self.functions, &self.skip_functions) != (&other.functions, &other.skip_functions) {
            return Some("other functions were chosen".to_string());
        }
        (self != other).then(|| "other inputs were given".to_string())
    }
}

/// FNV-1a with 128 bits: the same on every machine and in every version.
pub fn digest(text: &[u8]) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for &byte in text {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_fnv_1a() {
        assert_eq!(digest(b""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(digest(b"a"), "d228cb696f1a8caf78912b704e4a8964");
    }

    #[test]
    fn a_difference_is_named() {
        let setup = |failed: usize, limit: &str| Setup {
            versions: BTreeMap::new(),
            inputs_failed: failed,
            options: BTreeMap::from([("limit".to_string(), limit.to_string())]),
            functions: vec![],
            skip_functions: vec![],
        };
        let base = setup(0, "5");
        assert_eq!(base.difference(&base), None);
        let with = |other: &Setup| base.difference(other).unwrap_or_default();
        assert_eq!(with(&setup(1, "5")), "other inputs were given");
        assert_eq!(with(&setup(0, "6")), "limit differs");
    }
}
