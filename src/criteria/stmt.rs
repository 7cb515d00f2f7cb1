//! STMT and BBC: each statement, each basic block is reached.
//!
//! STMT is instruction coverage (IC): all `(loc, true)`. BBC keeps the first
//! statement of each basic block; the others of the block are reached with it.

use super::draft::Draft;
use super::formula::Formula;
use super::walk::place;
use crate::ir::{Block, Function, InstKind, PointId};
use std::collections::HashSet;

pub fn make_stmt(draft: &mut Draft) {
    for point in draft.f.sites.statements.clone() {
        let span = place(draft.f, point);
        draft.label("STMT", point, Formula::True, span);
    }
}

pub fn make_bbc(draft: &mut Draft) {
    for point in first_statements(draft.f) {
        let span = place(draft.f, point);
        draft.label("BBC", point, Formula::True, span);
    }
}

/// The first statement point of each basic block that has one, in the order of points.
fn first_statements(f: &Function) -> Vec<PointId> {
    let statements: HashSet<PointId> = f.sites.statements.iter().copied().collect();
    let first = |block: &Block| {
        block.insts.iter().find_map(|inst| match inst.kind {
            InstKind::Point(point) if statements.contains(&point) => Some(point),
            _ => None,
        })
    };
    let mut points: Vec<PointId> = f.blocks.values().filter_map(first).collect();
    points.sort_unstable();
    points
}
