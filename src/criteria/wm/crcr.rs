//! CRCR, constant replacement: an operand that is a constant `c` by 0, 1, -1, `c + 1`, `c - 1`, one that
//! is an integer variable by 0, 1, -1. `type + 1` gives `type + 1 != type + 2` and `type + 1 != 0 + 1`.
//!
//! A constant that is no operand is left out: whatever it is replaced by, every test that comes there
//! sees the difference, and STMT asks for that.

use super::super::formula::int;
use super::super::walk::{Site, Use};
use super::Difference;
use super::operand::{promoted, replaced};
use crate::ir::{ExprKind, Function, ops};

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    let expr = f.expr(site.expr);
    if !matches!(site.use_, Use::Operand(..)) || !expr.ty.is_int() || !site.is_written(f) {
        return Vec::new();
    }
    let (original, values) = match expr.kind {
        ExprKind::Int(c) => (
            Some(c),
            vec![0, 1, -1, c.saturating_add(1), c.saturating_sub(1)],
        ),
        ExprKind::Var(_) | ExprKind::Load(_) => (None, vec![0, 1, -1]),
        _ => return Vec::new(),
    };
    let old = promoted(f, site.expr);
    let ty = f.expr(old).ty;
    let mut seen: Vec<i128> = original.into_iter().collect();
    let mut list = Vec::new();
    for value in values.into_iter().map(|value| ops::normalise(ty, value)) {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        let new = int(f, value, ty);
        list.push(replaced(f, site, old, new));
    }
    list
}
