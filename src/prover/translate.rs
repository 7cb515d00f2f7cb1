//! From terms to the solver's terms, each once, in ascending order and so without recursion.

use super::answer::Fault;
use super::raw::Context;
use crate::logic::{FunId, Op, Sort, TermId, Terms, VarId};
use std::collections::{BTreeMap, HashMap};
use z3_sys::*;

#[derive(Default)]
pub(super) struct Translation {
    terms: HashMap<TermId, Z3_ast>,
    sorts: BTreeMap<Sort, Z3_sort>,
    pub variables: BTreeMap<VarId, Z3_func_decl>,
    pub functions: BTreeMap<FunId, Z3_func_decl>,
}

impl Translation {
    pub fn translate(
        &mut self,
        context: &Context,
        terms: &Terms,
        root: TermId,
    ) -> Result<Z3_ast, Fault> {
        // The terms that are missing; a term's arguments come before it when sorted.
        let mut missing = Vec::new();
        let mut work = vec![root];
        let mut seen = std::collections::HashSet::new();
        while let Some(term) = work.pop() {
            if !self.terms.contains_key(&term) && seen.insert(term) {
                missing.push(term);
                work.extend_from_slice(terms.args(term));
            }
        }
        missing.sort_unstable();
        for term in missing {
            let ast = self.one(context, terms, term)?;
            self.terms.insert(term, ast);
        }
        self.terms
            .get(&root)
            .copied()
            .ok_or_else(|| Fault::new("a term was not translated"))
    }

    fn one(&mut self, context: &Context, terms: &Terms, term: TermId) -> Result<Z3_ast, Fault> {
        let args = terms.args(term).iter();
        let args: Vec<Z3_ast> = args.map(|arg| self.terms[arg]).collect();
        let c = context.raw();
        let sort = terms.sort(term);
        let made = match terms.op(term) {
            Op::Const(_) => {
                let value = terms.constant(term).unwrap_or_default();
                return constant(context, value, sort);
            }
            Op::Var(var) => {
                let decl = self.variable(context, var, sort)?;
                // SAFETY: a declaration of this context, without arguments.
                unsafe { Z3_mk_app(c, decl, 0, std::ptr::null()) }
            }
            Op::Apply(function) => {
                let decl = self.function(context, terms, function)?;
                // SAFETY: the arguments are of this context, as many as declared: `Terms` checks.
                unsafe { Z3_mk_app(c, decl, args.len() as u32, args.as_ptr()) }
            }
            op => {
                let width = sort.width().unwrap_or(0);
                let from = terms.args(term).first();
                let from = from.and_then(|&a| terms.sort(a).width()).unwrap_or(0);
                // SAFETY: the arguments are of this context.
                unsafe { operator(c, op, &args, width, from) }
            }
        };
        context.keep(made)
    }

    pub fn sort(&mut self, context: &Context, sort: Sort) -> Result<Z3_sort, Fault> {
        if let Some(&known) = self.sorts.get(&sort) {
            return Ok(known);
        }
        let c = context.raw();
        // SAFETY: sorts and symbols of this context; the sort is kept by its reference count.
        let made = unsafe {
            let made = match sort {
                Sort::Bool => Z3_mk_bool_sort(c),
                Sort::BitVec(width) => Z3_mk_bv_sort(c, width),
                Sort::Memory => {
                    let address = self.sort(context, Sort::BitVec(64))?;
                    let byte = self.sort(context, Sort::BitVec(8))?;
                    Z3_mk_array_sort(c, address, byte)
                }
                Sort::Opaque(_) => Z3_mk_uninterpreted_sort(c, context.symbol(&sort.to_string())?),
            };
            let made = context.some(made)?;
            context.keep(Z3_sort_to_ast(c, made))?;
            made
        };
        self.sorts.insert(sort, made);
        Ok(made)
    }

    fn variable(
        &mut self,
        context: &Context,
        var: VarId,
        sort: Sort,
    ) -> Result<Z3_func_decl, Fault> {
        let decl = self.declare(context, &var.to_string(), &[], sort)?;
        self.variables.insert(var, decl);
        Ok(decl)
    }

    fn function(
        &mut self,
        context: &Context,
        terms: &Terms,
        function: FunId,
    ) -> Result<Z3_func_decl, Fault> {
        if let Some(&known) = self.functions.get(&function) {
            return Ok(known);
        }
        let declared = &terms.functions()[function];
        let name = function.to_string();
        let decl = self.declare(context, &name, &declared.arguments, declared.result)?;
        self.functions.insert(function, decl);
        Ok(decl)
    }

    fn declare(
        &mut self,
        context: &Context,
        name: &str,
        arguments: &[Sort],
        result: Sort,
    ) -> Result<Z3_func_decl, Fault> {
        let symbol = context.symbol(name)?;
        let result = self.sort(context, result)?;
        let sorts: Result<Vec<Z3_sort>, Fault> =
            arguments.iter().map(|&s| self.sort(context, s)).collect();
        let sorts = sorts?;
        let c = context.raw();
        // SAFETY: all of this context; the declaration is kept by its reference count.
        unsafe {
            let decl = Z3_mk_func_decl(c, symbol, sorts.len() as u32, sorts.as_ptr(), result);
            let decl = context.some(decl)?;
            context.keep(Z3_func_decl_to_ast(c, decl))?;
            Ok(decl)
        }
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
            (Op::Store, &[a, b, d]) => Z3_mk_store(c, a, b, d),
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
            (Op::Select, &[a, b]) => Z3_mk_select(c, a, b),
            _ => None,
        }
    }
}
