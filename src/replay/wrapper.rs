//! The compiler that a build command is given: each labelled file is swapped for its annotated text.
//!
//! Comes in: the arguments of a compiler, and a plan in a file. Goes out: the exit code of the real compiler, which is never run
//! through a shell. Each object of a labelled file has the runtime in it, since another command may link it: libtool, `g++`, `ld`.

use super::build::plain_path;
use super::call::{Mode, Words};
use super::flags::for_preprocessed;
use super::work_dir::WorkDir;
use crate::base::{self, Diagnostic, cannot, name_path, name_text};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable of the environment that names the plan.
pub const PLAN: &str = "TAMIS_REPLAY_PLAN";

/// The plan's file, in the work_dir; the build begins when it is written.
pub(super) const FILE: &str = "plan.json";

/// The list of files that were made, in the work_dir.
pub(super) const MADE: &str = "made";

/// What the wrapper has to know.
#[derive(Serialize, Deserialize)]
pub struct Plan {
    pub compiler: String,
    #[serde(with = "as_name")]
    pub runtime: PathBuf,
    /// For objects that nobody names.
    #[serde(with = "as_name")]
    pub objects: PathBuf,
    /// The numbers of the files that were compiled, one a line.
    #[serde(with = "as_name")]
    pub log: PathBuf,
    /// The names of the files that were made of them, one a line.
    #[serde(with = "as_name")]
    pub made: PathBuf,
    pub swaps: Vec<Swap>,
}

#[derive(Serialize, Deserialize)]
pub struct Swap {
    #[serde(with = "as_name")]
    pub file: PathBuf,
    pub arguments: Vec<String>,
    #[serde(with = "as_name")]
    pub text: PathBuf,
}

/// Paths in the plan.
mod as_name {
    use crate::base::{name_path, name_text};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::path::{Path, PathBuf};

    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&name_text(path))
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<PathBuf, D::Error> {
        String::deserialize(deserializer).map(|text| name_path(&text))
    }
}

impl Plan {
    /// Writes the plan and the script that is the compiler; gives the script.
    pub fn write(&self, shop: &WorkDir) -> Result<PathBuf, Diagnostic> {
        let plan = shop.root().join(FILE);
        shop.write(&plan, &serde_json::to_vec(self).unwrap_or_default())?;
        let script = shop.scripts().join("cc");
        write_script(&script, PLAN, &plan)?;
        Ok(script)
    }

    /// Which files were compiled.
    pub fn compiled(&self) -> Result<HashSet<usize>, Diagnostic> {
        let text = base::read_optional(&self.log)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
    }
}

/// Writes a script that is a compiler: `tamis cc`, with a variable that names what it is to do.
pub(super) fn write_script(script: &Path, variable: &str, value: &Path) -> Result<(), Diagnostic> {
    let tamis =
        std::env::current_exe().map_err(|error| cannot("find", Path::new("tamis"), &error))?;
    let [value, tamis] = [value, &tamis].map(quoted);
    let parts: [&[u8]; 7] = [
        b"#!/bin/sh\n",
        variable.as_bytes(),
        b"=",
        &value,
        b" exec ",
        &tamis,
        b" cc \"$@\"\n",
    ];
    fs::write(script, parts.concat())
        .and_then(|()| fs::set_permissions(script, fs::Permissions::from_mode(0o755)))
        .map_err(|error| cannot("write", script, &error))
}

