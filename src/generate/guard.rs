//! When evaluating an expression is defined: conditions that hold exactly in the states where no operation that is
//! certain to be evaluated overflows, divides by zero, shifts too far or leaves an array.
//!
//! ```text
//! a ∘ b, signed, w bits     (a ∘ b in 2w bits) = (a ∘ b in w bits, extended)     ∘ ∈ + − ×
//! a / b, a % b              b ≠ 0
//! a << b, a >> b            b < w, unsigned
//! p[i] of n elements        i < n, unsigned
//! ```

use crate::ir::{BinOp, ExprId, ExprKind, Function, Ty, UnOp};

/// Nodes of one expression that are looked at.
const NODES: usize = 200;

/// The conditions for the expression, as expressions of the same function.
pub fn conditions(f: &mut Function, root: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut open = vec![root];
    let mut seen = 0;
    while let Some(e) = open.pop() {
        seen += 1;
        if seen > NODES {
            break;
        }
        let kind = f.expr(e).kind.clone();
        match kind {
            // The rest is evaluated only sometimes.
            ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, ..) => open.push(a),
            ref kind => open.extend(kind.operands()),
        }
        found.extend(condition(f, e, &kind));
    }
    found
}

fn condition(f: &mut Function, e: ExprId, kind: &ExprKind) -> Option<ExprId> {
    let ty = f.expr(e).ty;
    match *kind {
        ExprKind::Binary(op, a, b) => match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => exact(f, e, |f, wide| {
                let (a, b) = (cast(f, a, wide), cast(f, b, wide));
                f.implicit(ExprKind::Binary(op, a, b), wide)
            }),
            BinOp::Div | BinOp::Rem if ty.is_int() => {
                let zero = f.implicit(ExprKind::Int(0), f.expr(b).ty);
                Some(f.implicit(ExprKind::Binary(BinOp::Ne, b, zero), Ty::INT))
            }
            BinOp::Shl | BinOp::Shr => {
                let bits = i128::from(f.expr(a).ty.bits());
                Some(below(f, b, bits))
            }
            _ => None,
        },
        ExprKind::Unary(UnOp::Neg, a) => exact(f, e, |f, wide| {
            let a = cast(f, a, wide);
            f.implicit(ExprKind::Unary(UnOp::Neg, a), wide)
        }),
        ExprKind::PtrAdd {
            index,
            bound: Some(bound),
            ..
        } => Some(below(f, index, bound.into())),
        _ => None,
    }
}

/// The signed result is what it is in twice as many bits.
fn exact(
    f: &mut Function,
    e: ExprId,
    make: impl FnOnce(&mut Function, Ty) -> ExprId,
) -> Option<ExprId> {
    let Ty::Int { bits, signed: true } = f.expr(e).ty else {
        return None;
    };
    let wide = Ty::Int {
        bits: bits.checked_mul(2)?,
        signed: true,
    };
    let exact = make(f, wide);
    let given = cast(f, e, wide);
    Some(f.implicit(ExprKind::Binary(BinOp::Eq, exact, given), Ty::INT))
}

fn cast(f: &mut Function, e: ExprId, ty: Ty) -> ExprId {
    match f.expr(e).ty == ty {
        true => e,
        false => f.implicit(ExprKind::Cast(e), ty),
    }
}

fn below(f: &mut Function, e: ExprId, bound: i128) -> ExprId {
    let e = cast(f, e, Ty::U64);
    let bound = f.implicit(ExprKind::Int(bound), Ty::U64);
    f.implicit(ExprKind::Binary(BinOp::Lt, e, bound), Ty::INT)
}
