//! Floating-point numbers as terms.
//!
//! `float` and `double` are their bits: constants, comparisons, the sign, conversions from integers that need no rounding and from `float` to
//! `double` are exact. With `key(x)` the number that orders all but the NaNs, and both zeros alike:
//!
//! ```text
//! key(x)  =  x        if the sign bit is clear, read as signed integer
//!            −|x|     otherwise, |x| being the other bits
//! x < y   =  ¬nan(x) ∧ ¬nan(y) ∧ key(x) < key(y)
//! ```
//!
//! Arithmetic, other conversions, and all that is done with `long double` and `_Float128` are functions of their operands
//! of which nothing else is known.

use super::passive::{Encoder, sort_of};
use crate::ir::*;
use crate::logic::{Op, Sort, TermId};

/// Where the parts of a number are.
#[derive(Clone, Copy)]
struct Format {
    width: u32,
    /// Bits of the fraction.
    fraction: u32,
    /// What stands for the exponent 0.
    bias: i64,
}

impl Format {
    fn of(ty: Ty) -> Option<Format> {
        match ty {
            Ty::Float(FloatKind::F32) => Some(Format {
                width: 32,
                fraction: 23,
                bias: 127,
            }),
            Ty::Float(FloatKind::F64) => Some(Format {
                width: 64,
                fraction: 52,
                bias: 1023,
            }),
            _ => None,
        }
    }

    fn exponent(self) -> u32 {
        self.width - 1 - self.fraction
    }

    /// The bits of the infinity; the magnitudes above it are NaNs.
    fn infinity(self) -> u128 {
        ((1 << self.exponent()) - 1) << self.fraction
    }

    fn sign(self) -> u128 {
        1 << (self.width - 1)
    }
}

