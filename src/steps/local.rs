//! The smallest context first: what holds in a block whatever came before it.
//!
//! The state at the start of the block is unknown and control is taken to be there, so formulas are small. What is proved
//! here holds; what is not may still hold in the function.

use crate::ir::BlockId;
use crate::logic::{Evaluator, Sampler, TermId};
use crate::prover::{Answer, Limits, Literal, Session};
use crate::vc::Encoding;

/// The states that refute before the solver is asked.
const STATES: usize = 64;

/// The blocks of a function, and what random states say about them.
pub struct Blocks {
    encoding: Encoding,
    /// By predicate: the random states in which it holds.
    words: Vec<u64>,
    /// The hypotheses do not exclude each other: otherwise they would prove everything.
    consistent: bool,
}

/// Asks about one block after the other.
pub struct Local<'a> {
    blocks: &'a Blocks,
    session: Session,
    /// The block that the session is about.
    scope: Option<BlockId>,
}

impl Blocks {
    pub fn new(encoding: Encoding, limits: Limits) -> Self {
        let terms = &encoding.terms;
        let mut sampler = Sampler::new(terms, 2);
        let states: Vec<_> = (0..STATES).map(|_| sampler.next(terms)).collect();
        let roots = [encoding.hypotheses.as_slice(), &encoding.holds].concat();
        let mut words = Evaluator::new(terms, &roots).run_many(terms, &states, &roots);
        let holds = words.split_off(encoding.hypotheses.len());
        let usable = words.iter().fold(u64::MAX, |all, word| all & word);
        let satisfiable = || {
            let mut session = Session::new(terms, &encoding.hypotheses, limits);
            session.hypotheses_satisfiable(terms) == Some(true)
        };
        Blocks {
            consistent: usable != 0 || satisfiable(),
            words: holds.iter().map(|word| word & usable).collect(),
            encoding,
        }
    }
}

impl<'a> Local<'a> {
    pub fn new(blocks: &'a Blocks, limits: Limits) -> Self {
        let Encoding {
            terms, hypotheses, ..
        } = &blocks.encoding;
        Local {
            blocks,
            session: Session::new(terms, hypotheses, limits),
            scope: None,
        }
    }

    /// The questions that were asked.
    pub fn calls(&self) -> u64 {
        let asked = self.session.statistics();
        asked.valid + asked.invalid + asked.open + asked.failures
    }

    /// Whether the predicate never holds in its block.
    pub fn never(&mut self, predicate: usize) -> bool {
        let term = self.blocks.encoding.holds[predicate];
        let literal = Literal::new(&self.blocks.encoding.terms, term);
        self.blocks.words[predicate] == 0 && self.ask(predicate, &[literal])
    }

    /// Whether the predicate always holds in its block.
    pub fn always(&mut self, predicate: usize) -> bool {
        let term = self.blocks.encoding.holds[predicate];
        let literal = Literal::new(&self.blocks.encoding.terms, term).negate();
        let refuted = self.blocks.words.iter().fold(0, |any, word| any | word)
            & !self.blocks.words[predicate];
        refuted == 0 && self.ask(predicate, &[literal])
    }

    fn ask(&mut self, predicate: usize, assumptions: &[Literal]) -> bool {
        if !self.blocks.consistent {
            return false;
        }
        self.enter(predicate);
        let terms = &self.blocks.encoding.terms;
        self.session.ask(terms, assumptions).is_valid()
    }

    /// Splits the targets into those that `a` implies whenever control is in the block, and the others.
    pub fn implied(&mut self, a: usize, targets: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let here = |b: &usize| self.blocks.encoding.block[*b] == self.blocks.encoding.block[a];
        let possible = |b: &usize| here(b) && self.blocks.words[a] & !self.blocks.words[*b] == 0;
        let (mut open, mut others): (Vec<usize>, Vec<usize>) =
            targets.iter().partition(|b| possible(b));
        if !self.blocks.consistent {
            others.append(&mut open);
        }
        if open.is_empty() {
            return (open, others);
        }
        self.enter(a);
        let terms = &self.blocks.encoding.terms;
        let holds = |predicate: usize| Literal::new(terms, self.blocks.encoding.holds[predicate]);
        while !open.is_empty() {
            let negated: Vec<Literal> = open.iter().map(|&b| holds(b).negate()).collect();
            match self.session.ask_one_of(terms, &[holds(a)], &negated, 1) {
                Answer::Valid(_) => break,
                Answer::Invalid(_) => {
                    let session = &self.session;
                    let stays = |b: &usize| session.holds(self.blocks.encoding.holds[*b]);
                    let (stay, refuted): (Vec<usize>, Vec<usize>) =
                        open.iter().partition(|b| stays(b));
                    if refuted.is_empty() {
                        others.append(&mut open);
                    } else {
                        others.extend(refuted);
                        open = stay;
                    }
                }
                _ => others.append(&mut open),
            }
        }
        (open, others)
    }

    fn enter(&mut self, predicate: usize) {
        let block = self.blocks.encoding.block[predicate];
        if self.scope == Some(block) {
            return;
        }
        self.scope = Some(block);
        let of_block =
            (0..self.blocks.words.len()).filter(|&p| self.blocks.encoding.block[p] == block);
        let predicates: Vec<TermId> = of_block.map(|p| self.blocks.encoding.holds[p]).collect();
        self.session
            .scope(&self.blocks.encoding.terms, &[], &predicates);
    }
}
