//! One context with one solver at a time: hypotheses asserted, predicates named, questions by their names.
//!
//! A new solver forgets the facts and the names of the one before and keeps the translated terms: the fewer
//! predicates a solver has named, the faster it answers.

use super::answer::{Answer, Fault};
use super::model::{self, Reading};
use super::raw::{Context, text};
use super::reads::Cone;
use super::session::Limits;
use super::translate::Translation;
use super::watchdog;
use crate::logic::{Assignment, Op, Sort, TermId, Terms};
use std::collections::HashMap;
use z3_sys::*;

/// How many models of one question may turn out wrong.
const MOST_MODELS: usize = 40;

/// What a check gave, before the model is confirmed.
pub(super) enum Outcome {
    Unsat(Vec<usize>),
    Sat {
        state: Assignment,
        /// Evaluation has to agree; otherwise it may differ.
        exact: bool,
    },
    Other(Answer),
}

/// The names of a predicate and of its negation.
#[derive(Clone, Copy)]
struct Name {
    yes: Z3_ast,
    no: Z3_ast,
}

pub(super) struct Engine {
    solver: Z3_solver,
    translation: Translation,
    names: HashMap<TermId, Name>,
    /// How many disjunctions have a name.
    clauses: usize,
    /// What the formulas in the solver read.
    cone: Cone,
    /// Assumed: no two accesses overlap in part.
    apart: Z3_ast,
    limits: Limits,
    /// Dropped last: the other fields point into it.
    context: Context,
}

impl Engine {
    pub fn new(terms: &Terms, facts: &[TermId], limits: Limits) -> Result<Self, Fault> {
        let context = Context::new()?;
        let solver = make_solver(&context, limits)?;
        let mut translation = Translation::new(terms);
        let mut engine = Engine {
            solver,
            apart: translation.fresh(&context, "apart", Sort::Bool)?,
            translation,
            names: HashMap::new(),
            clauses: 0,
            cone: Cone::default(),
            limits,
            context,
        };
        engine.assert_all(terms, facts)?;
        Ok(engine)
    }

    /// Starts again with other facts.
    pub fn restart(&mut self, terms: &Terms, facts: &[TermId]) -> Result<(), Fault> {
        let solver = make_solver(&self.context, self.limits)?;
        // SAFETY: the solver was made in this context, which lives.
        unsafe { Z3_solver_dec_ref(self.context.raw(), self.solver) };
        self.solver = solver;
        self.names.clear();
        self.clauses = 0;
        self.cone = Cone::default();
        self.assert_all(terms, facts)
    }

    fn assert_all(&mut self, terms: &Terms, facts: &[TermId]) -> Result<(), Fault> {
        for &fact in facts {
            let ast = self.translate(terms, fact)?;
            self.assert(ast)?;
        }
        Ok(())
    }

    /// A term of the formula: what it reads matters from now on.
    fn translate(&mut self, terms: &Terms, term: TermId) -> Result<Z3_ast, Fault> {
        let ast = self.translation.translate(&self.context, terms, term)?;
        for definition in self.cone.add(terms, &self.translation, term) {
            self.assert(definition)?;
        }
        Ok(ast)
    }

    /// How many terms the solver knows.
    pub fn size(&self) -> usize {
        self.cone.len()
    }

    fn assert(&self, ast: Z3_ast) -> Result<(), Fault> {
        // SAFETY: both of this context.
        unsafe { Z3_solver_assert(self.context.raw(), self.solver, ast) };
        self.context.ok()
    }

    /// Asserts a predicate or its negation for good.
    pub fn assert_literal(
        &mut self,
        terms: &Terms,
        predicate: TermId,
        holds: bool,
    ) -> Result<(), Fault> {
        let ast = self.translate(terms, predicate)?;
        match holds {
            true => self.assert(ast),
            false => {
                // SAFETY: a Bool of this context.
                let not = unsafe { Z3_mk_not(self.context.raw(), ast) };
                let not = self.context.keep(not)?;
                self.assert(not)
            }
        }
    }

