//! What a file says and its unit does not show: calls from nowhere, definitions that give way.

use super::Source;
use super::attribute::Attribute;
use super::chunk::{Chunk, ChunkKind};
use super::normalise::ASM_OUTSIDE;
use super::words::is_asm;
use crate::base::{Diagnostic, Severity};
use crate::ir::Unit;
use std::collections::HashSet;

/// What the unit of a file does not show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// A function may be called, or its address taken, by what the unit does not have: a part of
    /// the file that was left out, an attribute, asm outside of functions.
    pub calls: bool,
    /// An object may be used by what the unit does not have: all of that, or a section attribute,
    /// since the linker tells where sections start and end.
    pub objects: bool,
    /// Another file may replace a definition with external linkage (`weak`).
    pub replaceable: bool,
    /// Symbols that the file may define, or use, in ways that the unit does not show: functions that were left out,
    /// and what an `alias` or asm outside of functions names.
    pub names: Vec<String>,
}

/// Attributes by which a function runs, or has its address taken, without a call in the text.
const CALLED: [&str; 8] = [
    "alias",
    "cleanup",
    "constructor",
    "destructor",
    "ifunc",
    "interrupt",
    "used",
    "weakref",
];

/// Attributes by which a declaration defines a symbol.
const DEFINES: [&str; 3] = ["alias", "ifunc", "weakref"];

impl Hidden {
    pub(super) fn new(
        source: &Source,
        chunks: &[Chunk],
        lowered: &Unit,
        diagnostics: &[Diagnostic],
    ) -> Hidden {
        let attributes = || chunks.iter().flat_map(|chunk| &chunk.attributes);
        let pragmas = || chunks.iter().flat_map(|chunk| &chunk.pragmas);
        let lost = |d: &Diagnostic| d.severity > Severity::Note || d.message == ASM_OUTSIDE;
        let weak_pragma = pragmas().any(|(_, text)| text.trim_start().starts_with("weak"));
        let calls = weak_pragma
            || diagnostics.iter().any(lost)
            || attributes().any(|a| CALLED.contains(&a.name.as_str()));
        Hidden {
            calls,
            objects: calls || attributes().any(|a| a.name == "section"),
            replaceable: weak_pragma || attributes().any(|a| a.name == "weak"),
            names: names(source, chunks, lowered),
        }
    }
}

fn names(source: &Source, chunks: &[Chunk], lowered: &Unit) -> Vec<String> {
    let known: HashSet<&str> = lowered.functions.iter().map(|f| f.name.as_str()).collect();
    let mut names = Vec::new();
    for chunk in chunks {
        for (_, text) in &chunk.pragmas {
            if text.trim_start().starts_with("weak") {
                names.extend(words(text));
            }
        }
        let text = || {
            String::from_utf8_lossy(
                &source.bytes[chunk.span.start as usize..chunk.span.end as usize],
            )
            .into_owned()
        };
        match &chunk.kind {
            ChunkKind::Function { name } if !known.contains(name.as_str()) => {
                names.push(name.clone());
            }
            ChunkKind::Function { .. } => {}
            ChunkKind::Other if words(&text()).next().is_some_and(|w| is_asm(&w)) => {
                names.extend(words(&text()));
            }
            ChunkKind::Other => {}
        }
        let defines = |a: &Attribute| DEFINES.contains(&a.name.as_str());
        if chunk.attributes.iter().any(defines) {
            names.extend(words(&text()));
        }
    }
    names
}

/// What may be a symbol in a text. Escapes in a string such as `\\n` stand before the next word.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let words = text.split(move |c| !is_part(c)).filter(|w| !w.is_empty());
    let words = words.flat_map(|word| [word, word.trim_start_matches(['n', 't'])]);
    words.map(String::from).collect::<Vec<_>>().into_iter()
}
