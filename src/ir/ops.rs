//! What each operator computes, on constants.
//!
//! Comes in: an operator, the type of its operands, their values. Goes out: the value as x86-64
//! gcc computes it with `-fwrapv`, or nothing where C leaves it undefined or where it cannot be
//! computed exactly here. Nothing here knows expressions, variables or memory.
//!
//! Floats of 80 and 128 bits are held as `f64`: an operation on them has a value only when its
//! exact result is one.

use super::{BinOp, FloatKind, Ty, UnOp};

/// A scalar value. An integer is held as its type reads it: sign- or zero-extended, a 128-bit
/// unsigned one by its bits. A `float` is held as the `f64` that equals it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    Int(i128),
    Float(f64),
}

impl Value {
    pub fn int(self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(value),
            Value::Float(_) => None,
        }
    }

    fn bool(value: bool) -> Value {
        Value::Int(i128::from(value))
    }
}

/// Whether a value counts as true in C: it is not equal to zero, so a NaN is true.
pub fn truth(value: Value) -> bool {
    match value {
        Value::Int(value) => value != 0,
        Value::Float(value) => value != 0.0,
    }
}

/// The value of the type with the same low bits. Pointers are 64-bit unsigned; a float type
/// leaves the bits as they are.
pub fn normalise(ty: Ty, value: i128) -> i128 {
    let bits = ty.bits();
    if bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    if ty.is_signed() {
        (value << shift) >> shift
    } else {
        ((value as u128) << shift >> shift) as i128
    }
}

/// `op value`; `ty` is the operand's type. `Not` gives an `int`.
pub fn unary(op: UnOp, ty: Ty, value: Value) -> Option<Value> {
    match (op, value) {
        (UnOp::Not, value) => Some(Value::bool(!truth(value))),
        (UnOp::Neg, Value::Int(value)) => Some(Value::Int(normalise(ty, value.wrapping_neg()))),
        (UnOp::Neg, Value::Float(value)) => Some(Value::Float(-value)),
        (UnOp::BitNot, Value::Int(value)) => Some(Value::Int(normalise(ty, !value))),
        (UnOp::BitNot, Value::Float(_)) => None,
    }
}

/// `a op b`; `ty` is the type of the operands, of the left one for a shift. Comparisons give an
/// `int`. `None`: division by zero, a shift amount out of range, an inexact wide float.
pub fn binary(op: BinOp, ty: Ty, a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int_binary(op, ty, a, b),
        (Value::Float(a), Value::Float(b)) => float_binary(op, ty, a, b),
        _ => None,
    }
}

fn int_binary(op: BinOp, ty: Ty, a: i128, b: i128) -> Option<Value> {
    // Only 128-bit unsigned values do not compare and divide as the `i128` that holds them.
    let wide = ty.bits() == 128 && !ty.is_signed();
    let (ua, ub) = (a as u128, b as u128);
    let less = if wide { ua < ub } else { a < b };
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem if b == 0 => return None,
        BinOp::Div if wide => (ua / ub) as i128,
        BinOp::Div => a.wrapping_div(b),
        BinOp::Rem if wide => (ua % ub) as i128,
        BinOp::Rem => a.wrapping_rem(b),
        BinOp::BitAnd => a & b,
        BinOp::BitOr => a | b,
        BinOp::BitXor => a ^ b,
        BinOp::Shl | BinOp::Shr if b < 0 || b >= i128::from(ty.bits()) => return None,
        BinOp::Shl => a << b,
        BinOp::Shr if wide => (ua >> b) as i128,
        BinOp::Shr => a >> b,
        BinOp::Eq => return Some(Value::bool(a == b)),
        BinOp::Ne => return Some(Value::bool(a != b)),
        BinOp::Lt => return Some(Value::bool(less)),
        BinOp::Ge => return Some(Value::bool(!less)),
        BinOp::Gt => return Some(Value::bool(!less && a != b)),
        BinOp::Le => return Some(Value::bool(less || a == b)),
    };
    Some(Value::Int(normalise(ty, result)))
}

fn float_binary(op: BinOp, ty: Ty, a: f64, b: f64) -> Option<Value> {
    let result = match op {
        BinOp::Eq => return Some(Value::bool(a == b)),
        BinOp::Ne => return Some(Value::bool(a != b)),
        BinOp::Lt => return Some(Value::bool(a < b)),
        BinOp::Le => return Some(Value::bool(a <= b)),
        BinOp::Gt => return Some(Value::bool(a > b)),
        BinOp::Ge => return Some(Value::bool(a >= b)),
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div => a / b,
        _ => return None,
    };
    match ty {
        // One operation in `f64` rounded to `f32` equals the operation in `f32` (53 >= 2*24+2).
        Ty::Float(FloatKind::F32) => Some(Value::Float(round_f32(result))),
        Ty::Float(FloatKind::F64) => Some(Value::Float(result)),
        _ => is_exact(op, a, b, result).then_some(Value::Float(result)),
    }
}

