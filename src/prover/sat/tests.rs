//! The solver against enumeration.

use super::*;
use crate::logic::Random;
use crate::prover::Backend;
use std::sync::LazyLock;

fn plenty() -> Budget<'static> {
    static NEVER: LazyLock<Stop> = LazyLock::new(Stop::default);
    Budget {
        steps: u64::MAX,
        end: None,
        stop: &NEVER,
    }
}

/// Every variable has to have a value.
struct All;

impl Guide for All {
    fn explain(&self, _: Lit, view: &View) -> Option<Lit> {
        let variables = (0..view.phases.len()).map(|v| Lit::new(Variable::from_index(v), false));
        let mut open = variables.filter(|&l| view.value(l) == Value::Open);
        open.next().map(|literal| view.last(literal))
    }
}

struct Problem {
    variables: usize,
    clauses: Vec<Vec<Lit>>,
}

impl Problem {
    /// Clauses of one to four literals over the variables from 1 on.
    fn random(random: &mut Random) -> Problem {
        let variables = 3 + random.below(9);
        let count = 2 + random.below(5 * variables);
        let clause = |random: &mut Random| {
            let length = 1 + random.below(4).max(random.below(4));
            (0..length).map(|_| literal(random, variables)).collect()
        };
        Problem {
            variables,
            clauses: (0..count).map(|_| clause(random)).collect(),
        }
    }

    fn solver(&self, backend: Backend) -> Box<dyn SatSolver> {
        let mut solver = backend.solver();
        solver.add_to_cone(Lit::TRUE.variable());
        for _ in 0..self.variables {
            let literal = solver.variable(false);
            solver.add_to_cone(literal.variable());
        }
        self.clauses.iter().for_each(|c| solver.clause(c));
        solver
    }

    /// Whether some values satisfy the clauses and the assumptions.
    fn enumerate(&self, assumptions: &[Lit]) -> bool {
        (0u32..1 << self.variables).any(|values| {
            let holds = |l: &Lit| (values >> (l.variable().index() - 1) & 1 == 1) != l.is_negated();
            assumptions.iter().all(holds) && self.clauses.iter().all(|c| c.iter().any(holds))
        })
    }
}

fn literal(random: &mut Random, variables: usize) -> Lit {
    Lit::new(
        Variable::from_index(1 + random.below(variables)),
        random.below(2) == 0,
    )
}

#[test]
fn answers_cores_and_models_are_those_of_enumeration() {
    Backend::ALL.iter().for_each(|&backend| enumerated(backend));
}

fn enumerated(backend: Backend) {
    let mut random = Random::new(5);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..1_500 {
        let problem = Problem::random(&mut random);
        let mut solver = problem.solver(backend);
        for _ in 0..6 {
            let count = random.below(5);
            let assumptions: Vec<Lit> = (0..count)
                .map(|_| literal(&mut random, problem.variables))
                .collect();
            match solver.solve(&assumptions, &All, &mut plenty()) {
                Verdict::Sat => {
                    sat += 1;
                    let holds = |l: &Lit| solver.model(*l) == Some(true);
                    assert!(assumptions.iter().all(holds));
                    assert!(problem.clauses.iter().all(|c| c.iter().any(holds)));
                }
                Verdict::Unsat(core) => {
                    unsat += 1;
                    assert!(core.iter().all(|l| assumptions.contains(l)));
                    assert!(!problem.enumerate(&core));
                }
                Verdict::Open => panic!("there was no limit"),
            }
        }
    }
    assert!(sat > 1_000 && unsat > 1_000, "{sat} {unsat}");
}

/// As many pigeons as holes and one: hard for resolution, so that clauses are learned and forgotten.
#[test]
fn pigeons_do_not_fit_and_budgets_end_searches() {
    Backend::ALL.iter().for_each(|&backend| pigeons(backend));
}

fn pigeons(backend: Backend) {
    let holes = 7;
    let mut solver = backend.solver();
    solver.add_to_cone(Lit::TRUE.variable());
    let place: Vec<Vec<Lit>> = (0..=holes)
        .map(|_| (0..holes).map(|_| solver.variable(false)).collect())
        .collect();
    for pigeon in &place {
        pigeon
            .iter()
            .for_each(|l| _ = solver.add_to_cone(l.variable()));
        solver.clause(pigeon);
    }
    for (number, one) in place.iter().enumerate() {
        for other in &place[..number] {
            let holes = one.iter().zip(other);
            holes.for_each(|(&a, &b)| solver.clause(&[!a, !b]));
        }
    }
    let mut little = Budget {
        steps: 1_000,
        ..plenty()
    };
    assert_eq!(solver.solve(&[], &All, &mut little), Verdict::Open);
    assert_eq!(little.steps, 0);
    assert_eq!(
        solver.solve(&[], &All, &mut plenty()),
        Verdict::Unsat(Vec::new())
    );
}
