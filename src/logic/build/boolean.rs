//! Constructors of Bool terms, and `ite` of any sort.

use super::*;

/// An operand with more arguments than this stays one operand, so that a chain of conjunctions of
/// n terms does not take n² places.
const FLATTEN_UP_TO: usize = 8;

impl Terms {
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant_term(u128::from(value), Sort::Bool)
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        assert_eq!(self.sort(a), Sort::Bool);
        if let Some(value) = self.constant(a) {
            return self.bool(value == 0);
        }
        match self.is_op(a, Op::Not) {
            true => self.arg(a, 0),
            false => self.intern(Op::Not, Sort::Bool, &[a]),
        }
    }

    pub fn and(&mut self, args: &[TermId]) -> TermId {
        self.junction(Op::And, args)
    }

    pub fn or(&mut self, args: &[TermId]) -> TermId {
        self.junction(Op::Or, args)
    }

    pub fn and2(&mut self, a: TermId, b: TermId) -> TermId {
        self.and(&[a, b])
    }

    pub fn or2(&mut self, a: TermId, b: TermId) -> TermId {
        self.or(&[a, b])
    }

    /// a ⇒ b is ¬a ∨ b.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or2(not_a, b)
    }

    /// Conjunction and disjunction: with `unit` and `zero` exchanged they are the same.
    fn junction(&mut self, op: Op, args: &[TermId]) -> TermId {
        let zero = u128::from(op == Op::Or);
        let mut parts = Vec::with_capacity(args.len());
        for &arg in args {
            assert_eq!(self.sort(arg), Sort::Bool);
            match self.constant(arg) {
                Some(value) if value == zero => return arg,
                Some(_) => {}
                None if self.is_op(arg, op) && self.args(arg).len() <= FLATTEN_UP_TO => {
                    parts.extend_from_slice(self.args(arg));
                }
                None => parts.push(arg),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if self.has_complements(&parts) {
            return self.bool(zero == 1);
        }
        self.absorb(op, &mut parts);
        match parts[..] {
            [] => self.bool(zero == 0),
            [only] => only,
            [a, b] => match self.common_part(op, a, b) {
                Some(common) => common,
                None => self.intern(op, Sort::Bool, &parts),
            },
            _ => self.intern(op, Sort::Bool, &parts),
        }
    }

    /// Whether x and ¬x are both there.
    fn has_complements(&self, sorted: &[TermId]) -> bool {
        sorted.iter().any(|&part| {
            self.is_op(part, Op::Not) && sorted.binary_search(&self.arg(part, 0)).is_ok()
        })
    }

    /// x ∧ (x ∨ y) is x, and dually: a part of the dual kind that contains another part goes.
    fn absorb(&self, op: Op, parts: &mut Vec<TermId>) {
        let dual = if op == Op::And { Op::Or } else { Op::And };
        if parts.iter().any(|&p| self.is_op(p, dual)) {
            let all = parts.clone();
            parts.retain(|&part| {
                let small = self.is_op(part, dual) && self.args(part).len() <= FLATTEN_UP_TO;
                !(small && self.args(part).iter().any(|a| all.binary_search(a).is_ok()))
            });
        }
    }

    /// (x ∧ c) ∨ (x ∧ ¬c) is x, and dually: what a join of two branches makes.
    fn common_part(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let dual = if op == Op::And { Op::Or } else { Op::And };
        let both = self.is_op(a, dual) && self.is_op(b, dual);
        if !both || self.args(a).len() != self.args(b).len() || self.args(a).len() > FLATTEN_UP_TO {
            return None;
        }
        let (left, right) = (self.args(a), self.args(b));
        let only = |here: &[TermId], there: &[TermId]| -> Vec<TermId> {
            here.iter()
                .copied()
                .filter(|x| there.binary_search(x).is_err())
                .collect()
        };
        let (&[x], &[y]) = (&only(left, right)[..], &only(right, left)[..]) else {
            return None;
        };
        let complements = (self.is_op(x, Op::Not) && self.arg(x, 0) == y)
            || (self.is_op(y, Op::Not) && self.arg(y, 0) == x);
        if !complements {
            return None;
        }
        let common: Vec<TermId> = left.iter().copied().filter(|&t| t != x).collect();
        Some(match common[..] {
            [only] => only,
            _ => self.intern(dual, Sort::Bool, &common),
        })
    }

    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        assert_eq!(self.sort(condition), Sort::Bool);
        let sort = self.same_sort(yes, no);
        if let Some(value) = self.constant(condition) {
            return if value == 1 { yes } else { no };
        }
        if self.is_op(condition, Op::Not) {
            return self.ite(self.arg(condition, 0), no, yes);
        }
        // A branch that asks the same condition again has its answer.
        let yes = match self.is_op(yes, Op::Ite) && self.arg(yes, 0) == condition {
            true => self.arg(yes, 1),
            false => yes,
        };
        let no = match self.is_op(no, Op::Ite) && self.arg(no, 0) == condition {
            true => self.arg(no, 2),
            false => no,
        };
        if yes == no {
            return yes;
        }
        if sort == Sort::Bool {
            return self.bool_ite(condition, yes, no);
        }
        self.intern(Op::Ite, sort, &[condition, yes, no])
    }

    fn bool_ite(&mut self, c: TermId, yes: TermId, no: TermId) -> TermId {
        let not_c = self.not(c);
        let as_yes = self.constant(yes);
        let as_no = self.constant(no);
        if as_yes == Some(1) || yes == c {
            return self.or2(c, no);
        }
        if as_yes == Some(0) || yes == not_c {
            return self.and2(not_c, no);
        }
        if as_no == Some(1) || no == not_c {
            return self.or2(not_c, yes);
        }
        if as_no == Some(0) || no == c {
            return self.and2(c, yes);
        }
        if self.not(yes) == no {
            return self.eq(c, yes);
        }
        self.intern(Op::Ite, Sort::Bool, &[c, yes, no])
    }

    /// 1 or 0 of that width.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let one = self.bv(1, width);
        let zero = self.bv(0, width);
        self.ite(a, one, zero)
    }
}
