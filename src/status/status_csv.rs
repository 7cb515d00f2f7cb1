//! `status.csv`: one verdict per label.

use super::table::{Rows, spaced, to_text};
use super::{Status, Verdict};
use crate::base::Diagnostic;
use std::path::Path;

const COLUMNS: [&str; 5] = ["id", "status", "by", "step", "reason"];

/// The content of `status.csv`, in the order given.
pub fn status_text(verdicts: &[Verdict]) -> Vec<u8> {
    let rows = verdicts.iter().map(|verdict| {
        vec![
            verdict.id.to_string(),
            verdict.status.name().into(),
            spaced(verdict.status.by()),
            verdict.step.clone(),
            verdict.reason.clone(),
        ]
    });
    to_text(&COLUMNS, rows)
}

pub fn read_status(path: &Path) -> Result<Vec<Verdict>, Diagnostic> {
    Rows::new(path).read(&COLUMNS, |row| {
        let by = row.numbers(row.text(2)?)?;
        let status = Status::parse(row.text(1)?, by).map_err(|message| row.error(message))?;
        let (step, reason) = (row.text(3)?.into(), row.text(4)?.into());
        Ok(Verdict {
            id: row.number(0)?,
            status,
            step,
            reason,
        })
    })
}
