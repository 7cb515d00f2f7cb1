//! SDL, statement deletion: `lhs = e` by nothing, which is `lhs = lhs`. `sum = sum + x` gives `sum != sum + x`.
//!
//! Only assignments whose one effect is the new value of `lhs`.

use super::super::formula::compare;
use super::Difference;
use super::assignment::Assignment;
use crate::ir::{BinOp, Function};

pub fn mutants(f: &mut Function, assignment: &Assignment) -> Vec<Difference> {
    let Assignment { old, value, .. } = *assignment;
    let differs = compare(f, BinOp::Ne, old, value);
    vec![Difference::new(differs, value, old)]
}
