//! Building a term again from other arguments: simplification of raw terms, substitution.

use super::*;

impl Terms {
    /// The simplified term with the operator and sort of `like` and these arguments, of the same sorts.
    pub fn rebuild(&mut self, like: TermId, args: &[TermId]) -> TermId {
        match self.op(like) {
            Op::Const(_) | Op::Var(_) => like,
            op => self.make(op, self.sort(like), args),
        }
    }

    /// The simplified term of that operator and sort with these arguments, which are of the sorts that it takes.
    pub fn make(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        match (op, args) {
            (Op::Apply(function), _) => self.apply(function, args),
            (Op::And, _) => self.and(args),
            (Op::Or, _) => self.or(args),
            (Op::Not, &[a]) => self.not(a),
            (Op::BvNot, &[a]) => self.bvnot(a),
            (Op::Neg, &[a]) => self.neg(a),
            (Op::Extract(low), &[a]) => {
                let width = sort.width().expect("an extraction gives a bit-vector");
                self.extract(low + width - 1, low, a)
            }
            (Op::Zext, &[a]) => self.zext(a, sort.width().expect("a bit-vector")),
            (Op::Sext, &[a]) => self.sext(a, sort.width().expect("a bit-vector")),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            (Op::Store, &[m, a, b]) => self.store_le(m, a, b),
            (Op::Select, &[m, a]) => {
                let width = sort.width().expect("a load gives a bit-vector");
                self.load_le(m, a, width / 8)
            }
            (op, &[a, b]) => self.rebuild_binary(op, a, b),
            (op, _) => panic!("{op:?} of {} arguments", args.len()),
        }
    }

    fn rebuild_binary(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        match op {
            Op::Eq => self.eq(a, b),
            Op::Add => self.add(a, b),
            Op::Sub => self.sub(a, b),
            Op::Mul => self.mul(a, b),
            Op::Udiv => self.udiv(a, b),
            Op::Sdiv => self.sdiv(a, b),
            Op::Urem => self.urem(a, b),
            Op::Srem => self.srem(a, b),
            Op::Shl => self.shl(a, b),
            Op::Lshr => self.lshr(a, b),
            Op::Ashr => self.ashr(a, b),
            Op::BvAnd => self.bvand(a, b),
            Op::BvOr => self.bvor(a, b),
            Op::BvXor => self.bvxor(a, b),
            Op::Ult => self.ult(a, b),
            Op::Slt => self.slt(a, b),
            Op::Concat => self.concat(a, b),
            _ => panic!("{op:?} of two arguments"),
        }
    }
}
