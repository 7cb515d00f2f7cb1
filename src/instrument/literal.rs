//! C's spelling of types and constants.
//!
//! Comes in: IR types and values. Goes out: C text of exactly that type and value.

use super::text::Prec;
use crate::ir::{FloatKind, Ty};

/// The C type whose values are those of the IR type.
pub(super) fn c_type(ty: Ty) -> &'static str {
    match ty {
        Ty::Int {
            bits,
            signed: false,
        } => unsigned(bits),
        Ty::Int { bits: 8, .. } => "signed char",
        Ty::Int { bits: 16, .. } => "short",
        Ty::Int { bits: 32, .. } => "int",
        Ty::Int { bits: 64, .. } => "long",
        Ty::Int { .. } => "__int128",
        Ty::Float(FloatKind::F32) => "float",
        Ty::Float(FloatKind::F64) => "double",
        Ty::Float(FloatKind::F80) => "long double",
        Ty::Float(FloatKind::F128) => "__float128",
        Ty::Ptr => "char *",
    }
}

/// The unsigned type of a width.
pub(super) fn unsigned(bits: u8) -> &'static str {
    match bits {
        8 => "unsigned char",
        16 => "unsigned short",
        32 => "unsigned int",
        64 => "unsigned long",
        _ => "unsigned __int128",
    }
}

/// An integer or pointer constant of exactly its type.
pub(super) fn typed_int(value: i128, ty: Ty) -> (String, Prec) {
    match ty {
        Ty::Int {
            bits: 32,
            signed: true,
        } => signed_int(value, "", i128::from(i32::MIN)),
        Ty::Int {
            bits: 64,
            signed: true,
        } => signed_int(value, "l", i128::from(i64::MIN)),
        Ty::Int {
            bits: 32,
            signed: false,
        } => (format!("{value}u"), Prec::Postfix),
        Ty::Int {
            bits: 64,
            signed: false,
        } => (format!("{value}ul"), Prec::Postfix),
        Ty::Int { bits: 128, .. } => (wide_int(value, ty), Prec::Unary),
        // Of both readings of a pointer, `value` modulo 2^64 is the address.
        Ty::Ptr => (format!("(char *){}ul", value as u64), Prec::Unary),
        _ => (format!("({}){value}", c_type(ty)), Prec::Unary),
    }
}

fn signed_int(value: i128, suffix: &str, min: i128) -> (String, Prec) {
    // C has no negative constants: `-2147483648` would be the negation of a `long`.
    if value == min {
        (
            format!("-{}{suffix} - 1{suffix}", -(value + 1)),
            Prec::Additive,
        )
    } else if value < 0 {
        (format!("{value}{suffix}"), Prec::Unary)
    } else {
        (format!("{value}{suffix}"), Prec::Postfix)
    }
}

fn wide_int(value: i128, ty: Ty) -> String {
    let (high, low) = ((value as u128 >> 64) as u64, value as u64);
    format!(
        "({})((unsigned __int128){high}ul << 64 | {low}ul)",
        c_type(ty)
    )
}

/// An integer as a reader expects it.
pub(super) fn plain_int(value: i128, ty: Ty) -> (String, Prec) {
    match ty {
        Ty::Int {
            bits: 128,
            signed: false,
        } => ((value as u128).to_string(), Prec::Postfix),
        _ if value < 0 => (value.to_string(), Prec::Unary),
        _ => (value.to_string(), Prec::Postfix),
    }
}

/// A floating constant of exactly its value.
pub(super) fn typed_float(value: f64, ty: Ty) -> (String, Prec) {
    (format!("({}){}", c_type(ty), hex_float(value)), Prec::Unary)
}

/// The value as a C expression of type `double`: `0x1.8p+1`.
fn hex_float(value: f64) -> String {
    if value.is_nan() {
        return "__builtin_nan(\"\")".into();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_infinite() {
        return format!("{sign}__builtin_inf()");
    }
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    // value = lead.fraction × 2^exponent; subnormals have lead 0 and the lowest exponent.
    let lead = u8::from(exponent != 0);
    let power = exponent.max(1) as i64 - 1023;
    format!("{sign}0x{lead}.{fraction:013x}p{power:+}")
}

/// A string literal with this content.
pub(super) fn string(content: &str) -> String {
    let mut text = String::from("\"");
    for byte in content.bytes() {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            // `??` could start a trigraph.
            b'?' => text.push_str("\\?"),
            0x20..=0x7e => text.push(byte as char),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_values_are_no_negated_constants() {
        let int = typed_int(i128::from(i32::MIN), Ty::INT).0;
        assert_eq!(int, "-2147483647 - 1");
        let long = typed_int(i128::from(i64::MIN), Ty::I64).0;
        assert_eq!(long, "-9223372036854775807l - 1l");
        assert_eq!(typed_int(-1, Ty::INT).0, "-1");
        assert_eq!(typed_int(7, Ty::U64).0, "7ul");
    }

    #[test]
    fn hex_floats_are_exact() {
        assert_eq!(hex_float(3.0), "0x1.8000000000000p+1");
        assert_eq!(hex_float(-0.0), "-0x0.0000000000000p-1022");
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"b\\\n??"), "\"a\\\"b\\\\\\012\\?\\?\"");
    }
}
