//! `pc_label` calls that are no label of the run: they stand in functions that were left out, or in files that were.
//!
//! Comes in: a C text, and where its labels are. Goes out: the ids of the other calls, which no label may have then.

use super::text::call_arguments;
use crate::base::{Span, is_word};
use std::collections::HashSet;

const NAME: &[u8] = b"pc_label";

/// The ids of the calls that do not begin at one of `labels`. An id that is no literal is none: nothing records it.
pub fn stray_ids(text: &[u8], labels: &HashSet<u32>) -> Vec<u64> {
    let starts = text.windows(NAME.len()).enumerate();
    let calls = starts.filter(|(at, window)| {
        let part_of_a_word = |at: Option<usize>| {
            at.and_then(|at| text.get(at))
                .is_some_and(|&byte| is_word(byte))
        };
        *window == NAME
            && !part_of_a_word(at.checked_sub(1))
            && !part_of_a_word(Some(at + NAME.len()))
            && !labels.contains(&(*at as u32))
    });
    calls.filter_map(|(at, _)| id(text, at)).collect()
}

/// The second argument of the call at this place.
fn id(text: &[u8], at: usize) -> Option<u64> {
    // A call is short; what does not end is no call.
    const LONGEST: usize = 1 << 16;
    let end = text.len().min(at + LONGEST);
    let mut depth = 0usize;
    let close = text[at..end].iter().position(|byte| {
        depth += usize::from(*byte == b'(');
        let closes = *byte == b')' && depth <= 1;
        depth = depth.saturating_sub(usize::from(*byte == b')'));
        closes
    })?;
    let arguments = call_arguments(text, Span::new(at, at + close))?;
    let bytes = text.get(arguments.get(1)?.range())?;
    literal(std::str::from_utf8(bytes).ok()?)
}

/// The value of an integer constant of C.
fn literal(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    if let Some(digits) = digits.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = digits.strip_prefix("0b") {
        u64::from_str_radix(digits, 2).ok()
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_by_their_spelling() {
        let ids = |text: &str| stray_ids(text.as_bytes(), &HashSet::new());
        assert_eq!(
            ids("{ pc_label(f(a, b), 5, \"A\"); pc_label (x,0x1F) ; }"),
            [5, 31]
        );
        assert_eq!(ids("pc_label(x, 010) pc_label(x, 7ul)"), [8, 7]);
        assert!(ids("void pc_label(int, int); my_pc_label(1, 2)").is_empty());
        assert!(ids("pc_label(x) pc_label(x, i + 1) pc_label(x, 3").is_empty());
    }

    #[test]
    fn labels_are_no_strays() {
        let text = b"pc_label(x, 3); pc_label(x, 4);";
        assert_eq!(stray_ids(text, &HashSet::from([0])), [4]);
    }
}
