//! `labels.csv`: every label of the run; `mutants.csv`: the mutants that labels of weak mutation stand for.

use super::table::{Rows, to_text};
use crate::base::{self, Diagnostic, Place};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

const COLUMNS: [&str; 10] = [
    "id",
    "key",
    "criterion",
    "tag",
    "file",
    "line",
    "column",
    "function",
    "group",
    "predicate",
];

const MUTANT_COLUMNS: [&str; 5] = ["id", "end_line", "end_column", "original", "mutant"];

pub const MUTANTS: &str = "mutants.csv";

/// A label as people and other tools see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelRow {
    pub id: u64,
    /// Stays the same when other functions change.
    pub key: String,
    pub criterion: String,
    pub tag: String,
    pub place: Place,
    pub function: String,
    /// The co-reached group; empty when groups were not computed.
    pub group: String,
    pub predicate: String,
    pub mutation: Option<Mutation>,
}

impl LabelRow {
    /// What it is, without what the run says of it.
    pub fn to_json(&self) -> Map<String, Value> {
        let fields = [
            ("id", json!(self.id)),
            ("key", json!(self.key)),
            ("criterion", json!(self.criterion)),
            ("tag", json!(self.tag)),
            ("file", json!(&*self.place.file)),
            ("line", json!(self.place.line)),
            ("column", json!(self.place.column)),
            ("function", json!(self.function)),
            ("predicate", json!(self.predicate)),
            ("mutant", json!(self.mutation)),
        ];
        let named = |(name, value): (&str, Value)| (name.to_string(), value);
        fields.into_iter().map(named).collect()
    }
}

/// A change of the program, as C text. It takes the place of what is between the label's place and the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mutation {
    #[serde(rename = "original")]
    pub of: String,
    #[serde(rename = "mutant")]
    pub by: String,
    pub end_line: u32,
    /// The column after the last one.
    pub end_column: u32,
}

/// `a + b → a - b`
impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}", self.of, self.by)
    }
}

impl LabelRow {
    /// What it is cleaned and counted with: its criterion, or the tag that the source gives it.
    pub fn family(&self) -> &str {
        match self.criterion.as_str() {
            "source" => &self.tag,
            criterion => criterion,
        }
    }

    /// What a test has to do: the predicate, after the mutant that it tells from the program if there is one.
    pub fn objective(&self) -> String {
        match &self.mutation {
            Some(mutation) => format!("{mutation} when {}", self.predicate),
            None => self.predicate.clone(),
        }
    }
}

/// The content of `labels.csv`, in the order given.
pub fn labels_text(labels: &[LabelRow]) -> Vec<u8> {
    let rows = labels.iter().map(|label| {
        vec![
            label.id.to_string(),
            label.key.clone(),
            label.criterion.clone(),
            label.tag.clone(),
            label.place.file.to_string(),
            label.place.line.to_string(),
            label.place.column.to_string(),
            label.function.clone(),
            label.group.clone(),
            label.predicate.clone(),
        ]
    });
    to_text(&COLUMNS, rows)
}

/// The content of `mutants.csv`, in the order given.
pub fn mutants_text(labels: &[LabelRow]) -> Vec<u8> {
    let rows = labels.iter().filter_map(|label| {
        let mutation = label.mutation.as_ref()?;
        Some(vec![
            label.id.to_string(),
            mutation.end_line.to_string(),
            mutation.end_column.to_string(),
            mutation.of.clone(),
            mutation.by.clone(),
        ])
    });
    to_text(&MUTANT_COLUMNS, rows)
}

/// The labels of a run, with what `mutants.csv` beside their table says.
pub fn read_labels(path: &Path) -> Result<Vec<LabelRow>, Diagnostic> {
    let mut mutants = read_mutants(&path.with_file_name(MUTANTS))?;
    Rows::new(path).read(&COLUMNS, |row| {
        let id = row.number(0)?;
        Ok(LabelRow {
            id,
            key: row.text(1)?.into(),
            criterion: row.text(2)?.into(),
            tag: row.text(3)?.into(),
            place: Place {
                file: row.text(4)?.into(),
                line: row.number(5)?,
                column: row.number(6)?,
            },
            function: row.text(7)?.into(),
            group: row.text(8)?.into(),
            predicate: row.text(9)?.into(),
            mutation: mutants.remove(&id),
        })
    })
}

fn read_mutants(path: &Path) -> Result<HashMap<u64, Mutation>, Diagnostic> {
    if !base::exists(path)? {
        return Ok(HashMap::new());
    }
    let rows = Rows::new(path).read(&MUTANT_COLUMNS, |row| {
        let mutation = Mutation {
            end_line: row.number(1)?,
            end_column: row.number(2)?,
            of: row.text(3)?.into(),
            by: row.text(4)?.into(),
        };
        Ok((row.number(0)?, mutation))
    })?;
    Ok(rows.into_iter().collect())
}
