//! Which conditions have a value only where the program evaluates them.
//!
//! Runs on finished functions, because it needs their whole control flow.

use crate::base::IdVec;
use crate::ir::*;
use rayon::prelude::*;

/// Fills in [`Leaf::strict`] of pure decisions: a condition is strict if evaluating it elsewhere
/// could fault or read a local that has no value yet.
pub fn mark(unit: &mut Unit) {
    let globals = &unit.globals;
    unit.functions
        .par_iter_mut()
        .for_each(|function| mark_function(function, globals));
}

fn mark_function(function: &mut Function, globals: &IdVec<GlobalId, Global>) {
    // A single condition is evaluated wherever its decision is.
    if function.sites.decisions.iter().all(|d| d.leaves.len() < 2) {
        return;
    }
    let definite = definitely_assigned(function);
    let mut faults = Faults::new(|id: GlobalId| readable_size(&globals[id]));
    let mut decisions = std::mem::take(&mut function.sites.decisions);
    for decision in &mut decisions {
        for leaf in decision.leaves.iter_mut().skip(1) {
            leaf.strict |= faults.may_fault(function, leaf.expr)
                || reads_unassigned(function, &definite, decision.point, leaf.expr);
        }
    }
    function.sites.decisions = decisions;
}

/// How many bytes can be read without fault. A symbol that is only declared may be weak and
/// then have no object at all.
fn readable_size(global: &Global) -> u64 {
    match &global.kind {
        GlobalKind::Object {
            size,
            init: Some(_),
            ..
        } => *size,
        _ => 0,
    }
}

fn reads_unassigned(function: &Function, definite: &Definite, point: PointId, e: ExprId) -> bool {
    match &function.expr(e).kind {
        ExprKind::Var(var) => !definite.at(point, *var),
        kind => kind
            .operands()
            .any(|operand| reads_unassigned(function, definite, point, operand)),
    }
}
