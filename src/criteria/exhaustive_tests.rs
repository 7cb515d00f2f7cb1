//! The decision criteria against their definitions, on all assignments of many small trees.
//!
//! The definitions here are the textbook's and are computed by brute force; they share nothing with
//! the way the predicates are built.

use super::testing::Build;
use super::{Options, parse_list, requests};
use crate::ir::*;

/// A small generator of numbers; the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// A decision over variables `x0, x1, …`, with random shape and random strict conditions.
fn random_decision(random: &mut Random, leaves: usize) -> Build {
    let mut build = Build::new();
    let text: Vec<String> = (0..leaves).map(|i| format!("x{i}")).collect();
    let (text, _) = random_text(random, &text);
    build.decision(&text);
    for leaf in &mut build.f.sites.decisions[0].leaves {
        leaf.strict = random.below(2) == 0;
    }
    build
}

fn random_text(random: &mut Random, leaves: &[String]) -> (String, usize) {
    let not = if random.below(4) == 0 { "!" } else { "" };
    if let [leaf] = leaves {
        return (format!("{not}{leaf}"), 1);
    }
    let cut = |random: &mut Random, n: usize| 1 + random.below(n as u64 - 1) as usize;
    let at = cut(random, leaves.len());
    let (left, _) = random_text(random, &leaves[..at]);
    let rest = &leaves[at..];
    let text = match random.below(3) {
        0 if rest.len() > 1 => {
            let at = cut(random, rest.len());
            let (a, _) = random_text(random, &rest[..at]);
            let (b, _) = random_text(random, &rest[at..]);
            format!("{not}({left} ? {a} : {b})")
        }
        1 => format!("{not}({left} && {})", random_text(random, rest).0),
        _ => format!("{not}({left} || {})", random_text(random, rest).0),
    };
    (text, leaves.len())
}

/// The value of a tree, and which conditions its evaluation comes to.
fn run(tree: &BoolTree, values: &[bool], reached: &mut Vec<usize>) -> bool {
    match tree {
        BoolTree::Leaf(i) => {
            reached.push(*i);
            values[*i]
        }
        BoolTree::Not(a) => !run(a, values, reached),
        BoolTree::And(a, b) => run(a, values, reached) && run(b, values, reached),
        BoolTree::Or(a, b) => run(a, values, reached) || run(b, values, reached),
        BoolTree::Cond(c, a, b) => {
            if run(c, values, reached) {
                run(a, values, reached)
            } else {
                run(b, values, reached)
            }
        }
    }
}

fn outcome(decision: &Decision, values: &[bool]) -> bool {
    run(&decision.tree, values, &mut Vec::new())
}

/// The conditions that have a value under these values.
fn evaluated(decision: &Decision, values: &[bool]) -> Vec<bool> {
    let mut reached = Vec::new();
    run(&decision.tree, values, &mut reached);
    let has_value = |(i, leaf): (usize, &Leaf)| !leaf.strict || reached.contains(&i);
    decision.leaves.iter().enumerate().map(has_value).collect()
}

/// Whether some choice of values for the conditions without one satisfies the property.
fn some_completion(values: &[bool], evaluated: &[bool], holds: impl Fn(&[bool]) -> bool) -> bool {
    all_values(values.len()).any(|other| {
        let fits = (0..values.len()).all(|i| !evaluated[i] || other[i] == values[i]);
        fits && holds(&other)
    })
}

fn all_values(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << n).map(move |bits| (0..n).map(|i| bits >> i & 1 == 1).collect())
}

fn determines(decision: &Decision, values: &[bool], leaf: usize) -> bool {
    let with = |value| {
        let mut values = values.to_vec();
        values[leaf] = value;
        outcome(decision, &values)
    };
    with(true) != with(false)
}

/// Evaluates a predicate; a strict condition that the program does not evaluate must not be touched.
fn holds(f: &Function, e: ExprId, values: &[bool], evaluated: &[bool]) -> bool {
    let go = |e| holds(f, e, values, evaluated);
    match f.expr(e).kind {
        ExprKind::Int(value) => value != 0,
        ExprKind::Var(var) => {
            let leaf: usize = f.vars[var].name[1..].parse().unwrap();
            assert!(
                evaluated[leaf],
                "x{leaf} is evaluated where the program does not"
            );
            values[leaf]
        }
        ExprKind::Unary(UnOp::Not, a) => !go(a),
        ExprKind::And(a, b) => go(a) && go(b),
        ExprKind::Or(a, b) => go(a) || go(b),
        ExprKind::Select(c, a, b) => {
            if go(c) {
                go(a)
            } else {
                go(b)
            }
        }
        ExprKind::Binary(BinOp::Ne, a, b) => match f.expr(b).kind {
            ExprKind::Int(0) => go(a),
            _ => go(a) != go(b),
        },
        ref other => panic!("{other:?} in a predicate"),
    }
}

