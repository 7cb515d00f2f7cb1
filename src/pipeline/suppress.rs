//! Labels that nobody wants: comments exclude their lines from coverage, or the user names a text that such lines have.
//!
//! Comes in: the user's files and the texts. Goes out: for a place the reason why it has no labels. What is left out before
//! anything is proved stands for no other label. Must not know what a label is about.

use crate::base::{Place, name_path};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// What the user asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suppressions {
    /// Comments of lcov and gcovr count.
    pub comments: bool,
    pub texts: Vec<String>,
}

/// Larger files have no comments by hand.
const MAX_BYTES: u64 = 1 << 26;
const PREFIXES: [&str; 3] = ["LCOV_EXCL_", "GCOVR_EXCL_", "GCOV_EXCL_"];
/// Criteria whose labels are branches: comments about branches concern these.
const BRANCHES: [&str; 7] = ["dc", "cc", "dcc", "mcc", "gacc", "cacc", "gicc"];

/// Why a line has no labels; each is the text that says so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Excluded {
    all: Option<Arc<str>>,
    branches: Option<Arc<str>>,
}

/// The files of one unit, read when they are asked about.
pub(super) struct Suppressor<'a> {
    rules: &'a Suppressions,
    /// Where the compiler ran.
    directory: &'a Path,
    files: HashMap<Arc<str>, Vec<Excluded>>,
}

impl<'a> Suppressor<'a> {
    pub fn new(rules: &'a Suppressions, directory: &'a Path) -> Self {
        let files = HashMap::new();
        Suppressor {
            rules,
            directory,
            files,
        }
    }

    /// The comment or text that excludes labels of this criterion at the place.
    pub fn reason(&mut self, place: &Place, criterion: &str) -> Option<Arc<str>> {
        let (rules, directory) = (self.rules, self.directory);
        if !rules.comments && rules.texts.is_empty() {
            return None;
        }
        let file = self.files.entry(place.file.clone());
        let lines = file.or_insert_with(|| {
            let path = directory.join(name_path(&place.file));
            read(&path).map_or_else(Vec::new, |text| excluded(rules, &text))
        });
        let line = lines.get((place.line as usize).checked_sub(1)?)?;
        let branch = BRANCHES.contains(&criterion);
        line.all
            .clone()
            .or_else(|| line.branches.clone().filter(|_| branch))
    }
}

/// A regular file of moderate size: a line marker may name anything.
fn read(path: &Path) -> Option<String> {
    let known = fs::metadata(path).ok()?;
    let plain = known.is_file() && known.len() <= MAX_BYTES;
    let bytes = plain.then(|| fs::read(path).ok())??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The reasons by line.
fn excluded(rules: &Suppressions, text: &str) -> Vec<Excluded> {
    let mut open = Excluded::default();
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut here = open.clone();
        let markers = markers(line).filter(|_| rules.comments);
        for (marker, kind) in markers {
            let reason = || Some(Arc::from(marker));
            match kind {
                "START" => (open.all, here.all) = (reason(), reason()),
                "BR_START" => (open.branches, here.branches) = (reason(), reason()),
                "STOP" => open.all = None,
                "BR_STOP" => open.branches = None,
                "LINE" => here.all = reason(),
                "BR_LINE" => here.branches = reason(),
                _ => {}
            }
        }
        let named = rules.texts.iter().find(|text| line.contains(*text));
        here.all = named.map(|text| text.as_str().into()).or(here.all);
        lines.push(here);
    }
    lines
}

/// `LCOV_EXCL_BR_LINE` and its like in a line, each with the part after `EXCL_`.
fn markers(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = line.split(move |c| !is_word(c));
    words.filter_map(|word| {
        let kind = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
        kind.map(|kind| (word, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(text: &str, texts: &[&str]) -> Vec<String> {
        let rules = Suppressions {
            comments: true,
            texts: texts.iter().map(|text| text.to_string()).collect(),
        };
        let shown = |line: &Excluded| {
            let branches = line.branches.as_ref().map(|b| format!("{b} (branches)"));
            let all = line.all.as_ref().map(|all| all.to_string());
            all.or(branches).unwrap_or_default()
        };
        excluded(&rules, text).iter().map(shown).collect()
    }

    #[test]
    fn comments_exclude_lines_and_ranges() {
        let text = "a\nb // LCOV_EXCL_LINE\n/* LCOV_EXCL_START */\nc\nd // LCOV_EXCL_STOP\ne /* GCOVR_EXCL_BR_LINE: why */\nf LCOV_EXCL_LINES\n";
        let expected = [
            "",
            "LCOV_EXCL_LINE",
            "LCOV_EXCL_START",
            "LCOV_EXCL_START",
            "LCOV_EXCL_START",
            "GCOVR_EXCL_BR_LINE (branches)",
            "",
        ];
        assert_eq!(reasons(text, &[]), expected);
    }

    #[test]
    fn texts_exclude_the_lines_that_have_them() {
        let text = "  assert(p);\n  if (p)\n";
        assert_eq!(reasons(text, &["assert("]), ["assert(", ""]);
    }
}
