//! Names whose declarations are left out.
//!
//! Comes in: a declaration that could not be read or lowered. Goes out: names that nobody may use as if they had never been declared, since
//! C would then declare them by itself.

use super::super::Source;
use super::super::chunk::{Chunk, ChunkKind};
use super::super::declarator::declared_names;
use super::super::lex::lex;
use super::super::normalise::plain_name;
use super::env::Env;
use lang_c::ast::*;
use lang_c::span::Node;

/// For a declaration that has no tree.
pub fn leave_out_text(env: &mut Env, source: &Source, chunk: &Chunk) {
    if let ChunkKind::Function { name } = &chunk.kind {
        env.leave_out(&plain_name(name), false);
        return;
    }
    let text = source.text.get(chunk.span.range()).unwrap_or_default();
    for name in declared_names(text, &lex(text).tokens) {
        env.leave_out(&plain_name(name), false);
    }
}

/// For a declaration or definition that was not lowered; `for_good` where other declarations do not help.
pub fn leave_out(env: &mut Env, item: &Node<ExternalDeclaration>, for_good: bool) {
    if for_good {
        env.take_back_types();
    }
    let (specifiers, declarators): (_, Vec<&Node<Declarator>>) = match &item.node {
        ExternalDeclaration::StaticAssert(_) => return,
        ExternalDeclaration::FunctionDefinition(d) => {
            (&d.node.specifiers, vec![&d.node.declarator])
        }
        ExternalDeclaration::Declaration(d) => {
            let list = d.node.declarators.iter();
            let declarators = list.map(|init| &init.node.declarator).collect();
            (&d.node.specifiers, declarators)
        }
    };
    if for_good {
        for tag in specifiers.iter().filter_map(open_tag) {
            env.lose_tag(tag);
        }
    }
    for mut declarator in declarators {
        while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
        }
        if let DeclaratorKind::Identifier(id) = &declarator.node.kind.node {
            env.leave_out(&id.node.name, for_good);
        }
    }
}

/// The tag of a specifier that names a type without defining it.
fn open_tag(specifier: &Node<DeclarationSpecifier>) -> Option<&str> {
    let DeclarationSpecifier::TypeSpecifier(ty) = &specifier.node else {
        return None;
    };
    let tag = match &ty.node {
        TypeSpecifier::Struct(record) if record.node.declarations.is_none() => {
            &record.node.identifier
        }
        TypeSpecifier::Enum(e) if e.node.enumerators.is_empty() => &e.node.identifier,
        _ => return None,
    };
    Some(&tag.as_ref()?.node.name)
}
