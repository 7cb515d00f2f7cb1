//! A solver for clauses that are asked about many times, a small part of them each time.
//!
//! Comes in: clauses over numbered variables, then questions: do these literals exclude each other? Goes out: a core of the
//! literals, a model, or nothing when the work allowed was done. Conflict-driven clause learning as in MiniSat (two
//! watched literals, first unique implication point, activities, saved phases, Luby restarts).
//!
//! The clauses are those of a circuit with perhaps millions of gates, a question is about a few hundred of them. The asker
//! names those ([`SatSolver::add_to_cone`]); others get no value, since whatever they are made of, they follow from it. And nothing
//! is decided but what explains a gate that has a value: a [`Guide`], which knows the gates, is asked literal by literal.
//! When all are explained, the inputs without a value may have any. This keeps the price of a question independent of the
//! size of the circuit, and leaves models open where they may be. A question that turns out hard also decides the
//! variables of its conflicts, the most active ones first.

mod active;
mod clauses;
mod learn;
mod log;
mod search;
#[cfg(test)]
mod tests;

use super::backend::SatSolver;
use super::ended;
use crate::base::{Id, Stop, id_type};
use active::Active;
use clauses::{Clauses, Reason};
pub use log::Log;
#[cfg(feature = "batsat")]
pub(super) use search::CONFLICT;
use std::ops::Not;
use std::sync::atomic::Ordering;
use std::time::Instant;

id_type!(
    /// A variable of the clauses: a gate of the circuit.
    Variable,
    "x"
);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The variable that is true in every model.
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    pub fn new(variable: Variable, negated: bool) -> Lit {
        Lit(variable.0 << 1 | u32::from(negated))
    }

    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Knows what the variables stand for.
pub trait Guide {
    /// A decision that helps to explain this literal, which is true; `None` if it is explained, or need not be.
    fn explain(&self, literal: Lit, view: &View) -> Option<Lit>;
}

/// What the search knows.
pub struct View<'a> {
    values: &'a [Value],
    phases: &'a [bool],
    activities: &'a [f64],
}

impl View<'_> {
    pub fn value(&self, literal: Lit) -> Value {
        self.values[literal.index()]
    }

    /// The variable with the value that it had last.
    pub fn last(&self, literal: Lit) -> Lit {
        let variable = literal.variable();
        Lit::new(variable, !self.phases[variable.index()])
    }

    /// The literal that took part in most conflicts lately; of equal ones the first.
    pub fn most_active(&self, literals: impl Iterator<Item = Lit>) -> Option<Lit> {
        let activity = |l: Lit| self.activities[l.variable().index()];
        literals.reduce(|best, other| match activity(other) > activity(best) {
            true => other,
            false => best,
        })
    }
}

/// What is known of a literal under the decisions so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Open,
    True,
    False,
}

/// What came out of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// These assumptions exclude each other.
    Unsat(Vec<Lit>),
    /// Read it with [`SatSolver::model`] before the next question.
    Sat,
    /// The work allowed was done.
    Open,
}

/// The work that is left for a question.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Literals propagated, with a conflict as much as `CONFLICT` of them: the same on every machine.
    pub steps: u64,
    /// The wall clock, for what the count misses.
    pub end: Option<Instant>,
    /// Ends the search, and those that are still to come.
    pub stop: &'a Stop,
}

impl Budget<'_> {
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search has to end, whatever steps are left.
    pub fn is_over(&self) -> bool {
        let late = self.end.is_some_and(|end| Instant::now() > end);
        if late {
            ended::note_end();
        }
        self.is_stopped() || late
    }
}

