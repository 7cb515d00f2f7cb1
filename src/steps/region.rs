//! The labels of one block: states refute what they can, the solver confirms the rest.
//!
//! Comes in: predicates of labels that are reached together, and predicates elsewhere that they may imply. Goes out: what
//! holds of each, and implications. Each question is asked in the block alone first, then in the function under the
//! fact that control is there.

use super::claim::{Always, Claim, Frame, Never, Obligation, Unreached};
use super::ids::{AtomId, LabelId, RegionId};
use super::local::Local;
use super::order::Spot;
use super::progress::{Effort, Learnt};
use super::proof::{Inquiry, ProofResult, Proved};
use super::proof_state::ProofState;
use super::{Finding, Why};
use crate::base::{Id, IdRange, IdVec, Stop};
use crate::logic::{TermId, Terms};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// A region gives up a step after so many questions without an answer, and at once if it has had no answer yet: then
/// the way to it is too much for the solver.
const PATIENCE: u64 = 4 * PARTS;
/// A question about several predicates may take one of so many parts of the limit: it is cut in two if it has no answer.
const PARTS: u64 = 8;
/// After so many of those that have so many terms, a function asks no more about regions that are as large.
const TOO_LARGE: usize = 3;
const LARGE: usize = 1_000;

/// A predicate at a point, with the labels that ask for it.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Control comes to its point.
    pub reach: TermId,
    /// It holds.
    pub holds: TermId,
    /// It is reached and holds.
    pub covered: TermId,
    pub spot: Spot,
    /// It is about products or quotients.
    pub hard: bool,
    /// The families that have a label here.
    pub families: FixedBitSet,
    /// Ascending; the first stands for all in the local context.
    pub labels: Vec<LabelId>,
}

/// What shares a reach term.
#[derive(Clone, Debug)]
pub struct Region {
    pub reach: TermId,
    pub atoms: IdRange<AtomId>,
}

/// The atoms of a region that are at most so far from one.
pub fn around(region: &IdRange<AtomId>, atom: AtomId, away: usize) -> IdRange<AtomId> {
    let (first, last) = (region.start().index(), region.end().index());
    let start = atom.index().saturating_sub(away).clamp(first, last);
    let behind = atom.index().saturating_add(away).saturating_add(1);
    let end = behind.clamp(start, last);
    IdRange::new(AtomId::from_index(start), AtomId::from_index(end))
}

/// What the regions of a share have in common.
pub struct Worker<'a> {
    pub terms: &'a Terms,
    pub atoms: &'a IdVec<AtomId, Atom>,
    pub regions: &'a IdVec<RegionId, Region>,
    /// The labels of the function, each atom by its first.
    pub frame: &'a Frame<'a>,
    /// How many atoms before and after itself one may imply.
    pub window: usize,
    pub inquiry: Inquiry,
    pub local: Local<'a>,
    pub proof_state: ProofState<'a>,
    pub fruitless: Fruitless,
    /// A later run may go on with further steps.
    pub unfinished: bool,
    pub stop: &'a Stop,
}

/// Regions in a row that used up their patience and had no proof for the larger part of it. A long function is mostly made of regions
/// of one kind: after some of these, only one in [`Fruitless::PROBE`] has the whole patience, until it has a late proof again.
#[derive(Default)]
pub struct Fruitless {
    regions: usize,
}

impl Fruitless {
    /// So many say nothing yet.
    const FEW: usize = 12;
    const PROBE: usize = 4;

    fn patience(&self) -> u64 {
        match self.regions < Self::FEW || self.regions.is_multiple_of(Self::PROBE) {
            true => PATIENCE,
            false => PARTS,
        }
    }

    fn count(&mut self, late: bool) {
        self.regions = if late { 0 } else { self.regions + 1 };
    }
}

pub struct RegionProof<'w, 'a> {
    pub(super) worker: &'w mut Worker<'a>,
    index: RegionId,
    pub(super) region: Region,
    /// Atoms elsewhere that those of the region may imply.
    pub(super) near: Vec<AtomId>,
    /// The inquiry is about this region.
    entered: bool,
    step: usize,
    /// The questions of this step without an answer are `open`.
    effort: Effort,
    /// It gives up after so many.
    patience: u64,
    /// Something was proved after as many as a region has that is given less patience.
    late: bool,
}

