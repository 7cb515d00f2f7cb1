//! What a file says and its unit does not show: calls from nowhere, definitions that give way.

use super::chunk::Chunk;
use super::normalise::ASM_OUTSIDE;
use crate::base::{Diagnostic, Severity};

/// What the unit of a file does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// A function may be called, or its address taken, by what the unit does not have: a part of
    /// the file that was left out, an attribute, asm outside of functions.
    pub calls: bool,
    /// An object may be used by what the unit does not have: all of that, or a section attribute,
    /// since the linker tells where sections start and end.
    pub objects: bool,
    /// Another file may replace a definition with external linkage (`weak`).
    pub replaceable: bool,
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

impl Hidden {
    pub(super) fn new(chunks: &[Chunk], diagnostics: &[Diagnostic]) -> Hidden {
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
        }
    }
}
