//! The preprocessed text with an assertion for each fact.

use super::compiler::Dialect;
use crate::frontend::facts::{Claim, Fact};
use crate::frontend::{Source, TranslationUnit};

/// The file that the generated lines claim to come from; their line is the number of the fact, from 1 on.
pub const FACTS: &str = "tamis-fact";

/// The text of the unit with one line for each fact, at its place. The facts come in order of their places.
pub fn assertions(source: &Source, facts: &[&Fact], dialect: Dialect) -> Vec<u8> {
    let mut out = Vec::with_capacity(source.bytes.len() + 100 * facts.len());
    let mut copied = 0;
    let mut index = 0;
    while index < facts.len() {
        let at = (facts[index].at as usize).min(source.bytes.len());
        out.extend_from_slice(&source.bytes[copied..at]);
        copied = at;
        out.extend_from_slice(format!("\n# {} \"{FACTS}\"\n", index + 1).as_bytes());
        let here = facts[index].at;
        while index < facts.len() && facts[index].at == here {
            out.extend_from_slice(line(facts[index], index + 1, dialect).as_bytes());
            out.push(b'\n');
            index += 1;
        }
        out.extend_from_slice(marker(source, here).as_bytes());
    }
    out.extend_from_slice(&source.bytes[copied..]);
    out
}

/// Goes back to the user's file.
fn marker(source: &Source, at: u32) -> String {
    let place = source.place(at);
    let file = place.file.replace('\\', "\\\\").replace('"', "\\\"");
    let system = if source.in_system_header(at) {
        " 3"
    } else {
        ""
    };
    format!("# {} \"{file}\"{system}\n", place.line)
}

fn line(fact: &Fact, number: usize, dialect: Dialect) -> String {
    match &fact.claim {
        Claim::Holds(condition) => assertion(condition, fact, number),
        // Bits are shown by objects: see `bits.rs`.
        Claim::Bits { .. } => String::new(),
        Claim::Noreturn { name, noreturn, .. } => match dialect {
            Dialect::Gcc => {
                let expected = u8::from(*noreturn);
                let condition = format!("__builtin_has_attribute({name}, noreturn) == {expected}");
                assertion(&condition, fact, number)
            }
            // See `calls`.
            Dialect::Clang => String::new(),
        },
    }
}

/// For a compiler that tells by a warning only whether a function returns: functions that call it and return nothing.
/// The warning is not given in a text with errors, so they have a text of their own.
pub fn calls(unit: &TranslationUnit, facts: &[&Fact]) -> Vec<u8> {
    let mut out = without_bodies(unit);
    for (index, fact) in facts.iter().enumerate() {
        if let Claim::Noreturn { call, .. } = &fact.claim {
            let number = index + 1;
            let line = format!(
                "\n# {number} \"{FACTS}\"\nint tamis_returns_{number}(void) {{ {call}; }}\n"
            );
            out.extend_from_slice(line.as_bytes());
        }
    }
    out
}

/// The text with nothing in the bodies of functions, for what needs the declarations only.
pub fn without_bodies(unit: &TranslationUnit) -> Vec<u8> {
    let bytes = &unit.source.bytes;
    let mut bodies: Vec<(usize, usize)> = unit
        .unit
        .functions
        .iter()
        .map(|function| {
            (
                function.sites.body_start as usize,
                function.span.end as usize,
            )
        })
        .collect();
    bodies.sort_unstable();
    let mut out = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for (start, end) in bodies {
        if start >= copied && end > start && bytes.get(end - 1) == Some(&b'}') {
            out.extend_from_slice(&bytes[copied..start]);
            out.extend_from_slice(b" __builtin_unreachable(); ");
            copied = end - 1;
        }
    }
    out.extend_from_slice(&bytes[copied..]);
    out
}

fn assertion(condition: &str, fact: &Fact, number: usize) -> String {
    format!(
        "_Static_assert({condition}, \"fact {number} {}\");",
        fact.kind.name()
    )
}
