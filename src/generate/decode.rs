//! From a model to an input.
//!
//! Comes in: a function that lays out an input with a variable per number, and a model of its terms. Goes out: the input
//! with the numbers of the model.

use super::make::cut;
use super::shape::{Input, Leaf, Shape};
use super::straight::Straight;
use crate::base::Id;
use crate::ir::{CType, FloatKind, Ty, VarId, ops};
use crate::logic::{Assignment, Terms, Value};
use std::collections::BTreeSet;

/// The input that the model stands for; what it leaves open stays.
pub fn decoded(path: &Straight, terms: &Terms, model: &Assignment, input: &Input) -> Input {
    let mut input = input.clone();
    let mut seen = BTreeSet::new();
    for (var, variable) in terms.variables().iter() {
        let Some(tag) = variable.tag else { continue };
        let own = VarId::from_index(tag as usize);
        let Ok(place) = path.inputs.binary_search_by_key(&own, |(var, _)| *var) else {
            continue;
        };
        if let Some(Value::Bits(bits)) = model.get(var)
            && seen.insert(place)
        {
            let leaf = &path.inputs[place].1;
            input.set(leaf, shape(leaf, *bits));
        }
    }
    input
}

fn shape(leaf: &Leaf, bits: u128) -> Shape {
    match leaf.ty {
        CType::Float(FloatKind::F32) => Shape::Float(f32::from_bits(bits as u32).into()),
        CType::Float(_) => Shape::Float(f64::from_bits(bits as u64)),
        _ => Shape::Int(integer(leaf, bits)),
    }
}

fn integer(leaf: &Leaf, bits: u128) -> i128 {
    let value = bits as i128;
    match (&leaf.ty, leaf.bits) {
        (CType::Bool, _) => value & 1,
        (ty, Some((_, width))) => cut(ty, width, value),
        (ty, None) => ops::normalise(ty.scalar().unwrap_or(Ty::INT), value),
    }
}
