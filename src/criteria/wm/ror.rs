//! ROR, relational operator replacement: each of `== != < <= > >=` by each other one.
//!
//! Pointers that are compared by `==` or `!=` get no order: C gives none to pointers into different
//! objects.

use super::super::walk::Site;
use super::{Difference, replace_operator};
use crate::ir::{BinOp, Function, Ty};

const ALL: [BinOp; 6] = [
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
    BinOp::Gt,
    BinOp::Ge,
];
const EQUALITY: [BinOp; 2] = [BinOp::Eq, BinOp::Ne];

pub fn mutants(f: &mut Function, site: Site) -> Vec<Difference> {
    let Some(node) = site.binary(f) else {
        return Vec::new();
    };
    if !node.0.is_comparison() {
        return Vec::new();
    }
    let unordered = f.expr(node.1).ty == Ty::Ptr && EQUALITY.contains(&node.0);
    replace_operator(f, site.expr, if unordered { &EQUALITY } else { &ALL }, node)
}
