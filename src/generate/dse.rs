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
//!
//! [`run_all_paths`] goes through all paths, whatever is still open, with labels as an [`Instrumentation`] has them. [`run_shortest`]
//! takes the k shortest paths to each block, and asks for each label at the end of at most k of them.

use super::decode::decoded;
use super::distance::Distances;
use super::instrumentation::Instrumentation;
use super::make::Plan;
use super::random::Random;
use super::runner::{End, Run};
use super::shape::{Input, Shape};
use super::straight::{Ask, Straight, View, straight};
use super::strategy::Waiting;
use super::{Work, limits};
use crate::ir::{BlockId, CType};
use crate::prover::{Answer, Literal, Session};
use crate::vc::{AnyCall, Context, Encoding, encode};
use std::collections::{BTreeSet, HashMap, HashSet};

/// How far a search goes.
#[derive(Clone, Copy)]
struct Reach {
    /// Whether it goes on when nothing is open.
    all: bool,
    /// Questions for one entry.
    questions: u32,
    /// Visits of a label on one path that are asked about.
    visits: usize,
    /// Branches of one path that are negated.
    flips: usize,
    /// Branches of one path that lead to the same block, and of all paths.
    alike: u32,
    k: u32,
    /// Paths in a row that may bring nothing new.
    patience: u32,
    /// Runs that wait to be expanded.
    waiting: usize,
    /// Questions that may have no answer: these cost most.
    late: u32,
}

const SOME: Reach = Reach {
    all: false,
    questions: 4_000,
    visits: 6,
    flips: 40,
    alike: 3,
    k: u32::MAX,
    patience: 100,
    waiting: 300,
    late: 30,
};

const ALL: Reach = Reach {
    all: true,
    questions: u32::MAX,
    visits: usize::MAX,
    flips: usize::MAX,
    alike: u32::MAX,
    k: u32::MAX,
    patience: u32::MAX,
    waiting: usize::MAX,
    late: u32::MAX,
};

/// Steps of the solver for one question.
const STEPS: u32 = 100_000;

/// Seeks the open labels.
pub fn run(work: &mut Work) {
    let mut search = Search::new(SOME, Instrumentation::Idl2, &work.record.open);
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
    search.go_on(work);
}

/// Goes through the paths of an input of one shape, all that there are if time allows.
pub fn run_all_paths(work: &mut Work, instrumentation: Instrumentation) -> Result<(), String> {
    let mut search = Search::new(ALL, instrumentation, &work.record.open);
    let input = work.maker.plain(Plan {
        elements: ROOM,
        depth: 3,
    })?;
    let run = work
        .record
        .try_input(work.runner, work.maker.entry, &input)
        .0;
    search.wait(input, run, (0, 0, 0));
    search.go_on(work);
    work.record.complete = search.waiting.is_empty() && !work.effort.is_over();
    Ok(())
}

/// Random inputs, then the k shortest paths to each block, counted in predicates.
pub fn run_shortest(work: &mut Work, count: u32, k: u32) -> Result<(), String> {
    let reach = Reach {
        all: false,
        k,
        ..ALL
    };
    let mut search = Search::new(reach, Instrumentation::Idl2, &work.record.open);
    let mut random = Random::new(work.effort.seed);
    for _ in 0..count.max(1) {
        if work.is_done() {
            return Ok(());
        }
        let input = work.maker.random(&mut random)?;
        let (run, new) = work.record.try_input(work.runner, work.maker.entry, &input);
        if new || search.waiting.is_empty() {
            search.wait(input, run, (0, 0, 0));
        }
    }
    search.go_on(work);
    Ok(())
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
    reach: Reach,
    instrumentation: Instrumentation,
    /// The labels that paths may end with, unless runs delete them.
    labels: BTreeSet<u64>,
    waiting: Vec<Waiting>,
    count: u64,
    /// Ways that were asked for or taken, and whether with guards.
    tried: HashSet<(u64, bool)>,
    /// Whole paths that were expanded.
    paths: HashSet<Option<u64>>,
    /// How often paths were led to a block of a function, and how often this was asked for.
    led_to: HashMap<(usize, BlockId), u32>,
    asked: HashMap<(usize, BlockId), u32>,
    /// How often a label was asked for.
    sought: HashMap<u64, u32>,
    questions: u32,
    late: u32,
}

impl Search {
    fn new(reach: Reach, instrumentation: Instrumentation, open: &BTreeSet<u64>) -> Search {
        Search {
            reach,
            instrumentation,
            labels: match instrumentation {
                Instrumentation::Plain | Instrumentation::Direct => BTreeSet::new(),
                _ => open.clone(),
            },
            waiting: Vec::new(),
            count: 0,
            tried: HashSet::new(),
            paths: HashSet::new(),
            led_to: HashMap::new(),
            asked: HashMap::new(),
            sought: HashMap::new(),
            questions: 0,
            late: 0,
        }
    }

    fn go_on(&mut self, work: &mut Work) {
        let mut random = Random::new(work.effort.seed);
        let mut turns = work.effort.strategies.iter().cycle();
        let mut barren = 0;
        while !self.waiting.is_empty() {
            let Some(strategy) = turns.next() else { return };
            let next = strategy.pick(&self.waiting, &mut random);
            let Waiting { input, run, .. } = self.waiting.swap_remove(next);
            if self.is_over(work) || barren >= self.reach.patience {
                return;
            }
            let open = work.record.open.len();
            // Guards cost as much as the path: they come when models turn out to be undefined.
            if self.reach.all || self.expand(work, &input, &run, false) {
                self.expand(work, &input, &run, true);
            }
            barren = match work.record.open.len() < open {
                true => 0,
                false => barren + 1,
            };
        }
    }

