//! Transcripts of a terminal that are played again: `$ COMMAND`, then what it prints, then `[exit N]` unless N is 0.
//!
//! Comes in: a text with such lines. Goes out: the same with what the commands print today. Seconds are not compared.

// Each test uses a part of it.
#![allow(dead_code)]

use std::path::Path;
use std::process::Command;

/// Plays every command of a transcript in a directory.
pub fn play(transcript: &str, directory: &Path) -> String {
    let mut text = String::new();
    for line in transcript.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            text += &format!("$ {command}\n{}", output(command, directory));
        } else if line.starts_with("# ") && !text.contains("$ ") {
            text += &format!("{line}\n");
        }
    }
    text
}

/// What a command prints, both streams in one, and its exit code.
pub fn output(command: &str, directory: &Path) -> String {
    let tamis = Path::new(env!("CARGO_BIN_EXE_tamis"));
    let mut path = tamis.parent().expect("a directory").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let ran = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(directory)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .output()
        .expect("a shell");
    let mut text =
        String::from_utf8_lossy(&ran.stdout).replace(&*directory.to_string_lossy(), "HERE");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match ran.status.code() {
        Some(0) => text,
        code => format!("{text}[exit {}]\n", code.unwrap_or(-1)),
    }
}

/// The text without what differs from run to run: `0.3 s` becomes `_ s`.
pub fn comparable(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n', ',', ';']);
    let mut kept: Vec<&str> = Vec::new();
    for word in words {
        let unit = word.trim_end_matches([' ', '\n', ',', ';']);
        let last = kept.last().map(|last| last.trim_end());
        let number = last.is_some_and(|last| last.parse::<f64>().is_ok() && last.contains('.'));
        if unit == "s" && number {
            kept.pop();
            kept.push("_ ");
        }
        kept.push(word);
    }
    kept.concat()
}

/// Copies a tree of plain files.
pub fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("a directory").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_tree(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).expect("copied")),
        }
    }
}

/// A fresh directory for a test.
pub fn scratch(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("made");
    std::fs::canonicalize(path).expect("there")
}
