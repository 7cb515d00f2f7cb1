//! What accesses that were made say of their indices: an access outside of its object is undefined.
//!
//! Comes in: a function, and who knows how large the objects are that its pointers point into ([`Extent`]). Goes out: the environment
//! after accesses, in which the index of `a[i]` lies inside of the object. Knows no fixpoint.
//!
//! C orders the operands of an expression as it likes, and an execution covers what it passes before it meets something undefined. So an
//! access counts from the next place on where no expression is being evaluated, if its index is still the same there.

use super::env::Env;
use super::flow::Flow;
use super::interval::Interval;
use super::outside::{Extent, Outside};
use super::values::DEPTH;
use crate::base::{Id, IdVec, Span};
use crate::ir::*;

/// Expressions are looked into for so many nodes.
const NODES: usize = 64;

/// An access of so many bytes that was made.
#[derive(Clone, Copy)]
struct Made {
    addr: ExprId,
    size: u64,
    span: Span,
}

#[derive(Default)]
pub struct Accesses {
    /// By block: what was accessed when control comes to an instruction.
    within: Vec<Vec<(usize, Made)>>,
    /// By block: what was accessed when control goes on to a block.
    leaving: Vec<Vec<(BlockId, Made)>>,
    /// By address: the object's extent, and what is added to it.
    offsets: std::collections::HashMap<ExprId, (Extent, Vec<(ExprId, u64)>)>,
}

impl Accesses {
    pub fn new(f: &Function, outside: &dyn Outside) -> Accesses {
        let mut finder = Finder {
            f,
            outside,
            accesses: Accesses::default(),
        };
        let blocks: IdVec<BlockId, ()> = f.blocks.ids().map(|_| ()).collect();
        blocks.ids().for_each(|block| finder.block(block));
        finder.accesses
    }
}

struct Finder<'a> {
    f: &'a Function,
    outside: &'a dyn Outside,
    accesses: Accesses,
}

impl Finder<'_> {
    fn block(&mut self, block: BlockId) {
        let f = self.f;
        let (mut within, mut pending) = (Vec::new(), Vec::new());
        let content = &f.blocks[block];
        for (index, inst) in content.insts.iter().enumerate() {
            if matches!(inst.kind, InstKind::Point(point) if f.points[point].sequenced) {
                within.extend(pending.drain(..).map(|made| (index, made)));
            }
            // Of `Either` one operand was evaluated.
            if !matches!(inst.kind, InstKind::Either { .. }) {
                for e in inst.kind.operands() {
                    self.evaluated(e, None, inst.span, &mut pending);
                }
            }
            if let InstKind::Store { addr, value, .. } = inst.kind {
                self.add(addr, f.expr(value).ty.size(), inst.span, &mut pending);
            }
            pending.retain(|made: &Made| !self.changes(&inst.kind, made.addr));
        }
        let mut leaving = Vec::new();
        let mut leave = |to: BlockId, list: &[Made]| {
            if starts_sequenced(f, to) {
                leaving.extend(list.iter().map(|&made| (to, made)));
            }
        };
        match content.term.kind {
            TermKind::Branch { cond, then, els } if then != els => {
                for (to, truth) in [(then, true), (els, false)] {
                    let mut list = pending.clone();
                    self.evaluated(cond, Some(truth), content.term.span, &mut list);
                    leave(to, &list);
                }
            }
            TermKind::Goto(to) => leave(to, &pending),
            _ => {}
        }
        self.accesses.within.push(within);
        self.accesses.leaving.push(leaving);
    }

    /// The expression was evaluated, as a condition to this truth if one is given.
    fn evaluated(&mut self, e: ExprId, truth: Option<bool>, span: Span, list: &mut Vec<Made>) {
        let mut open = vec![(e, truth)];
        let mut left = NODES;
        while let (Some((e, truth)), Some(rest)) = (open.pop(), left.checked_sub(1)) {
            left = rest;
            let node = self.f.expr(e);
            match node.kind {
                // The right operand is evaluated if the left one does not decide.
                ExprKind::And(a, b) if truth == Some(true) => {
                    open.extend([(a, truth), (b, truth)]);
                }
                ExprKind::Or(a, b) if truth == Some(false) => {
                    open.extend([(a, truth), (b, truth)]);
                }
                ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, ..) => {
                    open.push((a, None));
                }
                ExprKind::Unary(UnOp::Not, a) => open.push((a, truth.map(|truth| !truth))),
                ExprKind::Load(addr) => {
                    self.add(addr, node.ty.size(), span, list);
                    open.push((addr, None));
                }
                ref kind => open.extend(kind.operands().map(|operand| (operand, None))),
            }
        }
    }

    fn add(&mut self, addr: ExprId, size: u64, span: Span, list: &mut Vec<Made>) {
        if !self.accesses.offsets.contains_key(&addr) {
            let Some(offsets) = self.offsets(addr) else {
                return;
            };
            self.accesses.offsets.insert(addr, offsets);
        }
        list.push(Made { addr, size, span });
    }

    /// The extent of what an address is computed from, and what is added to it; `None` if it has no index to speak of.
    fn offsets(&self, mut addr: ExprId) -> Option<(Extent, Vec<(ExprId, u64)>)> {
        let mut offsets = Vec::new();
        let extent = loop {
            match self.f.expr(addr).kind {
                ExprKind::PtrAdd {
                    base, index, scale, ..
                } => {
                    offsets.push((index, scale));
                    addr = base;
                }
                ExprKind::VarAddr(var) => break Extent::of(self.f.vars[var].size)?,
                ExprKind::GlobalAddr(global) => break Extent::of(self.outside.size(global)?)?,
                ExprKind::Var(var) => break self.outside.extent(self.f.symbol, var)?,
                _ => return None,
            }
        };
        let is_constant =
            |&(index, _): &(ExprId, u64)| matches!(fold(&self.f.exprs, index), Constant::Int(_));
        (!offsets.iter().all(is_constant)).then_some((extent, offsets))
    }

    /// Whether the instruction may change the value of the address.
    fn changes(&self, kind: &InstKind, addr: ExprId) -> bool {
        let assigned: Vec<VarId> = kind.assigned().collect();
        let memory = !matches!(
            kind,
            InstKind::Assign { .. } | InstKind::Either { .. } | InstKind::Point(_)
        );
        let mut open = vec![addr];
        while let Some(e) = open.pop() {
            let node = &self.f.expr(e).kind;
            match *node {
                ExprKind::Load(_) if memory => return true,
                ExprKind::Var(var) if assigned.contains(&var) => return true,
                ExprKind::Var(var) if memory && self.f.vars[var].address_taken => return true,
                _ => open.extend(node.operands()),
            }
        }
        matches!(kind, InstKind::Declare(_) | InstKind::Havoc { .. })
    }
}

