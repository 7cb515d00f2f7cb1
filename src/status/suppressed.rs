//! `suppressed.csv`: what would be labels, had the user not left them out.

use super::table::{Rows, to_text};
use crate::base::{Diagnostic, Place};
use serde::Serialize;
use std::path::Path;

pub const SUPPRESSED: &str = "suppressed.csv";
const COLUMNS: [&str; 7] = [
    "criterion",
    "file",
    "line",
    "column",
    "function",
    "predicate",
    "reason",
];

/// A label that was left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SuppressedRow {
    pub place: Place,
    pub criterion: String,
    pub function: String,
    pub predicate: String,
    /// The comment or the text that excludes its line.
    pub reason: String,
}

/// For machines.
impl Serialize for SuppressedRow {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = cells(self);
        serializer.collect_map(COLUMNS.iter().zip(&cells))
    }
}

fn cells(row: &SuppressedRow) -> Vec<String> {
    vec![
        row.criterion.clone(),
        row.place.file.to_string(),
        row.place.line.to_string(),
        row.place.column.to_string(),
        row.function.clone(),
        row.predicate.clone(),
        row.reason.clone(),
    ]
}

/// The content of the file.
pub fn suppressed_text(rows: &[SuppressedRow]) -> Vec<u8> {
    to_text(&COLUMNS, rows.iter().map(cells))
}

pub fn read_suppressed(path: &Path) -> Result<Vec<SuppressedRow>, Diagnostic> {
    Rows::new(path).read(&COLUMNS, |row| {
        Ok(SuppressedRow {
            criterion: row.text(0)?.into(),
            place: Place {
                file: row.text(1)?.into(),
                line: row.number(2)?,
                column: row.number(3)?,
            },
            function: row.text(4)?.into(),
            predicate: row.text(5)?.into(),
            reason: row.text(6)?.into(),
        })
    })
}
