//! `labels.labels`: labels and verdicts for Frama-C/LTest.
//!
//! LTest knows `uncoverable`, `covered` and `unknown`; duplicates and subsumed labels are
//! unknown to it, and tell in an extra column which labels stand for them.

use super::table::{Row, Rows, spaced, to_text};
use super::{LabelRow, Status, Verdict};
use crate::base::Diagnostic;
use std::path::Path;

const COLUMNS: [&str; 8] = [
    "# id",
    "status",
    "tag",
    "origin_loc",
    "current_loc",
    "emitter",
    "drivers",
    "exec_time",
];

/// A row of the file; the columns that tamis leaves empty are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LtestRow {
    pub id: u64,
    pub status: Status,
    pub tag: String,
    /// `file:line`
    pub origin: String,
    pub emitter: String,
}

/// The content of `labels.labels`.
pub fn ltest_text<'a>(labels: impl Iterator<Item = (&'a LabelRow, &'a Verdict)>) -> Vec<u8> {
    let rows = labels.map(|(label, verdict)| {
        let status = match verdict.status {
            Status::Infeasible => "uncoverable",
            Status::Covered => "covered",
            _ => "unknown",
        };
        let origin = format!("{}:{}", label.place.file, label.place.line);
        let mut row = vec![
            label.id.to_string(),
            status.into(),
            label.tag.clone(),
            origin,
        ];
        row.extend(["", "tamis", "", ""].map(String::from));
        match &verdict.status {
            Status::Duplicate(by) => row.push(format!("dup={}", spaced(by))),
            Status::Subsumed(by) => row.push(format!("sub={}", spaced(by))),
            _ => {}
        }
        row
    });
    to_text(&COLUMNS, rows)
}

pub fn read_ltest(path: &Path) -> Result<Vec<LtestRow>, Diagnostic> {
    Rows::new(path).read(&COLUMNS, |row| {
        Ok(LtestRow {
            id: row.number(0)?,
            status: status(row)?,
            tag: row.text(2)?.into(),
            origin: row.text(3)?.into(),
            emitter: row.text(5)?.into(),
        })
    })
}

fn status(row: &Row) -> Result<Status, Diagnostic> {
    for extra in row.rest(COLUMNS.len()) {
        if let Some(by) = extra.strip_prefix("dup=") {
            return Ok(Status::Duplicate(row.numbers(by)?));
        }
        if let Some(by) = extra.strip_prefix("sub=") {
            return Ok(Status::Subsumed(row.numbers(by)?));
        }
    }
    match row.text(1)? {
        "uncoverable" => Ok(Status::Infeasible),
        "covered" => Ok(Status::Covered),
        "unknown" => Ok(Status::Unknown),
        other => Err(row.error(format!("`{other}` is no status of LTest"))),
    }
}
