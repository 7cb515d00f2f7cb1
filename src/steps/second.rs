//! Another solver proves the findings about one function again.
//!
//! Comes in: a function with its findings. Goes out: which claims were confirmed, which stay open, which are disputed. The
//! formulas are made anew from the function; of our own prover nothing is used. As in `explain`, a claim is tried in its block first.
//!
//! An implication whose target holds whenever it is reached, and is reached with its source, is that claim and no question of its own.

use super::claim::{Claim, Frame};
use super::examine::Subject;
use super::order::Order;
use super::{Finding, Findings, Stop, Why};
use crate::ir::PointId;
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
}

/// The other solver has a state that should not be.
#[derive(Clone, PartialEq, Debug)]
pub struct Dispute {
    pub claim: Claim,
    /// The question in SMT-LIB.
    pub reproducer: String,
}

impl Confirmed {
    /// The findings without what is disputed, and without what is open if that does not count either.
    pub fn keep(&self, findings: &Findings, strict: bool) -> Findings {
        let disputed: BTreeSet<Claim> = self.disputes.iter().map(|d| d.claim).collect();
        let stands =
            |claim: Claim| !(disputed.contains(&claim) || strict && self.open.contains(&claim));
        let mut kept = findings.clone();
        for (label, finding) in kept.labels.iter_mut().enumerate() {
            match finding {
                Finding::Infeasible if !stands(Claim::Never(label)) => {
                    *finding = Finding::Open(Why::Unconfirmed);
                }
                Finding::Possible { always } => *always &= stands(Claim::Always(label)),
                _ => {}
            }
        }
        let implication = |&(a, b): &(u32, u32)| Claim::Implies(a as usize, b as usize);
        kept.implications.retain(|pair| stands(implication(pair)));
        // What follows from a target that always holds follows no more.
        let was = |label: u32| &findings.labels[label as usize];
        let lost = |b: u32| *was(b) != kept.labels[b as usize];
        kept.implications.retain(|&(_, b)| !lost(b));
        kept
    }
}

/// Asks the other solver about all that was found.
pub fn confirm(subject: &Subject, findings: &Findings, bench: &Bench, stop: &Stop) -> Confirmed {
    let points: Vec<PointId> = subject.labels.iter().map(|label| label.point).collect();
    let mut confirmed = Confirmed::default();
    let mut open = claims(findings);
    for context in [Context::Block, Context::Function] {
        if open.is_empty() {
            break;
        }
        let mut encoding = encode(subject, context);
        let order = Order {
            program: subject.program,
            function: subject.index,
        };
        let frame = Frame {
            context,
            points: &points,
            order,
        };
        let mut asked = Vec::new();
        let mut left = Vec::new();
        for claim in open {
            if follows(findings, &frame, &encoding, claim) {
                confirmed.agreed += 1;
            } else if let Some(literals) = frame.literals(&mut encoding, claim) {
                asked.push((claim, literals));
            } else {
                left.push(claim);
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
    confirmed
}

fn encode(subject: &Subject, context: Context) -> Encoding {
    let labels = subject.labels.iter();
    let predicates: Vec<_> = labels.map(|l| (l.point, l.predicate)).collect();
    let (unit, function) = (subject.unit, subject.function);
    vc::encode(unit, function, &predicates, subject, context)
}

/// The claim is another one: its target holds whenever it is reached, and it is reached with the source.
fn follows(findings: &Findings, frame: &Frame, encoding: &Encoding, claim: Claim) -> bool {
    let Claim::Implies(a, b) = claim else {
        return false;
    };
    findings.labels[b] == Finding::Possible { always: true } && frame.together(encoding, a, b)
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
                let claim = *claim;
                self.confirmed.disputes.push(Dispute { claim, reproducer });
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
    let labels = findings.labels.iter().enumerate();
    let of_label = |(label, finding): (usize, &Finding)| match finding {
        Finding::Infeasible => Some(Claim::Never(label)),
        Finding::Possible { always: true } => Some(Claim::Always(label)),
        _ => None,
    };
    let pairs = findings.implications.iter();
    let implied = pairs.map(|&(a, b)| Claim::Implies(a as usize, b as usize));
    let all: BTreeSet<Claim> = labels.filter_map(of_label).chain(implied).collect();
    all.into_iter().collect()
}