impl<'w, 'a> RegionProof<'w, 'a> {
    pub fn new(worker: &'w mut Worker<'a>, index: RegionId, near: Vec<AtomId>) -> Self {
        RegionProof {
            region: worker.regions[index].clone(),
            effort: worker.proof_state.progress.regions[index],
            worker,
            index,
            near,
            entered: false,
            step: 0,
            patience: PATIENCE,
            late: false,
        }
    }

    /// One step, counted from 0.
    pub fn run(mut self, step: usize) {
        self.step = step;
        self.patience = self.worker.fruitless.patience();
        let dead = self.worker.frame.without_way(self.first_label());
        if let Some(dead) = dead {
            self.bury(dead);
            return;
        }
        match step {
            0 => self.infeasible(),
            1 => self.always(),
            _ => self.subsumption(),
        }
        if self.effort.open >= self.patience || self.late {
            self.worker.fruitless.count(self.late);
        }
        if self.effort.answered {
            self.effort.open = 0;
        }
        self.worker.proof_state.progress.regions[self.index] = self.effort;
    }

    /// Step 1: `reach ∧ φ` has no state.
    fn infeasible(&mut self) {
        let atoms = self.region.atoms.clone();
        if !self.worker.proof_state.states.reaches(self.index) && self.is_dead() {
            return;
        }
        let mut first: HashMap<TermId, AtomId> = HashMap::new();
        for atom in atoms.clone() {
            // A predicate that was asked at an earlier point.
            let same = *first.entry(self.worker.atoms[atom].holds).or_insert(atom);
            if self.worker.proof_state.states.covers(atom) {
                continue;
            }
            if same != atom {
                let (frame, label) = (self.worker.frame, self.label(atom));
                self.worker.proof_state.findings[atom] =
                    self.worker.proof_state.findings[same].restated(frame, label);
                continue;
            }
            self.worker.proof_state.findings[atom] = match self.never(atom) {
                Ok(Some(never)) => Finding::Infeasible(never),
                // The state has it true.
                Ok(None) => continue,
                Err(why) => Finding::Open(why),
            };
        }
        for atom in atoms {
            if self.worker.proof_state.states.covers(atom) {
                self.worker.proof_state.findings[atom] = Finding::Possible { always: None };
            }
        }
    }

    fn never(&mut self, atom: AtomId) -> Result<Option<Proved<Never>>, Why> {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        let label = self.label(atom);
        match self.worker.local.never(label) {
            Some(never) => Ok(Some(never)),
            None => self.ask_claim(atom, Never(label)),
        }
    }

    /// Whether nothing is left to ask about a region that no state reaches so far.
    fn is_dead(&mut self) -> bool {
        let first = self.region.atoms.start();
        match self.ask_claim(first, Unreached(self.label(first))) {
            Ok(Some(dead)) => self.bury(dead),
            Ok(None) => return false,
            Err(why) => {
                let findings = &mut self.worker.proof_state.findings;
                findings
                    .range_mut(&self.region.atoms)
                    .fill(Finding::Open(why));
            }
        }
        true
    }

    /// No label of the region is covered: none is reached.
    fn bury(&mut self, dead: Proved<Unreached>) {
        for atom in self.region.atoms.clone() {
            let never = self.worker.frame.restated(dead, Never(self.label(atom)));
            self.worker.proof_state.findings[atom] =
                never.map_or(Finding::Open(Why::Fault), Finding::Infeasible);
        }
    }

    /// Step 2: `reach ∧ ¬φ` has no state.
    fn always(&mut self) {
        for atom in self.region.atoms.clone() {
            if !self.is_possible(atom) || self.stopped() {
                continue;
            }
            // No state reaches the region without it.
            if !self.worker.proof_state.states.may_follow(atom) {
                continue;
            }
            let claim = Always(self.label(atom));
            let local = self.worker.local.always(claim.0);
            let always = local.or_else(|| self.ask_claim(atom, claim).ok().flatten());
            self.worker.proof_state.findings[atom] = Finding::Possible { always };
        }
    }

