//! The labels of one block: states refute what they can, the solver confirms the rest.
//!
//! Comes in: predicates of labels that are reached together, and predicates elsewhere that they may imply. Goes out: what
//! holds of each, and implications. Each question is asked in the block alone first, then in the function under the
//! fact that control is there; if that is too much, with what comes shortly before it.

use super::book::Book;
use super::claim::{Always, Claim, Frame, Never, Obligation, Unreached};
use super::local::{Local, Windows};
use super::order::Spot;
use super::progress::Effort;
use super::proof::{Inquiry, Outcome, Proved};
use super::{Finding, Stop, Why};
use crate::base::Bug;
use crate::logic::{TermId, Terms};
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
/// What a share may spend on questions about the whole function, in the count of [`Session::work`](crate::prover::Session::work), and how much
/// more for each of its predicates so far: in a function of N labels a question costs up to N, and there are as many.
const ALLOWANCE: u64 = 60_000_000;
const PER_ATOM: u64 = 60_000;
/// A question that has an answer costs so much less.
const ANSWER: u64 = 1_000_000;
/// Once that is spent, a region asks until a question has no answer, each with one of so many parts of the limit; if one costs as much as
/// this, no more are asked.
const SPENT_PARTS: u64 = 4;
const DEAR: u64 = 4_000_000;

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
    /// The labels of the function, each atom by its first.
    pub frame: &'a Frame<'a>,
    pub inquiry: Inquiry,
    pub local: Local<'a>,
    /// In a large function: the blocks before a place.
    pub windows: Option<Windows<'a>>,
    pub account: Account,
    pub book: Book<'a>,
    /// A later run may go on with further steps.
    pub unfinished: bool,
    pub stop: &'a Stop,
}

/// What questions about the whole function have cost, and what they may.
pub struct Account {
    allowance: u64,
    spent: u64,
    /// What the last question took.
    last: u64,
}

impl Default for Account {
    fn default() -> Self {
        Account {
            allowance: ALLOWANCE,
            spent: 0,
            last: 0,
        }
    }
}

impl Account {
    fn is_overdrawn(&self) -> bool {
        self.spent > self.allowance
    }

    fn charge(&mut self, cost: u64, answered: bool) {
        self.last = cost;
        self.spent += cost.saturating_sub(if answered { ANSWER } else { 0 });
    }
}

impl Desk<'_> {
    /// What was done for questions about the whole function.
    fn work(&self) -> u64 {
        self.inquiry.session().work() + self.book.states.work
    }
}

pub struct Region<'d, 'a> {
    pub(super) desk: &'d mut Desk<'a>,
    index: usize,
    pub(super) place: Place,
    /// Atoms elsewhere that those of the region may imply.
    pub(super) near: Vec<usize>,
    /// The inquiry is about this region.
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
        let atoms = self.place.atoms.len() as u64;
        self.desk.account.allowance += atoms * PER_ATOM;
        if let Some(windows) = &mut self.desk.windows {
            windows.allow(atoms);
        }
        let dead = self.desk.frame.without_way(self.first_label());
        if let Some(dead) = dead {
            self.bury(dead);
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
        if !self.desk.book.states.known.seen_true(self.reached()) && self.is_dead() {
            return;
        }
        let mut asked: HashMap<TermId, usize> = HashMap::new();
        for atom in atoms.clone() {
            let holds = self.desk.atoms[atom].holds;
            // A predicate that was asked at an earlier point.
            let same = *asked.entry(holds).or_insert(atom);
            if self.desk.book.states.known.seen_true(atom) {
                continue;
            }
            if same != atom {
                let (frame, label) = (self.desk.frame, self.label(atom));
                self.desk.book.findings[atom] =
                    self.desk.book.findings[same].restated(frame, label);
                continue;
            }
            self.desk.book.findings[atom] = match self.never(atom) {
                Ok(Some(never)) => Finding::Infeasible(never),
                // The state has it true.
                Ok(None) => continue,
                Err(why) => Finding::Open(why),
            };
        }
        for atom in atoms {
            if self.desk.book.states.known.seen_true(atom) {
                self.desk.book.findings[atom] = Finding::Possible { always: None };
            }
        }
    }

    fn never(&mut self, atom: usize) -> Result<Option<Proved<Never>>, Why> {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        let label = self.label(atom);
        match self.desk.local.never(label) {
            Some(never) => Ok(Some(never)),
            None => self.ask_claim(Never(label)).or_else(|why| {
                let never = self.window(label).and_then(|near| near.never(label));
                never.map(Some).ok_or(why)
            }),
        }
    }

    /// Whether nothing is left to ask about a region that no state reaches so far.
    fn is_dead(&mut self) -> bool {
        let label = self.first_label();
        let dead = self.ask_claim(Unreached(label)).or_else(|why| {
            let dead = self.window(label).and_then(|near| near.unreached(label));
            dead.map(Some).ok_or(why)
        });
        match dead {
            Ok(Some(dead)) => self.bury(dead),
            Ok(None) => return false,
            Err(why) => self.leave_open(&why),
        }
        true
    }

    /// What a smaller context does not answer stays open.
    fn leave_open(&mut self, why: &Why) {
        for atom in self.place.atoms.clone() {
            let label = self.label(atom);
            let never = match self.stopped() {
                true => None,
                false => self.desk.local.never(label),
            };
            let never = never.or_else(|| self.window(label)?.never(label));
            let open = || Finding::Open(why.clone());
            self.desk.book.findings[atom] = never.map_or_else(open, Finding::Infeasible);
        }
    }

