//! Criteria on decisions: what they ask for.

use super::testing::{Build, decision_labels};
use super::{DecisionScope, Options};
use crate::base::Span;
use crate::ir::{Anchor, DecisionKind, Inst, InstKind, Partition, Point, SwitchDecision};

fn check(criterion: &str, decision: &str, expected: &[&str]) {
    assert_eq!(
        decision_labels(criterion, decision),
        expected,
        "{criterion} of {decision}"
    );
}

#[test]
fn dc_asks_for_both_outcomes() {
    check(
        "dc",
        "x == y && y == z",
        &["x == y && y == z", "!(x == y && y == z)"],
    );
}

#[test]
fn cc_asks_for_both_values_of_each_condition() {
    check("cc", "x == y || !z", &["x == y", "!(x == y)", "z", "!z"]);
}

#[test]
fn cc_guards_a_strict_condition() {
    check("cc", "p && p->x", &["p", "!p", "p && p->x", "p && !p->x"]);
    check(
        "cc",
        "!p || p->x > 3",
        &["p", "!p", "p && p->x > 3", "p && !(p->x > 3)"],
    );
    check(
        "cc",
        "a ? p->x : q->x",
        &[
            "a",
            "!a",
            "a && p->x",
            "a && !p->x",
            "!a && q->x",
            "!a && !q->x",
        ],
    );
    check(
        "cc",
        "p && (a || p->x)",
        &["p", "!p", "a", "!a", "p && !a && p->x", "p && !a && !p->x"],
    );
}

#[test]
fn cc_needs_no_guard_at_a_point_of_its_own() {
    let mut build = Build::new();
    let own = build.point();
    let decision = build.decision("p && p->x");
    decision.leaves[1].point = own;
    let labels = build.predicates("cc", &Options::default());
    assert_eq!(labels, ["p->x", "!p->x", "p", "!p"]);
}

#[test]
fn the_guard_of_a_nested_decision_comes_first() {
    let mut build = Build::new();
    let guard = build.expr("g");
    build.decision("p && p->x").guard = Some(guard);
    let options = Options::default();
    assert_eq!(
        build.predicates("mcc", &options),
        ["g && p && p->x", "g && p && !p->x", "g && !p"]
    );
    assert_eq!(
        build.predicates("dc", &options),
        ["g && p && p->x", "g && !(p && p->x)"]
    );
    assert_eq!(
        build.predicates("cc", &options),
        ["g && p", "g && !p", "g && p && p->x", "g && p && !p->x"]
    );
}

#[test]
fn dcc_is_dc_and_cc_without_repetition() {
    check(
        "dcc",
        "a && b",
        &["a && b", "!(a && b)", "a", "!a", "b", "!b"],
    );
    check("dcc", "!a", &["a", "!a"]);
}

#[test]
fn mcc_of_free_conditions_has_all_combinations() {
    check(
        "mcc",
        "x == y || y == z || x == z",
        &[
            "x == y && y == z && x == z",
            "x == y && y == z && !(x == z)",
            "x == y && !(y == z) && x == z",
            "x == y && !(y == z) && !(x == z)",
            "!(x == y) && y == z && x == z",
            "!(x == y) && y == z && !(x == z)",
            "!(x == y) && !(y == z) && x == z",
            "!(x == y) && !(y == z) && !(x == z)",
        ],
    );
}

#[test]
fn mcc_drops_strict_conditions_that_are_not_evaluated() {
    check("mcc", "p && p->x", &["p && p->x", "p && !p->x", "!p"]);
    check(
        "mcc",
        "p && p->x && a",
        &[
            "p && p->x && a",
            "p && p->x && !a",
            "p && !p->x && a",
            "p && !p->x && !a",
            "!p && a",
            "!p && !a",
        ],
    );
    check(
        "mcc",
        "a ? p->x : q->x",
        &["a && p->x", "a && !p->x", "!a && q->x", "!a && !q->x"],
    );
}

#[test]
fn mcc_of_too_many_conditions_is_left_out_with_a_remark() {
    let mut build = Build::new();
    build.decision("a && b && c");
    let options = Options {
        mcc_cap: 2,
        ..Options::default()
    };
    assert!(build.predicates("mcc", &options).is_empty());
    assert_eq!(
        build.remarks("mcc", &options),
        ["mcc: no labels for this decision: its 3 conditions have more than 4 combinations"]
    );
}

