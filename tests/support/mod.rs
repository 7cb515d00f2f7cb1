//! What tests have in common: directories to work in, runs of the tamis of this build, and what it wrote.
//!
//! - `listed`: the cases of a test; `expected`: texts that `UPDATE_EXPECT=1` rewrites.
//! - `session`, `transcript`: commands of a terminal, and pages of them that are played again.
//! - `results`: two runs compared; `tree`: copies of trees.

// Each test uses a part of it.
#![allow(dead_code)]

pub mod expected;
pub mod listed;
pub mod results;
pub mod session;
pub mod transcript;
pub mod tree;

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The name of a directory of a test; nothing is there yet.
pub fn absent(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// An empty directory for a test.
pub fn directory(name: &str) -> PathBuf {
    let path = absent(name);
    fs::create_dir_all(&path).expect("made");
    fs::canonicalize(path).expect("there")
}

pub fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The tamis of this build in a directory.
pub fn command<A: AsRef<OsStr>>(directory: &Path, args: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(args).current_dir(directory);
    command
}

pub fn tamis<A: AsRef<OsStr>>(directory: &Path, args: &[A]) -> Output {
    command(directory, args).output().expect("tamis runs")
}

/// A run that must succeed; what it printed.
#[track_caller]
pub fn done(directory: &Path, args: &[&str]) -> String {
    let output = tamis(directory, args);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    text(&output.stdout)
}

/// `summary.json` of an output directory.
pub fn summary(out: &Path) -> Value {
    serde_json::from_str(&read(out.join("summary.json"))).expect("JSON")
}
