//! The order of blocks.

use crate::base::{Id, IdVec};
use crate::ir::{BlockId, Function};

/// The blocks that control may come to, each before those it leads to except along edges that close a circle; and the
/// position of each.
pub fn reverse_postorder(f: &Function) -> (Vec<BlockId>, IdVec<BlockId, Option<usize>>) {
    let successors =
        |block: BlockId| -> Vec<BlockId> { f.blocks[block].term.kind.successors().collect() };
    let mut seen = vec![false; f.blocks.len()];
    let mut order = Vec::new();
    let entry = BlockId::from_index(0);
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = vec![(entry, successors(entry))];
    seen[0] = true;
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                let after = successors(next);
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
    let mut position = IdVec::new();
    for _ in f.blocks.ids() {
        position.push(None);
    }
    for (i, &block) in order.iter().enumerate() {
        position[block] = Some(i);
    }
    (order, position)
}
