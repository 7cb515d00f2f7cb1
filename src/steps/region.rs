//! The labels of one block: states refute what they can, the solver confirms the rest.
//!
//! Comes in: predicates of labels that are reached together, and predicates elsewhere that they may imply. Goes out: what
//! holds of each, and implications. All questions of a region are asked under the fact that control is there.

use super::known::Known;
use super::order::{Order, Spot};
use super::{Counts, Finding, Stop, Why};
use crate::logic::{Assignment, Sampler, TermId, Terms, VarId};
use crate::prover::{Answer, Literal, Session};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A region gives up a step after this many questions without an answer.
const PATIENCE: u64 = 6;
/// How many terms may be evaluated for variations of one state.
const VARIATION_WORK: usize = 400_000;

/// A predicate at a point, with the labels that ask for it.
#[derive(Clone, Debug)]
pub struct Atom {
    pub term: TermId,
    pub spot: Spot,
    /// A bit for each criterion that has a label here.
    pub criteria: u64,
    /// Indices of labels, ascending.
    pub labels: Vec<u32>,
}

/// What all regions of a function share.
pub struct Desk<'a> {
    pub terms: &'a Terms,
    pub session: Session,
    pub sampler: Sampler,
    pub order: Order<'a>,
    pub counts: Counts,
    /// States that the solver found lately; the next region often is near.
    pub recent: Vec<Assignment>,
    pub stop: &'a Stop,
}

pub struct Region<'d, 'a> {
    desk: &'d mut Desk<'a>,
    /// First those of the region, then those elsewhere, which hold only if they are reached.
    atoms: &'d [Atom],
    own: usize,
    known: Known,
    /// The variables that matter here.
    variables: Vec<VarId>,
    findings: Vec<Option<Finding>>,
    /// `(a, b)`: atom a implies atom b.
    implications: Vec<(usize, usize)>,
    step: usize,
    clock: Instant,
    open: u64,
}

/// What a region gives.
pub struct Outcome {
    /// Of its own atoms.
    pub findings: Vec<Finding>,
    pub implications: Vec<(usize, usize)>,
}

impl<'d, 'a> Region<'d, 'a> {
    /// `seen` are states in which the region is reached, each with the values of the atoms.
    pub fn new(
        desk: &'d mut Desk<'a>,
        reach: TermId,
        atoms: &'d [Atom],
        own: usize,
        seen: impl Iterator<Item = Vec<bool>>,
    ) -> Self {
        let clock = Instant::now();
        let predicates: Vec<TermId> = atoms.iter().map(|atom| atom.term).collect();
        desk.session.scope(desk.terms, &[reach], &predicates);
        let mut known = Known::new(atoms.len());
        for values in seen {
            known.add(|atom| values[atom]);
        }
        let mut region = Region {
            variables: desk.session.variables(desk.terms),
            desk,
            atoms,
            own,
            known,
            findings: vec![None; own],
            implications: Vec::new(),
            step: 0,
            clock,
            open: 0,
        };
        for state in region.desk.recent.clone() {
            region.try_state(&state);
        }
        region
    }

    pub fn run(mut self, duplicates: bool, subsumption: bool) -> Outcome {
        self.infeasible();
        self.next_step();
        if duplicates || subsumption {
            self.always();
        }
        self.next_step();
        if subsumption {
            self.subsumption();
        }
        self.next_step();
        let findings = self.findings.into_iter();
        Outcome {
            findings: findings
                .map(|finding| finding.unwrap_or(Finding::Open(Why::Interrupted)))
                .collect(),
            implications: self.implications,
        }
    }

    fn next_step(&mut self) {
        self.desk.counts.micros[self.step.min(2)] += self.clock.elapsed().as_micros() as u64;
        self.clock = Instant::now();
        self.step += 1;
        self.open = 0;
    }

    fn stopped(&self) -> bool {
        self.desk.stop.load(Ordering::Relaxed)
    }

    /// Step 1: `reach ∧ φ` has no state.
    fn infeasible(&mut self) {
        if self.known.states() == 0
            && let Some(finding) = self.dead()
        {
            self.findings.fill(Some(finding));
            return;
        }
        let mut answered: HashMap<TermId, Finding> = HashMap::new();
        for atom in 0..self.own {
            if self.known.seen_true(atom) {
                continue;
            }
            let term = self.atoms[atom].term;
            if let Some(finding) = answered.get(&term) {
                self.findings[atom] = Some(finding.clone());
                continue;
            }
            let finding = match self.ask(&[Literal::new(self.desk.terms, term)], &[]) {
                Ok(true) => Finding::Infeasible,
                // The state has it true.
                Ok(false) => continue,
                Err(why) => Finding::Open(why),
            };
            answered.insert(term, finding.clone());
            self.findings[atom] = Some(finding);
        }
        for atom in 0..self.own {
            if self.findings[atom].is_none() && self.known.seen_true(atom) {
                self.findings[atom] = Some(Finding::Possible { always: false });
            }
        }
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
        let mut answered: HashMap<TermId, bool> = HashMap::new();
        for atom in 0..self.own {
            if !self.is_possible(atom) || self.known.seen_false(atom) {
                continue;
            }
            let term = self.atoms[atom].term;
            let always = match answered.get(&term) {
                Some(&always) => always,
                None => {
                    let negated = Literal::new(self.desk.terms, term).negate();
                    self.ask(&[negated], &[]) == Ok(true)
                }
            };
            answered.insert(term, always);
            self.findings[atom] = Some(Finding::Possible { always });
        }
    }

