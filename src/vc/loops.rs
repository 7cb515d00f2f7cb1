//! Loops are cut: what a loop may change is havocked at its head.

use super::Calls;
use super::separation::{Separation, Storage};
use crate::base::{Id, IdVec};
use crate::ir::graph::{Loops, edges, reverse_postorder};
use crate::ir::{BlockId, Callee, ExprId, Function, InstKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// How the graph becomes acyclic.
pub struct Cut {
    /// Reachable blocks, each before those it leads to except along cut edges.
    pub order: Vec<BlockId>,
    /// What is havocked at a block that a cut edge leads to.
    pub heads: IdVec<BlockId, Option<Havoc>>,
    /// The natural loops, if all loops are: each lies together in the order, its head first.
    pub loops: Vec<Loop>,
    /// The loop that a block is the head of; an index of `loops`.
    pub loop_at: IdVec<BlockId, Option<usize>>,
    /// The head of the smallest loop around each block.
    pub innermost: IdVec<BlockId, Option<BlockId>>,
    position: IdVec<BlockId, Option<usize>>,
}

/// A natural loop.
pub struct Loop {
    pub head: BlockId,
    /// In the order of the cut; the head comes first.
    pub blocks: Vec<BlockId>,
    /// Of all its blocks.
    pub instructions: usize,
}

/// What to havoc at the head of a loop.
#[derive(Clone, Debug)]
pub enum Havoc {
    /// The loop is entered only here: what its body may write.
    Body(Writes),
    /// It may be entered elsewhere: everything, and also how control came here.
    Everything,
}

/// What some blocks may write.
#[derive(Clone, Default, Debug)]
pub struct Writes {
    pub vars: BTreeSet<VarId>,
    /// Indices of the separable globals.
    pub globals: BTreeSet<usize>,
    pub memory: bool,
}

impl Cut {
    pub fn of(f: &Function, separation: &Separation, calls: &dyn Calls) -> Cut {
        let (order, position) = reverse_postorder(f);
        let mut cut = Cut {
            heads: filled(f),
            loops: Vec::new(),
            loop_at: filled(f),
            innermost: filled(f),
            order,
            position,
        };
        let scope = Scope {
            f,
            separation,
            calls,
        };
        let forest = Loops::new(&edges(f), 0);
        let bodies = cut.bodies(&forest);
        for block in f.blocks.ids() {
            let innermost = forest.innermost[block.index()];
            cut.innermost[block] = innermost.map(|l| BlockId::from_index(forest.loops[l].head));
        }
        for &source in &cut.order {
            for target in f.blocks[source].term.kind.successors() {
                if cut.is_back(source, target) && cut.heads[target].is_none() {
                    let body = bodies.get(&target).map(|body| scope.writes_of(body));
                    cut.heads[target] = Some(body.map_or(Havoc::Everything, Havoc::Body));
                }
            }
        }
        match cut.entered_elsewhere() {
            blocks if blocks.is_empty() => cut.gather(f, bodies),
            blocks => cut.forget_from(f, blocks),
        }
        cut
    }

    /// The blocks of each loop that is entered only at its head, as they stand in the order.
    fn bodies(&self, forest: &Loops) -> BTreeMap<BlockId, Vec<BlockId>> {
        let mut bodies: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        for &block in &self.order {
            for l in forest
                .around(block.index())
                .map(|index| &forest.loops[index])
            {
                if l.regular {
                    let head = BlockId::from_index(l.head);
                    bodies.entry(head).or_default().push(block);
                }
            }
        }
        bodies
    }

    /// Heads of loops that are entered not only there.
    fn entered_elsewhere(&self) -> Vec<BlockId> {
        let everything = |head: &Option<Havoc>| matches!(head, Some(Havoc::Everything));
        let heads = self.heads.iter().filter(|(_, head)| everything(head));
        heads.map(|(block, _)| block).collect()
    }

    /// Forgets everything in these blocks and in all that come after them. A block there may be visited both on the way
    /// from the entry and on the way from the head, in one execution: no single state describes both.
    fn forget_from(&mut self, f: &Function, mut open: Vec<BlockId>) {
        let mut seen: IdVec<BlockId, bool> = filled(f);
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                self.heads[block] = Some(Havoc::Everything);
                open.extend(successors(f, block));
            }
        }
    }

    /// Puts each loop together. A loop is entered only at its head, so nothing in it waits for what is outside but the
    /// head: the order still has each block before those it leads to, and the same edges go against it.
    fn gather(&mut self, f: &Function, bodies: BTreeMap<BlockId, Vec<BlockId>>) {
        for (head, blocks) in bodies {
            let instructions = blocks.iter().map(|&block| f.blocks[block].insts.len() + 1);
            self.loop_at[head] = Some(self.loops.len());
            self.loops.push(Loop {
                head,
                instructions: instructions.sum(),
                blocks,
            });
        }
        let mut placed = vec![false; f.blocks.len()];
        let mut order = Vec::with_capacity(self.order.len());
        self.place(&self.order, None, &mut placed, &mut order);
        for (i, &block) in order.iter().enumerate() {
            self.position[block] = Some(i);
        }
        self.order = order;
        for l in &mut self.loops {
            l.blocks.sort_by_key(|&block| self.position[block]);
        }
    }

    fn place(
        &self,
        blocks: &[BlockId],
        own: Option<usize>,
        placed: &mut [bool],
        order: &mut Vec<BlockId>,
    ) {
        for &block in blocks {
            if placed[block.index()] {
                continue;
            }
            match self.loop_at[block] {
                Some(inner) if Some(inner) != own => {
                    self.place(&self.loops[inner].blocks, Some(inner), placed, order);
                }
                _ => {
                    placed[block.index()] = true;
                    order.push(block);
                }
            }
        }
    }

    /// Whether the edge goes against the order, and is cut.
    pub fn is_back(&self, source: BlockId, target: BlockId) -> bool {
        self.position[target] <= self.position[source]
    }
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

