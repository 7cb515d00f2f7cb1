//! A report for Stryker's mutation-testing elements: each label is a mutant, one that is removed is ignored with the reason.
//!
//! A test that covers a label of weak mutation makes the mutant differ where it stands, so covered is `Killed`.

use super::data::{Label, Run, Standing};
use super::source::Sources;
use crate::base::Diagnostic;
use crate::status::Mutation;
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
    let row = label.row;
    let place = (row.place.line.max(1), row.place.column.max(1));
    let mutation = row.mutation.as_ref();
    let found = mutation.and_then(|mutation| range(lines, place, mutation));
    let (start, end) = found.unwrap_or((place, (place.0, end(lines, place.0, place.1))));
    let mut mutant = json!({
        "id": row.id.to_string(),
        "mutatorName": row.tag,
        "description": format!("covered when {}", row.objective()),
        "location": {
            "start": { "line": start.0, "column": start.1 },
            "end": { "line": end.0, "column": end.1 },
        },
        "status": status,
    });
    if let Some(mutation) = mutation {
        mutant["replacement"] = match found {
            Some(_) => mutation.by.clone(),
            // Behind a macro the text is not in the file.
            None => mutation.to_string(),
        }
        .into();
    }
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

type Position = (u32, u32);

/// Where the file has the text that a mutant replaces.
fn range(lines: &[&str], place: Position, mutation: &Mutation) -> Option<(Position, Position)> {
    let (start, end) = occurrence(lines, place, mutation)?;
    let before = lines
        .get(start.0 as usize - 1)?
        .get(..start.1 as usize - 1)?;
    let after = lines.get(end.0 as usize - 1)?.get(end.1 as usize - 1..)?;
    // Of an operand that is also written only the value that is read changes: no text says that.
    let assigned = is_assigned(before.trim_end(), after.trim_start());
    (!assigned).then_some((start, end))
}

/// Whether what stands between the two is written.
fn is_assigned(before: &str, after: &str) -> bool {
    let step = |text: &str| text == "++" || text == "--";
    let operator = after.find(|c: char| !"+-*/%&|^<>=!".contains(c));
    let operator = &after[..operator.unwrap_or(after.len())];
    let assigns = operator.ends_with('=') && !["==", "!=", "<=", ">="].contains(&operator);
    let steps = |text: Option<&str>| text.is_some_and(step);
    assigns
        || steps(after.get(..2))
        || steps(before.len().checked_sub(2).and_then(|at| before.get(at..)))
}

/// At the recorded place, or once in that line: a macro shifts columns.
fn occurrence(
    lines: &[&str],
    place: Position,
    mutation: &Mutation,
) -> Option<(Position, Position)> {
    let end = (mutation.end_line, mutation.end_column);
    if words(&between(lines, place, end)?) == words(&mutation.of) {
        return Some((place, end));
    }
    let line = lines.get(place.0 as usize - 1)?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |&(at, text): &(usize, &str)| {
        let inside = text.starts_with(is_word) && line[..at].ends_with(is_word)
            || text.ends_with(is_word) && line[at + text.len()..].starts_with(is_word);
        !inside
    };
    let mut found = line.match_indices(&mutation.of).filter(whole);
    let (at, text) = found.next()?;
    let column = |at: usize| u32::try_from(at + 1).ok();
    let (start, after) = (column(at)?, column(at + text.len())?);
    found
        .next()
        .is_none()
        .then_some(((place.0, start), (place.0, after)))
}

/// The text from one position to another; nothing if they are outside of the file.
fn between(lines: &[&str], start: Position, end: Position) -> Option<String> {
    let line = |number: u32| lines.get((number as usize).checked_sub(1)?).copied();
    let (first, after) = (start.1 as usize - 1, (end.1 as usize).checked_sub(1)?);
    if start.0 == end.0 {
        return line(start.0)?.get(first..after).map(String::from);
    }
    let mut text = String::from(line(start.0)?.get(first..)?);
    for number in start.0 + 1..end.0 {
        text = text + "\n" + line(number)?;
    }
    Some(text + "\n" + line(end.0)?.get(..after)?)
}

/// The text without its blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The column after the word that begins at this one.
fn end(lines: &[&str], line: u32, column: u32) -> u32 {
    let line = lines.get(line as usize - 1);
    let rest = line.and_then(|line| line.get(column as usize - 1..));
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let word = rest.map_or(0, |rest| rest.chars().take_while(is_word).count());
    column.saturating_add(u32::try_from(word.max(1)).unwrap_or(1))
}
