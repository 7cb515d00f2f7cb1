//! The tests of a suite, from commands, lists and test drivers.
//!
//! Comes in: what the user named. Goes out: tests with names. Runs nothing.

use super::System;
use crate::base::{self, Diagnostic, Place, ShellWord, cannot, marked_shell_words, name_text};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Arc;

/// A test: one execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Without blanks, and no other test has it.
    pub name: Arc<str>,
    pub action: Action,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// For the shell.
    Command { text: String, here: PathBuf },
    /// For the program; `here` is the directory of the list.
    Arguments {
        words: Vec<String>,
        stdin: Option<PathBuf>,
        here: PathBuf,
    },
    /// A C file with a `main` that calls what is to be tested.
    Driver(PathBuf),
}

/// What the user named.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suite {
    /// A test each.
    pub commands: Vec<String>,
    /// Files with a command on each line.
    pub command_lists: Vec<PathBuf>,
    /// Files with the program's arguments on each line.
    pub argument_lists: Vec<PathBuf>,
    /// C files, or directories of them.
    pub drivers: Vec<PathBuf>,
    /// The tests that the build system knows once the program is built.
    pub system: Option<System>,
}

impl Suite {
    pub fn is_empty(&self) -> bool {
        *self == Suite::default()
    }

    pub fn tests(&self) -> Result<Vec<Test>, Diagnostic> {
        let mut tests = Vec::new();
        for (index, command) in self.commands.iter().enumerate() {
            let action = Action::Command {
                text: command.clone(),
                here: ".".into(),
            };
            tests.push((format!("command:{}", index + 1), action));
        }
        for list in &self.command_lists {
            for (line, text) in lines(list)? {
                let (text, here) = (text, directory(list));
                tests.push((name_of(list, line), Action::Command { text, here }));
            }
        }
        for list in &self.argument_lists {
            for (line, text) in lines(list)? {
                tests.push((name_of(list, line), arguments(list, line, &text)?));
            }
        }
        for path in &self.drivers {
            for file in drivers(path)? {
                let name = name_text(Path::new(file.file_stem().unwrap_or_default()));
                tests.push((name, Action::Driver(file)));
            }
        }
        Ok(named(tests))
    }
}

/// Names without blanks; equal ones get a number.
pub(super) fn named(tests: Vec<(String, Action)>) -> Vec<Test> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let test = |(name, action): (String, Action)| {
        let blank = |c: char| c.is_whitespace() || c.is_control();
        let name = name.replace(blank, "_");
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        let name = match *count {
            1 => name,
            count => format!("{name}#{count}"),
        };
        Test {
            name: name.into(),
            action,
        }
    };
    tests.into_iter().map(test).collect()
}

/// `suite.txt:12`
fn name_of(list: &Path, line: u32) -> String {
    format!(
        "{}:{line}",
        name_text(Path::new(list.file_name().unwrap_or_default()))
    )
}

fn directory(list: &Path) -> PathBuf {
    let parent = list
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    fs::canonicalize(parent).unwrap_or_else(|_| parent.into())
}

/// The lines with something on them that do not begin with `#`, and their numbers.
fn lines(list: &Path) -> Result<Vec<(u32, String)>, Diagnostic> {
    let bytes = fs::read(list).map_err(|error| cannot("read", list, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(list, &error))?;
    let numbered = (1..).zip(text.lines().map(|line| line.trim().to_string()));
    let found: Vec<(u32, String)> = numbered
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if found.is_empty() {
        let message = format!("{} names no test", list.display());
        return Err(Diagnostic::error(None, message).with_hint("write one test on each line"));
    }
    Ok(found)
}

/// A word that lost bytes would be another one.
fn not_utf8(list: &Path, error: &FromUtf8Error) -> Diagnostic {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
    let place = Place {
        file: name_text(list).into(),
        line: line as u32,
        column: 1,
    };
    Diagnostic::error(Some(place), "this line is not UTF-8")
        .with_hint("call the program with such arguments from a script, and name the script")
}

/// The word with paths in place of the names in braces.
pub(super) fn filled(word: &str, paths: &[(&str, &Path)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    let first = |rest: &str| {
        let found = paths
            .iter()
            .filter_map(|(name, path)| Some((rest.find(name)?, *name, *path)));
        found.min_by_key(|(at, ..)| *at)
    };
    while let Some((at, name, path)) = first(rest) {
        filled.push(&rest[..at]);
        filled.push(path);
        rest = &rest[at + name.len()..];
    }
    filled.push(rest);
    filled
}

/// `ARGUMENT… [< FILE]`, in the words of a shell that expands nothing; a quoted `<` is an argument.
fn arguments(list: &Path, line: u32, text: &str) -> Result<Action, Diagnostic> {
    let fail = |message: String| {
        let place = Place {
            file: name_text(list).into(),
            line,
            column: 1,
        };
        Diagnostic::error(Some(place), message)
    };
    let Some(mut words) = marked_shell_words(text) else {
        return Err(fail("unclosed quote".into()));
    };
    let here = directory(list);
    let mut stdin = None;
    let is_operator = |word: &ShellWord| word.text == "<" && !word.quoted;
    if let Some(at) = words.iter().position(is_operator) {
        let after = words.split_off(at);
        let [_, file] = after.as_slice() else {
            return Err(fail(
                "after `<` comes one file name, and nothing else".into(),
            ));
        };
        let file = here.join(filled(&file.text, &[("{here}", &here)]));
        if base::find(&file)?.is_none() {
            return Err(fail(format!("{} does not exist", file.display()))
                .with_hint("names after `<` are relative to the directory of the list"));
        }
        stdin = Some(file);
    }
    let words = words.into_iter().map(|word| word.text).collect();
    Ok(Action::Arguments { words, stdin, here })
}

/// A C file, or those of a directory by name.
fn drivers(path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let found = fs::metadata(path).map_err(|error| cannot("read", path, &error))?;
    if !found.is_dir() {
        return Ok(vec![path.into()]);
    }
    let mut files = base::entries(path)?;
    files.retain(|file| file.extension().is_some_and(|end| end == "c"));
    if files.is_empty() {
        let message = format!("{} has no C file", path.display());
        return Err(
            Diagnostic::error(None, message).with_hint("a test driver is a C file with a main")
        );
    }
    Ok(files)
}
