//! One external declaration: its tree, and the way from the tree back to the source.

use super::attribute::{Attribute, AttributeOwner};
use super::lex::{Kind, Lexer};
use super::normalise::OffsetMap;
use super::words;
use crate::base::{Diagnostic, Span};
use lang_c::ast::{DeclarationSpecifier, ExternalDeclaration, TypeOf, TypeSpecifier};
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use lang_c::span::Node;
use std::collections::HashSet;

/// One external declaration of the text.
#[derive(Debug)]
pub struct Chunk {
    pub span: Span,
    pub kind: ChunkKind,
    /// Usually one item; none for a lone `;`.
    pub items: Result<Vec<Node<ExternalDeclaration>>, Diagnostic>,
    /// `#pragma` lines directly before or inside, as the text after `#pragma`.
    pub pragmas: Vec<(Span, String)>,
    pub(super) attributes: Vec<Attribute>,
    /// Its floating-point operations are not those of the rest of the file ([`super::floats`]).
    pub(super) loose_floats: bool,
    /// There is `&&label` in it.
    pub(super) has_label_address: bool,
    /// What lang-c read: declarations of typedef names, then the normalised text.
    pub(super) text: String,
    /// The length of the first part.
    pub(super) prefix: usize,
    pub(super) map: OffsetMap,
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
    /// A chunk without content.
    pub fn empty(span: Span) -> Chunk {
        Chunk {
            span,
            kind: ChunkKind::Other,
            items: Ok(Vec::new()),
            pragmas: Vec::new(),
            attributes: Vec::new(),
            loose_floats: false,
            has_label_address: false,
            text: String::new(),
            prefix: 0,
            map: OffsetMap::default(),
        }
    }

    /// The place of a node in the preprocessed text, without blanks at its ends. A node that the
    /// normalising pass made has the place of what it stands for.
    pub fn span_of(&self, node: lang_c::span::Span) -> Span {
        let Some(text) = self.text.get(node.start..node.end) else {
            return Span {
                start: self.span.start,
                end: self.span.start,
            };
        };
        let start = node.start + (text.len() - text.trim_start().len());
        let end = node.start + text.trim_end().len();
        if start >= end {
            let at = self.map.start(node.start);
            return Span { start: at, end: at };
        }
        let start = self.map.start(start);
        Span {
            start,
            end: self.map.end(end).max(start),
        }
    }

    /// The attributes of the `struct`, `union` or `enum` definition whose node (or keyword) this is, by their index in
    /// `attributes`.
    pub fn record_attributes(&self, node: lang_c::span::Span) -> Vec<usize> {
        if self.attributes.is_empty() {
            return Vec::new();
        }
        let owner = AttributeOwner::Record(self.span_of(node).start);
        let owned = |at: &usize| self.attributes[*at].owner == owner;
        (0..self.attributes.len()).filter(owned).collect()
    }

    /// The attributes that stand before the token at `from`, before the one at `to`, or before one between these that is in no
    /// bracket; those of records apart. Offsets are of the normalised text, where an attribute is at the token after it.
    pub fn attributes_in(&self, from: usize, to: usize) -> Vec<usize> {
        let at = |attribute: &Attribute| self.map.normalised(attribute.span.start);
        let first = self.attributes.partition_point(|a| at(a) < from);
        let end = self.attributes.partition_point(|a| at(a) <= to);
        if first >= end {
            return Vec::new();
        }
        let open = self.outside_brackets(from, to);
        let owned = |index: &usize| {
            let attribute = &self.attributes[*index];
            attribute.owner == AttributeOwner::Declaration && open.contains(&at(attribute))
        };
        (first..end).filter(owned).collect()
    }

    /// Where the tokens begin that are in no bracket, from `from` to `to`.
    fn outside_brackets(&self, from: usize, to: usize) -> HashSet<usize> {
        let mut depth = 0usize;
        let mut starts = HashSet::new();
        for token in Lexer::new(&self.text, from) {
            let start = token.start as usize;
            if start > to {
                break;
            }
            if depth == 0 {
                starts.insert(start);
            }
            match token.kind {
                Kind::LParen | Kind::LBracket | Kind::LBrace => depth += 1,
                Kind::RParen | Kind::RBracket | Kind::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        starts
    }

    /// Where the first token at or after `at` begins.
    pub fn token_from(&self, at: usize) -> usize {
        let token = Lexer::new(&self.text, at).next();
        token.map_or(self.text.len(), |token| token.start as usize)
    }

    /// Where the token after a declarator begins that ends at `end`; a name for the assembler belongs to the declarator.
    pub fn after_declarator(&self, end: usize) -> usize {
        let mut depth = 0usize;
        let mut named = false;
        for token in Lexer::new(&self.text, end) {
            match token.kind {
                Kind::Ident if depth == 0 && words::is_asm(token.text(&self.text)) => named = true,
                Kind::LParen if named => depth += 1,
                Kind::RParen if depth > 0 => {
                    depth -= 1;
                    named = depth > 0;
                }
                _ if depth > 0 => {}
                _ => return token.start as usize,
            }
        }
        self.text.len()
    }

    /// The argument of an attribute such as `aligned`, `vector_size` or `underlying`: a type or an
    /// expression. `None` when there is none or it cannot be read.
    pub fn argument(&self, attribute: &Attribute) -> Option<TypeOf> {
        let args = &attribute.args;
        let mut words = Lexer::new(args, 0).map(|token| token.text(args));
        let first = words.next()?;
        // lang-c needs exponential time for attributes inside each other.
        if words.any(|word| matches!(word, "__attribute__" | "__attribute")) {
            return None;
        }
        let is_typedef = self.text[..self.prefix].contains(&format!("typedef int {first};"));
        let mark = if is_typedef { "__attribute__(()) " } else { "" };
        let declarations = &self.text[..self.prefix];
        let text = format!(
            "{declarations}__typeof({mark}{}) __tamis_argument;",
            attribute.args
        );
        let mut items = parse_text(text).ok()?.unit.0;
        let Some(ExternalDeclaration::Declaration(declaration)) = items.pop().map(|item| item.node)
        else {
            return None;
        };
        match declaration.node.specifiers.into_iter().next()?.node {
            DeclarationSpecifier::TypeSpecifier(specifier) => match specifier.node {
                TypeSpecifier::TypeOf(argument) => Some(argument.node),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Hands a text to lang-c.
pub(super) fn parse_text(text: String) -> Result<lang_c::driver::Parse, SyntaxError> {
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    parse_preprocessed(&config, text)
}
