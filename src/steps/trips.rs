//! The largest context last: loops are followed for all the trips that they may have.
//!
//! Comes in: a function with loops that were cut, and what step 1 found. Goes out: more that is never covered. Only a loop that a
//! solver says to end soon is followed, and what may come after its last trip stays in the terms.

use super::Finding;
use super::claim::Never;
use super::examine::Subject;
use super::ids::{AtomId, LabelId};
use super::proof::{Inquiry, ProofResult};
use super::proof_state::ProofState;
use super::region::Atom;
use crate::base::{IdVec, Stop};
use crate::logic::TermId;
use crate::prover::{Limits, Session};
use crate::vc::{self, Context, Encoding};
use std::sync::atomic::Ordering;

pub struct Trips<'a, 'b> {
    pub subject: &'b Subject<'a>,
    pub limits: Limits,
    pub stop: &'b Stop,
}

impl Trips<'_, '_> {
    /// Asks of each atom that may be covered as far as is known.
    pub fn work(&self, atoms: &IdVec<AtomId, Atom>, proof_state: &mut ProofState) {
        let is_open =
            |atom: &AtomId| !matches!(proof_state.findings[*atom], Finding::Infeasible(_));
        let mut open: Vec<AtomId> = atoms.ids().filter(is_open).collect();
        if open.is_empty() || self.stop.load(Ordering::Relaxed) {
            return;
        }
        let labels = self.subject.labels.iter();
        let predicates: Vec<_> = labels.map(|l| (l.point, l.predicate)).collect();
        let (unit, function) = (self.subject.unit, self.subject.function);
        let mut encoding = vc::encode(unit, function, &predicates, self.subject, Context::Trips);
        if !encoding.ends {
            return;
        }
        let frame = self.subject.frame(&mut encoding, Context::Trips);
        let first = |atom: AtomId| atoms[atom].labels[0];
        let covered: IdVec<LabelId, TermId> = (0..predicates.len())
            .map(|label| {
                let (reach, holds) = (encoding.reach[label], encoding.holds[label]);
                encoding.terms.and2(reach, holds)
            })
            .collect();
        let Some(mut inquiry) = self.inquiry(&encoding, &covered) else {
            return;
        };
        while let Some(atom) = open.pop() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let Ok(obligation) = frame.obligation(Never(first(atom))) else {
                continue;
            };
            proof_state.counts.calls[0] += 1;
            match inquiry.ask(&encoding.terms, &[obligation], 1) {
                ProofResult::Proved(proved) => {
                    proof_state.counts.proofs += 1;
                    let never = proved.into_iter().next();
                    proof_state.findings[atom] =
                        never.map_or(proof_state.findings[atom].clone(), Finding::Infeasible);
                }
                ProofResult::Refuted(_) => {
                    let session = inquiry.session();
                    open.retain(|&other| !session.holds(covered[first(other)]));
                }
                ProofResult::Open(_) => proof_state.counts.open += 1,
            }
        }
    }

    /// `None` if the hypotheses may exclude each other: then they would prove everything.
    fn inquiry(&self, encoding: &Encoding, covered: &IdVec<LabelId, TermId>) -> Option<Inquiry> {
        let Encoding {
            terms, hypotheses, ..
        } = encoding;
        let mut session = Session::new(terms, hypotheses, self.limits).until(self.stop);
        let consistent = session.hypotheses_satisfiable(terms) == Some(true);
        let mut inquiry = Inquiry::new(session);
        inquiry.enter(terms, None, covered.as_slice());
        consistent.then_some(inquiry)
    }
}
