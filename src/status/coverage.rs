//! `coverage.csv` and `tests.csv`: which tests cover which labels, and how each test ended.

use super::table::{Row, Rows, to_text};
use crate::base::Diagnostic;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

const COVERAGE: [&str; 3] = ["id", "tests", "reached"];
const TESTS: [&str; 5] = ["test", "result", "seconds", "labels", "whole"];

/// A label that some test reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageRow {
    pub id: u64,
    /// The tests that cover it, in the order of the suite; names have no blanks.
    pub tests: Vec<Arc<str>>,
    /// How many tests reach its place, with its predicate true or not.
    pub reached: usize,
}

/// A test that was run.
#[derive(Clone, PartialEq, Debug)]
pub struct TestRow {
    pub name: Arc<str>,
    /// `exit 0`, `signal 11`, `timeout`, …
    pub result: String,
    pub seconds: f64,
    /// How many labels it covers.
    pub labels: usize,
    /// Whether all its processes ended by themselves: only then must relations between labels hold.
    pub whole: bool,
}

/// The ids of the labels that some test covers.
pub fn covered(coverage: &[CoverageRow]) -> BTreeSet<u64> {
    let rows = coverage.iter().filter(|row| !row.tests.is_empty());
    rows.map(|row| row.id).collect()
}

/// The labels that each test covers.
pub fn by_test(coverage: &[CoverageRow]) -> BTreeMap<&str, HashSet<u64>> {
    let mut tests: BTreeMap<&str, HashSet<u64>> = BTreeMap::new();
    for row in coverage {
        for test in &row.tests {
            tests.entry(test).or_default().insert(row.id);
        }
    }
    tests
}

/// The content of `coverage.csv`, in the order given.
pub fn coverage_text(coverage: &[CoverageRow]) -> Vec<u8> {
    let rows = coverage.iter().map(|row| {
        vec![
            row.id.to_string(),
            row.tests.join(" "),
            row.reached.to_string(),
        ]
    });
    to_text(&COVERAGE, rows)
}

pub fn read_coverage(path: &Path) -> Result<Vec<CoverageRow>, Diagnostic> {
    // Few names stand in many rows.
    let mut names: HashSet<Arc<str>> = HashSet::new();
    Rows::new(path).read(&COVERAGE, |row| {
        let mut name = |word: &str| match names.get(word) {
            Some(name) => name.clone(),
            None => {
                names.insert(word.into());
                word.into()
            }
        };
        Ok(CoverageRow {
            id: row.number(0)?,
            tests: row
                .text(1)?
                .split_ascii_whitespace()
                .map(&mut name)
                .collect(),
            reached: row.number(2)?,
        })
    })
}

/// The content of `tests.csv`, in the order given.
pub fn tests_text(tests: &[TestRow]) -> Vec<u8> {
    let rows = tests.iter().map(|test| {
        vec![
            test.name.to_string(),
            test.result.clone(),
            format!("{:.3}", test.seconds),
            test.labels.to_string(),
            if test.whole { "yes" } else { "no" }.into(),
        ]
    });
    to_text(&TESTS, rows)
}

pub fn read_tests(path: &Path) -> Result<Vec<TestRow>, Diagnostic> {
    Rows::new(path).read(&TESTS, |row| {
        Ok(TestRow {
            name: row.text(0)?.into(),
            result: row.text(1)?.into(),
            seconds: row.number(2)?,
            labels: row.number(3)?,
            whole: yes(row, 4)?,
        })
    })
}

fn yes(row: &Row, column: usize) -> Result<bool, Diagnostic> {
    match row.text(column)? {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(row.error(format!("`{other}` is neither yes nor no"))),
    }
}
