//! Compile commands.
//!
//! Comes in: files and flags of the command line, or a compilation database. Goes out: for each
//! file the compiler and the arguments that decide how it is preprocessed. Runs nothing.

use crate::base::Diagnostic;
use std::path::{Path, PathBuf};

/// How one file is preprocessed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileCommand {
    /// Where the compiler runs; relative names are relative to it.
    pub directory: PathBuf,
    pub file: PathBuf,
    pub compiler: String,
    /// Only what matters for preprocessing and for the language: never an output or a program.
    pub args: Vec<String>,
}

/// The compile command of a file named on the command line, with the flags after `--`.
pub fn from_flags(_file: &Path, _flags: &[String]) -> Result<CompileCommand, Diagnostic> {
    todo!()
}

/// Reads a compilation database: `compile_commands.json` itself or the directory that holds it.
/// An entry that cannot be used costs that entry.
pub fn from_database(_path: &Path) -> Result<(Vec<CompileCommand>, Vec<Diagnostic>), Diagnostic> {
    todo!()
}
