//! What a unified diff touches.
//!
//! Comes in: the text that `git diff` prints. Goes out: whether lines of a file are touched by it, as they are after the
//! change. Where lines are only taken away, what is left on both sides of them is touched.

use crate::base::{Diagnostic, Place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// By file, as the diff names it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Touched {
    files: BTreeMap<String, Lines>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Lines {
    /// First and last of each run of lines that are new, ascending.
    added: Vec<(u32, u32)>,
    /// The lines before which something was taken away.
    removed: Vec<u32>,
}

impl Touched {
    /// Reads a diff; `name` is what messages call it.
    pub fn parse(name: &str, text: &[u8]) -> Result<Touched, Diagnostic> {
        let mut reader = Reader::default();
        for (number, line) in (1..).zip(String::from_utf8_lossy(text).lines()) {
            reader.line(line).map_err(|message| {
                let place = Place {
                    file: name.into(),
                    line: number,
                    column: 1,
                };
                Diagnostic::error(Some(place), message)
                    .with_hint("expected a unified diff, as printed by `git diff`")
            })?;
        }
        if reader.left != (0, 0) {
            let message = format!("{name} ends inside a hunk");
            return Err(Diagnostic::error(None, message));
        }
        Ok(reader.touched)
    }

    /// Whether one of these lines of the file is touched. The diff's names are the ends of paths.
    pub fn touches(&self, file: &Path, first: u32, last: u32) -> bool {
        let lines = self.files.iter().filter(|(name, _)| file.ends_with(name));
        lines.map(|(_, lines)| lines).any(|lines| {
            let added = |&(from, to): &(u32, u32)| from <= last && first <= to;
            let removed = |&before: &u32| first < before && before <= last;
            lines.added.iter().any(added) || lines.removed.iter().any(removed)
        })
    }

    /// For records: [`recorded`](Self::recorded) reads it.
    pub fn record(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn recorded(text: &str) -> Option<Touched> {
        serde_json::from_str(text).ok()
    }
}

#[derive(Default)]
struct Reader {
    touched: Touched,
    file: Option<String>,
    /// The next line of the file after the change.
    next: u32,
    /// How many lines of the hunk are still to come: of the old text, of the new one.
    left: (u32, u32),
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.left != (0, 0) {
            return self.in_hunk(line);
        }
        if let Some(name) = line.strip_prefix("+++ ") {
            self.file = file_name(name);
        } else if let Some(ranges) = line.strip_prefix("@@ ") {
            let read = ranges
                .split_once(" @@")
                .and_then(|(ranges, _)| hunk(ranges));
            let Some((old, (start, new))) = read else {
                return Err(format!("`{line}` does not start a hunk"));
            };
            // A range of no lines is named by the line before it.
            self.next = if new == 0 { start + 1 } else { start };
            self.left = (old, new);
        }
        Ok(())
    }

    fn in_hunk(&mut self, line: &str) -> Result<(), String> {
        let lines = self.file.as_ref().map(|file| {
            let files = &mut self.touched.files;
            files.entry(file.clone()).or_default()
        });
        let (old, new) = &mut self.left;
        let (from_old, from_new) = match line.as_bytes().first() {
            Some(b'+') => (0, 1),
            Some(b'-') => (1, 0),
            Some(b'\\') => return Ok(()),
            // Some tools cut off the blank of an empty line.
            Some(b' ') | None => (1, 1),
            Some(_) => return Err("a line of a hunk starts with a blank, + or -".into()),
        };
        let enough = "the hunk has more lines than it says";
        *old = old.checked_sub(from_old).ok_or(enough)?;
        *new = new.checked_sub(from_new).ok_or(enough)?;
        match (from_old, lines) {
            (0, Some(lines)) => match lines.added.last_mut() {
                Some((_, last)) if *last + 1 == self.next => *last = self.next,
                _ => lines.added.push((self.next, self.next)),
            },
            (1, Some(lines)) if from_new == 0 && lines.removed.last() != Some(&self.next) => {
                lines.removed.push(self.next);
            }
            _ => {}
        }
        self.next += from_new;
        Ok(())
    }
}

/// `-12,3 +14` as `(3, (14, 1))`: how many lines, and where how many others are.
fn hunk(ranges: &str) -> Option<(u32, (u32, u32))> {
    let range = |text: &str, sign: char| {
        let text = text.strip_prefix(sign)?;
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse::<u32>().ok()?, count.parse::<u32>().ok()?))
    };
    let (old, new) = ranges.split_once(' ')?;
    Some((range(old, '-')?.1, range(new, '+')?))
}

/// Without the prefix of git and what comes after a tab; nothing for `/dev/null`.
fn file_name(text: &str) -> Option<String> {
    let text = text.split('\t').next().unwrap_or_default().trim_end();
    let name = match text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    {
        Some(quoted) => unquoted(quoted),
        None => text.to_string(),
    };
    let name = name.strip_prefix("b/").unwrap_or(&name);
    (name != "/dev/null").then(|| name.to_string())
}

/// Git writes unusual bytes as three octal digits.
fn unquoted(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = tail;
        match (*byte, tail) {
            (
                b'\\',
                [
                    a @ b'0'..=b'3',
                    b @ b'0'..=b'7',
                    c @ b'0'..=b'7',
                    after @ ..,
                ],
            ) => {
                bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = after;
            }
            (b'\\', [escaped, after @ ..]) => {
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => *other,
                });
                rest = after;
            }
            (byte, _) => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "diff --git a/src/a.c b/src/a.c
--- a/src/a.c
+++ b/src/a.c
@@ -3,4 +3,5 @@ int f(void)
 int x;
-int y;
+int z;
+int w;
 int u;
 int v;
@@ -20,2 +21,0 @@
-gone
-gone
--- \"a/\\303\\244.c\"\t2026
+++ \"b/\\303\\244.c\"\t2026
@@ -1 +1 @@
-a
+b
\\ No newline at end of file
--- a/old.c
+++ /dev/null
@@ -1 +0,0 @@
-a
";

    #[test]
    fn lines_are_those_after_the_change() {
        let touched = Touched::parse("d", DIFF.as_bytes()).expect("a diff");
        let touches = |file: &str, first, last| touched.touches(Path::new(file), first, last);
        assert!(touches("/home/u/src/a.c", 4, 4) && touches("src/a.c", 5, 9));
        assert!(!touches("src/a.c", 1, 3) && !touches("src/a.c", 6, 21));
        // Something between lines 21 and 22 is gone.
        assert!(touches("src/a.c", 21, 22) && !touches("src/a.c", 22, 30));
        assert!(!touches("other/a.c", 4, 4) && !touches("a.c", 4, 4));
        assert!(touches("x/ä.c", 1, 1) && !touches("old.c", 1, 1));
        assert_eq!(Touched::recorded(&touched.record()), Some(touched));
    }

    #[test]
    fn what_is_no_diff_is_refused() {
        for (text, why) in [
            ("@@ -1 @@\n", "does not start a hunk"),
            ("+++ b/a.c\n@@ -1,2 +1,2 @@\n a\n", "ends inside a hunk"),
            (
                "+++ b/a.c\n@@ -1 +1 @@\n+a\n+b\n",
                "more lines than it says",
            ),
            ("+++ b/a.c\n@@ -1 +1 @@\n*a\n", "starts with a blank"),
        ] {
            let problem = Touched::parse("d", text.as_bytes()).expect_err(text);
            assert!(problem.message.contains(why), "{text}: {}", problem.message);
        }
        assert_eq!(Touched::parse("d", b""), Ok(Touched::default()));
    }
}
