//! The way through the blocks: each after those that lead to it, a short loop once for each trip.
//!
//! A loop is unrolled by trying: its blocks are encoded again as long as an edge back to its head is possible. The
//! constructors of terms fold what a counter with constant bounds decides, so that after the last trip the condition of
//! that edge is the constant false. If it is not after the trips of the [`Policy`](super::Policy), or the budget is spent, what was tried is dropped
//! and the loop is cut.
//!
//! Where nothing folds but a solver says that the edge is impossible after some trips, these trips stay, and the loop is cut behind
//! them: the terms still hold whatever may come after, and a proof has to show that nothing does.

use super::counted::Shape;
use super::loops::{Cut, Havoc};
use super::memory::State;
use super::passive::Encoder;
use super::visits::{Trip, Visit};
use crate::base::IdVec;
use crate::ir::{BlockId, ExprId, Function, InstKind, PointId, Ret, TermKind, decides, tells};
use crate::logic::{Sort, TermId};
use crate::ranges::{Ranges, ranges};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Control comes under this condition, in this state.
pub type Edge = (TermId, Rc<State>);

/// Control goes back to the caller under this condition, in this state, with this value.
pub struct Return {
    pub here: TermId,
    /// Of an aggregate, its bytes; empty if it is none or any.
    pub value: Vec<TermId>,
    pub state: Rc<State>,
}

pub struct Walk<'w> {
    cut: &'w Cut,
    f: &'w Function,
    predicates: &'w [(PointId, ExprId)],
    asked: &'w HashMap<PointId, Vec<usize>>,
    /// Expressions to evaluate with a predicate.
    pub watched: &'w [(usize, ExprId)],
    incoming: IdVec<BlockId, Vec<Edge>>,
    /// For each loop that is being unrolled: the edges to its next trip.
    pending: HashMap<BlockId, Vec<Edge>>,
    /// The trip of each of these loops, outermost first.
    trips: Vec<Trip>,
    /// The variables that choose a trip, by loop.
    choices: Vec<Option<TermId>>,
    /// Loops that could not be unrolled.
    failed: Vec<bool>,
    /// What variables lie between at the heads of loops; computed when the first one is cut.
    ranges: Option<Option<Ranges<'w>>>,
    /// Computed then too.
    shape: Option<Shape>,
    pub visits: Vec<Visit>,
    /// The ways back to the caller.
    pub returns: Vec<Return>,
    /// No edge was cut: each way through the function is described from its start to its end.
    pub exact: bool,
    /// Some loop was cut only after all the trips that it seems to have.
    pub ends: bool,
}

/// What a failed attempt to unroll has to put back.
struct Saved {
    incoming: IdVec<BlockId, Vec<Edge>>,
    pending: HashMap<BlockId, Vec<Edge>>,
    visits: usize,
    returns: usize,
    exact: bool,
    runs_through: bool,
}

impl<'w> Walk<'w> {
    pub fn new(
        cut: &'w Cut,
        f: &'w Function,
        predicates: &'w [(PointId, ExprId)],
        asked: &'w HashMap<PointId, Vec<usize>>,
    ) -> Self {
        let mut incoming = IdVec::new();
        for _ in f.blocks.ids() {
            incoming.push(Vec::new());
        }
        Walk {
            cut,
            f,
            predicates,
            asked,
            watched: &[],
            incoming,
            pending: HashMap::new(),
            trips: Vec::new(),
            choices: vec![None; cut.loops.len()],
            failed: vec![false; cut.loops.len()],
            ranges: None,
            shape: None,
            visits: Vec::new(),
            returns: Vec::new(),
            exact: true,
            ends: false,
        }
    }

    /// All ways from the entry.
    pub fn run<'a: 'w>(&mut self, encoder: &mut Encoder<'a>, initial: Rc<State>) {
        let Some(&entry) = self.cut.order.first() else {
            return;
        };
        let always = encoder.terms.bool(true);
        self.incoming[entry].push((always, initial));
        self.blocks(encoder, &self.cut.order, None);
    }

