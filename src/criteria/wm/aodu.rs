//! AODU, deletion of a unary arithmetic operator: `-e` by `e`. They differ unless `e` is 0 or the least number.

use super::super::formula::compare;
use super::super::walk::{Site, Use};
use super::Difference;
use crate::ir::{BinOp, Constant, ExprKind, Function, UnOp, fold};

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    let ExprKind::Unary(UnOp::Neg, inner) = f.expr(site.expr).kind else {
        return Vec::new();
    };
    let constant = fold(&f.exprs, site.expr) != Constant::NotConstant;
    if constant || !site.is_written(f) || site.use_ == Use::Truth {
        return Vec::new();
    }
    let differs = compare(f, BinOp::Ne, site.expr, inner);
    vec![Difference::new(differs, site.expr, inner)]
}
