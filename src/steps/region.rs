//! The labels of one block: states refute what they can, the solver confirms the rest.
//!
//! Comes in: predicates of labels that are reached together, and predicates elsewhere that they may imply. Goes out: what
//! holds of each, and implications. Each question is asked in the block alone first, then in the function under the
//! fact that control is there.

use super::book::Book;
use super::local::Local;
use super::order::{Order, Spot};
use super::progress::Effort;
use super::{Finding, Stop, Why};
use crate::base::{Bug, seeded};
use crate::logic::{TermId, Terms};
use crate::prover::{Answer, Literal, Session};
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
    /// It holds.
    pub holds: TermId,
    /// It is reached and holds.
    pub covered: TermId,
    pub spot: Spot,
    /// It is about products or quotients.
    pub hard: bool,
    /// A bit for each family that has a label here.
    pub families: u64,
    /// Indices of labels, ascending; the first stands for all in the local context.
    pub labels: Vec<u32>,
}

/// What shares a reach term.
#[derive(Clone, Debug)]
pub struct Place {
    pub reach: TermId,
    pub atoms: std::ops::Range<usize>,
}

/// The numbers of the bits that are set.
pub fn ones(mask: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

/// What the regions of a share have in common.
pub struct Desk<'a> {
    pub terms: &'a Terms,
    pub atoms: &'a [Atom],
    pub places: &'a [Place],
    pub session: Session,
    pub local: Local<'a>,
    pub order: Order<'a>,
    pub book: Book<'a>,
    /// A later run may go on with further steps.
    pub unfinished: bool,
    pub stop: &'a Stop,
}

pub struct Region<'d, 'a> {
    pub(super) desk: &'d mut Desk<'a>,
    index: usize,
    pub(super) place: Place,
    /// Atoms elsewhere that those of the region may imply.
    pub(super) near: Vec<usize>,
    /// The session is about this region.
    entered: bool,
    step: usize,
    /// The questions of this step without an answer are `open`.
    effort: Effort,
}

impl<'d, 'a> Region<'d, 'a> {
    pub fn new(desk: &'d mut Desk<'a>, index: usize, near: Vec<usize>) -> Self {
        Region {
            place: desk.places[index].clone(),
            effort: desk.book.progress.regions[index],
            desk,
            index,
            near,
            entered: false,
            step: 0,
        }
    }

    /// One step, counted from 0.
    pub fn run(mut self, step: usize) {
        self.step = step;
        if self.desk.terms.constant(self.place.reach) == Some(0) {
            self.desk.book.findings[self.place.atoms.clone()].fill(Finding::Infeasible);
            return;
        }
        match step {
            0 => self.infeasible(),
            1 => self.always(),
            _ => self.subsumption(),
        }
        if self.effort.answered {
            self.effort.open = 0;
        }
        self.desk.book.progress.regions[self.index] = self.effort;
    }

    fn reached(&self) -> usize {
        self.desk.atoms.len() + self.index
    }

    /// Step 1: `reach ∧ φ` has no state.
    fn infeasible(&mut self) {
        let atoms = self.place.atoms.clone();
        if !self.desk.book.states.known.seen_true(self.reached())
            && let Some(finding) = self.dead()
        {
            self.desk.book.findings[atoms].fill(finding);
            return;
        }
        for atom in atoms.clone() {
            if self.desk.book.states.known.seen_true(atom) {
                continue;
            }
            let holds = self.desk.atoms[atom].holds;
            // A predicate that was asked at an earlier point.
            let same = (atoms.start..atom).find(|&other| self.desk.atoms[other].holds == holds);
            if let Some(same) = same {
                self.desk.book.findings[atom] = self.desk.book.findings[same].clone();
                continue;
            }
            self.desk.book.findings[atom] = match self.never(atom) {
                Ok(true) => Finding::Infeasible,
                // The state has it true.
                Ok(false) => continue,
                Err(why) => Finding::Open(why),
            };
        }
        for atom in atoms {
            if self.desk.book.states.known.seen_true(atom) {
                self.desk.book.findings[atom] = Finding::Possible { always: false };
            }
        }
    }

