//! Mutants that replace an operand: they differ where the operator's result does.

use super::super::formula::{Formula, compare};
use super::super::walk::{Site, Use};
use super::{Difference, differs};
use crate::ir::{BinOp, ExprId, ExprKind, Function, Ty};

/// The number that C computes with: types below `int` are promoted.
pub fn promoted(f: &mut Function, e: ExprId) -> ExprId {
    match f.expr(e).ty {
        Ty::Int { bits: 8 | 16, .. } => f.implicit(ExprKind::Cast(e), Ty::INT),
        _ => e,
    }
}

/// `E ≠ E[e := e']` where `E` is the operator that `e` is an operand of, or `e` itself where there is
/// none. `old` is the promoted `e`, and `new` has its type.
pub fn replaced(f: &mut Function, site: Site, old: ExprId, new: ExprId) -> Difference {
    let differs = replaced_differs(f, site, old, new);
    Difference::new(differs, site.expr, new)
}

fn replaced_differs(f: &mut Function, site: Site, old: ExprId, new: ExprId) -> Formula {
    let Use::Operand(parent, side) = site.use_ else {
        return compare(f, BinOp::Ne, old, new);
    };
    let ExprKind::Binary(op, a, b) = f.expr(parent).kind else {
        return Formula::False;
    };
    let operand = if side == 0 { a } else { b };
    let Some(operand) = rebuilt(f, operand, site.expr, new) else {
        return Formula::False;
    };
    let (a, b) = if side == 0 {
        (operand, b)
    } else {
        (a, operand)
    };
    differs(f, parent, op, a, b).differs
}

/// The operand with `new` in the place of `old` beneath conversions and unary operators. A number
/// that becomes a pointer is not replaced.
fn rebuilt(f: &mut Function, operand: ExprId, old: ExprId, new: ExprId) -> Option<ExprId> {
    let mut path = Vec::new();
    let mut e = operand;
    while e != old {
        if f.expr(e).ty == Ty::Ptr {
            return None;
        }
        path.push(e);
        e = match f.expr(e).kind {
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => inner,
            _ => return None,
        };
    }
    let mut e = new;
    for outer in path.into_iter().rev() {
        let (kind, ty) = (f.expr(outer).kind.clone(), f.expr(outer).ty);
        e = match kind {
            // The promotion of `old` is already in `new`.
            ExprKind::Cast(_) if f.expr(e).ty == ty => e,
            ExprKind::Cast(_) => f.implicit(ExprKind::Cast(e), ty),
            ExprKind::Unary(op, _) => f.implicit(ExprKind::Unary(op, e), ty),
            _ => return None,
        };
    }
    Some(e)
}