    /// Each block by itself, in any state. The same variables stand for the state before each of them, since no question is
    /// about two.
    pub fn each_block(&mut self, encoder: &mut Encoder, initial: Rc<State>) {
        for &block in &self.cut.order {
            let always = encoder.terms.bool(true);
            let edges = vec![(always, initial.clone())];
            let here = encoder.enter(edges, None, &[]);
            self.content(encoder, block, here);
        }
        self.exact = false;
    }

    /// The blocks of the function, or of one trip of the loop `own`.
    fn blocks<'a: 'w>(
        &mut self,
        encoder: &mut Encoder<'a>,
        blocks: &[BlockId],
        own: Option<usize>,
    ) {
        let mut done: HashSet<BlockId> = HashSet::new();
        for &block in blocks {
            if done.contains(&block) {
                continue;
            }
            match self.cut.loop_at[block] {
                Some(inner) if Some(inner) != own && self.unroll(encoder, inner) => {
                    done.extend(&self.cut.loops[inner].blocks);
                }
                _ => self.block(encoder, block),
            }
        }
    }

    /// Whether the loop could be unrolled; if not, nothing has happened.
    fn unroll<'a: 'w>(&mut self, encoder: &mut Encoder<'a>, index: usize) -> bool {
        let cut = self.cut;
        let unrolled = &cut.loops[index];
        // One trip, and the test that ends the loop.
        if self.failed[index] || 2 * unrolled.instructions > encoder.budget {
            return false;
        }
        let saved = Saved {
            incoming: self.incoming.clone(),
            pending: self.pending.clone(),
            visits: self.visits.len(),
            returns: self.returns.len(),
            exact: self.exact,
            runs_through: encoder.runs_through,
        };
        let choice = *self.choices[index]
            .get_or_insert_with(|| encoder.terms.fresh("trip", Sort::BitVec(8), None));
        let mut number = 0;
        loop {
            let edges = match number {
                0 => std::mem::take(&mut self.incoming[unrolled.head]),
                _ => self.pending.remove(&unrolled.head).unwrap_or_default(),
            };
            if edges.is_empty() {
                return true;
            }
            if unrolled.instructions > encoder.budget {
                break;
            }
            let last = encoder.policy.asked.contains(&number) && is_over(encoder, &edges);
            if number == encoder.policy.trips && !last {
                break;
            }
            encoder.budget -= unrolled.instructions;
            self.incoming[unrolled.head] = edges;
            if !last {
                self.pending.insert(unrolled.head, Vec::new());
            }
            self.trips.push(Trip { choice, number });
            self.blocks(encoder, &unrolled.blocks, Some(index));
            self.trips.pop();
            if last {
                self.ends = true;
                return true;
            }
            number += 1;
        }
        self.incoming = saved.incoming;
        self.pending = saved.pending;
        self.visits.truncate(saved.visits);
        self.returns.truncate(saved.returns);
        self.exact = saved.exact;
        encoder.runs_through = saved.runs_through;
        self.failed[index] = true;
        false
    }

