//! UOI, unary operator insertion: a read `e` of an integer by `-e`, `~e`, `!e`, `e + 1`, `e - 1`, of a float
//! by `-e`. `type + 1` gives `type + 1 != -type + 1`.
//!
//! Where only the truth of `e` counts, `!e` always and the others hardly ever differ: no mutants. Where
//! `e` is no operand, `~e`, `e + 1` and `e - 1` always differ: STMT asks for that.

use super::super::formula::int;
use super::super::walk::{Site, Use};
use super::Difference;
use super::operand::{promoted, replaced};
use crate::ir::{BinOp, ExprId, ExprKind, Function, Ty, UnOp};

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    let is_read = matches!(f.expr(site.expr).kind, ExprKind::Var(_) | ExprKind::Load(_));
    if !is_read || !site.is_written(f) || site.use_ == Use::Truth {
        return Vec::new();
    }
    let old = promoted(f, site.expr);
    let ty = f.expr(old).ty;
    let mutants: Vec<(ExprKind, Ty)> = match ty {
        Ty::Ptr => Vec::new(),
        Ty::Float(_) => vec![(ExprKind::Unary(UnOp::Neg, old), ty)],
        Ty::Int { .. } => integer_mutants(f, old, ty, site.use_),
    };
    mutants
        .into_iter()
        .map(|(kind, made)| {
            let new = f.implicit(kind, made);
            let new = if made == ty {
                new
            } else {
                f.implicit(ExprKind::Cast(new), ty)
            };
            replaced(f, site, old, new)
        })
        .collect()
}

fn integer_mutants(f: &mut Function, old: ExprId, ty: Ty, use_: Use) -> Vec<(ExprKind, Ty)> {
    let mut list = vec![
        (ExprKind::Unary(UnOp::Neg, old), ty),
        (ExprKind::Unary(UnOp::Not, old), Ty::INT),
    ];
    if let Use::Operand(..) = use_ {
        let one = int(f, 1, ty);
        list.push((ExprKind::Unary(UnOp::BitNot, old), ty));
        list.push((ExprKind::Binary(BinOp::Add, old, one), ty));
        list.push((ExprKind::Binary(BinOp::Sub, old, one), ty));
    }
    list
}
