//! Another solver proves the findings about one function again.
//!
//! Comes in: a function with its findings. Goes out: which claims were confirmed, which stay open, which are disputed. The
//! formulas are made anew from the function; of our own prover nothing is used. As in `explain`, a claim is tried in smaller contexts first.
//! A claim that has no obligation because of the order of its labels is disputed: there is nothing to ask.
//!
//! An implication whose target holds whenever it is reached, and is reached with its source, is that claim and no question of its own:
//! it is open if that claim is.

use super::claim::{Claim, Frame, Implies, Unfit};
use super::examine::Subject;
use super::proof::Proved;
use super::{Finding, Findings, Stop, Why};
use crate::prover::Literal;
use crate::prover::second::{Bench, Opinion, Second};
use crate::vc::{self, Context, Encoding};
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
        let stands = |claim: Claim| !dropped.contains(&claim);
        let mut kept = findings.clone();
        for finding in &mut kept.labels {
            if finding.claim().is_none_or(&stands) {
                continue;
            }
            *finding = match finding {
                Finding::Possible { .. } => Finding::Possible { always: None },
                _ => Finding::Open(Why::Unconfirmed),
            };
        }
        kept.implications
            .retain(|proved| stands(proved.claim().into()));
        kept
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
pub fn confirm(subject: &Subject, findings: &Findings, bench: &Bench, stop: &Stop) -> Confirmed {
    let mut confirmed = Confirmed::default();
    let mut open = claims(findings);
    let mut derived = Vec::new();
    for context in subject.contexts() {
        if open.is_empty() {
            break;
        }
        let mut encoding = encode(subject, context);
        let frame = subject.frame(&mut encoding, context);
        let mut asked = Vec::new();
        let mut left = Vec::new();
        for claim in open {
            match frame.obligation(claim) {
                Err(Unfit::Order) => confirmed.disputes.push(Dispute {
                    claim,
                    against: Against::Order,
                }),
                Err(Unfit::Context) => left.push(claim),
                Ok(_) if follows(findings, &frame, claim).is_some() => derived.push(claim),
                Ok(obligation) => asked.push((claim, obligation.literals(&encoding.terms))),
            }
        }
        let mut round = Round {
            second: Second::new(bench, &encoding.terms, &encoding.hypotheses),
            stop,
            last: context == Context::Function,
            confirmed: &mut confirmed,
            open: left,
        };
        asked.chunks(AT_ONCE).for_each(|chunk| round.ask(chunk));
        open = round.open;
    }
    confirmed.open.extend(open);
    confirmed.derive(&derived);
    confirmed
}

fn encode(subject: &Subject, context: Context) -> Encoding {
    let labels = subject.labels.iter();
    let predicates: Vec<_> = labels.map(|l| (l.point, l.predicate)).collect();
    let (unit, function) = (subject.unit, subject.function);
    vc::encode(unit, function, &predicates, subject, context)
}

/// The claim is another one: its target holds whenever it is reached, and it is reached with the source.
fn follows(findings: &Findings, frame: &Frame, claim: Claim) -> Option<Proved<Implies>> {
    let Claim::Implies(a, b) = claim else {
        return None;
    };
    match findings.labels[b] {
        Finding::Possible { always } => frame.reached_with(a, always?),
        _ => None,
    }
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

type Asked = (Claim, Vec<Literal>);

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

/// All that the findings say, each once.
fn claims(findings: &Findings) -> Vec<Claim> {
    let of_labels = findings.labels.iter().filter_map(Finding::claim);
    let implied = findings.implications.iter();
    let implied = implied.map(|proved| Claim::from(proved.claim()));
    let all: BTreeSet<Claim> = of_labels.chain(implied).collect();
    all.into_iter().collect()
}
