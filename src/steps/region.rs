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

/// A region gives up a step after this many questions without an answer, and at once if it has had no answer yet: then
/// the way to it is too much for the solver.
const PATIENCE: u64 = 4;
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
    desk: &'d mut Desk<'a>,
    index: usize,
    place: Place,
    /// Atoms elsewhere that those of the region may imply.
    near: Vec<usize>,
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

    fn is_possible(&self, atom: usize) -> bool {
        matches!(self.desk.book.findings[atom], Finding::Possible { .. })
    }

    /// Step 3: `reach ∧ φₐ ∧ ⋁ ¬φ_b` has no state, for all the b that no state refutes.
    fn subsumption(&mut self) {
        let atoms = self.place.atoms.clone();
        let mut sources: Vec<usize> = atoms.clone().filter(|&a| self.is_possible(a)).collect();
        // What holds in few states implies most.
        sources.sort_by_key(|&atom| (self.desk.book.states.known.count(atom), atom));
        let mut settled: Vec<Option<usize>> = vec![None; atoms.len()];
        let first = atoms.start;
        for a in sources {
            let targets = match settled[a - first] {
                // What it implies, its own source implies: only whether both are the same is open.
                Some(by) => vec![by],
                None => self.targets(a, &settled),
            };
            self.desk.book.counts.pairs += targets.len() as u64;
            for b in self.sweep(a, targets) {
                self.desk.book.implications.push((a, b));
                let families = self.desk.atoms[b].families & !self.desk.atoms[a].families;
                let covered = families == 0 && atoms.contains(&b);
                if covered && settled[a - first].is_none() && settled[b - first].is_none() {
                    settled[b - first] = Some(a);
                }
            }
        }
    }

    /// What `a` may imply; what another one in the region implies already needs no second source.
    fn targets(&self, a: usize, settled: &[Option<usize>]) -> Vec<usize> {
        let first = self.place.atoms.start;
        let own = self.place.atoms.clone();
        let own = own.filter(|&b| b != a && self.is_possible(b) && settled[b - first].is_none());
        let from = &self.desk.atoms[a];
        let of_interest = |b: &usize| {
            let to = &self.desk.atoms[*b];
            to.families & from.families != 0 && self.desk.order.relates(from.spot, to.spot)
        };
        own.chain(self.near.iter().copied())
            .filter(of_interest)
            .collect()
    }

    /// Those of the targets that `a` implies.
    fn sweep(&mut self, a: usize, targets: Vec<usize>) -> Vec<usize> {
        let total = targets.len() as u64;
        let mut implied = Vec::new();
        let mut asked = Vec::new();
        for b in targets {
            if self.follows_trivially(a, b) {
                implied.push(b);
            } else if self.desk.book.states.known.may_imply(a, b) {
                asked.push(b);
            }
        }
        let mut confirmed = 0;
        if !self.stopped() && !asked.is_empty() {
            let (proved, open) = self.locally(a, asked);
            confirmed += proved.len() as u64;
            implied.extend(proved);
            asked = open;
        }
        let mut work = vec![asked];
        while let Some(mut candidates) = work.pop() {
            candidates.retain(|&b| self.desk.book.states.known.may_imply(a, b));
            if candidates.is_empty() {
                continue;
            }
            match self.ask_implications(a, &candidates) {
                Ok(true) => {
                    confirmed += candidates.len() as u64;
                    implied.extend(candidates);
                }
                // The state refutes at least one of them.
                Ok(false) => work.push(candidates),
                Err(_) if candidates.len() > 1 => {
                    let rest = candidates.split_off(candidates.len() / 2);
                    work.extend([rest, candidates]);
                }
                Err(_) => confirmed += 1,
            }
        }
        self.desk.book.counts.without_solver += total - confirmed;
        implied
    }

    /// b is reached with a, and holds always or whenever a does.
    fn follows_trivially(&self, a: usize, b: usize) -> bool {
        let always = self.desk.book.findings[b] == Finding::Possible { always: true };
        let same = self.desk.atoms[a].holds == self.desk.atoms[b].holds;
        (always || same) && self.reached_with(a, b)
    }

    /// Where a is reached b is, or was before.
    fn reached_with(&self, a: usize, b: usize) -> bool {
        let (from, to) = (self.desk.atoms[a].spot, self.desk.atoms[b].spot);
        self.place.atoms.contains(&b)
            || self.desk.order.precedes(to, from)
            || seeded(Bug::ReachedAnyway)
    }

    /// Those that `a` implies in its block, and the others.
    fn locally(&mut self, a: usize, targets: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
        let atoms = self.desk.atoms;
        let label = |atom: usize| atoms[atom].labels[0] as usize;
        let own = self.place.atoms.clone();
        let (here, mut open): (Vec<usize>, Vec<usize>) =
            targets.into_iter().partition(|b| own.contains(b));
        let labels: Vec<usize> = here.iter().map(|&b| label(b)).collect();
        let (proved, _) = self.desk.local.implied(label(a), &labels);
        let (proved, rest): (Vec<usize>, Vec<usize>) =
            here.iter().partition(|&&b| proved.contains(&label(b)));
        open.extend(rest);
        (proved, open)
    }

    fn ask_implications(&mut self, a: usize, targets: &[usize]) -> Result<bool, Why> {
        let (terms, atoms) = (self.desk.terms, self.desk.atoms);
        let assumed = Literal::new(terms, atoms[a].holds);
        let negated = |&b: &usize| {
            let term = match self.reached_with(a, b) {
                true => atoms[b].holds,
                false => atoms[b].covered,
            };
            Literal::new(terms, term).negate()
        };
        let negated: Vec<Literal> = targets.iter().map(negated).collect();
        self.ask(&[assumed], &negated)
    }

    fn label(&self, atom: usize) -> usize {
        self.desk.atoms[atom].labels[0] as usize
    }

    fn stopped(&self) -> bool {
        self.desk.stop.load(Ordering::Relaxed)
    }

    /// Whether no state of the region has the assumptions and one of the others. A state that has is learnt from.
    fn ask(&mut self, assumptions: &[Literal], one_of: &[Literal]) -> Result<bool, Why> {
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
            false => 1,
        };
        if self.effort.open >= patience {
            return Err(Why::Timeout);
        }
        let desk = &mut *self.desk;
        desk.book.counts.calls[self.step] += 1;
        let answer = desk.session.ask_one_of(desk.terms, assumptions, one_of);
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
        self.effort.open += 1;
        desk.book.counts.open += 1;
        Err(why)
    }
}
