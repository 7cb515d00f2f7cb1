//! How far each block is from an open label, in edges of the graph: the nearest ones are tried first.
//!
//! A call counts as an edge into the function that is called; what comes after a return is far.

use super::entry::Entry;
use super::program::Program;
use crate::base::Id;
use crate::ir::{BlockId, Callee, InstKind, TermKind};
use std::collections::{BTreeSet, HashMap};

/// What a return costs: the caller goes on, but it is not looked where.
const RETURN: u32 = 100;
const FAR: u32 = u32::MAX / 2;
/// Rounds in which distances go from callees to callers.
const ROUNDS: usize = 4;

pub struct Distances(HashMap<usize, Vec<u32>>);

impl Distances {
    pub fn new(program: &Program, entry: &Entry, open: &BTreeSet<u64>) -> Distances {
        let mut found = Distances(HashMap::new());
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &body in &entry.reachable {
                let new = found.of_body(program, body, open, body != entry.body);
                changed |= found.0.get(&body) != Some(&new);
                found.0.insert(body, new);
            }
            if !changed {
                break;
            }
        }
        found
    }

    pub fn get(&self, body: usize, block: BlockId) -> u32 {
        let blocks = self.0.get(&body);
        blocks
            .and_then(|list| list.get(block.index()).copied())
            .unwrap_or(FAR)
    }

    fn of_body(
        &self,
        program: &Program,
        body: usize,
        open: &BTreeSet<u64>,
        returns: bool,
    ) -> Vec<u32> {
        let f = program.function(body);
        let own = &program.bodies[body];
        let mut distance: Vec<u32> = vec![FAR; f.blocks.len()];
        for (block, content) in f.blocks.iter() {
            let mut here = FAR;
            for inst in &content.insts {
                here = here.min(match &inst.kind {
                    InstKind::Point(point) => {
                        let sought = own.labels_at(*point).iter().any(|l| open.contains(&l.0));
                        if sought { 0 } else { FAR }
                    }
                    InstKind::Call {
                        callee: Callee::Direct(global),
                        ..
                    } => match program.defined_by(program.global(own.unit, *global)) {
                        Some(callee) => self.get(callee, BlockId::from_index(0)) + 1,
                        None => FAR,
                    },
                    InstKind::Call { .. } => RETURN,
                    _ => FAR,
                });
            }
            if returns && matches!(content.term.kind, TermKind::Return(_)) {
                here = here.min(RETURN);
            }
            distance[block.index()] = here.min(FAR);
        }
        relax(f, distance)
    }
}

/// The least of a block's own distance and one more than its successors'.
fn relax(f: &crate::ir::Function, mut distance: Vec<u32>) -> Vec<u32> {
    let mut changed = true;
    while changed {
        changed = false;
        for (block, content) in f.blocks.iter().rev() {
            let next = content
                .term
                .kind
                .successors()
                .map(|to| distance[to.index()] + 1);
            let best = next.min().unwrap_or(FAR).min(distance[block.index()]);
            changed |= best < distance[block.index()];
            distance[block.index()] = best;
        }
    }
    distance
}
