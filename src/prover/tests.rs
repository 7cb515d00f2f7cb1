//! The solver against evaluation and against enumeration, limits, cores.

use super::*;
use crate::base::Id;
use crate::logic::testing::{BINARY, Grower, raw_differ, simplify_all};
use crate::logic::{Assignment, Evaluator, Op, Rest, Sort, TermId, Terms, VarId};
use std::time::Duration;

fn limits(resource: u32) -> Limits {
    Limits {
        resource,
        z3: 0,
        memory: 512,
        wall: Duration::from_secs(60),
        backend: Backend::Own,
    }
}

/// Bool terms of a random table, raw and simplified.
fn random_predicates(seed: u64, widths: &[u32], rich: bool, count: usize) -> (Terms, Vec<TermId>) {
    let mut terms = Terms::new();
    let mut grower = Grower::new(&mut terms, seed, widths, rich);
    for _ in 0..count {
        grower.grow(&mut terms);
    }
    simplify_all(&mut terms);
    let predicates: Vec<TermId> = terms
        .ids()
        .filter(|&t| terms.sort(t) == Sort::Bool && terms.constant(t).is_none())
        .filter(|&t| !compares_memories(&terms, t))
        .collect();
    (terms, predicates)
}

/// Memories are read, never compared.
fn compares_memories(terms: &Terms, root: TermId) -> bool {
    let cone = terms.cone(&[root]);
    let compares =
        |&t: &TermId| terms.op(t) == Op::Eq && terms.sort(terms.args(t)[0]) == Sort::Memory;
    cone.iter().any(compares)
}

/// Whether a state of all variables satisfies the literals: every state is tried.
fn enumerate(terms: &Terms, literals: &[Literal]) -> bool {
    let roots: Vec<TermId> = literals.iter().map(|l| l.predicate).collect();
    let used: Vec<VarId> = terms
        .variables()
        .iter()
        .filter(|(_, v)| terms.cone(&roots).contains(&v.term))
        .map(|(id, _)| id)
        .collect();
    let widths: Vec<u32> = used
        .iter()
        .map(|&v| terms.variables()[v].sort.width().unwrap_or(1))
        .collect();
    let bits: u32 = widths.iter().sum();
    assert!(bits <= 20, "too many states");
    let mut evaluator = Evaluator::new(terms, &roots);
    (0u128..1 << bits).any(|number| {
        let mut state = Assignment::new(Rest::Value(0));
        let mut left = number;
        for (&var, &width) in used.iter().zip(&widths) {
            state.set_bits(var, left & ((1 << width) - 1));
            left >>= width;
        }
        evaluator.run(terms, &state);
        literals
            .iter()
            .all(|l| evaluator.bool(l.predicate) == l.holds)
    })
}

