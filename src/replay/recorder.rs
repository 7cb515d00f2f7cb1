//! The compile commands of a build: a compiler that notes each call and then does it.
//!
//! Comes in: a build command that takes its compiler from `$CC`. Goes out: the entries of a compilation database, one for each C
//! file that is compiled and still there: not the files that `configure` makes to try the compiler.

use super::build::{how_to_hand_on, plain_path};
use super::call::{Mode, Words};
use super::process::{Ended, run_shown};
use super::wrapper::{append, run, write_script};
use crate::base::{self, Diagnostic, cannot, name_path, name_text};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// The variable of the environment that names the directory of a recording.
pub const RECORD: &str = "TAMIS_RECORD";

/// The files of that directory: the words of the real compiler, and the entries, one a line.
const COMPILER: &str = "compiler";
const ENTRIES: &str = "entries";

/// An entry of `compile_commands.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub directory: String,
    pub file: String,
    pub arguments: Vec<String>,
}

/// Runs the build command in the shell; `scratch` is an empty directory. What it prints goes where ours does. Also says whether
/// the command succeeded.
pub fn record(
    command: &str,
    compiler: &[String],
    scratch: &Path,
    stop: &AtomicBool,
) -> Result<(Vec<Entry>, bool), Diagnostic> {
    let script = scratch.join("cc");
    write_script(&script, RECORD, scratch)?;
    let named = scratch.join(COMPILER);
    fs::write(&named, serde_json::json!(compiler).to_string())
        .map_err(|error| cannot("write", &named, &error))?;
    let mut build = Command::new("sh");
    build.args(["-c", command]).env("CC", &script);
    let ended = run_shown(build.stdin(Stdio::null()), stop)
        .map_err(|error| cannot("run", Path::new("sh"), &error))?;
    let entries = entries(&scratch.join(ENTRIES))?;
    if entries.is_empty() && ended == Ended::Stopped {
        let message = "ended before the build command compiled a C file: nothing is recorded";
        return Err(Diagnostic::error(None, message));
    }
    if entries.is_empty() {
        let message = "the build command compiled no C file with the compiler that CC names";
        let hint = how_to_hand_on(command, Path::new("."));
        return Err(Diagnostic::error(None, message).with_hint(hint));
    }
    Ok((entries, ended == Ended::Exit(0)))
}

/// In the order of the build, each once.
fn entries(log: &Path) -> Result<Vec<Entry>, Diagnostic> {
    let text = base::read_optional(log)?.unwrap_or_default();
    let mut entries: Vec<Entry> = Vec::new();
    for line in text
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let entry: Entry = serde_json::from_slice(line)
            .map_err(|error| Diagnostic::error(None, format!("{}: {error}", log.display())))?;
        let is_there = base::name_path(&entry.file).exists();
        if is_there && !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// Does what the real compiler would do, and notes what it compiles; the exit code.
pub fn recorded_compiler(scratch: &Path, arguments: &[OsString]) -> Result<i32, Diagnostic> {
    let arguments = arguments.iter().map(|word| name_text(Path::new(word)));
    let arguments: Vec<String> = arguments.collect();
    let named = scratch.join(COMPILER);
    let text = fs::read(&named).map_err(|error| cannot("read", &named, &error))?;
    let compiler: Vec<String> = serde_json::from_slice(&text)
        .map_err(|error| Diagnostic::error(None, format!("{}: {error}", named.display())))?;
    let [program, flags @ ..] = compiler.as_slice() else {
        return Err(Diagnostic::error(None, "no compiler is named"));
    };
    let code = run(program, &[flags, &arguments].concat())?;
    let words = Words::read(&arguments);
    if code == 0 && words.mode != Mode::Other {
        let here = plain_path(Path::new("."));
        for (_, file) in &words.inputs {
            if file.extension().is_some_and(|end| end == "c") {
                let entry = entry(&here, &compiler, &words, file);
                append(
                    &scratch.join(ENTRIES),
                    &serde_json::json!(entry).to_string(),
                )?;
            }
        }
    }
    Ok(code)
}

/// The file with its whole path: other directories may have one of its name.
fn entry(here: &Path, compiler: &[String], words: &Words, file: &Path) -> Entry {
    let mut arguments = compiler.to_vec();
    // Flags are no names: what is UTF-8 stands there as it is.
    let flags = words.flags.iter().map(|flag| name_path(flag));
    let flags = flags.map(|flag| match flag.to_str() {
        Some(text) => text.to_string(),
        None => name_text(&flag),
    });
    arguments.extend(flags);
    arguments.extend(["-c".to_string(), name_text(file)]);
    Entry {
        directory: name_text(here),
        file: name_text(&here.join(file)),
        arguments,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_the_flags_and_one_file() {
        let call = ["-O2", "-I", "include", "a.c", "b.c", "-o", "prog", "-lm"];
        let call = call.map(String::from);
        let words = Words::read(&call);
        let entry = entry(
            Path::new("/here"),
            &["gcc".into(), "-m64".into()],
            &words,
            Path::new("b.c"),
        );
        let expected = ["gcc", "-m64", "-O2", "-I", "include", "-lm", "-c", "b.c"];
        assert_eq!(entry.arguments, expected);
        assert_eq!(
            (entry.directory.as_str(), entry.file.as_str()),
            ("/here", "/here/b.c")
        );
    }
}
