//! Equations of sums: everything on one side, equal parts cancelled, and back in one normal form.
//!
//! ```text
//! a − b = a + b      becomes  the lower bits of b are 0
//! a + b + c = 0      and  c + a = −b  become the same
//! ```

use super::*;

/// Sums with more parts stay as they are: taking them apart would make shared sums into many.
const MOST_PARTS: usize = 6;

/// c + Σ kᵢ·xᵢ, by ascending term, no factor 0.
#[derive(Default)]
struct Sum {
    parts: Vec<(TermId, u128)>,
    constant: u128,
}

impl Sum {
    fn add(&mut self, term: TermId, factor: u128, width: u32) {
        let mask = bits::mask(width);
        match self.parts.binary_search_by_key(&term, |part| part.0) {
            Ok(at) => {
                let sum = self.parts[at].1.wrapping_add(factor) & mask;
                match sum {
                    0 => _ = self.parts.remove(at),
                    _ => self.parts[at].1 = sum,
                }
            }
            Err(at) => self.parts.insert(at, (term, factor & mask)),
        }
    }
}

impl Terms {
    /// a = b as an equation of sums, if that is simpler or another form of it.
    pub(super) fn eq_linear(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        if !self.is_sum(a) && !self.is_sum(b) {
            return None;
        }
        let sum = self.difference(a, b, width)?;
        // Σ kᵢ·xᵢ = −c
        let value = bits::neg(sum.constant, width);
        match sum.parts[..] {
            [] => return Some(self.bool(value == 0)),
            [(term, factor)] => return self.eq_multiple(term, factor, value, width),
            _ => {}
        }
        let (left, right) = self.sides(&sum, width);
        let swap = self.operand_rank(left) > self.operand_rank(right);
        let (left, right) = if swap { (right, left) } else { (left, right) };
        (left != a || right != b).then(|| self.intern(Op::Eq, Sort::Bool, &[left, right]))
    }

    fn is_sum(&self, term: TermId) -> bool {
        matches!(self.op(term), Op::Add | Op::Sub | Op::Neg)
    }

    /// What a sum is made of, each with its factor; `None` if that is much.
    pub(super) fn parts(&self, term: TermId) -> Option<Vec<(TermId, u128)>> {
        let sum = self.sum(vec![(term, 1)], self.width(term))?;
        Some(sum.parts)
    }

    /// a − b; `None` if it has many parts.
    fn difference(&self, a: TermId, b: TermId, width: u32) -> Option<Sum> {
        self.sum(vec![(a, 1), (b, bits::mask(width))], width)
    }

    fn sum(&self, work: Vec<(TermId, u128)>, width: u32) -> Option<Sum> {
        let mut work = work;
        let mut sum = Sum::default();
        while let Some((term, factor)) = work.pop() {
            let minus = bits::neg(factor, width);
            match (self.op(term), self.args(term)) {
                (Op::Const(_), _) => {
                    let value = self.constant(term)?.wrapping_mul(factor);
                    sum.constant = sum.constant.wrapping_add(value) & bits::mask(width);
                }
                (Op::Add, &[x, y]) => work.extend([(x, factor), (y, factor)]),
                (Op::Sub, &[x, y]) => work.extend([(x, factor), (y, minus)]),
                (Op::Neg, &[x]) => work.push((x, minus)),
                _ => sum.add(term, factor, width),
            }
            if sum.parts.len() + work.len() > MOST_PARTS {
                return None;
            }
        }
        Some(sum)
    }

    /// k·x = v. With k = 2ⁱ·m and m odd: the lower i bits of v are 0, and the lower bits of x are v/2ⁱ·m⁻¹.
    fn eq_multiple(&mut self, x: TermId, k: u128, v: u128, width: u32) -> Option<TermId> {
        let zeros = k.trailing_zeros();
        if v & !(u128::MAX << zeros) != 0 {
            return Some(self.bool(false));
        }
        let value = (v >> zeros).wrapping_mul(inverse(k >> zeros));
        let low = self.extract(width - zeros - 1, 0, x);
        let value = self.bv(value, width - zeros);
        Some(self.eq(low, value))
    }

    /// What is added stands on the left, what is taken off on the right, with the sign that makes the first part added.
    fn sides(&mut self, sum: &Sum, width: u32) -> (TermId, TermId) {
        let negative = |k: u128| k >> (width - 1) & 1 == 1;
        let turn = negative(sum.parts[0].1);
        let (mut left, mut right) = (None, None);
        for &(term, factor) in &sum.parts {
            let off = negative(factor);
            let size = if off {
                bits::neg(factor, width)
            } else {
                factor
            };
            let factor = self.bv(size, width);
            let part = self.mul(term, factor);
            let side = if off == turn { &mut left } else { &mut right };
            *side = Some(match *side {
                None => part,
                Some(before) => self.add(before, part),
            });
        }
        // left − right + c = 0, or with turned signs left − right − c = 0.
        let value = if turn {
            sum.constant
        } else {
            bits::neg(sum.constant, width)
        };
        let constant = self.bv(value, width);
        let right = match right {
            None => constant,
            Some(right) => self.add(right, constant),
        };
        (left.unwrap_or(constant), right)
    }
}

/// The inverse of an odd number modulo 2¹²⁸: each step doubles the bits that are right.
fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    for _ in 0..7 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}