pub struct Solver {
    clauses: Clauses,
    /// By literal.
    values: Vec<Value>,
    /// By variable: the decisions made before it had a value, what implied it, its last value.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    phases: Vec<bool>,
    active: Active,
    /// Literals that are true, in the order they became so.
    trail: Vec<Lit>,
    /// Per level where it starts on the trail, and how much of the trail was explained then.
    starts: Vec<(usize, usize)>,
    /// The trail up to here was propagated.
    propagated: usize,
    /// The trail up to here is explained.
    explained: usize,
    /// Scratch of conflict analysis, by variable.
    seen: Vec<bool>,
    /// By variable, of the last question that was satisfiable; and the literals that it has a value of.
    model: Vec<Value>,
    model_trail: Vec<Lit>,
    /// By variable: the epoch that it was in last.
    cone: Vec<u32>,
    epoch: u32,
    /// The clauses exclude each other.
    unsat: bool,
    /// What all questions took, in the steps of a [`Budget`].
    spent: u64,
    log: Option<Box<Log>>,
}

impl Default for Solver {
    fn default() -> Self {
        let mut solver = Solver {
            clauses: Clauses::default(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            phases: Vec::new(),
            active: Active::default(),
            trail: Vec::new(),
            starts: Vec::new(),
            propagated: 0,
            explained: 0,
            seen: Vec::new(),
            model: Vec::new(),
            model_trail: Vec::new(),
            cone: Vec::new(),
            epoch: 1,
            unsat: false,
            spent: 0,
            log: None,
        };
        let constant = solver.variable(true);
        solver.clause(&[constant]);
        solver
    }
}

impl SatSolver for Solver {
    fn variable(&mut self, phase: bool) -> Lit {
        let variable = Variable::from_index(self.levels.len());
        self.values.extend([Value::Open; 2]);
        self.levels.push(0);
        self.reasons.push(Reason::None);
        self.phases.push(phase);
        self.seen.push(false);
        self.active.variable();
        self.cone.push(0);
        self.clauses.variable();
        Lit::new(variable, false)
    }

    fn len(&self) -> usize {
        self.levels.len()
    }

    fn size(&self) -> usize {
        self.clauses.size()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.backtrack(0);
        if let Some(log) = &mut self.log {
            log.given(literals);
        }
        let mut clause: Vec<Lit> = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let satisfied = clause.windows(2).any(|pair| pair[0] == !pair[1])
            || clause.iter().any(|&l| self.value(l) == Value::True);
        if satisfied {
            return;
        }
        clause.retain(|&l| self.value(l) == Value::Open);
        match clause[..] {
            [] => self.unsat = true,
            [only] => {
                self.assign(only, Reason::None);
                self.unsat |= self.propagate().is_some();
            }
            _ => {
                self.clauses.add(&clause, None);
            }
        }
    }

    fn add_to_cone(&mut self, variable: Variable) -> bool {
        let before = std::mem::replace(&mut self.cone[variable.index()], self.epoch);
        before != self.epoch
    }

    fn clear_cone(&mut self) {
        self.backtrack(0);
        self.epoch += 1;
    }

    fn is_in_cone(&self, literal: Lit) -> bool {
        self.cone[literal.variable().index()] == self.epoch
    }

    fn model(&self, literal: Lit) -> Option<bool> {
        match self.model.get(literal.variable().index()) {
            Some(Value::True) => Some(!literal.is_negated()),
            Some(Value::False) => Some(literal.is_negated()),
            _ => None,
        }
    }

    fn solve(&mut self, assumptions: &[Lit], guide: &dyn Guide, budget: &mut Budget) -> Verdict {
        self.decide_query(assumptions, guide, budget)
    }

    fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }
}

impl Solver {
    fn value(&self, literal: Lit) -> Value {
        self.values[literal.index()]
    }

    fn level(&self) -> usize {
        self.starts.len()
    }

    fn assign(&mut self, literal: Lit, reason: Reason) {
        let variable = literal.variable().index();
        self.values[literal.index()] = Value::True;
        self.values[(!literal).index()] = Value::False;
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let (start, explained) = self.starts[level];
        for &literal in &self.trail[start..] {
            let variable = literal.variable();
            self.values[literal.index()] = Value::Open;
            self.values[(!literal).index()] = Value::Open;
            self.phases[variable.index()] = !literal.is_negated();
            self.active.offer(variable);
        }
        self.trail.truncate(start);
        self.starts.truncate(level);
        self.propagated = start;
        self.explained = explained;
    }
}
