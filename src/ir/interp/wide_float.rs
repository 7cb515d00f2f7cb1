//! The memory formats of 80- and 128-bit floats, for values that are `f64`s.
//!
//! Comes in: an `f64` or the bits. Goes out: the other, when it is exact. Nothing else is known.

/// The sign, the unbiased exponent and the 53-bit significand of a finite non-zero number:
/// `significand * 2^(exponent - 52)`, the top bit set.
fn parts(value: f64) -> (bool, i32, u64) {
    let bits = value.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if biased != 0 {
        return (value.is_sign_negative(), biased - 1023, fraction | 1 << 52);
    }
    let shift = fraction.leading_zeros() as i32 - 11;
    (value.is_sign_negative(), -1022 - shift, fraction << shift)
}

/// The number `significand * 2^(exponent - 63)` with the top bit of 64 set, if it is an `f64`.
fn compose(negative: bool, exponent: i32, significand: u64) -> Option<f64> {
    let low_zeros = significand.trailing_zeros() as i32;
    // A subnormal has fewer bits: the lowest is worth 2^-1074.
    if exponent > 1023 || low_zeros < 11 || exponent - 63 + low_zeros < -1074 {
        return None;
    }
    let top = significand >> 11;
    let magnitude = if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52 | (top & ((1 << 52) - 1)))
    } else {
        f64::from_bits(top >> (-1022 - exponent))
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// x87 extended: sign and 15-bit exponent, then 64 bits with an explicit leading one.
pub(super) fn to_f80(value: f64) -> u128 {
    let sign = u128::from(value.is_sign_negative()) << 79;
    if value == 0.0 {
        return sign;
    }
    if !value.is_finite() {
        let fraction = (value.to_bits() & ((1 << 52) - 1)) << 11 | 1 << 63;
        return sign | 0x7fff << 64 | u128::from(fraction);
    }
    let (_, exponent, significand) = parts(value);
    sign | ((exponent + 16383) as u128) << 64 | u128::from(significand << 11)
}

pub(super) fn from_f80(bits: u128) -> Option<f64> {
    let negative = bits >> 79 & 1 == 1;
    let exponent = (bits >> 64 & 0x7fff) as i32;
    let significand = bits as u64;
    special(
        negative,
        exponent,
        (significand << 1).into(),
        significand == 0,
    )
    .or_else(|| compose(negative, exponent - 16383, significand))
}

/// IEEE quadruple: sign, 15-bit exponent, 112 bits of fraction.
pub(super) fn to_f128(value: f64) -> u128 {
    let sign = u128::from(value.is_sign_negative()) << 127;
    if value == 0.0 {
        return sign;
    }
    if !value.is_finite() {
        let fraction = u128::from(value.to_bits() & ((1 << 52) - 1)) << 60;
        return sign | 0x7fff << 112 | fraction;
    }
    let (_, exponent, significand) = parts(value);
    let fraction = u128::from(significand & ((1 << 52) - 1)) << 60;
    sign | ((exponent + 16383) as u128) << 112 | fraction
}

pub(super) fn from_f128(bits: u128) -> Option<f64> {
    let negative = bits >> 127 == 1;
    let exponent = (bits >> 112 & 0x7fff) as i32;
    let fraction = bits & ((1 << 112) - 1);
    if let Some(value) = special(negative, exponent, fraction, exponent == 0 && fraction == 0) {
        return Some(value);
    }
    if fraction & ((1 << 49) - 1) != 0 {
        return None;
    }
    compose(
        negative,
        exponent - 16383,
        1 << 63 | (fraction >> 49) as u64,
    )
}

/// Zeros, infinities and NaNs.
fn special(negative: bool, exponent: i32, fraction: u128, zero: bool) -> Option<f64> {
    let magnitude = match (exponent, fraction) {
        (0, _) if zero => 0.0,
        (0x7fff, 0) => f64::INFINITY,
        (0x7fff, _) => f64::NAN,
        _ => return None,
    };
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_survive_both_formats() {
        let tiny = f64::from_bits(3);
        for value in [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            1e300,
            tiny,
            f64::MIN_POSITIVE,
            f64::INFINITY,
        ] {
            assert_eq!(
                from_f80(to_f80(value)).map(f64::to_bits),
                Some(value.to_bits())
            );
            assert_eq!(
                from_f128(to_f128(value)).map(f64::to_bits),
                Some(value.to_bits())
            );
        }
        assert!(from_f80(to_f80(f64::NAN)).is_some_and(f64::is_nan));
    }

    #[test]
    fn known_encodings() {
        assert_eq!(to_f80(1.0), 0x3fff_8000_0000_0000_0000);
        assert_eq!(to_f128(-2.0), 0xc000 << 112);
        // The nearest long double to 0.1 is no double.
        assert_eq!(from_f80(0x3ffb_cccc_cccc_cccc_cccd), None);
    }
}
