//! DC, decision coverage: `(loc, φ)` and `(loc, ¬φ)` for each decision `φ`, and each way out of
//! each `switch`.

use super::draft::Draft;
use super::formula::{Formula, all, and, compare_int, not, or};
use crate::ir::{BinOp, Decision, ExprId, Function, SwitchDecision};

pub fn make(draft: &mut Draft) {
    draft.decisions(|draft, decision| outcomes(draft, "DC", decision));
    draft.switches(|draft, switch| cases(draft, "DC", switch));
}

pub(super) fn outcomes(draft: &mut Draft, tag: &'static str, decision: &Decision) {
    let yes = Formula::Is(decision.root);
    let no = not(draft.f, yes);
    draft.decision_label(tag, decision, yes);
    draft.decision_label(tag, decision, no);
}

/// One label per `case`, and one for the values that no `case` takes.
pub(super) fn cases(draft: &mut Draft, tag: &'static str, switch: &SwitchDecision) {
    for &(low, high, span) in &switch.cases {
        let predicate = within(draft.f, switch.value, low, high);
        draft.label(tag, switch.point, predicate, span);
    }
    let others: Vec<Formula> = merged(switch)
        .into_iter()
        .map(|(low, high)| outside(draft.f, switch.value, low, high))
        .collect();
    let predicate = all(draft.f, &others);
    draft.label(
        tag,
        switch.point,
        predicate,
        switch.default.unwrap_or(switch.span),
    );
}

fn within(f: &mut Function, value: ExprId, low: i128, high: i128) -> Formula {
    if low == high {
        return compare_int(f, BinOp::Eq, value, low);
    }
    let from = compare_int(f, BinOp::Ge, value, low);
    let to = compare_int(f, BinOp::Le, value, high);
    and(f, from, to)
}

fn outside(f: &mut Function, value: ExprId, low: i128, high: i128) -> Formula {
    if low == high {
        return compare_int(f, BinOp::Ne, value, low);
    }
    let below = compare_int(f, BinOp::Lt, value, low);
    let above = compare_int(f, BinOp::Gt, value, high);
    or(f, below, above)
}

/// The ranges in ascending order, neighbours joined.
fn merged(switch: &SwitchDecision) -> Vec<(i128, i128)> {
    let mut ranges: Vec<(i128, i128)> = switch.cases.iter().map(|c| (c.0, c.1)).collect();
    ranges.sort_unstable();
    let mut joined: Vec<(i128, i128)> = Vec::new();
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if last.1 == i128::MAX || low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}
