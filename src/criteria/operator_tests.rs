//! Criteria on expressions: weak mutation, boundary values, run-time errors.

use super::testing::{Build, root_labels};
use super::{Options, parse_mutators};
use crate::base::Span;
use crate::ir::{Expr, ExprKind, Inst, InstKind, Root, Ty, UnOp};

fn check(criterion: &str, mutators: &str, text: &str, expected: &[&str]) {
    assert_eq!(
        root_labels(criterion, mutators, text),
        expected,
        "{criterion} {mutators} of {text}"
    );
}

#[test]
fn aor_replaces_arithmetic_operators_and_guards_division() {
    check(
        "wm",
        "aor",
        "a + b",
        &[
            "(a + b) != (a - b)",
            "(a + b) != (a * b)",
            "b != 0 && !(a == -2147483648 && b == -1) && (a + b) != (a / b)",
            "b != 0 && !(a == -2147483648 && b == -1) && (a + b) != (a % b)",
        ],
    );
    check(
        "wm",
        "aor",
        "a * 4",
        &[
            "(a * 4) != (a + 4)",
            "(a * 4) != (a - 4)",
            "(a * 4) != (a / 4)",
            "(a * 4) != (a % 4)",
        ],
    );
    check(
        "wm",
        "aor",
        "a - 0",
        &["(a - 0) != (a + 0)", "(a - 0) != (a * 0)"],
    );
}

#[test]
fn aoiu_and_aodu_insert_and_delete_a_minus() {
    check(
        "wm",
        "aoiu",
        "a * b",
        &["(a * b) != (-a * b)", "(a * b) != (a * -b)"],
    );
    check("wm", "aodu", "-a + b", &["-a != a"]);
    check("wm", "aodu", "-5 + a", &[]);
}

#[test]
fn aor_of_a_division_relies_on_its_divisor() {
    check(
        "wm",
        "aor",
        "a / b",
        &[
            "(a / b) != (a + b)",
            "(a / b) != (a - b)",
            "(a / b) != (a * b)",
            "(a / b) != (a % b)",
        ],
    );
}

#[test]
fn aor_knows_floats_unsigned_numbers_and_pointers() {
    check(
        "wm",
        "aor",
        "d + e",
        &[
            "(d + e) != (d - e)",
            "(d + e) != (d * e)",
            "(d + e) != (d / e)",
        ],
    );
    check(
        "wm",
        "aor",
        "u + v",
        &[
            "(u + v) != (u - v)",
            "(u + v) != (u * v)",
            "v != 0 && (u + v) != (u / v)",
            "v != 0 && (u + v) != (u % v)",
        ],
    );
    check("wm", "aor", "p + i", &["i != 0"]);
    check("wm", "aor", "p - i", &["i != 0"]);
    check("wm", "aor", "p->x", &[]);
    check("wm", "aor", "p[i]", &[]);
}

#[test]
fn operands_are_visited_after_their_operator() {
    check(
        "wm",
        "aor",
        "(a - 1) * 4",
        &[
            "((a - 1) * 4) != ((a - 1) + 4)",
            "((a - 1) * 4) != ((a - 1) - 4)",
            "((a - 1) * 4) != ((a - 1) / 4)",
            "((a - 1) * 4) != ((a - 1) % 4)",
            "(a - 1) != (a + 1)",
            "(a - 1) != (a * 1)",
            "(a - 1) != (a / 1)",
            "(a - 1) != (a % 1)",
        ],
    );
}

#[test]
fn ror_replaces_by_the_other_five() {
    check(
        "wm",
        "ror",
        "a < b",
        &[
            "(a < b) != (a == b)",
            "(a < b) != (a != b)",
            "(a < b) != (a <= b)",
            "(a < b) != (a > b)",
            "(a < b) != (a >= b)",
        ],
    );
    check("wm", "ror", "p == q", &["(p == q) != (p != q)"]);
}

#[test]
fn mutants_behind_a_short_circuit_are_guarded() {
    check("wm", "ror", "p && p == q", &["p && (p == q) != (p != q)"]);
    check("wm", "ror", "a || p == q", &["!a && (p == q) != (p != q)"]);
    check(
        "wm",
        "lor",
        "a ? b & e : 0",
        &["a && (b & e) != (b | e)", "a && (b & e) != (b ^ e)"],
    );
    check(
        "wm",
        "ror",
        "a && (b || p == q)",
        &["a && !b && (p == q) != (p != q)"],
    );
}

#[test]
fn cor_swaps_and_judges_a_faulting_operand_where_it_is_evaluated() {
    check("wm", "cor", "a && b", &["(a && b) != (a || b)"]);
    check("wm", "cor", "a || b", &["(a || b) != (a && b)"]);
    check("wm", "cor", "p && p->x", &["p && !p->x"]);
    check("wm", "cor", "!p || p->x", &["p && p->x"]);
}

#[test]
fn abs_asks_for_negative_signed_reads_and_operands() {
    check(
        "wm",
        "abs",
        "(a + b) * 4",
        &["(a + b) < 0", "a < 0", "b < 0"],
    );
    check("wm", "abs", "a", &["a < 0"]);
    check("wm", "abs", "u + 1", &[]);
    check("wm", "abs", "c + p->x", &["c < 0", "p->x < 0"]);
    check("wm", "abs", "!a && b < e", &["!a && b < 0", "!a && e < 0"]);
}

