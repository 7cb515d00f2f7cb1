//! Windows: an encoding of a large function in which nothing depends on what came long before.
//!
//! Comes in: the edges that are under way where a window begins. Goes out: the same, with a variable in place of each term that is made of
//! many others: of the conditions, and of the values of variables and memories. The same term gets the same variable. So the
//! terms of the function are those of the windows with terms put in for variables: what has no state here has none in the function. What
//! is small stays: parameters, constants, and what they decide.

use super::intervals::Intervals;
use super::memory::State;
use super::passive::Encoder;
use super::walk::Edge;
use crate::base::{Id, IdVec};
use crate::ir::{BlockId, VarId};
use crate::logic::{Op, TermId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Blocks of a window.
const LENGTH: usize = 24;
/// A term that is made of more terms is forgotten.
const SMALL: usize = 16;
/// How many parts of a condition are kept, the newest first; and how many of the others have variables of their own.
const FACTS: usize = 16;
const PARTS: usize = 4;

/// Where the windows of an encoding begin. Those of the second begin in the middle of those of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    First,
    Second,
}

impl Window {
    /// Whether a window begins at the block with this number in the order.
    pub fn begins(self, number: usize) -> bool {
        let shift = match self {
            Window::First => 0,
            Window::Second => LENGTH / 2,
        };
        number > 0 && (number + shift).is_multiple_of(LENGTH)
    }

    /// The encoding that sees more of what comes before the block with this number.
    pub fn at(number: usize) -> Window {
        match number % LENGTH < LENGTH / 2 {
            true => Window::Second,
            false => Window::First,
        }
    }
}

/// The variables that stand for terms.
#[derive(Default)]
struct StandIns {
    variables: HashMap<TermId, TermId>,
    /// By term: whether it is small.
    small: HashMap<TermId, bool>,
}

/// A window begins: the edges are under way. `intervals` is what is known of variables at the start of blocks.
pub fn begin(
    encoder: &mut Encoder,
    incoming: &mut IdVec<BlockId, Vec<Edge>>,
    intervals: Option<&Intervals>,
) {
    let mut stand_ins = StandIns::default();
    for (block, edges) in incoming.iter_mut() {
        for (condition, state) in edges {
            *condition = stand_ins.condition(encoder, *condition);
            let mut forgotten = stand_ins.state(encoder, state);
            if let Some(Some(env)) = intervals.map(|known| &known[block]) {
                let before = std::mem::replace(&mut encoder.state, forgotten);
                for (var, &interval) in env.iter().enumerate() {
                    if encoder.state.vars[var] != state.vars[var] {
                        encoder.keep_between(VarId::from_index(var), interval);
                    }
                }
                forgotten = std::mem::replace(&mut encoder.state, before);
            }
            *state = Rc::new(forgotten);
        }
    }
}

impl StandIns {
    fn state(&mut self, encoder: &mut Encoder, state: &State) -> State {
        let vars = state.vars.iter();
        State {
            vars: vars
                .map(|value| value.map(|v| self.value(encoder, v)))
                .collect(),
            globals: (state.globals.iter())
                .map(|&global| self.value(encoder, global))
                .collect(),
            memory: self.value(encoder, state.memory),
        }
    }

    /// A small term itself, or the variable that stands for it.
    fn value(&mut self, encoder: &mut Encoder, term: TermId) -> TermId {
        match self.is_small(encoder, term) {
            true => term,
            false => self.variable(encoder, term),
        }
    }

    fn variable(&mut self, encoder: &mut Encoder, term: TermId) -> TermId {
        let terms = &mut encoder.terms;
        if let (Op::Not, &[inner]) = (terms.op(term), terms.args(term)) {
            let inner = self.variable(encoder, inner);
            return encoder.terms.not(inner);
        }
        let sort = terms.sort(term);
        *(self.variables.entry(term)).or_insert_with(|| terms.fresh("before", sort, None))
    }

    fn condition(&mut self, encoder: &mut Encoder, condition: TermId) -> TermId {
        let mut parts = match encoder.terms.op(condition) {
            Op::And => encoder.terms.args(condition).to_vec(),
            _ => vec![condition],
        };
        parts.sort_unstable_by(|a, b| b.cmp(a));
        let (mut kept, mut large): (Vec<TermId>, Vec<TermId>) = parts
            .iter()
            .partition(|&&part| self.is_small(encoder, part));
        large.splice(0..0, kept.split_off(kept.len().min(FACTS)));
        let rest = large.split_off(large.len().min(PARTS));
        for part in large {
            kept.push(self.variable(encoder, part));
        }
        if !rest.is_empty() {
            let rest = encoder.terms.and(&rest);
            kept.push(self.variable(encoder, rest));
        }
        encoder.terms.and(&kept)
    }

    fn is_small(&mut self, encoder: &Encoder, term: TermId) -> bool {
        if encoder.terms.args(term).is_empty() {
            return true;
        }
        *(self.small.entry(term)).or_insert_with(|| {
            let mut seen = HashSet::from([term]);
            let mut work = vec![term];
            while let Some(term) = work.pop() {
                let args = encoder.terms.args(term).iter();
                work.extend(args.filter(|&&arg| seen.insert(arg)));
                if seen.len() > SMALL {
                    return false;
                }
            }
            true
        })
    }
}
