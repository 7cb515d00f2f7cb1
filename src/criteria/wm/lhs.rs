//! LHS, replacement of a left-hand side: `lhs = e` by `lhs' = e` for each other variable `lhs'` of the type that `e` names.
//! The two differ where `lhs ≠ e ∨ lhs' ≠ e` (Theorem 2 of "DSE with labels"; variables have addresses of their own).

use super::super::formula::{compare, or};
use super::Difference;
use super::assignment::Assignment;
use crate::ir::{BinOp, ExprKind, Function, VarId};

pub fn mutants(f: &mut Function, assignment: &Assignment) -> Vec<Difference> {
    let Assignment { old, value, ty, .. } = *assignment;
    let mutant = |&other: &VarId| {
        let other = f.implicit(ExprKind::Var(other), ty);
        let changes = compare(f, BinOp::Ne, old, value);
        let changed = compare(f, BinOp::Ne, other, value);
        Difference {
            differs: or(f, changes, changed),
            mutant: None,
        }
    };
    assignment.others.iter().map(mutant).collect()
}
