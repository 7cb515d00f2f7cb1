//! A JSON report of gcovr: each label is a branch of its line; labels that are removed are excluded branches.

use super::data::{Label, Run, Standing, by_line};
use serde_json::{Value, json};

/// gcovr reads files of its own version only: this is that of gcovr 8.7.
pub const FORMAT_VERSION: &str = "0.15";

pub fn write(run: &Run) -> String {
    let files: Vec<Value> = run
        .by_file()
        .iter()
        .map(|(file, labels)| json!({ "file": &**file, "lines": lines(labels), "functions": [] }))
        .collect();
    let report = json!({ "gcovr/format_version": FORMAT_VERSION, "files": files });
    format!("{report}\n")
}

fn lines(labels: &[Label]) -> Vec<Value> {
    let lines = by_line(labels);
    lines
        .iter()
        .map(|(&number, labels)| line(number, labels))
        .collect()
}

fn line(number: u32, labels: &[&Label]) -> Value {
    let reached = labels.iter().map(|label| label.count().max(label.reached));
    let branches: Vec<Value> = labels.iter().enumerate().map(branch).collect();
    json!({
        "line_number": number,
        "count": reached.max().unwrap_or(0),
        "branches": branches,
    })
}

fn branch((number, label): (usize, &&Label)) -> Value {
    let mut branch = json!({
        "branchno": number,
        "count": label.count(),
        "fallthrough": false,
        "throw": false,
    });
    if !matches!(label.standing(), Standing::Covered | Standing::ToCover) {
        branch["gcovr/excluded"] = true.into();
    }
    branch
}
