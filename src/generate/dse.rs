//! Engine 2: dynamic symbolic execution with labels.
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
use super::distance::Distances;
use super::make::{Plan, cut};
use super::runner::{End, Run};
use super::shape::{Input, Leaf, Shape};
use super::straight::{Ask, Straight, straight};
use crate::base::Id;
use crate::ir::{CType, Ty, VarId, ops};
use crate::logic::{Assignment, Terms, Value};
use crate::prover::{Answer, Limits, Literal, Session};
use crate::vc::{AnyCall, Context, Encoding, encode};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

/// Questions for one entry.
const QUESTIONS: u32 = 4_000;
/// Branches of one path that are negated.
const FLIPS: usize = 60;
/// Paths in a row that may bring nothing new.
const PATIENCE: u32 = 60;
/// Steps of the solver for one question.
const STEPS: u32 = 100_000;
/// Runs that wait to be expanded.
const WAITING: usize = 300;

pub fn run(work: &mut Work) {
    let mut search = Search {
        waiting: BTreeMap::new(),
        count: 0,
        tried: HashSet::new(),
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
        search.wait(0, input, run);
    }
    let mut barren = 0;
    while let Some((_, (input, run))) = search.waiting.pop_first() {
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
    /// By the distance to an open label where they left a known path, then by age.
    waiting: BTreeMap<(u32, u64), (Input, Run)>,
    count: u64,
    /// Paths that were asked for, and whether with guards.
    tried: HashSet<(u64, bool)>,
    questions: u32,
}

impl Search {
    fn wait(&mut self, distance: u32, input: Input, run: Run) {
        self.count += 1;
        self.waiting.insert((distance, self.count), (input, run));
        if self.waiting.len() > WAITING {
            self.waiting.pop_last();
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
        };
        let mut session = Session::new(&terms, &hypotheses, limits);
        let distances = Distances::new(program, entry, &work.record.open);
        let mut undefined = false;
        let mut flips = 0;
        for ask in order(&path, &distances) {
            if work.is_done() || self.questions >= QUESTIONS {
                break;
            }
            match path.asks[ask] {
                Ask::Label(id) if !work.record.open.contains(&id) => continue,
                Ask::Label(_) => {}
                Ask::Flip { path, .. } => {
                    if flips >= FLIPS || !self.tried.insert((path, guarded)) {
                        continue;
                    }
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
            let Answer::Invalid(model) = session.ask(&terms, &literals) else {
                continue;
            };
            let input = decoded(&path, &terms, &model, input);
            let (run, new) = work.record.try_input(work.runner, entry, &input);
            undefined |= matches!(run.end, End::Undefined(_));
            let distance = match path.asks[ask] {
                Ask::Flip { body, to, .. } if !new => 1 + distances.get(body, to),
                _ => 0,
            };
            self.wait(distance, input, run);
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

/// The input that the model stands for; what it leaves open stays.
fn decoded(path: &Straight, terms: &Terms, model: &Assignment, input: &Input) -> Input {
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
            input.set(leaf, Shape::Int(integer(leaf, *bits)));
        }
    }
    input
}

fn integer(leaf: &Leaf, bits: u128) -> i128 {
    let value = bits as i128;
    match (&leaf.ty, leaf.bits) {
        (CType::Bool, _) => value & 1,
        (ty, Some((_, width))) => cut(ty, width, value),
        (ty, None) => ops::normalise(ty.scalar().unwrap_or(Ty::INT), value),
    }
}