#[test]
fn uoi_replaces_a_read_in_its_operator() {
    check(
        "wm",
        "uoi",
        "kind + 1",
        &[
            "(kind + 1) != (-kind + 1)",
            "(kind + 1) != (!kind + 1)",
            "(kind + 1) != (~kind + 1)",
            "(kind + 1) != ((kind + 1) + 1)",
            "(kind + 1) != ((kind - 1) + 1)",
        ],
    );
    check("wm", "uoi", "a", &["a != -a", "a != !a"]);
    check("wm", "uoi", "-d", &["d != -d"]);
    check("wm", "uoi", "a && p", &[]);
    assert_eq!(
        root_labels("wm", "uoi", "10 / b")[0],
        "-b != 0 && (10 / b) != (10 / -b)"
    );
}

#[test]
fn uoi_promotes_as_c_does() {
    let mut build = Build::new();
    build.root("c + 1");
    let options = Options {
        mutators: parse_mutators("uoi").unwrap(),
        ..Options::default()
    };
    build.predicates("wm", &options);
    let narrow = |e: &Expr| matches!(e.kind, ExprKind::Unary(UnOp::Neg, _)) && e.ty != Ty::INT;
    assert!(!build.f.exprs.values().any(narrow));
}

#[test]
fn crcr_replaces_constants_and_variables_that_are_operands() {
    check(
        "wm",
        "crcr",
        "kind + 1",
        &[
            "(kind + 1) != (0 + 1)",
            "(kind + 1) != (1 + 1)",
            "(kind + 1) != (-1 + 1)",
            "(kind + 1) != (kind + 0)",
            "(kind + 1) != (kind + -1)",
            "(kind + 1) != (kind + 2)",
        ],
    );
    check(
        "wm",
        "crcr",
        "a < 5 && 7",
        &[
            "(a < 5) != (0 < 5)",
            "(a < 5) != (1 < 5)",
            "(a < 5) != (-1 < 5)",
            "(a < 5) != (a < 0)",
            "(a < 5) != (a < 1)",
            "(a < 5) != (a < -1)",
            "(a < 5) != (a < 6)",
            "(a < 5) != (a < 4)",
        ],
    );
    check("wm", "crcr", "p == 0", &[]);
    check("wm", "crcr", "7", &[]);
    // A divisor does not become 0, an amount does not leave its range.
    check(
        "wm",
        "crcr",
        "10 / 1",
        &[
            "(10 / 1) != (0 / 1)",
            "(10 / 1) != (1 / 1)",
            "(10 / 1) != (-1 / 1)",
            "(10 / 1) != (11 / 1)",
            "(10 / 1) != (9 / 1)",
            "(10 / 1) != (10 / -1)",
            "(10 / 1) != (10 / 2)",
        ],
    );
    assert_eq!(
        root_labels("wm", "crcr", "a << 31").last().unwrap(),
        "(a << 31) != (a << 30)"
    );
}

#[test]
fn shifts_and_bitwise_operators_are_replaced() {
    check("wm", "sor", "a << n", &["(a << n) != (a >> n)"]);
    check(
        "wm",
        "lor",
        "a | b",
        &["(a | b) != (a & b)", "(a | b) != (a ^ b)"],
    );
}

#[test]
fn one_expression_in_two_roots_is_labelled_once() {
    let mut build = Build::new();
    let expr = build.root("a < 0");
    let point = build.point();
    build.f.sites.roots.push(Root { point, expr });
    let options = Options {
        mutators: parse_mutators("abs").unwrap(),
        ..Options::default()
    };
    assert_eq!(build.predicates("wm", &options), ["a < 0"]);
}

#[test]
fn limit_asks_at_and_next_to_the_boundary() {
    check(
        "limit",
        "",
        "a < b",
        &["a < b && a == (b - 1)", "a == b", "a > b && a == (b + 1)"],
    );
    check("limit", "", "a >= 10", &["a == 9", "a == 10", "a == 11"]);
    check("limit", "", "10 > a", &["a == 9", "a == 10", "a == 11"]);
    check("limit", "", "u > 0", &["u == 0", "u == 1"]);
    check("limit", "", "d < 1", &[]);
    check("limit", "", "p == q", &[]);
}

#[test]
fn rte_asks_for_errors_where_operands_are_safe() {
    check("rte", "", "u / v", &["v == 0"]);
    check("rte", "", "a / 3", &[]);
    check(
        "rte",
        "",
        "a / b",
        &["b == 0", "a == -2147483648 && b == -1"],
    );
    check("rte", "", "a << n", &["n < 0 || n >= 32"]);
    check("rte", "", "a << 3", &[]);
    check("rte", "", "p->q->x", &["p == 0", "p != 0 && p->q == 0"]);
    check("rte", "", "arr[i]", &["i < 0 || i >= 10"]);
    check("rte", "", "arr[3]", &[]);
    check(
        "rte",
        "",
        "a && u / p->x",
        &["a && p == 0", "a && p != 0 && p->x == 0"],
    );
    check("rte", "", "a + 1", &["a > 2147483646"]);
    check("rte", "", "a - 3", &["a < -2147483645"]);
    check("rte", "", "-a", &["a == -2147483648"]);
    check(
        "rte",
        "",
        "a * b",
        &["((i64)a * (i64)b) < -2147483648 || ((i64)a * (i64)b) > 2147483647"],
    );
    check("rte", "", "u + 1", &[]);
}

#[test]
fn rte_sees_the_address_of_a_store() {
    let mut build = Build::new();
    let addr = build.root("p + 1");
    let value = build.expr("1");
    let (block, _) = build.f.blocks.iter().next().unwrap();
    let kind = InstKind::Store {
        addr,
        value,
        volatile: false,
    };
    build.f.blocks[block].insts.push(Inst {
        kind,
        span: Span::default(),
    });
    assert_eq!(build.predicates("rte", &Options::default()), ["p == 0"]);
}
