//! When evaluating an expression is safe.
//!
//! Comes in: an expression. Goes out: the conditions under which single operations have a
//! defined value. Must not know labels.

use super::formula::{Formula, and, compare, compare_int, constant, int, not, or, range, strip};
use crate::ir::{BinOp, ExprId, ExprKind, Function, Ty};

/// `a / b` and `a % b` have a value: `b != 0`, and not `MIN / -1`.
pub fn divides(f: &mut Function, a: ExprId, b: ExprId) -> Formula {
    if f.expr(a).ty.is_float() {
        return Formula::True;
    }
    let non_zero = match constant(f, b) {
        Some(divisor) => Formula::from(divisor != 0),
        None => compare_int(f, BinOp::Ne, b, 0),
    };
    let overflows = quotient_overflows(f, a, b);
    let fits = not(f, overflows);
    and(f, non_zero, fits)
}

/// `a == MIN && b == -1`
pub fn quotient_overflows(f: &mut Function, a: ExprId, b: ExprId) -> Formula {
    let ty = f.expr(a).ty;
    let (true, Some((least, _))) = (ty.is_signed(), range(ty)) else {
        return Formula::False;
    };
    let at_least = match constant(f, a) {
        Some(value) => Formula::from(value == least),
        // A value of a narrower type never is the least one.
        None if range(f.expr(strip(f, a)).ty).is_some_and(|(low, _)| low > least) => Formula::False,
        None => compare_int(f, BinOp::Eq, a, least),
    };
    let minus_one = match constant(f, b) {
        Some(value) => Formula::from(value == -1),
        None => compare_int(f, BinOp::Eq, b, -1),
    };
    and(f, at_least, minus_one)
}

/// `amount` is outside `0..bits`.
pub fn shifts_too_far(f: &mut Function, amount: ExprId, bits: u32) -> Formula {
    outside(f, amount, i128::from(bits))
}

/// `value < 0 || value >= count`, as far as the type allows it.
pub fn outside(f: &mut Function, value: ExprId, count: i128) -> Formula {
    if let Some(value) = constant(f, value) {
        return Formula::from(!(0..count).contains(&value));
    }
    let value = strip(f, value);
    let ty = f.expr(value).ty;
    let below = match ty.is_signed() {
        true => compare_int(f, BinOp::Lt, value, 0),
        false => Formula::False,
    };
    let above = match range(ty) {
        Some((_, greatest)) if greatest < count => Formula::False,
        _ => compare_int(f, BinOp::Ge, value, count),
    };
    or(f, below, above)
}

/// The result of a signed operation does not fit its type. 128-bit products are not asked.
pub fn overflows(f: &mut Function, op: BinOp, a: ExprId, b: ExprId) -> Formula {
    let ty = f.expr(a).ty;
    let (true, Some((least, greatest))) = (ty.is_signed(), range(ty)) else {
        return Formula::False;
    };
    match (op, constant(f, a), constant(f, b)) {
        (_, Some(_), Some(_)) => Formula::False,
        (BinOp::Add, Some(c), None) => sum_overflows(f, b, c, least, greatest),
        (BinOp::Add, None, Some(c)) => sum_overflows(f, a, c, least, greatest),
        (BinOp::Sub, None, Some(c)) if c != least => sum_overflows(f, a, -c, least, greatest),
        _ => overflows_when_wide(f, op, a, b),
    }
}

/// `a + c` is outside `least..=greatest`.
fn sum_overflows(f: &mut Function, a: ExprId, c: i128, least: i128, greatest: i128) -> Formula {
    match c {
        0 => Formula::False,
        1.. => compare_int(f, BinOp::Gt, a, greatest - c),
        _ => compare_int(f, BinOp::Lt, a, least - c),
    }
}

/// The result is computed in a type of twice the width and compared.
fn overflows_when_wide(f: &mut Function, op: BinOp, a: ExprId, b: ExprId) -> Formula {
    let ty = f.expr(a).ty;
    let Ty::Int {
        bits: bits @ (32 | 64),
        ..
    } = ty
    else {
        return Formula::False;
    };
    let Some((least, greatest)) = range(ty) else {
        return Formula::False;
    };
    let wide = Ty::Int {
        bits: bits * 2,
        signed: true,
    };
    let (a, b) = (widen(f, a, wide), widen(f, b, wide));
    let result = f.implicit(ExprKind::Binary(op, a, b), wide);
    let (low, high) = (int(f, least, wide), int(f, greatest, wide));
    let below = compare(f, BinOp::Lt, result, low);
    let above = compare(f, BinOp::Gt, result, high);
    or(f, below, above)
}

fn widen(f: &mut Function, e: ExprId, wide: Ty) -> ExprId {
    match constant(f, e) {
        Some(value) => int(f, value, wide),
        None => f.implicit(ExprKind::Cast(e), wide),
    }
}

/// The pointer value that an address starts from: `p` of `p->a[i]`. None for named objects.
pub fn base_pointer(f: &Function, mut address: ExprId) -> Option<ExprId> {
    loop {
        match f.expr(address).kind {
            ExprKind::PtrAdd { base, .. } => address = base,
            ExprKind::Cast(inner) if f.expr(inner).ty == Ty::Ptr => address = inner,
            ExprKind::VarAddr(_) | ExprKind::GlobalAddr(_) => return None,
            _ => return Some(address),
        }
    }
}

/// Evaluating `e` meets no fault that is visible in its form: no division by zero, no null
/// base, no index out of a known bound, no shift too far.
pub fn no_fault(f: &mut Function, e: ExprId) -> Formula {
    let kind = f.expr(e).kind.clone();
    match kind {
        ExprKind::And(a, b) => {
            let stops = not(f, Formula::Is(a));
            let (first, second) = (no_fault(f, a), no_fault(f, b));
            let second = or(f, stops, second);
            and(f, first, second)
        }
        ExprKind::Or(a, b) => {
            let (first, second) = (no_fault(f, a), no_fault(f, b));
            let second = or(f, Formula::Is(a), second);
            and(f, first, second)
        }
        ExprKind::Select(c, a, b) => {
            let (first, a, b) = (no_fault(f, c), no_fault(f, a), no_fault(f, b));
            let arm = super::formula::select(f, Formula::Is(c), a, b);
            and(f, first, arm)
        }
        _ => {
            let mut safe = Formula::True;
            for operand in kind.operands() {
                let operand = no_fault(f, operand);
                safe = and(f, safe, operand);
            }
            let own = own_no_fault(f, &kind);
            and(f, safe, own)
        }
    }
}

fn own_no_fault(f: &mut Function, kind: &ExprKind) -> Formula {
    match *kind {
        ExprKind::Binary(BinOp::Div | BinOp::Rem, a, b) => divides(f, a, b),
        ExprKind::Binary(op, a, b) if op.is_shift() => {
            let far = shifts_too_far(f, b, f.expr(a).ty.bits());
            not(f, far)
        }
        ExprKind::PtrAdd {
            index,
            bound: Some(count),
            ..
        } => {
            let out = outside(f, index, i128::from(count));
            not(f, out)
        }
        ExprKind::Load(address) => match base_pointer(f, address) {
            Some(base) => compare_int(f, BinOp::Ne, base, 0),
            None => Formula::True,
        },
        _ => Formula::True,
    }
}
