//! Runs a compiler on generated text and reads what it says.

use super::text::FACTS;
use crate::base::{self, Diagnostic};
use crate::frontend::CompileCommand;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which family a compiler is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Gcc,
    Clang,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    pub name: String,
    pub dialect: Dialect,
}

/// What a compiler said about the generated lines, by the number of their fact.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The first error of each line.
    pub errors: HashMap<u32, String>,
    /// The functions whose end is reached.
    pub returns: BTreeSet<u32>,
    /// The first error about anything else.
    pub foreign: Option<Diagnostic>,
}

impl Compiler {
    /// A compiler by its name; it says itself of which family it is.
    pub fn named(name: &str) -> Result<Compiler, Diagnostic> {
        let said = Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Diagnostic::error(None, format!("cannot run `{name}`: {error}")))?;
        let dialect = match String::from_utf8_lossy(&said.stdout).contains("clang") {
            true => Dialect::Clang,
            false => Dialect::Gcc,
        };
        Ok(Compiler {
            name: name.to_string(),
            dialect,
        })
    }

    /// Writes the text and has it checked, without code.
    pub(super) fn check(
        &self,
        command: &CompileCommand,
        text: &[u8],
        file: &Path,
    ) -> Result<Said, Diagnostic> {
        let quiet: &[&str] = match self.dialect {
            Dialect::Gcc => &["-w", "-fmax-errors=0"],
            Dialect::Clang => &["-Wno-everything", "-Wreturn-type", "-ferror-limit=0"],
        };
        let flags = [&["-fsyntax-only"], quiet].concat();
        let (_, messages) = self.compile(command, text, file, &flags)?;
        Ok(read(&messages))
    }

    /// Writes the text and compiles it to an object file; `None` and the messages if that fails.
    pub(super) fn object(
        &self,
        command: &CompileCommand,
        text: &[u8],
        file: &Path,
    ) -> Result<Result<PathBuf, String>, Diagnostic> {
        let object = file.with_extension("o");
        let target = object.to_string_lossy().into_owned();
        let flags = ["-c", "-O0", "-w", "-o", &target];
        let (success, messages) = self.compile(command, text, file, &flags)?;
        Ok(if success { Ok(object) } else { Err(messages) })
    }

    fn compile(
        &self,
        command: &CompileCommand,
        text: &[u8],
        file: &Path,
        flags: &[&str],
    ) -> Result<(bool, String), Diagnostic> {
        std::fs::write(file, text).map_err(|error| {
            Diagnostic::error(None, format!("cannot write {}: {error}", file.display()))
        })?;
        let done = Command::new(&self.name)
            .args(language_flags(&command.args))
            .args(flags)
            .args(["-x", "cpp-output"])
            .arg(file)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                Diagnostic::error(None, format!("cannot run `{}`: {error}", self.name))
            })?;
        let messages = String::from_utf8_lossy(&done.stderr).into_owned();
        Ok((done.status.success(), messages))
    }
}

/// The flags that matter after preprocessing.
fn language_flags(args: &[String]) -> Vec<&String> {
    let kept = [
        "-std", "--std", "-f", "-m", "-O", "-ansi", "-pthread", "--target",
    ];
    args.iter()
        .filter(|arg| kept.iter().any(|start| arg.starts_with(start)))
        .collect()
}

fn read(messages: &str) -> Said {
    let mut said = Said::default();
    for line in messages.lines() {
        if let Some((place, message)) = base::compiler_error(line) {
            if &*place.file == FACTS {
                said.errors
                    .entry(place.line)
                    .or_insert_with(|| message.to_string());
            } else if said.foreign.is_none() {
                said.foreign = Some(Diagnostic::error(Some(place), message));
            }
        } else if line.contains("-Wreturn-type")
            && let Some(number) = line
                .strip_prefix(FACTS)
                .and_then(|rest| rest.split(':').nth(1)?.parse().ok())
        {
            said.returns.insert(number);
        } else if line.contains("error:") && said.foreign.is_none() {
            said.foreign = Some(Diagnostic::error(None, line.to_string()));
        }
    }
    said
}

/// Whether the message says that the condition is false, in the words of gcc or clang.
pub(super) fn is_failed_assertion(message: &str) -> bool {
    message.contains("static assertion failed") || message.contains("static_assert failed")
}
