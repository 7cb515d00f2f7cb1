//! Rewrites what lang-c cannot read into what it can.
//!
//! Comes in: the tokens of one external declaration. Goes out: a text for lang-c, a map from its
//! offsets to those of the preprocessed text, and what was taken out (attributes). Works on
//! tokens, never on characters. The forms that stand for something else:
//!
//! | source | text for lang-c |
//! | --- | --- |
//! | `a ?: b` | `a ? __tamis_same : b` |
//! | `&&label` | `__tamis_label(label)` |
//! | `goto *e;` | `__tamis_goto(e);` |
//! | `__alignof__(e)` of an expression | `__tamis_alignof(e)` |
//! | `__builtin_types_compatible_p(T, U)` | the same with `(__typeof(T)*)0` for each type |
//! | `__auto_type` | the typedef name `__tamis_auto_type` |
//! | `__int128`, `__float128`, `__float80` | `_Float128x`, `_Float128`, `long double` |
//! | identifiers with `$`, UTF-8 or `\u`, or that begin like our words | see [`original_name`] |
//! | `(T){}` | `(T){0}` |
//! | `enum e : T {` | `enum e {` and an attribute `underlying(T)` |
//! | attributes, `_Alignas(x)` | nothing; see the side table |

mod attributes;
mod expressions;
mod keywords;
mod literals;
mod output;
mod statements;

pub use expressions::LABEL_ADDRESS;
pub use keywords::{is_own_word, original_name, plain_name};
pub use output::OffsetMap;
pub use statements::ASM_OUTSIDE;

use super::Source;
use super::attribute::Attribute;
use super::cut;
use super::lex::{Kind, Token};
use crate::base::Span;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Which identifiers are types in one external declaration.
pub struct TypeNames<'a> {
    /// File-level typedef names, each with the number of the declaration that declares it first.
    pub global: &'a HashMap<&'a str, u32>,
    /// The number of the declaration at hand.
    pub number: u32,
    /// Typedef names declared inside it.
    pub local: HashSet<&'a str>,
}

impl TypeNames<'_> {
    pub fn is_type(&self, name: &str) -> bool {
        self.is_global(name) || self.local.contains(name)
    }

    /// A file-level typedef name declared before.
    pub fn is_global(&self, name: &str) -> bool {
        self.global
            .get(name)
            .is_some_and(|&number| number < self.number)
    }
}

/// What to normalise and how.
pub struct Input<'a> {
    pub source: &'a Source,
    pub tokens: &'a [Token],
    pub names: &'a TypeNames<'a>,
    /// Keywords of C23 are keywords.
    pub c23: bool,
    pub is_function: bool,
    /// Parameters that hide a typedef name in the body. Each is declared anew at its start, by
    /// one `extern int` that the caller takes out of the tree: lang-c forgets parameters.
    pub shadows: &'a [&'a str],
}

/// A declaration as lang-c can read it.
#[derive(Debug, Default)]
pub struct Normalised {
    pub text: String,
    pub map: OffsetMap,
    pub attributes: Vec<Attribute>,
    /// What was left out and may matter to the user.
    pub notes: Vec<(Span, String)>,
}

/// A token on its way through the passes.
#[derive(Clone, Debug)]
struct Tok {
    kind: Kind,
    start: u32,
    end: u32,
    /// The text that stands for it, if not its own.
    replaced: Option<Cow<'static, str>>,
}

impl Tok {
    fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }

    /// A token that stands at the end of another one and for nothing.
    fn inserted(kind: Kind, text: impl Into<Cow<'static, str>>, at: u32) -> Tok {
        Tok {
            kind,
            start: at,
            end: at,
            replaced: Some(text.into()),
        }
    }

    fn with_text(&self, text: impl Into<Cow<'static, str>>) -> Tok {
        Tok {
            replaced: Some(text.into()),
            ..self.clone()
        }
    }
}

/// A declaration and what the passes know about it. Each pass reads all tokens and writes all.
struct Rewriter<'a> {
    input: &'a Input<'a>,
    tokens: Vec<Tok>,
    attributes: Vec<Attribute>,
    notes: Vec<(Span, String)>,
}

impl Rewriter<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| self.text_of(token))
    }

    fn text_of<'t>(&'t self, token: &'t Tok) -> &'t str {
        match &token.replaced {
            Some(text) => text,
            None => &self.input.source.text[token.span().range()],
        }
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        self.kind(at) == Some(Kind::Ident) && self.text(at) == word
    }

    fn partners(&self) -> Vec<Option<u32>> {
        cut::partners(self.tokens.iter().map(|token| token.kind))
    }

    /// Whether a type name can begin with this token.
    fn begins_type(&self, at: usize) -> bool {
        let word = self.text(at);
        self.kind(at) == Some(Kind::Ident)
            && (super::words::is_type_word(word) || self.input.names.is_type(word))
    }
}

/// Runs the passes. `prefix` is put before the text and has no original.
pub fn normalise(input: &Input<'_>, prefix: String) -> Normalised {
    let plain = |token: &Token| Tok {
        kind: token.kind,
        start: token.start,
        end: token.end,
        replaced: None,
    };
    let mut rewriter = Rewriter {
        input,
        tokens: input.tokens.iter().map(plain).collect(),
        attributes: Vec::new(),
        notes: Vec::new(),
    };
    // Attributes first: the later passes look at neighbours, and attributes may stand anywhere.
    rewriter.take_attributes();
    rewriter.plain_keywords();
    rewriter.plain_literals();
    rewriter.plain_expressions();
    // Statements last: they need to know that `?:` and `goto *` are gone.
    rewriter.plain_statements();
    let (text, map) = output::write(&input.source.text, &rewriter.tokens, prefix);
    Normalised {
        text,
        map,
        attributes: rewriter.attributes,
        notes: rewriter.notes,
    }
}

#[cfg(test)]
mod tests;
