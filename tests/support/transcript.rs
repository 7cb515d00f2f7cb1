//! Transcripts of a terminal that are played again: `$ COMMAND`, then what it prints, then `[exit N]` unless N is 0.
//!
//! Comes in: a text with such lines. Goes out: the same with what the commands print today. Seconds are not compared.

use super::session::output;
use std::path::Path;

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