    /// A literal s with s ⇔ P asserted; a variable is its own name.
    fn name(&mut self, terms: &Terms, predicate: TermId) -> Result<Name, Fault> {
        if let Some(&name) = self.names.get(&predicate) {
            return Ok(name);
        }
        let ast = self.translate(terms, predicate)?;
        let c = self.context.raw();
        let yes = match terms.op(predicate) {
            Op::Var(_) => ast,
            _ => {
                let literal = self.fresh_literal(&format!("s{}", self.names.len()))?;
                // SAFETY: two Bools of this context.
                let same = self.context.keep(unsafe { Z3_mk_eq(c, literal, ast) })?;
                self.assert(same)?;
                literal
            }
        };
        // SAFETY: a Bool of this context.
        let no = self.context.keep(unsafe { Z3_mk_not(c, yes) })?;
        let name = Name { yes, no };
        self.names.insert(predicate, name);
        Ok(name)
    }

    /// Whether the asserted facts and these predicates (or their negations), and those of the scope, can hold together
    /// with one of the others, if there are any. The core counts assumptions, then the choice, then the scope.
    pub fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[(TermId, bool)],
        one_of: &[(TermId, bool)],
        facts: &[(TermId, bool)],
    ) -> Result<Outcome, Fault> {
        let mut literals = self.literals(terms, assumptions)?;
        if !one_of.is_empty() {
            let choices = self.literals(terms, one_of)?;
            literals.push(self.clause(&choices)?);
        }
        literals.extend(self.literals(terms, facts)?);
        let count = literals.len();
        let mut apart = true;
        literals.push(self.apart);
        for _ in 0..MOST_MODELS {
            match self.solve(&literals) {
                Z3_L_FALSE => {
                    let core = self.core(&literals)?;
                    if core.last() != Some(&count) {
                        return Ok(Outcome::Unsat(core));
                    }
                    // The proof needs that nothing overlaps: it has to do without.
                    literals.truncate(count);
                    apart = false;
                }
                Z3_L_TRUE => match self.model(terms, apart)? {
                    Reading::State { state, exact } => return Ok(Outcome::Sat { state, exact }),
                    Reading::Lemmas { always, apart } => self.learn(&always, &apart)?,
                },
                _ => return Ok(Outcome::Other(self.reason())),
            }
        }
        Ok(Outcome::Other(Answer::Timeout))
    }

    fn solve(&self, literals: &[Z3_ast]) -> Z3_lbool {
        let _watch = watchdog::watch(&self.context, self.limits.wall);
        let (c, count) = (self.context.raw(), literals.len() as u32);
        // SAFETY: the literals are of this context and live during the call.
        unsafe { Z3_solver_check_assumptions(c, self.solver, count, literals.as_ptr()) }
    }

    /// Lemmas that hold, and lemmas that hold if nothing overlaps in part.
    fn learn(&self, always: &[Z3_ast], apart: &[Z3_ast]) -> Result<(), Fault> {
        for &lemma in always {
            self.assert(lemma)?;
        }
        for &lemma in apart {
            // SAFETY: two Bools of this context.
            let guarded = unsafe { Z3_mk_implies(self.context.raw(), self.apart, lemma) };
            self.assert(self.context.keep(guarded)?)?;
        }
        Ok(())
    }

    fn literals(&mut self, terms: &Terms, list: &[(TermId, bool)]) -> Result<Vec<Z3_ast>, Fault> {
        let name = |&(predicate, holds): &(TermId, bool)| {
            let name = self.name(terms, predicate)?;
            Ok(if holds { name.yes } else { name.no })
        };
        list.iter().map(name).collect()
    }

    /// A literal c with c ⇒ l₁ ∨ l₂ ∨ … asserted.
    fn clause(&mut self, choices: &[Z3_ast]) -> Result<Z3_ast, Fault> {
        if let &[only] = choices {
            return Ok(only);
        }
        let literal = self.fresh_literal(&format!("c{}", self.clauses))?;
        self.clauses += 1;
        let c = self.context.raw();
        // SAFETY: Bools of this context, which live during the calls.
        let implied = unsafe {
            let any = Z3_mk_or(c, choices.len() as u32, choices.as_ptr());
            Z3_mk_implies(c, literal, self.context.keep(any)?)
        };
        let implied = self.context.keep(implied)?;
        self.assert(implied)?;
        Ok(literal)
    }

    fn fresh_literal(&self, name: &str) -> Result<Z3_ast, Fault> {
        let symbol = self.context.symbol(name)?;
        // SAFETY: all of this context.
        unsafe {
            let bool = self.context.some(Z3_mk_bool_sort(self.context.raw()))?;
            self.context
                .keep(Z3_mk_const(self.context.raw(), symbol, bool))
        }
    }

    /// The indices of the assumptions that the refutation used.
    fn core(&self, literals: &[Z3_ast]) -> Result<Vec<usize>, Fault> {
        let c = self.context.raw();
        self.context.ok()?;
        let mut indices = Vec::new();
        // SAFETY: the vector is held by its reference count while it is read.
        unsafe {
            let core = self
                .context
                .some(Z3_solver_get_unsat_core(c, self.solver))?;
            Z3_ast_vector_inc_ref(c, core);
            for i in 0..Z3_ast_vector_size(c, core) {
                let ast = Z3_ast_vector_get(c, core, i);
                // Terms are unique in a context, so pointers identify them.
                let index = literals.iter().position(|&l| Some(l) == ast);
                indices.push(index);
            }
            Z3_ast_vector_dec_ref(c, core);
        }
        let indices: Option<Vec<usize>> = indices.into_iter().collect();
        let mut indices = indices.ok_or_else(|| Fault::new("a core of other assumptions"))?;
        indices.sort_unstable();
        indices.dedup();
        Ok(indices)
    }

    fn model(&self, terms: &Terms, apart: bool) -> Result<Reading, Fault> {
        let c = self.context.raw();
        // SAFETY: the model is held by its reference count while it is read.
        unsafe {
            let model = self.context.some(Z3_solver_get_model(c, self.solver))?;
            Z3_model_inc_ref(c, model);
            let (translation, cone) = (&self.translation, &self.cone);
            let reading = model::read(&self.context, model, terms, translation, cone, apart);
            Z3_model_dec_ref(c, model);
            reading
        }
    }

    fn reason(&self) -> Answer {
        let c = self.context.raw();
        // SAFETY: the solver is of this context.
        unsafe {
            if Z3_get_error_code(c) != ErrorCode::Ok {
                return self.context.fault().into();
            }
            let reason = text(Z3_solver_get_reason_unknown(c, self.solver));
            classify(reason, self.limits)
        }
    }
}

