//! The arithmetic of bit-vectors as SMT-LIB defines it, on values held in `u128`.
//!
//! A value of width `w` has its bits from `w` on clear; every function here takes and returns such
//! values. Nothing here knows terms.

use super::term::Op;

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The value as a two's complement number.
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

fn is_negative(value: u128, width: u32) -> bool {
    value >> (width - 1) & 1 == 1
}

/// The smallest signed value: only the top bit.
pub fn min_signed(width: u32) -> u128 {
    1 << (width - 1)
}

pub fn max_signed(width: u32) -> u128 {
    mask(width) >> 1
}

pub fn neg(a: u128, width: u32) -> u128 {
    a.wrapping_neg() & mask(width)
}

/// x / 0 has all bits set.
fn udiv(a: u128, b: u128, width: u32) -> u128 {
    if b == 0 { mask(width) } else { div(a, b) }
}

/// x % 0 = x.
fn urem(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { rem(a, b) }
}

/// Division of small numbers without the 128-bit routine.
fn div(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(a / b),
        _ => a / b,
    }
}

fn rem(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(a % b),
        _ => a % b,
    }
}

fn magnitude(a: u128, width: u32) -> u128 {
    match is_negative(a, width) {
        true => neg(a, width),
        false => a,
    }
}

/// The quotient of the magnitudes, negative when exactly one operand is.
fn sdiv(a: u128, b: u128, width: u32) -> u128 {
    let quotient = udiv(magnitude(a, width), magnitude(b, width), width);
    match is_negative(a, width) != is_negative(b, width) {
        true => neg(quotient, width),
        false => quotient,
    }
}

/// The remainder has the sign of the dividend.
fn srem(a: u128, b: u128, width: u32) -> u128 {
    let remainder = urem(magnitude(a, width), magnitude(b, width));
    match is_negative(a, width) {
        true => neg(remainder, width),
        false => remainder,
    }
}

fn shl(a: u128, b: u128, width: u32) -> u128 {
    match b < u128::from(width) {
        true => (a << b) & mask(width),
        false => 0,
    }
}

fn lshr(a: u128, b: u128, width: u32) -> u128 {
    if b < u128::from(width) { a >> b } else { 0 }
}

/// A shift by the width or more leaves only copies of the sign.
fn ashr(a: u128, b: u128, width: u32) -> u128 {
    let by = b.min(u128::from(width - 1)) as u32;
    (signed(a, width) >> by) as u128 & mask(width)
}

/// An operator of two bit-vectors of one width; a comparison gives 0 or 1. `None` for other operators.
#[inline]
pub fn binary(op: Op, a: u128, b: u128, width: u32) -> Option<u128> {
    Some(match op {
        Op::Add => a.wrapping_add(b) & mask(width),
        Op::Sub => a.wrapping_sub(b) & mask(width),
        Op::Mul => a.wrapping_mul(b) & mask(width),
        Op::Udiv => udiv(a, b, width),
        Op::Sdiv => sdiv(a, b, width),
        Op::Urem => urem(a, b),
        Op::Srem => srem(a, b, width),
        Op::Shl => shl(a, b, width),
        Op::Lshr => lshr(a, b, width),
        Op::Ashr => ashr(a, b, width),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::Ult => u128::from(a < b),
        Op::Slt => u128::from(signed(a, width) < signed(b, width)),
        _ => return None,
    })
}

pub fn sign_extend(a: u128, from: u32, to: u32) -> u128 {
    signed(a, from) as u128 & mask(to)
}
