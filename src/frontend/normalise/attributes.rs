//! Takes attributes and other decoration out of the tokens and keeps them in the side table.

use super::{Rewriter, Tok};
use crate::base::Span;
use crate::frontend::attribute::{Attribute, AttributeOwner};
use crate::frontend::lex::Kind;
use crate::frontend::words;

/// What stands at a place where attributes may.
enum Decoration {
    /// `__attribute__((a, b(1)))` or `[[a, b(1)]]`: the list is in this range of tokens.
    List {
        from: usize,
        to: usize,
        end: usize,
        /// `[[…]]`
        standard: bool,
    },
    /// `_Alignas(x)`
    Alignas { from: usize, to: usize, end: usize },
    /// `enum e : T`
    Underlying { from: usize, end: usize },
    /// A word or group without meaning here.
    Nothing { end: usize },
}

/// Which record the next attribute belongs to.
#[derive(Default)]
struct Context {
    /// The record of each open brace, by its keyword.
    braces: Vec<Option<u32>>,
    /// After a record's keyword and perhaps its tag.
    pending: Option<u32>,
    /// Directly after a record's closing brace.
    ended: Option<u32>,
}

impl Rewriter<'_> {
    pub(super) fn take_attributes(&mut self) {
        let partners = self.partners();
        let mut kept: Vec<Tok> = Vec::with_capacity(self.tokens.len());
        let mut context = Context::default();
        let mut at = 0;
        while at < self.tokens.len() {
            if let Some(decoration) = self.decoration(at, &partners, &context, &kept) {
                at = self.take(at, decoration, &context, &kept);
                continue;
            }
            context.step(
                &self.tokens[at],
                self.text(at),
                kept.last().map(|last| self.text_of(last)),
            );
            kept.push(self.tokens[at].clone());
            at += 1;
        }
        self.tokens = kept;
    }

    fn decoration(
        &self,
        at: usize,
        partners: &[Option<u32>],
        context: &Context,
        kept: &[Tok],
    ) -> Option<Decoration> {
        let close = |open: usize| {
            partners
                .get(open)
                .copied()
                .flatten()
                .map(|close| close as usize)
                // A closing bracket has its partner before it.
                .filter(|close| *close > open)
        };
        match self.kind(at)? {
            Kind::Ident => self.worded_decoration(at, close(at + 1)),
            Kind::LBracket if self.kind(at + 1) == Some(Kind::LBracket) => {
                let (outer, inner) = (close(at)?, close(at + 1)?);
                (inner + 1 == outer).then_some(Decoration::List {
                    from: at + 2,
                    to: inner,
                    end: outer + 1,
                    standard: true,
                })
            }
            Kind::Colon if context.pending.is_some() && self.begins_type(at + 1) => {
                let follows_enum = kept
                    .iter()
                    .rev()
                    .take(2)
                    .any(|token| self.text_of(token) == "enum");
                let words = self.tokens[at + 1..].iter();
                let end = at + 1 + words.take_while(|word| word.kind == Kind::Ident).count();
                let ends = matches!(self.kind(end), Some(Kind::LBrace | Kind::Semi));
                (follows_enum && ends).then_some(Decoration::Underlying { from: at + 1, end })
            }
            _ => None,
        }
    }

    fn worded_decoration(&self, at: usize, close: Option<usize>) -> Option<Decoration> {
        match self.text(at) {
            "__attribute__" | "__attribute" => {
                let close = close?;
                let inner = self.kind(at + 2) == Some(Kind::LParen) && close > at + 3;
                let (from, to) = if inner {
                    (at + 3, close - 1)
                } else {
                    (at + 2, close)
                };
                Some(Decoration::List {
                    from,
                    to,
                    end: close + 1,
                    standard: false,
                })
            }
            "__declspec" => {
                let close = close?;
                Some(Decoration::List {
                    from: at + 2,
                    to: close,
                    end: close + 1,
                    standard: false,
                })
            }
            "_Alignas" => {
                let close = close?;
                Some(Decoration::Alignas {
                    from: at + 2,
                    to: close,
                    end: close + 1,
                })
            }
            "alignas" if self.input.c23 => {
                let close = close?;
                Some(Decoration::Alignas {
                    from: at + 2,
                    to: close,
                    end: close + 1,
                })
            }
            "__extension__" | "_Nonnull" | "_Nullable" | "_Null_unspecified" => {
                Some(Decoration::Nothing { end: at + 1 })
            }
            _ => None,
        }
    }

    /// Records a decoration; gives the index after it.
    fn take(
        &mut self,
        at: usize,
        decoration: Decoration,
        context: &Context,
        kept: &[Tok],
    ) -> usize {
        let after_keyword = kept
            .last()
            .is_some_and(|last| words::is_record_word(self.text_of(last)));
        let standard = matches!(decoration, Decoration::List { standard: true, .. });
        let record = match after_keyword {
            true => context.pending,
            // `[[…]]` after the brace is about this use of the type.
            false => context.ended.filter(|_| !standard),
        };
        let owner = record.map_or(AttributeOwner::Declaration, AttributeOwner::Record);
        let (name, from, to, end) = match decoration {
            Decoration::Nothing { end } => return end,
            Decoration::List {
                from,
                to,
                end,
                standard,
            } => {
                self.take_list(from, to, owner, standard);
                return end;
            }
            Decoration::Alignas { from, to, end } => ("alignas", from, to, end),
            Decoration::Underlying { from, end } => ("underlying", from, end, end),
        };
        let owner = match name {
            "underlying" => context.pending.map_or(owner, AttributeOwner::Record),
            _ => owner,
        };
        let span = Span {
            start: self.tokens[at].start,
            end: self.tokens[end - 1].end,
        };
        let args = self.original(from, to);
        self.attributes.push(Attribute {
            name: name.to_owned(),
            args,
            span,
            owner,
            standard: false,
        });
        end
    }

    /// `a, ns::b(1, 2), const`
    fn take_list(&mut self, from: usize, to: usize, owner: AttributeOwner, standard: bool) {
        let mut at = from;
        while at < to {
            if self.kind(at) != Some(Kind::Ident) {
                at += 1;
                continue;
            }
            let mut name = at;
            if self.kind(at + 1) == Some(Kind::Colon) && self.kind(at + 2) == Some(Kind::Colon) {
                name = at + 3;
            }
            let close = self.close_in(name + 1, to);
            let args = close.map_or(String::new(), |close| self.original(name + 2, close));
            let last = close.unwrap_or(name).min(to.saturating_sub(1)).max(at);
            let span = Span {
                start: self.tokens[at].start,
                end: self.tokens[last].end,
            };
            let word = self.text(name.min(to - 1)).trim_matches('_');
            let vendor = if name > at { self.text(at) } else { "" };
            let name = full_name(vendor.trim_matches('_'), word, standard);
            self.attributes.push(Attribute {
                name,
                args,
                span,
                owner,
                standard,
            });
            at = last + 1;
        }
    }

    /// The index of the bracket that closes `open`, before `to`.
    fn close_in(&self, open: usize, to: usize) -> Option<usize> {
        if open >= to || self.kind(open) != Some(Kind::LParen) {
            return None;
        }
        let mut depth = 0usize;
        (open..to).find(|&at| {
            match self.kind(at) {
                Some(Kind::LParen) => depth += 1,
                Some(Kind::RParen) => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// The text of some tokens on one line.
    fn original(&self, from: usize, to: usize) -> String {
        match self.tokens.get(from..to) {
            Some([first, .., last]) => self.input.source.snippet(Span {
                start: first.start,
                end: last.end,
            }),
            Some([only]) => self.input.source.snippet(only.span()),
            _ => String::new(),
        }
    }
}

/// Compilers know attributes of their own vendors, and those of ISO C without one. What else stands between `[[` and `]]`
/// means nothing to them, whatever it is called.
fn full_name(vendor: &str, word: &str, standard: bool) -> String {
    match vendor {
        "gnu" | "clang" => word.to_owned(),
        "" if !standard || ISO.contains(&word) => word.to_owned(),
        vendor => format!("{vendor}::{word}"),
    }
}

/// The attributes of C23.
const ISO: [&str; 8] = [
    "deprecated",
    "fallthrough",
    "maybe_unused",
    "nodiscard",
    "noreturn",
    "Noreturn",
    "reproducible",
    "unsequenced",
];

impl Context {
    fn step(&mut self, token: &Tok, text: &str, before: Option<&str>) {
        self.ended = None;
        match token.kind {
            Kind::LBrace => {
                self.braces.push(self.pending.take());
                return;
            }
            Kind::RBrace => self.ended = self.braces.pop().flatten(),
            Kind::Ident if words::is_record_word(text) => {
                self.pending = Some(token.start);
                return;
            }
            // The tag.
            Kind::Ident if before.is_some_and(words::is_record_word) => return,
            _ => {}
        }
        self.pending = None;
    }
}
