//! Another solver proves the findings about one function again.
//!
//! Comes in: a function with its findings. Goes out: which claims were confirmed, which stay open, which are disputed. Of our own
//! prover nothing is used. A claim that has no obligation because of the order of its labels is disputed: there is nothing to ask.

use super::Findings;
use super::again::{Asked, ask_again};
use super::claim::Claim;
use super::examine::Subject;
use crate::base::Stop;
use crate::prover::Literal;
use crate::prover::second::{Opinion, Second, SolverPool};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

/// How many claims are asked at once, to begin with: if none of them is wrong, one answer says so.
const AT_ONCE: usize = 16;

/// What became of the claims of one function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Confirmed {
    pub agreed: u64,
    /// Questions that it took.
    pub questions: u64,
    pub timeouts: u64,
    pub failures: u64,
    /// Claims that hold if what is computed from an object's address lies in the object, whether it is executed or not.
    pub inside: u64,
    /// Claims that the other solver did not decide.
    pub open: BTreeSet<Claim>,
    pub disputes: Vec<Dispute>,
    /// Claims that are no others than disputed ones.
    pub unfounded: BTreeSet<Claim>,
}

/// A claim that should not have been made.
#[derive(Clone, PartialEq, Debug)]
pub struct Dispute {
    pub claim: Claim,
    pub against: Against,
}

/// What speaks against a claim.
#[derive(Clone, PartialEq, Debug)]
pub enum Against {
    /// The other solver has a state that should not be; the question in SMT-LIB.
    State(String),
    /// Control may stay away between the labels.
    Order,
}

impl Confirmed {
    /// The findings without what is disputed, and without what is open if that does not count either.
    pub fn keep(&self, findings: &Findings, strict: bool) -> Findings {
        let mut dropped = self.unfounded.clone();
        dropped.extend(self.disputes.iter().map(|dispute| dispute.claim));
        if strict {
            dropped.extend(&self.open);
        }
        findings.without_claims(&dropped)
    }

    /// Implications that are the claims about their targets fare as these do.
    fn derive(&mut self, implications: &[Claim]) {
        let disputed: BTreeSet<Claim> = self.disputes.iter().map(|d| d.claim).collect();
        for &claim in implications {
            let Claim::Implies(_, b) = claim else {
                continue;
            };
            let target = Claim::Always(b);
            if disputed.contains(&target) {
                self.unfounded.insert(claim);
            } else if self.open.contains(&target) {
                self.open.insert(claim);
            } else {
                self.agreed += 1;
            }
        }
    }
}

/// Asks the other solver about all that was found.
pub fn confirm(
    subject: &Subject,
    findings: &Findings,
    solvers: &SolverPool,
    stop: &Stop,
) -> Confirmed {
    let mut confirmed = Confirmed::default();
    let again = ask_again(subject, findings, |encoding, _, last, asked| {
        let mut round = Round {
            second: Second::new(solvers, &encoding.terms, &encoding.hypotheses),
            stop,
            last,
            confirmed: &mut confirmed,
            open: Vec::new(),
        };
        asked.chunks(AT_ONCE).for_each(|chunk| round.ask(chunk));
        round.open
    });
    let disordered = again.disordered.into_iter().map(|claim| Dispute {
        claim,
        against: Against::Order,
    });
    confirmed.disputes.extend(disordered);
    confirmed.open.extend(again.open);
    confirmed.derive(&again.derived);
    confirmed
}

/// Questions about one formula.
struct Round<'r> {
    second: Second<'r>,
    stop: &'r Stop,
    /// There is no larger context to ask in.
    last: bool,
    confirmed: &'r mut Confirmed,
    open: Vec<Claim>,
}

impl Round<'_> {
    /// All at once; if that is not confirmed, each half by itself.
    fn ask(&mut self, asked: &[Asked]) {
        if self.stop.load(Ordering::Relaxed) {
            self.open.extend(asked.iter().map(|(claim, _)| claim));
            return;
        }
        let questions: Vec<&[Literal]> = asked.iter().map(|(_, l)| l.as_slice()).collect();
        self.confirmed.questions += 1;
        match (self.second.ask(&questions), asked) {
            (Opinion::Agrees, _) => self.confirmed.agreed += asked.len() as u64,
            (opinion, [one]) => self.take(opinion, one),
            _ => {
                let (left, right) = asked.split_at(asked.len() / 2);
                self.ask(left);
                self.ask(right);
            }
        }
    }

    fn take(&mut self, opinion: Opinion, (claim, literals): &Asked) {
        match opinion {
            Opinion::Disagrees if self.last => {
                let reproducer = self.second.reproducer(literals);
                self.confirmed.disputes.push(Dispute {
                    claim: *claim,
                    against: Against::State(reproducer),
                });
                return;
            }
            Opinion::Strays if self.last => {
                self.confirmed.inside += 1;
                return;
            }
            Opinion::Timeout if self.last => self.confirmed.timeouts += 1,
            Opinion::Failure if self.last => self.confirmed.failures += 1,
            // What holds in the function need not hold in the block alone.
            _ => {}
        }
        self.open.push(*claim);
    }
}
