//! The test generator.
//!
//! Comes in: a program with labels, and which of them are worth a test. Goes out: tests that were run, findings, and
//! what stays open. Knows targets, shapes and engines; must not know how a verdict was proved, nor terminals or files.
//!
//! ```text
//! types ── make ──┐
//! constants ──────┤                    one record of what is covered
//! mutate ─────────┼── shape ── run ── (a test deletes every label it covers: IDL-2)
//! path of a run ──┘                        │
//!        ▲ negate, solve, decode           ├── shrink ── suite
//!        └─────────────────────────────────┘
//! ```

mod alarm;
mod assume;
mod branches;
mod callback;
mod command_line;
mod corpus;
mod decode;
mod distance;
mod dse;
mod entry;
mod export;
mod feedback;
mod guard;
mod image;
mod instrumentation;
mod library;
mod make;
mod models;
mod mutate;
mod program;
mod prologue;
mod random;
mod record;
mod runner;
mod shape;
mod shrink;
mod spell;
mod straight;
mod strategy;
mod stub;
mod suite;
mod unrolled;
mod write;

pub use assume::{Assumption, condition, condition_name};
pub use entry::Entry;
pub use export::{ktest, seed, test_comp};
pub use instrumentation::{Instrumentation, instrument};
pub use library::LIBRARY;
pub use program::Program;
pub use record::{Record, Test};
pub use runner::{End, Fault, Run, Runner};
pub use shape::{Input, Leaf, Object, Root, Shape, Stream};
pub use strategy::{DEFAULT as DEFAULT_STRATEGIES, Strategy};
pub use stub::LibraryModel;
pub use suite::{Chosen, choose};
pub use write::{Style, Written, gtest_file, test_file};

use crate::base::{Stop, ThreadClock};
use crate::prover::Limits;
use make::Maker;
use random::Random;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to work, and on what numbers.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    pub seed: u64,
    pub deadline: Option<Instant>,
    pub stop: &'a AtomicBool,
    /// Orders of dynamic symbolic execution, which take turns.
    pub strategies: &'a [Strategy],
    pub engines: Engines,
}

/// What works on an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engines {
    All,
    /// All paths, labels being this.
    AllPaths(Instrumentation),
    /// Random inputs, then the k shortest paths to each block.
    Shortest {
        random: u32,
        k: u32,
    },
}

/// Of a query of dynamic symbolic execution, or about all paths, with so many steps of the solver.
fn limits(steps: u32) -> Limits {
    Limits {
        resource: steps,
        z3: 0,
        memory: 256,
        wall: Duration::from_secs(5),
        ..Limits::default()
    }
}

impl Effort<'_> {
    /// One of so many equal parts of the time that is left.
    pub fn part(self, parts: usize) -> Self {
        let now = Instant::now();
        let part = |deadline: Instant| {
            let left = deadline.saturating_duration_since(now);
            now + left / u32::try_from(parts.max(1)).unwrap_or(u32::MAX)
        };
        Effort {
            deadline: self.deadline.map(part),
            ..self
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What one entry is worked on with.
struct Work<'a, 'p> {
    maker: Maker<'a>,
    runner: &'a mut Runner<'p>,
    record: Record,
    effort: Effort<'a>,
    /// Ends what solvers do.
    ended: Stop,
}

impl Work<'_, '_> {
    /// Runs an input; whether it covers something for the first time.
    fn attempt(&mut self, input: &Input) -> bool {
        self.record
            .try_input(self.runner, self.maker.entry, input)
            .1
    }

    /// Nothing is left to cover, or no time.
    fn is_done(&self) -> bool {
        self.record.open.is_empty() || self.effort.is_over()
    }
}

/// Seeks tests that call the entry and cover the open labels of the record.
pub fn explore(
    program: &Program,
    entry: &Entry,
    record: Record,
    effort: Effort,
) -> Result<Record, String> {
    alarm::until_over(effort, |ended| {
        explore_until(ended, program, entry, record, effort)
    })
}

fn explore_until(
    ended: &Stop,
    program: &Program,
    entry: &Entry,
    record: Record,
    effort: Effort,
) -> Result<Record, String> {
    let constants = make::constants(program, entry);
    let strings = make::strings(program, entry);
    let numbers = make::numbers(&constants);
    let mut runner = Runner::new(program);
    let mut work = Work {
        maker: Maker {
            program,
            entry,
            constants: &constants,
            strings: &strings,
            numbers: &numbers,
        },
        runner: &mut runner,
        record,
        effort,
        ended: ended.clone(),
    };
    let clock = ThreadClock::start();
    match effort.engines {
        Engines::AllPaths(instrumentation) => dse::run_all_paths(&mut work, instrumentation)?,
        Engines::Shortest { random, k } => dse::run_shortest(&mut work, random, k)?,
        Engines::All => {
            feedback::run(&mut work, &mut Random::new(effort.seed))?;
            models::run(&mut work);
            dse::run(&mut work);
        }
    }
    work.record.micros += clock.micros();
    Ok(work.record)
}
