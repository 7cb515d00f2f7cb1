//! From terms to the solver's terms, each once, in ascending order and so without recursion.
//!
//! The solver sees nothing but Booleans and bit-vectors, on which it is fast. Memories and functions are taken out
//! (`reads`): each value that is read from an unknown memory, and each value of a function, is a variable. That
//! equal places have equal values is told to the solver when a model shows that it matters. Elements of opaque
//! sorts become numbers: there are more than terms of the sort.
//!
//! Every term that has several users and is not small becomes a variable with a definition, so that the solver looks at
//! each part of the formula once, however many predicates share it.

use super::answer::Fault;
use super::raw::Context;
use super::reads::Reads;
use crate::base::Id;
use crate::logic::{Op, Sort, TermId, Terms, VarId};
use std::collections::{BTreeMap, HashMap, HashSet};
use z3_sys::*;

/// The bits of the numbers that stand for elements of opaque sorts.
pub(super) const OPAQUE_BITS: u32 = 24;

#[derive(Default)]
pub(super) struct Translation {
    terms: HashMap<TermId, Z3_ast>,
    sorts: BTreeMap<Sort, Z3_sort>,
    pub variables: BTreeMap<VarId, Z3_ast>,
    pub reads: Reads,
    /// `variable = term`, by term.
    definitions: HashMap<TermId, Z3_ast>,
    /// How many terms of the table use each.
    users: Vec<u8>,
    /// How large each term is, up to the variables with definitions.
    sizes: HashMap<TermId, u32>,
}

/// A term with several users gets a variable if it is larger than this, any term if it is larger than the second.
const SHARED_SIZE: u32 = 4;
const LONE_SIZE: u32 = 400;

impl Translation {
    /// For the terms of that table.
    pub fn new(terms: &Terms) -> Self {
        let mut users = vec![0u8; terms.len()];
        for term in terms.ids() {
            for arg in terms.args(term) {
                users[arg.index()] = users[arg.index()].saturating_add(1);
            }
        }
        Translation {
            users,
            ..Translation::default()
        }
    }

    /// The definition that goes with a term, if it has one.
    pub fn definition(&self, term: TermId) -> Option<Z3_ast> {
        self.definitions.get(&term).copied()
    }

    pub fn translate(
        &mut self,
        context: &Context,
        terms: &Terms,
        root: TermId,
    ) -> Result<Z3_ast, Fault> {
        // The terms that are missing; a term's arguments come before it when sorted.
        let mut missing = Vec::new();
        let mut work = vec![root];
        let mut seen = HashSet::new();
        while let Some(term) = work.pop() {
            if !self.terms.contains_key(&term) && seen.insert(term) {
                missing.push(term);
                work.extend_from_slice(terms.args(term));
            }
        }
        missing.sort_unstable();
        for term in missing {
            // Memories are there only where they are read.
            if terms.sort(term) != Sort::Memory {
                let ast = self.one(context, terms, term)?;
                let ast = self.shared(context, terms, term, ast)?;
                self.terms.insert(term, ast);
            }
        }
        self.known(root)
    }

    /// What a term was translated to.
    pub fn known(&self, term: TermId) -> Result<Z3_ast, Fault> {
        let ast = self.terms.get(&term).copied();
        ast.ok_or_else(|| Fault::new("a term was not translated"))
    }

    fn one(&mut self, context: &Context, terms: &Terms, term: TermId) -> Result<Z3_ast, Fault> {
        let c = context.raw();
        let sort = terms.sort(term);
        let made = match terms.op(term) {
            Op::Const(_) => {
                let value = terms.constant(term).unwrap_or_default();
                return constant(context, value, sort);
            }
            Op::Var(var) => {
                let ast = self.fresh(context, &var.to_string(), sort)?;
                self.variables.insert(var, ast);
                return Ok(ast);
            }
            Op::Apply(function) => return self.apply(context, terms, term, function),
            Op::Select => return self.read(context, terms, term),
            Op::Eq if terms.sort(terms.args(term)[0]) == Sort::Memory => {
                return Err(Fault::new("memories are not compared"));
            }
            op => {
                let args = terms.args(term).iter();
                let args: Result<Vec<Z3_ast>, Fault> = args.map(|&arg| self.known(arg)).collect();
                let width = sort.width().unwrap_or(0);
                let from = terms.args(term).first();
                let from = from.and_then(|&a| terms.sort(a).width()).unwrap_or(0);
                // SAFETY: the arguments are of this context.
                unsafe { operator(c, op, &args?, width, from) }
            }
        };
        context.keep(made)
    }

    /// The term itself, or a variable that is defined as it.
    fn shared(
        &mut self,
        context: &Context,
        terms: &Terms,
        term: TermId,
        ast: Z3_ast,
    ) -> Result<Z3_ast, Fault> {
        let small = |op| matches!(op, Op::Const(_) | Op::Var(_) | Op::Apply(_) | Op::Select);
        if small(terms.op(term)) {
            return Ok(ast);
        }
        let args = terms.args(term).iter();
        let size = args.map(|arg| self.sizes.get(arg).copied().unwrap_or(0));
        let size = size.fold(1u32, u32::saturating_add);
        let users = self.users.get(term.index()).copied().unwrap_or(0);
        let wanted = size > LONE_SIZE || (users > 1 && size > SHARED_SIZE);
        if !wanted {
            self.sizes.insert(term, size);
            return Ok(ast);
        }
        let variable = self.fresh(context, &format!("d{term}"), terms.sort(term))?;
        let definition = equal(context, variable, ast)?;
        self.definitions.insert(term, definition);
        Ok(variable)
    }

    /// A constant that nothing is known of.
    pub fn fresh(&mut self, context: &Context, name: &str, sort: Sort) -> Result<Z3_ast, Fault> {
        let (symbol, sort) = (context.symbol(name)?, self.sort(context, sort)?);
        // SAFETY: all of this context.
        context.keep(unsafe { Z3_mk_const(context.raw(), symbol, sort) })
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
                Sort::Opaque(_) => Z3_mk_bv_sort(c, OPAQUE_BITS),
                Sort::Memory => return Err(Fault::new("a memory has no value")),
            };
            let made = context.some(made)?;
            context.keep(Z3_sort_to_ast(c, made))?;
            made
        };
        self.sorts.insert(sort, made);
        Ok(made)
    }
}

pub(super) fn equal(context: &Context, a: Z3_ast, b: Z3_ast) -> Result<Z3_ast, Fault> {
    // SAFETY: two terms of this context and of one sort.
    context.keep(unsafe { Z3_mk_eq(context.raw(), a, b) })
}

pub(super) fn constant(context: &Context, value: u128, sort: Sort) -> Result<Z3_ast, Fault> {
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
