//! BatSat behind the interface of solvers of clauses.
//!
//! It decides every variable that it has. So a variable and its clauses are handed over when a question needs it first: a
//! clause belongs to the newest of its variables, which is the output of its gate, and inputs of gates in the cone are in
//! the cone. What was handed over stays.

use super::SatSolver;
use crate::base::{Id, Stop};
use crate::prover::sat::{Budget, CONFLICT, Guide, Lit, Variable, Verdict};
use batsat::{Callbacks, ClauseKind, SolverInterface, Theory, TheoryArg, Var, lbool};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

/// How often the clock is looked at, in decisions.
const POLL: u64 = 256;

pub struct Batsat {
    solver: batsat::Solver<Counter>,
    work: Rc<Work>,
    variables: Vec<Mapped>,
    epoch: u32,
    /// Literals of all clauses that were given.
    literals: usize,
}

/// A variable as the solver inside knows it.
struct Mapped {
    phase: bool,
    /// What the solver calls it, once it has it.
    inner: Option<Var>,
    /// Clauses that wait for it.
    waiting: Vec<Vec<Lit>>,
    /// The epoch of the cone that it was in last.
    cone: u32,
}

impl Default for Batsat {
    fn default() -> Self {
        let work = Rc::new(Work::default());
        let counter = Counter(work.clone());
        let mut batsat = Batsat {
            solver: batsat::Solver::new(Default::default(), counter),
            work,
            variables: Vec::new(),
            epoch: 1,
            literals: 0,
        };
        let constant = batsat.variable(true);
        batsat.clause(&[constant]);
        batsat
    }
}

impl SatSolver for Batsat {
    fn variable(&mut self, phase: bool) -> Lit {
        self.variables.push(Mapped {
            phase,
            inner: None,
            waiting: Vec::new(),
            cone: 0,
        });
        Lit::new(Variable::from_index(self.variables.len() - 1), false)
    }

    fn len(&self) -> usize {
        self.variables.len()
    }

    fn size(&self) -> usize {
        self.literals + self.work.learned.get()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.literals += literals.len();
        let newest = literals.iter().map(|l| l.variable().index()).max();
        let variable = &mut self.variables[newest.unwrap_or(0)];
        match variable.inner {
            None => variable.waiting.push(literals.to_vec()),
            Some(_) => self.hand_over(literals),
        }
    }

    fn add_to_cone(&mut self, variable: Variable) -> bool {
        let epoch = self.epoch;
        let known = &mut self.variables[variable.index()];
        let is_new = std::mem::replace(&mut known.cone, epoch) != epoch;
        let waiting = std::mem::take(&mut known.waiting);
        self.inner(Lit::new(variable, false));
        for clause in waiting {
            self.hand_over(&clause);
        }
        is_new
    }

    fn clear_cone(&mut self) {
        self.epoch += 1;
        self.add_to_cone(Lit::TRUE.variable());
    }

    fn is_in_cone(&self, literal: Lit) -> bool {
        self.variables[literal.variable().index()].cone == self.epoch
    }

    fn solve(&mut self, assumptions: &[Lit], _: &dyn Guide, budget: &mut Budget) -> Verdict {
        let assumed: Vec<_> = assumptions.iter().map(|&l| self.inner(l)).collect();
        self.work.start(budget);
        let found = self
            .solver
            .solve_limited_th(&mut self.work.trail(), &assumed);
        budget.steps = self.work.left();
        if found == lbool::TRUE {
            Verdict::Sat
        } else if found == lbool::FALSE {
            let used = |l: &batsat::Lit| self.solver.unsat_core_contains_var(l.var());
            let pairs = assumptions.iter().zip(&assumed);
            Verdict::Unsat(pairs.filter(|(_, l)| used(l)).map(|(&l, _)| l).collect())
        } else {
            Verdict::Open
        }
    }

