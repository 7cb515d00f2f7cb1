//! Preprocessed text in, one lang-c tree per external declaration out.
//!
//! Each declaration is parsed alone, so a construct that lang-c cannot read costs one function.

use super::{Source, attribute::Attribute};
use crate::base::{Diagnostic, Span};
use lang_c::ast::ExternalDeclaration;
use lang_c::span::Node;

/// What the parser made of a translation unit.
#[derive(Debug)]
pub struct Parsed {
    /// In source order.
    pub chunks: Vec<Chunk>,
    /// About the unit as a whole; those about one chunk are its `items`.
    pub diagnostics: Vec<Diagnostic>,
}

/// One external declaration of the text.
#[derive(Debug)]
pub struct Chunk {
    pub span: Span,
    pub kind: ChunkKind,
    /// Usually one item; none for a lone `;`.
    pub items: Result<Vec<Node<ExternalDeclaration>>, Diagnostic>,
    /// `#pragma` lines directly before or inside, as the text after `#pragma`.
    pub pragmas: Vec<(Span, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChunkKind {
    /// A function definition, as the tokens show it.
    Function {
        name: String,
    },
    Other,
}

impl Chunk {
    /// The place of a node in the preprocessed text, without blanks at its end. A node that the
    /// normalising pass made has the place of what it stands for.
    pub fn span_of(&self, _node: lang_c::span::Span) -> Span {
        todo!()
    }

    /// The attributes of the `struct`, `union` or `enum` definition whose node (or keyword) this is.
    pub fn record_attributes(&self, _node: lang_c::span::Span) -> impl Iterator<Item = &Attribute> {
        std::iter::empty()
    }

    /// The attributes inside a node or directly after it, up to the next `;`, `,`, `{` or `}` of
    /// its level; not those of records and not those inside nested braces.
    pub fn attributes_of(&self, _node: lang_c::span::Span) -> impl Iterator<Item = &Attribute> {
        std::iter::empty()
    }
}

/// Which C the compile command asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Language {
    /// `-std=c23` and its kin: `bool`, `nullptr`, `constexpr`, `typeof` are keywords.
    pub c23: bool,
}

impl Language {
    /// As the last `-std` among the arguments says.
    pub fn of(_args: &[String]) -> Language {
        todo!()
    }
}

/// Cuts, normalises and parses in parallel. Call it inside [`super::pool::with_deep_stack`], and
/// drop the result there too: a deep tree needs a deep stack.
pub fn parse(_source: &Source, _language: Language) -> Parsed {
    todo!()
}
