//! A native search for states: random ones, and variations of those that showed something new.
//!
//! Comes in: the terms of a function, its atoms and regions. Goes out: for each of them the states in which it is covered or reached. The solver is asked
//! only what these states leave open; since loops are cut and what calls give back is any value, most regions of a function
//! are easy to reach. A state that the solver found for a question is looked at around the place of the question only: what it costs
//! does not grow with the function.

use super::ids::{AtomId, RegionId};
use super::region::{Atom, Region};
use super::signatures::{Seen, Signatures};
use crate::base::{IdVec, Stop};
use crate::logic::{Assignment, Evaluator, LazyEvaluator, Sampler, TermId, Terms, VarId};
use std::ops::Range;
use std::sync::Arc;
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
    /// The atoms as they come in the passive form, and where in this row each is.
    row: Arc<[AtomId]>,
    places: Arc<IdVec<AtomId, usize>>,
    /// How many terms there are to evaluate, if all are.
    size: usize,
    follower: LazyEvaluator,
    sampler: Sampler,
    variables: Vec<VarId>,
    pub signatures: Signatures,
}

impl<'a> States<'a> {
    pub fn new(
        terms: &'a Terms,
        hypotheses: &'a [TermId],
        atoms: &'a IdVec<AtomId, Atom>,
        regions: &'a IdVec<RegionId, Region>,
    ) -> Self {
        let predicates = atoms.values().flat_map(|atom| [atom.covered, atom.reach]);
        let roots: Vec<TermId> = predicates.chain(hypotheses.iter().copied()).collect();
        let evaluator = Evaluator::new(terms, &roots);
        let mut row: Vec<AtomId> = atoms.ids().collect();
        row.sort_by_key(|&atom| (atoms[atom].spot.position, atom));
        let mut places = IdVec::filled(0, atoms.len());
        for (place, &atom) in row.iter().enumerate() {
            places[atom] = place;
        }
        States {
            terms,
            hypotheses,
            atoms,
            regions,
            row: row.into(),
            places: places.into(),
            variables: evaluator.variables(terms),
            size: evaluator.size(),
            follower: LazyEvaluator::default(),
            sampler: Sampler::new(terms, 1),
            signatures: Signatures::new(atoms.len()),
        }
    }

    /// Looks for states until the work is done, or the run is ended.
    pub fn search(&mut self, stop: &Stop) {
        let tries = (WORK / self.size.max(1)).clamp(STATES.0, STATES.1);
        // Once nothing new was seen for long, it will not be.
        let (mut idle, patience) = (0, tries / 3);
        let whole = 0..self.row.len();
        let mut known = Known::new(whole.len());
        let mut kept: Vec<Assignment> = Vec::new();
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
            if let Some(seen) = self.add(&state, &whole)
                && known.is_changed_by(&seen)
            {
                idle = 0;
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
        let window = self.signatures.around(self.places[about], AROUND);
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

    /// Gives back the room of evaluation: many shares of a function may wait to be put together.
    pub fn rest(&mut self) {
        self.follower = LazyEvaluator::default();
    }

    /// Adds a state if the hypotheses hold in it, and says what it shows of the window.
    fn add(&mut self, state: &Assignment, window: &Range<usize>) -> Option<Seen> {
        let mut values = self.follower.in_state(self.terms, state);
        if !self.hypotheses.iter().all(|&h| values.bool(h)) {
            return None;
        }
        let mut seen = Seen::default();
        for place in window.clone() {
            let atom = &self.atoms[self.row[place]];
            if values.bool(atom.reach) {
                seen.reached.push(place);
                if values.bool(atom.holds) {
                    seen.covered.push(place);
                }
            }
        }
        self.signatures.add(window, &seen);
        Some(seen)
    }

    /// A state covers the atom.
    pub fn covers(&self, atom: AtomId) -> bool {
        self.signatures.is_covered(self.places[atom])
    }

    /// A state reaches the region.
    pub fn reaches(&self, region: RegionId) -> bool {
        let first = self.regions[region].atoms.start();
        self.signatures.is_reached(self.places[first])
    }

    /// No state reaches the atom and does not cover it.
    pub fn may_follow(&self, atom: AtomId) -> bool {
        self.signatures.may_follow(self.places[atom])
    }

    /// In how many states the atom is covered.
    pub fn count(&self, atom: AtomId) -> usize {
        self.signatures.count(self.places[atom])
    }

    /// The atoms that are covered in all states in which this one is.
    pub fn may_be_implied_by(&self, atom: AtomId) -> impl Fn(AtomId) -> bool {
        let may = self.signatures.may_be_implied_by(self.places[atom]);
        move |other| may(self.places[other])
    }
}

/// What a search has seen: which places in some state, and which in all.
struct Known {
    reached: Vec<bool>,
    covered: Vec<bool>,
    always_reached: Vec<usize>,
    always_covered: Vec<usize>,
}

impl Known {
    fn new(places: usize) -> Self {
        Known {
            reached: vec![false; places],
            covered: vec![false; places],
            always_reached: (0..places).collect(),
            always_covered: (0..places).collect(),
        }
    }

    /// Whether a state shows something new, which is known from now on.
    fn is_changed_by(&mut self, seen: &Seen) -> bool {
        let first = |known: &mut [bool], places: &[usize]| {
            let unseen = |&&place: &&usize| !std::mem::replace(&mut known[place], true);
            places.iter().filter(unseen).count() > 0
        };
        let fewer = |always: &mut Vec<usize>, places: &[usize]| {
            let before = always.len();
            always.retain(|place| places.binary_search(place).is_ok());
            always.len() < before
        };
        first(&mut self.reached, &seen.reached)
            | first(&mut self.covered, &seen.covered)
            | fewer(&mut self.always_reached, &seen.reached)
            | fewer(&mut self.always_covered, &seen.covered)
    }
}
