//! What is known about a function while it is examined.
//!
//! Comes in: states, findings and implications, as regions are worked through. Goes out: the same. A large function is cut into
//! shares, which several threads may work on at once: within a step each share begins with what the steps before it
//! left and knows nothing of the others, so it finds the same whoever works on it, and when.

use super::claim::Implies;
use super::ids::{AtomId, LabelId, RegionId};
use super::progress::{Effort, Progress};
use super::proof::Proved;
use super::region::{Atom, Region};
use super::states::States;
use super::{Counts, Finding, Findings, Why};
use crate::base::{Id, IdRange, IdVec, Stop};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

pub struct ProofState<'a> {
    /// Of the atoms, then of the regions.
    pub states: States<'a>,
    /// Of the first label of each atom.
    pub findings: IdVec<AtomId, Finding>,
    /// Of atoms, each by its first label.
    pub implications: Vec<Proved<Implies>>,
    pub counts: Counts,
    pub progress: Progress,
}

impl<'a> ProofState<'a> {
    pub fn new(states: States<'a>, atoms: usize, regions: usize) -> Self {
        ProofState {
            states,
            findings: IdVec::filled(Finding::Open(Why::Interrupted), atoms),
            implications: Vec::new(),
            counts: Counts::default(),
            progress: Progress {
                regions: IdVec::filled(Effort::default(), regions),
                ..Progress::default()
            },
        }
    }

    /// Goes on where an earlier run ended. Once the run is ended nothing is asked that the states could answer.
    pub fn resume(&mut self, prior: &Findings, atoms: &IdVec<AtomId, Atom>, stop: &Stop) {
        let progress = &prior.progress;
        if progress.regions.len() != self.progress.regions.len() {
            return;
        }
        for (atom, finding) in self.findings.iter_mut() {
            *finding = prior.labels[atoms[atom].labels[0]].clone();
        }
        let stopped = || stop.load(Ordering::Relaxed);
        let of_label: HashMap<LabelId, AtomId> = (atoms.iter())
            .map(|(id, atom)| (atom.labels[0], id))
            .collect();
        for learnt in progress.learnt.iter().take_while(|_| !stopped()) {
            if let Some(&about) = of_label.get(&learnt.about) {
                self.states.learn(&(&learnt.state).into(), about);
            }
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
    pub fn absorb(&mut self, shares: Vec<(Share, ProofState)>, all: &IdVec<RegionId, Region>) {
        let signatures = &self.states.signatures;
        let before = (signatures.states(), signatures.pages());
        let too_large = self.progress.too_large.len();
        for (own, share) in shares {
            let Some(atoms) = atoms_of(all.range(&own)) else {
                continue;
            };
            self.states
                .signatures
                .append(&share.states.signatures, before);
            let findings = share.findings.range(&atoms);
            self.findings.range_mut(&atoms).clone_from_slice(findings);
            self.implications.extend(share.implications);
            self.counts += share.counts;
            let Progress {
                done: _,
                learnt,
                regions,
                too_large: sizes,
            } = share.progress;
            self.progress.learnt.extend(learnt);
            let regions = regions.range(&own);
            self.progress
                .regions
                .range_mut(&own)
                .copy_from_slice(regions);
            self.progress.too_large.extend(&sizes[too_large..]);
        }
    }
}

/// The regions of a share.
pub type Share = IdRange<RegionId>;

/// Cuts regions into shares of at least so many atoms, the last one perhaps fewer.
pub fn shares(regions: &IdVec<RegionId, Region>, atoms: usize) -> Vec<Share> {
    let mut shares = Vec::new();
    let mut start = RegionId::from_index(0);
    for id in regions.ids() {
        let end = RegionId::from_index(id.index() + 1);
        let share = IdRange::new(start, end);
        let enough = atoms_of(regions.range(&share)).is_some_and(|own| own.len() >= atoms);
        if enough || end == regions.next_id() {
            shares.push(share);
            start = end;
        }
    }
    shares
}

/// The atoms of regions in a row.
fn atoms_of(regions: &[Region]) -> Option<IdRange<AtomId>> {
    let (first, last) = (regions.first()?, regions.last()?);
    Some(IdRange::new(first.atoms.start(), last.atoms.end()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::TermId;

    #[test]
    fn every_place_is_in_one_share() {
        let sizes = [3, 1, 4, 1, 5, 9, 2, 6];
        let mut end = 0;
        let region = |size| {
            end += size;
            Region {
                reach: TermId::from_index(0),
                atoms: IdRange::new(AtomId::from_index(end - size), AtomId::from_index(end)),
            }
        };
        let regions: IdVec<RegionId, Region> = sizes.into_iter().map(region).collect();
        let ends = |share: &Share| (share.start().index(), share.end().index());
        let cut = shares(&regions, 8);
        let cut: Vec<(usize, usize)> = cut.iter().map(ends).collect();
        assert_eq!(cut, [(0, 3), (3, 6), (6, 8)]);
        assert_eq!(shares(&regions, 100).len(), 1);
        assert!(shares(&IdVec::new(), 100).is_empty());
    }
}
