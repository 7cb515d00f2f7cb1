//! Functions and objects of the C library as functions of the IR, so that paths go through them.
//!
//! Comes in: the units of a program, and the unit that `library.c` is. Goes out: the part of the latter that the program
//! calls and does not define. The interpreter knows these functions too, but what it does in one step has no branches
//! that a search could negate.

use crate::ir::{
    Callee, ExprKind, Function, Global, GlobalId, GlobalKind, InstKind, Linkage, Unit,
};
use std::collections::BTreeSet;

/// The C text of the functions.
pub const LIBRARY: &str = include_str!("library.c");
/// What reads standard input calls this.
pub const NEXT_BYTE: &str = "tamis_next_byte";
/// Bytes of standard input that an input may have, as in `library.c`.
pub const STDIN: usize = 64;

/// What the program needs of the library.
pub fn needed(units: &[Unit], library: Unit) -> Unit {
    let defined: BTreeSet<&str> = (units.iter())
        .flat_map(|unit| unit.functions.iter())
        .filter(|f| f.linkage == Linkage::External)
        .map(|f| f.name.as_str())
        .collect();
    let mut wanted: BTreeSet<String> = units
        .iter()
        .flat_map(|unit| names(unit, &unit.functions))
        .collect();
    wanted.retain(|name| !defined.contains(name.as_str()));
    loop {
        let chosen = library
            .functions
            .iter()
            .filter(|f| wanted.contains(&f.name))
            .cloned();
        let chosen: Vec<Function> = chosen.collect();
        let before = wanted.len();
        wanted.extend(
            names(&library, &chosen)
                .into_iter()
                .filter(|name| !defined.contains(name.as_str())),
        );
        if wanted.len() == before {
            let named = |(_, global): (GlobalId, &Global)| {
                is_object(global) && wanted.contains(&global.name)
            };
            let has_object = library.globals.iter().any(named);
            return match chosen.is_empty() && !has_object {
                true => Unit::default(),
                false => Unit {
                    functions: chosen,
                    ..library
                },
            };
        }
    }
}

/// An object that programs can name.
fn is_object(global: &Global) -> bool {
    let defined = matches!(&global.kind, GlobalKind::Object { init: Some(_), .. });
    defined && global.linkage == Linkage::External
}

/// The bytes of standard input and how many there are, if the program reads any.
pub fn stdin(library: &Unit) -> Option<(GlobalId, GlobalId)> {
    let reads = library.functions.iter().any(|f| f.name == NEXT_BYTE);
    let find = |name: &str| {
        let mut globals = library.globals.iter();
        globals
            .find(|(_, global)| global.name == name)
            .map(|(id, _)| id)
    };
    reads.then(|| Some((find("tamis_stdin")?, find("tamis_stdin_size")?)))?
}

/// The globals that these functions of the unit name.
fn names(unit: &Unit, functions: &[Function]) -> Vec<String> {
    let of = |global: GlobalId| unit.globals[global].name.clone();
    let mut found = Vec::new();
    for f in functions {
        let insts = f.blocks.values().flat_map(|block| &block.insts);
        found.extend(insts.filter_map(|inst| match inst.kind {
            InstKind::Call {
                callee: Callee::Direct(global),
                ..
            } => Some(of(global)),
            _ => None,
        }));
        found.extend(f.exprs.values().filter_map(|e| match e.kind {
            ExprKind::GlobalAddr(global) => Some(of(global)),
            _ => None,
        }));
    }
    found
}
