//! GACC, CACC and GICC: does a condition (a *clause*) determine its decision?
//!
//! `c_i` determines the decision `D` where `D[c_i:=true] ⊕ D[c_i:=false]`: it is active there.
//!
//! - GACC: `c_i ∧ active` and `¬c_i ∧ active`.
//! - CACC: GACC, and the decision is true in one of the two and false in the other. A label cannot speak
//!   of two tests, so the label is on clause value and outcome: `c_i = v ∧ active ∧ D = o`. A clause under
//!   `&& || !` has one outcome per value, and these labels are exactly CACC; a clause that chooses
//!   between arms of `?:` has up to four labels, which ask for more than CACC.
//! - GICC: `c_i = v ∧ ¬active ∧ D = o`, four labels per clause.

use super::assignments::Conditions;
use super::draft::Draft;
use super::formula::{Formula, and, not, or};
use crate::ir::Decision;

pub fn make_gacc(draft: &mut Draft) {
    draft.conditions(|draft, decision| {
        for (leaf, [no, yes]) in activity(draft, decision) {
            let predicate = or(draft.f, yes, no);
            clause_label(draft, "GACC", decision, leaf, predicate);
        }
    });
}

pub fn make_cacc(draft: &mut Draft) {
    draft.conditions(|draft, decision| {
        for (leaf, [no, yes]) in activity(draft, decision) {
            clause_label(draft, "CACC", decision, leaf, yes);
            clause_label(draft, "CACC", decision, leaf, no);
        }
    });
}

pub fn make_gicc(draft: &mut Draft) {
    draft.conditions(|draft, decision| {
        let root = Formula::Is(decision.root);
        let outcomes = [root, not(draft.f, root)];
        for (leaf, clause, inactive) in inactivity(draft, decision) {
            for outcome in outcomes {
                let predicate = and(draft.f, clause, outcome);
                let predicate = and(draft.f, predicate, inactive);
                clause_label(draft, "GICC", decision, leaf, predicate);
            }
        }
    });
}

/// For each clause and value: `c_i = v ∧ active ∧ D = o` with `o` false, then true.
fn activity(draft: &mut Draft, decision: &Decision) -> Vec<(usize, [Formula; 2])> {
    let mut conditions = Conditions::new(draft.f, decision);
    each_value(decision)
        .map(|(leaf, value)| (leaf, conditions.active(leaf, value)))
        .collect()
}

/// For each clause and value: `c_i = v`, where it is evaluated, and `¬active`.
fn inactivity(draft: &mut Draft, decision: &Decision) -> Vec<(usize, Formula, Formula)> {
    let mut list = Vec::new();
    for (leaf, value) in each_value(decision) {
        let mut conditions = Conditions::new(draft.f, decision);
        let strict = decision.leaves[leaf].strict;
        let guard = if strict {
            conditions.evaluated(leaf)
        } else {
            Formula::True
        };
        let literal = conditions.literal(leaf, value);
        let inactive = conditions.inactive(leaf);
        list.push((leaf, and(draft.f, guard, literal), inactive));
    }
    list
}

fn each_value(decision: &Decision) -> impl Iterator<Item = (usize, bool)> + use<> {
    (0..decision.leaves.len()).flat_map(|leaf| [(leaf, true), (leaf, false)])
}

/// The label of a clause stands at the decision, and points to the clause.
fn clause_label(
    draft: &mut Draft,
    tag: &'static str,
    decision: &Decision,
    leaf: usize,
    predicate: Formula,
) {
    let predicate = draft.guarded(decision.guard, predicate);
    draft.label(tag, decision.point, predicate, decision.leaves[leaf].span);
}
