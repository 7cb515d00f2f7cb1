//! Verification conditions against executions: on functions without pointers, with loops of few trips and calls of
//! small functions only, the terms leave nothing open. So reach must be whether the run came to the point, and the predicate
//! whether it held at one of its visits.
//!
//! Each `tests/cases/vc/NAME.c` holds such functions; they are called with boundary and random
//! arguments, and every label of every criterion is looked at.
//!
//! Each `tests/cases/vc/NAME.ir` is IR as text, without C in front; the terms of its labels are in the file beside it.
//! `UPDATE_EXPECT=1` writes them anew.

mod support;

use std::collections::HashMap;
use support::expected::is_expected;
use support::listed::cases;
use tamis::base::Id;
use tamis::criteria;
use tamis::frontend::{command, read};
use tamis::ir::interp::{Machine, Observer};
use tamis::ir::{self, Callee, ExprId, Function, GlobalId, Linkage, PointId, Ty, Unit, Value};
use tamis::logic::{Assignment, Evaluator, Random, Rest};
use tamis::ranges::Outside;
use tamis::vc::{Calls, Context, Encoding, encode};

const CALLS: usize = 300;

/// Calls of static functions run their bodies; nothing else is known.
struct StaticBodies<'u>(&'u Unit);

impl Outside for StaticBodies<'_> {}

impl Calls for StaticBodies<'_> {
    fn separable(&self, _: GlobalId) -> bool {
        false
    }

    fn writes_memory(&self, _: &Callee) -> bool {
        true
    }

    fn writes_global(&self, _: &Callee, _: GlobalId) -> bool {
        true
    }

    fn runs_own_body(&self, function: GlobalId) -> bool {
        self.0.globals[function].linkage == Linkage::Internal
    }
}

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
    let mut functions = 0;
    for file in cases("vc", "c") {
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

#[test]
fn terms_of_ir_are_as_expected() {
    for file in cases("vc", "ir") {
        let unit = ir::read(&std::fs::read_to_string(&file).unwrap())
            .unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        assert_eq!(ir::verify_unit(&unit), Ok(()), "{}", file.display());
        let terms: String = (unit.functions.iter().map(|f| shown(&unit, f))).collect();
        let same = is_expected(&file.with_extension("expected"), &terms);
        assert!(same, "{}:\n{terms}", file.display());
    }
}

/// The hypotheses, and of each label reach and predicate.
fn shown(unit: &Unit, function: &Function) -> String {
    let labels = &function.sites.source_labels;
    let predicates: Vec<_> = labels.iter().map(|l| (l.point, l.predicate)).collect();
    let encoding = encode(
        unit,
        function,
        &predicates,
        &StaticBodies(unit),
        Context::Function,
    );
    let term = |term| encoding.terms.text(term);
    let mut text = format!("{}\n", function.name);
    for &hypothesis in &encoding.hypotheses {
        text += &format!("  hypothesis {}\n", term(hypothesis));
    }
    for (i, label) in labels.iter().enumerate() {
        let (reach, holds) = (term(encoding.reach[i]), term(encoding.holds[i]));
        let id = label.id.unwrap_or(i as u64);
        text += &format!("  {id} reach {reach}\n  {id} holds {holds}\n");
    }
    text
}

/// Every unit of the cases is the same text when its text was read.
#[test]
fn the_text_of_ir_can_be_read() {
    let mut units = 0;
    for stage in ["vc", "interp", "agree", "clean", "coreach", "exhaustive"] {
        for file in cases(stage, "c") {
            let command = command::from_flags(&file, &[]).unwrap();
            let unit = read(&command).unwrap().unit;
            let text = unit.to_string();
            let again = ir::read(&text)
                .unwrap_or_else(|problem| panic!("{}: {problem}\n{text}", file.display()));
            assert_eq!(again.to_string(), text, "{}", file.display());
            assert_eq!(ir::verify_unit(&again), Ok(()), "{}", file.display());
            units += 1;
        }
    }
    assert!(units > 50, "{units} units");
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
    let encoding = encode(
        unit,
        function,
        predicates,
        &StaticBodies(unit),
        Context::Function,
    );
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
