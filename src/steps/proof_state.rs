//! What is known about a function while it is examined.
//!
//! Comes in: states, findings and implications, as regions are worked through. Goes out: the same. A large function is cut into
//! shares, which several threads may work on at once: within a step each share begins with what the steps before it
//! left and knows nothing of the others, so it finds the same whoever works on it, and when.

use super::claim::Implies;
use super::progress::Progress;
use super::proof::Proved;
use super::region::{Atom, Region};
use super::states::States;
use super::{Counts, Finding, Findings, Why};
use crate::base::Stop;
use std::ops::Range;
use std::sync::atomic::Ordering;

pub struct ProofState<'a> {
    /// Of the atoms, then of the regions.
    pub states: States<'a>,
    /// By atom, of its first label.
    pub findings: Vec<Finding>,
    /// Of atoms, each by its first label.
    pub implications: Vec<Proved<Implies>>,
    pub counts: Counts,
    pub progress: Progress,
}

impl<'a> ProofState<'a> {
    pub fn new(states: States<'a>, atoms: usize, regions: usize) -> Self {
        ProofState {
            states,
            findings: vec![Finding::Open(Why::Interrupted); atoms],
            implications: Vec::new(),
            counts: Counts::default(),
            progress: Progress {
                regions: vec![Default::default(); regions],
                ..Progress::default()
            },
        }
    }

    /// Goes on where an earlier run ended. Once the run is ended nothing is asked that the states could answer.
    pub fn resume(&mut self, prior: &Findings, atoms: &[Atom], stop: &Stop) {
        let progress = &prior.progress;
        if progress.regions.len() != self.progress.regions.len() {
            return;
        }
        for (finding, atom) in self.findings.iter_mut().zip(atoms) {
            *finding = prior.labels[atom.labels[0] as usize].clone();
        }
        let stopped = || stop.load(Ordering::Relaxed);
        for state in progress.learnt.iter().take_while(|_| !stopped()) {
            self.states.learn(&state.into());
        }
        self.progress = progress.clone();
        self.counts.taken_over = prior.labels.len() as u64;
    }

    /// What a share begins with.
    pub fn share(&self) -> Self {
        ProofState {
            states: self.states.clone(),
            findings: self.findings.clone(),
            implications: Vec::new(),
            counts: Counts::default(),
            progress: Progress {
                learnt: Vec::new(),
                ..self.progress.clone()
            },
        }
    }

    /// What shares, each of some regions, have come to.
    pub fn absorb(&mut self, shares: Vec<(Range<usize>, ProofState)>, regions: &[Region]) {
        let signatures = &self.states.signatures;
        let before = (signatures.states(), signatures.pages());
        let too_large = self.progress.too_large.len();
        for (own, share) in shares {
            let atoms = regions[own.start].atoms.start..regions[own.end - 1].atoms.end;
            self.states
                .signatures
                .append(&share.states.signatures, before);
            self.findings[atoms.clone()].clone_from_slice(&share.findings[atoms]);
            self.implications.extend(share.implications);
            self.counts += share.counts;
            let Progress {
                done: _,
                learnt,
                regions,
                too_large: sizes,
            } = share.progress;
            self.progress.learnt.extend(learnt);
            self.progress.regions[own.clone()].copy_from_slice(&regions[own]);
            self.progress.too_large.extend(&sizes[too_large..]);
        }
    }
}

/// Cuts regions into shares of at least so many atoms, the last one perhaps fewer.
pub fn shares(regions: &[Region], atoms: usize) -> Vec<Range<usize>> {
    let mut shares = Vec::new();
    let mut start = 0;
    for (index, region) in regions.iter().enumerate() {
        let last = index + 1 == regions.len();
        if last || region.atoms.end - regions[start].atoms.start >= atoms {
            shares.push(start..index + 1);
            start = index + 1;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::logic::TermId;

    #[test]
    fn every_place_is_in_one_share() {
        let sizes = [3, 1, 4, 1, 5, 9, 2, 6];
        let mut end = 0;
        let region = |size| {
            end += size;
            Region {
                reach: TermId::from_index(0),
                atoms: end - size..end,
            }
        };
        let regions: Vec<Region> = sizes.into_iter().map(region).collect();
        assert_eq!(shares(&regions, 8), [0..3, 3..6, 6..8]);
        assert_eq!(shares(&regions, 100).len(), 1);
        assert!(shares(&[], 100).is_empty());
    }
}
