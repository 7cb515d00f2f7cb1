//! RTE, run-time error coverage: `(loc, ¬φ_safe)` for each operation with a precondition `φ_safe`:
//! division by zero, array index, null dereference, signed overflow, shift amount.
//!
//! Most of these labels should be infeasible; a proof of that is a proof of absence of the error.
//! The operands are evaluated only where they themselves are safe, so of `p->q->x` the label
//! on `p->q` is `p != 0 && p->q == 0`.

use super::draft::Draft;
use super::formula::{Formula, and, compare_int, constant, range};
use super::safety::{
    base_pointer, no_fault, outside, overflows, quotient_overflows, shifts_too_far,
};
use super::walk::{Site, sites};
use crate::ir::{BinOp, ExprId, ExprKind, Function, Ty, UnOp};

pub fn make(draft: &mut Draft) {
    // Operands first: the order in which the program would meet the errors.
    for site in sites(draft.f).into_iter().rev() {
        for (tag, operands, error) in errors(draft.f, site) {
            let mut predicate = site.guard;
            if error == Formula::False {
                continue;
            }
            for operand in operands {
                let safe = no_fault(draft.f, operand);
                predicate = and(draft.f, predicate, safe);
            }
            let predicate = and(draft.f, predicate, error);
            draft.label(tag, site.point, predicate, site.span);
        }
    }
}

/// A tag, the operands that the condition evaluates, the condition.
type Error = (&'static str, Vec<ExprId>, Formula);

/// The errors of one operation.
fn errors(f: &mut Function, site: Site) -> Vec<Error> {
    let ty = f.expr(site.expr).ty;
    let mut list = match f.expr(site.expr).kind {
        ExprKind::PtrAdd {
            index,
            bound: Some(count),
            ..
        } => {
            // The address one past the end may be computed, not accessed.
            let valid = i128::from(count) + i128::from(!site.accessed);
            vec![("RTE INDEX", vec![index], outside(f, index, valid))]
        }
        ExprKind::Load(address) => null(f, address).into_iter().collect(),
        ExprKind::Unary(UnOp::Neg, a) if site.is_written(f) && ty.is_signed() => {
            let least = match (constant(f, a), range(ty)) {
                (None, Some((least, _))) => compare_int(f, BinOp::Eq, a, least),
                _ => Formula::False,
            };
            vec![("RTE OVERFLOW", vec![a], least)]
        }
        _ => match site.binary(f) {
            Some((op, a, b)) => operator(f, ty, op, a, b),
            None => Vec::new(),
        },
    };
    if site.target {
        list.extend(null(f, site.expr));
    }
    list
}

fn operator(f: &mut Function, ty: Ty, op: BinOp, a: ExprId, b: ExprId) -> Vec<Error> {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            vec![("RTE OVERFLOW", vec![a, b], overflows(f, op, a, b))]
        }
        BinOp::Div | BinOp::Rem if ty.is_int() => {
            let by_zero = match constant(f, b) {
                Some(divisor) => Formula::from(divisor == 0),
                None => compare_int(f, BinOp::Eq, b, 0),
            };
            let too_large = quotient_overflows(f, a, b);
            vec![
                ("RTE DIV", vec![b], by_zero),
                ("RTE OVERFLOW", vec![a, b], too_large),
            ]
        }
        BinOp::Shl | BinOp::Shr => {
            vec![("RTE SHIFT", vec![b], shifts_too_far(f, b, ty.bits()))]
        }
        _ => Vec::new(),
    }
}

/// The base of an address that is read or written is null.
fn null(f: &mut Function, address: ExprId) -> Option<Error> {
    let base = base_pointer(f, address)?;
    Some(("RTE NULL", vec![base], compare_int(f, BinOp::Eq, base, 0)))
}
