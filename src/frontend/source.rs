//! The preprocessed text of a translation unit and the way back to the user's files.
//!
//! Comes in: what the preprocessor wrote. Goes out: places and one-line texts. Knows line markers
//! and nothing else of C.

use crate::base::{Diagnostic, Place, Span, bytes_text, name_text};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// A text of this size and more is refused: offsets must fit 32 bits with room to spare.
const MAX_BYTES: usize = 1 << 30;

/// A preprocessed text. Every [`Span`] of the unit is a range of it.
#[derive(Debug)]
pub struct Source {
    /// The file as the compile command names it.
    pub file: PathBuf,
    /// What the preprocessor gave, byte for byte.
    pub bytes: Vec<u8>,
    /// The same with each byte that is not UTF-8 replaced by `?`; offsets are the same.
    pub text: String,
    /// The lines that depend on when the file is compiled.
    pub dated: Vec<Span>,
    /// Where each line begins.
    lines: Vec<u32>,
    /// In order of their lines; the first one stands for the text before any marker.
    markers: Vec<Marker>,
}

/// `# 12 "x.h" 3`: what follows is line 12 of x.h.
#[derive(Debug)]
struct Marker {
    /// The index of the first line that it describes.
    first: u32,
    /// The user's number of that line.
    line: u32,
    file: Arc<str>,
    system: bool,
}

impl Source {
    /// Takes a preprocessed text; refuses one of 1 GiB and more.
    pub fn new(file: PathBuf, bytes: Vec<u8>) -> Result<Source, Diagnostic> {
        if bytes.len() >= MAX_BYTES {
            let place = Place {
                file: name_text(&file).into(),
                line: 1,
                column: 1,
            };
            return Err(
                Diagnostic::error(Some(place), "the preprocessed text is 1 GiB or larger")
                    .with_hint("cut the file into smaller translation units"),
            );
        }
        let text = utf8_of_same_length(&bytes);
        let lines = line_starts(&bytes);
        let name = without_steps_back(&name_text(&file)).into();
        let markers = markers(&bytes, &lines, name);
        Ok(Source {
            file,
            bytes,
            text,
            dated: Vec::new(),
            lines,
            markers,
        })
    }

    /// Marks the lines that another text has otherwise; all that `suspects` says where the texts have different lines.
    pub fn mark_dated(&mut self, other: &[u8], suspects: impl Fn(&[u8]) -> bool) {
        let others: Vec<&[u8]> = other.split(|&byte| byte == b'\n').collect();
        let same_lines = others.len() == self.lines.len();
        let lines = self.bytes.split(|&byte| byte == b'\n').enumerate();
        let is_dated = |(index, line): &(usize, &[u8])| match same_lines {
            true => others[*index] != *line,
            false => suspects(line),
        };
        let span = |(index, line): (usize, &[u8])| {
            let start = self.lines[index] as usize;
            Span::new(start, start + line.len())
        };
        self.dated = lines.filter(is_dated).map(span).collect();
    }

    /// The user's file, line and column of an offset, through the line markers.
    pub fn place(&self, offset: u32) -> Place {
        let index = self.line_index(offset);
        let marker = self.marker(index);
        let line = marker
            .line
            .saturating_add(index.saturating_sub(marker.first));
        let column = offset
            .saturating_sub(self.lines[index as usize])
            .saturating_add(1);
        Place {
            file: marker.file.clone(),
            line,
            column,
        }
    }

    /// Whether all of the span is text of a system header. One end alone may come from a macro of
    /// such a header that the user's file uses, as `bool` does.
    pub fn is_of_system_header(&self, span: Span) -> bool {
        self.in_system_header(span.start) && self.in_system_header(span.end.saturating_sub(1))
    }

    /// Whether the offset lies in a system header, as the line markers say.
    pub fn in_system_header(&self, offset: u32) -> bool {
        self.marker(self.line_index(offset)).system
    }

    /// The text of a span on one line: line markers and line breaks left out.
    pub fn snippet(&self, span: Span) -> String {
        let Some(text) = self.text.get(span.range()) else {
            return String::new();
        };
        // A span begins at a token, so only later lines can be directives.
        let first = text.lines().next().into_iter();
        let later = text
            .lines()
            .skip(1)
            .filter(|line| !line.trim_start().starts_with('#'));
        let words = first
            .chain(later)
            .map(str::trim)
            .filter(|line| !line.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }

    /// What the preprocessor made of these lines, each on one line.
    pub fn expansions(&self, lines: &HashSet<(Arc<str>, u32)>) -> HashMap<(Arc<str>, u32), String> {
        let mut found: HashMap<(Arc<str>, u32), String> = HashMap::new();
        for (index, text) in self.text.split('\n').enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let place = self.place(self.lines[index]);
            let line = (place.file, place.line);
            if lines.contains(&line) {
                let all = found.entry(line).or_default();
                *all += if all.is_empty() { "" } else { " " };
                *all += text;
            }
        }
        found
    }

    fn line_index(&self, offset: u32) -> u32 {
        (self.lines.partition_point(|&start| start <= offset).max(1) - 1) as u32
    }

    fn marker(&self, line: u32) -> &Marker {
        let after = self.markers.partition_point(|marker| marker.first <= line);
        &self.markers[after.max(1) - 1]
    }
}

/// Each byte that is not part of UTF-8 becomes `?`.
fn utf8_of_same_length(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let breaks = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    std::iter::once(0)
        .chain(breaks.map(|(at, _)| at as u32 + 1))
        .collect()
}