    fn never(&mut self, atom: usize) -> Result<bool, Why> {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        let label = self.label(atom);
        if self.desk.local.never(label) {
            return Ok(true);
        }
        let literal = Literal::new(self.desk.terms, self.desk.atoms[atom].holds);
        self.ask(&[literal], &[])
    }

    /// What all labels of a region are that no state reaches so far.
    fn dead(&mut self) -> Option<Finding> {
        match self.ask(&[], &[]) {
            Ok(true) => Some(Finding::Infeasible),
            Ok(false) => None,
            Err(why) => Some(Finding::Open(why)),
        }
    }

    /// Step 2: `reach ∧ ¬φ` has no state.
    fn always(&mut self) {
        for atom in self.place.atoms.clone() {
            if !self.is_possible(atom) || self.stopped() {
                continue;
            }
            // No state reaches the place without it.
            if !self.desk.book.states.known.may_imply(self.reached(), atom) {
                continue;
            }
            let label = self.label(atom);
            let always = self.desk.local.always(label) || {
                let holds = self.desk.atoms[atom].holds;
                let negated = Literal::new(self.desk.terms, holds).negate();
                seeded(Bug::StatesAreProofs) || self.ask(&[negated], &[]) == Ok(true)
            };
            self.desk.book.findings[atom] = Finding::Possible { always };
        }
    }

    pub(super) fn is_possible(&self, atom: usize) -> bool {
        matches!(self.desk.book.findings[atom], Finding::Possible { .. })
    }

    pub(super) fn label(&self, atom: usize) -> usize {
        self.desk.atoms[atom].labels[0] as usize
    }

    pub(super) fn stopped(&self) -> bool {
        self.desk.stop.load(Ordering::Relaxed)
    }

    /// Whether no state of the region has the assumptions and one of the others. A state that has is learnt from.
    pub(super) fn ask(&mut self, assumptions: &[Literal], one_of: &[Literal]) -> Result<bool, Why> {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        if !std::mem::replace(&mut self.entered, true) {
            self.desk
                .session
                .scope(self.desk.terms, &[self.place.reach], &[]);
            let size = self.desk.session.size();
            let larger = self
                .desk
                .book
                .progress
                .too_large
                .iter()
                .filter(|&&other| other <= size);
            if larger.count() >= TOO_LARGE {
                self.effort.open = PATIENCE;
                return Err(Why::Timeout);
            }
        }
        let patience = match self.effort.answered || self.desk.session.size() <= LARGE {
            true => PATIENCE,
            false => PARTS,
        };
        if self.effort.open >= patience {
            return Err(Why::Timeout);
        }
        let desk = &mut *self.desk;
        desk.book.counts.calls[self.step] += 1;
        let parts = if one_of.len() > 1 { PARTS } else { 1 };
        let session = &mut desk.session;
        let answer = session.ask_one_of(desk.terms, assumptions, one_of, parts as u32);
        self.effort.answered |= answer.is_valid() || answer.is_invalid();
        let why = match answer {
            Answer::Valid(_) => {
                desk.book.counts.proofs += 1;
                return Ok(true);
            }
            Answer::Invalid(_) if seeded(Bug::ModelIsProof) && self.step == 2 => return Ok(true),
            Answer::Invalid(state) => {
                desk.book.states.learn(&state);
                if desk.unfinished {
                    desk.book.progress.learnt.push(*state);
                }
                return Ok(false);
            }
            Answer::Timeout if seeded(Bug::OpenIsProved) => return Ok(true),
            Answer::Timeout => Why::Timeout,
            Answer::Memory => Why::Memory,
            Answer::Unknown(_) | Answer::Failure(_) => Why::Solver,
        };
        let size = desk.session.size();
        if !self.effort.answered && self.effort.open == 0 && size > LARGE {
            desk.book.progress.too_large.push(size);
        }
        self.effort.open += PARTS / parts;
        desk.book.counts.open += 1;
        Err(why)
    }
}