impl Encoder<'_> {
    /// The number is not equal to zero.
    pub fn float_truth(&mut self, kind: FloatKind, value: TermId) -> TermId {
        let zero = self.float(kind, 0.0);
        let equal = self.float_equal(Ty::Float(kind), value, zero);
        self.terms.not(equal)
    }

    pub fn float(&mut self, kind: FloatKind, value: f64) -> TermId {
        match kind {
            FloatKind::F64 if !value.is_nan() => self.terms.bv(value.to_bits().into(), 64),
            FloatKind::F32 if f64::from(value as f32) == value => {
                self.terms.bv((value as f32).to_bits().into(), 32)
            }
            _ => {
                // By its value as a double, which is exact here; zeros of both signs are two constants.
                let ty = Ty::Float(kind);
                let bits = self.terms.bv(u128::from(value.to_bits()), 64);
                self.apply(&format!("{ty}.constant"), &[bits], sort_of(ty))
            }
        }
    }

    pub fn float_binary(
        &mut self,
        op: BinOp,
        operands: Ty,
        a: TermId,
        b: TermId,
        ty: Ty,
    ) -> TermId {
        let truth = match op {
            BinOp::Eq => self.float_equal(operands, a, b),
            BinOp::Ne => {
                let equal = self.float_equal(operands, a, b);
                self.terms.not(equal)
            }
            BinOp::Lt => self.float_less(operands, a, b),
            BinOp::Gt => self.float_less(operands, b, a),
            BinOp::Le => self.float_at_most(operands, a, b),
            BinOp::Ge => self.float_at_most(operands, b, a),
            other => {
                let name = format!("{operands}.{}", other.symbol());
                return self.apply(&name, &[a, b], sort_of(operands));
            }
        };
        self.terms.bool_to_bv(truth, ty.bits())
    }

    fn float_equal(&mut self, ty: Ty, a: TermId, b: TermId) -> TermId {
        self.float_order(ty, "eq", a, b)
    }

    fn float_less(&mut self, ty: Ty, a: TermId, b: TermId) -> TermId {
        self.float_order(ty, "lt", a, b)
    }

    fn float_at_most(&mut self, ty: Ty, a: TermId, b: TermId) -> TermId {
        self.float_order(ty, "le", a, b)
    }

    fn float_order(&mut self, ty: Ty, order: &str, a: TermId, b: TermId) -> TermId {
        let Some(format) = Format::of(ty) else {
            return self.apply(&format!("{ty}.{order}"), &[a, b], Sort::Bool);
        };
        let (x, y) = (self.key(format, a), self.key(format, b));
        let related = match order {
            "eq" => self.terms.eq(x, y),
            "lt" => self.terms.slt(x, y),
            _ => self.terms.sle(x, y),
        };
        let numbers = [a, b].map(|value| self.is_number(format, value));
        self.terms.and(&[numbers[0], numbers[1], related])
    }

    /// The bits without the sign.
    fn magnitude(&mut self, format: Format, value: TermId) -> TermId {
        let others = self.terms.bv(format.sign() - 1, format.width);
        self.terms.bvand(value, others)
    }

    fn is_number(&mut self, format: Format, value: TermId) -> TermId {
        let magnitude = self.magnitude(format, value);
        let infinity = self.terms.bv(format.infinity(), format.width);
        self.terms.ule(magnitude, infinity)
    }

    fn is_negative(&mut self, format: Format, value: TermId) -> TermId {
        let zero = self.terms.bv(0, format.width);
        self.terms.slt(value, zero)
    }

    fn key(&mut self, format: Format, value: TermId) -> TermId {
        let negative = self.is_negative(format, value);
        let magnitude = self.magnitude(format, value);
        let below = self.terms.neg(magnitude);
        self.terms.ite(negative, below, value)
    }

    pub fn float_negated(&mut self, ty: Ty, a: TermId) -> TermId {
        match Format::of(ty) {
            Some(format) => {
                let sign = self.terms.bv(format.sign(), format.width);
                self.terms.bvxor(a, sign)
            }
            None => self.apply(&format!("{ty}.neg"), &[a], sort_of(ty)),
        }
    }

    /// A conversion from or to a floating-point type.
    pub fn float_cast(&mut self, from: Ty, to: Ty, a: TermId) -> TermId {
        if let Some(number) = self.integer_constant(from, to, a) {
            return number;
        }
        match (Format::of(from), Format::of(to)) {
            (None, Some(format)) if from.is_int() && from.bits() <= format.fraction + 1 => {
                self.of_integer(format, a, from.is_signed())
            }
            (Some(narrow), Some(wide)) if narrow.width < wide.width => {
                self.widened(narrow, wide, a)
            }
            _ => self.apply(&format!("{from}.to.{to}"), &[a], sort_of(to)),
        }
    }

    /// The number that a constant integer is, if no rounding is needed.
    fn integer_constant(&mut self, from: Ty, to: Ty, a: TermId) -> Option<TermId> {
        let (Ty::Int { bits, signed }, Ty::Float(kind)) = (from, to) else {
            return None;
        };
        let shift = 128 - u32::from(bits);
        let value = self.terms.constant(a)? << shift;
        let value = match signed {
            true => value as i128 >> shift,
            false => i128::try_from(value >> shift).ok()?,
        };
        let exact = match kind {
            FloatKind::F32 => value.unsigned_abs() <= 1 << 24,
            _ => value.unsigned_abs() <= 1 << 53,
        };
        exact.then(|| self.float(kind, value as f64))
    }

    /// The number that an integer is; its width is at most one more than that of the fraction.
    fn of_integer(&mut self, format: Format, value: TermId, signed: bool) -> TermId {
        let width = self.terms.width(value);
        let zero = self.terms.bv(0, width);
        let negative = match signed {
            true => self.terms.slt(value, zero),
            false => self.terms.bool(false),
        };
        let opposite = self.terms.neg(value);
        let magnitude = self.terms.ite(negative, opposite, value);
        let number = self.of_natural(format, magnitude, 0);
        let sign = self.terms.bv(format.sign(), format.width);
        let below = self.terms.bvor(number, sign);
        self.terms.ite(negative, below, number)
    }

    /// `value · 2^scale`, which has to be in the range of numbers that are not subnormal, or zero.
    fn of_natural(&mut self, format: Format, value: TermId, scale: i64) -> TermId {
        let width = self.terms.width(value);
        let highest = i128::from(format.bias + i64::from(width) - 1 + scale);
        let mut exponent = self.constant(highest, format.width);
        // The highest bit that is set moves to the top, by halves.
        let mut top = value;
        let mut step = width.next_power_of_two() / 2;
        while step > 0 {
            let limit = self.constant(1 << (width - step), width);
            let small = self.terms.ult(top, limit);
            let by = self.terms.bv(step.into(), width);
            let shifted = self.terms.shl(top, by);
            top = self.terms.ite(small, shifted, top);
            let step_term = self.terms.bv(step.into(), format.width);
            let less = self.terms.sub(exponent, step_term);
            exponent = self.terms.ite(small, less, exponent);
            step /= 2;
        }
        // Without its highest bit it is the fraction.
        let fraction = self.terms.extract(width - 2, 0, top);
        let fraction = self.terms.zext(fraction, format.width);
        let up = self
            .terms
            .bv((format.fraction + 1 - width).into(), format.width);
        let fraction = self.terms.shl(fraction, up);
        let up = self.terms.bv(format.fraction.into(), format.width);
        let exponent = self.terms.shl(exponent, up);
        let number = self.terms.bvor(exponent, fraction);
        let zero = self.terms.bv(0, width);
        let is_zero = self.terms.eq(value, zero);
        let nothing = self.terms.bv(0, format.width);
        self.terms.ite(is_zero, nothing, number)
    }

    /// The same number in a wider format.
    fn widened(&mut self, narrow: Format, wide: Format, value: TermId) -> TermId {
        let magnitude = self.magnitude(narrow, value);
        let up = self
            .terms
            .bv((wide.fraction - narrow.fraction).into(), wide.width);
        let moved = self.terms.zext(magnitude, wide.width);
        let moved = self.terms.shl(moved, up);
        let rebias = ((wide.bias - narrow.bias) as u128) << wide.fraction;
        let rebias = self.terms.bv(rebias, wide.width);
        let normal = self.terms.add(moved, rebias);
        // Infinities and NaNs; a NaN becomes a quiet one.
        let all_ones = self.terms.bv(wide.infinity(), wide.width);
        let special = self.terms.bvor(moved, all_ones);
        let quiet = self.terms.bv(1 << (wide.fraction - 1), wide.width);
        let nan = self.terms.bvor(special, quiet);
        let infinity = self.terms.bv(narrow.infinity(), narrow.width);
        let is_nan = self.terms.ult(infinity, magnitude);
        let special = self.terms.ite(is_nan, nan, special);
        // Below the normal ones the fraction counts units of the least number.
        let least = i128::from(1 - narrow.bias) - i128::from(narrow.fraction);
        let fraction = self.terms.extract(narrow.fraction - 1, 0, value);
        let subnormal = self.of_natural(wide, fraction, least as i64);
        let first_normal = self.terms.bv(1 << narrow.fraction, narrow.width);
        let is_subnormal = self.terms.ult(magnitude, first_normal);
        let is_finite = self.terms.ult(magnitude, infinity);
        let number = self.terms.ite(is_finite, normal, special);
        let number = self.terms.ite(is_subnormal, subnormal, number);
        let negative = self.is_negative(narrow, value);
        let sign = self.terms.bv(wide.sign(), wide.width);
        let below = self.terms.bvor(number, sign);
        self.terms.ite(negative, below, number)
    }

    /// A scalar from its bytes.
    pub fn scalar_of_bytes(&mut self, ty: Ty, bits: TermId) -> TermId {
        match ty {
            Ty::Float(_) if Format::of(ty).is_none() => {
                self.apply(&format!("{ty}.of.bits"), &[bits], sort_of(ty))
            }
            _ => bits,
        }
    }

    /// The bytes of a scalar. The sign and the payload of a NaN that an operation gave are open: compilers exchange operands and
    /// fold constants. So the same operation on the same operands gives the same number, and other bytes each time.
    pub fn bytes_of_scalar(&mut self, ty: Ty, value: TermId) -> TermId {
        let Ty::Float(kind) = ty else {
            return value;
        };
        let sort = Sort::BitVec(match kind {
            FloatKind::F80 => 80,
            _ => ty.bits(),
        });
        let bits = match Format::of(ty) {
            Some(_) => value,
            None => self.apply(&format!("{ty}.bits"), &[value], sort),
        };
        if !self.is_computed(value) {
            return bits;
        }
        let is_number = self.float_equal(ty, value, value);
        let any = self.terms.fresh("nan", sort, None);
        self.terms.ite(is_number, bits, any)
    }

    /// Whether the value may come from an operation, and not from a variable, from memory or from the text.
    fn is_computed(&self, value: TermId) -> bool {
        let mut open = vec![value];
        while let Some(term) = open.pop() {
            let args = self.terms.args(term);
            match self.terms.op(term) {
                // A chain of them may have many ways.
                _ if open.len() >= 16 => return true,
                Op::Var(_) | Op::Const(_) | Op::Select => {}
                Op::Ite => open.extend_from_slice(&args[1..]),
                Op::Concat | Op::Extract(_) => open.extend_from_slice(args),
                Op::Apply(function) => {
                    let name = &self.terms.functions()[function].name;
                    if !name.ends_with(".of.bits") && !name.ends_with(".constant") {
                        return true;
                    }
                }
                _ => return true,
            }
        }
        false
    }

    fn apply(&mut self, name: &str, args: &[TermId], result: Sort) -> TermId {
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.terms.sort(arg)).collect();
        let function = self.terms.function(name, &sorts, result);
        self.terms.apply(function, args)
    }
}
