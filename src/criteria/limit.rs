//! LIMIT, boundary values: for each relational operator between integers, `a op b`, the
//! values at and next to the boundary: `a == b - 1`, `a == b`, `a == b + 1`.
//!
//! Two of the three lie on one side of the comparison and one on the other, so both sides are
//! tested at their limits. A neighbour that the type does not have is not asked: `a < b && a == b - 1`
//! never wraps. Floats and pointers have no neighbours that mean anything.

use super::draft::Draft;
use super::formula::{Formula, and, compare, compare_int, constant, int, range, to_expr};
use super::walk::{Site, sites};
use crate::ir::{BinOp, ExprId, ExprKind, Function};

pub fn make(draft: &mut Draft) {
    for site in sites(draft.f) {
        let Some((op, a, b)) = site.binary(draft.f) else {
            continue;
        };
        if op.is_comparison() && draft.f.expr(a).ty.is_int() {
            boundary(draft, site, a, b);
        }
    }
}

fn boundary(draft: &mut Draft, site: Site, a: ExprId, b: ExprId) {
    // A constant on the left is the boundary of the right.
    let (a, b) = if constant(draft.f, a).is_some() {
        (b, a)
    } else {
        (a, b)
    };
    if constant(draft.f, a).is_some() {
        return;
    }
    for step in [-1, 0, 1] {
        let predicate = at(draft.f, a, b, step);
        let predicate = and(draft.f, site.guard, predicate);
        draft.label("LIMIT", site.point, predicate, site.span);
    }
}

/// `a == b + step`, without wrapping.
fn at(f: &mut Function, a: ExprId, b: ExprId, step: i128) -> Formula {
    if step == 0 {
        return compare(f, BinOp::Eq, a, b);
    }
    let ty = f.expr(b).ty;
    if let (Some(value), Some((least, greatest))) = (constant(f, b), range(ty)) {
        // The least and the greatest value have no further neighbour.
        let inside = if step < 0 {
            value > least
        } else {
            value < greatest
        };
        return if inside {
            compare_int(f, BinOp::Eq, a, value + step)
        } else {
            Formula::False
        };
    }
    let (side, op) = if step < 0 {
        (BinOp::Lt, BinOp::Sub)
    } else {
        (BinOp::Gt, BinOp::Add)
    };
    let one = int(f, 1, ty);
    let neighbour = f.implicit(ExprKind::Binary(op, b, one), ty);
    let on_side = compare(f, side, a, b);
    let equal = compare(f, BinOp::Eq, a, neighbour);
    let predicate = and(f, on_side, equal);
    Formula::Is(to_expr(f, predicate))
}
