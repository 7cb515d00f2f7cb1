//! `labels.csv`: every label of the run.

use super::table::{Rows, to_text};
use crate::base::{Diagnostic, Place};
use std::path::Path;

const COLUMNS: [&str; 10] = [
    "id",
    "key",
    "criterion",
    "tag",
    "file",
    "line",
    "column",
    "function",
    "group",
    "predicate",
];

/// A label as people and other tools see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelRow {
    pub id: u64,
    /// Stays the same when other functions change.
    pub key: String,
    pub criterion: String,
    pub tag: String,
    pub place: Place,
    pub function: String,
    /// The co-reached group; empty when groups were not computed.
    pub group: String,
    pub predicate: String,
}

impl LabelRow {
    /// What it is cleaned and counted with: its criterion, or the tag that the source gives it.
    pub fn family(&self) -> &str {
        match self.criterion.as_str() {
            "source" => &self.tag,
            criterion => criterion,
        }
    }
}

/// The content of `labels.csv`, in the order given.
pub fn labels_text(labels: &[LabelRow]) -> Vec<u8> {
    let rows = labels.iter().map(|label| {
        vec![
            label.id.to_string(),
            label.key.clone(),
            label.criterion.clone(),
            label.tag.clone(),
            label.place.file.to_string(),
            label.place.line.to_string(),
            label.place.column.to_string(),
            label.function.clone(),
            label.group.clone(),
            label.predicate.clone(),
        ]
    });
    to_text(&COLUMNS, rows)
}

pub fn read_labels(path: &Path) -> Result<Vec<LabelRow>, Diagnostic> {
    Rows::new(path).read(&COLUMNS, |row| {
        Ok(LabelRow {
            id: row.number(0)?,
            key: row.text(1)?.into(),
            criterion: row.text(2)?.into(),
            tag: row.text(3)?.into(),
            place: Place {
                file: row.text(4)?.into(),
                line: row.number(5)?,
                column: row.number(6)?,
            },
            function: row.text(7)?.into(),
            group: row.text(8)?.into(),
            predicate: row.text(9)?.into(),
        })
    })
}
