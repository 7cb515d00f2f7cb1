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

pub struct Local<'a> {
    encoding: &'a Encoding,
    session: Session,
    /// By predicate: the random states in which it holds.
    words: Vec<u64>,
    /// The hypotheses do not exclude each other: otherwise they would prove everything.
    consistent: bool,
    /// The block that the session is about.
    scope: Option<BlockId>,
}

impl<'a> Local<'a> {
    pub fn new(encoding: &'a Encoding, limits: Limits) -> Self {
        let terms = &encoding.terms;
        let mut sampler = Sampler::new(terms, 2);
        let states: Vec<_> = (0..STATES).map(|_| sampler.next(terms)).collect();
        let roots = [encoding.hypotheses.as_slice(), &encoding.holds].concat();
        let mut words = Evaluator::new(terms, &roots).run_many(terms, &states, &roots);
        let holds = words.split_off(encoding.hypotheses.len());
        let usable = words.iter().fold(u64::MAX, |all, word| all & word);
        let mut session = Session::new(terms, &encoding.hypotheses, limits);
        Local {
            encoding,
            consistent: usable != 0 || session.hypotheses_satisfiable(terms) == Some(true),
            session,
            words: holds.iter().map(|word| word & usable).collect(),
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
        let term = self.encoding.holds[predicate];
        let literal = Literal::new(&self.encoding.terms, term);
        self.words[predicate] == 0 && self.ask(predicate, &[literal])
    }

    /// Whether the predicate always holds in its block.
    pub fn always(&mut self, predicate: usize) -> bool {
        let term = self.encoding.holds[predicate];
        let literal = Literal::new(&self.encoding.terms, term).negate();
        let refuted = self.words.iter().fold(0, |any, word| any | word) & !self.words[predicate];
        refuted == 0 && self.ask(predicate, &[literal])
    }

    fn ask(&mut self, predicate: usize, assumptions: &[Literal]) -> bool {
        if !self.consistent {
            return false;
        }
        self.enter(predicate);
        let terms = &self.encoding.terms;
        self.session.ask(terms, assumptions).is_valid()
    }

    /// Splits the targets into those that `a` implies whenever control is in the block, and the others.
    pub fn implied(&mut self, a: usize, targets: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let here = |b: &usize| self.encoding.block[*b] == self.encoding.block[a];
        let possible = |b: &usize| here(b) && self.words[a] & !self.words[*b] == 0;
        let (mut open, mut others): (Vec<usize>, Vec<usize>) =
            targets.iter().partition(|b| possible(b));
        if !self.consistent {
            others.append(&mut open);
        }
        if open.is_empty() {
            return (open, others);
        }
        self.enter(a);
        let terms = &self.encoding.terms;
        let holds = |predicate: usize| Literal::new(terms, self.encoding.holds[predicate]);
        while !open.is_empty() {
            let negated: Vec<Literal> = open.iter().map(|&b| holds(b).negate()).collect();
            match self.session.ask_one_of(terms, &[holds(a)], &negated) {
                Answer::Valid(_) => break,
                Answer::Invalid(_) => {
                    let session = &self.session;
                    let stays = |b: &usize| session.holds(self.encoding.holds[*b]);
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
        let block = self.encoding.block[predicate];
        if self.scope == Some(block) {
            return;
        }
        self.scope = Some(block);
        let of_block = (0..self.words.len()).filter(|&p| self.encoding.block[p] == block);
        let predicates: Vec<TermId> = of_block.map(|p| self.encoding.holds[p]).collect();
        self.session.scope(&self.encoding.terms, &[], &predicates);
    }
}
