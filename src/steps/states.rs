//! A native search for states: random ones, and variations of those that showed something new.
//!
//! Comes in: the terms of a function, its atoms and places. Goes out: for each of them the states in which it is covered or reached. The solver is asked
//! only what these states leave open; since loops are cut and what calls give back is any value, most places of a function
//! are easy to reach.

use super::Stop;
use super::known::Known;
use super::region::{Atom, Place};
use crate::logic::{Assignment, Evaluator, Follower, Sampler, TermId, Terms, VarId};
use std::sync::atomic::Ordering;

/// How many terms may be evaluated for one function, and how many states that must and may make.
const WORK: usize = 24_000_000;
const STATES: (usize, usize) = (192, 3_000);
/// States that showed something new, kept for variation: so many, and so many values in all.
const KEPT: (usize, usize) = (4, 192);
const KEPT_VALUES: usize = 4_000_000;
/// Variations of one state that the solver found.
const VARIATION_WORK: usize = 1_000_000;
const VARIATIONS: (usize, usize) = (2, 64);

#[derive(Clone)]
pub struct States<'a> {
    terms: &'a Terms,
    hypotheses: &'a [TermId],
    atoms: &'a [Atom],
    places: &'a [Place],
    /// How many terms there are to evaluate, if all are.
    size: usize,
    follower: Follower,
    sampler: Sampler,
    variables: Vec<VarId>,
    /// Of the atoms, then of the places.
    pub known: Known,
}

impl<'a> States<'a> {
    pub fn new(
        terms: &'a Terms,
        hypotheses: &'a [TermId],
        atoms: &'a [Atom],
        places: &'a [Place],
    ) -> Self {
        let covered = atoms.iter().map(|atom| atom.covered);
        let predicates = covered.chain(places.iter().map(|place| place.reach));
        let roots: Vec<TermId> = predicates.chain(hypotheses.iter().copied()).collect();
        let evaluator = Evaluator::new(terms, &roots);
        States {
            terms,
            hypotheses,
            atoms,
            places,
            variables: evaluator.variables(terms),
            size: evaluator.size(),
            follower: Follower::default(),
            sampler: Sampler::new(terms, 1),
            known: Known::new(atoms.len() + places.len()),
        }
    }

    /// Looks for states until the work is done, or the run is ended.
    pub fn search(&mut self, stop: &Stop) {
        let tries = (WORK / self.size.max(1)).clamp(STATES.0, STATES.1);
        // Once nothing new was seen for long, it will not be.
        let (mut idle, patience) = (0, tries / 3);
        let mut seen = vec![false; self.known.predicates()];
        let mut never_false: Vec<usize> = (0..self.known.predicates()).collect();
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
            if let Some(holding) = self.add(&state) {
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
                    false => kept[self.known.states() % most] = state,
                }
            }
            if idle > patience || stop.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    /// A state that the solver found: it and states near it are looked at. Which these are depends on the state alone.
    pub fn learn(&mut self, state: &Assignment) {
        self.add(state);
        self.sampler.restart(state.fingerprint());
        let count = VARIATION_WORK / self.size.max(1);
        for _ in 0..count.clamp(VARIATIONS.0, VARIATIONS.1) {
            let varied = self.sampler.vary(self.terms, state, &self.variables);
            self.add(&varied);
        }
    }

    /// Adds a state if the hypotheses hold in it; gives the predicates that hold, ascending.
    fn add(&mut self, state: &Assignment) -> Option<Vec<usize>> {
        let mut values = self.follower.follow(self.terms, state);
        if !self.hypotheses.iter().all(|&h| values.bool(h)) {
            return None;
        }
        let mut holding = Vec::new();
        let mut reached = Vec::new();
        for (index, place) in self.places.iter().enumerate() {
            if values.bool(place.reach) {
                reached.push(self.atoms.len() + index);
                let atoms = place.atoms.clone();
                holding.extend(atoms.filter(|&atom| values.bool(self.atoms[atom].holds)));
            }
        }
        holding.append(&mut reached);
        self.known.add(&holding);
        Some(holding)
    }
}
