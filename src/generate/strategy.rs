//! Which run is expanded next: the order of dynamic symbolic execution.
//!
//! Comes in: runs that wait, each with how it was found. Goes out: the one to take. Several strategies take turns, so that
//! none of them can starve the search: what one is blind to, the next one sees.

mod breadth_first;
mod depth_first;
mod k_shortest;
mod nearest;
mod random_choice;

use super::random::Random;
use super::runner::Run;
use super::shape::Input;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    DepthFirst,
    BreadthFirst,
    Random,
    Nearest,
    KShortest,
}

/// Those that take turns if nothing else is asked for.
pub const DEFAULT: [Strategy; 4] = [
    Strategy::Nearest,
    Strategy::KShortest,
    Strategy::DepthFirst,
    Strategy::Random,
];

/// A run that waits to be expanded.
pub struct Waiting {
    pub input: Input,
    pub run: Run,
    /// Edges from where it left a known path to an open label.
    pub distance: u32,
    /// Predicates of the path up to there.
    pub depth: u32,
    /// How often paths were led to that block before.
    pub tries: u32,
    pub age: u64,
}

/// Less comes first.
type Key = (u32, u32, u64);

impl Strategy {
    /// The index of the next one; there is at least one.
    pub fn pick(self, waiting: &[Waiting], random: &mut Random) -> usize {
        let key = match self {
            Strategy::Random => return random_choice::pick(waiting, random),
            Strategy::DepthFirst => depth_first::key,
            Strategy::BreadthFirst => breadth_first::key,
            Strategy::Nearest => nearest::key,
            Strategy::KShortest => k_shortest::key,
        };
        let best = (0..waiting.len()).min_by_key(|&i| key(&waiting[i]));
        best.unwrap_or(0)
    }
}
