//! LOR, bitwise operator replacement: each of `& | ^` by each other one.

use super::super::walk::Site;
use super::{Difference, replace_operator};
use crate::ir::{BinOp, Function};

const CLASS: [BinOp; 3] = [BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor];

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    match site.binary(f) {
        Some(node) if CLASS.contains(&node.0) => replace_operator(f, site.expr, &CLASS, node),
        _ => Vec::new(),
    }
}
