//! The formatting of the `printf` family, as glibc does it.

use super::{ArgValue, Host};
use crate::ir::interp::Fault;
use crate::ir::interp::code::Shape;

/// Where the arguments come from.
pub(super) enum Source<'a> {
    Args(&'a [ArgValue]),
    /// The address of a `va_list`.
    List(u64),
}

impl Source<'_> {
    fn next(&mut self, host: &mut Host) -> Result<u64, Fault> {
        match self {
            Source::Args(args) => {
                let (first, rest) = args
                    .split_first()
                    .ok_or_else(|| Fault::trap("printf with too few arguments"))?;
                *args = rest;
                Ok(first.bits as u64)
            }
            Source::List(list) => host.va_arg(*list).map(|bits| bits as u64),
        }
    }
}

/// More digits than this are refused.
const MAX_PRECISION: usize = 10_000;

#[derive(Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// The size of an integer argument in bits.
    bits: u32,
}

pub(super) fn format(host: &mut Host, fmt: u64, mut source: Source<'_>) -> Result<Vec<u8>, Fault> {
    let fmt = host.string(fmt)?.to_vec();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = fmt.get(at) {
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut spec = Spec::default();
        at = spec.parse(host, &mut source, &fmt, at)?;
        let conversion = fmt
            .get(at)
            .copied()
            .ok_or_else(|| Fault::trap("printf: a bare %"))?;
        at += 1;
        convert(host, &mut source, &spec, conversion, &mut out)?;
    }
    Ok(out)
}

impl Spec {
    /// Flags, width, precision and size; gives the place of the conversion.
    fn parse(
        &mut self,
        host: &mut Host,
        source: &mut Source<'_>,
        fmt: &[u8],
        mut at: usize,
    ) -> Result<usize, Fault> {
        while let Some(&flag) = fmt.get(at) {
            match flag {
                b'-' => self.left = true,
                b'+' => self.plus = true,
                b' ' => self.space = true,
                b'#' => self.alternate = true,
                b'0' => self.zero = true,
                b'\'' => {}
                _ => break,
            }
            at += 1;
        }
        let width = number(host, source, fmt, &mut at)?.unwrap_or(0);
        self.left |= width < 0;
        self.width = width.unsigned_abs().min(MAX_PRECISION as u64) as usize;
        if fmt.get(at) == Some(&b'.') {
            at += 1;
            let precision = number(host, source, fmt, &mut at)?.unwrap_or(0);
            self.precision = usize::try_from(precision).ok();
            if self
                .precision
                .is_some_and(|precision| precision > i32::MAX as usize)
            {
                return Err(Fault::trap("not modelled: printf with this precision"));
            }
        }
        self.bits = 32;
        while let Some(&size) = fmt.get(at) {
            self.bits = match size {
                b'h' if self.bits == 16 => 8,
                b'h' => 16,
                b'l' | b'q' | b'j' | b'z' | b't' | b'L' => 64,
                _ => break,
            };
            at += 1;
        }
        Ok(at)
    }

    /// Pads to the width; zeros go between the prefix (a sign, `0x`) and the digits.
    fn pad(&self, out: &mut Vec<u8>, prefix: &str, digits: &[u8], zeros_allowed: bool) {
        let length = prefix.len() + digits.len();
        let fill = self.width.saturating_sub(length);
        if self.left {
            out.extend_from_slice(prefix.as_bytes());
            out.extend_from_slice(digits);
            out.resize(out.len() + fill, b' ');
        } else if self.zero && zeros_allowed {
            out.extend_from_slice(prefix.as_bytes());
            out.resize(out.len() + fill, b'0');
            out.extend_from_slice(digits);
        } else {
            out.resize(out.len() + fill, b' ');
            out.extend_from_slice(prefix.as_bytes());
            out.extend_from_slice(digits);
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        }
    }

    fn integer(&self, out: &mut Vec<u8>, prefix: &str, mut digits: String, is_zero: bool) {
        let precision = self.precision.unwrap_or(1).min(MAX_PRECISION);
        if is_zero && self.precision == Some(0) {
            digits.clear();
        }
        let missing = precision.saturating_sub(digits.len());
        let digits = "0".repeat(missing) + &digits;
        self.pad(out, prefix, digits.as_bytes(), self.precision.is_none());
    }
}

/// Decimal digits, or `*` for an argument.
fn number(
    host: &mut Host,
    source: &mut Source<'_>,
    fmt: &[u8],
    at: &mut usize,
) -> Result<Option<i64>, Fault> {
    if fmt.get(*at) == Some(&b'*') {
        *at += 1;
        return Ok(Some(i64::from(source.next(host)? as i32)));
    }
    let start = *at;
    let mut value = 0i64;
    while let Some(digit) = fmt.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = value
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'));
        *at += 1;
    }
    Ok((*at > start).then_some(value))
}

