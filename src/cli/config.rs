//! `tamis.toml`: the user's defaults for options, read from the current directory.
//!
//! ```toml
//! jobs = 4                    # for every command that has --jobs
//! [clean]
//! criteria = "cc,mcc"
//! [report]
//! sources = ["src", "include"]
//! ```
//!
//! Comes in: arguments. Goes out: the same with `--option value` put before them, so that the command line has the last
//! word. Must not know what an option means.

use super::args::Cli;
use crate::base::{Diagnostic, Place};
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::ffi::OsString;
use std::io::ErrorKind;
use toml::{Table, Value};

const FILE: &str = "tamis.toml";

/// The arguments with the defaults of the file, if there is one.
pub(super) fn with_defaults(args: Vec<OsString>) -> Result<Vec<OsString>, Diagnostic> {
    let text = match std::fs::read_to_string(FILE) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(args),
        Err(error) => {
            return Err(Diagnostic::error(
                None,
                format!("cannot read {FILE}: {error}"),
            ));
        }
        Ok(text) => text,
    };
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = text[..at.min(text.len())].matches('\n').count() + 1;
        problem(line, error.message().to_string())
    })?;
    let tamis = Cli::command();
    check(&tamis, &table, &text)?;
    let Some(command) = args.get(1).and_then(|name| tamis.find_subcommand(name)) else {
        return Ok(args);
    };
    let mut all: Vec<OsString> = args[..2].to_vec();
    let own = table.get(command.get_name()).and_then(Value::as_table);
    // Those of the command come later, so they win over the common ones.
    let common = table.iter().filter(|(_, value)| !value.is_table());
    for (name, value) in common.chain(own.into_iter().flatten()) {
        if let Some(arg) = option(command, name) {
            all.extend(words(arg, value).into_iter().map(OsString::from));
        }
    }
    all.extend(args[2..].iter().cloned());
    Ok(all)
}

/// Every name must be an option of its command, or of some command.
fn check(tamis: &Command, table: &Table, text: &str) -> Result<(), Diagnostic> {
    for (name, value) in table {
        let Some(options) = value.as_table() else {
            let mut commands = tamis.get_subcommands();
            let known = commands.any(|command| option(command, name).is_some());
            check_one("tamis", name, value, known, text)?;
            continue;
        };
        let Some(command) = tamis.find_subcommand(name) else {
            let message = format!("tamis has no command `{name}`");
            return Err(problem(line_of(text, name), message));
        };
        for (key, value) in options {
            check_one(name, key, value, option(command, key).is_some(), text)?;
        }
    }
    Ok(())
}

fn check_one(
    owner: &str,
    name: &str,
    value: &Value,
    known: bool,
    text: &str,
) -> Result<(), Diagnostic> {
    let wrong = match (known, is_plain(value)) {
        (false, _) => format!("`{owner}` has no option `{name}`"),
        (true, false) => {
            format!("`{name}` wants a text, a number, true or false, or a list of these")
        }
        (true, true) => return Ok(()),
    };
    Err(problem(line_of(text, name), wrong))
}

fn option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(name))
}

/// `name = true` is a flag; a list repeats the option.
fn words(arg: &Arg, value: &Value) -> Vec<String> {
    let name = arg.get_long().unwrap_or_default();
    let one = |value: &Value| plain(value).map(|text| format!("--{name}={text}"));
    match value {
        Value::Boolean(wanted) if matches!(arg.get_action(), ArgAction::SetTrue) => {
            let flag = wanted.then(|| format!("--{name}"));
            flag.into_iter().collect()
        }
        Value::Array(values) => values.iter().filter_map(one).collect(),
        value => one(value).into_iter().collect(),
    }
}

/// As the command line has it.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(wanted) => Some(wanted.to_string()),
        _ => None,
    }
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(|value| plain(value).is_some()),
        value => plain(value).is_some(),
    }
}

/// The first line that begins with the name.
fn line_of(text: &str, name: &str) -> usize {
    let begins = |line: &str| line.trim_start_matches(['[', ' ', '"']).starts_with(name);
    text.lines().position(begins).map_or(1, |line| line + 1)
}

fn problem(line: usize, message: String) -> Diagnostic {
    let place = Place {
        file: FILE.into(),
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: 1,
    };
    Diagnostic::error(Some(place), message)
        .with_hint("its names are the long options without the dashes")
}
