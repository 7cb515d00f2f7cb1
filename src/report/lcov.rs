//! A tracefile for lcov: each label is a branch of its line.
//!
//! Labels that are removed are left out, so that lcov's branch ratio is the corrected one. Newer versions of lcov know
//! branches that are unreachable (`U`): there infeasible labels may be kept.

use super::data::{Label, Run, Standing, or};
use super::escape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What becomes of branches that no execution takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unreachable {
    /// They are left out; every version of lcov reads that.
    #[default]
    Drop,
    /// They are marked with `U`, as lcov 2.4 does.
    Mark,
}

pub fn write(run: &Run, unreachable: Unreachable) -> String {
    let criteria: Vec<String> = run.criteria().iter().cloned().collect();
    let mut text = String::new();
    for (file, labels) in run.by_file() {
        let _ = writeln!(text, "TN:\nSF:{}", escape::line(or(&file, "-")));
        functions(&mut text, &labels);
        branches(&mut text, &labels, &criteria, run.measured, unreachable);
        lines(&mut text, &labels);
        text.push_str("end_of_record\n");
    }
    text
}

/// A function begins at its first label, and was called if a test reaches one of its labels.
fn functions(text: &mut String, labels: &[Label]) {
    let mut functions: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
    for label in labels.iter().filter(|label| !label.row.function.is_empty()) {
        let line = label.row.place.line.max(1);
        let (first, count) = functions.entry(&label.row.function).or_insert((line, 0));
        *first = line.min(*first);
        *count = (*count).max(label.count()).max(label.reached);
    }
    for (name, (line, _)) in &functions {
        let _ = writeln!(text, "FN:{line},{}", escape::line(name));
    }
    for (name, (_, count)) in &functions {
        let _ = writeln!(text, "FNDA:{count},{}", escape::line(name));
    }
    let hit = functions.values().filter(|(_, count)| *count > 0).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{hit}", functions.len());
}

/// The block of a branch is its criterion, its number counts the labels of the line.
fn branches(
    text: &mut String,
    labels: &[Label],
    criteria: &[String],
    measured: bool,
    unreachable: Unreachable,
) {
    let (mut found, mut hit) = (0, 0);
    let mut numbers: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    for label in labels {
        let block = criteria.iter().position(|name| name == label.row.family());
        let block = block.unwrap_or(0);
        let line = label.row.place.line.max(1);
        let number = numbers.entry((line, block)).or_default();
        let mark = match label.standing() {
            Standing::Covered | Standing::ToCover => "",
            Standing::Infeasible if unreachable == Unreachable::Mark => "U",
            _ => continue,
        };
        let taken = if measured {
            label.count().to_string()
        } else {
            "-".into()
        };
        let _ = writeln!(text, "BRDA:{line},{mark}{block},{number},{taken}");
        *number += 1;
        if mark.is_empty() {
            found += 1;
            hit += usize::from(label.covered);
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

/// A line was executed if a test reaches one of its labels.
fn lines(text: &mut String, labels: &[Label]) {
    let mut lines: BTreeMap<u32, usize> = BTreeMap::new();
    for label in labels {
        let count = lines.entry(label.row.place.line.max(1)).or_default();
        *count = (*count).max(label.count()).max(label.reached);
    }
    for (line, count) in &lines {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let hit = lines.values().filter(|count| **count > 0).count();
    let _ = writeln!(text, "LF:{}\nLH:{hit}", lines.len());
}
