//! Small, human values: each value of a test goes as near to zero as its labels allow.
//!
//! Comes in: an input and the labels that it is kept for. Goes out: an input that covers them too, no value of which can be
//! exchanged for a plainer one that was tried. Each try is a run.

use super::entry::Entry;
use super::make::is_char;
use super::runner::Runner;
use super::shape::{Input, Leaf, Root, Shape};
use crate::ir::{CType, ops};

/// Runs that shrinking one input may take.
const RUNS: u64 = 400;

pub fn shrink(runner: &mut Runner, entry: &Entry, input: &Input, labels: &[u64]) -> Input {
    let mut best = input.clone();
    let end = runner.runs + RUNS;
    let exits = runner.run(entry, input).exits();
    let keeps = |runner: &mut Runner, candidate: &Input| {
        let run = runner.run(entry, candidate);
        run.is_whole()
            && run.exits() == exits
            && labels
                .iter()
                .all(|id| run.covered.binary_search(id).is_ok())
    };
    let mut changed = true;
    while changed && runner.runs < end {
        changed = false;
        for candidate in smaller_structures(entry, &best) {
            if runner.runs < end && keeps(runner, &candidate) {
                (best, changed) = (candidate, true);
                break;
            }
        }
        for leaf in best.leaves(entry) {
            if entry.is_fixed(&best, &leaf) {
                continue;
            }
            for shape in plainer(&leaf, best.get(&leaf)) {
                if runner.runs >= end {
                    break;
                }
                let mut candidate = best.clone();
                candidate.set(&leaf, shape);
                entry.repair(&mut candidate);
                if candidate != best && keeps(runner, &candidate) {
                    (best, changed) = (candidate, true);
                    break;
                }
            }
        }
    }
    best.tidy(entry);
    best
}

/// With one pointer less, or fewer elements in one object.
fn smaller_structures(entry: &Entry, input: &Input) -> Vec<Input> {
    let mut list = Vec::new();
    for fewer in [
        0,
        input.stdin.len() / 2,
        input.stdin.len().saturating_sub(1),
    ] {
        if fewer < input.stdin.len() {
            let mut candidate = input.clone();
            candidate.stdin.truncate(fewer);
            list.push(candidate);
        }
    }
    let leaves = input.leaves(entry).into_iter();
    for leaf in leaves.filter(|leaf| !entry.is_fixed(input, leaf)) {
        if let Some(Shape::To(..) | Shape::Function(_)) = input.get(&leaf) {
            let mut candidate = input.clone();
            candidate.set(&leaf, Shape::Null);
            candidate.tidy(entry);
            list.push(candidate);
        }
    }
    for i in 0..input.objects.len() {
        let count = input.objects[i].elements.len();
        for fewer in [1, count / 2, count.saturating_sub(1)] {
            if (1..count).contains(&fewer) {
                let mut candidate = input.clone();
                let elements = &mut candidate.objects[i].elements;
                // The end of a string stays its end.
                let last = elements.pop();
                elements.truncate(fewer - 1);
                elements.extend(last);
                entry.repair(&mut candidate);
                // A command line without even a name is no plainer.
                let nameless = |input: &Input| input.args.first() == Some(&Shape::Int(0));
                if !entry.is_program || !nameless(&candidate) {
                    list.push(candidate);
                }
            }
        }
    }
    list
}

/// Values that people would rather read, best first.
fn plainer(leaf: &Leaf, old: Option<&Shape>) -> Vec<Shape> {
    match old {
        Some(Shape::Int(value)) => integers(is_text(leaf), &leaf.ty, *value)
            .into_iter()
            .map(Shape::Int)
            .collect(),
        Some(Shape::Float(value)) => {
            let list = [0.0, 1.0, value.trunc()];
            let plainer = list
                .into_iter()
                .filter(|new| new.abs() < value.abs() || value.is_nan());
            plainer.map(Shape::Float).collect()
        }
        _ => Vec::new(),
    }
}

fn is_text(leaf: &Leaf) -> bool {
    is_char(&leaf.ty) || matches!(leaf.root, Root::Stdin(_))
}

fn integers(is_text: bool, ty: &CType, value: i128) -> Vec<i128> {
    let mut list = vec![0, 1, 2, 3, 5, 10, -1];
    if is_text {
        list.extend("a0 A.x".bytes().map(i128::from));
    }
    list.extend([100, value / 16, value / 2, value - value.signum()]);
    let scalar = ty.scalar().unwrap_or(crate::ir::Ty::INT);
    list.retain(|&new| {
        ops::normalise(scalar, new) == new && cost(is_text, new) < cost(is_text, value)
    });
    list.dedup();
    list
}

/// How much a reader has to take in.
fn cost(is_text: bool, value: i128) -> (u128, bool) {
    let far = value.unsigned_abs();
    let printable = is_text && (32..127).contains(&value);
    (if printable { far.min(5) } else { far }, value < 0)
}
