//! The inputs that engine 1 makes others of: one for each way that control went for the first time, or so often.
//!
//! A way is a step from one block to the next; in a function of the library, a block, with the place of the program that
//! called. How often a run takes it counts up to eight exactly, then by powers of two. So an input that agrees with one more
//! character of a word than those before it is kept, although it covers no label yet.

use super::program::Program;
use super::runner::{Event, Run};
use super::shape::Input;
use crate::base::Id;
use crate::ir::BlockId;
use std::collections::{HashMap, HashSet};

type Place = (usize, BlockId);

#[derive(Default)]
pub struct Corpus {
    seen: HashSet<(Place, Place, u32)>,
    pub inputs: Vec<Input>,
}

impl Corpus {
    /// Keeps the input if its run goes a new way, or if it is wanted anyway; whether it was kept.
    pub fn add(&mut self, program: &Program, input: &Input, run: &Run, wanted: bool) -> bool {
        let mut counts: HashMap<(Place, Place), u32> = HashMap::new();
        let mut last = (usize::MAX, BlockId::from_index(0));
        for event in &run.trace {
            if let Event::Block(body, block) = *event {
                *counts.entry((last, (body, block))).or_default() += 1;
                if !program.is_library(body) {
                    last = (body, block);
                }
            }
        }
        let ways = counts.into_iter();
        let ways = ways.map(|((from, to), count)| (from, to, magnitude(count)));
        let before = self.seen.len();
        self.seen.extend(ways);
        let kept = wanted || self.seen.len() > before;
        if kept {
            self.inputs.push(input.clone());
        }
        kept
    }
}

fn magnitude(count: u32) -> u32 {
    match count {
        ..=8 => count,
        _ => 5 + count.ilog2(),
    }
}
