//! MCC, multiple condition coverage: `(loc, ∧ ā_i)` for all combinations of the truth values of a
//! decision's atomic conditions, `ā_i` being `a_i` or `¬a_i`.
//!
//! A strict condition that is not evaluated under a combination is left out of it, and equal
//! combinations are one: `p && p->x` has three.

use super::assignments::{Conditions, assignments};
use super::draft::Draft;

pub fn make(draft: &mut Draft) {
    draft.conditions(|draft, decision| {
        let most = 1usize.checked_shl(draft.options.mcc_cap).unwrap_or(usize::MAX);
        let Some(list) = assignments(decision, most) else {
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
