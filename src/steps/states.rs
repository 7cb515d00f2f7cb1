//! A native search for states: random ones, and variations of those that showed something new.
//!
//! Comes in: the terms of a function. Goes out: for each predicate the states in which it holds. The solver is asked
//! only what these states leave open; since loops are cut and what calls give back is any value, most places of a function
//! are easy to reach.

use super::known::Known;
use crate::logic::{Assignment, Evaluator, Sampler, TermId, Terms, VarId};

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
    predicates: Vec<TermId>,
    evaluator: Evaluator,
    sampler: Sampler,
    variables: Vec<VarId>,
    pub known: Known,
}

impl<'a> States<'a> {
    pub fn new(terms: &'a Terms, hypotheses: &'a [TermId], predicates: Vec<TermId>) -> Self {
        let evaluator = Evaluator::new(terms, &[hypotheses, &predicates].concat());
        States {
            terms,
            hypotheses,
            variables: evaluator.variables(terms),
            evaluator,
            sampler: Sampler::new(terms, 1),
            known: Known::new(predicates.len()),
            predicates,
        }
    }

    /// Looks for states until the work is done.
    pub fn search(&mut self) {
        let tries = (WORK / self.evaluator.size().max(1)).clamp(STATES.0, STATES.1);
        // Once nothing new was seen for long, it will not be.
        let (mut idle, patience) = (0, tries / 3);
        // By predicate: seen false and seen true.
        let mut seen = vec![[false; 2]; self.predicates.len()];
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
            match self.add(&state, |predicate, holds| {
                !std::mem::replace(&mut seen[predicate][usize::from(holds)], true)
            }) {
                true => idle = 0,
                false => idle += 1,
            }
            if idle == 0 {
                match kept.len() < most {
                    true => kept.push(state),
                    false => kept[self.known.states() % most] = state,
                }
            }
            if idle > patience {
                break;
            }
        }
    }

    /// A state that the solver found: it and states near it are looked at. Which these are depends on the state alone.
    pub fn learn(&mut self, state: &Assignment) {
        self.add(state, |_, _| false);
        self.sampler.restart(state.fingerprint());
        let count = VARIATION_WORK / self.evaluator.size().max(1);
        for _ in 0..count.clamp(VARIATIONS.0, VARIATIONS.1) {
            let varied = self.sampler.vary(self.terms, state, &self.variables);
            self.add(&varied, |_, _| false);
        }
    }

    /// Adds a state if the hypotheses hold in it. `is_new` is told what each predicate is in it; whether it was new for one of them.
    fn add(&mut self, state: &Assignment, mut is_new: impl FnMut(usize, bool) -> bool) -> bool {
        self.evaluator.run(self.terms, state);
        let evaluator = &self.evaluator;
        if !self.hypotheses.iter().all(|&h| evaluator.bool(h)) {
            return false;
        }
        let predicates = &self.predicates;
        let mut new = false;
        self.known.add(|predicate| {
            let holds = evaluator.bool(predicates[predicate]);
            new |= is_new(predicate, holds);
            holds
        });
        new
    }
}
