//! What goes in: compile commands, and which functions matter.

use super::Outcome;
use crate::base::{Diagnostic, Place};
use crate::frontend::CompileCommand;
use crate::frontend::command::{from_database, from_flags};
use std::path::{Path, PathBuf};

/// The inputs as the user named them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inputs {
    pub files: Vec<PathBuf>,
    /// Compiler flags for `files`.
    pub flags: Vec<String>,
    /// A `compile_commands.json`, or the directory that holds it.
    pub database: Option<PathBuf>,
}

/// Names or globs of functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionFilter {
    /// Empty: all.
    pub only: Vec<String>,
    pub skip: Vec<String>,
}

/// One command per input. An input that cannot be used costs that input.
pub(super) fn commands(
    inputs: &Inputs,
    outcome: &mut Outcome,
) -> Result<Vec<CompileCommand>, Diagnostic> {
    let mut commands = Vec::new();
    if let Some(database) = &inputs.database {
        let (found, problems) = from_database(database)?;
        commands.extend(found);
        outcome.summary.files_failed += problems.len();
        outcome.diagnostics.extend(problems);
    }
    for file in &inputs.files {
        match readable(file).and_then(|()| from_flags(file, &inputs.flags)) {
            Ok(command) => commands.push(command),
            Err(problem) => {
                outcome.summary.files_failed += 1;
                outcome.diagnostics.push(problem);
            }
        }
    }
    Ok(commands)
}

/// The compiler's own message on a missing file names no place.
fn readable(file: &Path) -> Result<(), Diagnostic> {
    let problem = match std::fs::metadata(file) {
        Ok(found) if found.is_dir() => "it is a directory".to_string(),
        Ok(_) => return Ok(()),
        Err(error) => error.to_string(),
    };
    let place = Place {
        file: file.to_string_lossy().into(),
        line: 1,
        column: 1,
    };
    let message = format!("cannot read {}: {problem}", file.display());
    Err(Diagnostic::error(Some(place), message))
}

impl FunctionFilter {
    pub fn selects(&self, name: &str) -> bool {
        let listed = |list: &[String]| list.iter().any(|pattern| matches(pattern, name));
        (self.only.is_empty() || listed(&self.only)) && !listed(&self.skip)
    }
}

/// Whether a glob with `*` and `?` matches the whole name.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on when a `*` has to take one more character.
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n + 1));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match retry {
                Some((star, next)) => {
                    (p, n) = (star, next);
                    retry = Some((star, next + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (pattern, name) in [
            ("f", "f"),
            ("sqlite3*", "sqlite3Init"),
            ("*a?c*", "xabcabd"),
            ("*", ""),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("f", "ff"), ("?", ""), ("a*b", "abc"), ("", "x")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn skipping_wins() {
        let filter = FunctionFilter {
            only: vec!["a*".into()],
            skip: vec!["ab".into()],
        };
        assert!(filter.selects("aa") && !filter.selects("ab") && !filter.selects("b"));
        assert!(FunctionFilter::default().selects("any"));
    }
}
