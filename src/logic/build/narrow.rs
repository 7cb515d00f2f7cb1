//! Multiplication and division in as few bits as the ranges of the operands need: their cost grows with the square of the
//! width, and C computes on 32 bits what often are bytes.

use super::*;

impl Terms {
    /// The same in a narrower width, when both operands fit into it with some bits to spare.
    pub(super) fn narrow(&mut self, op: Op, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let (x, y) = (self.range(a)?, self.range(b)?);
        let (most, other) = (x.unsigned.1, y.unsigned.1);
        let positive = x.signed.0 >= 0 && y.signed.0 >= 0;
        match op {
            // Without negative numbers, also for a divisor that is zero.
            Op::Sdiv if positive => Some(self.udiv(a, b)),
            Op::Srem if positive => Some(self.urem(a, b)),
            // x / 0 depends on the width.
            Op::Udiv if y.unsigned.0 == 0 => None,
            Op::Udiv | Op::Urem => {
                let needed = 64 - most.max(other).leading_zeros();
                self.in_width(op, a, b, needed, width, false)
            }
            Op::Mul if positive && self.constant(b).is_none() => {
                let product = u128::from(most) * u128::from(other);
                self.in_width(op, a, b, 128 - product.leading_zeros(), width, false)
            }
            // The quotient of the least number and -1 takes one more bit; so may |a| and |b| do.
            Op::Sdiv | Op::Srem => {
                let needed = signed_bits(x.signed).max(signed_bits(y.signed)) + 1;
                self.in_width(op, a, b, needed, width, true)
            }
            Op::Mul if self.constant(b).is_none() => {
                let needed = signed_bits(x.signed) + signed_bits(y.signed);
                self.in_width(op, a, b, needed, width, true)
            }
            _ => None,
        }
    }

    fn in_width(
        &mut self,
        op: Op,
        a: TermId,
        b: TermId,
        needed: u32,
        width: u32,
        signed: bool,
    ) -> Option<TermId> {
        let needed = needed.max(1);
        if needed + 4 > width {
            return None;
        }
        let a = self.extract(needed - 1, 0, a);
        let b = self.extract(needed - 1, 0, b);
        let result = match op {
            Op::Udiv => self.udiv(a, b),
            Op::Urem => self.urem(a, b),
            Op::Sdiv => self.sdiv(a, b),
            Op::Srem => self.srem(a, b),
            _ => self.mul(a, b),
        };
        Some(match signed {
            true => self.sext(result, width),
            false => self.zext(result, width),
        })
    }
}

/// How many bits hold all numbers of the interval in two's complement.
fn signed_bits((low, high): (i64, i64)) -> u32 {
    let bits = |value: i64| 65 - (value ^ value >> 63).leading_zeros();
    bits(low).max(bits(high))
}
