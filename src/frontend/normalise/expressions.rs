//! Expressions and types that lang-c rejects, or silently reads as something else.

use super::{Rewriter, Tok};
use crate::frontend::lex::Kind;
use crate::frontend::words;
use std::collections::HashMap;

/// Stands before a type name where lang-c would try an expression first: `typeof(T)` is a type
/// when `T` is one. An empty attribute list is no expression.
const TYPE_FOLLOWS: &str = "__attribute__(())";

/// The function that stands for `&&`.
pub const LABEL_ADDRESS: &str = "__tamis_label";

/// What is still to be inserted, by the index of the token that it stands before.
#[derive(Default)]
struct Insertions(HashMap<usize, Vec<&'static str>>);

impl Insertions {
    fn insert(&mut self, before: usize, text: &'static str) {
        self.0.entry(before).or_default().push(text);
    }

    /// What ends something goes first, the inner before the outer.
    fn take(&mut self, at: usize) -> Vec<&'static str> {
        let Some(list) = self.0.remove(&at) else {
            return Vec::new();
        };
        let ends = |text: &&'static str| text.starts_with([')', ',']);
        let closers = list.iter().copied().filter(ends).rev();
        let openers = list.iter().copied().filter(|text| !ends(text));
        closers.chain(openers).collect()
    }
}

