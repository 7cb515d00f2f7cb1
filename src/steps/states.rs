//! A native search for states: random ones, and variations of those that showed something new.
//!
//! Comes in: the terms of a function, its atoms and regions. Goes out: for each of them the states in which it is covered or reached. The solver is asked
//! only what these states leave open; since loops are cut and what calls give back is any value, most regions of a function
//! are easy to reach. A state that the solver found for a question is looked at around the place of the question only: what it costs
//! does not grow with the function.

use super::ids::{AtomId, RegionId};
use super::region::{Atom, Region};
use super::signatures::{Signatures, Window};
use crate::base::{Id, IdVec, Stop};
use crate::logic::{Assignment, Evaluator, LazyEvaluator, Sampler, TermId, Terms, VarId};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// How many terms may be evaluated for one function, and how many states that must and may make.
const WORK: usize = 24_000_000;
const STATES: (usize, usize) = (192, 3_000);
/// States that showed something new, kept for variation: so many, and so many values in all.
const KEPT: (usize, usize) = (4, 192);
const KEPT_VALUES: usize = 4_000_000;
/// A state that the solver found is looked at in so many atoms before and after the one that was asked about.
const AROUND: usize = 256;
/// Variations of one such state: they may evaluate so many terms, and at least so many and at most so many are made.
const VARIATION_WORK: usize = 200_000;
const VARIATIONS: (usize, usize) = (2, 64);

#[derive(Clone)]
pub struct States<'a> {
    terms: &'a Terms,
    hypotheses: &'a [TermId],
    atoms: &'a IdVec<AtomId, Atom>,
    regions: &'a IdVec<RegionId, Region>,
    /// How many terms there are to evaluate, if all are.
    size: usize,
    follower: LazyEvaluator,
    sampler: Sampler,
    variables: Vec<VarId>,
    /// Of the atoms, each covered, then of the regions, each reached.
    pub signatures: Signatures,
}

impl<'a> States<'a> {
    pub fn new(
        terms: &'a Terms,
        hypotheses: &'a [TermId],
        atoms: &'a IdVec<AtomId, Atom>,
        regions: &'a IdVec<RegionId, Region>,
    ) -> Self {
        let covered = atoms.values().map(|atom| atom.covered);
        let predicates = covered.chain(regions.values().map(|region| region.reach));
        let roots: Vec<TermId> = predicates.chain(hypotheses.iter().copied()).collect();
        let evaluator = Evaluator::new(terms, &roots);
        States {
            terms,
            hypotheses,
            atoms,
            regions,
            variables: evaluator.variables(terms),
            size: evaluator.size(),
            follower: LazyEvaluator::default(),
            sampler: Sampler::new(terms, 1),
            signatures: Signatures::new(atoms.len(), regions.len()),
        }
    }

