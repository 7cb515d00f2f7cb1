//! Constants and string literals.

use super::super::ctype::{ArrayLen, CType, IntKind, QualType};
use super::builder::Operand;
use super::lvalue::{LValue, LValueKind};
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::{
    Constant as AstConstant, Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize,
};
use std::sync::Arc;

impl Lowerer<'_> {
    pub fn literal(&mut self, c: &AstConstant, span: Span) -> Lower<Operand> {
        match c {
            AstConstant::Integer(i) => self.integer(i, span),
            AstConstant::Float(f) => self.float(f, span),
            AstConstant::Character(text) => self.character(text, span),
        }
    }

    fn integer(&mut self, i: &Integer, span: Span) -> Lower<Operand> {
        if i.suffix.imaginary {
            return self.fail(span, "an imaginary constant");
        }
        let radix = match i.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits: String = i.number.chars().filter(|c| *c != '\'').collect();
        let digits = if digits.is_empty() { "0" } else { &digits };
        let Ok(value) = u64::from_str_radix(digits, radix) else {
            return self.fail(span, "an integer constant that no type holds");
        };
        if radix == 10 && !i.suffix.unsigned && value > i64::MAX as u64 {
            return self.fail(span, "a decimal constant too large for `long`");
        }
        let kind = integer_type(value, radix == 10, i.suffix.unsigned, i.suffix.size);
        Ok(self.int_operand(i128::from(value), CType::Int(kind)))
    }

    fn float(&mut self, f: &Float, span: Span) -> Lower<Operand> {
        if f.suffix.imaginary {
            return self.fail(span, "an imaginary constant");
        }
        let kind = match &f.suffix.format {
            FloatFormat::Float => FloatKind::F32,
            FloatFormat::Double => FloatKind::F64,
            FloatFormat::LongDouble => FloatKind::F80,
            FloatFormat::TS18661Format(format) => match format.width {
                32 => FloatKind::F32,
                64 => FloatKind::F64,
                128 => FloatKind::F128,
                _ => return self.fail(span, "a constant of this floating type"),
            },
        };
        let text = f.number.replace('\'', "");
        let value = match f.base {
            FloatBase::Decimal if kind == FloatKind::F32 => text.parse::<f32>().ok().map(f64::from),
            FloatBase::Decimal => text.parse::<f64>().ok(),
            FloatBase::Hexadecimal => hex_float(&text),
        };
        let Some(mut value) = value else {
            return self.fail(span, "a floating constant");
        };
        let exact = match kind {
            FloatKind::F32 => {
                value = f64::from(value as f32);
                true
            }
            FloatKind::F64 => true,
            FloatKind::F80 | FloatKind::F128 => {
                f.base == FloatBase::Decimal && is_exact(&text, value)
            }
        };
        let expr = self.expr(ExprKind::Float { value, exact }, Ty::Float(kind));
        Ok(Operand {
            expr,
            ty: CType::Float(kind),
        })
    }

    fn character(&mut self, text: &str, span: Span) -> Lower<Operand> {
        let (kind, body) = match text.split_once('\'') {
            Some((prefix, body)) => (
                element_kind(prefix, self.plain_char),
                body.strip_suffix('\'').unwrap_or(body),
            ),
            None => return self.fail(span, "a character constant"),
        };
        let units = decode(body, kind);
        let value = match (kind, units.as_slice()) {
            (kind, [one]) if kind.bits() == 8 => ops::normalise(kind.ir(), i128::from(*one)),
            // Several characters: each shifts the earlier ones up, as gcc does.
            (kind, [_, ..]) if kind.bits() == 8 => {
                let value = units
                    .iter()
                    .fold(0u32, |all, unit| all << 8 | (unit & 0xff));
                i128::from(value as i32)
            }
            (_, [.., last]) => ops::normalise(kind.ir(), i128::from(*last)),
            (_, []) => return self.fail(span, "an empty character constant"),
        };
        let ty = if kind.bits() == 8 {
            CType::INT
        } else {
            CType::Int(kind)
        };
        Ok(self.int_operand(value, ty))
    }

    pub fn string_literal(&mut self, pieces: &[String], span: Span) -> Lower<LValue> {
        // `char` up to C17, `unsigned char` in C23 and where a compiler has that by default.
        if pieces.iter().any(|piece| piece.starts_with("u8")) {
            return self.fail(span, "a UTF-8 string outside of an initialiser");
        }
        let (kind, units) = string_units(pieces, self.plain_char);
        let bytes = units_to_bytes(&units, kind);
        Ok(self.string_object(bytes, kind, span))
    }

    /// An unnamed constant in static storage.
    pub fn constant_object(
        &mut self,
        prefix: &str,
        bytes: Vec<u8>,
        align: u64,
        span: Span,
    ) -> GlobalId {
        let name = format!("{prefix}.{}", self.strings);
        self.strings += 1;
        let kind = GlobalKind::Object {
            size: bytes.len() as u64,
            align,
            init: Some(Init {
                bytes,
                relocs: Vec::new(),
            }),
            constant: true,
            volatile: false,
            thread_local: false,
        };
        self.env.add_global(Global {
            name,
            kind,
            linkage: Linkage::Internal,
            replaceable: false,
            span,
        })
    }

    /// A string in static storage, with its terminator added.
    pub fn string_object(&mut self, mut bytes: Vec<u8>, kind: IntKind, span: Span) -> LValue {
        let unit = usize::from(kind.bits()) / 8;
        bytes.extend(std::iter::repeat_n(0, unit));
        let len = (bytes.len() / unit) as u64;
        let id = self.constant_object(".str", bytes, unit as u64, span);
        let address = self.expr(ExprKind::GlobalAddr(id), Ty::Ptr);
        let element = QualType::plain(CType::Int(kind));
        let ty = QualType::plain(CType::Array(Arc::new(element), ArrayLen::Fixed(len)));
        LValue {
            place: LValueKind::Mem(address),
            ty,
        }
    }
}

