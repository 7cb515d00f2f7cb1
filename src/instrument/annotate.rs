//! A whole file: what the inserted labels need, then the text with them.
//!
//! Comes in: the text, its unit and the labels of each function. Goes out: compilable C. Must
//! not know how a label's place is written, see `place`.

use super::edit::{Slotted, Wrap, apply, nest};
use super::place::{Placed, place_labels};
use super::text::Text;
use crate::base::{Diagnostic, is_word, literal_len, word_len};
use crate::ir::Unit;
use crate::labels::Label;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;

/// An annotated file; the ids of its labels are slots.
#[derive(Debug)]
pub struct Annotated {
    pub text: Slotted,
    /// Whether the text declares `pc_label`, so that it cannot be a macro.
    pub declares: bool,
    /// Labels that could not be placed.
    pub diagnostics: Vec<Diagnostic>,
}

/// The text with `pc_label(cond, id, "TAG")` at the place of every label; `labels[i]` belong to
/// the `i`-th function of the unit. Line markers keep the user's lines.
pub fn annotate(text: &dyn Text, unit: &Unit, labels: &[Vec<Label>]) -> Annotated {
    let bytes = text.bytes();
    let prefix = free_prefix(bytes);
    let mut wraps: Vec<Wrap> = Vec::new();
    let mut accesses = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let functions = unit.functions.par_iter().zip(labels);
    let placed: Vec<Placed> = functions
        .map(|(function, labels)| place_labels(text, &unit.globals, function, labels, &prefix))
        .collect();
    for placed in placed {
        wraps.extend(placed.wraps);
        accesses.extend(placed.accesses);
        diagnostics.extend(placed.diagnostics);
    }
    // Each function's wraps nest, and functions are disjoint.
    if let Err(span) = nest(&mut wraps) {
        let message = "internal error: two functions overlap; the file has no labels in its text";
        diagnostics.push(Diagnostic::warning(text.place(span.start), message));
        wraps.clear();
    }
    let declares = declares_pc_label(bytes);
    let prologue = prologue(&accesses, declares).into_bytes();
    let mut out = Slotted {
        text: prologue,
        slots: Vec::new(),
    };
    apply(&mut out, bytes, &wraps);
    Annotated {
        text: out,
        declares,
        diagnostics,
    }
}

/// The lines before the first line marker.
fn prologue(accesses: &BTreeSet<(String, &'static str)>, declared: bool) -> String {
    let mut text = String::new();
    if !declared {
        text.push_str("#ifndef pc_label\n#define pc_label(...) ((void)0)\n#endif\n");
    }
    for (name, ty) in accesses {
        let _ = writeln!(
            text,
            "typedef {ty} {name} __attribute__((may_alias, aligned(1)));"
        );
    }
    text
}

/// The start of names that occur nowhere in the text.
fn free_prefix(bytes: &[u8]) -> String {
    let mut prefix = String::from("tamis_");
    let mut number = 0;
    while find(bytes, prefix.as_bytes()).is_some() {
        number += 1;
        prefix = format!("tamis{number}_");
    }
    prefix
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes
        .windows(needle.len())
        .position(|window| window == needle)
}

/// Whether the text has a declaration of `pc_label`: then a macro of that name would break it.
fn declares_pc_label(bytes: &[u8]) -> bool {
    const NAME: &[u8] = b"pc_label";
    if find(bytes, NAME).is_none() {
        return false;
    }
    let (mut depth, mut at) = (0usize, 0);
    // The last byte before `at` that is no blank, and whether a line starts at `at`.
    let (mut before, mut line_start) = (b'\n', true);
    while at < bytes.len() {
        let byte = bytes[at];
        let len = match byte {
            b'#' if line_start => line_len(&bytes[at..]),
            b'"' | b'\'' => literal_len(&bytes[at..]),
            _ if is_word(byte) => word_len(&bytes[at..]),
            _ => 1,
        };
        let token = &bytes[at..at + len];
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let after_type = before.is_ascii_alphanumeric() || matches!(before, b'_' | b'*' | b')');
        if depth == 0 && after_type && token == NAME {
            return true;
        }
        line_start = byte == b'\n' || (line_start && byte.is_ascii_whitespace());
        if !byte.is_ascii_whitespace() {
            before = token[len - 1];
        }
        at += len;
    }
    false
}

fn line_len(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|&b| b == b'\n')
        .unwrap_or(bytes.len())
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_text_are_avoided() {
        assert_eq!(free_prefix(b"int x;"), "tamis_");
        assert_eq!(free_prefix(b"int tamis_t1, tamis1_;"), "tamis2_");
    }

    #[test]
    fn a_declared_pc_label_is_no_macro() {
        assert!(declares_pc_label(b"extern void pc_label(int, int);\n"));
        assert!(declares_pc_label(b"char *pc_label(int);"));
        assert!(!declares_pc_label(
            b"int f(void) { return pc_label(1, 2), 3; }"
        ));
        assert!(!declares_pc_label(
            b"char s[] = \"void pc_label\";\n# 1 \"void pc_label(\"\n"
        ));
        assert!(!declares_pc_label(b"int x; int my_pc_label(int);"));
    }
}