fn quoted(path: &Path) -> Vec<u8> {
    let mut quoted = vec![b'\''];
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'\'' => quoted.extend(br"'\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

/// Does what the real compiler would do; the exit code.
pub fn compile(plan: &Path, arguments: &[OsString]) -> Result<i32, Diagnostic> {
    // Words are looked at as text, and given to the compiler as they came.
    let arguments = arguments.iter().map(|word| name_text(Path::new(word)));
    let arguments: Vec<String> = arguments.collect();
    let text = fs::read(plan).map_err(|error| cannot("read", plan, &error))?;
    let plan: Plan = serde_json::from_slice(&text)
        .map_err(|error| Diagnostic::error(None, format!("{}: {error}", plan.display())))?;
    let call = Call::new(&arguments, &plan);
    let swapped = call.inputs.iter().any(|input| input.swap.is_some());
    match call.mode {
        Mode::Compile if swapped => call.compile_each(),
        Mode::Link if swapped || !call.inputs.is_empty() => call.link(),
        _ => run(&plan.compiler, &arguments),
    }
}

/// A call of the compiler, read.
struct Call<'a> {
    plan: &'a Plan,
    mode: Mode,
    arguments: &'a [String],
    inputs: Vec<Input>,
    output: Option<&'a String>,
    /// The arguments that are neither inputs nor the output nor `-c`.
    flags: Vec<String>,
}

struct Input {
    /// Its place among the arguments.
    at: usize,
    file: PathBuf,
    /// The number of its annotated text.
    swap: Option<usize>,
}

impl<'a> Call<'a> {
    fn new(arguments: &'a [String], plan: &'a Plan) -> Self {
        let words = Words::read(arguments);
        let mut call = Call {
            plan,
            mode: words.mode,
            arguments,
            inputs: Vec::new(),
            output: words.output,
            flags: words.flags,
        };
        for (at, file) in words.inputs {
            let swap = call.find(&file);
            call.inputs.push(Input { at, file, swap });
        }
        call
    }

    /// The annotated text of a file: the one most of whose arguments are here, if it was compiled in several ways. All of them
    /// need not be: a build elsewhere has other directories.
    fn find(&self, file: &Path) -> Option<usize> {
        let file = plain_path(file);
        let swaps = self.plan.swaps.iter().enumerate();
        let same = swaps.filter(|(_, swap)| swap.file == file);
        let absent = |swap: &Swap| {
            let arguments = swap.arguments.iter();
            arguments
                .filter(|argument| !self.arguments.contains(argument))
                .count()
        };
        let nearest = same.min_by_key(|(_, swap)| absent(swap));
        nearest.map(|(index, _)| index)
    }

    fn compile_each(&self) -> Result<i32, Diagnostic> {
        for input in &self.inputs {
            let object = match self.output {
                Some(output) => name_path(output),
                None => Path::new(input.file.file_name().unwrap_or_default()).with_extension("o"),
            };
            let code = self.compile_one(input, &object)?;
            if code != 0 {
                return Ok(code);
            }
        }
        Ok(0)
    }

    fn compile_one(&self, input: &Input, object: &Path) -> Result<i32, Diagnostic> {
        let (mut arguments, file) = match input.swap {
            Some(index) => (
                for_preprocessed(&self.flags),
                self.plan.swaps[index].text.as_path(),
            ),
            None => (self.flags.clone(), input.file.as_path()),
        };
        let Some(index) = input.swap else {
            arguments.extend(["-c".into(), name_text(file), "-o".into(), name_text(object)]);
            return run(&self.plan.compiler, &arguments);
        };
        let bare = self.scratch(input, "bare.o");
        // Objects for link-time optimisation cannot be joined with others.
        arguments.extend(["-fno-lto", "-c"].map(String::from));
        arguments.extend([name_text(file), "-o".into(), name_text(&bare)]);
        let code = run(&self.plan.compiler, &arguments)?;
        if code != 0 {
            return Ok(code);
        }
        // Noted before it is made: a build may be ended at any moment.
        append(&self.plan.made, &name_text(&absolute(object)))?;
        let code = self.with_runtime(&bare, object)?;
        append(&self.plan.log, &index.to_string())?;
        Ok(code)
    }

    /// Joins an object with the runtime.
    fn with_runtime(&self, bare: &Path, object: &Path) -> Result<i32, Diagnostic> {
        let words = ["-r", "-nostdlib", "-o"].map(String::from);
        let files = [object, bare, &self.plan.runtime].map(name_text);
        run(&self.plan.compiler, &[&words[..], &files].concat())
    }

    /// A file of this process in the work_dir.
    fn scratch(&self, input: &Input, end: &str) -> PathBuf {
        let name = format!("{}-{}.{end}", std::process::id(), input.at);
        self.plan.objects.join(name)
    }

    fn link(&self) -> Result<i32, Diagnostic> {
        let mut arguments = self.arguments.to_vec();
        for input in self.inputs.iter().filter(|input| input.swap.is_some()) {
            let object = self.scratch(input, "o");
            let code = self.compile_one(input, &object)?;
            if code != 0 {
                return Ok(code);
            }
            arguments[input.at] = name_text(&object);
        }
        let made = self
            .output
            .map_or_else(|| "a.out".into(), |name| name_path(name));
        append(&self.plan.made, &name_text(&absolute(&made)))?;
        run(&self.plan.compiler, &arguments)
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// One write in append mode, so that parallel compilers do not mix their lines.
pub(super) fn append(list: &Path, line: &str) -> Result<(), Diagnostic> {
    let file = OpenOptions::new().append(true).create(true).open(list);
    file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
        .map_err(|error| cannot("write", list, &error))
}

/// Runs the real compiler; its exit code.
pub(super) fn run(compiler: &str, arguments: &[String]) -> Result<i32, Diagnostic> {
    let status = Command::new(compiler)
        .args(arguments.iter().map(|word| name_path(word)))
        .env_remove(PLAN)
        .status();
    let status = status.map_err(|error| cannot("run", Path::new(compiler), &error))?;
    Ok(status.code().unwrap_or(1))
}
