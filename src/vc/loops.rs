//! Loops are cut: what a loop may change is forgotten at its head.

use super::privacy::private_base;
use crate::base::{Id, IdVec};
use crate::ir::{BlockId, ExprId, Function, InstKind, VarId};
use std::collections::BTreeSet;

/// How the graph becomes acyclic.
pub struct Cut {
    /// Reachable blocks, each before those it leads to except along cut edges.
    pub order: Vec<BlockId>,
    /// What is forgotten at a block that a cut edge leads to.
    pub heads: IdVec<BlockId, Option<Forget>>,
    position: IdVec<BlockId, Option<usize>>,
}

/// What to forget at the head of a loop.
#[derive(Clone, Debug)]
pub enum Forget {
    /// The loop is entered only here: what its body may write.
    Body(Writes),
    /// It may be entered elsewhere: everything, and also how control came here.
    Everything,
}

/// What some blocks may write.
#[derive(Clone, Default, Debug)]
pub struct Writes {
    pub vars: BTreeSet<VarId>,
    pub memory: bool,
}

impl Cut {
    pub fn of(f: &Function, private: &[bool]) -> Cut {
        let (order, position) = reverse_postorder(f);
        let mut cut = Cut {
            heads: filled(f),
            order,
            position,
        };
        let dominators = Dominators::of(f, &cut);
        let predecessors = predecessors(f);
        for &source in &cut.order {
            for target in f.blocks[source].term.kind.successors() {
                if !cut.is_back(source, target) {
                    continue;
                }
                let forget = if dominators.dominates(target, source) {
                    Forget::Body(body_writes(f, private, &predecessors, source, target))
                } else {
                    Forget::Everything
                };
                let slot = &mut cut.heads[target];
                *slot = Some(match slot.take() {
                    None => forget,
                    Some(known) => known.with(forget),
                });
            }
        }
        cut
    }

    /// Whether the edge goes against the order, and is cut.
    pub fn is_back(&self, source: BlockId, target: BlockId) -> bool {
        self.position[target] <= self.position[source]
    }
}

impl Forget {
    fn with(self, other: Forget) -> Forget {
        match (self, other) {
            (Forget::Body(mut a), Forget::Body(b)) => {
                a.vars.extend(b.vars);
                a.memory |= b.memory;
                Forget::Body(a)
            }
            _ => Forget::Everything,
        }
    }
}

fn reverse_postorder(f: &Function) -> (Vec<BlockId>, IdVec<BlockId, Option<usize>>) {
    let mut seen = vec![false; f.blocks.len()];
    let mut order = Vec::new();
    let entry = BlockId::from_index(0);
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = vec![(entry, successors(f, entry))];
    seen[0] = true;
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                let after = successors(f, next);
                stack.push((next, after));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    let mut position: IdVec<BlockId, Option<usize>> = filled(f);
    for (i, &block) in order.iter().enumerate() {
        position[block] = Some(i);
    }
    (order, position)
}

/// A default for each block.
fn filled<T: Default>(f: &Function) -> IdVec<BlockId, T> {
    let mut list = IdVec::new();
    for _ in f.blocks.ids() {
        list.push(T::default());
    }
    list
}

fn successors(f: &Function, block: BlockId) -> Vec<BlockId> {
    f.blocks[block].term.kind.successors().collect()
}

fn predecessors(f: &Function) -> IdVec<BlockId, Vec<BlockId>> {
    let mut list: IdVec<BlockId, Vec<BlockId>> = filled(f);
    for (block, b) in f.blocks.iter() {
        for target in b.term.kind.successors() {
            list[target].push(block);
        }
    }
    list
}

/// What the natural loop of the edge `source → head` may write: the blocks that reach `source`
/// without passing `head`, and `head` itself.
fn body_writes(
    f: &Function,
    private: &[bool],
    predecessors: &IdVec<BlockId, Vec<BlockId>>,
    source: BlockId,
    head: BlockId,
) -> Writes {
    let mut writes = Writes::default();
    let mut seen = vec![false; f.blocks.len()];
    seen[head.index()] = true;
    add_writes(f, private, head, &mut writes);
    let mut work = vec![source];
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        add_writes(f, private, block, &mut writes);
        work.extend(&predecessors[block]);
    }
    writes
}

fn add_writes(f: &Function, private: &[bool], block: BlockId, writes: &mut Writes) {
    let access = |addr: ExprId, writes: &mut Writes| match private_base(f, private, addr) {
        Some(var) => {
            writes.vars.insert(var);
        }
        None => writes.memory = true,
    };
    for inst in &f.blocks[block].insts {
        match &inst.kind {
            InstKind::Declare(var)
            | InstKind::Assign { var, .. }
            | InstKind::Either { var, .. }
            | InstKind::VolatileLoad { var, .. }
            | InstKind::Alloca { var, .. } => writes.var(f, private, *var),
            InstKind::Store { addr, .. } => access(*addr, writes),
            InstKind::Copy { dst, .. } | InstKind::Zero { dst, .. } => access(*dst, writes),
            InstKind::Call { result, .. } => {
                result.iter().for_each(|var| writes.var(f, private, *var));
                writes.memory = true;
            }
            InstKind::Havoc { vars, .. } => {
                vars.iter().for_each(|var| writes.var(f, private, *var));
                writes.memory = true;
            }
            InstKind::Point(_) => {}
        }
    }
}

impl Writes {
    /// A variable that pointers may reach is written in memory.
    fn var(&mut self, f: &Function, private: &[bool], var: VarId) {
        self.vars.insert(var);
        self.memory |= f.vars[var].address_taken && !private[var.index()];
    }
}

/// Immediate dominators, by the iterative algorithm of Cooper, Harvey and Kennedy.
struct Dominators {
    position: IdVec<BlockId, Option<usize>>,
    immediate: Vec<usize>,
}

impl Dominators {
    fn of(f: &Function, cut: &Cut) -> Dominators {
        let preds = predecessors(f);
        let at = |block: BlockId| cut.position[block];
        let mut immediate: Vec<Option<usize>> = vec![None; cut.order.len()];
        immediate[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &block) in cut.order.iter().enumerate().skip(1) {
                let mut new: Option<usize> = None;
                for p in preds[block].iter().filter_map(|&p| at(p)) {
                    if immediate[p].is_none() {
                        continue;
                    }
                    new = Some(match new {
                        None => p,
                        Some(other) => intersect(&immediate, p, other),
                    });
                }
                if new.is_some() && immediate[i] != new {
                    immediate[i] = new;
                    changed = true;
                }
            }
        }
        Dominators {
            position: cut.position.clone(),
            immediate: immediate.into_iter().map(|d| d.unwrap_or(0)).collect(),
        }
    }

    fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (Some(a), Some(mut b)) = (self.position[a], self.position[b]) else {
            return false;
        };
        while b > a {
            b = self.immediate[b];
        }
        a == b
    }
}

fn intersect(immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = immediate[a].unwrap_or(0);
        }
        while b > a {
            b = immediate[b].unwrap_or(0);
        }
    }
    a
}
