//! Intervals of integers, one rule per operator.
//!
//! An interval holds a value as its type reads it, so comparisons are those of numbers. Only types of at most 64 bits
//! have intervals: nothing here overflows 128. A pointer is read as an unsigned number. Knows no variables and no blocks.

use crate::ir::{BinOp, Ty};

/// Smallest and largest value, both included.
pub type Interval = (i128, i128);

/// Of a pointer that is not null.
pub const NOT_NULL: Interval = (1, u64::MAX as i128);

/// All values of an integer type, or of pointers.
pub fn full(ty: Ty) -> Option<Interval> {
    match ty {
        Ty::Int { bits, signed: true } if bits <= 64 => {
            let half = 1i128 << (bits - 1);
            Some((-half, half - 1))
        }
        Ty::Int { bits, .. } if bits <= 64 => Some((0, (1i128 << bits) - 1)),
        Ty::Ptr => Some((0, i128::from(u64::MAX))),
        _ => None,
    }
}

/// The values of an interval as another type of the same size reads them. A number that both types have is the same
/// bits in both.
pub fn reread(value: Interval, ty: Ty) -> Option<Interval> {
    let any = full(ty)?;
    Some(if fits(value, any) { value } else { any })
}

/// Widening: what grew beyond `old` goes on by `far` at least to the next of the `stops`, which are ascending, or to the end of
/// `any`.
pub fn jump(old: Interval, new: Interval, far: i128, stops: &[i128], any: Interval) -> Interval {
    let both = join(old, new);
    let low = match both.0 < old.0 {
        true => {
            let after = stops.partition_point(|&stop| stop <= both.0 - far);
            let stop = after.checked_sub(1).map(|at| stops[at]);
            stop.unwrap_or(any.0)
        }
        false => old.0,
    };
    let high = match both.1 > old.1 {
        true => {
            let at = stops.partition_point(|&stop| stop < both.1 + far);
            stops.get(at).copied().unwrap_or(any.1)
        }
        false => old.1,
    };
    (low.max(any.0), high.min(any.1))
}

pub fn fits(inner: Interval, outer: Interval) -> bool {
    outer.0 <= inner.0 && inner.0 <= inner.1 && inner.1 <= outer.1
}

pub fn join(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

pub fn meet(a: Interval, b: Interval) -> Option<Interval> {
    let both = (a.0.max(b.0), a.1.min(b.1));
    (both.0 <= both.1).then_some(both)
}

/// What is left of both sides when the comparison holds; `None` if it cannot.
pub fn tighten(op: BinOp, a: Interval, b: Interval) -> Option<(Interval, Interval)> {
    let (below, above) = (i128::MIN, i128::MAX);
    match op {
        BinOp::Lt => Some((meet(a, (below, b.1 - 1))?, meet(b, (a.0 + 1, above))?)),
        BinOp::Le => Some((meet(a, (below, b.1))?, meet(b, (a.0, above))?)),
        BinOp::Gt => tighten(BinOp::Lt, b, a).map(|(b, a)| (a, b)),
        BinOp::Ge => tighten(BinOp::Le, b, a).map(|(b, a)| (a, b)),
        BinOp::Eq => meet(a, b).map(|both| (both, both)),
        BinOp::Ne => Some((without(a, b)?, without(b, a)?)),
        _ => Some((a, b)),
    }
}

/// `a` without the only value of `b`, if that is at one of its ends.
fn without(a: Interval, b: Interval) -> Option<Interval> {
    if b.0 != b.1 {
        return Some(a);
    }
    let low = if a.0 == b.0 { a.0 + 1 } else { a.0 };
    let high = if a.1 == b.0 { a.1 - 1 } else { a.1 };
    (low <= high).then_some((low, high))
}

/// Whether the comparison holds for all values, or for none.
pub fn decided(op: BinOp, a: Interval, b: Interval) -> Option<bool> {
    if tighten(op, a, b).is_none() {
        return Some(false);
    }
    tighten(op.negated(), a, b).is_none().then_some(true)
}

/// The result as a number, before it wraps; `None`: nothing is known.
pub fn operation(op: BinOp, a: Interval, b: Interval, ty: Ty) -> Option<Interval> {
    let positive = a.0 >= 0 && b.0 >= 0;
    match op {
        BinOp::Add => Some((a.0 + b.0, a.1 + b.1)),
        BinOp::Sub => Some((a.0 - b.1, a.1 - b.0)),
        // Values of 64 bits have a product of at most 128, unsigned.
        BinOp::Mul => corners(a, b, i128::checked_mul),
        BinOp::Div if b.0 > 0 || b.1 < 0 => corners(a, b, i128::checked_div),
        // The sign is the dividend's; what the divisor is cannot be zero where control goes on.
        BinOp::Rem => {
            let most = b.0.abs().max(b.1.abs()).max(1) - 1;
            Some((a.0.min(0).max(-most), a.1.max(0).min(most)))
        }
        BinOp::BitAnd if positive => Some((0, a.1.min(b.1))),
        BinOp::BitAnd if a.0 >= 0 => Some((0, a.1)),
        BinOp::BitAnd if b.0 >= 0 => Some((0, b.1)),
        BinOp::BitOr | BinOp::BitXor if positive => {
            let bits = 128 - a.1.max(b.1).leading_zeros();
            Some((0, (1 << bits) - 1))
        }
        BinOp::Shl | BinOp::Shr if b.0 < 0 || b.1 >= i128::from(ty.bits()) => None,
        BinOp::Shl => corners(a, (1 << b.0, 1 << b.1), i128::checked_mul),
        BinOp::Shr => corners(a, b, |x, by| Some(x >> by)),
        _ => None,
    }
}

/// The extremes of an operator that is monotone in each operand.
fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
    let values = [f(a.0, b.0)?, f(a.0, b.1)?, f(a.1, b.0)?, f(a.1, b.1)?];
    let low = values.iter().copied().fold(values[0], i128::min);
    let high = values.iter().copied().fold(values[0], i128::max);
    Some((low, high))
}
