//! Evaluation on demand: of a choice only the side that is taken, of a conjunction nothing after what is false.
//!
//! A state takes one way through a function, so that most of a large function's terms do not matter in it. Where all values
//! are wanted, an [`Evaluator`](super::Evaluator) is faster.

use super::assignment::Assignment;
use super::eval::{self, Memory};
use super::term::Op;
use super::{TermId, Terms};
use crate::base::Id;

/// The room that values are kept in, used again for each state.
#[derive(Clone, Default)]
pub struct LazyEvaluator {
    /// By term: the state, counted from 1, that its value is of.
    states: Vec<u32>,
    /// By term; of a memory, its place in `memories`.
    values: Vec<u128>,
    memories: Vec<Memory>,
    state: u32,
    /// Terms that wait for arguments, and how many of those were looked at.
    work: Vec<(TermId, u32)>,
    applied: Vec<u128>,
    /// How many terms were evaluated.
    evaluated: usize,
}

/// The values in one state.
pub struct LazyEvaluation<'a> {
    terms: &'a Terms,
    state: &'a Assignment,
    room: &'a mut LazyEvaluator,
}

impl LazyEvaluator {
    pub fn in_state<'a>(
        &'a mut self,
        terms: &'a Terms,
        state: &'a Assignment,
    ) -> LazyEvaluation<'a> {
        self.memories.clear();
        self.states.resize(terms.len(), 0);
        self.values.resize(terms.len(), 0);
        if self.state == u32::MAX {
            self.states.fill(0);
            self.state = 0;
        }
        self.state += 1;
        LazyEvaluation {
            terms,
            state,
            room: self,
        }
    }

    /// How many terms were evaluated so far.
    pub fn evaluated(&self) -> usize {
        self.evaluated
    }

    fn known(&self, term: TermId) -> Option<u128> {
        let known = self.states[term.index()] == self.state;
        known.then(|| self.values[term.index()])
    }
}

impl LazyEvaluation<'_> {
    pub fn bool(&mut self, term: TermId) -> bool {
        self.bits(term) == 1
    }

    /// The value of a Bool or bit-vector term.
    pub fn bits(&mut self, root: TermId) -> u128 {
        if let Some(value) = self.room.known(root) {
            return value;
        }
        self.room.work.push((root, 0));
        while let Some((term, looked_at)) = self.room.work.pop() {
            if self.room.known(term).is_some() {
                continue;
            }
            match self.attempt(term, looked_at) {
                Ok(value) => {
                    self.room.evaluated += 1;
                    self.room.states[term.index()] = self.room.state;
                    self.room.values[term.index()] = value;
                }
                Err((looked_at, missing)) => {
                    self.room.work.push((term, looked_at));
                    self.room.work.push((missing, 0));
                }
            }
        }
        self.room.values[root.index()]
    }

    /// The value of a term; or how many of its arguments were looked at, and the one whose value is missing.
    fn attempt(&mut self, term: TermId, looked_at: u32) -> Result<u128, (u32, TermId)> {
        let node = self.terms.nodes[term];
        let first = node.first as usize;
        let args = &self.terms.arguments[first..first + node.count as usize];
        let known = |term: TermId| self.room.known(term);
        match node.op {
            Op::And | Op::Or => {
                let decisive = u128::from(node.op == Op::Or);
                if looked_at == 0 && args.iter().any(|&a| known(a) == Some(decisive)) {
                    return Ok(decisive);
                }
                for (i, &arg) in args.iter().enumerate().skip(looked_at as usize) {
                    match known(arg) {
                        None => return Err((i as u32, arg)),
                        Some(value) if value == decisive => return Ok(decisive),
                        Some(_) => {}
                    }
                }
                Ok(1 - decisive)
            }
            Op::Ite => {
                let condition = known(args[0]).ok_or((0, args[0]))?;
                let taken = args[if condition == 1 { 1 } else { 2 }];
                known(taken).ok_or((0, taken))
            }
            _ => {
                for (i, &arg) in args.iter().enumerate().skip(looked_at as usize) {
                    if known(arg).is_none() {
                        return Err((i as u32, arg));
                    }
                }
                let LazyEvaluator {
                    values,
                    memories,
                    applied,
                    ..
                } = &mut *self.room;
                Ok(eval::value(
                    self.terms, self.state, node, args, values, memories, applied,
                ))
            }
        }
    }
}
