//! The constructors of terms. Each simplifies by looking at most a few levels down, never by
//! recursion over the depth of a term, and keeps the value of the term under every assignment.
//!
//! Normal forms that the files here rely on: constants stand on the right of commutative operators,
//! the other arguments in ascending order; `x - c` is `x + (-c)`; `x <= y` is `not (y < x)`.

mod arith;
mod boolean;
mod compare;
mod equal;
mod linear;
mod memory;
mod narrow;
mod objects;
mod rebuild;
mod shape;

pub use objects::Access;

use super::term::Op;
use super::{Sort, TermId, Terms, bits};

impl Terms {
    /// A bit-vector constant; bits beyond the width are dropped.
    pub fn bv(&mut self, value: u128, width: u32) -> TermId {
        self.constant_term(value & bits::mask(width), Sort::BitVec(width))
    }

    fn is_op(&self, term: TermId, op: Op) -> bool {
        self.op(term) == op
    }

    fn arg(&self, term: TermId, index: usize) -> TermId {
        self.args(term)[index]
    }

    /// The parts of `ite(c, k1, k2)` when both branches are constants.
    fn constant_ite(&self, term: TermId) -> Option<(TermId, u128, u128)> {
        if !self.is_op(term, Op::Ite) {
            return None;
        }
        let &[condition, yes, no] = self.args(term) else {
            return None;
        };
        Some((condition, self.constant(yes)?, self.constant(no)?))
    }

    fn same_sort(&self, a: TermId, b: TermId) -> Sort {
        let (sort, other) = (self.sort(a), self.sort(b));
        assert!(sort == other, "{a} is {sort}, {b} is {other}");
        sort
    }

    /// The application of an uninterpreted function.
    pub fn apply(&mut self, function: super::FunId, args: &[TermId]) -> TermId {
        let declared = &self.functions()[function];
        let fits = declared.arguments.len() == args.len()
            && declared
                .arguments
                .iter()
                .zip(args)
                .all(|(&sort, &arg)| self.sort(arg) == sort);
        assert!(fits, "arguments that {} does not take", declared.name);
        let result = declared.result;
        self.intern(Op::Apply(function), result, args)
    }
}
