//! The smallest context first: what holds in a block whatever came before it.
//!
//! The state at the start of the block is unknown and control is taken to be there, so formulas are small. What is proved
//! here holds; what is not may still hold in the function.

use super::claim::{Always, Claim, Frame, Implies, Never, Obligation};
use super::ids::LabelId;
use super::proof::{Inquiry, ProofResult, Proved};
use crate::base::{Id, IdVec, Stop};
use crate::ir::BlockId;
use crate::logic::{Evaluator, Sampler, TermId};
use crate::prover::{Limits, Session};
use crate::vc::Encoding;

/// The states that refute before the solver is asked.
const STATES: usize = 64;

/// The blocks of a function, and what random states say about them.
pub struct Blocks<'a> {
    encoding: Encoding,
    frame: Frame<'a>,
    /// The random states in which the predicate of each label holds.
    words: IdVec<LabelId, u64>,
    /// The hypotheses do not exclude each other: otherwise they would prove everything.
    consistent: bool,
}

/// Asks about one block after the other.
pub struct Local<'a> {
    blocks: &'a Blocks<'a>,
    inquiry: Inquiry,
    /// The block that the inquiry is about.
    scope: Option<BlockId>,
}

impl<'a> Blocks<'a> {
    /// The frame is that of the encoding.
    pub fn new(encoding: Encoding, frame: Frame<'a>, limits: Limits, stop: &Stop) -> Self {
        let terms = &encoding.terms;
        let mut sampler = Sampler::new(terms, 2);
        let states: Vec<_> = (0..STATES).map(|_| sampler.next(terms)).collect();
        let roots = [encoding.hypotheses.as_slice(), &encoding.holds].concat();
        let mut words = Evaluator::new(terms, &roots).run_many(terms, &states, &roots);
        let holds = words.split_off(encoding.hypotheses.len());
        let usable = words.iter().fold(u64::MAX, |all, word| all & word);
        let satisfiable = || {
            let mut session = Session::new(terms, &encoding.hypotheses, limits).until(stop);
            session.hypotheses_satisfiable(terms) == Some(true)
        };
        Blocks {
            consistent: usable != 0 || satisfiable(),
            words: holds.iter().map(|word| word & usable).collect(),
            encoding,
            frame,
        }
    }
}

impl<'a> Local<'a> {
    pub fn new(blocks: &'a Blocks<'a>, limits: Limits, stop: &Stop) -> Self {
        let Encoding {
            terms, hypotheses, ..
        } = &blocks.encoding;
        Local {
            blocks,
            inquiry: Inquiry::new(Session::new(terms, hypotheses, limits).until(stop)),
            scope: None,
        }
    }

    /// The questions that were asked.
    pub fn calls(&self) -> u64 {
        let asked = self.inquiry.session().statistics();
        asked.unsat + asked.sat + asked.open + asked.failures
    }

    /// The predicate never holds in its block.
    pub fn never(&mut self, label: LabelId) -> Option<Proved<Never>> {
        let refuted = self.blocks.words[label] != 0;
        if refuted {
            None
        } else {
            self.ask(Never(label))
        }
    }

    /// The predicate always holds in its block.
    pub fn always(&mut self, label: LabelId) -> Option<Proved<Always>> {
        let any = self.blocks.words.values().fold(0, |any, word| any | word);
        let refuted = any & !self.blocks.words[label] != 0;
        if refuted {
            None
        } else {
            self.ask(Always(label))
        }
    }

    fn ask<C: Copy + Into<Claim>>(&mut self, claim: C) -> Option<Proved<C>> {
        if !self.blocks.consistent {
            return None;
        }
        let obligation = self.blocks.frame.obligation(claim).ok()?;
        self.enter(claim.into().labels()[0]);
        let terms = &self.blocks.encoding.terms;
        match self.inquiry.ask(terms, &[obligation], 1) {
            ProofResult::Proved(proved) => proved.first().copied(),
            _ => None,
        }
    }

    /// Those of the targets that `a` implies whenever control is in the block.
    pub fn implied(&mut self, a: LabelId, targets: &[LabelId]) -> Vec<Proved<Implies>> {
        let words = &self.blocks.words;
        let possible = |b: &&LabelId| words[a] & !words[**b] == 0;
        let obligation = |&b: &LabelId| self.blocks.frame.obligation(Implies(a, b)).ok();
        let targets = targets.iter().filter(possible);
        let mut open: Vec<Obligation<Implies>> = targets.filter_map(obligation).collect();
        if open.is_empty() || !self.blocks.consistent {
            return Vec::new();
        }
        self.enter(a);
        let Encoding { terms, holds, .. } = &self.blocks.encoding;
        while !open.is_empty() {
            match self.inquiry.ask(terms, &open, 1) {
                ProofResult::Proved(proved) => return proved,
                ProofResult::Refuted(_) => {
                    let before = open.len();
                    let session = self.inquiry.session();
                    open.retain(|obligation| session.holds(holds[obligation.claim().1.index()]));
                    if open.len() == before {
                        return Vec::new();
                    }
                }
                ProofResult::Open(_) => return Vec::new(),
            }
        }
        Vec::new()
    }

    fn enter(&mut self, label: LabelId) {
        let block = self.blocks.encoding.block[label.index()];
        if self.scope == Some(block) {
            return;
        }
        self.scope = Some(block);
        let Encoding {
            block: blocks,
            holds,
            ..
        } = &self.blocks.encoding;
        let of_block = blocks.iter().zip(holds).filter(|(of, _)| **of == block);
        let predicates: Vec<TermId> = of_block.map(|(_, &holds)| holds).collect();
        self.inquiry
            .enter(&self.blocks.encoding.terms, None, &predicates);
    }
}
