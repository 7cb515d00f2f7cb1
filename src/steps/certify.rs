//! Certificates for the findings about one function: each claim is refuted again, with a proof that others can check.
//!
//! Comes in: a function with its findings. Goes out: for each claim its certificate, or why it has none. A claim that has no proof
//! although the run found one is either too much for the limits, or a fault of our own.

use super::Findings;
use super::again::ask_again;
use super::claim::Claim;
use super::examine::{LONGER, Subject};
use crate::base::Stop;
use crate::prover::{Certificate, Certifier, Limits, Uncertified};
use crate::vc::Context;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

/// What became of the claims of one function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Certified {
    /// In the order in which they were found.
    pub claims: Vec<(Claim, Certification)>,
    /// Claims that the solver did not refute within its limits.
    pub open: BTreeSet<Claim>,
    /// Claims that are wrong, or whose proofs are.
    pub faulty: BTreeSet<Claim>,
}

/// What a claim rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certification {
    /// What is claimed is refuted in this context.
    Proof(Context, Certificate),
    /// The implication is the claim that its target is always covered: it is reached with the source.
    Always,
}

impl Certified {
    /// The findings without what is faulty, and without what is open if that does not count either.
    pub fn keep(&self, findings: &Findings, strict: bool) -> Findings {
        let mut dropped = self.faulty.clone();
        if strict {
            dropped.extend(&self.open);
        }
        findings.without_claims(&dropped)
    }

    fn take(&mut self, claim: Claim, found: Result<Certification, Uncertified>) {
        match found {
            Ok(ground) => self.claims.push((claim, ground)),
            Err(Uncertified::Open) => drop(self.open.insert(claim)),
            Err(Uncertified::State | Uncertified::Proof) => drop(self.faulty.insert(claim)),
        }
    }

    /// Implications that are the claims about their targets fare as these do.
    fn derive(&mut self, implications: Vec<Claim>) {
        for claim in implications {
            let Claim::Implies(_, b) = claim else {
                continue;
            };
            let target = Claim::Always(b);
            let found = match (self.faulty.contains(&target), self.open.contains(&target)) {
                (true, _) => Err(Uncertified::Proof),
                (_, true) => Err(Uncertified::Open),
                _ => Ok(Certification::Always),
            };
            self.take(claim, found);
        }
    }
}

/// Certifies all that was found. The solver starts from nothing, so a claim may take more than the run took.
pub fn certify(subject: &Subject, findings: &Findings, limits: Limits, stop: &Stop) -> Certified {
    let mut certified = Certified::default();
    let again = ask_again(subject, findings, |encoding, context, last, asked| {
        let certifier = |times: u32| {
            let limits = Limits {
                resource: limits.resource.saturating_mul(times),
                wall: limits.wall.saturating_mul(times),
                ..limits
            };
            Certifier::new(&encoding.terms, &encoding.hypotheses, limits, stop)
        };
        let times = if context == Context::Block { 1 } else { LONGER };
        let mut first = certifier(times);
        let mut open = Vec::new();
        for (claim, literals) in asked {
            if stop.load(Ordering::Relaxed) {
                open.push(*claim);
                continue;
            }
            let mut found = first.refute(literals);
            // Few claims come here. The run may have had them from what it learned about others.
            if last && found == Err(Uncertified::Open) {
                found = certifier(times.saturating_mul(LONGER)).refute(literals);
            }
            match found.map(|certificate| Certification::Proof(context, certificate)) {
                // What holds in the function need not hold in the block alone.
                Err(Uncertified::Open | Uncertified::State) if !last => open.push(*claim),
                found => certified.take(*claim, found),
            }
        }
        open
    });
    certified.open.extend(again.open);
    certified.faulty.extend(again.disordered);
    certified.derive(again.derived);
    certified
}