fn markers(bytes: &[u8], lines: &[u32], file: Arc<str>) -> Vec<Marker> {
    let mut files: HashMap<String, Arc<str>> = HashMap::new();
    let mut markers = vec![Marker {
        first: 0,
        line: 1,
        file,
        system: false,
    }];
    for (index, &start) in lines.iter().enumerate() {
        let end = lines
            .get(index + 1)
            .map_or(bytes.len(), |&next| next as usize);
        let line = &bytes[start as usize..end];
        if line.first() != Some(&b'#') {
            continue;
        }
        if let Some((number, name, system)) = read_marker(line) {
            let file = files
                .entry(name)
                .or_insert_with_key(|name| without_steps_back(name).into())
                .clone();
            markers.push(Marker {
                first: index as u32 + 1,
                line: number,
                file,
                system,
            });
        }
    }
    markers
}

/// `src/x.c` for `src/tests/../x.c`, so that a file has one name, whoever includes it. Steps back at the beginning stay.
fn without_steps_back(name: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in name.split('/') {
        let before = kept.last().copied();
        match (part, before) {
            ("..", Some(before)) if !matches!(before, "" | "." | "..") => drop(kept.pop()),
            _ => kept.push(part),
        }
    }
    kept.join("/")
}

/// `# 12 "x.h" 3 4` or `#line 12 "x.h"`: the line, the file, whether it is a system header.
fn read_marker(line: &[u8]) -> Option<(u32, String, bool)> {
    let rest = line.strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest
        .strip_prefix(b"line")
        .unwrap_or(rest)
        .trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = rest.split_at(digits);
    let number = std::str::from_utf8(number).ok()?.parse().ok()?;
    let blank = rest
        .first()
        .is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let mut rest = rest
        .trim_ascii_start()
        .strip_prefix(b"\"")
        .filter(|_| blank)?;
    let mut name = Vec::new();
    loop {
        rest = match rest {
            [b'"', flags @ ..] => {
                let mut flags = flags.split(u8::is_ascii_whitespace);
                return Some((number, bytes_text(&name), flags.any(|flag| flag == b"3")));
            }
            // clang writes bytes beyond ASCII as three octal digits.
            [
                b'\\',
                a @ b'0'..=b'3',
                b @ b'0'..=b'7',
                c @ b'0'..=b'7',
                rest @ ..,
            ] => {
                name.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest
            }
            [b'\\', byte, rest @ ..] | [byte, rest @ ..] => {
                name.push(*byte);
                rest
            }
            [] => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &[u8]) -> Source {
        Source::new("a.c".into(), text.to_vec()).expect("small")
    }

    #[test]
    fn places_follow_line_markers() {
        let text = "int a;\n# 7 \"x y.h\" 1 3 4\nint b;\nint c;\n# 2 \"a.c\" 2\n  d\n";
        let source = source(text.as_bytes());
        let place = |needle| {
            source
                .place(text.find(needle).expect("there") as u32)
                .to_string()
        };
        assert_eq!(place("int a"), "a.c:1:1");
        assert_eq!(place("int b"), "x y.h:7:1");
        assert_eq!(place("c;"), "x y.h:8:5");
        assert_eq!(place("d"), "a.c:2:3");
        assert!(source.in_system_header(text.find("int c").expect("there") as u32));
        assert!(!source.in_system_header(text.find("d\n").expect("there") as u32));
    }

    #[test]
    fn snippets_are_one_line() {
        let text = "f(a,\n# 9 \"a.c\" 3 4\n     \"x  y\"\n\n# 3 \"a.c\"\n  , b  + c)";
        let source = source(text.as_bytes());
        assert_eq!(
            source.snippet(Span::new(0, text.len())),
            "f(a, \"x  y\" , b  + c)"
        );
        assert_eq!(source.snippet(Span::new(3, 999)), "");
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_their_offsets() {
        let source = source(b"a\xff\xc3\xa9\xe2\x82 b");
        assert_eq!(source.text, "a?é?? b");
        assert_eq!(source.text.len(), source.bytes.len());
    }

    #[test]
    fn strange_markers_do_no_harm() {
        for text in [
            "# 1",
            "#",
            "# 99999999999 \"x\"\n",
            "# 4294967295 \"x\"\na\nb\nc",
            "# 1 \"x\\",
        ] {
            let source = source(text.as_bytes());
            source.place(text.len() as u32);
            source.place(u32::MAX);
        }
    }

    #[test]
    fn names_of_markers_come_whole() {
        for (line, name) in [
            (&b"# 3 \"a\xff.c\"\nint x;\n"[..], "a\\xff.c"),
            (b"# 3 \"a\\377.c\" 1\nint x;\n", "a\\xff.c"),
            (b"# 3 \"\\303\\244.c\"\nint x;\n", "ä.c"),
            (b"# 3 \"\\\\\\\".c\"\nint x;\n", "\\\".c"),
        ] {
            let source = source(line);
            let at = source.text.find("int").expect("there");
            assert_eq!(&*source.place(at as u32).file, name);
        }
    }

    #[test]
    fn a_file_has_one_name() {
        let names = [
            ("/p/tests/../x.c", "/p/x.c"),
            ("a/b/../../x.c", "x.c"),
            ("../x.c", "../x.c"),
            ("../a/../x.c", "../x.c"),
            ("./../x.c", "./../x.c"),
            ("/../x.c", "/../x.c"),
            ("a..b/x..c", "a..b/x..c"),
        ];
        for (name, shown) in names {
            assert_eq!(without_steps_back(name), shown);
            let text = format!("# 1 \"{name}\"\nint x;\n");
            let source = Source::new("t.c".into(), text.into_bytes()).expect("small");
            assert_eq!(&*source.place(source.lines[1]).file, shown);
        }
    }
}
