//! A tracefile of lcov in and out.
//!
//! `BRDA:line,[e|f][U]block,branch,taken` is a branch; sections of one file may stand for several tests. Whatever is not
//! a branch stays as it is.

use super::{Correction, Count, Lined, Measured, Sites, decide};
use crate::base::{Diagnostic, Place, name_text};
use crate::report::data::Run;
use crate::report::lcov::Unreachable;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A branch as the file has it.
struct Branch<'a> {
    line: u32,
    /// Before the block: exception, fall-through, unreachable.
    flags: &'a str,
    block: u64,
    /// A number as gcc counts, or words.
    name: &'a str,
    taken: Count,
}

/// How a branch is found again in other sections; numbers are in the order of numbers.
type Key<'a> = (u64, u64, &'a str);

impl<'a> Branch<'a> {
    fn read(record: &'a str) -> Option<Branch<'a>> {
        let (line, rest) = record.split_once(',')?;
        let (block, rest) = rest.split_once(',')?;
        // Names may have commas.
        let (name, taken) = rest.rsplit_once(',')?;
        let digits = block.find(|c: char| c.is_ascii_digit())?;
        Some(Branch {
            line: line.parse().ok()?,
            flags: &block[..digits],
            block: block[digits..].parse().ok()?,
            name,
            taken: match taken {
                "-" => None,
                taken => Some(taken.parse().ok()?),
            },
        })
    }

    fn key(&self) -> Key<'a> {
        (self.block, self.name.parse().unwrap_or(u64::MAX), self.name)
    }
}

/// The branches of a line over all sections that have it.
#[derive(Default)]
struct Line<'a> {
    branches: BTreeMap<Key<'a>, Count>,
    /// The line is one where lcov marked a branch, or sections differ.
    unclear: bool,
    sections: usize,
}

type Lines<'a> = BTreeMap<(&'a str, u32), Line<'a>>;

/// Corrects a tracefile that was read from this path.
pub fn correct(
    run: &Run,
    sites: &Sites,
    path: &Path,
    text: &str,
    unreachable: Unreachable,
) -> Result<Correction, Diagnostic> {
    let files = read(path, text)?;
    // A file without branches was measured too.
    let names = text.lines().filter_map(|record| record.strip_prefix("SF:"));
    let mut measured: Measured = names.map(|name| (name, BTreeMap::new())).collect();
    for ((file, line), branches) in &files {
        let lined = Lined {
            counts: branches.branches.values().copied().collect(),
            unclear: branches.unclear,
            unpaired: false,
        };
        measured.entry(file).or_default().insert(*line, lined);
    }
    let mut correction = decide(run, sites, &measured);
    correction.text = write(text, &files, &correction, unreachable);
    Ok(correction)
}

fn read<'a>(path: &Path, text: &'a str) -> Result<Lines<'a>, Diagnostic> {
    let mut files: Lines = BTreeMap::new();
    let mut section: BTreeMap<u32, Line> = BTreeMap::new();
    let mut file = "";
    for (number, record) in text.lines().enumerate() {
        if let Some(name) = record.strip_prefix("SF:") {
            file = name;
        } else if let Some(branch) = record.strip_prefix("BRDA:") {
            let branch = Branch::read(branch).ok_or_else(|| malformed(path, number + 1))?;
            section.entry(branch.line).or_default().take(&branch);
        } else if record == "end_of_record" {
            for (line, found) in std::mem::take(&mut section) {
                files.entry((file, line)).or_default().add(found);
            }
        }
    }
    Ok(files)
}

impl<'a> Line<'a> {
    fn take(&mut self, branch: &Branch<'a>) {
        self.unclear |= !branch.flags.is_empty();
        if !branch.flags.contains('U') {
            self.unclear |= self.branches.insert(branch.key(), branch.taken).is_some();
        }
    }

    /// Adds what another section has of the line.
    fn add(&mut self, other: Line<'a>) {
        let first = self.sections == 0;
        let same = self.branches.keys().eq(other.branches.keys());
        self.unclear |= other.unclear || !(first || same);
        self.sections += 1;
        for (key, count) in other.branches {
            let known = self.branches.entry(key).or_default();
            *known = match (*known, count) {
                (None, None) => None,
                (a, b) => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
            };
        }
    }
}

fn malformed(path: &Path, line: usize) -> Diagnostic {
    let place = Place {
        file: name_text(path).into(),
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: 1,
    };
    Diagnostic::error(Some(place), "this is not a branch of an lcov tracefile")
        .with_hint("expected BRDA:LINE,BLOCK,BRANCH,TAKEN")
}

/// The text with the removed branches left out or marked, and the sums of each section made anew.
fn write(text: &str, files: &Lines, correction: &Correction, unreachable: Unreachable) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut file, mut found, mut hit) = ("", 0, 0);
    for record in text.lines() {
        if let Some(name) = record.strip_prefix("SF:") {
            (file, found, hit) = (name, 0, 0);
        }
        let branch = record.strip_prefix("BRDA:").and_then(Branch::read);
        if let Some(branch) = branch {
            if is_removed(&branch, file, files, correction) {
                if unreachable == Unreachable::Mark {
                    let (line, block, name) = (branch.line, branch.block, branch.name);
                    let taken = branch.taken.map_or("-".into(), |taken| taken.to_string());
                    let _ = writeln!(out, "BRDA:{line},U{block},{name},{taken}");
                }
                continue;
            }
            if !branch.flags.contains('U') {
                found += 1;
                hit += usize::from(branch.taken.unwrap_or(0) > 0);
            }
        }
        if record.starts_with("BRF:") {
            let _ = writeln!(out, "BRF:{found}");
        } else if record.starts_with("BRH:") {
            let _ = writeln!(out, "BRH:{hit}");
        } else {
            out.push_str(record);
            out.push('\n');
        }
    }
    out
}

fn is_removed(branch: &Branch, file: &str, files: &Lines, correction: &Correction) -> bool {
    let Some(line) = files.get(&(file, branch.line)) else {
        return false;
    };
    let at = line.branches.keys().position(|key| *key == branch.key());
    correction
        .removed_of(file, branch.line)
        .any(|removed| Some(removed) == at)
}
