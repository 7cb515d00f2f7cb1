//! All claims of one function once more: for another solver (`second`), or for certificates (`certify`).
//!
//! Comes in: a function with its findings, and somebody to ask. Goes out: what became of the claims that are no question. The formulas
//! are made anew from the slice that the run examined: the whole function has other constants, so other ranges are found in it. As in
//! `explain`, a claim is tried in its block first.
//!
//! An implication whose target holds whenever it is reached, and is reached with its source, is that claim and no question of its
//! own.

use super::claim::{Claim, Frame, Implies, Unfit};
use super::examine::Subject;
use super::proof::Proved;
use super::slice::Slice;
use super::{Finding, Findings, Why};
use crate::prover::Literal;
use crate::vc::{self, Context, Encoding};
use std::collections::BTreeSet;

/// A claim, and what has no state if it holds.
pub(super) type Asked = (Claim, Vec<Literal>);

/// Claims without an answer.
#[derive(Default)]
pub(super) struct Again {
    /// The order of the labels does not allow them: there is nothing to ask.
    pub disordered: Vec<Claim>,
    /// Implications that are the claims about their targets.
    pub derived: Vec<Claim>,
    /// Those that were asked in vain.
    pub open: Vec<Claim>,
}

/// Asks about all that was found: in the blocks, in the function, then with all trips of its loops. The one who is asked gives back what
/// it leaves open; it is told whether it is the last to be asked.
pub(super) fn ask_again(
    subject: &Subject,
    findings: &Findings,
    mut ask: impl FnMut(&Encoding, Context, bool, &[Asked]) -> Vec<Claim>,
) -> Again {
    let mut again = Again {
        open: claims(findings),
        ..Again::default()
    };
    let alone = Slice::new(subject);
    let subject = &alone.subject(None);
    let mut trips = None;
    for context in [Context::Block, Context::Function, Context::Trips] {
        if again.open.is_empty() {
            break;
        }
        let mut encoding = match context {
            Context::Trips => match trips.take() {
                Some(encoding) => encoding,
                None => break,
            },
            _ => encode(subject, context),
        };
        if context == Context::Function && !encoding.exact {
            trips = Some(encode(subject, Context::Trips)).filter(|encoding| encoding.ends);
        }
        let frame = subject.frame(&mut encoding, context);
        let mut asked = Vec::new();
        let mut left = Vec::new();
        for claim in std::mem::take(&mut again.open) {
            match frame.obligation(claim) {
                Err(Unfit::Order) => again.disordered.push(claim),
                Err(Unfit::Context) => left.push(claim),
                Ok(_) if follows(findings, &frame, claim).is_some() => again.derived.push(claim),
                Ok(obligation) => asked.push((claim, obligation.literals(&encoding.terms))),
            }
        }
        let later = |claim: Claim| match context {
            Context::Block => true,
            Context::Function => trips.is_some() && claim.fits(Context::Trips),
            Context::Trips => false,
        };
        let (first, last): (Vec<Asked>, Vec<Asked>) =
            asked.into_iter().partition(|(claim, _)| later(*claim));
        left.extend(ask(&encoding, context, false, &first));
        left.extend(ask(&encoding, context, true, &last));
        again.open = left;
    }
    again
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

/// All that the findings say, each once.
fn claims(findings: &Findings) -> Vec<Claim> {
    let of_labels = findings.labels.values().filter_map(Finding::claim);
    let implied = findings.implications.iter();
    let implied = implied.map(|proved| Claim::from(proved.claim()));
    let all: BTreeSet<Claim> = of_labels.chain(implied).collect();
    all.into_iter().collect()
}

impl Findings {
    /// The findings without what these claims say.
    #[must_use]
    pub(super) fn without_claims(&self, dropped: &BTreeSet<Claim>) -> Findings {
        let stands = |claim: Claim| !dropped.contains(&claim);
        let mut kept = self.clone();
        for (_, finding) in kept.labels.iter_mut() {
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
}
