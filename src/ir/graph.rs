//! What the shape of a graph alone says: order, dominators, loops.
//!
//! Comes in: the successors of each node, by index; of a function, those of its blocks. Goes out:
//! `order`, `dominance`, `loops`. Knows neither instructions nor what the answers are for.

mod dominance;
mod loops;
mod order;

use super::{Block, Function};
use crate::base::Id;

pub use dominance::Dominance;
pub use loops::{Loop, Loops};
pub use order::reverse_postorder;

/// Where control may go from each block, each once.
pub fn edges(f: &Function) -> Vec<Vec<usize>> {
    let next = |block: &Block| {
        let mut next: Vec<usize> = block.term.kind.successors().map(Id::index).collect();
        next.sort_unstable();
        next.dedup();
        next
    };
    f.blocks.values().map(next).collect()
}

/// The same edges, the other way round.
pub fn reversed(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); next.len()];
    for (from, successors) in next.iter().enumerate() {
        for &to in successors {
            back[to].push(from);
        }
    }
    back
}

/// Which nodes the entry reaches.
pub fn reached(next: &[Vec<usize>], entry: usize) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut open = vec![entry];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            open.extend(&next[node]);
        }
    }
    reached
}