impl Rewriter<'_> {
    pub(super) fn plain_expressions(&mut self) {
        let partners = self.partners();
        let mut insertions = Insertions::default();
        let mut kept: Vec<Tok> = Vec::with_capacity(self.tokens.len());
        let mut depth = 0usize;
        let mut at = 0;
        while at < self.tokens.len() {
            let token = &self.tokens[at];
            for text in insertions.take(at) {
                let kind = match text {
                    "(" => Kind::LParen,
                    ")" => Kind::RParen,
                    _ => Kind::Op,
                };
                let place = kept.last().map_or(token.start, |last| last.end);
                kept.push(Tok::inserted(kind, text, place));
            }
            let mut next = at + 1;
            match token.kind {
                Kind::Question if self.kind(at + 1) == Some(Kind::Colon) => {
                    kept.push(token.clone());
                    kept.push(Tok::inserted(Kind::Ident, "__tamis_same", token.end));
                }
                Kind::AmpAmp if self.is_label_address(at, &partners) => {
                    kept.push(self.label_address(at));
                    next = at + 2;
                }
                Kind::LBrace => {
                    depth += 1;
                    kept.push(token.clone());
                    if self.is_empty_literal(at, &partners, depth) {
                        kept.push(Tok::inserted(Kind::Number, "0", token.end));
                    }
                }
                Kind::RBrace => {
                    depth = depth.saturating_sub(1);
                    kept.push(token.clone());
                }
                Kind::Ident => {
                    next = self.expression_word(at, &partners, &mut kept, &mut insertions)
                }
                _ => kept.push(token.clone()),
            }
            at = next;
        }
        self.tokens = kept;
    }

    /// An identifier that calls for a rewriting; gives the index after what it consumed.
    fn expression_word(
        &self,
        at: usize,
        partners: &[Option<u32>],
        kept: &mut Vec<Tok>,
        insertions: &mut Insertions,
    ) -> usize {
        let token = &self.tokens[at];
        let close = partners
            .get(at + 1)
            .copied()
            .flatten()
            .map(|close| close as usize)
            // A closing bracket that follows has its partner before it.
            .filter(|close| *close > at);
        match (self.text(at), close) {
            ("goto", _) if self.kind(at + 1) == Some(Kind::Star) => {
                let Some(end) = self.statement_end(at, partners) else {
                    kept.push(token.clone());
                    return at + 1;
                };
                let star = &self.tokens[at + 1];
                kept.push(token.with_text("__tamis_goto"));
                kept.push(Tok {
                    kind: Kind::LParen,
                    ..star.with_text("(")
                });
                insertions.insert(end, ")");
                return at + 2;
            }
            ("_Static_assert", Some(close)) if self.comma_in(at + 2, close, partners).is_none() => {
                insertions.insert(close, ", \"\"");
            }
            ("__typeof", Some(_)) if self.input.names.is_type(self.text(at + 2)) => {
                insertions.insert(at + 2, TYPE_FOLLOWS);
            }
            ("for", Some(_)) if self.is_ambiguous_declaration(at + 2) => {
                insertions.insert(at + 2, TYPE_FOLLOWS);
            }
            ("_Alignof" | "__alignof" | "__alignof__", Some(close))
                if !self.begins_type(at + 2) && !self.continues_operand(close + 1) =>
            {
                kept.push(token.with_text("__tamis_alignof"));
                return at + 1;
            }
            // `sizeof (T){…}`: lang-c would stop after the type.
            ("sizeof", Some(close)) if self.kind(close + 1) == Some(Kind::LBrace) => {
                if let Some(end) = partners[close + 1].filter(|_| self.begins_type(at + 2)) {
                    insertions.insert(at + 1, "(");
                    insertions.insert(end as usize + 1, ")");
                }
            }
            ("__builtin_types_compatible_p", Some(close)) => {
                if let Some(comma) = self.comma_in(at + 2, close, partners) {
                    insertions.insert(at + 2, self.type_value(at + 2));
                    insertions.insert(comma, ") *) 0");
                    insertions.insert(comma + 1, self.type_value(comma + 1));
                    insertions.insert(close, ") *) 0");
                }
            }
            ("__builtin_convertvector", Some(close)) => {
                if let Some(comma) = self.comma_in(at + 2, close, partners) {
                    insertions.insert(comma + 1, self.type_value(comma + 1));
                    insertions.insert(close, ") *) 0");
                }
            }
            _ => {}
        }
        kept.push(token.clone());
        at + 1
    }

    /// The start of an expression that carries a type; `) *) 0` is its end.
    fn type_value(&self, at: usize) -> &'static str {
        match self.input.names.is_type(self.text(at)) {
            true => "(__typeof(__attribute__(())",
            false => "(__typeof(",
        }
    }

    /// The first comma at the level of `from`, before `to`.
    fn comma_in(&self, from: usize, to: usize, partners: &[Option<u32>]) -> Option<usize> {
        let mut at = from;
        while at < to {
            match self.kind(at)? {
                Kind::Comma => return Some(at),
                Kind::LParen | Kind::LBrace | Kind::LBracket => at = partners[at]? as usize,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The index of the `;` that ends the statement at `from`.
    fn statement_end(&self, from: usize, partners: &[Option<u32>]) -> Option<usize> {
        let mut at = from;
        loop {
            match self.kind(at)? {
                Kind::Semi => return Some(at),
                Kind::LParen | Kind::LBrace | Kind::LBracket => at = partners[at]? as usize,
                Kind::RBrace => return None,
                Kind::Ident if at > from && self.text(at) == "goto" => return None,
                _ => {}
            }
            at += 1;
        }
    }

    /// `T *x` and `T (…` in a `for`: lang-c would multiply or call.
    fn is_ambiguous_declaration(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Ident)
            && self.input.names.is_type(self.text(at))
            && matches!(self.kind(at + 1), Some(Kind::Star | Kind::LParen))
    }

    /// `&&` where an operand is due, before an identifier.
    fn is_label_address(&self, at: usize, partners: &[Option<u32>]) -> bool {
        if self.kind(at + 1) != Some(Kind::Ident) || words::is_keyword(self.text(at + 1)) {
            return false;
        }
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        match self.tokens[before].kind {
            Kind::Number | Kind::Str | Kind::Char | Kind::RBracket | Kind::RBrace | Kind::Step => {
                false
            }
            Kind::Ident => matches!(
                self.text(before),
                "return" | "case" | "else" | "do" | "sizeof"
            ),
            Kind::RParen => self.is_cast(before, partners),
            _ => true,
        }
    }

    /// Whether the group that ends here is a type in parentheses before an operand.
    fn is_cast(&self, close: usize, partners: &[Option<u32>]) -> bool {
        let Some(open) = partners[close].map(|open| open as usize) else {
            return false;
        };
        let follows_operand = open > 0
            && match self.tokens[open - 1].kind {
                Kind::Ident => !matches!(self.text(open - 1), "return" | "case" | "else" | "do"),
                Kind::RBracket => true,
                _ => false,
            };
        self.begins_type(open + 1) && !follows_operand
    }

    fn label_address(&self, at: usize) -> Tok {
        let (start, end) = (self.tokens[at].start, self.tokens[at + 1].end);
        let text = format!("{LABEL_ADDRESS}({})", self.text(at + 1));
        Tok {
            kind: Kind::Ident,
            start,
            end,
            replaced: Some(text.into()),
        }
    }

    /// `(T){}`; at the outermost level of a function its body may look the same.
    fn is_empty_literal(&self, at: usize, partners: &[Option<u32>], depth: usize) -> bool {
        let is_body = depth == 1 && self.input.is_function;
        self.kind(at + 1) == Some(Kind::RBrace)
            && at > 0
            && self.kind(at - 1) == Some(Kind::RParen)
            && !is_body
            && (self.is_cast(at - 1, partners) || self.is_sizeof_group(at - 1, partners))
    }

    /// `sizeof (T)`
    fn is_sizeof_group(&self, close: usize, partners: &[Option<u32>]) -> bool {
        partners[close].is_some_and(|open| open > 0 && self.is_word(open as usize - 1, "sizeof"))
    }

    /// What stands after `alignof (e)` makes `(e)` the start of a longer operand.
    fn continues_operand(&self, at: usize) -> bool {
        let kind = self.kind(at);
        matches!(
            kind,
            Some(Kind::Dot | Kind::Arrow | Kind::LBracket | Kind::LParen | Kind::Step)
        )
    }
}
