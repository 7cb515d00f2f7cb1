//! ABS, absolute value insertion: `abs(e) ≠ e` exactly where `e < 0`.
//!
//! For each read of a signed integer, and for each arithmetic expression that is an operand and not constant.
//! Where only the truth of `e` counts the mutant is no mutant.

use super::super::formula::compare_int;
use super::super::walk::{Site, Use};
use super::Difference;
use crate::ir::{BinOp, Constant, ExprKind, Function, UnOp, fold};
use crate::labels::{Mutant, Replacement};

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    let signed = f.expr(site.expr).ty.is_signed();
    let constant = fold(&f.exprs, site.expr) != Constant::NotConstant;
    if !signed || constant || !site.is_written(f) || site.use_ == Use::Truth {
        return Vec::new();
    }
    let is_operand = matches!(site.use_, Use::Operand(..));
    let counts = match f.expr(site.expr).kind {
        ExprKind::Var(_) | ExprKind::Load(_) => true,
        ExprKind::Binary(op, ..) => is_operand && !op.is_comparison(),
        ExprKind::Unary(UnOp::Neg | UnOp::BitNot, _) => is_operand,
        _ => false,
    };
    if !counts {
        return Vec::new();
    }
    let mutant = Mutant {
        of: site.expr,
        by: Replacement::Abs,
    };
    vec![Difference {
        differs: compare_int(f, BinOp::Lt, site.expr, 0),
        mutant: Some(mutant),
    }]
}