#[test]
fn mcc_counts_combinations_not_conditions() {
    let mut build = Build::new();
    build.decision("p && p->x && p->x && p->x");
    let options = Options {
        mcc_cap: 3,
        ..Options::default()
    };
    assert_eq!(build.predicates("mcc", &options).len(), 5);
}

#[test]
fn very_large_decisions_are_left_out_with_a_remark() {
    let mut build = Build::new();
    build.decision("a || b || c");
    let options = Options {
        max_conditions: 2,
        ..Options::default()
    };
    assert!(
        build
            .predicates("cc,mcc,gacc,cacc,gicc", &options)
            .is_empty()
    );
    assert_eq!(build.remarks("cc,gacc", &options).len(), 2);
    assert_eq!(build.predicates("dc", &options).len(), 2);
}

#[test]
fn gacc_of_one_condition_is_cc() {
    check("gacc", "x < 3", &["x < 3", "!(x < 3)"]);
    check("gacc", "!x", &["x", "!x"]);
}

#[test]
fn gacc_asks_where_the_condition_determines_the_decision() {
    check(
        "gacc",
        "a && b",
        &["a && b", "!a && b", "a && b", "a && !b"],
    );
    check(
        "gacc",
        "a || b",
        &["a && !b", "!a && !b", "!a && b", "!a && !b"],
    );
    check(
        "gacc",
        "a && b || e",
        &[
            "a && b && !e",
            "!a && b && !e",
            "a && b && !e",
            "a && !b && !e",
            "!(a && b) && e",
            "!(a && b) && !e",
        ],
    );
}

#[test]
fn gacc_takes_conditions_that_are_not_evaluated_as_suits() {
    check(
        "gacc",
        "p && p->x",
        &["p && p->x", "!p", "p && p->x", "p && !p->x"],
    );
    check(
        "gacc",
        "!p || p->x",
        &["p && !p->x", "!p", "p && p->x", "p && !p->x"],
    );
    check(
        "gacc",
        "a && (q && q->x)",
        &[
            "a && q && q->x",
            "!a && q",
            "a && q && q->x",
            "a && !q",
            "a && q && q->x",
            "a && q && !q->x",
        ],
    );
}

#[test]
fn gacc_of_a_choice_needs_arms_that_differ() {
    check(
        "gacc",
        "a ? b : e",
        &[
            "(a && b && !e) || (a && !b && e)",
            "(!a && e && !b) || (!a && !e && b)",
            "a && b",
            "a && !b",
            "!a && e",
            "!a && !e",
        ],
    );
    check(
        "gacc",
        "a ? p->x : e",
        &[
            "(a && p->x && !e) || (a && !p->x && e)",
            "(!a && e) || (!a && !e)",
            "a && p->x",
            "a && !p->x",
            "!a && e",
            "!a && !e",
        ],
    );
}

#[test]
fn cacc_has_one_label_per_value_and_possible_outcome() {
    check(
        "cacc",
        "a && b",
        &["a && b", "!a && b", "a && b", "a && !b"],
    );
    check(
        "cacc",
        "a ? b : e",
        &[
            "a && b && !e",
            "a && !b && e",
            "!a && e && !b",
            "!a && !e && b",
            "a && b",
            "a && !b",
            "!a && e",
            "!a && !e",
        ],
    );
}

#[test]
fn gicc_asks_for_each_value_and_outcome_where_the_condition_does_not_matter() {
    check(
        "gicc",
        "a && b",
        &[
            "a && a && b && !b",
            "a && !(a && b) && !b",
            "!a && a && b && !b",
            "!a && !(a && b) && !b",
            "b && a && b && !a",
            "b && !(a && b) && !a",
            "!b && a && b && !a",
            "!b && !(a && b) && !a",
        ],
    );
    check("gicc", "a", &[]);
}

#[test]
fn gicc_never_evaluates_a_strict_condition_that_the_program_does_not() {
    let labels = decision_labels("gicc", "p && p->x");
    assert_eq!(labels[1], "p && !(p && p->x) && (!p || !p->x)");
    assert_eq!(labels[3], "!p && !(p && p->x) && (!p || !p->x)");
    assert_eq!(labels[4], "p && p->x && p && p->x && !p");
}

#[test]
fn constant_conditions_are_no_decisions() {
    check("dc", "1", &[]);
    check("cc", "!0", &[]);
    check("cc", "a && 0", &["a", "!a", "0", "!0"]);
}

