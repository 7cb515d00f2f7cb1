//! A report for Stryker's mutation-testing elements: each label is a mutant, one that is removed is ignored with the reason.
//!
//! A test that covers a label of weak mutation makes the mutant differ where it stands, so covered is `Killed`.

use super::data::{Label, Run, Standing};
use super::source::Sources;
use crate::base::Diagnostic;
use serde_json::{Map, Value, json};

pub fn write(run: &Run, sources: &Sources) -> Result<String, Diagnostic> {
    let mut files = Map::new();
    for (file, labels) in run.by_file() {
        let text = sources.text(&file)?;
        let lines: Vec<&str> = text.as_deref().unwrap_or_default().lines().collect();
        let mutants: Vec<Value> = labels
            .iter()
            .map(|label| mutant(label, run.measured, &lines))
            .collect();
        let source = text.unwrap_or_else(|| blank(&labels));
        let entry = json!({ "language": "c", "source": source, "mutants": mutants });
        files.insert(file.to_string(), entry);
    }
    let tests: Vec<Value> = run
        .tests
        .iter()
        .map(|test| json!({ "id": &*test.name, "name": &*test.name }))
        .collect();
    let report = json!({
        "schemaVersion": "2.0",
        "thresholds": { "high": 80, "low": 60 },
        "framework": { "name": "tamis", "version": env!("CARGO_PKG_VERSION") },
        "files": files,
        "testFiles": { "tests": { "tests": tests } },
    });
    Ok(format!("{report}\n"))
}

/// Lines enough for the labels of a file whose text is not known.
fn blank(labels: &[Label]) -> String {
    let last = labels.iter().map(|label| label.row.place.line).max();
    "\n".repeat(last.unwrap_or(0).min(1_000_000) as usize)
}

fn mutant(label: &Label, measured: bool, lines: &[&str]) -> Value {
    let (status, reason) = match label.standing() {
        Standing::Covered => ("Killed", String::new()),
        Standing::ToCover if !measured => ("Pending", "no test suite was run".into()),
        Standing::ToCover if label.reached > 0 => ("Survived", String::new()),
        Standing::ToCover => ("NoCoverage", String::new()),
        removed => (
            "Ignored",
            format!("{}: {}", removed.name(), label.because()),
        ),
    };
    let (line, column) = (label.row.place.line.max(1), label.row.place.column.max(1));
    let mut mutant = json!({
        "id": label.row.id.to_string(),
        "mutatorName": label.row.tag,
        "description": format!("covered when {}", label.row.predicate),
        "location": {
            "start": { "line": line, "column": column },
            "end": { "line": line, "column": end(lines, line, column) },
        },
        "status": status,
    });
    if !reason.is_empty() {
        mutant["statusReason"] = reason.into();
    }
    if !label.tests.is_empty() {
        let tests: Vec<&str> = label.tests.iter().map(|test| &**test).collect();
        mutant["coveredBy"] = json!(tests);
        if status == "Killed" {
            mutant["killedBy"] = json!(tests);
        }
    }
    mutant
}

/// The column after the word that begins at this one.
fn end(lines: &[&str], line: u32, column: u32) -> u32 {
    let line = lines.get(line as usize - 1);
    let rest = line.and_then(|line| line.get(column as usize - 1..));
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let word = rest.map_or(0, |rest| rest.chars().take_while(is_word).count());
    column.saturating_add(u32::try_from(word.max(1)).unwrap_or(1))
}
