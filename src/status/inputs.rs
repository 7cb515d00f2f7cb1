//! `inputs.json`: what was read, so that a later command can read or compile it again.

use super::table::{cannot, write_whole};
use crate::base::{Diagnostic, Place};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One compile command of the run, and what became of its file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct InputRow {
    /// Absolute; the other names are relative to it, except the last.
    pub directory: String,
    pub file: String,
    pub compiler: String,
    /// Those that decide how the file is preprocessed and which C it is.
    pub arguments: Vec<String>,
    /// The annotated text, below `annotated/`.
    pub annotated: String,
    /// Of the preprocessed text: it changes when the file or a header does.
    pub digest: String,
}

#[derive(Serialize, Deserialize)]
struct File {
    commands: Vec<InputRow>,
}

pub fn write_inputs(path: &Path, rows: &[InputRow]) -> Result<(), Diagnostic> {
    let file = File {
        commands: rows.to_vec(),
    };
    let mut text = serde_json::to_vec_pretty(&file).unwrap_or_default();
    text.push(b'\n');
    write_whole(path, &text)
}

pub fn read_inputs(path: &Path) -> Result<Vec<InputRow>, Diagnostic> {
    let text = std::fs::read(path).map_err(|error| {
        cannot("read", path, &error)
            .with_hint("make the directory again with this version of tamis")
    })?;
    let file: File = serde_json::from_slice(&text).map_err(|error| {
        let place = Place {
            file: path.to_string_lossy().into(),
            line: error.line() as u32,
            column: error.column() as u32,
        };
        Diagnostic::error(Some(place), format!("not a list of inputs: {error}"))
    })?;
    Ok(file.commands)
}
