//! DCC, decision-condition coverage: the labels of DC and those of CC. A decision with one
//! condition has the same two labels in both, so it gets them once.

use super::draft::Draft;
use super::{cc, dc};

pub fn make(draft: &mut Draft) {
    draft.decisions(|draft, decision| {
        if decision.leaves.len() > 1 {
            dc::outcomes(draft, "DCC", decision);
        }
    });
    draft.conditions(|draft, decision| cc::conditions(draft, "DCC", decision));
    draft.switches(|draft, switch| dc::cases(draft, "DCC", switch));
}
