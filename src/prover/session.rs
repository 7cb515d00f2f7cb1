//! A session: the formula of one function, asked many times, about one scope after the other.
//!
//! A scope is a set of further facts, say that control is in some block, with the predicates of interest there. The
//! solver is built on the first question of a scope that needs it, and again after an answer that ended a search
//! halfway, so that no answer rests on a state that an interruption left. Where it has no room left beside what other scopes
//! made, it is built anew: not before, since the next scope is mostly made of the same.

use super::answer::{Answer, Fault};
use super::backend::Backend;
use super::circuit::{CheckResult, Circuit};
use super::ended::note_end;
use super::sat::Budget;
use crate::base::Stop;
use crate::logic::{Assignment, Evaluator, Op, TermId, Terms};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What a question may make for each step that it may take: a circuit that takes much longer to make than to search has no answer.
const LITERALS_PER_STEP: usize = 16;
const TERMS_PER_STEP: usize = 4;

/// What one question may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps of the solver: the same on every machine; 0 is no limit.
    pub resource: u32,
    /// z3's rlimit; 0 disables z3.
    pub z3: u32,
    /// Megabytes that the circuit of a session may take.
    pub memory: u32,
    /// The wall clock, for what the count misses.
    pub wall: Duration,
    /// The solver of clauses.
    pub backend: Backend,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            resource: 2_000_000,
            z3: 2_000_000,
            memory: 512,
            wall: Duration::from_secs(60),
            backend: Backend::Own,
        }
    }
}

impl Limits {
    pub(super) fn bytes(self) -> usize {
        self.memory as usize * 1_000_000
    }

    /// How many literals of clauses and how many flat terms a question may make.
    fn makes(self) -> (usize, usize) {
        let steps = match self.resource {
            0 => usize::MAX,
            steps => steps as usize,
        };
        (
            steps.saturating_mul(LITERALS_PER_STEP),
            steps.saturating_mul(TERMS_PER_STEP),
        )
    }

    /// What a question that is asked now may take: one of so many parts of it all.
    pub(super) fn budget(self, parts: u32, stop: &Stop) -> Budget<'_> {
        Budget {
            steps: match self.resource {
                0 => u64::MAX,
                steps => u64::from(steps) / u64::from(parts),
            },
            end: Instant::now().checked_add(self.wall),
            stop,
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
    pub unsat: u64,
    pub sat: u64,
    /// Time-out, memory, unknown.
    pub open: u64,
    pub failures: u64,
}

pub struct Session {
    hypotheses: Vec<TermId>,
    /// What holds in the scope.
    facts: Vec<TermId>,
    limits: Limits,
    stop: Stop,
    identity: u64,
    circuit: Option<Circuit>,
    /// The circuit has gates of other scopes.
    foreign: bool,
    evaluator: Evaluator,
    statistics: Statistics,
}

impl Session {
    /// A session on the terms of that table. The table may grow while the session lives.
    pub fn new(terms: &Terms, hypotheses: &[TermId], limits: Limits) -> Self {
        Session {
            hypotheses: hypotheses.to_vec(),
            facts: Vec::new(),
            limits,
            stop: Stop::default(),
            identity: terms.identity(),
            circuit: None,
            foreign: false,
            evaluator: Evaluator::new(terms, hypotheses),
            statistics: Statistics::default(),
        }
    }

    /// A session whose searches this signal ends, with [`Answer::Timeout`].
    #[must_use]
    pub fn until(mut self, stop: &Stop) -> Self {
        self.stop = stop.clone();
        self
    }

    /// From now on questions are asked under these facts beside the hypotheses; [`holds`](Self::holds)
    /// gives the values of these predicates.
    pub fn scope(&mut self, terms: &Terms, facts: &[TermId], predicates: &[TermId]) {
        self.facts = facts.to_vec();
        let roots = [&self.hypotheses, facts, predicates].concat();
        self.evaluator.turn_to(terms, &roots);
        if let Some(circuit) = &mut self.circuit {
            circuit.enter();
            self.foreign = true;
        }
    }

    /// The value of a predicate of the scope in the state of the last answer that was [`Answer::Sat`].
    pub fn holds(&self, predicate: TermId) -> bool {
        self.evaluator.bool(predicate)
    }

    /// How many terms the scope has.
    pub fn size(&self) -> usize {
        self.evaluator.size()
    }

    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether the facts and the assumptions exclude each other.
    pub fn ask(&mut self, terms: &Terms, assumptions: &[Literal]) -> Answer {
        self.ask_one_of(terms, assumptions, &[], 1)
    }