    /// Looks for states until the work is done, or the run is ended.
    pub fn search(&mut self, stop: &Stop) {
        let tries = (WORK / self.size.max(1)).clamp(STATES.0, STATES.1);
        // Once nothing new was seen for long, it will not be.
        let (mut idle, patience) = (0, tries / 3);
        let mut seen = vec![false; self.signatures.predicates()];
        let mut never_false: Vec<usize> = (0..self.signatures.predicates()).collect();
        let mut kept: Vec<Assignment> = Vec::new();
        let whole = Window {
            row: 0..self.atoms.len(),
            groups: self.atoms.len()..self.signatures.predicates(),
        };
        let most = (KEPT_VALUES / self.variables.len().max(1)).clamp(KEPT.0, KEPT.1);
        for number in 0..tries {
            let state = match kept.len() {
                0 => self.sampler.next(self.terms),
                _ if number % 4 == 0 => self.sampler.next(self.terms),
                count => {
                    let base = &kept[(number * 7 + number / 4) % count];
                    self.sampler.vary(self.terms, base, &self.variables)
                }
            };
            idle += 1;
            if let Some(holding) = self.add(&state, &whole) {
                let always = never_false.len();
                never_false.retain(|predicate| holding.binary_search(predicate).is_ok());
                let unseen = |&predicate: &usize| !std::mem::replace(&mut seen[predicate], true);
                let new = holding.into_iter().filter(unseen).count();
                if new > 0 || never_false.len() < always {
                    idle = 0;
                }
            }
            if idle == 0 {
                match kept.len() < most {
                    true => kept.push(state),
                    false => kept[self.signatures.states() % most] = state,
                }
            }
            if idle > patience || stop.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    /// A state that the solver found for a question about an atom: it and states near it are looked at. Which these are depends on the
    /// state alone.
    pub fn learn(&mut self, state: &Assignment, about: AtomId) {
        let window = self.around(about);
        let end = self.follower.evaluated() + VARIATION_WORK;
        self.add(state, &window);
        self.sampler.restart(state.fingerprint());
        for number in 0..VARIATIONS.1 {
            if number >= VARIATIONS.0 && self.follower.evaluated() > end {
                break;
            }
            let varied = self.sampler.vary(self.terms, state, &self.variables);
            self.add(&varied, &window);
        }
    }

    /// The atoms around one, with their regions.
    fn around(&self, atom: AtomId) -> Window {
        let row = self.signatures.around(atom.index(), AROUND);
        let regions = self.regions.as_slice();
        let first = regions.partition_point(|region| region.atoms.end().index() <= row.start);
        let end = regions.partition_point(|region| region.atoms.start().index() < row.end);
        let groups = self.atoms.len() + first..self.atoms.len() + end;
        Window { row, groups }
    }

    /// Gives back the room of evaluation: many shares of a function may wait to be put together.
    pub fn rest(&mut self) {
        self.follower = LazyEvaluator::default();
    }

    /// Adds a state if the hypotheses hold in it; gives the predicates of the window that hold, ascending.
    fn add(&mut self, state: &Assignment, window: &Window) -> Option<Vec<usize>> {
        let Window { row, groups } = window;
        let first = self.atoms.len();
        let regions = groups.start - first..groups.end - first;
        let mut values = self.follower.in_state(self.terms, state);
        if !self.hypotheses.iter().all(|&h| values.bool(h)) {
            return None;
        }
        let mut holding = Vec::new();
        let mut reached = Vec::new();
        for (index, region) in regions.clone().zip(&self.regions.as_slice()[regions]) {
            if values.bool(region.reach) {
                reached.push(first + index);
                let Range { start, end } = *row;
                let atoms =
                    region.atoms.start().index().max(start)..region.atoms.end().index().min(end);
                let holds = |&atom: &usize| values.bool(self.atoms[AtomId::from_index(atom)].holds);
                holding.extend(atoms.filter(holds));
            }
        }
        holding.append(&mut reached);
        self.signatures.add(window, &holding);
        Some(holding)
    }

    fn reached(&self, region: RegionId) -> usize {
        self.atoms.len() + region.index()
    }

    /// A state covers the atom.
    pub fn covers(&self, atom: AtomId) -> bool {
        self.signatures.seen_true(atom.index())
    }

    /// A state reaches the region.
    pub fn reaches(&self, region: RegionId) -> bool {
        self.signatures.seen_true(self.reached(region))
    }

    /// No state reaches the region and does not cover the atom.
    pub fn may_follow(&self, region: RegionId, atom: AtomId) -> bool {
        self.signatures
            .may_follow(self.reached(region), atom.index())
    }

    /// In how many states the atom is covered.
    pub fn count(&self, atom: AtomId) -> usize {
        self.signatures.count(atom.index())
    }

    /// The atoms that are covered in all states in which this one is.
    pub fn may_be_implied_by(&self, atom: AtomId) -> impl Fn(AtomId) -> bool {
        let may = self.signatures.may_be_implied_by(atom.index());
        move |other| may(other.index())
    }
}
