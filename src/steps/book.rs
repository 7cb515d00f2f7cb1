//! What is known about a function while it is examined.
//!
//! Comes in: states, findings and implications, as regions are worked through. Goes out: the same. A large function is cut into
//! shares, which several threads may work on at once: within a step each share begins with what the steps before it
//! left and knows nothing of the others, so it finds the same whoever works on it, and when.

use super::claim::Implies;
use super::progress::Progress;
use super::proof::Proved;
use super::region::{Atom, Place};
use super::states::States;
use super::{Counts, Finding, Findings, Why};
use std::ops::Range;

pub struct Book<'a> {
    /// Of the atoms, then of the places.
    pub states: States<'a>,
    /// By atom, of its first label.
    pub findings: Vec<Finding>,
    /// Of atoms, each by its first label.
    pub implications: Vec<Proved<Implies>>,
    pub counts: Counts,
    pub progress: Progress,
}

impl<'a> Book<'a> {
    pub fn new(states: States<'a>, atoms: usize, places: usize) -> Self {
        Book {
            states,
            findings: vec![Finding::Open(Why::Interrupted); atoms],
            implications: Vec::new(),
            counts: Counts::default(),
            progress: Progress {
                regions: vec![Default::default(); places],
                ..Progress::default()
            },
        }
    }

    /// Goes on where an earlier run ended.
    pub fn resume(&mut self, prior: &Findings, atoms: &[Atom]) {
        let progress = &prior.progress;
        if progress.regions.len() != self.progress.regions.len() {
            return;
        }
        for (finding, atom) in self.findings.iter_mut().zip(atoms) {
            *finding = prior.labels[atom.labels[0] as usize].clone();
        }
        let learnt = progress.learnt.iter();
        learnt.for_each(|state| self.states.learn(state));
        self.progress = progress.clone();
        self.counts.taken_over = prior.labels.len() as u64;
    }

    /// What a share begins with.
    pub fn share(&self) -> Self {
        let mut states = self.states.clone();
        // What a share may do depends neither on other shares nor on earlier steps.
        states.work = 0;
        Book {
            states,
            findings: self.findings.clone(),
            implications: Vec::new(),
            counts: Counts::default(),
            progress: Progress {
                learnt: Vec::new(),
                ..self.progress.clone()
            },
        }
    }

    /// What shares, each of some places, have come to.
    pub fn absorb(&mut self, shares: Vec<(Range<usize>, Book)>, places: &[Place]) {
        let known = &self.states.known;
        let before = (known.states(), known.pages());
        let too_large = self.progress.too_large.len();
        for (own, share) in shares {
            let atoms = places[own.start].atoms.start..places[own.end - 1].atoms.end;
            self.states.known.append(&share.states.known, before);
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

/// Cuts places into shares of at least so many atoms, the last one perhaps fewer.
pub fn shares(places: &[Place], atoms: usize) -> Vec<Range<usize>> {
    let mut shares = Vec::new();
    let mut start = 0;
    for (index, place) in places.iter().enumerate() {
        let last = index + 1 == places.len();
        if last || place.atoms.end - places[start].atoms.start >= atoms {
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
        let place = |size| {
            end += size;
            Place {
                reach: TermId::from_index(0),
                atoms: end - size..end,
            }
        };
        let places: Vec<Place> = sizes.into_iter().map(place).collect();
        assert_eq!(shares(&places, 8), [0..3, 3..6, 6..8]);
        assert_eq!(shares(&places, 100).len(), 1);
        assert!(shares(&[], 100).is_empty());
    }
}