fn convert(
    host: &mut Host,
    source: &mut Source<'_>,
    spec: &Spec,
    conversion: u8,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    match conversion {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let shift = 64 - spec.bits;
            let value = (source.next(host)? as i64) << shift >> shift;
            let digits = value.unsigned_abs().to_string();
            spec.integer(out, spec.sign(value < 0), digits, value == 0);
        }
        b'u' | b'x' | b'X' | b'o' => {
            let shift = 64 - spec.bits;
            let value = source.next(host)? << shift >> shift;
            unsigned(spec, conversion, value, out);
        }
        b'c' => {
            let byte = source.next(host)? as u8;
            spec.pad(out, "", &[byte], false);
        }
        b's' => {
            let address = source.next(host)?;
            let text = string_argument(host, address, spec.precision)?;
            spec.pad(out, "", &text, false);
        }
        b'p' => {
            let value = source.next(host)?;
            match value {
                0 => spec.pad(out, "", b"(nil)", false),
                _ => spec.pad(out, "0x", format!("{value:x}").as_bytes(), true),
            }
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let value = f64::from_bits(source.next(host)?);
            floating(spec, conversion, value, out)?;
        }
        b'n' => {
            let (address, count) = (source.next(host)?, out.len() as u128);
            let shape = match spec.bits {
                8 => Shape::I8,
                16 => Shape::I16,
                32 => Shape::I32,
                _ => Shape::Word,
            };
            host.memory.store(address, shape, count)?;
        }
        other => {
            let name = char::from(other);
            return Err(Fault::trap(format!("not modelled: printf of %{name}")));
        }
    }
    Ok(())
}

fn unsigned(spec: &Spec, conversion: u8, value: u64, out: &mut Vec<u8>) {
    let (mut digits, prefix) = match conversion {
        b'x' => (format!("{value:x}"), "0x"),
        b'X' => (format!("{value:X}"), "0X"),
        b'o' => (format!("{value:o}"), ""),
        _ => (value.to_string(), ""),
    };
    if conversion == b'o' && spec.alternate && value != 0 {
        digits.insert(0, '0');
    }
    let prefix = if spec.alternate && value != 0 {
        prefix
    } else {
        ""
    };
    spec.integer(out, prefix, digits, value == 0);
}

/// With a precision, no byte after it is read: the string need not end.
fn string_argument(host: &Host, address: u64, limit: Option<usize>) -> Result<Vec<u8>, Fault> {
    if address == 0 {
        let fits = limit.is_none_or(|limit| limit >= 6);
        return Ok(if fits { b"(null)".to_vec() } else { Vec::new() });
    }
    let Some(limit) = limit else {
        return Ok(host.string(address)?.to_vec());
    };
    let rest = host.memory.rest(address)?;
    let head = &rest[..limit.min(rest.len())];
    match head.iter().position(|&byte| byte == 0) {
        Some(end) => Ok(head[..end].to_vec()),
        None if head.len() == limit => Ok(head.to_vec()),
        None => Err(Fault::trap("a string without an end")),
    }
}

fn floating(spec: &Spec, conversion: u8, value: f64, out: &mut Vec<u8>) -> Result<(), Fault> {
    let precision = spec.precision.unwrap_or(6);
    if precision > MAX_PRECISION {
        return Err(Fault::trap("not modelled: printf with this precision"));
    }
    let sign = spec.sign(value.is_sign_negative());
    let upper = conversion.is_ascii_uppercase();
    if !value.is_finite() {
        let text = if value.is_nan() { "nan" } else { "inf" };
        let text = if upper {
            text.to_uppercase()
        } else {
            text.into()
        };
        spec.pad(out, sign, text.as_bytes(), false);
        return Ok(());
    }
    let value = value.abs();
    let text = match conversion.to_ascii_lowercase() {
        b'f' => fixed(value, precision, spec.alternate),
        b'e' => scientific(value, precision, spec.alternate),
        b'a' => hexadecimal(value, spec)?,
        _ => shortest(value, precision.max(1), spec.alternate),
    };
    let (prefix, digits) = text.split_at(if text.starts_with("0x") { 2 } else { 0 });
    let (prefix, mut digits) = (format!("{sign}{prefix}"), digits.to_string());
    if upper {
        digits = digits.to_uppercase();
    }
    let prefix = if upper { prefix.to_uppercase() } else { prefix };
    spec.pad(out, &prefix, digits.as_bytes(), true);
    Ok(())
}

/// `0xh.hhhp±d` with all digits that are not zero.
fn hexadecimal(value: f64, spec: &Spec) -> Result<String, Fault> {
    if spec.precision.is_some() {
        return Err(Fault::trap("not modelled: printf of %a with a precision"));
    }
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    let (lead, power) = match exponent {
        0 if fraction == 0 => (0, 0),
        0 => (0, -1022),
        _ => (1, exponent as i64 - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() && !spec.alternate {
        ""
    } else {
        "."
    };
    Ok(format!("0x{lead}{point}{digits}p{power:+}"))
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let point = if point && precision == 0 { "." } else { "" };
    format!("{value:.precision$}{point}")
}

/// `d.ddde+XX`: at least two digits of exponent.
fn scientific(value: f64, precision: usize, point: bool) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let point = if point && precision == 0 { "." } else { "" };
    format!("{digits}{point}e{sign}{exponent:0>2}")
}

/// `%g`: the exponent after rounding decides between the two forms (C11 7.21.6.1).
fn shortest(value: f64, precision: usize, keep_zeros: bool) -> String {
    let rounded = format!("{value:.*e}", precision - 1);
    let exponent = rounded
        .split_once('e')
        .and_then(|(_, e)| e.parse::<i64>().ok())
        .unwrap_or(0);
    if exponent < -4 || exponent >= precision as i64 {
        let text = scientific(value, precision - 1, keep_zeros);
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", without_zeros(digits, keep_zeros));
    }
    let decimals = (precision as i64 - 1 - exponent) as usize;
    without_zeros(&fixed(value, decimals, keep_zeros), keep_zeros).into()
}

fn without_zeros(digits: &str, keep_zeros: bool) -> &str {
    if keep_zeros || !digits.contains('.') {
        return digits;
    }
    digits.trim_end_matches('0').trim_end_matches('.')
}
