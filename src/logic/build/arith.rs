//! Constructors of bit-vector arithmetic.

use super::*;

fn commutes(op: Op) -> bool {
    matches!(op, Op::Add | Op::Mul | Op::BvAnd | Op::BvOr | Op::BvXor)
}

macro_rules! binary {
    ($($name:ident $op:ident $rule:ident;)*) => {$(
        pub fn $name(&mut self, a: TermId, b: TermId) -> TermId {
            self.binary(Op::$op, a, b, Self::$rule)
        }
    )*};
}

/// A simplification of one operator: the operands, the second one's value when it is constant, the width.
type Rule = fn(&mut Terms, TermId, TermId, Option<u128>, u32) -> Option<TermId>;

impl Terms {
    binary! {
        add Add add_rule;
        mul Mul mul_rule;
        udiv Udiv udiv_rule;
        sdiv Sdiv sdiv_rule;
        urem Urem urem_rule;
        srem Srem srem_rule;
        shl Shl shift_rule;
        lshr Lshr shift_rule;
        bvand BvAnd and_rule;
        bvor BvOr or_rule;
        bvxor BvXor xor_rule;
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(value) = self.constant(b) {
            let negated = self.bv(bits::neg(value, width), width);
            return self.add(a, negated);
        }
        if self.constant(a) == Some(0) {
            return self.neg(b);
        }
        self.binary(Op::Sub, a, b, Self::sub_rule)
    }

    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(by) = self.constant(b)
            && by >= u128::from(width)
        {
            let most = self.bv(u128::from(width - 1), width);
            return self.binary(Op::Ashr, a, most, Self::ashr_rule);
        }
        self.binary(Op::Ashr, a, b, Self::ashr_rule)
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if let Some(value) = self.constant(a) {
            return self.bv(bits::neg(value, width), width);
        }
        if let Some(mapped) = self.map_ite(a, |t, k| t.bv(bits::neg(k, width), width)) {
            return mapped;
        }
        match self.op(a) {
            Op::Neg => self.arg(a, 0),
            Op::Sub => self.sub(self.arg(a, 1), self.arg(a, 0)),
            _ => self.intern(Op::Neg, Sort::BitVec(width), &[a]),
        }
    }

    pub fn bvnot(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if let Some(value) = self.constant(a) {
            return self.bv(!value, width);
        }
        if let Some(mapped) = self.map_ite(a, |t, k| t.bv(!k, width)) {
            return mapped;
        }
        match self.op(a) {
            Op::BvNot => self.arg(a, 0),
            _ => self.intern(Op::BvNot, Sort::BitVec(width), &[a]),
        }
    }

    /// f(ite(c, k1, k2)) is ite(c, f(k1), f(k2)).
    pub(super) fn map_ite(
        &mut self,
        a: TermId,
        f: impl Fn(&mut Terms, u128) -> TermId,
    ) -> Option<TermId> {
        let (condition, yes, no) = self.constant_ite(a)?;
        let yes = f(self, yes);
        let no = f(self, no);
        Some(self.ite(condition, yes, no))
    }

    fn binary(&mut self, op: Op, a: TermId, b: TermId, rule: Rule) -> TermId {
        let sort = self.same_sort(a, b);
        let width = self.width(a);
        if let Some(folded) = self.fold(op, a, b, width) {
            return folded;
        }
        let swap = commutes(op) && self.operand_rank(a) > self.operand_rank(b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let value = self.constant(b);
        let simpler = rule(self, a, b, value, width);
        match simpler.or_else(|| self.narrow(op, a, b, width)) {
            Some(simpler) => simpler,
            None => self.only_value(op, sort, &[a, b]),
        }
    }

    /// The term, or the only value that it can have.
    pub(super) fn only_value(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let term = self.intern(op, sort, args);
        match (self.range(term).and_then(|range| range.single()), sort) {
            (Some(value), Sort::BitVec(width)) => self.bv(value, width),
            _ => term,
        }
    }

    /// Constants last, otherwise by id.
    pub(super) fn operand_rank(&self, term: TermId) -> (bool, TermId) {
        (self.constant(term).is_some(), term)
    }

    /// The value on constants, or on a choice of constants and a constant.
    pub(super) fn fold(&mut self, op: Op, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let compute = |t: &mut Terms, x, y| {
            let value = bits::binary(op, x, y, width).expect("an operator of two bit-vectors");
            match op {
                Op::Ult | Op::Slt => t.bool(value == 1),
                _ => t.bv(value, width),
            }
        };
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => Some(compute(self, x, y)),
            (None, Some(y)) => self.map_ite(a, |t, x| compute(t, x, y)),
            (Some(x), None) => self.map_ite(b, |t, y| compute(t, x, y)),
            (None, None) => None,
        }
    }

    /// x + 0 = x; (x + c) + d = x + (c+d); (x + c) + y = (x + y) + c; x + -x = 0.
    fn add_rule(&mut self, a: TermId, b: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        if k == Some(0) {
            return Some(a);
        }
        let left = self.plus_constant(a);
        if let (Some((x, c)), Some(d)) = (left, k) {
            let sum = self.bv(c.wrapping_add(d), w);
            return Some(self.add(x, sum));
        }
        if let Some((x, c)) = left {
            return Some(self.lift_constant(x, b, c, w));
        }
        if let Some((y, c)) = self.plus_constant(b) {
            return Some(self.lift_constant(a, y, c, w));
        }
        if self.neg_is(a, b) {
            return Some(self.bv(0, w));
        }
        None
    }

    fn lift_constant(&mut self, x: TermId, y: TermId, c: u128, w: u32) -> TermId {
        let sum = self.add(x, y);
        let constant = self.bv(c, w);
        self.add(sum, constant)
    }

    /// The parts of x + c.
    pub(super) fn plus_constant(&self, term: TermId) -> Option<(TermId, u128)> {
        if !self.is_op(term, Op::Add) {
            return None;
        }
        let c = self.constant(self.arg(term, 1))?;
        Some((self.arg(term, 0), c))
    }

    fn neg_is(&self, a: TermId, b: TermId) -> bool {
        (self.is_op(a, Op::Neg) && self.arg(a, 0) == b)
            || (self.is_op(b, Op::Neg) && self.arg(b, 0) == a)
    }

    /// x - x = 0; (x + c) - y and x - (y + c) lift c.
    fn sub_rule(&mut self, a: TermId, b: TermId, _: Option<u128>, w: u32) -> Option<TermId> {
        if a == b {
            return Some(self.bv(0, w));
        }
        if let Some((x, c)) = self.plus_constant(a) {
            let difference = self.sub(x, b);
            let constant = self.bv(c, w);
            return Some(self.add(difference, constant));
        }
        if let Some((y, c)) = self.plus_constant(b) {
            let difference = self.sub(a, y);
            let constant = self.bv(bits::neg(c, w), w);
            return Some(self.add(difference, constant));
        }
        // (x + y) - x = y
        if self.is_op(a, Op::Add) && self.args(a).contains(&b) {
            let other = usize::from(self.arg(a, 0) == b);
            return Some(self.arg(a, other));
        }
        None
    }

    fn mul_rule(&mut self, a: TermId, b: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        match k? {
            0 => Some(b),
            1 => Some(a),
            k if k == bits::mask(w) => Some(self.neg(a)),
            k => {
                // (x * c) * d = x * (c*d)
                let c = match self.op(a) {
                    Op::Mul => self.constant(self.arg(a, 1))?,
                    _ => return None,
                };
                let product = self.bv(c.wrapping_mul(k), w);
                Some(self.mul(self.arg(a, 0), product))
            }
        }
    }

    fn udiv_rule(&mut self, a: TermId, _: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        match k? {
            0 => Some(self.bv(u128::MAX, w)),
            1 => Some(a),
            k if k.is_power_of_two() => {
                let by = self.bv(u128::from(k.trailing_zeros()), w);
                Some(self.lshr(a, by))
            }
            _ => None,
        }
    }

    fn urem_rule(&mut self, a: TermId, _: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        match k? {
            0 => Some(a),
            k if k.is_power_of_two() => {
                let low = self.bv(k - 1, w);
                Some(self.bvand(a, low))
            }
            _ => None,
        }
    }

    /// x / 1 = x; x / -1 = -x, also for the smallest number. With one bit, 1 is -1 and both agree.
    fn sdiv_rule(&mut self, a: TermId, _: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        match k? {
            1 => Some(a),
            k if k == bits::mask(w) => Some(self.neg(a)),
            _ => None,
        }
    }

    fn srem_rule(&mut self, a: TermId, _: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        match k? {
            0 => Some(a),
            k if k == 1 || k == bits::mask(w) => Some(self.bv(0, w)),
            _ => None,
        }
    }

    fn shift_rule(&mut self, a: TermId, _: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        if self.constant(a) == Some(0) || k == Some(0) {
            return Some(a);
        }
        (k? >= u128::from(w)).then(|| self.bv(0, w))
    }

    fn ashr_rule(&mut self, a: TermId, _: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        let unchanged =
            k == Some(0) || self.constant(a) == Some(0) || self.constant(a) == Some(bits::mask(w));
        unchanged.then_some(a)
    }

    fn complement_is(&self, a: TermId, b: TermId) -> bool {
        (self.is_op(a, Op::BvNot) && self.arg(a, 0) == b)
            || (self.is_op(b, Op::BvNot) && self.arg(b, 0) == a)
    }

    /// (x ∘ c) ∘ d = x ∘ (c ∘ d) for the bitwise operators.
    fn merge_bitwise(&mut self, op: Op, a: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        let d = k?;
        if !self.is_op(a, op) {
            return None;
        }
        let c = self.constant(self.arg(a, 1))?;
        let x = self.arg(a, 0);
        let merged = bits::binary(op, c, d, w).expect("a bitwise operator");
        let merged = self.bv(merged, w);
        Some(match op {
            Op::BvAnd => self.bvand(x, merged),
            Op::BvOr => self.bvor(x, merged),
            _ => self.bvxor(x, merged),
        })
    }

    fn and_rule(&mut self, a: TermId, b: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        if k == Some(0) {
            return Some(b);
        }
        if k == Some(bits::mask(w)) || a == b {
            return Some(a);
        }
        if self.complement_is(a, b) {
            return Some(self.bv(0, w));
        }
        // The mask keeps every bit that a zero-extended term can have.
        if let (Op::Zext, Some(k)) = (self.op(a), k) {
            let used = bits::mask(self.width(self.arg(a, 0)));
            if k & used == used {
                return Some(a);
            }
        }
        self.merge_bitwise(Op::BvAnd, a, k, w)
    }

    fn or_rule(&mut self, a: TermId, b: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        if k == Some(bits::mask(w)) {
            return Some(b);
        }
        if k == Some(0) || a == b {
            return Some(a);
        }
        if self.complement_is(a, b) {
            return Some(self.bv(u128::MAX, w));
        }
        self.merge_bitwise(Op::BvOr, a, k, w)
    }

    fn xor_rule(&mut self, a: TermId, b: TermId, k: Option<u128>, w: u32) -> Option<TermId> {
        if k == Some(0) {
            return Some(a);
        }
        if a == b {
            return Some(self.bv(0, w));
        }
        if k == Some(bits::mask(w)) {
            return Some(self.bvnot(a));
        }
        if self.complement_is(a, b) {
            return Some(self.bv(u128::MAX, w));
        }
        self.merge_bitwise(Op::BvXor, a, k, w)
    }
}
