//! Engine 1: boundary values, constants of the program, random and mutated values, with coverage feedback.
//!
//! First plain inputs with objects of several sizes, then each argument at each constant of the program (all pairs where
//! these are few) and each text at each of its strings, then random inputs and mutations of inputs of the [`Corpus`]. It ends
//! when so many runs in a row brought nothing new.

use super::Work;
use super::corpus::Corpus;
use super::make::{Plan, characters, is_char};
use super::mutate::mutate;
use super::random::Random;
use super::shape::{Input, Leaf, Shape};
use crate::ir::{CType, Ty, ops};

/// Runs in a row without anything new, and runs in all.
const PATIENCE: u32 = 2_500;
const MUTATIONS: u32 = 30_000;
/// Allocations of a call that are made to fail, one at a time.
const ALLOCATIONS: u64 = 4;
/// Combinations of constants that are tried.
const COMBINATIONS: usize = 200;
/// Runs of pairs in a row without anything new.
const BARREN_PAIRS: u32 = 2_000;

pub fn run(work: &mut Work, random: &mut Random) -> Result<(), String> {
    let plain = plain_inputs(work)?;
    for input in &plain {
        work.attempt(input);
    }
    for input in plain.iter().take(2) {
        boundaries(work, input);
    }
    words(work, &plain);
    mutations(work, random);
    if work.maker.entry.allocates {
        failures(work);
    }
    Ok(())
}

/// Objects of several sizes, structures of several depths.
fn plain_inputs(work: &Work) -> Result<Vec<Input>, String> {
    let mut inputs: Vec<Input> = Vec::new();
    for (elements, depth) in [(1, 1), (4, 1), (1, 3), (8, 2), (16, 1), (1, 0)] {
        let input = work.maker.plain(Plan { elements, depth })?;
        if !inputs.contains(&input) {
            inputs.push(input);
        }
    }
    Ok(inputs)
}

/// Each array of characters as each string of the program.
fn words(work: &mut Work, inputs: &[Input]) {
    let has_text = |input: &&Input| input.objects.iter().any(|object| is_char(&object.ty));
    let Some(input) = inputs.iter().find(has_text) else {
        return;
    };
    for (i, object) in input.objects.iter().enumerate() {
        let words = work.maker.strings.iter().chain(work.maker.numbers);
        for string in words.filter(|_| is_char(&object.ty)) {
            if work.is_done() {
                return;
            }
            let mut input = input.clone();
            input.objects[i].elements = characters(string);
            work.attempt(&input);
        }
    }
}

/// One value at a time at each constant, then pairs.
fn boundaries(work: &mut Work, input: &Input) {
    let leaves: Vec<Leaf> = input.leaves(work.maker.entry);
    let leaves: Vec<Leaf> = leaves
        .into_iter()
        .filter(|leaf| leaf.bits.is_none() && !work.maker.entry.is_fixed(input, leaf))
        .take(24)
        .collect();
    let values: Vec<Vec<i128>> = leaves
        .iter()
        .map(|leaf| candidates(work, &leaf.ty))
        .collect();
    for (leaf, values) in leaves.iter().zip(&values) {
        for &value in values {
            if work.is_done() {
                return;
            }
            work.attempt(&with(input, &[(leaf, value)]));
        }
    }
    let mut barren = 0;
    for (i, (a, a_values)) in leaves.iter().zip(&values).enumerate() {
        for (b, b_values) in leaves.iter().zip(&values).skip(i + 1).take(3) {
            let step = 1 + a_values.len() * b_values.len() / COMBINATIONS;
            let pairs = a_values
                .iter()
                .flat_map(|x| b_values.iter().map(move |y| (*x, *y)));
            for (x, y) in pairs.step_by(step) {
                if work.is_done() || barren >= BARREN_PAIRS {
                    return;
                }
                barren = match work.attempt(&with(input, &[(a, x), (b, y)])) {
                    true => 0,
                    false => barren + 1,
                };
            }
        }
    }
}

/// The tests so far, with memory that runs out.
fn failures(work: &mut Work) {
    let tests = work.record.tests.iter().map(|test| test.input.clone());
    let tests: Vec<Input> = tests.collect();
    for input in tests {
        for failing in 1..=ALLOCATIONS {
            if work.is_done() {
                return;
            }
            work.attempt(&Input {
                failing,
                ..input.clone()
            });
        }
    }
}

fn with(input: &Input, changes: &[(&Leaf, i128)]) -> Input {
    let mut input = input.clone();
    for &(leaf, value) in changes {
        input.set(leaf, Shape::Int(value));
    }
    input
}

/// The constants that a type holds, and its ends.
fn candidates(work: &Work, ty: &CType) -> Vec<i128> {
    let scalar = match ty {
        CType::Bool => return vec![0, 1],
        CType::Int { ty, .. } => *ty,
        _ => return Vec::new(),
    };
    let Ty::Int { bits, signed } = scalar else {
        return Vec::new();
    };
    let most = (1i128 << (u32::from(bits).min(127) - u32::from(signed))) - 1;
    let ends = [most, most - 1, if signed { -most - 1 } else { 0 }];
    let all = work.maker.constants.iter().copied().chain(ends);
    let mut list: Vec<i128> = all.filter(|&v| ops::normalise(scalar, v) == v).collect();
    list.sort_unstable();
    list.dedup();
    list
}

fn mutations(work: &mut Work, random: &mut Random) {
    let mut corpus = Corpus::default();
    let known = work.record.tests.iter().map(|test| test.input.clone());
    for input in known.collect::<Vec<Input>>() {
        attempt(work, &mut corpus, &input);
    }
    let (mut barren, mut count) = (0, 0);
    while barren < PATIENCE && count < MUTATIONS && !work.is_done() {
        count += 1;
        let parents = corpus.inputs.len();
        let fresh = parents == 0 || random.once_in(4);
        let input = match fresh {
            true => work.maker.random(random),
            false => {
                // Later ones are rarer; half of the time one of the last.
                let recent = parents.saturating_sub(4);
                let index = match random.once_in(2) {
                    true => recent + random.below(parents - recent),
                    false => random.below(parents),
                };
                Ok(mutate(&work.maker, random, &corpus.inputs[index]))
            }
        };
        let Ok(input) = input else { return };
        barren = match attempt(work, &mut corpus, &input) {
            true => 0,
            false => barren + 1,
        };
    }
}

/// Runs an input; whether it covers something, or goes a way, for the first time.
fn attempt(work: &mut Work, corpus: &mut Corpus, input: &Input) -> bool {
    let (run, new) = work.record.try_input(work.runner, work.maker.entry, input);
    run.is_whole() && corpus.add(work.maker.program, input, &run, new)
}