    /// What comes shortly before the label, in a large function.
    pub(super) fn window(&mut self, label: usize) -> Option<&mut Local<'a>> {
        let stopped = self.stopped();
        let windows = self.desk.windows.as_mut().filter(|_| !stopped)?;
        windows.of(label)
    }

    /// No label of the region is covered: none is reached.
    fn bury(&mut self, dead: Proved<Unreached>) {
        for atom in self.place.atoms.clone() {
            let never = self.desk.frame.restated(dead, Never(self.label(atom)));
            self.desk.book.findings[atom] =
                never.map_or(Finding::Open(Why::Fault), Finding::Infeasible);
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
            let claim = Always(self.label(atom));
            let local = self.desk.local.always(claim.0);
            let always = local.or_else(|| Proved::mistaken(Bug::StatesAreProofs, claim));
            let always = always.or_else(|| match self.ask_claim(claim) {
                Ok(proved) => proved,
                Err(_) => self.window(claim.0)?.always(claim.0),
            });
            self.desk.book.findings[atom] = Finding::Possible { always };
        }
    }

    pub(super) fn is_possible(&self, atom: usize) -> bool {
        matches!(self.desk.book.findings[atom], Finding::Possible { .. })
    }

    pub(super) fn label(&self, atom: usize) -> usize {
        self.desk.atoms[atom].labels[0] as usize
    }

    fn first_label(&self) -> usize {
        self.label(self.place.atoms.start)
    }

    pub(super) fn stopped(&self) -> bool {
        self.desk.stop.load(Ordering::Relaxed)
    }

    fn ask_claim<C>(&mut self, claim: C) -> Result<Option<Proved<C>>, Why>
    where
        C: Copy + Into<Claim>,
    {
        let obligation = self.desk.frame.obligation(claim);
        let obligation = obligation.map_err(|_| Why::Fault)?;
        let proved = self.ask(&[obligation])?;
        Ok(proved.and_then(|proved| proved.first().copied()))
    }

    /// All of the obligations, or nothing if a state refutes one of them, which is learnt from.
    pub(super) fn ask<C>(
        &mut self,
        obligations: &[Obligation<C>],
    ) -> Result<Option<Vec<Proved<C>>>, Why>
    where
        C: Copy + Into<Claim>,
    {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        let overdrawn = self.desk.account.is_overdrawn();
        if overdrawn && (self.effort.open > 0 || self.desk.account.last > DEAR) {
            self.desk.book.counts.cut += 1;
            return Err(Why::Timeout);
        }
        let before = self.desk.work();
        if !std::mem::replace(&mut self.entered, true) {
            let Desk { terms, inquiry, .. } = &mut *self.desk;
            inquiry.enter(terms, Some(self.place.reach));
            let size = inquiry.session().size();
            let sizes = self.desk.book.progress.too_large.iter();
            if sizes.filter(|&&other| other <= size).count() >= TOO_LARGE {
                self.effort.open = PATIENCE;
                return Err(Why::Timeout);
            }
        }
        let size = self.desk.inquiry.session().size();
        let patience = match self.effort.answered || size <= LARGE {
            true => PATIENCE,
            false => PARTS,
        };
        if self.effort.open >= patience {
            return Err(Why::Timeout);
        }
        let desk = &mut *self.desk;
        desk.book.counts.calls[self.step] += 1;
        let parts = if obligations.len() > 1 { PARTS } else { 1 };
        let share = if overdrawn {
            SPENT_PARTS * parts
        } else {
            parts
        };
        let outcome = desk.inquiry.ask(desk.terms, obligations, share as u32);
        if matches!(outcome, Outcome::Open(_)) && desk.stop.load(Ordering::Relaxed) {
            return Err(Why::Interrupted);
        }
        self.effort.answered |= !matches!(outcome, Outcome::Open(_));
        let why = match outcome {
            Outcome::Proved(proved) => {
                desk.book.counts.proofs += 1;
                let cost = desk.work() - before;
                desk.account.charge(cost, true);
                return Ok(Some(proved));
            }
            Outcome::Refuted(state) => {
                desk.book.states.learn(&state);
                let cost = desk.work() - before;
                desk.account.charge(cost, true);
                if desk.unfinished {
                    desk.book.progress.learnt.push(*state);
                }
                return Ok(self.mistaken(obligations));
            }
            Outcome::Open(why) => why,
        };
        let cost = desk.work() - before;
        desk.account.charge(cost, false);
        let size = desk.inquiry.session().size();
        if !self.effort.answered && self.effort.open == 0 && size > LARGE {
            desk.book.progress.too_large.push(size);
        }
        self.effort.open += PARTS / parts;
        desk.book.counts.open += 1;
        Err(why)
    }

    /// A deliberate mistake: the state that refutes is a proof.
    fn mistaken<C>(&self, obligations: &[Obligation<C>]) -> Option<Vec<Proved<C>>>
    where
        C: Copy + Into<Claim>,
    {
        let claims = obligations.iter().filter(|_| self.step == 2);
        let proved = claims.map(|o| Proved::mistaken(Bug::ModelIsProof, o.claim()));
        let proved: Option<Vec<Proved<C>>> = proved.collect();
        proved.filter(|proved| !proved.is_empty())
    }
}
