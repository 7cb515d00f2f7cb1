//! The names that the linker knows functions and objects by.
//!
//! Comes in: the parsed chunks of a file. Goes out: for each C name that has another symbol which one it is, from
//! `__asm__("symbol")` behind a declarator and from `#pragma redefine_extname`. Both count for the whole file, wherever
//! they stand; and which of those names are values. Nothing here knows what is declared.

use super::super::chunk::Chunk;
use super::super::ctype::IntKind;
use super::super::lex::{Kind, Lexer};
use super::super::normalise::original_name;
use super::literal::string_units;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Ends a symbol that no other name is bound to: what it stands for is not known.
const UNKNOWN: &str = "@unknown";

/// The symbols of C names, where they differ.
pub type SymbolNames = HashMap<String, String>;

pub fn symbol_names(chunks: &[Chunk]) -> SymbolNames {
    let mut found = Found::default();
    for chunk in chunks {
        chunk
            .pragmas
            .iter()
            .for_each(|(_, text)| found.pragma(text));
        let items = chunk.items.iter().flatten();
        items.for_each(|item| found.item(item, chunk.text.contains("asm")));
    }
    let mut names = SymbolNames::new();
    for (name, symbol) in found.labels {
        let conflict = names.get(&name).is_some_and(|known| *known != symbol);
        // An inline definition is not what the symbol of its name is bound to.
        let unknown = conflict || found.inline.contains(&symbol);
        let symbol = match unknown {
            true => format!("{name}{UNKNOWN}"),
            false => symbol,
        };
        names.insert(name, symbol);
    }
    names.retain(|name, symbol| name != symbol);
    names
}

/// Which of these names and symbols the file uses as values: somewhere one is no tag and no member, and no `(` behind it
/// makes it a call or a declaration.
pub fn used_as_values(chunks: &[Chunk], symbols: &SymbolNames) -> HashSet<String> {
    if symbols.is_empty() {
        return HashSet::new();
    }
    let of_interest: HashSet<&str> = symbols
        .iter()
        .flat_map(|(name, symbol)| [name.as_str(), symbol.as_str()])
        .collect();
    let in_chunk = |chunk: &Chunk| {
        let mut found = Vec::new();
        let mut tokens = Lexer::new(&chunk.text, chunk.prefix).peekable();
        let mut after_tag_or_dot = false;
        while let Some(token) = tokens.next() {
            let text = token.text(&chunk.text);
            let name = original_name(text);
            let called = tokens.peek().is_some_and(|next| next.kind == Kind::LParen);
            let is_value = token.kind == Kind::Ident && !called && !after_tag_or_dot;
            if is_value && of_interest.contains(&*name) {
                found.push(name.into_owned());
            }
            after_tag_or_dot = matches!(token.kind, Kind::Dot | Kind::Arrow)
                || matches!(text, "struct" | "union" | "enum");
        }
        found
    };
    chunks.par_iter().flat_map_iter(in_chunk).collect()
}

/// The symbol that a declarator is given.
pub fn asm_label(declarator: &Declarator) -> Option<String> {
    declarator.extensions.iter().find_map(|e| match &e.node {
        Extension::AsmLabel(text) => {
            let (_, units) = string_units(&text.node, IntKind::Char);
            Some(units.iter().filter_map(|u| char::from_u32(*u)).collect())
        }
        _ => None,
    })
}

#[derive(Default)]
struct Found {
    labels: Vec<(String, String)>,
    /// Functions with a definition that says `inline`.
    inline: HashSet<String>,
}

impl Found {
    fn pragma(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        if words.next() == Some("redefine_extname")
            && let (Some(old), Some(new)) = (words.next(), words.next())
        {
            self.labels.push((old.into(), new.into()));
        }
    }

    fn item(&mut self, item: &Node<ExternalDeclaration>, labelled: bool) {
        if let ExternalDeclaration::FunctionDefinition(definition) = &item.node
            && let Some(name) = declared_name(&definition.node.declarator.node)
        {
            self.inline
                .extend(says_inline(&definition.node).then_some(name));
        }
        if labelled {
            self.visit_external_declaration(&item.node, &item.span);
        }
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_init_declarator(&mut self, declarator: &'ast InitDeclarator, span: &'ast Span) {
        let inner = &declarator.declarator.node;
        if let (Some(symbol), Some(name)) = (asm_label(inner), declared_name(inner)) {
            self.labels.push((name, symbol));
        }
        visit::visit_init_declarator(self, declarator, span);
    }
}

pub fn says_inline(definition: &FunctionDefinition) -> bool {
    let inline = |s: &Node<DeclarationSpecifier>| matches!(&s.node, DeclarationSpecifier::Function(f) if f.node == FunctionSpecifier::Inline);
    definition.specifiers.iter().any(inline)
}

fn declared_name(declarator: &Declarator) -> Option<String> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(id) => Some(original_name(&id.node.name).into_owned()),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
        DeclaratorKind::Abstract => None,
    }
}