    fn block<'a: 'w>(&mut self, encoder: &mut Encoder<'a>, block: BlockId) {
        let edges = std::mem::take(&mut self.incoming[block]);
        let havoc = match self.pending.contains_key(&block) {
            true => None,
            false => self.cut.heads[block].as_ref(),
        };
        let anyway = matches!(havoc, Some(Havoc::Everything));
        self.exact &= !anyway;
        if edges.is_empty() && !anyway {
            return;
        }
        let counters = match havoc {
            Some(Havoc::Body(writes)) => {
                let shape = self.shape.get_or_insert_with(|| Shape::new(self.f));
                encoder.counters(self.cut, block, writes, shape)
            }
            _ => Vec::new(),
        };
        let mut here = encoder.enter(edges, havoc, &counters);
        if anyway {
            // Control may come here, or not: nothing that is known elsewhere says which.
            here = encoder.terms.fresh("arrives", Sort::Bool, None);
        }
        if let Some(Havoc::Body(writes)) = havoc {
            let f = self.f;
            let known = self
                .ranges
                .get_or_insert_with(|| ranges(f, encoder.calls, encoder.kept));
            if let Some(known) = known {
                writes.vars.iter().for_each(|&var| {
                    encoder.keep_between(var, known.at(block, var));
                });
                for (index, scalar) in encoder.scalars.clone() {
                    if let Some(value) = known.held_at(block, &scalar)
                        && writes.globals.contains(&index)
                    {
                        encoder.confine_global(index, &scalar, value);
                    }
                }
            }
        }
        self.content(encoder, block, here);
        let end = &self.f.blocks[block].term;
        // Only the caller's encoding has a use for it.
        if let (TermKind::Return(value), true) = (&end.kind, encoder.depth > 0) {
            let value = match (value, self.f.ret) {
                (Some(_), Ret::Scalar(ty)) if !encoder.keeps(end.span) => {
                    vec![encoder.unknown_value(ty)]
                }
                (Some(value), Ret::Scalar(_)) => vec![encoder.value(*value)],
                (Some(at), Ret::Aggregate { size }) if encoder.keeps(end.span) => {
                    encoder.bytes_at(*at, size)
                }
                _ => Vec::new(),
            };
            if encoder.keeps(end.span) {
                encoder.note_condition(&end.kind);
            }
            let state = Rc::new(encoder.state.clone());
            self.returns.push(Return { here, value, state });
            return;
        }
        let edges = match decides(&end.kind) && !encoder.keeps(end.span) {
            true => encoder.leave_anyway(&end.kind, here),
            false => {
                let edges = encoder.leave(&end.kind, here);
                encoder.note_condition(&end.kind);
                edges
            }
        };
        let state = Rc::new(encoder.state.clone());
        for (target, condition) in edges {
            if encoder.terms.constant(condition) == Some(0) {
                continue;
            }
            if !self.cut.is_back(block, target) {
                self.incoming[target].push((condition, state.clone()));
            } else if let Some(next) = self.pending.get_mut(&target) {
                next.push((condition, state.clone()));
            } else {
                self.exact = false;
            }
        }
    }

    fn content(&mut self, encoder: &mut Encoder, block: BlockId, here: TermId) {
        for inst in &self.f.blocks[block].insts {
            let InstKind::Point(point) = inst.kind else {
                match tells(&inst.kind) && !encoder.keeps(inst.span) {
                    true => encoder.any_instruction(&inst.kind),
                    false => encoder.instruction(&inst.kind),
                }
                continue;
            };
            if self.f.points[point].sequenced {
                encoder.state.defined.sequence();
            }
            for &predicate in self.asked.get(&point).into_iter().flatten() {
                let holds = encoder.truth(self.predicates[predicate].1);
                let holds = encoder.where_defined(holds);
                let watched = self.watched.iter().enumerate();
                let watched = watched.filter(|(_, (of, _))| *of == predicate);
                let values = watched.map(|(i, (_, expr))| (i, encoder.value(*expr)));
                self.visits.push(Visit {
                    values: values.collect(),
                    predicate,
                    trips: self.trips.clone(),
                    reach: here,
                    holds,
                });
            }
        }
    }
}

/// Whether control comes along none of the edges, as a solver says. In a function that is called nobody asks.
fn is_over(encoder: &mut Encoder, edges: &[Edge]) -> bool {
    if encoder.depth > 0 {
        return false;
    }
    let conditions: Vec<TermId> = edges.iter().map(|(condition, _)| *condition).collect();
    let any = encoder.terms.or(&conditions);
    encoder.calls.is_excluded(&encoder.terms, any)
}
