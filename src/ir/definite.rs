//! Definite assignment: which variables certainly hold a value at a point.
//!
//! Comes in: a function's graph. Goes out: for each point and variable, whether every path from
//! the entry to the point assigns the variable after its last declaration. Must not know what a
//! label wants to read.
//!
//! A forward must-analysis: `in(entry) = params`, `in(b) = ⋂ out(p)` over the predecessors `p`
//! of `b`. Writes through pointers do not count, so for a variable whose address is taken the
//! answer may be no where it could be yes.

use super::{BlockId, Function, InstKind, PointId, VarId};
use crate::base::{Id, IdVec};
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;

/// The result for one function.
pub struct Definite {
    /// At the start of each block; every bit is set where no path leads.
    entry: IdVec<BlockId, FixedBitSet>,
    events: IdVec<BlockId, Vec<Event>>,
    /// The block of each point and the number of instructions before it.
    points: IdVec<PointId, Option<(BlockId, usize)>>,
}

/// An instruction that gives a variable a value or takes it away. The order is that of the
/// search in [`Definite::at`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    var: VarId,
    index: usize,
    assigned: bool,
}

pub fn definitely_assigned(f: &Function) -> Definite {
    let mut events = IdVec::new();
    let mut points = IdVec::new();
    for _ in f.points.ids() {
        points.push(None);
    }
    for (block, content) in f.blocks.iter() {
        events.push(block_events(f, block));
        for (index, inst) in content.insts.iter().enumerate() {
            if let InstKind::Point(point) = inst.kind {
                points[point] = Some((block, index));
            }
        }
    }
    Definite {
        entry: solve(f, &events),
        events,
        points,
    }
}

impl Definite {
    /// Whether the variable certainly holds a value when control is at the point. Yes where
    /// control never comes, no for a point that is not in the graph.
    pub fn at(&self, point: PointId, var: VarId) -> bool {
        self.points[point].is_some_and(|(block, index)| self.before(block, index, var))
    }

    /// The same when control is at an instruction.
    pub fn before(&self, block: BlockId, index: usize, var: VarId) -> bool {
        let events = &self.events[block];
        let after = events.partition_point(|e| (e.var, e.index) < (var, index));
        match events[..after].last() {
            Some(last) if last.var == var => last.assigned,
            _ => self.entry[block].contains(var.index()),
        }
    }
}

/// What happens to variables in a block, by variable, then in order.
fn block_events(f: &Function, block: BlockId) -> Vec<Event> {
    let mut events = Vec::new();
    for (index, inst) in f.blocks[block].insts.iter().enumerate() {
        let mut event = |var, assigned| {
            events.push(Event {
                var,
                index,
                assigned,
            });
        };
        match &inst.kind {
            InstKind::Declare(var) => event(*var, false),
            other => other.assigned().for_each(|var| event(var, true)),
        }
    }
    events.sort();
    events
}

