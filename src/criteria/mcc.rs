//! MCC, multiple condition coverage: `(loc, ∧ ā_i)` for all combinations of the truth values of a
//! decision's atomic conditions, `ā_i` being `a_i` or `¬a_i`.
//!
//! A strict condition that is not evaluated under a combination is left out of it, and equal
//! combinations are one: `p && p->x` has three. With `mcc_short_circuit` every condition counts as strict, so that a
//! decision has one combination per way through its evaluation: `a && b` has three, too.

use super::assignments::{Conditions, assignments};
use super::draft::Draft;
use crate::ir::Decision;

pub fn make(draft: &mut Draft) {
    draft.conditions(|draft, decision| {
        let most = 1usize.checked_shl(draft.options.mcc_cap).unwrap_or(usize::MAX);
        let strict = draft.options.mcc_short_circuit.then(|| all_strict(decision));
        let Some(list) = assignments(strict.as_ref().unwrap_or(decision), most) else {
            let count = decision.leaves.len();
            return draft.remark(
                decision.span,
                format!(
                    "mcc: no labels for this decision: its {count} conditions have more than {most} combinations"
                ),
            );
        };
        for predicate in Conditions::new(draft.f, decision).combinations(&list) {
            draft.decision_label("MCC", decision, predicate);
        }
    });
}

/// The decision with conditions that have a value only where they are evaluated.
fn all_strict(decision: &Decision) -> Decision {
    let mut strict = decision.clone();
    strict.leaves.iter_mut().for_each(|leaf| leaf.strict = true);
    strict
}
