//! AOIU, insertion of a unary arithmetic operator: a read `e` of a number by `-e`. `type + 1` gives `type + 1 != -type + 1`.
//!
//! The first mutant of UOI; the label paper of 2014 has it alone.

use super::super::walk::Site;
use super::{Difference, uoi};
use crate::ir::{ExprKind, Function, UnOp};
use crate::labels::Replacement;

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    let mut list = uoi::mutants(f, site);
    list.retain(|one| match one.mutant.map(|mutant| mutant.by) {
        Some(Replacement::Expr(by)) => matches!(f.expr(by).kind, ExprKind::Unary(UnOp::Neg, _)),
        _ => false,
    });
    list
}
