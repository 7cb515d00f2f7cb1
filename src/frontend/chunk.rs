//! One external declaration: its tree, and the way from the tree back to the source.

use super::attribute::{Attribute, AttributeOwner};
use super::lex::{Kind, Lexer};
use super::normalise::OffsetMap;
use crate::base::{Diagnostic, Span};
use lang_c::ast::{DeclarationSpecifier, ExternalDeclaration, TypeOf, TypeSpecifier};
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use lang_c::span::Node;

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

    /// The attributes of the `struct`, `union` or `enum` definition whose node (or keyword) this is.
    pub fn record_attributes(&self, node: lang_c::span::Span) -> impl Iterator<Item = &Attribute> {
        let owner = AttributeOwner::Record(self.span_of(node).start);
        self.attributes
            .iter()
            .filter(move |attribute| attribute.owner == owner)
    }

    /// The attributes inside a node, directly before or directly after it, up to the next `;`,
    /// `,`, `{` or `}` of its level; not those of records and not those inside nested braces.
    pub fn attributes_of(&self, node: lang_c::span::Span) -> impl Iterator<Item = &Attribute> {
        let at = |attribute: &Attribute| self.map.normalised(attribute.span.start);
        let regions = match self.attributes.is_empty() {
            true => Vec::new(),
            false => self.regions_of(node),
        };
        regions.into_iter().flat_map(move |(from, to)| {
            let first = self
                .attributes
                .partition_point(|attribute| at(attribute) < from);
            let end = self
                .attributes
                .partition_point(|attribute| at(attribute) <= to);
            let declared = |a: &&Attribute| a.owner == AttributeOwner::Declaration;
            self.attributes[first..end.max(first)]
                .iter()
                .filter(declared)
        })
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

    /// The parts of the normalised text where an attribute belongs to the node: what is not in
    /// braces from the token before it to the separator after it.
    fn regions_of(&self, node: lang_c::span::Span) -> Vec<(usize, usize)> {
        let Some(before) = self.text.get(..node.start) else {
            return Vec::new();
        };
        let mut from = before.trim_end().len();
        let mut regions = Vec::new();
        let mut depth = 0usize;
        let mut braces = 0usize;
        for token in Lexer::new(&self.text, node.start) {
            let (start, end) = (token.start as usize, token.end as usize);
            let outside = start >= node.end && depth == 0;
            match token.kind {
                Kind::LBrace if !outside => {
                    if braces == 0 {
                        regions.push((from, start));
                    }
                    braces += 1;
                    depth += 1;
                }
                Kind::LParen | Kind::LBracket => depth += 1,
                Kind::RParen | Kind::RBracket | Kind::RBrace | Kind::LBrace if outside => {
                    regions.push((from, start));
                    return regions;
                }
                Kind::RBrace => {
                    braces = braces.saturating_sub(1);
                    depth = depth.saturating_sub(1);
                    if braces == 0 {
                        from = end;
                    }
                }
                Kind::RParen | Kind::RBracket => depth = depth.saturating_sub(1),
                Kind::Semi | Kind::Comma if outside => {
                    regions.push((from, start));
                    return regions;
                }
                _ => {}
            }
            // A node that ends with its own `;` or `}` owns nothing after it.
            if end >= node.end && depth == 0 && matches!(token.kind, Kind::Semi | Kind::RBrace) {
                if braces == 0 && token.kind == Kind::Semi {
                    regions.push((from, start));
                }
                return regions;
            }
        }
        regions.push((from, self.text.len()));
        regions
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
