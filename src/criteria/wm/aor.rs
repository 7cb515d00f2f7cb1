//! AOR, arithmetic operator replacement: each of `+ - * / %` by each other one (floats have no `%`),
//! and `p + i` by `p - i`.

use super::super::formula::{Formula, compare_int, constant, strip};
use super::super::walk::{Site, through_casts};
use super::replace_operator;
use crate::ir::{BinOp, ExprId, ExprKind, Function, Origin, UnOp};

const INTEGER: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
const FLOAT: [BinOp; 4] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div];

pub fn mutants(f: &mut Function, site: Site) -> Vec<Formula> {
    if let ExprKind::PtrAdd {
        index, bound: None, ..
    } = f.expr(site.expr).kind
    {
        return if site.is_written(f) {
            pointer(f, index)
        } else {
            Vec::new()
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
fn pointer(f: &mut Function, index: ExprId) -> Vec<Formula> {
    let index = match f.expr(index).kind {
        // `p - i` moves by the negated index.
        ExprKind::Unary(UnOp::Neg, inner) if f.expr(index).origin == Origin::Implicit => inner,
        _ => index,
    };
    if f.expr(through_casts(f, index)).origin == Origin::Implicit {
        return Vec::new();
    }
    match constant(f, index) {
        Some(value) => vec![Formula::from(value != 0)],
        None => {
            let index = strip(f, index);
            vec![compare_int(f, BinOp::Ne, index, 0)]
        }
    }
}
