//! z3, asked what our own solver leaves open: it rewrites whole words where gates have to be searched.
//!
//! Comes in: flat terms. Goes out: which of them exclude each other, if z3 proves that they do. A model of z3 is not used:
//! questions that have one are easy for the solver of gates.

mod raw;
mod translate;
mod watchdog;

use super::answer::Fault;
use super::session::Limits;
use crate::base::Stop;
use crate::logic::{TermId, Terms};
use raw::Context;
pub use raw::{limit_memory, version};
use translate::Translation;
use z3_sys::*;

pub(super) struct Z3 {
    translation: Translation,
    limits: Limits,
    /// How many literals have a name.
    names: usize,
    /// Dropped last: the other fields point into it.
    context: Context,
}

impl Z3 {
    pub fn new(limits: Limits) -> Result<Self, Fault> {
        Ok(Z3 {
            translation: Translation::default(),
            limits,
            names: 0,
            context: Context::new()?,
        })
    }

    /// The assumptions, by index, that exclude each other where the facts hold; `None` if there is no proof.
    pub fn refute(
        &mut self,
        terms: &Terms,
        facts: &[TermId],
        assumptions: &[TermId],
        stop: &Stop,
    ) -> Result<Option<Vec<usize>>, Fault> {
        let solver = Solver::new(&self.context, self.limits)?;
        for &fact in facts {
            solver.assert(self.translation.translate(&self.context, terms, fact)?)?;
        }
        let mut literals = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            let formula = self
                .translation
                .translate(&self.context, terms, assumption)?;
            self.names += 1;
            let name = self.context.boolean(&format!("s{}", self.names))?;
            solver.assert(self.context.implies(name, formula)?)?;
            literals.push(name);
        }
        let _watch = watchdog::watch(&self.context, self.limits.wall, stop)?;
        solver.refute(&literals)
    }
}

/// A solver of a context, for one question.
struct Solver<'a> {
    context: &'a Context,
    raw: Z3_solver,
}

impl<'a> Solver<'a> {
    fn new(context: &'a Context, limits: Limits) -> Result<Self, Fault> {
        let c = context.raw();
        // SAFETY: symbols and parameters of this context; the parameters are held while they are set.
        unsafe {
            let raw = context.some(Z3_mk_solver_for_logic(c, context.symbol("QF_BV")?))?;
            Z3_solver_inc_ref(c, raw);
            let solver = Solver { context, raw };
            let params = context.some(Z3_mk_params(c))?;
            Z3_params_inc_ref(c, params);
            Z3_params_set_uint(c, params, context.symbol("rlimit")?, limits.z3);
            // Otherwise the solver takes Ctrl-C for itself while it searches.
            Z3_params_set_bool(c, params, context.symbol("ctrl_c")?, false);
            Z3_solver_set_params(c, raw, params);
            Z3_params_dec_ref(c, params);
            context.ok()?;
            Ok(solver)
        }
    }

    fn assert(&self, formula: Z3_ast) -> Result<(), Fault> {
        // SAFETY: both of this context.
        unsafe { Z3_solver_assert(self.context.raw(), self.raw, formula) };
        self.context.ok()
    }

    fn refute(&self, literals: &[Z3_ast]) -> Result<Option<Vec<usize>>, Fault> {
        let (c, count) = (self.context.raw(), literals.len() as u32);
        // SAFETY: the literals are of this context and live during the call.
        let answer = unsafe { Z3_solver_check_assumptions(c, self.raw, count, literals.as_ptr()) };
        match answer {
            Z3_L_FALSE => self.core(literals).map(Some),
            _ => Ok(None),
        }
    }

    /// The indices of the assumptions that the refutation used.
    fn core(&self, literals: &[Z3_ast]) -> Result<Vec<usize>, Fault> {
        let c = self.context.raw();
        self.context.ok()?;
        let mut indices = Vec::new();
        // SAFETY: the vector is held by its reference count while it is read.
        unsafe {
            let core = self.context.some(Z3_solver_get_unsat_core(c, self.raw))?;
            Z3_ast_vector_inc_ref(c, core);
            for i in 0..Z3_ast_vector_size(c, core) {
                let ast = Z3_ast_vector_get(c, core, i);
                // Terms are unique in a context, so pointers identify them.
                indices.push(literals.iter().position(|&l| Some(l) == ast));
            }
            Z3_ast_vector_dec_ref(c, core);
        }
        let indices: Option<Vec<usize>> = indices.into_iter().collect();
        let mut indices = indices.ok_or_else(|| Fault::new("a core of other assumptions"))?;
        indices.sort_unstable();
        indices.dedup();
        Ok(indices)
    }
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        // SAFETY: the solver was made in this context, which lives.
        unsafe { Z3_solver_dec_ref(self.context.raw(), self.raw) };
    }
}