    fn is_over(&self, work: &Work) -> bool {
        match self.reach.all {
            true => work.effort.is_over(),
            false => {
                let asked_enough = self.questions >= self.reach.questions;
                work.is_done() || asked_enough || self.late >= self.reach.late
            }
        }
    }

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
        if self.waiting.len() > self.reach.waiting {
            let farthest = (0..self.waiting.len()).max_by_key(|&i| {
                let waiting = &self.waiting[i];
                (waiting.distance, waiting.tries, waiting.depth)
            });
            self.waiting.swap_remove(farthest.unwrap_or(0));
        }
    }

    /// The labels that paths have now.
    fn labels<'a>(&'a self, work: &'a Work) -> &'a BTreeSet<u64> {
        match self.instrumentation.deletes_covered() {
            true => &work.record.open,
            false => &self.labels,
        }
    }

    /// Whether some model met undefined behaviour.
    fn expand(&mut self, work: &mut Work, input: &Input, run: &Run, guarded: bool) -> bool {
        let program = work.maker.program;
        let view = View {
            labels: self.labels(work),
            visits: self.reach.visits,
            guarded,
        };
        let path = straight(program, work.maker.entry, (input, run), &view);
        let is_new = self.paths.insert(path.taken.last().copied());
        work.record.paths += u64::from(is_new);
        self.tried
            .extend(path.taken.iter().map(|&way| (way, guarded)));
        let asked = |(way, ask): (&u64, &Ask)| match ask {
            Ask::Label(_) if !self.reach.all => false,
            _ => self.tried.contains(&(*way, guarded)),
        };
        if path.ways.iter().zip(&path.asks).all(asked) {
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
        let mut questions = Questions {
            search: self,
            path: &path,
            guarded,
            distances: Distances::new(program, work.maker.entry, &work.record.open),
            flips: 0,
            alike: HashMap::new(),
        };
        let mut session = Session::new(&terms, &hypotheses, limits(STEPS)).until(&work.ended);
        let mut undefined = false;
        for ask in questions.order() {
            if questions.search.is_over(work) {
                break;
            }
            let impossible = [reach[ask], holds[ask]]
                .iter()
                .any(|&term| terms.constant(term) == Some(0));
            if !questions.is_wanted(work, ask) || impossible {
                continue;
            }
            questions.counts(work, ask);
            let literals = [
                Literal::new(&terms, reach[ask]),
                Literal::new(&terms, holds[ask]),
            ];
            let model = match session.ask(&terms, &literals) {
                Answer::Sat(model) => model,
                Answer::Unsat(_) => continue,
                _ => {
                    questions.search.late += 1;
                    continue;
                }
            };
            let input = decoded(&path, &terms, &model, input);
            undefined |= questions.answered(work, ask, input);
        }
        undefined
    }
}

/// What is asked about one path.
struct Questions<'a> {
    search: &'a mut Search,
    path: &'a Straight,
    guarded: bool,
    distances: Distances,
    flips: usize,
    alike: HashMap<(usize, BlockId), u32>,
}

impl Questions<'_> {
    /// Labels first, then branches by their distance to an open label; earlier ones first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.path.asks.len()).collect();
        order.sort_by_key(|&i| match self.path.asks[i] {
            Ask::Label(_) => (0, 0, i),
            Ask::Flip { body, to, .. } if !self.search.reach.all => {
                (1, self.distances.get(body, to), i)
            }
            Ask::Flip { .. } | Ask::Cut => (1, 0, i),
        });
        order
    }

    fn is_wanted(&mut self, work: &Work, ask: usize) -> bool {
        let way = (self.path.ways[ask], self.guarded);
        let reach = self.search.reach;
        match self.path.asks[ask] {
            Ask::Label(id) => {
                let wanted = self.search.labels(work).contains(&id);
                let times = self.search.sought.entry(id).or_default();
                if !wanted || *times >= reach.k || reach.all && !self.search.tried.insert(way) {
                    return false;
                }
                *times = times.saturating_add(1);
                true
            }
            Ask::Flip { body, to, .. } => {
                let same = self.alike.entry((body, to)).or_default();
                let all = self.search.asked.entry((body, to)).or_default();
                if self.flips >= reach.flips
                    || *same >= reach.alike
                    || *all >= reach.k
                    || !self.search.tried.insert(way)
                {
                    return false;
                }
                *same += 1;
                *all += 1;
                true
            }
            // Paths of runs end where the runs do.
            Ask::Cut => false,
        }
    }

    fn counts(&mut self, work: &mut Work, ask: usize) {
        self.flips += usize::from(matches!(self.path.asks[ask], Ask::Flip { .. }));
        self.search.questions += 1;
        work.record.questions += 1;
    }

    /// Runs what the solver found. Whether it met undefined behaviour.
    fn answered(&mut self, work: &mut Work, ask: usize, input: Input) -> bool {
        let (run, new) = work.record.try_input(work.runner, work.maker.entry, &input);
        let undefined = matches!(run.end, End::Undefined(_));
        let how = match self.path.asks[ask] {
            Ask::Label(id) if self.search.reach.all => {
                // A path of P* that ends here.
                work.record.paths += 1;
                if self.search.instrumentation.deletes_solved() {
                    self.search.labels.remove(&id);
                }
                return undefined;
            }
            Ask::Label(_) => (0, 0, 0),
            Ask::Flip { body, to, depth } => {
                let tries = self.search.led_to.entry((body, to)).or_default();
                *tries += 1;
                let distance = match new {
                    true => 0,
                    false => 1 + self.distances.get(body, to),
                };
                (distance, depth, *tries)
            }
            Ask::Cut => (0, 0, 0),
        };
        self.search.wait(input, run, how);
        undefined
    }
}