/// For each label of the criterion on each random decision and under all values: `definition` gets the
/// decision, the number of the label and the values, and says whether it is covered.
fn check(criterion: &str, definition: impl Fn(&Decision, usize, &[bool], &[bool]) -> Option<bool>) {
    let mut random = Random(7);
    for round in 0..400 {
        let mut build = random_decision(&mut random, 1 + round % 5);
        let selection = parse_list(criterion).unwrap();
        let (labels, _) = requests(&mut build.f, &selection, &Options::default());
        let decision = &build.f.sites.decisions[0];
        for values in all_values(decision.leaves.len()) {
            let evaluated = evaluated(decision, &values);
            for (number, label) in labels.iter().enumerate() {
                let is = holds(&build.f, label.predicate, &values, &evaluated);
                if let Some(should) = definition(decision, number, &values, &evaluated) {
                    assert_eq!(
                        is, should,
                        "label {number} of {:?} at {values:?}",
                        decision.tree
                    );
                }
            }
        }
    }
}

#[test]
fn cc_is_its_definition() {
    check("cc", |_, number, values, evaluated| {
        let (leaf, value) = (number / 2, number % 2 == 0);
        Some(evaluated[leaf] && values[leaf] == value)
    });
}

#[test]
fn dc_is_its_definition() {
    check("dc", |decision, number, values, _| {
        Some(outcome(decision, values) == (number == 0))
    });
}

#[test]
fn gacc_is_its_definition() {
    check("gacc", |decision, number, values, evaluated| {
        let (leaf, value) = (number / 2, number % 2 == 0);
        let active = some_completion(values, evaluated, |all| determines(decision, all, leaf));
        Some(evaluated[leaf] && values[leaf] == value && active)
    });
}

#[test]
fn gicc_is_its_definition() {
    check("gicc", |decision, number, values, evaluated| {
        let (leaf, value, result) = (number / 4, number / 2 % 2 == 0, number % 2 == 0);
        let inactive = some_completion(values, evaluated, |all| !determines(decision, all, leaf));
        let outcome = outcome(decision, values) == result;
        Some(evaluated[leaf] && values[leaf] == value && outcome && inactive)
    });
}

#[test]
fn cacc_labels_are_those_of_gacc_by_outcome() {
    let mut random = Random(11);
    for round in 0..300 {
        let mut build = random_decision(&mut random, 1 + round % 5);
        let options = Options::default();
        let (cacc, _) = requests(&mut build.f, &parse_list("cacc").unwrap(), &options);
        let (gacc, _) = requests(&mut build.f, &parse_list("gacc").unwrap(), &options);
        let decision = &build.f.sites.decisions[0];
        for values in all_values(decision.leaves.len()) {
            let evaluated = evaluated(decision, &values);
            let count = |labels: &[crate::labels::LabelRequest]| {
                labels
                    .iter()
                    .filter(|l| holds(&build.f, l.predicate, &values, &evaluated))
                    .count()
            };
            assert_eq!(count(&cacc), count(&gacc));
        }
    }
}

#[test]
fn exactly_one_combination_of_mcc_holds() {
    let mut random = Random(3);
    for round in 0..400 {
        let mut build = random_decision(&mut random, 1 + round % 5);
        let (labels, _) = requests(
            &mut build.f,
            &parse_list("mcc").unwrap(),
            &Options::default(),
        );
        let decision = &build.f.sites.decisions[0];
        let mut covered = vec![false; labels.len()];
        for values in all_values(decision.leaves.len()) {
            let evaluated = evaluated(decision, &values);
            let holding: Vec<usize> = (0..labels.len())
                .filter(|i| holds(&build.f, labels[*i].predicate, &values, &evaluated))
                .collect();
            let [one] = holding[..] else {
                panic!("{} combinations hold", holding.len())
            };
            covered[one] = true;
        }
        assert!(covered.iter().all(|covered| *covered));
    }
}
