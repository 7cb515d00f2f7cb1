//! Which objects may be others than their definitions say, besides those whose own declarations
//! say so.
//!
//! Comes in: a lowered unit and its text. Goes out: [`Global::replaceable`]. Pragmas and declarations
//! inside functions are rare, so one counts for every object that it might concern.

use super::super::attribute::Attribute;
use super::super::chunk::Chunk;
use crate::ir::*;
use lang_c::ast::ExternalDeclaration;

pub fn mark(unit: &mut Unit, chunks: &[Chunk]) {
    let any = chunks.iter().any(|chunk| {
        let mut pragmas = chunk.pragmas.iter();
        pragmas.any(|(_, text)| text.trim_start().starts_with("weak")) || weak_inside(chunk)
    });
    for (_, global) in unit.globals.iter_mut() {
        let external = global.linkage == Linkage::External;
        global.replaceable |= external && (any || is_tentative_constant(global));
    }
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
