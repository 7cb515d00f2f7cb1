//! COR, conditional operator replacement: `&&` by `||` and `||` by `&&`.
//!
//! `a && b` and `a || b` differ where `a` and `b` do. A right operand that has a value only where the program
//! evaluates it is judged there: `a && b` becomes `a && !b`, `a || b` becomes `!a && b`.

use super::super::formula::{Formula, and, compare, not};
use super::super::walk::Site;
use super::Difference;
use crate::ir::{BinOp, ExprKind, Function, Ty};

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    if !site.is_written(f) {
        return Vec::new();
    }
    let (a, b, is_and) = match f.expr(site.expr).kind {
        ExprKind::And(a, b) => (a, b, true),
        ExprKind::Or(a, b) => (a, b, false),
        _ => return Vec::new(),
    };
    let kind = if is_and {
        ExprKind::Or(a, b)
    } else {
        ExprKind::And(a, b)
    };
    let mutant = f.implicit(kind, Ty::INT);
    if site.strict_right {
        let (yes, no) = if is_and { (a, b) } else { (b, a) };
        let no = not(f, Formula::Is(no));
        let (first, second) = if is_and {
            (Formula::Is(yes), no)
        } else {
            (no, Formula::Is(yes))
        };
        let differs = and(f, first, second);
        return vec![Difference::new(differs, site.expr, mutant)];
    }
    let differs = compare(f, BinOp::Ne, site.expr, mutant);
    vec![Difference::new(differs, site.expr, mutant)]
}
