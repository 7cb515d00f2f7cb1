//! CC, condition coverage: `(loc, a_i)` and `(loc, ¬a_i)` for each atomic condition `a_i` of each
//! decision.
//!
//! A strict condition is asked for only where it is evaluated: `p && p->x` gives for its second
//! condition `p && p->x` and `p && !p->x`.

use super::assignments::Conditions;
use super::draft::Draft;
use super::formula::{Formula, and, not};
use crate::ir::{Decision, Leaf};

pub fn make(draft: &mut Draft) {
    draft.conditions(|draft, decision| conditions(draft, "CC", decision));
}

pub(super) fn conditions(draft: &mut Draft, tag: &'static str, decision: &Decision) {
    let guards: Vec<Formula> = {
        let mut conditions = Conditions::new(draft.f, decision);
        let guard = |(i, leaf): (usize, &Leaf)| {
            // At a point of its own the condition was just evaluated: it needs no guard.
            let needs_guard = leaf.strict && leaf.point == decision.point;
            if needs_guard {
                conditions.evaluated(i)
            } else {
                Formula::True
            }
        };
        decision.leaves.iter().enumerate().map(guard).collect()
    };
    for (leaf, guard) in decision.leaves.iter().zip(guards) {
        let here = leaf.point == decision.point;
        let guard = draft.guarded(decision.guard.filter(|_| here), guard);
        let yes = Formula::Is(leaf.expr);
        let no = not(draft.f, yes);
        for literal in [yes, no] {
            let predicate = and(draft.f, guard, literal);
            draft.label(tag, leaf.point, predicate, leaf.span);
        }
    }
}
