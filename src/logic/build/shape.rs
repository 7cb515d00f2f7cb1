//! Constructors that change the width: extraction, concatenation, extension.

use super::*;

impl Terms {
    /// Bits `low` to `high`, both included.
    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        let width = self.width(a);
        assert!(low <= high && high < width, "bits {high}..{low} of {width}");
        let wanted = high - low + 1;
        if wanted == width {
            return a;
        }
        if let Some(value) = self.constant(a) {
            return self.bv(value >> low, wanted);
        }
        if let Some(mapped) = self.map_ite(a, |t, k| t.bv(k >> low, wanted)) {
            return mapped;
        }
        match self.extract_from(high, low, a) {
            Some(simpler) => simpler,
            None => self.only_value(Op::Extract(low), Sort::BitVec(wanted), &[a]),
        }
    }

    fn extract_from(&mut self, high: u32, low: u32, a: TermId) -> Option<TermId> {
        match self.op(a) {
            Op::Extract(inner) => {
                let x = self.arg(a, 0);
                Some(self.extract(high + inner, low + inner, x))
            }
            Op::Concat => {
                let (above, below) = (self.arg(a, 0), self.arg(a, 1));
                let split = self.width(below);
                if high < split {
                    return Some(self.extract(high, low, below));
                }
                if low >= split {
                    return Some(self.extract(high - split, low - split, above));
                }
                let top = self.extract(high - split, 0, above);
                let bottom = self.extract(split - 1, low, below);
                Some(self.concat(top, bottom))
            }
            Op::Zext | Op::Sext => {
                let x = self.arg(a, 0);
                let narrow = self.width(x);
                if high < narrow {
                    return Some(self.extract(high, low, x));
                }
                let zero = self.is_op(a, Op::Zext);
                if low >= narrow {
                    return zero.then(|| self.bv(0, high - low + 1));
                }
                let part = self.extract(narrow - 1, low, x);
                Some(match zero {
                    true => self.zext(part, high - low + 1),
                    false => self.sext(part, high - low + 1),
                })
            }
            _ => None,
        }
    }

    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        assert!(width <= super::super::sort::MAX_WIDTH, "{width} bits");
        if let (Some(h), Some(l)) = (self.constant(high), self.constant(low)) {
            return self.bv(h << low_width | l, width);
        }
        if self.constant(high) == Some(0) {
            return self.zext(low, width);
        }
        // Right-nested: (a ++ b) ++ c is a ++ (b ++ c).
        if self.is_op(high, Op::Concat) {
            let (a, b) = (self.arg(high, 0), self.arg(high, 1));
            let rest = self.concat(b, low);
            return self.concat(a, rest);
        }
        if let Some(joined) = self.adjacent(high, low) {
            return joined;
        }
        if self.is_op(low, Op::Concat)
            && let Some(joined) = self.adjacent(high, self.arg(low, 0))
        {
            return self.concat(joined, self.arg(low, 1));
        }
        self.intern(Op::Concat, Sort::BitVec(width), &[high, low])
    }

    /// x[h..m+1] ++ x[m..l] is x[h..l].
    fn adjacent(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let Op::Extract(from) = self.op(high) else {
            return None;
        };
        let x = self.arg(high, 0);
        let (base, bottom) = match self.op(low) {
            Op::Extract(bottom) => (self.arg(low, 0), bottom),
            _ => (low, 0),
        };
        if base != x || bottom + self.width(low) != from {
            return None;
        }
        Some(self.extract(from + self.width(high) - 1, bottom, x))
    }

    /// Zero extension to `width` bits.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        self.extend(Op::Zext, a, width)
    }

    /// Sign extension to `width` bits.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        self.extend(Op::Sext, a, width)
    }

    /// Extension or truncation to `width` bits, as conversions of integers do.
    pub fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        match (width <= self.width(a), signed) {
            (true, _) => self.extract(width - 1, 0, a),
            (false, true) => self.sext(a, width),
            (false, false) => self.zext(a, width),
        }
    }

    fn extend(&mut self, op: Op, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        assert!(from <= width, "{from} bits extended to {width}");
        assert!(width <= super::super::sort::MAX_WIDTH, "{width} bits");
        if from == width {
            return a;
        }
        let value = |k| match op {
            Op::Zext => k,
            _ => bits::sign_extend(k, from, width),
        };
        if let Some(k) = self.constant(a) {
            return self.bv(value(k), width);
        }
        if let Some(mapped) = self.map_ite(a, |t, k| t.bv(value(k), width)) {
            return mapped;
        }
        match (self.op(a), op) {
            (Op::Zext, _) => self.zext(self.arg(a, 0), width),
            (Op::Sext, Op::Sext) => self.sext(self.arg(a, 0), width),
            _ => self.intern(op, Sort::BitVec(width), &[a]),
        }
    }
}
