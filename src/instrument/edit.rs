//! Edits of a text: pieces put before and after ranges of it.
//!
//! Comes in: wraps, each with its range. Goes out: the text with all of them, in one pass, every
//! other byte as it was. Must not know what the pieces mean.

use crate::base::{self, Span};
use std::cmp::Reverse;

/// `open` goes before the span and `close` after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wrap {
    pub span: Span,
    /// Of wraps with the same span, the lower one is the outer one.
    pub rank: u8,
    pub open: String,
    pub close: String,
    /// The pieces stand for the text of the span, which has no wraps inside.
    pub replaces: bool,
}

/// Puts wraps in order, outer before inner; the error is the span of one that crosses another.
pub(super) fn nest(wraps: &mut [Wrap]) -> Result<(), Span> {
    wraps.sort_by_key(|w| (w.span.start, Reverse(w.span.end), w.rank));
    let mut open: Vec<Span> = Vec::new();
    for wrap in wraps.iter() {
        while open.last().is_some_and(|o| o.end <= wrap.span.start) {
            open.pop();
        }
        if open.last().is_some_and(|o| !o.contains(wrap.span)) {
            return Err(wrap.span);
        }
        open.push(wrap.span);
    }
    Ok(())
}

/// In a wrap's text, a number between two of these is a slot: its value comes later. Texts
/// that hold the character themselves are not used in wraps.
pub(super) const SLOT: char = '\u{1}';

/// A text in which the value of some numbers is still open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slotted {
    pub text: Vec<u8>,
    /// Where each number goes, in order, and its provisional value.
    pub slots: Vec<(usize, u64)>,
}

impl Slotted {
    fn push(&mut self, piece: &str) {
        for (index, part) in piece.split(SLOT).enumerate() {
            match part.parse() {
                Ok(number) if index % 2 == 1 => self.slots.push((self.text.len(), number)),
                _ => self.text.extend_from_slice(part.as_bytes()),
            }
        }
    }
}

/// Fills the slots: `value` maps provisional numbers to final ones.
pub fn fill_slots(text: &[u8], slots: &[(usize, u64)], value: impl Fn(u64) -> u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8 * slots.len());
    let mut done = 0;
    for &(at, number) in slots {
        let at = at.clamp(done, text.len());
        out.extend_from_slice(&text[done..at]);
        out.extend_from_slice(value(number).to_string().as_bytes());
        done = at;
    }
    out.extend_from_slice(&text[done..]);
    out
}

/// Adds the text with the wraps, which [`nest`] has put in order.
pub(super) fn apply(out: &mut Slotted, bytes: &[u8], wraps: &[Wrap]) {
    let added: usize = wraps.iter().map(|w| w.open.len() + w.close.len()).sum();
    out.text.reserve(bytes.len() + added);
    let mut writer = Writer {
        out,
        bytes,
        done: 0,
        after_piece: false,
        after_word: false,
    };
    let mut open: Vec<&Wrap> = Vec::new();
    for wrap in wraps {
        while let Some(inner) = open.pop_if(|w| w.span.end <= wrap.span.start) {
            writer.close(inner);
        }
        writer.copy_to(wrap.span.start as usize);
        writer.piece(&wrap.open);
        open.push(wrap);
    }
    for inner in open.into_iter().rev() {
        writer.close(inner);
    }
    writer.copy_to(bytes.len());
}

/// Text and pieces in turn. A token of the text stays a token: where a word of the text and one
/// of a piece meet, a blank keeps them apart. No piece begins or ends with punctuation that
/// could join that of the text.
struct Writer<'a> {
    out: &'a mut Slotted,
    bytes: &'a [u8],
    /// How much of the text is written.
    done: usize,
    /// The last thing written was a piece.
    after_piece: bool,
    /// The last byte written belongs to a word.
    after_word: bool,
}

