//! Small, human values: each value of a test goes as near to zero as its labels allow.
//!
//! Comes in: an input and the labels that it is kept for. Goes out: an input that covers them too, no value of which can be
//! exchanged for a plainer one that was tried. Each try is a run.

use super::command_line;
use super::entry::Entry;
use super::make::is_char;
use super::runner::Runner;
use super::shape::{Input, Leaf, Root, Shape};
use crate::ir::{CType, ops};

/// Runs that shrinking one input may take.
const RUNS: u64 = 1_000;

pub fn shrink(runner: &mut Runner, entry: &Entry, input: &Input, labels: &[u64]) -> Input {
    let mut best = input.clone();
    let end = runner.runs + RUNS;
    let exits = runner.run(entry, input).exits();
    let keeps = |runner: &mut Runner, candidate: &Input| {
        if runner.runs >= end {
            return false;
        }
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
        // What is removed as a whole costs one run, and not one for each value.
        for coarse in [smaller_structures, blanked] {
            let mut next = |best: &Input| {
                let mut candidates = coarse(entry, best).into_iter();
                candidates.find(|candidate| candidate != best && keeps(runner, candidate))
            };
            while let Some(candidate) = next(&best) {
                (best, changed) = (candidate, true);
            }
        }
        for leaf in best.leaves(entry) {
            let of_name = |i: usize| command_line::is_name(&best.objects[i]);
            let named = matches!(leaf.root, Root::Object(i, _) if entry.is_program && of_name(i));
            if named || entry.is_fixed(&best, &leaf) {
                continue;
            }
            for shape in plainer(&leaf, best.get(&leaf)) {
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

/// With all numbers of one object, or of one element, zero.
fn blanked(entry: &Entry, input: &Input) -> Vec<Input> {
    let mut list = Vec::new();
    let leaves = input.leaves(entry);
    let zero = |wanted: &dyn Fn(Root) -> bool| {
        let mut candidate = input.clone();
        for leaf in leaves.iter().filter(|leaf| wanted(leaf.root)) {
            if let Some(shape @ Shape::Int(_)) = candidate.get_mut(leaf)
                && !entry.is_fixed(input, leaf)
            {
                *shape = Shape::Int(0);
            }
        }
        candidate
    };
    for (i, object) in input.objects.iter().enumerate() {
        if entry.is_program && command_line::is_name(object) {
            continue;
        }
        list.push(zero(
            &|root| matches!(root, Root::Object(own, _) if own == i),
        ));
        if object.elements.len() > 1 && !is_char(&object.ty) {
            let elements = 0..object.elements.len();
            list.extend(elements.map(|j| zero(&|root| root == Root::Object(i, j))));
        }
    }
    list
}

/// With one pointer less, or fewer elements in one object, or memory that does not run out.
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
    for failing in [0, 1] {
        if failing < input.failing {
            let mut candidate = input.clone();
            candidate.failing = failing;
            list.push(candidate);
        }
    }
    for i in 0..input.objects.len() {
        if entry.is_program && command_line::is_name(&input.objects[i]) {
            continue;
        }
        let count = input.objects[i].elements.len();
        for fewer in [1, count / 2, count.saturating_sub(1)] {
            if (1..count).contains(&fewer) {
                let mut candidate = input.clone();
                // The null pointer after the words comes back.
                let words = entry.is_program && !is_char(&candidate.objects[i].ty);
                let kept = fewer - usize::from(words);
                candidate.objects[i].elements.truncate(kept);
                candidate.tidy(entry);
                entry.repair(&mut candidate);
                // A command line without even a name is no plainer.
                let nameless = |input: &Input| input.args.first() == Some(&Shape::Int(0));
                if !entry.is_program || !nameless(&candidate) {
                    list.push(candidate);
                }
            }
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
    let mut list = vec![0];
    if is_text {
        list.extend("a0Ax .-\n".bytes().map(i128::from));
    }
    list.extend([
        1,
        2,
        3,
        5,
        10,
        -1,
        100,
        value / 16,
        value / 2,
        value - value.signum(),
    ]);
    let scalar = ty.scalar().unwrap_or(crate::ir::Ty::INT);
    list.retain(|&new| {
        ops::normalise(scalar, new) == new && cost(is_text, new) < cost(is_text, value)
    });
    list.dedup();
    list
}

/// How much a reader has to take in. Of text, characters that can be read are plainer than others.
fn cost(is_text: bool, value: i128) -> (u128, bool) {
    let far = value.unsigned_abs();
    let cost = match u8::try_from(value).map(char::from) {
        Ok('\0') => 0,
        Ok(c) if is_text && c.is_ascii_alphanumeric() => 1,
        Ok(' '..='~' | '\n') if is_text => 2,
        _ if is_text => far + 2,
        _ => far,
    };
    (cost, value < 0)
}
