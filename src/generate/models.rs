//! Engine 2: models of all paths up to a bound.
//!
//! ```text
//! for each bound 1, 2, 4, … on iterations, for inputs of growing size:
//!     unroll loops, inline calls, encode
//!     for each open label ℓ and each place i where it stands:   solve  reach(i) ∧ φ_ℓ
//!     each model is decoded into an input and run
//! until nothing was cut off
//! ```
//!
//! This is tight instrumentation P* of "DSE with labels" over all paths at once. A formula may stand for less than the program does
//! (library functions, floating-point numbers, aliases, pointers that stay as they are); only what was run counts.

use super::decode::decoded;
use super::make::Plan;
use super::shape::Input;
use super::straight::{Ask, Straight};
use super::unrolled::{Bounds, unrolled};
use super::{Work, limits};
use crate::prover::{Answer, Literal, Session};
use crate::vc::{AnyCall, Context, Encoding, encode};
use std::collections::{BTreeSet, HashMap};

/// Steps of the solver for one question.
const STEPS: u32 = 200_000;
/// Iterations, elements of objects, depth of structures.
const ROUNDS: [(u16, usize, u32); 4] = [(1, 2, 1), (2, 4, 2), (4, 8, 3), (8, 12, 2)];
const LENGTH: usize = 3_000;
const DEPTH: usize = 6;
/// Models of one label that may turn out to be wrong.
const WRONG: u32 = 3;
/// Questions without an answer after which larger bounds are not tried.
const LATE: u32 = 20;

pub fn run(work: &mut Work) {
    // What no input of the last shape covers, which is the largest.
    let refuted = rounds(work);
    work.record.exhausted.extend(refuted);
}

/// The labels that the last round refuted, if it was complete.
fn rounds(work: &mut Work) -> BTreeSet<u64> {
    let mut last = BTreeSet::new();
    for (iterations, elements, depth) in ROUNDS {
        if work.is_done() {
            return last;
        }
        last.clear();
        let bounds = Bounds {
            iterations,
            length: LENGTH,
            depth: DEPTH,
        };
        let Ok(input) = work.maker.plain(Plan { elements, depth }) else {
            return last;
        };
        let maker = &work.maker;
        let (all, whole) = unrolled(
            maker.program,
            maker.entry,
            &input,
            &work.record.open,
            bounds,
        );
        let Some((undecided, uncut)) = solve(work, &all, &input) else {
            return last;
        };
        if whole && uncut {
            let open = work.record.open.iter();
            last.extend(open.filter(|id| !undecided.contains(id)));
            // No pointer and nothing cut: another round has the same paths.
            if input.objects.is_empty() {
                return last;
            }
        }
    }
    last
}

/// Asks about every open label. Gives those of which not every place was refuted, and whether no bound ends a path (unwinding
/// assertions); `None` if larger formulas are hopeless.
fn solve(work: &mut Work, all: &Straight, input: &Input) -> Option<(BTreeSet<u64>, bool)> {
    let Encoding {
        terms,
        hypotheses,
        reach,
        holds,
        ..
    } = encode(
        &work.maker.program.globals,
        &all.function,
        &all.predicates,
        &AnyCall,
        Context::Function,
    );
    let mut session = Session::new(&terms, &hypotheses, limits(STEPS)).until(&work.ended);
    let mut undecided: HashMap<u64, u32> = HashMap::new();
    let mut late = 0;
    for (i, ask) in all.asks.iter().enumerate() {
        let Ask::Label(id) = *ask else { continue };
        if work.is_done() || late >= LATE {
            return None;
        }
        let impossible = [reach[i], holds[i]]
            .iter()
            .any(|&term| terms.constant(term) == Some(0));
        let failed = undecided.get(&id).is_some_and(|&times| times >= WRONG);
        if impossible || failed || !work.record.open.contains(&id) {
            continue;
        }
        let literals = [
            Literal::new(&terms, reach[i]),
            Literal::new(&terms, holds[i]),
        ];
        work.record.questions += 1;
        match session.ask(&terms, &literals) {
            Answer::Sat(model) => {
                let found = decoded(all, &terms, &model, input);
                work.attempt(&found);
                if work.record.open.contains(&id) {
                    *undecided.entry(id).or_default() += 1;
                }
            }
            Answer::Unsat(_) => {}
            failed => {
                // What does not fit into memory costs most, and is built anew for the next question.
                late += match failed {
                    Answer::Memory => LATE / 4,
                    _ => 1,
                };
                // The next place of the label is no easier.
                *undecided.entry(id).or_default() += WRONG;
            }
        }
    }
    let refuted = |id: &u64| !undecided.contains_key(id);
    // It matters only if it lets something be said.
    let mut uncut = work.record.open.iter().any(refuted);
    for (i, ask) in all.asks.iter().enumerate() {
        if uncut && matches!(ask, Ask::Cut) && terms.constant(reach[i]) != Some(0) {
            work.record.questions += 1;
            let answer = session.ask(&terms, &[Literal::new(&terms, reach[i])]);
            uncut = !work.effort.is_over() && matches!(answer, Answer::Unsat(_));
        }
    }
    Some((undecided.into_keys().collect(), uncut))
}
