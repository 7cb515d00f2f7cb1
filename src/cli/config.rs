//! Defaults for options: from the file that `--config` names, otherwise from `tamis.toml` in the current directory.
//!
//! ```toml
//! jobs = 4                    # for every command that has --jobs
//! [clean]
//! criteria = "cc,mcc"
//! ```
//!
//! The current directory may be somebody else's source tree, so `tamis.toml` may set only what neither runs commands nor reads or
//! writes other files ([`HARMLESS`]). A file that the user names with `--config` may set every option.
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

/// Options that a file may set that the user did not name: they say what is computed and shown.
const HARMLESS: [&str; 58] = [
    "across-criteria",
    "add",
    "all-diagnostics",
    "all-labels",
    "assume",
    "budget",
    "by",
    "certificates",
    "check",
    "check-facts",
    "context",
    "criteria",
    "decisions",
    "dse",
    "dump",
    "effort",
    "entry",
    "exclude",
    "export",
    "fail-under",
    "format",
    "functions",
    "instrument",
    "jobs",
    "json",
    "label",
    "leave-out",
    "library",
    "limit",
    "list",
    "mcc",
    "mcc-limit",
    "memory",
    "mutators",
    "no-assume",
    "no-cache",
    "no-exclusions",
    "no-oracle",
    "only",
    "random",
    "second-limit",
    "seed",
    "shard",
    "shortest",
    "skip-functions",
    "solver",
    "stdin",
    "states",
    "steps",
    "strategy",
    "strict",
    "style",
    "suppress",
    "timeout",
    "unreachable",
    "verbose",
    "whole-program",
    "z3-limit",
];

/// Where defaults stand.
struct Config {
    name: String,
    text: String,
    /// The user named it.
    trusted: bool,
}

/// The arguments with the defaults of the file, if there is one.
pub(super) fn with_defaults(args: Vec<OsString>) -> Result<Vec<OsString>, Diagnostic> {
    let (args, named) = take_config(args)?;
    // Help must not depend on the file: it may be what the user needs help with.
    let is_help = |arg: &OsString| {
        ["-h", "--help", "help", "-V", "--version"]
            .iter()
            .any(|help| arg == help)
    };
    if args
        .iter()
        .skip(1)
        .take_while(|arg| *arg != "--")
        .any(is_help)
    {
        return Ok(args);
    }
    let Some(config) = read(named)? else {
        return Ok(args);
    };
    let table: Table = config.text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = config.text[..at.min(config.text.len())]
            .matches('\n')
            .count()
            + 1;
        config.problem(line, error.message().to_string())
    })?;
    let tamis = Cli::command();
    config.check(&tamis, &table)?;
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

/// The arguments without `--config FILE`, and the file.
fn take_config(args: Vec<OsString>) -> Result<(Vec<OsString>, Option<OsString>), Diagnostic> {
    let mut kept = Vec::new();
    let mut named = None;
    let mut rest = args.into_iter();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            kept.push(arg);
            break;
        }
        let joined = arg.to_str().and_then(|arg| arg.strip_prefix("--config="));
        if let Some(file) = joined {
            named = Some(OsString::from(file));
        } else if arg == "--config" {
            let missing = || Diagnostic::error(None, "`--config` has no file");
            named = Some(rest.next().ok_or_else(missing)?);
        } else {
            kept.push(arg);
        }
    }
    kept.extend(rest);
    Ok((kept, named))
}

/// The file that the user named, or the one of the current directory if there is one.
fn read(named: Option<OsString>) -> Result<Option<Config>, Diagnostic> {
    let trusted = named.is_some();
    let path = named.unwrap_or_else(|| FILE.into());
    let name = path.to_string_lossy().into_owned();
    let cannot = |why: String| Diagnostic::error(None, format!("cannot read {name}: {why}"));
    match std::fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound && !trusted => return Ok(None),
        Err(error) => return Err(cannot(error.to_string())),
        // To read a FIFO may take for ever.
        Ok(found) if !found.is_file() => return Err(cannot("it is not a regular file".into())),
        Ok(_) => {}
    }
    let text = std::fs::read_to_string(&path).map_err(|error| cannot(error.to_string()))?;
    Ok(Some(Config {
        name,
        text,
        trusted,
    }))
}

impl Config {
    /// Every name must be an option of its command, or of some command, that this file may set.
    fn check(&self, tamis: &Command, table: &Table) -> Result<(), Diagnostic> {
        for (name, value) in table {
            let Some(options) = value.as_table() else {
                let mut commands = tamis.get_subcommands();
                let known = commands.any(|command| option(command, name).is_some());
                self.check_one("tamis", name, value, known)?;
                continue;
            };
            let Some(command) = tamis.find_subcommand(name) else {
                let message = format!("tamis has no command `{name}`");
                return Err(self.problem(line_of(&self.text, name), message));
            };
            for (key, value) in options {
                self.check_one(name, key, value, option(command, key).is_some())?;
            }
        }
        Ok(())
    }

    fn check_one(
        &self,
        owner: &str,
        name: &str,
        value: &Value,
        known: bool,
    ) -> Result<(), Diagnostic> {
        let line = line_of(&self.text, name);
        if !known {
            return Err(self.problem(line, format!("`{owner}` has no option `{name}`")));
        }
        if !is_plain(value) {
            let message =
                format!("`{name}` wants a text, a number, true or false, or a list of these");
            return Err(self.problem(line, message));
        }
        if !self.trusted && !HARMLESS.contains(&name) {
            let message =
                format!("`{name}` may run commands or use other files, so {FILE} cannot set it");
            let hint = "give it on the command line, or name the file with --config";
            return Err(Diagnostic::error(Some(self.place(line)), message).with_hint(hint));
        }
        Ok(())
    }

    fn place(&self, line: usize) -> Place {
        Place {
            file: self.name.as_str().into(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: 1,
        }
    }

    fn problem(&self, line: usize, message: String) -> Diagnostic {
        Diagnostic::error(Some(self.place(line)), message)
            .with_hint("its names are the long options without the dashes")
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Options that run commands, read or write other files, or say what may be trusted.
    const GUARDED: [&str; 30] = [
        "arg",
        "args",
        "build",
        "build-dir",
        "cache",
        "cc",
        "cmake",
        "command",
        "commands",
        "compile-commands",
        "compiler",
        "configure",
        "ctest",
        "directory",
        "drivers",
        "extra",
        "extract",
        "gcovr",
        "in-diff",
        "keep-build",
        "lcov",
        "link",
        "ltest",
        "meson",
        "meson-test",
        "out",
        "program",
        "second-solver",
        "sources",
        "trust-compiler",
    ];

    #[test]
    fn it_is_known_of_every_option_whether_a_foreign_file_may_set_it() {
        let tamis = Cli::command();
        let options = tamis.get_subcommands().flat_map(Command::get_arguments);
        for name in options.filter_map(Arg::get_long) {
            let lists = [HARMLESS.contains(&name), GUARDED.contains(&name)];
            assert_eq!(lists.iter().filter(|is_in| **is_in).count(), 1, "{name}");
        }
    }
}
