//! `history.csv`: what earlier test runs covered. A later `tamis clean` keeps it, so that a report shows the trend.

use super::Ratio;
use super::table::{Rows, to_text};
use crate::base::{self, Diagnostic};
use std::path::Path;

pub const HISTORY: &str = "history.csv";
/// Older rows make way.
const MOST: usize = 5000;
const COLUMNS: [&str; 7] = [
    "time",
    "criterion",
    "labels",
    "covered",
    "feasible",
    "live",
    "live_covered",
];

/// The ratio of one criterion after one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryRow {
    /// In seconds since 1970.
    pub time: u64,
    pub criterion: String,
    pub ratio: Ratio,
}

/// The content of the file.
pub fn history_text(rows: &[HistoryRow]) -> Vec<u8> {
    let rows = &rows[rows.len().saturating_sub(MOST)..];
    let cells = |row: &HistoryRow| {
        let Ratio {
            labels,
            covered,
            feasible,
            live,
            live_covered,
        } = row.ratio;
        let counts = [labels, covered, feasible, live, live_covered];
        let mut cells = vec![row.time.to_string(), row.criterion.clone()];
        cells.extend(counts.map(|count| count.to_string()));
        cells
    };
    to_text(&COLUMNS, rows.iter().map(cells))
}

/// Nothing if no test suite was ever run.
pub fn read_history(path: &Path) -> Result<Vec<HistoryRow>, Diagnostic> {
    if !base::exists(path)? {
        return Ok(Vec::new());
    }
    Rows::new(path).read(&COLUMNS, |row| {
        Ok(HistoryRow {
            time: row.number(0)?,
            criterion: row.text(1)?.into(),
            ratio: Ratio {
                labels: row.number(2)?,
                covered: row.number(3)?,
                feasible: row.number(4)?,
                live: row.number(5)?,
                live_covered: row.number(6)?,
            },
        })
    })
}
