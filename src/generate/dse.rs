//! Engine 3: dynamic symbolic execution with labels.
//!
//! ```text
//! take a run that is not expanded yet
//! encode its path p = c₁ ∧ … ∧ cₙ over the input's integers
//! for each open label ℓ at a point of the path, reached by a prefix c₁ ∧ … ∧ cᵢ:   solve  c₁ ∧ … ∧ cᵢ ∧ φ_ℓ
//! for each branch, nearest to an open label first:                                  solve  c₁ ∧ … ∧ cᵢ₋₁ ∧ ¬cᵢ
//! each model is decoded into an input and run; runs on new paths are expanded later
//! ```
//!
//! This is P* of "DSE with labels" without its instrumentation: the predicate of a label is asked at its place and never
//! becomes part of the path, so paths stay those of the program. A path may be encoded wrongly (library functions,
//! floating-point numbers, aliases); then its model is an input as good as any, since only what was run counts.

use super::Work;
use super::decode::decoded;
use super::distance::Distances;
use super::make::Plan;
use super::random::Random;
use super::runner::{End, Run};
use super::shape::{Input, Shape};
use super::straight::{Ask, Straight, straight};
use super::strategy::Waiting;
use crate::ir::{BlockId, CType};
use crate::prover::{Answer, Limits, Literal, Session};
use crate::vc::{AnyCall, Context, Encoding, encode};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// Questions for one entry.
const QUESTIONS: u32 = 4_000;
/// Branches of one path that are negated.
const FLIPS: usize = 40;
/// Branches of one path that lead to the same block.
const ALIKE: u32 = 3;
/// Paths in a row that may bring nothing new.
const PATIENCE: u32 = 100;
/// Steps of the solver for one question.
const STEPS: u32 = 100_000;
/// Runs that wait to be expanded.
const WAITING: usize = 300;

pub fn run(work: &mut Work) {
    let mut search = Search {
        waiting: Vec::new(),
        count: 0,
        tried: HashSet::new(),
        led_to: HashMap::new(),
        questions: 0,
    };
    let mut seeds: Vec<Input> = work
        .record
        .tests
        .iter()
        .map(|test| roomy(&test.input))
        .collect();
    for (elements, depth) in [(1, 1), (ROOM, 3)] {
        seeds.extend(work.maker.plain(Plan { elements, depth }));
    }
    for input in seeds {
        let run = work
            .record
            .try_input(work.runner, work.maker.entry, &input)
            .0;
        search.wait(input, run, (0, 0, 0));
    }
    let mut random = Random::new(work.effort.seed);
    let mut turns = work.effort.strategies.iter().cycle();
    let mut barren = 0;
    while !search.waiting.is_empty() {
        let Some(strategy) = turns.next() else { return };
        let next = strategy.pick(&search.waiting, &mut random);
        let Waiting { input, run, .. } = search.waiting.swap_remove(next);
        if work.is_done() || search.questions >= QUESTIONS || barren >= PATIENCE {
            return;
        }
        let open = work.record.open.len();
        // Guards cost as much as the path: they come when models turn out to be undefined.
        if search.expand(work, &input, &run, false) {
            search.expand(work, &input, &run, true);
        }
        barren = match work.record.open.len() < open {
            true => 0,
            false => barren + 1,
        };
    }
}

/// Elements that objects have in the inputs that paths are solved for: a path can only make use of memory that is there.
const ROOM: usize = 12;

/// The input with longer arrays of numbers; what is added is zero.
fn roomy(input: &Input) -> Input {
    let mut input = input.clone();
    for object in &mut input.objects {
        if matches!(object.ty, CType::Int { .. }) && object.elements.len() < ROOM {
            object.elements.resize(ROOM, Shape::Int(0));
        }
    }
    input
}