/// The first type of the list in C11 6.4.4.1 that holds the value.
fn integer_type(value: u64, decimal: bool, unsigned: bool, size: IntegerSize) -> IntKind {
    use IntKind::*;
    let (long, ulong) = match size {
        IntegerSize::LongLong => (LongLong, ULongLong),
        _ => (Long, ULong),
    };
    let small = size == IntegerSize::Int;
    if small && !unsigned && value <= i32::MAX as u64 {
        Int
    } else if small && (unsigned || !decimal) && value <= u64::from(u32::MAX) {
        UInt
    } else if !unsigned && value <= i64::MAX as u64 {
        long
    } else {
        ulong
    }
}

/// `value` is the very number that the decimal text denotes: few digits, small binary fraction.
fn is_exact(text: &str, value: f64) -> bool {
    let digits = text
        .chars()
        .take_while(|c| !matches!(c, 'e' | 'E'))
        .filter(char::is_ascii_digit)
        .count();
    digits <= 15 && value.abs() < (1u64 << 40) as f64 && (value * 1024.0).fract() == 0.0
}

/// The bytes of a double as a `long double` or `_Float128`: 15 bits of exponent, and 64 bits of
/// significand with its leading one, or 112 without.
pub fn extended(value: f64, kind: FloatKind) -> [u8; 16] {
    let bits = value.to_bits();
    let sign = u128::from(bits >> 63);
    let fraction = bits & ((1 << 52) - 1);
    let (exponent, significand) = match (bits >> 52 & 0x7ff, fraction) {
        (0, 0) => (0, 0),
        (0x7ff, fraction) => (0x7fff, 1 << 52 | fraction),
        // A subnormal double is a normal number here.
        (0, fraction) => {
            let shift = fraction.leading_zeros() - 11;
            (16384 - 1023 - u128::from(shift), fraction << shift)
        }
        (exponent, fraction) => (u128::from(exponent) + 16383 - 1023, 1 << 52 | fraction),
    };
    let all = match kind {
        FloatKind::F128 => {
            sign << 127 | exponent << 112 | u128::from(significand & ((1 << 52) - 1)) << 60
        }
        _ => sign << 79 | exponent << 64 | u128::from(significand) << 11,
    };
    all.to_le_bytes()
}

/// `1.8p3` after its `0x`, for values whose digits fit in 64 bits.
fn hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    if digits.len() > 15 {
        return None;
    }
    let mantissa = if digits.is_empty() {
        0
    } else {
        u64::from_str_radix(digits, 16).ok()?
    };
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    // Two steps, so that a large negative exponent does not round twice in the normal range.
    (mantissa < 1 << 53)
        .then(|| mantissa as f64 * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2))
}

fn element_kind(prefix: &str, plain: IntKind) -> IntKind {
    match prefix {
        "L" => IntKind::Int,
        "u" => IntKind::UShort,
        "U" => IntKind::UInt,
        _ => plain,
    }
}

/// Adjacent string literals: one prefix rules them all.
pub fn string_units(pieces: &[String], plain: IntKind) -> (IntKind, Vec<u32>) {
    let split = |piece: &String| -> (IntKind, String) {
        match piece.split_once('"') {
            Some((prefix, body)) => (
                element_kind(prefix, plain),
                body.strip_suffix('"').unwrap_or(body).to_string(),
            ),
            None => (plain, String::new()),
        }
    };
    let parts: Vec<_> = pieces.iter().map(split).collect();
    let kind = parts
        .iter()
        .map(|(kind, _)| *kind)
        .find(|k| *k != plain)
        .unwrap_or(plain);
    let units = parts
        .iter()
        .flat_map(|(_, body)| decode(body, kind))
        .collect();
    (kind, units)
}

pub fn units_to_bytes(units: &[u32], kind: IntKind) -> Vec<u8> {
    let size = usize::from(kind.bits()) / 8;
    units
        .iter()
        .flat_map(|unit| unit.to_le_bytes().into_iter().take(size))
        .collect()
}

/// The code units of the text between the quotes.
fn decode(body: &str, kind: IntKind) -> Vec<u32> {
    let mut units = Vec::new();
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            push_char(&mut units, c, kind);
            continue;
        }
        let Some(escape) = chars.next() else { break };
        let simple = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => {
                let mut value = 0u32;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = value << 4 | digit;
                    chars.next();
                }
                value
            }
            'u' | 'U' => {
                let mut value = 0u32;
                for _ in 0..if escape == 'u' { 4 } else { 8 } {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) else {
                        break;
                    };
                    value = value << 4 | digit;
                    chars.next();
                }
                push_char(&mut units, char::from_u32(value).unwrap_or('?'), kind);
                continue;
            }
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value << 3 | digit;
                    chars.next();
                }
                value
            }
            other => {
                push_char(&mut units, other, kind);
                continue;
            }
        };
        units.push(simple);
    }
    units
}

fn push_char(units: &mut Vec<u32>, c: char, kind: IntKind) {
    match kind.bits() {
        8 => units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        16 => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u))),
        _ => units.push(c as u32),
    }
}