/// What is asked to know what blocks write.
struct Scope<'a> {
    f: &'a Function,
    separation: &'a Separation,
    calls: &'a dyn Calls,
}

impl Scope<'_> {
    fn writes_of(&self, blocks: &[BlockId]) -> Writes {
        let mut writes = Writes::default();
        blocks
            .iter()
            .for_each(|&block| self.add_block(block, &mut writes));
        writes
    }

    fn add_block(&self, block: BlockId, writes: &mut Writes) {
        for inst in &self.f.blocks[block].insts {
            match &inst.kind {
                InstKind::Declare(var)
                | InstKind::Assign { var, .. }
                | InstKind::Either { var, .. }
                | InstKind::VolatileLoad { var, .. }
                | InstKind::Alloca { var, .. } => self.add_var(*var, writes),
                InstKind::Store { addr, .. } => self.add_access(*addr, writes),
                InstKind::Copy { dst, .. } | InstKind::Zero { dst, .. } => {
                    self.add_access(*dst, writes);
                }
                InstKind::Call { result, callee, .. } => {
                    result.iter().for_each(|var| self.add_var(*var, writes));
                    writes.add_call(self.separation, self.calls, callee);
                }
                InstKind::Havoc { vars, .. } => {
                    vars.iter().for_each(|var| self.add_var(*var, writes));
                    writes.add_havoc(self.separation);
                }
                InstKind::Point(_) => {}
            }
        }
    }

    /// A variable that pointers may reach is written in memory.
    fn add_var(&self, var: VarId, writes: &mut Writes) {
        writes.vars.insert(var);
        writes.memory |= self.f.vars[var].address_taken && !self.separation.private[var.index()];
    }

    fn add_access(&self, addr: ExprId, writes: &mut Writes) {
        match self.separation.storage(self.f, addr) {
            Storage::Memory => writes.memory = true,
            Storage::Local(var) => {
                writes.vars.insert(var);
            }
            Storage::Global(global) => {
                writes.globals.insert(global);
            }
        }
    }
}

impl Writes {
    pub fn of_call(separation: &Separation, calls: &dyn Calls, callee: &Callee) -> Writes {
        let mut writes = Writes::default();
        writes.add_call(separation, calls, callee);
        writes
    }

    pub fn of_havoc(separation: &Separation) -> Writes {
        let mut writes = Writes::default();
        writes.add_havoc(separation);
        writes
    }

    fn add_call(&mut self, separation: &Separation, calls: &dyn Calls, callee: &Callee) {
        self.memory |= calls.writes_memory(callee);
        let globals = separation.globals.iter().enumerate();
        let written = globals.filter(|(_, global)| calls.writes_global(callee, **global));
        self.globals.extend(written.map(|(index, _)| index));
    }

    /// Asm may write all that is not a private local.
    fn add_havoc(&mut self, separation: &Separation) {
        self.memory = true;
        self.globals.extend(0..separation.globals.len());
    }
}
