//! Numbers read from strings.

use super::{ArgValue, Host, Plain, give, int, ptr};
use crate::ir::interp::Fault;
use crate::ir::interp::code::Shape;

pub(super) fn find(name: &str) -> Option<Plain> {
    Some(match name {
        "atoi" => |h, a| {
            let parsed = integer(h.string(ptr(a, 0)?)?, 10);
            give((parsed.value.clamp(i64::MIN.into(), i64::MAX.into()) as i64 as i32).into())
        },
        "atol" | "atoll" => |h, a| {
            let parsed = integer(h.string(ptr(a, 0)?)?, 10);
            give(parsed.value.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
        },
        "strtol" | "strtoll" | "strtoimax" | "__isoc23_strtol" | "__isoc23_strtoll" => {
            |h, a| to_integer(h, a, i64::MIN.into(), i64::MAX.into())
        }
        "strtoul" | "strtoull" | "strtoumax" | "__isoc23_strtoul" | "__isoc23_strtoull" => {
            |h, a| to_integer(h, a, -i128::from(u64::MAX), u64::MAX.into())
        }
        "strtod" => |h, a| {
            let start = ptr(a, 0)?;
            let (value, used) = decimal(h.string(start)?)?;
            let end = ptr(a, 1)?;
            if end != 0 {
                h.memory
                    .store(end, Shape::Word, (start + used as u64).into())?;
            }
            Ok(value.to_bits().into())
        },
        "atof" => |h, a| {
            let (value, _) = decimal(h.string(ptr(a, 0)?)?)?;
            Ok(value.to_bits().into())
        },
        _ => return None,
    })
}

const ERANGE: u128 = 34;

fn to_integer(host: &mut Host, args: &[ArgValue], low: i128, high: i128) -> Result<u128, Fault> {
    let (start, end) = (ptr(args, 0)?, ptr(args, 1)?);
    let base = int(args, 2)?;
    if !(base == 0 || (2..=36).contains(&base)) {
        return Err(Fault::trap("not modelled: a number in this base"));
    }
    let parsed = integer(host.string(start)?, base as u32);
    if end != 0 {
        host.memory
            .store(end, Shape::Word, (start + parsed.used as u64).into())?;
    }
    let mut value = parsed.value;
    if value < low || value > high {
        host.memory.store(host.errno, Shape::I32, ERANGE)?;
        // An unsigned conversion gives the highest value whatever the sign.
        value = if value < low && high == i128::from(i64::MAX) {
            low
        } else {
            high
        };
    }
    give(value as i64)
}

struct Parsed {
    value: i128,
    /// Bytes read, 0 when there is no number.
    used: usize,
}

fn integer(text: &[u8], base: u32) -> Parsed {
    let mut at = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let digit = |at: usize, base: u32| {
        let byte = text.get(at).copied()?;
        char::from(byte).to_digit(base)
    };
    let marked = text.get(at) == Some(&b'0') && matches!(text.get(at + 1), Some(b'x' | b'X'));
    let hex = marked && digit(at + 2, 16).is_some();
    let base = match base {
        0 | 16 if hex => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    at += if base == 16 && hex { 2 } else { 0 };
    let start = at;
    let mut value = 0i128;
    while let Some(digit) = digit(at, base) {
        value = (value * i128::from(base) + i128::from(digit)).min(1 << 80);
        at += 1;
    }
    Parsed {
        value: if negative { -value } else { value },
        used: if at > start { at } else { 0 },
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A decimal floating number and the bytes it takes.
fn decimal(text: &[u8]) -> Result<(f64, usize), Fault> {
    let spaces = text.iter().take_while(|&&byte| is_space(byte)).count();
    let body = &text[spaces..];
    let signs = usize::from(matches!(body.first(), Some(b'-' | b'+')));
    let digits = |from: usize| {
        body[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let whole = digits(signs);
    let mut end = signs + whole;
    let mut fraction = 0;
    if body.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += if whole + fraction > 0 {
            1 + fraction
        } else {
            0
        };
    }
    let special = matches!(body.get(signs), Some(b'i' | b'I' | b'n' | b'N'));
    let hex = body.get(signs) == Some(&b'0') && matches!(body.get(signs + 1), Some(b'x' | b'X'));
    if special || hex {
        return Err(Fault::trap("not modelled: this form of a floating number"));
    }
    if whole + fraction == 0 {
        return Ok((0.0, 0));
    }
    if matches!(body.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(body.get(end + 1), Some(b'-' | b'+')));
        let exponent = body
            .get(end + 1 + sign..)
            .map_or(0, |_| digits(end + 1 + sign));
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    let number = std::str::from_utf8(&body[..end])
        .ok()
        .and_then(|text| text.parse().ok());
    match number {
        Some(number) => Ok((number, spaces + end)),
        None => Err(Fault::trap("not modelled: this form of a floating number")),
    }
}
