//! What calls may write: asked by the encoding, answered by who knows the whole program.

use crate::ir::{Callee, Contract, GlobalId};
use crate::logic::{TermId, Terms};
use crate::ranges::Outside;

/// What is known of the calls of one function; and what its values lie between ([`Outside`]), which becomes part of its
/// terms: arguments at the entry, variables at the heads of loops, results of calls, globals where they are read.
pub trait Calls: Outside {
    /// Whether the global is separable ([`crate::ir::separable`]): it changes only by writes that
    /// name it.
    fn separable(&self, global: GlobalId) -> bool;

    /// Whether the call may write memory that pointers reach.
    fn writes_memory(&self, callee: &Callee) -> bool;

    /// Whether the call may write this separable global.
    fn writes_global(&self, callee: &Callee, global: GlobalId) -> bool;

    /// Whether a call of this function certainly runs the body that the unit has of it, and nothing in that body comes
    /// back twice: then its graph shows all that may happen.
    fn runs_own_body(&self, _function: GlobalId) -> bool {
        false
    }

    /// What the library promises of the call's result.
    fn contracts(&self, _callee: &Callee) -> &'static [Contract] {
        &[]
    }

    /// Whether control may enter the function at all.
    fn is_entered(&self) -> bool {
        true
    }

    /// Whether every call of the function comes to its end: nothing in it stops, nor do its calls.
    fn runs_through(&self) -> bool {
        false
    }

    /// Whether the condition holds in no state, as far as that can be told for little. Nothing rests on the answer: it says whether
    /// copies of a loop are worth their price.
    fn is_excluded(&self, _terms: &Terms, _condition: TermId) -> bool {
        false
    }
}

/// Nothing is known: every call may write everything, and no global is separable.
pub struct AnyCall;

impl Outside for AnyCall {}

impl Calls for AnyCall {
    fn separable(&self, _: GlobalId) -> bool {
        false
    }

    fn writes_memory(&self, _: &Callee) -> bool {
        true
    }

    fn writes_global(&self, _: &Callee, _: GlobalId) -> bool {
        true
    }
}
