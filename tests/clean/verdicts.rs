//! What `tamis clean` says of a file: a C file in, a row per label out, and what the contract
//! of the status files forbids. Knows nothing of what is true.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A label and its verdict.
pub struct Row {
    pub id: u64,
    pub criterion: String,
    pub function: String,
    pub line: u32,
    pub column: u32,
    pub predicate: String,
    pub status: String,
    pub by: Vec<u64>,
}

impl Row {
    pub fn is_unknown(&self) -> bool {
        self.status == "unknown"
    }

    pub fn shown(&self) -> String {
        let Row {
            id,
            line,
            column,
            predicate,
            ..
        } = self;
        let place = format!("{line}:{column} {}", self.function);
        format!("label {id} at {place}: {predicate}: {}", self.verdict())
    }

    fn verdict(&self) -> String {
        let by: Vec<String> = self.by.iter().map(u64::to_string).collect();
        match by.is_empty() {
            true => self.status.clone(),
            false => format!("{} by {}", self.status, by.join(" ")),
        }
    }
}

/// Cleans the file into the directory, with the further options of `CLEAN_FLAGS`. The rows are in the order of the text,
/// by criterion.
pub fn clean(file: &Path, directory: &Path, criteria: &str) -> Result<Vec<Row>, String> {
    let flags = std::env::var("CLEAN_FLAGS").unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(["clean", "--criteria", criteria, "--library", "-o"])
        .args([directory, file])
        .args(flags.split_whitespace())
        .arg("--")
        .args(compiler_flags(file)?)
        .output()
        .map_err(|e| e.to_string())?;
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let expected = if text.contains("_left_out(") { 2 } else { 0 };
    if output.status.code() != Some(expected) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: {}: {stderr}", file.display(), output.status));
    }
    let mut rows = rows(directory)?;
    rows.sort_by_key(|row| (row.criterion.clone(), row.line, row.column, row.id));
    Ok(rows)
}

/// The words of the lines `// flags: …` of a file: how it is compiled.
pub fn compiler_flags(file: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("// flags: "));
    let words = lines.flat_map(str::split_whitespace);
    Ok(words.map(String::from).collect())
}

/// Where a test writes.
pub fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// What a run left in its directory.
pub fn rows(directory: &Path) -> Result<Vec<Row>, String> {
    let mut verdicts = HashMap::new();
    for record in records(&directory.join("status.csv"))? {
        let id = number(&record, 0)?;
        if verdicts.insert(id, record).is_some() {
            return Err(format!("label {id} has two verdicts"));
        }
    }
    let labels = records(&directory.join("labels.csv"))?;
    let rows: Result<Vec<Row>, String> = labels
        .iter()
        .map(|label| {
            let id = number(label, 0)?;
            let verdict = verdicts.remove(&id);
            row(label, &verdict.ok_or(format!("label {id} has no verdict"))?)
        })
        .collect();
    match verdicts.keys().next() {
        Some(id) => Err(format!("no label {id}")),
        None => rows,
    }
}

fn row(label: &csv::StringRecord, verdict: &csv::StringRecord) -> Result<Row, String> {
    let by = verdict[2].split_whitespace();
    let by: Result<Vec<u64>, _> = by.map(str::parse).collect();
    Ok(Row {
        id: number(label, 0)?,
        criterion: label[2].into(),
        function: label[7].into(),
        line: number(label, 5)? as u32,
        column: number(label, 6)? as u32,
        predicate: label[9].into(),
        status: verdict[1].into(),
        by: by.map_err(|_| format!("not ids: {}", &verdict[2]))?,
    })
}

fn records(file: &Path) -> Result<Vec<csv::StringRecord>, String> {
    let mut reader = csv::Reader::from_path(file).map_err(|e| e.to_string())?;
    let records: Result<Vec<_>, _> = reader.records().collect();
    records.map_err(|e| e.to_string())
}

fn number(record: &csv::StringRecord, column: usize) -> Result<u64, String> {
    let text = &record[column];
    text.parse().map_err(|_| format!("not a number: {text}"))
}

/// Where the rows break the contract: following `by` ends at live labels only.
pub fn broken_contract(rows: &[Row]) -> Vec<String> {
    let by_id: HashMap<u64, &Row> = rows.iter().map(|row| (row.id, row)).collect();
    let problems = rows.iter().filter_map(|row| {
        let problem = problem(row, &by_id)?;
        Some(format!("{}: {problem}", row.shown()))
    });
    problems.collect()
}

fn problem(row: &Row, rows: &HashMap<u64, &Row>) -> Option<String> {
    let names = match row.status.as_str() {
        "infeasible" | "unknown" => 0..=0,
        "duplicate" => 1..=2,
        "subsumed" => 1..=usize::MAX,
        other => return Some(format!("unknown status {other}")),
    };
    if !names.contains(&row.by.len()) {
        return Some(format!("by {} labels", row.by.len()));
    }
    row.by.iter().find_map(|id| match rows.get(id) {
        None => Some(format!("there is no label {id}")),
        Some(other) if other.criterion != row.criterion => Some("of another criterion".into()),
        Some(_) => leads_astray(*id, row.id, rows),
    })
}

/// What is wrong with the labels that are met from `id` on; `start` must not be.
fn leads_astray(id: u64, start: u64, rows: &HashMap<u64, &Row>) -> Option<String> {
    let mut open = vec![id];
    let mut met = std::collections::HashSet::new();
    while let Some(id) = open.pop() {
        let Some(row) = rows.get(&id).filter(|_| id != start) else {
            return Some(format!("following `by` comes to {id}"));
        };
        if row.status == "infeasible" {
            return Some(format!("following `by` ends at {id}, which is infeasible"));
        }
        if met.insert(id) {
            open.extend(&row.by);
        }
    }
    None
}
