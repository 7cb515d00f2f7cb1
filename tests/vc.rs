//! Verification conditions against executions: on functions without pointers, with loops of few trips and calls of
//! small functions only, the terms leave nothing open. So reach must be whether the run came to the point, and the predicate
//! whether it held at one of its visits.
//!
//! Each `tests/cases/vc/NAME.c` holds such functions; they are called with boundary and random
//! arguments, and every label of every criterion is looked at.

use std::collections::HashMap;
use std::path::Path;
use tamis::base::Id;
use tamis::criteria;
use tamis::frontend::{command, read};
use tamis::ir::interp::{Machine, Observer};
use tamis::ir::{ExprId, Function, PointId, Ty, Unit, Value};
use tamis::logic::{Assignment, Evaluator, Random, Rest};
use tamis::vc::{AnyCall, Context, Encoding, encode};

const CALLS: usize = 300;

/// The values that predicates had when control was at their points.
struct Seen<'p> {
    function: &'p str,
    predicates: &'p [(PointId, ExprId)],
    values: HashMap<usize, bool>,
}

impl Observer for Seen<'_> {
    fn at_point(
        &mut self,
        function: &Function,
        point: PointId,
        eval: &mut dyn FnMut(ExprId) -> Option<Value>,
    ) {
        if function.name != self.function {
            return;
        }
        for (i, (at, predicate)) in self.predicates.iter().enumerate() {
            if *at == point {
                let value = eval(*predicate).expect("predicates never fault");
                *self.values.entry(i).or_default() |= value != Value::Int(0);
            }
        }
    }
}

#[test]
fn terms_have_the_values_of_the_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/vc");
    let mut functions = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let command = command::from_flags(&file, &[]).unwrap();
        let mut unit = read(&command).unwrap();
        assert_eq!(unit.diagnostics, [], "{}", file.display());
        let labels: Vec<_> = unit.unit.functions.iter_mut().map(predicates).collect();
        for (function, predicates) in unit.unit.functions.iter().zip(&labels) {
            check(&unit.unit, function, predicates);
            functions += 1;
        }
    }
    assert!(functions > 0);
}

fn predicates(function: &mut Function) -> Vec<(PointId, ExprId)> {
    let selection = criteria::parse_list("all").unwrap();
    let (labels, _) = criteria::requests(function, &selection, &criteria::Options::default());
    labels
        .iter()
        .map(|label| (label.point, label.predicate))
        .collect()
}

fn check(unit: &Unit, function: &Function, predicates: &[(PointId, ExprId)]) {
    let encoding = encode(unit, function, predicates, &AnyCall, Context::Function);
    let roots: Vec<_> = encoding
        .reach
        .iter()
        .chain(&encoding.holds)
        .copied()
        .collect();
    let mut evaluator = Evaluator::new(&encoding.terms, &roots);
    let mut random = Random::new(1);
    for _ in 0..CALLS {
        let arguments: Vec<u128> = function
            .params
            .iter()
            .map(|&p| random.boundary(function.vars[p].ty.unwrap().bits()))
            .collect();
        let seen = run(unit, function, predicates, &arguments);
        evaluator.run(&encoding.terms, &state(&encoding, function, &arguments));
        for (i, (_, predicate)) in predicates.iter().enumerate() {
            let what = format!("{} of {} with {arguments:?}", predicate, function.name);
            let reached = evaluator.bool(encoding.reach[i]);
            assert_eq!(reached, seen.contains_key(&i), "reach of {what}");
            if let Some(&holds) = seen.get(&i) {
                assert_eq!(evaluator.bool(encoding.holds[i]), holds, "value of {what}");
            }
        }
    }
}

fn run(
    unit: &Unit,
    function: &Function,
    predicates: &[(PointId, ExprId)],
    arguments: &[u128],
) -> HashMap<usize, bool> {
    let seen = Seen {
        function: &function.name,
        predicates,
        values: HashMap::new(),
    };
    let mut machine = Machine::observed(&[unit], seen);
    let values: Vec<Value> = function
        .params
        .iter()
        .zip(arguments)
        .map(|(&p, &bits)| Value::Int(as_value(function.vars[p].ty.unwrap(), bits)))
        .collect();
    machine
        .call(&function.name, &values)
        .expect("the cases do nothing undefined");
    machine.into_observer().values
}

fn as_value(ty: Ty, bits: u128) -> i128 {
    tamis::ir::ops::normalise(ty, bits as i128)
}

/// Parameters have their arguments' values; the rest must not matter.
fn state(encoding: &Encoding, function: &Function, arguments: &[u128]) -> Assignment {
    let mut state = Assignment::new(Rest::Hash(7));
    for (param, &bits) in function.params.iter().zip(arguments) {
        // The first variable of a parameter is its value at the start.
        let tag = Some(param.index() as u32);
        let initial = encoding
            .terms
            .variables()
            .iter()
            .find(|(_, v)| v.tag == tag);
        let (variable, _) = initial.expect("every parameter has a variable");
        state.set_bits(variable, bits);
    }
    state
}