    /// Whether the facts and the assumptions exclude each of the others, if there are any. A core that has one of the
    /// others names it by the index after the last assumption. The question may take one of so many `parts` of the limit.
    pub fn ask_one_of(
        &mut self,
        terms: &Terms,
        assumptions: &[Literal],
        one_of: &[Literal],
        parts: u32,
    ) -> Answer {
        if let Some(core) = trivial(terms, assumptions) {
            self.statistics.trivial += 1;
            return Answer::Unsat(core);
        }
        let answer = self.solve(terms, assumptions, one_of, parts);
        match &answer {
            Answer::Unsat(_) => self.statistics.unsat += 1,
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Failure(_) => self.statistics.failures += 1,
            _ => self.statistics.open += 1,
        }
        answer
    }

    /// Whether the hypotheses can hold at all; `None` when the solver does not say. Hypotheses that
    /// cannot hold prove everything.
    pub fn hypotheses_satisfiable(&mut self, terms: &Terms) -> Option<bool> {
        match self.ask(terms, &[]) {
            Answer::Unsat(_) => Some(false),
            Answer::Sat(_) => Some(true),
            _ => None,
        }
    }

    fn solve(
        &mut self,
        terms: &Terms,
        assumptions: &[Literal],
        one_of: &[Literal],
        parts: u32,
    ) -> Answer {
        if terms.identity() != self.identity {
            return Answer::Failure("terms of another table".to_string());
        }
        let mut outcome = guarded(|| self.check(terms, assumptions, one_of, parts));
        if self.foreign && matches!(outcome, Err(Fault::Memory)) {
            // What other scopes left took the room. The memory decides what the new circuit learns, so the answer is the machine's.
            note_end();
            self.circuit = None;
            outcome = guarded(|| self.check(terms, assumptions, one_of, parts));
        }
        match outcome {
            Ok(CheckResult::Unsat(core)) => Answer::Unsat(core),
            Ok(CheckResult::Sat { state, exact }) => {
                let literals = assumptions.iter().chain(one_of);
                let roots: Vec<TermId> = literals.map(|l| l.predicate).collect();
                self.evaluator.add_roots(terms, &roots);
                let evaluator = &mut self.evaluator;
                let question = (assumptions, one_of);
                let facts = [self.hypotheses.as_slice(), &self.facts].concat();
                confirm(terms, evaluator, &facts, question, state, exact)
            }
            Ok(CheckResult::Other(answer)) => answer,
            Err(fault) => {
                // Nothing may rest on what a search left that broke off.
                self.circuit = None;
                fault.into()
            }
        }
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[Literal],
        one_of: &[Literal],
        parts: u32,
    ) -> Result<CheckResult, Fault> {
        let circuit = match &mut self.circuit {
            Some(circuit) => circuit,
            none => {
                self.foreign = false;
                none.insert(Circuit::new(
                    terms,
                    &self.hypotheses,
                    self.limits,
                    &self.stop,
                )?)
            }
        };
        let (literals, flat) = self.limits.makes();
        circuit.allow(literals, flat);
        let pairs = |list: &[Literal]| -> Vec<(TermId, bool)> {
            list.iter().map(|l| (l.predicate, l.holds)).collect()
        };
        // The facts come last, so that the indices of the assumptions are theirs in the core.
        let facts = self.facts.iter().map(|&fact| Literal::new(terms, fact));
        let facts: Vec<Literal> = facts.collect();
        let (assumed, choices) = (pairs(assumptions), pairs(one_of));
        let budget = self.limits.budget(parts, &self.stop);
        let outcome = circuit.check(terms, &assumed, &choices, &pairs(&facts), budget)?;
        let count = assumptions.len() + usize::from(!one_of.is_empty());
        Ok(match outcome {
            CheckResult::Unsat(mut core) => {
                core.retain(|&index| index < count);
                CheckResult::Unsat(core)
            }
            other => other,
        })
    }
}

/// A panic is a failure, not an answer.
fn guarded(attempt: impl FnOnce() -> Result<CheckResult, Fault>) -> Result<CheckResult, Fault> {
    catch_unwind(AssertUnwindSafe(attempt))
        .unwrap_or_else(|_| Err(Fault::new("a panic while asking the solver")))
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

/// The model as an answer, if evaluation agrees that it satisfies everything. A model that is not exact need not.
pub(super) fn confirm(
    terms: &Terms,
    evaluator: &mut Evaluator,
    facts: &[TermId],
    (literals, one_of): (&[Literal], &[Literal]),
    state: Assignment,
    exact: bool,
) -> Answer {
    evaluator.run(terms, &state);
    let broken = |predicate: TermId| match exact {
        true => Answer::Failure(format!("a model that breaks {}", terms.text(predicate))),
        false => Answer::Unknown("accesses that overlap in part".to_string()),
    };
    for &fact in facts {
        if !evaluator.bool(fact) {
            return broken(fact);
        }
    }
    let holds = |literal: &Literal| evaluator.bool(literal.predicate) == literal.holds;
    for literal in literals {
        if !holds(literal) {
            return broken(literal.predicate);
        }
    }
    if let Some(first) = one_of.first()
        && !one_of.iter().any(holds)
    {
        return broken(first.predicate);
    }
    Answer::Sat(Box::new(state))
}
