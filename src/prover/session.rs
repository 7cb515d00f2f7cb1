//! A session: the formula of one function, asked many times.
//!
//! The solver is built on the first question that needs it, and again after an answer that ended a search
//! halfway, so that no answer rests on a state that an interruption left.

use super::answer::{Answer, Fault};
use super::engine::{Engine, Outcome};
use crate::logic::{Assignment, Evaluator, Op, TermId, Terms};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What one question may cost. The memory is limited per process: [`super::limit_memory`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The solver's own count of its steps, the same on every machine; 0 is no limit.
    pub resource: u32,
    /// The wall clock, for what the count misses.
    pub wall: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            resource: 2_000_000,
            wall: Duration::from_secs(60),
        }
    }
}

/// A predicate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    pub predicate: TermId,
    pub holds: bool,
}

impl Literal {
    /// The literal of a Bool term; a negation becomes the negated literal of its argument.
    pub fn new(terms: &Terms, predicate: TermId) -> Self {
        match (terms.op(predicate), terms.args(predicate)) {
            (Op::Not, &[inner]) => Literal {
                predicate: inner,
                holds: false,
            },
            _ => Literal {
                predicate,
                holds: true,
            },
        }
    }

    #[must_use]
    pub fn negate(self) -> Self {
        Literal {
            holds: !self.holds,
            ..self
        }
    }
}

/// How many questions had which answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Answered without the solver.
    pub trivial: u64,
    pub valid: u64,
    pub invalid: u64,
    /// Time-out, memory, unknown.
    pub open: u64,
    pub failures: u64,
}

pub struct Session {
    hypotheses: Vec<TermId>,
    limits: Limits,
    identity: u64,
    engine: Option<Engine>,
    evaluator: Evaluator,
    statistics: Statistics,
}

impl Session {
    /// A session on the terms of that table. The table may grow while the session lives.
    pub fn new(terms: &Terms, hypotheses: &[TermId], limits: Limits) -> Self {
        Session {
            hypotheses: hypotheses.to_vec(),
            limits,
            identity: terms.identity(),
            engine: None,
            evaluator: Evaluator::new(terms, hypotheses),
            statistics: Statistics::default(),
        }
    }

    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether the hypotheses and the assumptions exclude each other.
    pub fn ask(&mut self, terms: &Terms, assumptions: &[Literal]) -> Answer {
        if let Some(core) = trivial(terms, assumptions) {
            self.statistics.trivial += 1;
            return Answer::Valid(core);
        }
        let answer = self.solve(terms, assumptions);
        match &answer {
            Answer::Valid(_) => self.statistics.valid += 1,
            Answer::Invalid(_) => self.statistics.invalid += 1,
            Answer::Failure(_) => self.statistics.failures += 1,
            _ => self.statistics.open += 1,
        }
        if !answer.is_valid() && !answer.is_invalid() {
            self.engine = None;
        }
        answer
    }

    /// Whether the hypotheses can hold at all; `None` when the solver does not say. Hypotheses that
    /// cannot hold prove everything.
    pub fn hypotheses_satisfiable(&mut self, terms: &Terms) -> Option<bool> {
        match self.ask(terms, &[]) {
            Answer::Valid(_) => Some(false),
            Answer::Invalid(_) => Some(true),
            _ => None,
        }
    }

    /// Asks again in a solver of its own, with the literals asserted instead of assumed. A valid answer
    /// names all of them.
    pub fn recheck(&self, terms: &Terms, literals: &[Literal]) -> Answer {
        if terms.identity() != self.identity {
            return Answer::Failure("terms of another table".to_string());
        }
        let attempt = || -> Result<Outcome, Fault> {
            let mut engine = Engine::new(terms, &self.hypotheses, self.limits)?;
            for literal in literals {
                engine.assert_literal(terms, literal.predicate, literal.holds)?;
            }
            engine.check(terms, &[])
        };
        match guarded(attempt) {
            Ok(Outcome::Unsat(_)) => Answer::Valid((0..literals.len()).collect()),
            Ok(Outcome::Sat(state)) => {
                let mut roots = self.hypotheses.clone();
                roots.extend(literals.iter().map(|l| l.predicate));
                let mut evaluator = Evaluator::new(terms, &roots);
                confirm(terms, &mut evaluator, &self.hypotheses, literals, state)
            }
            Ok(Outcome::Other(answer)) => answer,
            Err(fault) => fault.into(),
        }
    }

    fn solve(&mut self, terms: &Terms, assumptions: &[Literal]) -> Answer {
        if terms.identity() != self.identity {
            return Answer::Failure("terms of another table".to_string());
        }
        match guarded(|| self.check(terms, assumptions)) {
            Ok(Outcome::Unsat(core)) => Answer::Valid(core),
            Ok(Outcome::Sat(state)) => {
                let roots: Vec<TermId> = assumptions.iter().map(|l| l.predicate).collect();
                self.evaluator.add_roots(terms, &roots);
                let evaluator = &mut self.evaluator;
                confirm(terms, evaluator, &self.hypotheses, assumptions, state)
            }
            Ok(Outcome::Other(answer)) => answer,
            Err(fault) => fault.into(),
        }
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Literal]) -> Result<Outcome, Fault> {
        self.engine = match self.engine.take() {
            Some(engine) if engine.suits(terms) => Some(engine),
            _ => None,
        };
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(Engine::new(terms, &self.hypotheses, self.limits)?),
        };
        let assumptions: Vec<(TermId, bool)> =
            assumptions.iter().map(|l| (l.predicate, l.holds)).collect();
        engine.check(terms, &assumptions)
    }
}

/// A panic is a failure, not an answer.
fn guarded(attempt: impl FnOnce() -> Result<Outcome, Fault>) -> Result<Outcome, Fault> {
    catch_unwind(AssertUnwindSafe(attempt))
        .unwrap_or_else(|_| Err(Fault::new("a panic while asking z3")))
}

/// Assumptions that exclude each other by themselves: a constant, or a literal and its negation.
fn trivial(terms: &Terms, assumptions: &[Literal]) -> Option<Vec<usize>> {
    for (i, literal) in assumptions.iter().enumerate() {
        if let Some(value) = terms.constant(literal.predicate)
            && (value == 1) != literal.holds
        {
            return Some(vec![i]);
        }
        let before = assumptions[..i].iter();
        if let Some(j) = before.into_iter().position(|l| *l == literal.negate()) {
            return Some(vec![j, i]);
        }
    }
    None
}

/// The model as an answer, if evaluation agrees that it satisfies everything.
fn confirm(
    terms: &Terms,
    evaluator: &mut Evaluator,
    hypotheses: &[TermId],
    literals: &[Literal],
    state: Assignment,
) -> Answer {
    evaluator.run(terms, &state);
    let broken = |predicate: TermId| {
        Answer::Failure(format!("a model that breaks {}", terms.text(predicate)))
    };
    for &hypothesis in hypotheses {
        if !evaluator.bool(hypothesis) {
            return broken(hypothesis);
        }
    }
    for literal in literals {
        if evaluator.bool(literal.predicate) != literal.holds {
            return broken(literal.predicate);
        }
    }
    Answer::Invalid(Box::new(state))
}