    pub(super) fn is_possible(&self, atom: AtomId) -> bool {
        matches!(
            self.worker.proof_state.findings[atom],
            Finding::Possible { .. }
        )
    }

    pub(super) fn label(&self, atom: AtomId) -> LabelId {
        self.worker.atoms[atom].labels[0]
    }

    fn first_label(&self) -> LabelId {
        self.label(self.region.atoms.start())
    }

    pub(super) fn stopped(&self) -> bool {
        self.worker.stop.load(Ordering::Relaxed)
    }

    fn ask_claim<C>(&mut self, about: AtomId, claim: C) -> Result<Option<Proved<C>>, Why>
    where
        C: Copy + Into<Claim>,
    {
        let obligation = self.worker.frame.obligation(claim);
        let obligation = obligation.map_err(|_| Why::Fault)?;
        let proved = self.ask(about, &[obligation])?;
        Ok(proved.and_then(|proved| proved.first().copied()))
    }

    /// All of the obligations, or nothing if a state refutes one of them, which is learnt from. They are about this atom, and perhaps others.
    pub(super) fn ask<C>(
        &mut self,
        about: AtomId,
        obligations: &[Obligation<C>],
    ) -> Result<Option<Vec<Proved<C>>>, Why>
    where
        C: Copy + Into<Claim>,
    {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        if !self.is_worth_a_question() {
            self.worker.proof_state.counts.not_asked += 1;
            return Err(Why::Timeout);
        }
        let worker = &mut *self.worker;
        worker.proof_state.counts.calls[self.step] += 1;
        let parts = if obligations.len() > 1 { PARTS } else { 1 };
        let outcome = worker.inquiry.ask(worker.terms, obligations, parts as u32);
        self.effort.answered |= !matches!(outcome, ProofResult::Open(_));
        let why = match outcome {
            ProofResult::Proved(proved) => {
                worker.proof_state.counts.proofs += 1;
                self.late |= self.effort.open >= PARTS;
                return Ok(Some(proved));
            }
            ProofResult::Refuted(state) => {
                worker.proof_state.states.learn(&state, about);
                if worker.unfinished {
                    let learnt = Learnt {
                        about: worker.atoms[about].labels[0],
                        state: (*state).into(),
                    };
                    worker.proof_state.progress.learnt.push(learnt);
                }
                return Ok(None);
            }
            ProofResult::Open(why) => why,
        };
        let size = worker.inquiry.session().size();
        // What does not fit into memory is large, however few its terms are.
        let large = size > LARGE || why == Why::Memory;
        if !self.effort.answered && self.effort.open == 0 && large {
            worker.proof_state.progress.too_large.push(size);
        }
        self.effort.open += match why {
            Why::Memory if !self.effort.answered => PATIENCE,
            _ => PARTS / parts,
        };
        worker.proof_state.counts.open += 1;
        Err(why)
    }

    /// Whether the questions so far leave hope that the next one has an answer.
    fn is_worth_a_question(&mut self) -> bool {
        if !std::mem::replace(&mut self.entered, true) {
            let Worker { terms, inquiry, .. } = &mut *self.worker;
            inquiry.enter(terms, Some(self.region.reach), &[]);
            let size = inquiry.session().size();
            let sizes = self.worker.proof_state.progress.too_large.iter();
            if sizes.filter(|&&other| other <= size).count() >= TOO_LARGE {
                self.effort.open = PATIENCE;
            }
        }
        let size = self.worker.inquiry.session().size();
        let patience = match self.effort.answered || size <= LARGE {
            true => self.patience,
            false => PARTS,
        };
        self.effort.open < patience
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_an_atom_stays_in_its_region() {
        let id = AtomId::from_index;
        let range = |start, end| IdRange::new(id(start), id(end));
        let region = range(10, 20);
        let places = |atom, away| {
            let around = around(&region, id(atom), away);
            (around.start().index(), around.end().index())
        };
        assert_eq!(places(15, 2), (13, 18));
        assert_eq!(places(15, usize::MAX), (10, 20));
        assert_eq!(places(11, 3), (10, 15));
        assert_eq!(places(20, 2), (18, 20));
    }
}