struct Search {
    waiting: Vec<Waiting>,
    count: u64,
    /// Paths that were asked for, and whether with guards.
    tried: HashSet<(u64, bool)>,
    /// How often paths were led to a block of a function.
    led_to: HashMap<(usize, BlockId), u32>,
    questions: u32,
}

impl Search {
    fn wait(&mut self, input: Input, run: Run, (distance, depth, tries): (u32, u32, u32)) {
        self.count += 1;
        self.waiting.push(Waiting {
            input,
            run,
            distance,
            depth,
            tries,
            age: self.count,
        });
        if self.waiting.len() > WAITING {
            let farthest = (0..self.waiting.len()).max_by_key(|&i| {
                let waiting = &self.waiting[i];
                (waiting.distance, waiting.tries, waiting.depth)
            });
            self.waiting.swap_remove(farthest.unwrap_or(0));
        }
    }

    /// Whether some model met undefined behaviour.
    fn expand(&mut self, work: &mut Work, input: &Input, run: &Run, guarded: bool) -> bool {
        let entry = work.maker.entry;
        let program = work.maker.program;
        let path = straight(
            program,
            entry,
            (input, &run.trace),
            &work.record.open,
            guarded,
        );
        if path.asks.is_empty() {
            return false;
        }
        let Encoding {
            terms,
            hypotheses,
            reach,
            holds,
            ..
        } = encode(
            &program.globals,
            &path.function,
            &path.predicates,
            &AnyCall,
            Context::Function,
        );
        let limits = Limits {
            resource: STEPS,
            z3: 0,
            memory: 512,
            wall: Duration::from_secs(5),
            ..Limits::default()
        };
        let mut session = Session::new(&terms, &hypotheses, limits);
        let distances = Distances::new(program, entry, &work.record.open);
        let mut undefined = false;
        let mut flips = 0;
        let mut alike: HashMap<(usize, BlockId), u32> = HashMap::new();
        for ask in order(&path, &distances) {
            if work.is_done() || self.questions >= QUESTIONS {
                break;
            }
            match path.asks[ask] {
                Ask::Label(id) if !work.record.open.contains(&id) => continue,
                Ask::Label(_) => {}
                Ask::Flip { body, to, path, .. } => {
                    let same = alike.entry((body, to)).or_default();
                    if flips >= FLIPS || *same >= ALIKE || !self.tried.insert((path, guarded)) {
                        continue;
                    }
                    *same += 1;
                }
            }
            let literals = [
                Literal::new(&terms, reach[ask]),
                Literal::new(&terms, holds[ask]),
            ];
            if terms.constant(reach[ask]) == Some(0) || terms.constant(holds[ask]) == Some(0) {
                continue;
            }
            flips += usize::from(matches!(path.asks[ask], Ask::Flip { .. }));
            self.questions += 1;
            work.record.questions += 1;
            let Answer::Sat(model) = session.ask(&terms, &literals) else {
                continue;
            };
            let input = decoded(&path, &terms, &model, input);
            let (run, new) = work.record.try_input(work.runner, entry, &input);
            undefined |= matches!(run.end, End::Undefined(_));
            let how = match path.asks[ask] {
                Ask::Flip {
                    body, to, depth, ..
                } => {
                    let tries = self.led_to.entry((body, to)).or_default();
                    *tries += 1;
                    let distance = if new { 0 } else { 1 + distances.get(body, to) };
                    (distance, depth, *tries)
                }
                Ask::Label(_) => (0, 0, 0),
            };
            self.wait(input, run, how);
        }
        undefined
    }
}

/// Labels first, then branches by their distance to an open label; earlier ones first.
fn order(path: &Straight, distances: &Distances) -> Vec<usize> {
    let mut order: Vec<usize> = (0..path.asks.len()).collect();
    order.sort_by_key(|&i| match path.asks[i] {
        Ask::Label(_) => (0, 0, i),
        Ask::Flip { body, to, .. } => (1, distances.get(body, to), i),
    });
    order
}
