//! From flat terms to z3's terms, each once.

use super::super::answer::Fault;
use super::super::blast;
use super::raw::Context;
use crate::base::FastMap;
use crate::logic::{Op, Sort, TermId, Terms};
use z3_sys::*;

#[derive(Default)]
pub(super) struct Translation {
    terms: FastMap<TermId, Z3_ast>,
}

impl Translation {
    /// The formula of a flat term.
    pub fn translate(
        &mut self,
        context: &Context,
        terms: &Terms,
        root: TermId,
    ) -> Result<Z3_ast, Fault> {
        let mut work = vec![root];
        while let Some(&term) = work.last() {
            if self.terms.contains_key(&term) {
                work.pop();
                continue;
            }
            let before = work.len();
            let args = terms.args(term).iter();
            work.extend(args.filter(|arg| !self.terms.contains_key(arg)));
            if work.len() == before {
                work.pop();
                let ast = self.one(context, terms, term)?;
                self.terms.insert(term, ast);
            }
        }
        self.known(root)
    }

    fn known(&self, term: TermId) -> Result<Z3_ast, Fault> {
        let ast = self.terms.get(&term).copied();
        ast.ok_or_else(|| Fault::new("a term was not translated"))
    }

    fn one(&self, context: &Context, terms: &Terms, term: TermId) -> Result<Z3_ast, Fault> {
        let sort = terms.sort(term);
        match terms.op(term) {
            Op::Const(_) => constant(context, terms.constant(term).unwrap_or_default(), sort),
            Op::Var(var) => context.variable(&var.to_string(), self::sort(context, sort)?),
            op => {
                let args = terms.args(term).iter();
                let args: Result<Vec<Z3_ast>, Fault> = args.map(|&arg| self.known(arg)).collect();
                let width = sort.width().unwrap_or(0);
                let from = terms.args(term).first();
                let from = from.and_then(|&a| terms.sort(a).width()).unwrap_or(0);
                // SAFETY: the arguments are of this context.
                context.keep(unsafe { operator(context.raw(), op, &args?, width, from) })
            }
        }
    }
}

fn sort(context: &Context, sort: Sort) -> Result<Z3_sort, Fault> {
    // SAFETY: the context lives.
    unsafe {
        context.some(match sort {
            Sort::Bool => Z3_mk_bool_sort(context.raw()),
            other => Z3_mk_bv_sort(context.raw(), blast::width(other)),
        })
    }
}

fn constant(context: &Context, value: u128, sort: Sort) -> Result<Z3_ast, Fault> {
    let c = context.raw();
    // SAFETY: the bits live during the call.
    let made = unsafe {
        match sort {
            Sort::BitVec(width) => {
                let bits: Vec<bool> = (0..width).map(|i| value >> i & 1 == 1).collect();
                Z3_mk_bv_numeral(c, width, bits.as_ptr())
            }
            _ if value == 1 => Z3_mk_true(c),
            _ => Z3_mk_false(c),
        }
    };
    context.keep(made)
}

/// The solver's own operator; `from` is the width of the first argument.
unsafe fn operator(
    c: Z3_context,
    op: Op,
    args: &[Z3_ast],
    width: u32,
    from: u32,
) -> Option<Z3_ast> {
    let count = args.len() as u32;
    // SAFETY: the caller's; a wrong number of arguments matches no arm.
    unsafe {
        match (op, args) {
            (Op::And, _) => Z3_mk_and(c, count, args.as_ptr()),
            (Op::Or, _) => Z3_mk_or(c, count, args.as_ptr()),
            (Op::Not, &[a]) => Z3_mk_not(c, a),
            (Op::BvNot, &[a]) => Z3_mk_bvnot(c, a),
            (Op::Neg, &[a]) => Z3_mk_bvneg(c, a),
            (Op::Extract(low), &[a]) => Z3_mk_extract(c, low + width - 1, low, a),
            (Op::Zext, &[a]) => Z3_mk_zero_ext(c, width - from, a),
            (Op::Sext, &[a]) => Z3_mk_sign_ext(c, width - from, a),
            (Op::Ite, &[a, b, d]) => Z3_mk_ite(c, a, b, d),
            (Op::Eq, &[a, b]) => Z3_mk_eq(c, a, b),
            (Op::Add, &[a, b]) => Z3_mk_bvadd(c, a, b),
            (Op::Sub, &[a, b]) => Z3_mk_bvsub(c, a, b),
            (Op::Mul, &[a, b]) => Z3_mk_bvmul(c, a, b),
            (Op::Udiv, &[a, b]) => Z3_mk_bvudiv(c, a, b),
            (Op::Sdiv, &[a, b]) => Z3_mk_bvsdiv(c, a, b),
            (Op::Urem, &[a, b]) => Z3_mk_bvurem(c, a, b),
            (Op::Srem, &[a, b]) => Z3_mk_bvsrem(c, a, b),
            (Op::Shl, &[a, b]) => Z3_mk_bvshl(c, a, b),
            (Op::Lshr, &[a, b]) => Z3_mk_bvlshr(c, a, b),
            (Op::Ashr, &[a, b]) => Z3_mk_bvashr(c, a, b),
            (Op::BvAnd, &[a, b]) => Z3_mk_bvand(c, a, b),
            (Op::BvOr, &[a, b]) => Z3_mk_bvor(c, a, b),
            (Op::BvXor, &[a, b]) => Z3_mk_bvxor(c, a, b),
            (Op::Ult, &[a, b]) => Z3_mk_bvult(c, a, b),
            (Op::Slt, &[a, b]) => Z3_mk_bvslt(c, a, b),
            (Op::Concat, &[a, b]) => Z3_mk_concat(c, a, b),
            _ => None,
        }
    }
}
