//! AOR, arithmetic operator replacement: each of `+ - * / %` by each other one (floats have no `%`),
//! and `p + i` by `p - i`.

use super::super::formula::{Formula, compare_int, constant, strip};
use super::super::walk::{Site, through_casts};
use super::{Difference, replace_operator};
use crate::ir::{BinOp, ExprId, ExprKind, Function, Origin, Ty, UnOp};

const INTEGER: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
const FLOAT: [BinOp; 4] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div];

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    if let ExprKind::PtrAdd { bound: None, .. } = f.expr(site.expr).kind {
        return match site.is_written(f) {
            true => pointer(f, site.expr).into_iter().collect(),
            false => Vec::new(),
        };
    }
    let Some(node) = site.binary(f) else {
        return Vec::new();
    };
    let class: &[BinOp] = if f.expr(site.expr).ty.is_float() {
        &FLOAT
    } else {
        &INTEGER
    };
    if !class.contains(&node.0) {
        return Vec::new();
    }
    replace_operator(f, site.expr, class, node)
}

/// `p + i ≠ p - i` exactly where `i ≠ 0`. An index that the user did not write is the offset of
/// a member.
fn pointer(f: &mut Function, e: ExprId) -> Option<Difference> {
    let ExprKind::PtrAdd {
        base,
        index,
        scale,
        bound,
    } = f.expr(e).kind
    else {
        return None;
    };
    let (written, other) = match f.expr(index).kind {
        // `p - i` moves by the negated index.
        ExprKind::Unary(UnOp::Neg, inner) if f.expr(index).origin == Origin::Implicit => {
            (inner, inner)
        }
        _ => {
            let ty = f.expr(index).ty;
            (index, f.implicit(ExprKind::Unary(UnOp::Neg, index), ty))
        }
    };
    if f.expr(through_casts(f, written)).origin == Origin::Implicit {
        return None;
    }
    let differs = match constant(f, written) {
        Some(value) => Formula::from(value != 0),
        None => {
            let index = strip(f, written);
            compare_int(f, BinOp::Ne, index, 0)
        }
    };
    let moved = ExprKind::PtrAdd {
        base,
        index: other,
        scale,
        bound,
    };
    let mutant = f.implicit(moved, Ty::Ptr);
    Some(Difference::new(differs, e, mutant))
}