#[test]
fn answers_are_those_of_enumeration() {
    let (mut valid, mut invalid) = (0, 0);
    for seed in 0..12 {
        // Two variables of the width and two Bools.
        let width = [1, 2, 3, 4, 5, 8][seed as usize % 6];
        let (terms, predicates) = random_predicates(seed, &[width], false, 60);
        let mut session = Session::new(&terms, &[], limits(0));
        let mut random = crate::logic::Random::new(seed);
        for _ in 0..12 {
            let literals: Vec<Literal> = (0..3)
                .map(|_| {
                    let predicate = predicates[random.below(predicates.len())];
                    let literal = Literal::new(&terms, predicate);
                    match random.below(2) {
                        0 => literal,
                        _ => literal.negate(),
                    }
                })
                .collect();
            if literals.iter().any(|l| wide(&terms, l.predicate)) {
                continue;
            }
            match session.ask(&terms, &literals) {
                Answer::Unsat(core) => {
                    assert!(!enumerate(&terms, &literals));
                    let core: Vec<Literal> = core.iter().map(|&i| literals[i]).collect();
                    assert!(!enumerate(&terms, &core));
                    valid += 1;
                }
                Answer::Sat(_) => {
                    assert!(enumerate(&terms, &literals));
                    invalid += 1;
                }
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    assert!(valid > 20 && invalid > 20, "{valid} valid, {invalid} not");
}

/// Whether the term has more variables than enumeration can take.
fn wide(terms: &Terms, root: TermId) -> bool {
    let cone = terms.cone(&[root]);
    let used = terms
        .variables()
        .values()
        .filter(|v| cone.contains(&v.term));
    used.map(|v| v.sort.width().unwrap_or(1)).sum::<u32>() > 18
}

/// Every operator on every pair of small values, and on values at the borders of wider ones.
#[test]
fn operators_are_those_of_evaluation() {
    let others = [Op::Ult, Op::Slt, Op::Eq, Op::Concat];
    let operators = BINARY.into_iter().chain(others);
    let operators: Vec<Op> = operators.collect();
    let mut random = crate::logic::Random::new(3);
    for width in [1, 2, 3, 5, 8, 16, 24, 32, 64] {
        let mut t = Terms::new();
        let x = t.fresh("x", Sort::BitVec(width), None);
        let y = t.fresh("y", Sort::BitVec(width), None);
        let results = operators.iter().map(|&op| {
            let sort = match op {
                Op::Ult | Op::Slt | Op::Eq => Sort::Bool,
                Op::Concat => Sort::BitVec(2 * width),
                _ => Sort::BitVec(width),
            };
            t.make(op, sort, &[x, y])
        });
        let results: Vec<TermId> = results.collect();
        let roots = [&[x, y], &results[..]].concat();
        let pairs: Vec<(u128, u128)> = match width {
            0..=3 => (0..1 << (2 * width))
                .map(|n| (n >> width, n & ((1 << width) - 1)))
                .collect(),
            _ => (0..8)
                .map(|_| (random.boundary(width), random.boundary(width)))
                .collect(),
        };
        for (a, b) in pairs {
            let mut state = Assignment::new(Rest::Value(0));
            state.set_bits(VarId::from_index(0), a);
            state.set_bits(VarId::from_index(1), b);
            let mut evaluator = Evaluator::new(&t, &roots);
            evaluator.run(&t, &state);
            let (a, b) = (t.bv(a, width), t.bv(b, width));
            let given = [t.eq(x, a), t.eq(y, b)].map(|p| Literal::new(&t, p));
            let mut session = Session::new(&t, &[], Limits::default());
            for (op, &result) in operators.iter().zip(&results) {
                let value = evaluator.bits(result);
                let same = match t.sort(result) {
                    Sort::BitVec(width) => {
                        let value = t.bv(value, width);
                        t.eq(result, value)
                    }
                    _ if value == 1 => result,
                    _ => t.not(result),
                };
                let same = Literal::new(&t, same);
                let answer = session.ask(&t, &[given[0], given[1], same.negate()]);
                assert!(answer.is_valid(), "{op:?} of {width} bits: {answer:?}");
                let answer = session.ask(&t, &[given[0], given[1], same]);
                assert!(answer.is_invalid(), "{op:?} of {width} bits: {answer:?}");
            }
        }
    }
}

/// Simplified terms equal raw ones also for the solver, which has its own semantics of every operator.
#[test]
fn the_solver_agrees_with_simplification() {
    for (seed, &width) in [1, 8, 16, 3].iter().enumerate() {
        let mut terms = Terms::new();
        let mut grower = Grower::new(&mut terms, 40 + seed as u64, &[width], false);
        for _ in 0..120 {
            grower.grow(&mut terms);
        }
        let image = simplify_all(&mut terms);
        let mut session = Session::new(&terms, &[], limits(200_000));
        let mut proved = 0;
        for (raw, &simple) in image.iter().enumerate() {
            let raw = TermId::from_index(raw);
            if raw == simple {
                continue;
            }
            let differ = raw_differ(&mut terms, raw, simple);
            let answer = session.ask(&terms, &[Literal::new(&terms, differ)]);
            assert!(
                !answer.is_invalid() && !matches!(answer, Answer::Failure(_)),
                "{} became {}: {answer:?}",
                terms.text(raw),
                terms.text(simple)
            );
            proved += usize::from(answer.is_valid());
        }
        assert!(proved > 10);
    }
}

#[test]
fn models_with_memory_and_functions_are_confirmed() {
    let mut invalid = 0;
    for seed in 0..25 {
        let (terms, predicates) = random_predicates(900 + seed, &[8, 64], true, 80);
        let hypotheses = [predicates[0]];
        let mut session = Session::new(&terms, &hypotheses, limits(500_000));
        for pair in predicates.windows(2).take(30) {
            let literals = [
                Literal::new(&terms, pair[0]),
                Literal::new(&terms, pair[1]).negate(),
            ];
            match session.ask(&terms, &literals) {
                Answer::Failure(reason) => panic!("seed {seed}: {reason}"),
                Answer::Sat(_) => invalid += 1,
                _ => {}
            }
        }
    }
    assert!(invalid > 100, "{invalid}");
}

/// x * y = c with large factors: hard for any solver.
fn factoring(terms: &mut Terms) -> Vec<Literal> {
    let x = terms.fresh("x", Sort::BitVec(64), None);
    let y = terms.fresh("y", Sort::BitVec(64), None);
    let (wide_x, wide_y) = (terms.zext(x, 128), terms.zext(y, 128));
    let product = terms.mul(wide_x, wide_y);
    let number = terms.bv(11_400_714_819_323_198_549 * 14_029_467_366_897_019_727, 128);
    let one = terms.bv(1, 64);
    let predicates = [
        terms.eq(product, number),
        terms.ult(one, x),
        terms.ult(x, y),
        terms.ult(one, y),
    ];
    predicates.map(|p| Literal::new(terms, p)).to_vec()
}

#[test]
fn the_resource_limit_ends_a_search_and_the_session_lives_on() {
    let mut terms = Terms::new();
    let hard = factoring(&mut terms);
    let mut session = Session::new(&terms, &[], limits(100_000));
    for _ in 0..2 {
        assert_eq!(session.ask(&terms, &hard), Answer::Timeout);
        assert!(session.ask(&terms, &hard[1..3]).is_invalid());
        let mut contrary = hard[1..].to_vec();
        contrary[2] = contrary[2].negate();
        assert!(session.ask(&terms, &contrary).is_valid());
    }
}

#[test]
fn the_wall_clock_ends_a_search() {
    let mut terms = Terms::new();
    let hard = factoring(&mut terms);
    let limits = Limits {
        resource: 0,
        z3: 0,
        memory: 512,
        wall: Duration::from_millis(60),
        backend: Backend::Own,
    };
    let mut session = Session::new(&terms, &[], limits);
    assert_eq!(session.ask(&terms, &hard), Answer::Timeout);
    assert!(session.ask(&terms, &hard[1..3]).is_invalid());
}

#[test]
fn a_core_leaves_out_what_is_not_needed_and_is_unsatisfiable_by_itself() {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(32), None);
    let y = t.fresh("y", Sort::BitVec(32), None);
    let z = t.fresh("z", Sort::BitVec(32), None);
    let hypothesis = t.ult(x, y);
    let unrelated = t.ult(y, z);
    let zero = t.bv(0, 32);
    let y_is_0 = t.eq(y, zero);
    let mut session = Session::new(&t, &[hypothesis], Limits::default());
    assert_eq!(session.hypotheses_satisfiable(&t), Some(true));
    let question = [Literal::new(&t, unrelated), Literal::new(&t, y_is_0)];
    assert_eq!(session.ask(&t, &question), Answer::Unsat(vec![1]));
    assert_eq!(session.ask(&t, &question[1..]), Answer::Unsat(vec![0]));
    assert!(session.ask(&t, &question[..1]).is_invalid());
    let fact = [question[0], question[0].negate()];
    assert_eq!(session.ask(&t, &fact), Answer::Unsat(vec![0, 1]));
    assert_eq!(session.statistics().trivial, 1);
}

#[test]
fn contradictory_hypotheses_are_noticed() {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(8), None);
    let y = t.fresh("y", Sort::BitVec(8), None);
    let less = t.ult(x, y);
    let more = t.ult(y, x);
    let mut session = Session::new(&t, &[less, more], Limits::default());
    assert_eq!(session.hypotheses_satisfiable(&t), Some(false));
}

#[test]
fn a_table_may_grow_into_memory_and_functions() {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(8), None);
    let three = t.bv(3, 8);
    let small = t.ult(x, three);
    let mut session = Session::new(&t, &[small], Limits::default());
    assert_eq!(session.hypotheses_satisfiable(&t), Some(true));
    let memory = t.fresh("m", Sort::Memory, None);
    let p = t.fresh("p", Sort::BitVec(64), None);
    let q = t.fresh("q", Sort::BitVec(64), None);
    let after = t.store(memory, p, x);
    let read = t.select(after, q);
    let same = t.eq(p, q);
    let large = t.ult(three, read);
    let (same, large) = (Literal::new(&t, same), Literal::new(&t, large));
    assert!(session.ask(&t, &[same, large]).is_valid());
    assert!(session.ask(&t, &[same.negate(), large]).is_invalid());
    let f = t.function("f", &[Sort::BitVec(8)], Sort::Opaque(0));
    let (fx, fr) = (t.apply(f, &[x]), t.apply(f, &[read]));
    let differ = t.ne(fx, fr);
    let differ = Literal::new(&t, differ);
    assert!(session.ask(&t, &[same, differ]).is_valid());
    assert!(session.ask(&t, &[same.negate(), differ]).is_invalid());
}

