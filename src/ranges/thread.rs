//! The blocks that are gone through once per way to them.
//!
//! Lowering keeps the truth of `a && f()` in a variable and tests it where the ways through `a` and `f()` meet. What is known on one of
//! the ways would be lost there; so such a test is done for each way by itself.

use crate::base::{Id, IdVec};
use crate::ir::{BlockId, ExprKind, Function, InstKind, TermKind};

/// A block with more ways to it is gone through once.
const MAX_WAYS: usize = 8;
/// So is one that does more than this.
const MAX_ASSIGNMENTS: usize = 3;

/// Only blocks that no edge against the order leads to: each circle still has one that is gone through with all that comes to it.
pub fn threaded(
    f: &Function,
    order: &[BlockId],
    position: &IdVec<BlockId, Option<usize>>,
) -> IdVec<BlockId, bool> {
    let mut ways = vec![0usize; f.blocks.len()];
    let mut head = vec![false; f.blocks.len()];
    let mut threaded = IdVec::new();
    for _ in f.blocks.ids() {
        threaded.push(false);
    }
    for &block in order {
        for target in f.blocks[block].term.kind.successors() {
            head[target.index()] |= position[target] <= position[block];
        }
    }
    for &block in order {
        let own = ways[block.index()];
        threaded[block] =
            (2..=MAX_WAYS).contains(&own) && !head[block.index()] && is_test(f, block);
        let passed = if threaded[block] { own } else { 1 };
        for target in f.blocks[block].term.kind.successors() {
            ways[target.index()] += passed;
        }
    }
    threaded
}

/// The blocks that send something against the order: by themselves, or through blocks that are gone through with them.
pub fn closing(
    f: &Function,
    order: &[BlockId],
    position: &IdVec<BlockId, Option<usize>>,
    threaded: &IdVec<BlockId, bool>,
) -> IdVec<BlockId, bool> {
    let mut closing: IdVec<BlockId, bool> = f.blocks.ids().map(|_| false).collect();
    for &block in order.iter().rev() {
        let mut successors = f.blocks[block].term.kind.successors();
        closing[block] = successors.any(|target| {
            position[target] <= position[block] || (threaded[target] && closing[target])
        });
    }
    closing
}

/// Whether the block tests a variable and hardly does anything else.
fn is_test(f: &Function, block: BlockId) -> bool {
    let block = &f.blocks[block];
    let mut assignments = 0;
    let all = block.insts.iter().all(|inst| match inst.kind {
        InstKind::Point(_) => true,
        InstKind::Assign { .. } => {
            assignments += 1;
            assignments <= MAX_ASSIGNMENTS
        }
        _ => false,
    });
    let tests = match block.term.kind {
        TermKind::Branch { cond, .. } => matches!(f.expr(cond).kind, ExprKind::Var(_)),
        _ => false,
    };
    all && tests
}