/// The greatest solution of the equations, at the start of each block.
fn solve(f: &Function, events: &IdVec<BlockId, Vec<Event>>) -> IdVec<BlockId, FixedBitSet> {
    let mut all = FixedBitSet::with_capacity(f.vars.len());
    all.insert_range(..);
    let mut entry = IdVec::new();
    for _ in f.blocks.ids() {
        entry.push(all.clone());
    }
    let Some(first) = f.blocks.ids().next() else {
        return entry;
    };
    entry[first].clear();
    entry[first].extend(f.params.iter().map(|param| param.index()));

    let mut reached = FixedBitSet::with_capacity(f.blocks.len());
    let mut waiting = reached.clone();
    let mut queue = VecDeque::from([first]);
    reached.insert(first.index());
    while let Some(block) = queue.pop_front() {
        waiting.remove(block.index());
        let mut exit = entry[block].clone();
        for event in &events[block] {
            exit.set(event.var.index(), event.assigned);
        }
        for next in f.blocks[block].term.kind.successors() {
            let shrinks = !entry[next].is_subset(&exit);
            if shrinks {
                entry[next].intersect_with(&exit);
            }
            let is_new = !reached.put(next.index());
            if (shrinks || is_new) && !waiting.put(next.index()) {
                queue.push_back(next);
            }
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Ty;
    use crate::ir::sample::Builder;
    use crate::ir::{Callee, TermKind};

    #[test]
    fn parameters_hold_values_and_locals_wait_for_one() {
        let mut b = Builder::procedure();
        let (p, x) = (b.param(Ty::INT), b.local(Ty::INT));
        let before = b.point();
        let value = b.int(1);
        b.assign(x, value);
        let after = b.point();
        b.end(TermKind::Return(None));
        let d = definitely_assigned(&b.f);
        assert!(d.at(before, p) && d.at(after, p));
        assert!(!d.at(before, x) && d.at(after, x));
    }

    #[test]
    fn a_join_needs_an_assignment_on_every_path() {
        let mut b = Builder::procedure();
        let (x, y) = (b.local(Ty::INT), b.local(Ty::INT));
        let one = b.int(1);
        let [then, els, join] = [b.new_block(), b.new_block(), b.new_block()];
        b.end(TermKind::Branch {
            cond: one,
            then,
            els,
        });
        b.switch_to(then);
        b.assign(x, one);
        b.assign(y, one);
        b.end(TermKind::Goto(join));
        b.switch_to(els);
        b.assign(x, one);
        b.end(TermKind::Goto(join));
        b.switch_to(join);
        let point = b.point();
        b.end(TermKind::Return(None));
        let d = definitely_assigned(&b.f);
        assert!(d.at(point, x));
        assert!(!d.at(point, y));
    }

    #[test]
    fn a_declaration_in_a_loop_forgets_the_value() {
        let mut b = Builder::procedure();
        let (x, kept) = (b.local(Ty::INT), b.local(Ty::INT));
        let one = b.int(1);
        let body = b.new_block();
        b.assign(x, one);
        b.end(TermKind::Goto(body));
        b.switch_to(body);
        let start = b.point();
        b.inst(InstKind::Declare(x));
        let declared = b.point();
        b.assign(x, one);
        b.assign(kept, one);
        let end = b.point();
        b.end(TermKind::Goto(body));
        let d = definitely_assigned(&b.f);
        assert!(d.at(start, x) && !d.at(declared, x) && d.at(end, x));
        // Not in the first round.
        assert!(!d.at(start, kept) && d.at(end, kept));
    }

    #[test]
    fn a_jump_over_the_initialiser_leaves_the_variable_open() {
        let mut b = Builder::procedure();
        let x = b.local(Ty::INT);
        let one = b.int(1);
        let [init, inside, skip] = [b.new_block(), b.new_block(), b.new_block()];
        b.end(TermKind::Switch {
            value: one,
            cases: vec![(0, 0, init), (1, 5, inside)],
            default: skip,
        });
        b.switch_to(init);
        b.inst(InstKind::Declare(x));
        b.assign(x, one);
        let initialised = b.point();
        b.end(TermKind::Goto(inside));
        b.switch_to(inside);
        let jumped = b.point();
        b.end(TermKind::Goto(skip));
        b.switch_to(skip);
        b.end(TermKind::Return(None));
        let d = definitely_assigned(&b.f);
        assert!(d.at(initialised, x));
        assert!(!d.at(jumped, x));
    }

    #[test]
    fn every_instruction_with_a_result_assigns_it() {
        let mut b = Builder::procedure();
        let vars: Vec<VarId> = (0..5).map(|_| b.local(Ty::I64)).collect();
        let one = b.int(1);
        b.inst(InstKind::Call {
            result: Some(vars[0]),
            callee: Callee::Builtin("f".into()),
            args: vec![],
            noreturn: false,
            alone: false,
        });
        b.inst(InstKind::VolatileLoad {
            var: vars[1],
            addr: one,
        });
        b.inst(InstKind::Alloca {
            var: vars[2],
            size: one,
        });
        b.inst(InstKind::Havoc {
            vars: vec![vars[3]],
            memory: true,
            reason: "asm".into(),
        });
        b.inst(InstKind::Either {
            var: vars[4],
            before: one,
            after: one,
        });
        let point = b.point();
        b.end(TermKind::Unreachable);
        let d = definitely_assigned(&b.f);
        assert!(vars.iter().all(|var| d.at(point, *var)));
    }

    #[test]
    fn a_long_chain_of_loops_is_solved() {
        let mut b = Builder::procedure();
        let x = b.local(Ty::INT);
        let one = b.int(1);
        let mut points = Vec::new();
        for _ in 0..3000 {
            let y = b.local(Ty::INT);
            b.assign(y, one);
            let [again, next] = [b.new_block(), b.new_block()];
            b.end(TermKind::Goto(again));
            b.switch_to(again);
            points.push((b.point(), y));
            b.end(TermKind::Branch {
                cond: one,
                then: again,
                els: next,
            });
            b.switch_to(next);
        }
        b.end(TermKind::Return(None));
        let d = definitely_assigned(&b.f);
        assert!(points.iter().all(|(p, y)| d.at(*p, *y) && !d.at(*p, x)));
    }
}
