//! Which text of a function counts.

use super::{InstKind, TermKind};
use crate::base::Span;

/// Whether the text of a span counts.
pub type Kept<'a> = &'a dyn Fn(Span) -> bool;

/// Whether the instruction says anything that could be left out.
pub fn tells(kind: &InstKind) -> bool {
    match kind {
        InstKind::Assign { .. }
        | InstKind::Either { .. }
        | InstKind::Store { .. }
        | InstKind::Copy { .. }
        | InstKind::Zero { .. } => true,
        InstKind::Call { result, .. } => result.is_some(),
        InstKind::Declare(_)
        | InstKind::VolatileLoad { .. }
        | InstKind::Alloca { .. }
        | InstKind::Havoc { .. }
        | InstKind::Point(_) => false,
    }
}

/// Whether the end of a block decides anything.
pub fn decides(kind: &TermKind) -> bool {
    match kind {
        TermKind::Branch { .. } | TermKind::Switch { .. } | TermKind::IndirectGoto { .. } => true,
        TermKind::Goto(_) | TermKind::Return(_) | TermKind::Unreachable => false,
    }
}
