//! `subsumption.json` and `subsumption.dot`: the proved relation between labels.

use crate::base::{self, Diagnostic, Place, name_text};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// What was proved, also the part that `status.csv` does not need.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Relation<'a> {
    /// Labels that the same tests cover.
    pub duplicates: &'a [Vec<u64>],
    /// `[a, b]`: each test that covers a covers b; a and b stand for their duplicates.
    pub implications: &'a [(u64, u64)],
}

/// A [`Relation`] that was read back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct ProvedRelation {
    pub duplicates: Vec<Vec<u64>>,
    pub implications: Vec<(u64, u64)>,
}

/// Reads `subsumption.json`; a run that proved nothing has none.
pub fn read_relation(path: &Path) -> Result<ProvedRelation, Diagnostic> {
    let Some(text) = base::read_optional(path)? else {
        return Ok(Default::default());
    };
    let relation: ProvedRelation = serde_json::from_slice(&text).map_err(|error| {
        let place = Place {
            file: name_text(path).into(),
            line: error.line() as u32,
            column: error.column() as u32,
        };
        Diagnostic::error(Some(place), format!("not a relation: {error}"))
    })?;
    match relation.duplicates.iter().any(Vec::is_empty) {
        true => {
            let message = format!("{} has an empty class of duplicates", path.display());
            Err(Diagnostic::error(None, message))
        }
        false => Ok(relation),
    }
}

impl Relation<'_> {
    pub fn to_json(self) -> String {
        let mut text = serde_json::to_string(&self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// For Graphviz: a node has the ids of its duplicates.
    pub fn to_dot(self) -> String {
        let mut text = String::from("digraph subsumption {\n");
        for list in self.duplicates {
            let ids: Vec<String> = list.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "  {} [label=\"{}\"];", list[0], ids.join(" = "));
        }
        for (a, b) in self.implications {
            let _ = writeln!(text, "  {a} -> {b};");
        }
        text.push_str("}\n");
        text
    }
}
