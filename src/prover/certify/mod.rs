//! Refutations with certificates: clauses that exclude each other, and an LRAT proof of that.
//!
//! Comes in: hypotheses and literals, as a [`Session`](super::Session) gets them. They are refuted again in a solver of its own
//! that logs its clauses; `trim` derives each step from the log and keeps what the refutation needs. Goes out: the text of both.
//! z3 is not asked.

mod text;
mod trim;

pub use text::Certificate;

use super::answer::{Answer, Fault};
use super::circuit::{CheckResult, Circuit};
use super::sat::Lit;
use super::session::{Limits, Literal, confirm};
use crate::base::Stop;
use crate::logic::{Evaluator, TermId, Terms};
use std::panic::{AssertUnwindSafe, catch_unwind};
use trim::Trim;

/// How often a question is searched that reaches its limits. The run may have known more when it asked.
const SEARCHES: usize = 4;

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncertified {
    /// The literals hold together in a state, which was checked by evaluation.
    State,
    /// The solver says that they do not, but what it logged is no proof.
    Proof,
    /// The solver reached its limit or failed.
    Open,
}

/// One formula, asked many times.
pub struct Certifier<'a> {
    terms: &'a Terms,
    hypotheses: &'a [TermId],
    limits: Limits,
    stop: &'a Stop,
    open: Option<(Circuit, Trim)>,
}

impl<'a> Certifier<'a> {
    pub fn new(terms: &'a Terms, hypotheses: &'a [TermId], limits: Limits, stop: &'a Stop) -> Self {
        Certifier {
            terms,
            hypotheses,
            limits: Limits { z3: 0, ..limits },
            stop,
            open: None,
        }
    }

    /// The certificate that the hypotheses exclude one of these literals.
    pub fn refute(&mut self, literals: &[Literal]) -> Result<Certificate, Uncertified> {
        self.open.take_if(|(circuit, _)| circuit.is_full());
        let attempt = AssertUnwindSafe(|| self.attempt(literals));
        let found = catch_unwind(attempt).unwrap_or(Err(Uncertified::Open));
        if found.is_err() {
            // Nothing may rest on what a search left that broke off.
            self.open = None;
        }
        found
    }

    fn attempt(&mut self, literals: &[Literal]) -> Result<Certificate, Uncertified> {
        let (circuit, trim) = match &mut self.open {
            Some(open) => open,
            none => {
                let circuit = Circuit::logged(self.terms, self.hypotheses, self.limits, self.stop)?;
                none.insert((circuit, Trim::default()))
            }
        };
        circuit.enter();
        let pairs: Vec<(TermId, bool)> = literals.iter().map(|l| (l.predicate, l.holds)).collect();
        let mut ask = || {
            circuit.check(
                self.terms,
                &pairs,
                &[],
                &[],
                self.limits.budget(1, self.stop),
            )
        };
        let mut outcome = ask()?;
        // What a search that reached its limit learned stays: the next one goes on from there.
        for _ in 1..SEARCHES {
            if !matches!(outcome, CheckResult::Other(Answer::Timeout)) {
                break;
            }
            outcome = ask()?;
        }
        let core = match outcome {
            CheckResult::Unsat(core) => core,
            CheckResult::Sat { state, exact } => {
                let roots: Vec<TermId> = literals.iter().map(|l| l.predicate).collect();
                let roots = [self.hypotheses, &roots].concat();
                let mut evaluator = Evaluator::new(self.terms, &roots);
                let question = (literals, [].as_slice());
                let facts = self.hypotheses;
                let answer = confirm(self.terms, &mut evaluator, facts, question, state, exact);
                return Err(match answer {
                    Answer::Sat(_) => Uncertified::State,
                    _ => Uncertified::Open,
                });
            }
            CheckResult::Other(_) => return Err(Uncertified::Open),
        };
        let all = circuit.literals(self.terms, &pairs)?;
        let question: Vec<Lit> = core.iter().map(|&index| all[index]).collect();
        let solver = circuit.solver();
        let cone = |literal: Lit| solver.is_in_cone(literal);
        let log = solver.log().ok_or(Uncertified::Open)?;
        trim.read(log, &cone).map_err(|_| Uncertified::Proof)?;
        let refuted = trim.refute(&question, &cone);
        // What holds without the question proves nothing about it.
        let refuted = refuted.filter(|refutation| !refutation.used.is_empty());
        let refuted = refuted.ok_or(Uncertified::Proof)?;
        Ok(Certificate::new(circuit, trim, &refuted))
    }
}

impl From<Fault> for Uncertified {
    fn from(_: Fault) -> Self {
        Uncertified::Open
    }
}
