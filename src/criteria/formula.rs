//! Predicates under construction: `&& || !` over expressions, with `true` and `false` simplified away.
//!
//! Comes in: expressions of a function. Goes out: implicit expressions added to its arena.
//! Must not know what a criterion asks for.

use crate::ir::{BinOp, Constant, ExprId, ExprKind, Function, Origin, Ty, UnOp, fold};

/// A truth value: known, or that of an expression (non-zero is true).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    True,
    False,
    Is(ExprId),
}

impl From<bool> for Formula {
    fn from(value: bool) -> Self {
        if value { Formula::True } else { Formula::False }
    }
}

use Formula::{False, Is, True};

/// `a && b`; `b` is evaluated only where `a` holds.
pub fn and(f: &mut Function, a: Formula, b: Formula) -> Formula {
    match (a, b) {
        (False, _) | (_, False) => False,
        (True, x) | (x, True) => x,
        (Is(x), Is(y)) if x == y => a,
        (Is(x), Is(y)) => Is(f.implicit(ExprKind::And(x, y), Ty::INT)),
    }
}

/// `a || b`; `b` is evaluated only where `a` does not hold.
pub fn or(f: &mut Function, a: Formula, b: Formula) -> Formula {
    match (a, b) {
        (True, _) | (_, True) => True,
        (False, x) | (x, False) => x,
        (Is(x), Is(y)) if x == y => a,
        (Is(x), Is(y)) => Is(f.implicit(ExprKind::Or(x, y), Ty::INT)),
    }
}

pub fn not(f: &mut Function, a: Formula) -> Formula {
    match a {
        True => False,
        False => True,
        Is(e) => match f.expr(e).kind {
            // `!!x` holds where `x` does.
            ExprKind::Unary(UnOp::Not, x) => Is(x),
            _ => Is(f.implicit(ExprKind::Unary(UnOp::Not, e), Ty::INT)),
        },
    }
}

/// `c ? a : b`
pub fn select(f: &mut Function, c: Formula, a: Formula, b: Formula) -> Formula {
    match (c, a, b) {
        (True, a, _) => a,
        (False, _, b) => b,
        (_, a, b) if a == b => a,
        (c, True, b) => or(f, c, b),
        (c, False, b) => {
            let no = not(f, c);
            and(f, no, b)
        }
        (c, a, False) => and(f, c, a),
        (c, a, True) => {
            let no = not(f, c);
            or(f, no, a)
        }
        (Is(c), Is(a), Is(b)) => {
            let (a, b) = (truth(f, a), truth(f, b));
            Is(f.implicit(ExprKind::Select(c, a, b), Ty::INT))
        }
    }
}

/// Whether the two truth values differ.
pub fn xor(f: &mut Function, a: Formula, b: Formula) -> Formula {
    match (a, b) {
        (False, x) | (x, False) => x,
        (True, x) | (x, True) => not(f, x),
        (Is(x), Is(y)) => {
            let (x, y) = (truth(f, x), truth(f, y));
            compare(f, BinOp::Ne, x, y)
        }
    }
}

/// A comparison of two values of one type; both are evaluated.
pub fn compare(f: &mut Function, op: BinOp, a: ExprId, b: ExprId) -> Formula {
    Is(f.implicit(ExprKind::Binary(op, a, b), Ty::INT))
}

/// `a op value`
pub fn compare_int(f: &mut Function, op: BinOp, a: ExprId, value: i128) -> Formula {
    let b = int(f, value, f.expr(a).ty);
    compare(f, op, a, b)
}

/// An integer or null-pointer constant.
pub fn int(f: &mut Function, value: i128, ty: Ty) -> ExprId {
    f.implicit(ExprKind::Int(value), ty)
}

/// Joins by `&&` in order; a balanced tree, so that its depth stays small.
pub fn all(f: &mut Function, items: &[Formula]) -> Formula {
    match items {
        [] => True,
        [one] => *one,
        _ => {
            let (left, right) = items.split_at(items.len() / 2);
            let (left, right) = (all(f, left), all(f, right));
            and(f, left, right)
        }
    }
}

/// The expression of a formula.
pub fn to_expr(f: &mut Function, formula: Formula) -> ExprId {
    match formula {
        True => int(f, 1, Ty::INT),
        False => int(f, 0, Ty::INT),
        Is(e) => e,
    }
}

/// `e` as 0 or 1.
fn truth(f: &mut Function, e: ExprId) -> ExprId {
    if is_boolean(f, e) {
        return e;
    }
    let zero = match f.expr(e).ty {
        ty @ Ty::Float(_) => f.implicit(
            ExprKind::Float {
                value: 0.0,
                exact: true,
            },
            ty,
        ),
        ty => int(f, 0, ty),
    };
    f.implicit(ExprKind::Binary(BinOp::Ne, e, zero), Ty::INT)
}

/// Whether the value is an `int` that is 0 or 1 by its form.
pub fn is_boolean(f: &Function, e: ExprId) -> bool {
    match f.expr(e).kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnOp::Not, _) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}

/// Whether the expression is made of constants only.
pub fn is_constant(f: &Function, e: ExprId) -> bool {
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        match &f.expr(e).kind {
            ExprKind::Var(_)
            | ExprKind::Load(_)
            | ExprKind::VarAddr(_)
            | ExprKind::GlobalAddr(_) => {
                return false;
            }
            kind => stack.extend(kind.operands()),
        }
    }
    true
}

/// The value of an integer expression that is constant.
pub fn constant(f: &Function, e: ExprId) -> Option<i128> {
    range(f.expr(e).ty)?;
    match fold(&f.exprs, e) {
        Constant::Int(value) => Some(value),
        _ => None,
    }
}

/// Whether every value of integer type `from` is one of `to`.
pub fn keeps_value(from: Ty, to: Ty) -> bool {
    match (from, to) {
        (Ty::Int { bits: a, signed: s }, Ty::Int { bits: b, signed: t }) => {
            if s == t {
                a <= b
            } else {
                !s && a < b
            }
        }
        _ => false,
    }
}

/// The least and the greatest value of an integer type. Those of unsigned 128-bit integers do
/// not fit an `i128`, so they have none.
pub fn range(ty: Ty) -> Option<(i128, i128)> {
    match ty {
        Ty::Int {
            bits: 128,
            signed: true,
        } => Some((i128::MIN, i128::MAX)),
        Ty::Int {
            bits: 128,
            signed: false,
        } => None,
        Ty::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Ty::Int {
            bits,
            signed: false,
        } => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

/// Removes the conversions that the language, not the user, put around an integer and that
/// keep its value.
pub fn strip(f: &Function, mut e: ExprId) -> ExprId {
    while let ExprKind::Cast(inner) = f.expr(e).kind {
        if f.expr(e).origin != Origin::Implicit || !keeps_value(f.expr(inner).ty, f.expr(e).ty) {
            break;
        }
        e = inner;
    }
    e
}