    fn is_possible(&self, atom: usize) -> bool {
        matches!(self.findings[atom], Some(Finding::Possible { .. }))
    }

    fn is_always(&self, atom: usize) -> bool {
        let always = Some(Finding::Possible { always: true });
        atom < self.own && self.findings[atom] == always
    }

    /// Step 3: `reach ∧ φₐ ∧ ⋁ ¬φ_b` has no state, for all the b that no state refutes.
    fn subsumption(&mut self) {
        let mut sources: Vec<usize> = (0..self.own).filter(|&a| self.is_possible(a)).collect();
        // What holds in few states implies most.
        sources.sort_by_key(|&atom| (self.known.count(atom), atom));
        let mut settled: Vec<Option<usize>> = vec![None; self.atoms.len()];
        for a in sources {
            let targets = match settled[a] {
                // What it implies, its own source implies: only whether both are the same is open.
                Some(by) => vec![by],
                None => self.targets(a),
            };
            self.desk.counts.pairs += targets.len() as u64;
            let implied = self.sweep(a, targets);
            for b in implied {
                self.implications.push((a, b));
                let covered = self.atoms[b].criteria & !self.atoms[a].criteria == 0;
                if b < self.own && covered && settled[b].is_none() && settled[a].is_none() {
                    settled[b] = Some(a);
                }
            }
        }
    }

    /// What `a` may imply.
    fn targets(&self, a: usize) -> Vec<usize> {
        let from = &self.atoms[a];
        let of_interest = |&b: &usize| {
            let to = &self.atoms[b];
            b != a
                && to.criteria & from.criteria != 0
                && (b >= self.own || self.is_possible(b))
                && self.desk.order.relates(from.spot, to.spot)
        };
        (0..self.atoms.len()).filter(of_interest).collect()
    }

    /// Those of the targets that `a` implies.
    fn sweep(&mut self, a: usize, targets: Vec<usize>) -> Vec<usize> {
        let total = targets.len() as u64;
        let mut implied = Vec::new();
        let mut asked = Vec::new();
        for b in targets {
            if self.is_always(b) || self.atoms[a].term == self.atoms[b].term {
                implied.push(b);
            } else if self.known.may_imply(a, b) {
                asked.push(b);
            }
        }
        let mut work = vec![asked];
        let mut confirmed = 0;
        while let Some(mut candidates) = work.pop() {
            candidates.retain(|&b| self.known.may_imply(a, b));
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
        self.desk.counts.without_solver += total - confirmed;
        implied
    }

    fn ask_implications(&mut self, a: usize, targets: &[usize]) -> Result<bool, Why> {
        let terms = self.desk.terms;
        let assumed = Literal::new(terms, self.atoms[a].term);
        let negated = |&b: &usize| Literal::new(terms, self.atoms[b].term).negate();
        let negated: Vec<Literal> = targets.iter().map(negated).collect();
        self.ask(&[assumed], &negated)
    }

    /// Whether no state has the assumptions and one of the others. A state that has is learnt from.
    fn ask(&mut self, assumptions: &[Literal], one_of: &[Literal]) -> Result<bool, Why> {
        if self.stopped() {
            return Err(Why::Interrupted);
        }
        if self.open >= PATIENCE {
            return Err(Why::Timeout);
        }
        self.desk.counts.calls[self.step] += 1;
        let terms = self.desk.terms;
        let answer = self.desk.session.ask_one_of(terms, assumptions, one_of);
        let why = match answer {
            Answer::Valid(_) => {
                self.desk.counts.proofs += 1;
                return Ok(true);
            }
            Answer::Invalid(state) => {
                self.learn(*state);
                return Ok(false);
            }
            Answer::Timeout => Why::Timeout,
            Answer::Memory => Why::Memory,
            Answer::Unknown(_) | Answer::Failure(_) => Why::Solver,
        };
        self.open += 1;
        self.desk.counts.open += 1;
        Err(why)
    }

    /// A state of the region: it and states near it are kept.
    fn learn(&mut self, state: Assignment) {
        self.try_state(&state);
        let size = self.desk.session.size().max(1);
        for _ in 0..(VARIATION_WORK / size).clamp(4, 48) {
            let desk = &mut *self.desk;
            let varied = desk.sampler.vary(desk.terms, &state, &self.variables);
            self.try_state(&varied);
        }
        self.desk.remember(state);
    }

    fn try_state(&mut self, state: &Assignment) {
        let session = &mut self.desk.session;
        if session.evaluate(self.desk.terms, state) {
            let atoms = self.atoms;
            self.known.add(|atom| session.holds(atoms[atom].term));
        }
    }
}

impl Desk<'_> {
    fn remember(&mut self, state: Assignment) {
        const KEPT: usize = 8;
        if self.recent.len() == KEPT {
            self.recent.remove(0);
        }
        self.recent.push(state);
    }
}