/// Whether no expression is being evaluated when control comes to the block.
fn starts_sequenced(f: &Function, block: BlockId) -> bool {
    let first = f.blocks[block].insts.first();
    first.is_some_and(
        |inst| matches!(inst.kind, InstKind::Point(point) if f.points[point].sequenced),
    )
}

impl Flow<'_> {
    /// The environment when control comes to this instruction of the block.
    pub fn come_to(&self, block: BlockId, index: usize, env: &mut Env) {
        let within = &self.accesses.within[block.index()];
        for (_, made) in within.iter().filter(|(at, _)| *at == index) {
            self.accessed(made, env);
        }
    }

    /// The environment when control goes from one block to another.
    pub fn go_on(&self, block: BlockId, to: BlockId, env: &mut Env) {
        let leaving = &self.accesses.leaving[block.index()];
        for (_, made) in leaving.iter().filter(|(target, _)| *target == to) {
            self.accessed(made, env);
        }
    }

    /// The access was made: `-before ≤ sum of the offsets ≤ after - size`.
    fn accessed(&self, made: &Made, env: &mut Env) {
        let Some((extent, offsets)) = self.accesses.offsets.get(&made.addr) else {
            return;
        };
        if !self.keeps(made.span) {
            return;
        }
        let (low, high) = (
            -i128::from(extent.before),
            i128::from(extent.after) - i128::from(made.size),
        );
        for (own, &(index, scale)) in offsets.iter().enumerate() {
            let others = offsets
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != own);
            let mut sum: Interval = (0, 0);
            for (_, &(index, scale)) in others {
                let Some((least, most)) = self.eval(index, env) else {
                    return;
                };
                let scale = i128::from(scale);
                sum = (sum.0 + least * scale, sum.1 + most * scale);
            }
            let scale = i128::from(scale);
            if scale > 0 {
                let least = -((sum.1 - low).div_euclid(scale));
                let most = (high - sum.0).div_euclid(scale);
                // What cannot be is not reached; nothing is said of it.
                if let Some(inside) = self.assign_back(index, (least, most), env.clone(), DEPTH) {
                    *env = inside;
                }
            }
        }
    }
}