pub(super) fn round_f32(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Whether `result`, computed in `f64`, is the mathematical result, so that any wider format
/// gives it too.
fn is_exact(op: BinOp, a: f64, b: f64, result: f64) -> bool {
    let tame = |x: f64| x == 0.0 || (x.is_finite() && (1e-140..1e140).contains(&x.abs()));
    if !tame(a) || !tame(b) || !tame(result) {
        return false;
    }
    match op {
        BinOp::Add => sum_is_exact(a, b, result),
        BinOp::Sub => sum_is_exact(a, -b, result),
        BinOp::Mul => a.mul_add(b, -result) == 0.0,
        BinOp::Div => b != 0.0 && result.mul_add(b, -a) == 0.0,
        _ => false,
    }
}

/// Knuth's two-sum: the rounding error of `a + b` is representable, and zero if exact.
fn sum_is_exact(a: f64, b: f64, sum: f64) -> bool {
    let b_part = sum - a;
    (a - (sum - b_part)) + (b - b_part) == 0.0
}

/// Conversion as C does it, `from` being the value's type. `None` only for an integer that
/// becomes a wide float and is no `f64`.
pub fn cast(from: Ty, to: Ty, value: Value) -> Option<Value> {
    match (value, to) {
        (Value::Int(value), Ty::Float(kind)) => int_to_float(from, kind, value).map(Value::Float),
        (Value::Int(value), _) => Some(Value::Int(normalise(to, value))),
        (Value::Float(value), Ty::Float(FloatKind::F32)) => Some(Value::Float(round_f32(value))),
        (Value::Float(value), Ty::Float(_)) => Some(Value::Float(value)),
        (Value::Float(value), _) => Some(Value::Int(float_to_int(to, value))),
    }
}

fn int_to_float(from: Ty, kind: FloatKind, value: i128) -> Option<f64> {
    let wide = from.bits() == 128 && !from.is_signed();
    let double = if wide {
        value as u128 as f64
    } else {
        value as f64
    };
    match kind {
        FloatKind::F64 => Some(double),
        // Directly, since rounding to `f64` first would round twice.
        FloatKind::F32 if wide => Some(f64::from(value as u128 as f32)),
        FloatKind::F32 => Some(f64::from(value as f32)),
        FloatKind::F80 | FloatKind::F128 => {
            let back = if wide {
                double as u128 as i128
            } else {
                double as i128
            };
            let saturated = double.abs() >= 1.7e38;
            (back == value && !saturated).then_some(double)
        }
    }
}

/// Truncation; out of range, what `cvttsd2si` and gcc's code around it give.
pub(super) fn float_to_int(to: Ty, value: f64) -> i128 {
    let (bits, signed) = (to.bits(), to.is_signed());
    let result = match (bits, signed) {
        (128, true) => value as i128,
        (128, false) => value as u128 as i128,
        (64, false) => i128::from(float_to_u64(value)),
        (64, true) | (32, false) => i128::from(cvttsd2si_64(value)),
        _ => i128::from(cvttsd2si_32(value)),
    };
    normalise(to, result)
}

fn cvttsd2si_64(value: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&value) {
        value as i64
    } else {
        i64::MIN
    }
}

fn cvttsd2si_32(value: f64) -> i32 {
    let truncated = value.trunc();
    if (-2_147_483_648.0..=2_147_483_647.0).contains(&truncated) {
        truncated as i32
    } else {
        i32::MIN
    }
}