/// The solver gives its reason as text; past its resource limit it may give none.
fn classify(reason: String, limits: Limits) -> Answer {
    let has = |word| reason.contains(word);
    let silent = reason.is_empty() || has("no reason");
    if has("memory") {
        Answer::Memory
    } else if silent && limits.resource > 0
        || has("cancel")
        || has("resource")
        || has("rlimit")
        || has("time")
        || has("interrupt")
    {
        Answer::Timeout
    } else {
        Answer::Unknown(reason)
    }
}

fn make_solver(context: &Context, limits: Limits) -> Result<Z3_solver, Fault> {
    let c = context.raw();
    // SAFETY: symbols and parameters of this context; the parameters are held while they are set.
    unsafe {
        let solver = context.some(Z3_mk_solver_for_logic(c, context.symbol("QF_BV")?))?;
        Z3_solver_inc_ref(c, solver);
        let params = context.some(Z3_mk_params(c))?;
        Z3_params_inc_ref(c, params);
        Z3_params_set_uint(c, params, context.symbol("rlimit")?, limits.resource);
        // Otherwise the solver takes Ctrl-C for itself while it searches.
        Z3_params_set_bool(c, params, context.symbol("ctrl_c")?, false);
        Z3_solver_set_params(c, solver, params);
        Z3_params_dec_ref(c, params);
        context.ok()?;
        Ok(solver)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the solver was made in this context, which lives.
        unsafe { Z3_solver_dec_ref(self.context.raw(), self.solver) };
    }
}