impl Writer<'_> {
    fn copy_to(&mut self, at: usize) {
        let at = at.clamp(self.done, self.bytes.len());
        let part = &self.bytes[self.done..at];
        self.done = at;
        let (Some(&first), Some(&last)) = (part.first(), part.last()) else {
            return;
        };
        if self.after_piece && self.after_word && is_word(first) {
            self.out.text.push(b' ');
        }
        self.out.text.extend_from_slice(part);
        (self.after_piece, self.after_word) = (false, is_word(last));
    }

    fn piece(&mut self, piece: &str) {
        let (Some(&first), Some(&last)) = (piece.as_bytes().first(), piece.as_bytes().last())
        else {
            return;
        };
        if self.after_word && is_word(first) {
            self.out.text.push(b' ');
        }
        self.out.push(piece);
        (self.after_piece, self.after_word) = (true, is_word(last));
    }

    fn close(&mut self, wrap: &Wrap) {
        match wrap.replaces {
            true => self.done = (wrap.span.end as usize).clamp(self.done, self.bytes.len()),
            false => self.copy_to(wrap.span.end as usize),
        }
        self.piece(&wrap.close);
    }
}

/// What words and numbers are made of; a slot becomes a number.
fn is_word(byte: u8) -> bool {
    base::is_word(byte) || byte == SLOT as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrap(start: usize, end: usize, rank: u8, open: &str, close: &str) -> Wrap {
        let span = Span::new(start, end);
        Wrap {
            span,
            rank,
            open: open.into(),
            close: close.into(),
            replaces: false,
        }
    }

    fn edited(text: &str, mut wraps: Vec<Wrap>) -> String {
        nest(&mut wraps).expect("they nest");
        let mut out = Slotted::default();
        apply(&mut out, text.as_bytes(), &wraps);
        String::from_utf8(fill_slots(&out.text, &out.slots, |id| id * 10)).expect("UTF-8")
    }

    #[test]
    fn outer_opens_first_and_inner_closes_first() {
        let wraps = vec![
            wrap(0, 1, 0, "[", "]"),
            wrap(0, 5, 1, "{", "}"),
            wrap(4, 5, 0, "<", ">"),
            wrap(0, 5, 0, "(", ")"),
        ];
        assert_eq!(edited("a + b;", wraps), "({[a] + <b>});");
    }

    #[test]
    fn what_ends_closes_before_its_neighbour_opens() {
        let wraps = vec![wrap(2, 4, 0, "{", "}"), wrap(0, 2, 0, "[", "]")];
        assert_eq!(edited("a;b;", wraps), "[a;]{b;}");
    }

    #[test]
    fn words_of_the_text_and_of_pieces_stay_apart() {
        let text = "return(x);";
        assert_eq!(
            edited(text, vec![wrap(6, 9, 0, "l(1), ", "")]),
            "return l(1), (x);"
        );
        let wraps = vec![wrap(6, 9, 0, "l", "r"), wrap(6, 9, 1, "m", "")];
        assert_eq!(edited("return-xy;", wraps), "return l m-xy r;");
        let wraps = vec![wrap(4, 4, 0, "l", ""), wrap(0, 9, 0, "(", ")")];
        assert_eq!(edited("goto*p;aa", wraps), "(goto l*p;aa)");
        assert_eq!(edited("ab", vec![wrap(1, 1, 0, "+", "")]), "a+b");
        assert_eq!(edited("a b", vec![wrap(2, 2, 0, "l", "")]), "a l b");
    }

    #[test]
    fn text_gives_way_to_a_piece() {
        let mut wrap = wrap(5, 9, 0, "\u{1}7\u{1}", "");
        wrap.replaces = true;
        assert_eq!(edited("l(x, 0x10, y)", vec![wrap]), "l(x, 70, y)");
    }

    #[test]
    fn crossing_wraps_are_found() {
        let mut wraps = vec![wrap(0, 3, 0, "", ""), wrap(2, 4, 0, "", "")];
        assert_eq!(nest(&mut wraps), Err(Span::new(2, 4)));
    }

    #[test]
    fn bytes_that_are_no_text_stay() {
        let mut out = Slotted::default();
        apply(&mut out, b"\xff\xfe x", &[wrap(3, 4, 0, "(", ")")]);
        assert_eq!(out.text, b"\xff\xfe (x)");
    }

    #[test]
    fn slots_are_filled_later() {
        let wraps = vec![
            wrap(0, 1, 0, "l(1, \u{1}7\u{1}), ", ""),
            wrap(4, 5, 0, "(", "\u{1}8\u{1})"),
        ];
        assert_eq!(edited("a + b;", wraps), "l(1, 70), a + (b 80);");
    }
}
