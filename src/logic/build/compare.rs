//! Constructors of comparisons.

use super::*;

/// Whether a value of the first range is less than one of the second, if that is so for all or for none.
fn decided<T: Ord>(a: (T, T), b: (T, T)) -> Option<bool> {
    match () {
        () if a.1 < b.0 => Some(true),
        () if a.0 >= b.1 => Some(false),
        () => None,
    }
}

impl Terms {
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_sort(a, b);
        let w = self.width(a);
        if a == b {
            return self.bool(false);
        }
        if let Some(folded) = self.fold(Op::Ult, a, b, w) {
            return folded;
        }
        if let (Some(x), Some(y)) = (self.range(a), self.range(b))
            && let Some(known) = decided(x.unsigned, y.unsigned)
        {
            return self.bool(known);
        }
        let simpler = match (self.constant(a), self.constant(b)) {
            (_, Some(k)) => self.ult_constant(a, b, k, w),
            (Some(k), _) => self.constant_ult(k, b, w),
            _ => self.ult_narrow(a, b),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.intern(Op::Ult, Sort::Bool, &[a, b]),
        }
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_sort(a, b);
        let w = self.width(a);
        if a == b {
            return self.bool(false);
        }
        if let Some(folded) = self.fold(Op::Slt, a, b, w) {
            return folded;
        }
        if let (Some(x), Some(y)) = (self.range(a), self.range(b))
            && let Some(known) = decided(x.signed, y.signed)
        {
            return self.bool(known);
        }
        let simpler = match (self.constant(a), self.constant(b)) {
            (_, Some(k)) => self.slt_constant(a, b, k, w),
            (Some(k), _) => self.constant_slt(k, b, w),
            _ => self.slt_narrow(a, b),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.intern(Op::Slt, Sort::Bool, &[a, b]),
        }
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// x < 0 never; x < 1 is x = 0; x < max is x ≠ max; what a narrower x decides.
    fn ult_constant(&mut self, a: TermId, b: TermId, k: u128, w: u32) -> Option<TermId> {
        if k == 0 {
            return Some(self.bool(false));
        }
        if k == 1 {
            let zero = self.bv(0, w);
            return Some(self.eq(a, zero));
        }
        if k == bits::mask(w) {
            return Some(self.ne(a, b));
        }
        if self.is_op(a, Op::Zext) {
            let x = self.arg(a, 0);
            let narrow = self.width(x);
            if k > bits::mask(narrow) {
                return Some(self.bool(true));
            }
            let k = self.bv(k, narrow);
            return Some(self.ult(x, k));
        }
        None
    }

    /// max < x never; 0 < x is x ≠ 0; max-1 < x is x = max.
    fn constant_ult(&mut self, k: u128, b: TermId, w: u32) -> Option<TermId> {
        let max = bits::mask(w);
        if k == max {
            return Some(self.bool(false));
        }
        if k == 0 {
            let zero = self.bv(0, w);
            return Some(self.ne(b, zero));
        }
        if k == max - 1 {
            let max = self.bv(max, w);
            return Some(self.eq(b, max));
        }
        if self.is_op(b, Op::Zext) {
            let x = self.arg(b, 0);
            let narrow = self.width(x);
            if k >= bits::mask(narrow) {
                return Some(self.bool(false));
            }
            let k = self.bv(k, narrow);
            return Some(self.ult(k, x));
        }
        None
    }

    fn ult_narrow(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, y) = self.same_extension(Op::Zext, a, b)?;
        Some(self.ult(x, y))
    }

    /// The arguments when both terms extend the same width by that operator.
    pub(super) fn same_extension(&self, op: Op, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        if !self.is_op(a, op) || !self.is_op(b, op) {
            return None;
        }
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        (self.sort(x) == self.sort(y)).then_some((x, y))
    }

    fn slt_constant(&mut self, a: TermId, b: TermId, k: u128, w: u32) -> Option<TermId> {
        if k == bits::min_signed(w) {
            return Some(self.bool(false));
        }
        if k == bits::max_signed(w) {
            return Some(self.ne(a, b));
        }
        if bits::signed(k, w) == bits::signed(bits::min_signed(w), w) + 1 {
            let least = self.bv(bits::min_signed(w), w);
            return Some(self.eq(a, least));
        }
        let k = bits::signed(k, w);
        let (x, low, high) = self.extended_range(a)?;
        if k <= low {
            return Some(self.bool(false));
        }
        if k > high {
            return Some(self.bool(true));
        }
        let narrow = self.bv(k as u128, self.width(x));
        Some(match self.op(a) {
            Op::Zext => self.ult(x, narrow),
            _ => self.slt(x, narrow),
        })
    }

    fn constant_slt(&mut self, k: u128, b: TermId, w: u32) -> Option<TermId> {
        if k == bits::max_signed(w) {
            return Some(self.bool(false));
        }
        if k == bits::min_signed(w) {
            let least = self.bv(k, w);
            return Some(self.ne(b, least));
        }
        if bits::signed(k, w) == bits::signed(bits::max_signed(w), w) - 1 {
            let most = self.bv(bits::max_signed(w), w);
            return Some(self.eq(b, most));
        }
        let k = bits::signed(k, w);
        let (x, low, high) = self.extended_range(b)?;
        if k < low {
            return Some(self.bool(true));
        }
        if k >= high {
            return Some(self.bool(false));
        }
        let narrow = self.bv(k as u128, self.width(x));
        Some(match self.op(b) {
            Op::Zext => self.ult(narrow, x),
            _ => self.slt(narrow, x),
        })
    }

    /// What an extended term extends, and the signed range that leaves it.
    fn extended_range(&self, term: TermId) -> Option<(TermId, i128, i128)> {
        match self.op(term) {
            // The extension adds a bit at least, so the highest bit is clear and the range fits.
            Op::Zext => {
                let x = self.arg(term, 0);
                Some((x, 0, bits::mask(self.width(x)) as i128))
            }
            Op::Sext => {
                let x = self.arg(term, 0);
                let w = self.width(x);
                let low = bits::signed(bits::min_signed(w), w);
                Some((x, low, bits::max_signed(w) as i128))
            }
            _ => None,
        }
    }

    fn slt_narrow(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some((x, y)) = self.same_extension(Op::Sext, a, b) {
            return Some(self.slt(x, y));
        }
        let (x, y) = self.same_extension(Op::Zext, a, b)?;
        Some(self.ult(x, y))
    }
}
