//! The constructor of equality, for every sort.

use super::*;

enum Undone {
    /// No value of the argument does it.
    Never,
    /// The argument must have this value, up to its width.
    Inside(TermId, u128),
    /// The operator has no inverse here.
    Done,
}

impl Terms {
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.same_sort(a, b);
        if a == b {
            return self.bool(true);
        }
        let swap = self.operand_rank(a) > self.operand_rank(b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return self.bool(x == y);
        }
        if let (Some(x), Some(y)) = (self.range(a), self.range(b))
            && x.disjoint(y)
        {
            return self.bool(false);
        }
        if self.are_different_bytes(a, b) {
            return self.bool(false);
        }
        let simpler = match sort {
            Sort::Bool => self.eq_bool(a, b),
            Sort::BitVec(width) => match self.constant(b) {
                Some(k) => self.eq_constant(a, k, width),
                None => self.eq_terms(a, b, width),
            },
            _ => None,
        };
        let linear = |terms: &mut Terms| match sort {
            Sort::BitVec(width) => terms.eq_linear(a, b, width),
            _ => None,
        };
        match simpler.or_else(|| linear(self)) {
            Some(simpler) => simpler,
            None => self.intern(Op::Eq, Sort::Bool, &[a, b]),
        }
    }

    /// x = true is x; x = ¬x never; negations move out of the equality.
    fn eq_bool(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match self.constant(b) {
            Some(1) => return Some(a),
            Some(_) => return Some(self.not(a)),
            None => {}
        }
        let (a_negated, b_negated) = (self.is_op(a, Op::Not), self.is_op(b, Op::Not));
        if !a_negated && !b_negated {
            return None;
        }
        let x = if a_negated { self.arg(a, 0) } else { a };
        let y = if b_negated { self.arg(b, 0) } else { b };
        let equal = self.eq(x, y);
        Some(match a_negated == b_negated {
            true => equal,
            false => self.not(equal),
        })
    }

    /// a = k for a constant k: the operators of a are undone one by one, from the top.
    fn eq_constant(&mut self, a: TermId, k: u128, w: u32) -> Option<TermId> {
        let (mut x, mut k, mut w) = (a, k, w);
        loop {
            match self.undo(x, k, w) {
                Undone::Never => return Some(self.bool(false)),
                Undone::Inside(inner, value) => {
                    (x, w) = (inner, self.width(inner));
                    k = value & bits::mask(w);
                }
                Undone::Done => break,
            }
        }
        if let Some((condition, yes, no)) = self.constant_ite(x) {
            let (yes, no) = (self.bool(yes == k), self.bool(no == k));
            return Some(self.ite(condition, yes, no));
        }
        match self.op(x) {
            Op::Concat => {
                let (high, low) = (self.arg(x, 0), self.arg(x, 1));
                let low_width = self.width(low);
                let low_equal = self.eq_value(low, k, low_width);
                let high_equal = self.eq_value(high, k >> low_width, w - low_width);
                Some(self.and2(high_equal, low_equal))
            }
            Op::Sub if k == 0 => Some(self.eq(self.arg(x, 0), self.arg(x, 1))),
            _ if x == a => None,
            _ => Some(self.eq_value(x, k, w)),
        }
    }

    /// What x = k says about the argument of x.
    fn undo(&self, x: TermId, k: u128, w: u32) -> Undone {
        let Some(&inner) = self.args(x).first() else {
            return Undone::Done;
        };
        let c = self.args(x).get(1).and_then(|&b| self.constant(b));
        match (self.op(x), c) {
            (Op::Zext, _) if k > bits::mask(self.width(inner)) => Undone::Never,
            (Op::Zext, _) => Undone::Inside(inner, k),
            (Op::Sext, _) => {
                let narrow = self.width(inner);
                let fits = bits::sign_extend(k & bits::mask(narrow), narrow, w) == k;
                match fits {
                    true => Undone::Inside(inner, k),
                    false => Undone::Never,
                }
            }
            (Op::Add, Some(c)) => Undone::Inside(inner, k.wrapping_sub(c)),
            (Op::BvXor, Some(c)) => Undone::Inside(inner, k ^ c),
            (Op::BvNot, _) => Undone::Inside(inner, !k),
            (Op::Neg, _) => Undone::Inside(inner, k.wrapping_neg()),
            // A bit that the mask clears cannot be in k; one that `or` sets must be.
            (Op::BvAnd, Some(c)) if k & !c != 0 => Undone::Never,
            (Op::BvOr, Some(c)) if !k & c != 0 => Undone::Never,
            _ => Undone::Done,
        }
    }

    fn eq_value(&mut self, x: TermId, k: u128, width: u32) -> TermId {
        let k = self.bv(k, width);
        self.eq(x, k)
    }

    fn eq_terms(&mut self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        for op in [Op::Zext, Op::Sext] {
            if let Some((x, y)) = self.same_extension(op, a, b) {
                return Some(self.eq(x, y));
            }
        }
        match (self.plus_constant(a), self.plus_constant(b)) {
            (Some((x, c)), Some((y, d))) if x == y => Some(self.bool(c == d)),
            (Some((x, c)), Some((y, d))) => {
                let shift = self.bv(c.wrapping_sub(d), w);
                let left = self.add(x, shift);
                // Without a constant left the equality is of smaller terms; with one it would come back here.
                match self.plus_constant(left) {
                    None => Some(self.eq(left, y)),
                    Some(_) => None,
                }
            }
            (Some((x, c)), None) if x == b => Some(self.bool(c == 0)),
            (None, Some((y, c))) if y == a => Some(self.bool(c == 0)),
            _ => None,
        }
    }
}