#[test]
fn values_are_decisions_on_request() {
    let mut build = Build::new();
    build.decision("a").kind = DecisionKind::Value;
    assert!(build.predicates("dc", &Options::default()).is_empty());
    let all = Options {
        decisions: DecisionScope::All,
        ..Options::default()
    };
    assert_eq!(build.predicates("dc", &all), ["a", "!a"]);
}

fn switch(cases: &[(i128, i128)]) -> Build {
    let mut build = Build::new();
    let value = build.expr("x");
    let point = build.point();
    let cases = cases
        .iter()
        .map(|(low, high)| (*low, *high, Span::default()))
        .collect();
    build.f.sites.switches.push(SwitchDecision {
        span: Span::default(),
        point,
        value,
        cases,
        default: None,
    });
    build
}

#[test]
fn a_switch_has_a_label_per_case_and_one_for_the_rest() {
    let mut build = switch(&[(7, 7), (1, 1), (2, 4)]);
    let options = Options::default();
    assert_eq!(
        build.predicates("dc", &options),
        [
            "x == 7",
            "x == 1",
            "x >= 2 && x <= 4",
            "(x < 1 || x > 4) && x != 7"
        ]
    );
    assert!(
        build
            .predicates(
                "dc",
                &Options {
                    switches: false,
                    ..options
                }
            )
            .is_empty()
    );
}

#[test]
fn a_value_without_a_name_gives_no_label_but_a_remark() {
    let mut build = Build::new();
    build.decision("tmp > 3");
    assert!(build.predicates("cc", &Options::default()).is_empty());
    assert_eq!(
        build.remarks("cc", &Options::default()),
        ["2 labels left out: they depend on values that the source has no name for"]
    );
}

#[test]
fn no_label_stands_inside_a_label_of_the_source() {
    let mut build = Build::new();
    let inside = build.f.points.push(Point {
        anchor: Anchor::InSource {
            span: Span::default(),
        },
        sequenced: true,
    });
    build.decision("a").point = inside;
    assert!(build.predicates("dc", &Options::default()).is_empty());
}

#[test]
fn a_nest_of_choices_does_not_explode() {
    let mut build = Build::new();
    let mut text = "a".to_string();
    for _ in 0..30 {
        text = format!("({text} ? b : e)");
    }
    build.decision(&text);
    let labels = build.predicates("gacc", &Options::default());
    assert!(labels.len() < 122);
    assert!(!build.remarks("gacc", &Options::default()).is_empty());
}

#[test]
fn labels_come_in_the_order_of_points() {
    let mut build = Build::new();
    build.decision("a");
    build.decision("b");
    let labels = build.predicates("dc,cc", &Options::default());
    assert_eq!(labels, ["a", "!a", "a", "!a", "b", "!b", "b", "!b"]);
}

#[test]
fn fc_stmt_and_bbc_ask_for_reaching() {
    let mut build = Build::new();
    let points = [build.point(), build.point()];
    build.f.sites.statements = points.to_vec();
    let (block, _) = build.f.blocks.iter().next().unwrap();
    for point in points {
        let kind = InstKind::Point(point);
        build.f.blocks[block].insts.push(Inst {
            kind,
            span: Span::default(),
        });
    }
    let options = Options::default();
    assert_eq!(build.predicates("fc", &options), ["1"]);
    assert_eq!(build.predicates("stmt", &options), ["1", "1"]);
    assert_eq!(build.predicates("bbc", &options), ["1"]);
}

#[test]
fn idp_cuts_the_domain_of_parameters() {
    let mut build = Build::new();
    for name in ["x", "u", "p", "month", "d"] {
        let var = build.var(name);
        build.f.vars[var].kind = crate::ir::VarKind::Param;
        build.f.params.push(var);
    }
    let param = build.f.params[3];
    build.f.sites.partitions.push(Partition {
        param,
        cuts: vec![1, 2, 12],
        span: Span::default(),
    });
    assert_eq!(
        build.predicates("idp", &Options::default()),
        [
            "x < 0",
            "x == 0",
            "x > 0",
            "u == 0",
            "u > 0",
            "p == 0",
            "p != 0",
            "month < 1",
            "month == 1",
            "month == 2",
            "month > 2 && month < 12",
            "month == 12",
            "month > 12"
        ]
    );
}

#[test]
fn functions_of_system_headers_get_no_labels() {
    let mut build = Build::new();
    build.decision("a");
    build.f.in_system_header = true;
    assert!(build.predicates("all", &Options::default()).is_empty());
}
