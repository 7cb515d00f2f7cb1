//! Writes normalised tokens and remembers where each byte comes from.

use super::Tok;
use crate::base::Span;

/// From offsets of the normalised text to offsets of the preprocessed text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OffsetMap {
    /// In ascending order of both offsets.
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    /// Where it begins in the normalised text.
    at: u32,
    len: u32,
    /// What it stands for in the preprocessed text; empty for an insertion.
    original: Span,
    /// Byte for byte the same.
    verbatim: bool,
}

impl OffsetMap {
    /// The original offset of the byte at a normalised one.
    pub fn start(&self, offset: usize) -> u32 {
        let offset = offset as u32;
        let index = self
            .pieces
            .partition_point(|piece| piece.at + piece.len <= offset);
        match self.pieces.get(index) {
            Some(piece) if piece.verbatim && offset > piece.at => {
                piece.original.start + (offset - piece.at)
            }
            Some(piece) => piece.original.start,
            None => self.pieces.last().map_or(0, |piece| piece.original.end),
        }
    }

    /// The original offset after the byte before a normalised one.
    pub fn end(&self, offset: usize) -> u32 {
        let offset = offset as u32;
        let index = self.pieces.partition_point(|piece| piece.at < offset);
        let Some(piece) = index.checked_sub(1).map(|index| self.pieces[index]) else {
            return self.pieces.first().map_or(0, |piece| piece.original.start);
        };
        match piece.verbatim && offset - piece.at <= piece.len {
            true => piece.original.start + (offset - piece.at),
            false => piece.original.end,
        }
    }

    /// The normalised offset of an original one; of what was left out, the place where it was.
    pub fn normalised(&self, original: u32) -> usize {
        let index = self
            .pieces
            .partition_point(|piece| piece.original.end <= original);
        let Some(piece) = self.pieces.get(index) else {
            return self.pieces.last().map_or(0, |piece| piece.at + piece.len) as usize;
        };
        match piece.verbatim && original > piece.original.start {
            true => (piece.at + (original - piece.original.start)) as usize,
            false => piece.at as usize,
        }
    }
}

/// The text of the tokens, and the map back. The text begins with `prefix`, which maps nowhere.
pub fn write(source: &str, tokens: &[Tok], prefix: String) -> (String, OffsetMap) {
    let mut text = prefix;
    let mut map = OffsetMap::default();
    for token in tokens {
        match &token.replaced {
            None => copy(source, token.span(), &mut text, &mut map),
            Some(new) => {
                separate(&mut text);
                let piece = Piece {
                    at: text.len() as u32,
                    len: new.len() as u32,
                    original: token.span(),
                    verbatim: false,
                };
                map.pieces.push(piece);
                text.push_str(new);
            }
        }
    }
    text.push('\n');
    (text, map)
}

fn copy(source: &str, span: Span, text: &mut String, map: &mut OffsetMap) {
    let bytes = source.as_bytes();
    if let Some(last) = map.pieces.last_mut().filter(|last| last.verbatim) {
        let gap = &bytes[last.original.end as usize..span.start as usize];
        if gap.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n')) {
            text.push_str(&source[last.original.end as usize..span.end as usize]);
            last.len += span.end - last.original.end;
            last.original.end = span.end;
            return;
        }
    }
    separate(text);
    let piece = Piece {
        at: text.len() as u32,
        len: span.end - span.start,
        original: span,
        verbatim: true,
    };
    map.pieces.push(piece);
    text.push_str(&source[span.range()]);
}

/// Tokens that were apart, or that never met, must not become one.
fn separate(text: &mut String) {
    if !text.is_empty() && !text.ends_with([' ', '\n']) {
        text.push(' ');
    }
}
