//! Which objects and functions may be others than their definitions say, besides those whose own declarations
//! say so.
//!
//! Comes in: a lowered unit and its text. Goes out: [`Global::replaceable`]. Pragmas and declarations
//! inside functions are rare, so one counts for every object that it might concern.

use super::super::attribute::Attribute;
use super::super::chunk::{Chunk, ChunkKind};
use super::names::{says_inline, symbol_names};
use crate::ir::*;
use lang_c::ast::ExternalDeclaration;
use std::collections::HashSet;

pub fn mark(unit: &mut Unit, chunks: &[Chunk]) {
    let any = chunks.iter().any(|chunk| {
        let mut pragmas = chunk.pragmas.iter();
        pragmas.any(|(_, text)| text.trim_start().starts_with("weak")) || weak_inside(chunk)
    });
    for (_, global) in unit.globals.iter_mut() {
        let external = global.linkage == Linkage::External;
        global.replaceable |= external && (any || is_tentative_constant(global));
    }
    let symbols = symbol_names(chunks);
    let inline: HashSet<&str> = (chunks.iter().flat_map(inline_definition))
        .flat_map(|name| [Some(name), symbols.get(name).map(String::as_str)])
        .flatten()
        .collect();
    // C leaves open whether a call runs an inline definition or the external one of another file (6.7.4). Those of the
    // library do the same.
    for function in unit.functions.iter().filter(|f| !f.in_system_header) {
        let global = &mut unit.globals[function.symbol];
        let external = global.linkage == Linkage::External;
        global.replaceable |= external && inline.contains(global.name.as_str());
    }
}

/// The name of the function that the chunk defines, if the definition says `inline`.
fn inline_definition(chunk: &Chunk) -> Option<&str> {
    let ChunkKind::Function { name } = &chunk.kind else {
        return None;
    };
    let mut items = chunk.items.iter().flatten();
    let inline = items.any(|item| match &item.node {
        ExternalDeclaration::FunctionDefinition(definition) => says_inline(&definition.node),
        _ => false,
    });
    inline.then_some(name)
}

/// Whether a declaration in a function's body says `weak`.
fn weak_inside(chunk: &Chunk) -> bool {
    let weak = |a: &&Attribute| matches!(a.name.as_str(), "weak" | "alias" | "weakref");
    let Some(last) = chunk.attributes.iter().rev().find(weak) else {
        return false;
    };
    chunk.items.iter().flatten().any(|item| match &item.node {
        ExternalDeclaration::FunctionDefinition(definition) => {
            let body = chunk.span_of(definition.node.statement.span);
            last.span.start >= body.start
        }
        _ => false,
    })
}

/// Under -fcommon a tentative definition gives way to another file's, and its zeros to that
/// one's content.
fn is_tentative_constant(global: &Global) -> bool {
    match &global.kind {
        GlobalKind::Object {
            init: Some(init),
            constant: true,
            ..
        } => init.bytes.is_empty() && init.relocs.is_empty(),
        _ => false,
    }
}
