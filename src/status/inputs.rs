//! `inputs.json`: how each input is read, so that a later command can read or compile it again.
//!
//! Comes in: the compile commands of a run, in its order, with a digest of each preprocessed text. Goes out: the same, read
//! again, and whether two runs have the same inputs.

use crate::base::{Diagnostic, Place, cannot, name_text};
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
    /// The annotated text, below `annotated/`; empty if the input gave none.
    pub annotated: String,
    /// Of the preprocessed text: it changes when the file or a header does. Empty if the input was not understood.
    pub digest: String,
}

impl InputRow {
    /// Whether the same file is read in the same way.
    fn is_read_like(&self, other: &InputRow) -> bool {
        (&self.directory, &self.file, &self.compiler, &self.arguments)
            == (
                &other.directory,
                &other.file,
                &other.compiler,
                &other.arguments,
            )
    }

    /// Whether there is an annotated text of it.
    pub fn is_annotated(&self) -> bool {
        !self.annotated.is_empty()
    }
}

/// The first thing in which the inputs of two runs differ, in words; `None` if nothing does.
pub fn inputs_difference(mine: &[InputRow], theirs: &[InputRow]) -> Option<String> {
    let pairs = || mine.iter().zip(theirs);
    if mine.len() != theirs.len() || !pairs().all(|(a, b)| a.is_read_like(b)) {
        return Some("other files or flags were given".to_string());
    }
    if let Some((input, _)) = pairs().find(|(a, b)| a.digest != b.digest) {
        return Some(format!("{} has changed", input.file));
    }
    // An input without annotated text counts as failed, and then the program is not known to be whole.
    let unlike = pairs().find(|(a, b)| a.annotated != b.annotated);
    unlike.map(|(input, _)| format!("{} was annotated otherwise", input.file))
}

#[derive(Serialize, Deserialize)]
struct File {
    commands: Vec<InputRow>,
}

/// The content of `inputs.json`.
pub fn inputs_text(rows: &[InputRow]) -> Vec<u8> {
    let file = File {
        commands: rows.to_vec(),
    };
    let mut text = serde_json::to_vec_pretty(&file).unwrap_or_default();
    text.push(b'\n');
    text
}

pub fn read_inputs(path: &Path) -> Result<Vec<InputRow>, Diagnostic> {
    let text = std::fs::read(path).map_err(|error| {
        cannot("read", path, &error)
            .with_hint("make the directory again with this version of tamis")
    })?;
    let file: File = serde_json::from_slice(&text).map_err(|error| {
        let place = Place {
            file: name_text(path).into(),
            line: error.line() as u32,
            column: error.column() as u32,
        };
        Diagnostic::error(Some(place), format!("not a list of inputs: {error}"))
    })?;
    Ok(file.commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named() {
        let row = |flag: &str, digest: &str, annotated: &str| InputRow {
            file: "a.c".into(),
            arguments: vec![flag.into()],
            annotated: annotated.into(),
            digest: digest.into(),
            ..InputRow::default()
        };
        let base = [row("-O1", "1", "a_labels.c")];
        let with = |other: &[InputRow]| inputs_difference(&base, other).unwrap_or_default();
        assert_eq!(inputs_difference(&base, &base), None);
        let other = "other files or flags were given";
        assert_eq!(with(&[]), other);
        assert_eq!(with(&[row("-O2", "1", "a_labels.c")]), other);
        let changed = [row("-O1", "2", "a_labels.c")];
        assert_eq!(with(&changed), "a.c has changed");
        let failed = [row("-O1", "1", "")];
        assert_eq!(with(&failed), "a.c was annotated otherwise");
    }
}
