//! The suite: few tests, with small values, that cover all that was covered.
//!
//! Greedy set cover (the next test is the one that covers most labels that no chosen test covers), then values shrink
//! as far as the labels that each test was chosen for allow, then it runs once more: that run is what the test promises.

use super::Program;
use super::entry::Entry;
use super::record::Test;
use super::runner::{Run, Runner};
use super::shape::Input;
use super::shrink::shrink;
use std::collections::BTreeSet;

/// A test as it is written down.
pub struct Chosen {
    /// The entry, by its index.
    pub entry: usize,
    pub input: Input,
    /// What it was chosen for.
    pub labels: Vec<u64>,
    pub run: Run,
}

/// The tests to keep, of those of all entries.
pub fn choose(program: &Program, entries: &[Entry], tests: &[(usize, Test)]) -> Vec<Chosen> {
    let mut missing: BTreeSet<u64> = tests
        .iter()
        .flat_map(|(_, t)| t.covered.iter().copied())
        .collect();
    let mut left: Vec<&(usize, Test)> = tests.iter().collect();
    let mut picked: Vec<(&(usize, Test), Vec<u64>)> = Vec::new();
    // Which allocation of the process is the one that fails is sure only once the test was run: a test without comes first.
    while !missing.is_empty() {
        let gain = |test: &Test| {
            test.covered
                .iter()
                .filter(|id| missing.contains(id))
                .count()
        };
        // The first of the best, so that the order is the same in every run.
        let key = |&i: &usize| {
            let gain = gain(&left[i].1);
            (gain > 0 && left[i].1.input.failing == 0, gain)
        };
        let best = (0..left.len()).rev().max_by_key(key);
        let Some(best) = best else { break };
        let chosen = left.remove(best);
        let covered = chosen.1.covered.iter().copied();
        let labels: Vec<u64> = covered.filter(|id| missing.remove(id)).collect();
        picked.push((chosen, labels));
    }
    // In the order of the functions, and in that of the search.
    picked.sort_by_key(|((entry, _), _)| *entry);
    let mut runner = Runner::new(program);
    let written = picked.into_iter().map(|((entry, test), labels)| {
        let input = shrink(&mut runner, &entries[*entry], &test.input, &labels);
        let run = runner.run(&entries[*entry], &input);
        Chosen {
            entry: *entry,
            input,
            labels,
            run,
        }
    });
    written.collect()
}