fn float_to_u64(value: f64) -> u64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if value >= LIMIT {
        cvttsd2si_64(value - LIMIT) as u64 ^ (1 << 63)
    } else {
        cvttsd2si_64(value) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I8: Ty = Ty::Int {
        bits: 8,
        signed: true,
    };
    const U32: Ty = Ty::Int {
        bits: 32,
        signed: false,
    };
    const I128: Ty = Ty::Int {
        bits: 128,
        signed: true,
    };
    const U128: Ty = Ty::Int {
        bits: 128,
        signed: false,
    };
    const F32: Ty = Ty::Float(FloatKind::F32);
    const F64: Ty = Ty::Float(FloatKind::F64);
    const F80: Ty = Ty::Float(FloatKind::F80);

    fn ints(op: BinOp, ty: Ty, a: i128, b: i128) -> Option<i128> {
        binary(op, ty, Value::Int(a), Value::Int(b)).and_then(Value::int)
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(ints(BinOp::Add, I8, 127, 1), Some(-128));
        assert_eq!(ints(BinOp::Sub, U32, 0, 1), Some(0xffff_ffff));
        assert_eq!(
            ints(BinOp::Mul, Ty::INT, i128::from(i32::MIN), -1),
            Some(i128::from(i32::MIN))
        );
        assert_eq!(
            ints(BinOp::Div, Ty::INT, i128::from(i32::MIN), -1),
            Some(i128::from(i32::MIN))
        );
        assert_eq!(ints(BinOp::Rem, I128, i128::MIN, -1), Some(0));
        assert_eq!(ints(BinOp::Div, Ty::INT, -7, 2), Some(-3));
        assert_eq!(ints(BinOp::Rem, Ty::INT, -7, 2), Some(-1));
        assert_eq!(
            unary(UnOp::Neg, U32, Value::Int(1)),
            Some(Value::Int(0xffff_ffff))
        );
        assert_eq!(
            unary(UnOp::Not, F64, Value::Float(-0.0)),
            Some(Value::Int(1))
        );
    }

    #[test]
    fn undefined_operations_have_no_value() {
        assert_eq!(ints(BinOp::Div, Ty::INT, 1, 0), None);
        assert_eq!(ints(BinOp::Rem, U128, 1, 0), None);
        assert_eq!(ints(BinOp::Shl, Ty::INT, 1, 32), None);
        assert_eq!(ints(BinOp::Shr, Ty::INT, 1, -1), None);
        assert_eq!(ints(BinOp::Shl, U128, 1, 127), Some(i128::MIN));
    }

    #[test]
    fn unsigned_128_bit_values_compare_and_divide_by_their_bits() {
        assert_eq!(ints(BinOp::Lt, U128, -1, 1), Some(0));
        assert_eq!(ints(BinOp::Gt, U128, -1, 1), Some(1));
        assert_eq!(ints(BinOp::Div, U128, -1, 2), Some(i128::MAX));
        assert_eq!(ints(BinOp::Shr, U128, -1, 127), Some(1));
        assert_eq!(ints(BinOp::Shr, I128, -1, 127), Some(-1));
    }

    #[test]
    fn conversions_follow_gcc() {
        let to_int = |to, x| cast(F64, to, Value::Float(x)).and_then(Value::int);
        assert_eq!(to_int(Ty::INT, -1.9), Some(-1));
        assert_eq!(to_int(Ty::INT, 1e10), Some(i128::from(i32::MIN)));
        assert_eq!(to_int(U32, 4e9), Some(4_000_000_000));
        assert_eq!(to_int(Ty::U64, 1.8e19), Some(18_000_000_000_000_000_000));
        assert_eq!(to_int(Ty::U64, f64::NAN), Some(1 << 63));
        assert_eq!(to_int(I8, 300.0), Some(44));
        let odd = (1i128 << 60) + (1 << 36) + 1;
        assert_eq!(
            cast(Ty::I64, F32, Value::Int(odd)),
            Some(Value::Float(((1i64 << 60) + (1 << 37)) as f64))
        );
        assert_eq!(
            cast(U128, F64, Value::Int(-1)),
            Some(Value::Float(u128::MAX as f64))
        );
        assert_eq!(
            cast(Ty::INT, Ty::Ptr, Value::Int(-1)),
            Some(Value::Int(u64::MAX.into()))
        );
    }

    #[test]
    fn wide_floats_have_a_value_only_when_it_is_exact() {
        let f80 = |op, a, b| binary(op, F80, Value::Float(a), Value::Float(b));
        assert_eq!(f80(BinOp::Add, 1.5, 2.25), Some(Value::Float(3.75)));
        assert_eq!(f80(BinOp::Div, 1.0, 3.0), None);
        assert_eq!(f80(BinOp::Div, 1.0, 4.0), Some(Value::Float(0.25)));
        assert_eq!(f80(BinOp::Add, 1.0, 1e-30), None);
        assert_eq!(cast(Ty::I64, F80, Value::Int(i64::MAX.into())), None);
        assert_eq!(
            cast(Ty::I64, F80, Value::Int(1 << 62)),
            Some(Value::Float(2f64.powi(62)))
        );
    }
}
