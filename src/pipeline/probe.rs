//! The inputs of an earlier run, compiled as for gcov.
//!
//! Comes in: an output directory. Goes out: each preprocessed text that is still what it was, and what the compiler writes
//! for gcov when it compiles a text in its place. Must not know what that says.

use super::inputs::recorded;
use crate::base::{Diagnostic, cannot};
use crate::frontend::preprocess::preprocess;
use crate::frontend::{CompileCommand, Source};
use crate::replay::for_preprocessed;
use crate::status;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An input that can be compiled.
pub struct ProbedInput {
    pub source: Source,
    command: CompileCommand,
    /// For files of the compiler, removed in the end.
    scratch: PathBuf,
}

/// All inputs that are as they were and whose compilers are trusted.
pub fn probed_inputs(dir: &Path, trust_compiler: bool) -> Result<Vec<ProbedInput>, Diagnostic> {
    let rows = status::read_inputs(&dir.join("inputs.json"))?;
    let scratch = dir.join("correct");
    let input = |row: &status::InputRow| {
        let command = recorded(row, trust_compiler).ok()?;
        let source = preprocess(&command).ok()?;
        let same = status::digest(&source.bytes) == row.digest;
        same.then(|| ProbedInput {
            source,
            command,
            scratch: scratch.clone(),
        })
    };
    Ok(rows.iter().filter_map(input).collect())
}

impl ProbedInput {
    /// The file that the compiler writes for gcov, without optimisation.
    pub fn graph(&self, text: &[u8]) -> Option<Vec<u8>> {
        let made = self.compile(text);
        let _ = fs::remove_dir_all(&self.scratch);
        made.ok()
    }

    fn compile(&self, text: &[u8]) -> Result<Vec<u8>, Diagnostic> {
        let failed = |error: std::io::Error| cannot("write", &self.scratch, &error);
        fs::create_dir_all(&self.scratch).map_err(failed)?;
        let scratch = fs::canonicalize(&self.scratch).map_err(failed)?;
        fs::write(scratch.join("probe.i"), text).map_err(failed)?;
        let other = |flag: &String| {
            let starts = ["-O", "-fsanitize", "-flto", "-fprofile", "-g"];
            !starts.iter().any(|start| flag.starts_with(start))
        };
        let flags = for_preprocessed(&self.command.args);
        let mut compiler = Command::new(self.command.program());
        compiler
            .args(flags.iter().filter(|flag| other(flag)))
            .args(["-O0", "--coverage", "-w", "-c", "probe.i", "-o", "probe.o"])
            .current_dir(&scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        compiler.status().map_err(failed)?;
        fs::read(scratch.join("probe.gcno")).map_err(failed)
    }
}