    fn model(&self, literal: Lit) -> Option<bool> {
        let variable = &self.variables[literal.variable().index()];
        let value = self.solver.value_var(variable.inner?);
        match (value == lbool::TRUE, value == lbool::FALSE) {
            (true, _) => Some(!literal.is_negated()),
            (_, true) => Some(literal.is_negated()),
            _ => None,
        }
    }
}

impl Batsat {
    fn hand_over(&mut self, clause: &[Lit]) {
        let mut inner: Vec<_> = clause.iter().map(|&l| self.inner(l)).collect();
        self.solver.add_clause_reuse(&mut inner);
    }

    /// The literal as the solver calls it; it gets the variable now if it has not.
    fn inner(&mut self, literal: Lit) -> batsat::Lit {
        let variable = &mut self.variables[literal.variable().index()];
        let first = match variable.phase {
            true => lbool::TRUE,
            false => lbool::FALSE,
        };
        let inner = variable
            .inner
            .get_or_insert_with(|| self.solver.new_var(first, true));
        batsat::Lit::new(*inner, !literal.is_negated())
    }
}

/// The steps of searches, counted as a [`Budget`] does.
#[derive(Default)]
struct Work {
    spent: Cell<u64>,
    polls: Cell<u64>,
    /// Literals of learned clauses.
    learned: Cell<usize>,
    limit: RefCell<Limit>,
}

#[derive(Default)]
struct Limit {
    last_step: u64,
    end: Option<Instant>,
    stop: Stop,
}

impl Work {
    fn start(&self, budget: &Budget) {
        *self.limit.borrow_mut() = Limit {
            last_step: self.spent.get().saturating_add(budget.steps),
            end: budget.end,
            stop: budget.stop.clone(),
        };
    }

    fn left(&self) -> u64 {
        let last = self.limit.borrow().last_step;
        last.saturating_sub(self.spent.get())
    }

    fn spend(&self, steps: u64) {
        self.spent.set(self.spent.get() + steps);
    }

    fn is_over(&self) -> bool {
        let polls = self.polls.get() + 1;
        self.polls.set(polls);
        let limit = self.limit.borrow();
        let budget = Budget {
            steps: 0,
            end: limit.end,
            stop: &limit.stop,
        };
        self.left() == 0 || budget.is_stopped() || (polls.is_multiple_of(POLL) && budget.is_over())
    }

    fn trail(&self) -> Trail<'_> {
        Trail {
            work: self,
            length: 0,
            starts: Vec::new(),
        }
    }
}

/// Counts conflicts, and ends a search that has no steps left.
struct Counter(Rc<Work>);

impl Callbacks for Counter {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.0.spend(CONFLICT);
            self.0.learned.set(self.0.learned.get() + clause.len());
        }
    }

    fn on_delete_clause(&mut self, clause: &[batsat::Lit]) {
        let left = self.0.learned.get().saturating_sub(clause.len());
        self.0.learned.set(left);
    }

    fn stop(&self) -> bool {
        self.0.is_over()
    }
}

/// Counts propagated literals, as a theory that has no objections.
struct Trail<'a> {
    work: &'a Work,
    /// How much of the trail was counted, now and at the start of each level.
    length: usize,
    starts: Vec<usize>,
}

impl Theory for Trail<'_> {
    fn final_check(&mut self, _: &mut TheoryArg) {}

    fn create_level(&mut self) {
        self.starts.push(self.length);
    }

    fn pop_levels(&mut self, count: usize) {
        let left = self.starts.len().saturating_sub(count);
        if let Some(&start) = self.starts.get(left) {
            self.length = start;
        }
        self.starts.truncate(left);
    }

    fn n_levels(&self) -> usize {
        self.starts.len()
    }

    fn partial_check(&mut self, acts: &mut TheoryArg) {
        let length = acts.model().len();
        self.work.spend(length.saturating_sub(self.length) as u64);
        self.length = length;
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        unreachable!("nothing is propagated")
    }
}