#[test]
fn terms_of_another_table_are_refused() {
    let mut t = Terms::new();
    let session_terms = Terms::new();
    let b = t.fresh("b", Sort::Bool, None);
    let mut session = Session::new(&session_terms, &[], Limits::default());
    let answer = session.ask(&t, &[Literal::new(&t, b)]);
    assert!(matches!(answer, Answer::Failure(_)));
}

#[test]
fn the_same_questions_have_the_same_answers() {
    let ask_all = || {
        let (terms, predicates) = random_predicates(77, &[8, 16], false, 150);
        let mut session = Session::new(&terms, &[], limits(20_000));
        predicates
            .chunks_exact(2)
            .map(|pair| {
                let literals = [
                    Literal::new(&terms, pair[0]),
                    Literal::new(&terms, pair[1]).negate(),
                ];
                session.ask(&terms, &literals)
            })
            .collect::<Vec<Answer>>()
    };
    let here = ask_all();
    let there = std::thread::spawn(ask_all).join().expect("no panic");
    assert_eq!(here, there);
}

#[test]
fn deep_terms_reach_the_solver() {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(8), None);
    let y = t.fresh("y", Sort::BitVec(8), None);
    let mut deep = x;
    for _ in 0..20_000 {
        let sum = t.add(deep, y);
        deep = t.bvxor(sum, x);
    }
    let goal = t.ult(deep, y);
    let mut session = Session::new(&t, &[], limits(1_000_000));
    let answer = session.ask(&t, &[Literal::new(&t, goal)]);
    assert!(!matches!(answer, Answer::Failure(_)), "{answer:?}");
}
