//! The table of all criteria. Data.

use super::draft::Draft;
use super::{active, cc, dc, dcc, fc, idp, limit, mcc, rte, stmt, wm};
use crate::labels::Criterion;

pub struct Definition {
    /// In lower case, as `--criteria` takes it.
    pub name: Criterion,
    /// Other names that `--criteria` takes.
    pub aliases: &'static [&'static str],
    /// What labels carry, as Frama-C/LAnnotate writes it; WM and RTE add the operator or error.
    pub tag: &'static str,
    pub summary: &'static str,
    /// For `tamis criteria`.
    pub explanation: &'static str,
    pub(super) make: fn(&mut Draft),
}

impl Definition {
    pub(super) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

pub const CRITERIA: [Definition; 14] = [
    Definition {
        name: "fc",
        aliases: &[],
        tag: "FC",
        summary: "function coverage: each function is entered",
        explanation: "\
One label `1` at the start of each function.",
        make: fc::make,
    },
    Definition {
        name: "stmt",
        aliases: &["ic"],
        tag: "STMT",
        summary: "statement coverage: each statement is reached",
        explanation: "\
One label `1` before each statement. Also called instruction coverage, IC.",
        make: stmt::make_stmt,
    },
    Definition {
        name: "bbc",
        aliases: &[],
        tag: "BBC",
        summary: "basic-block coverage: each basic block is reached",
        explanation: "\
One label `1` at the first statement of each basic block that has a statement.",
        make: stmt::make_bbc,
    },
    Definition {
        name: "dc",
        aliases: &["bc"],
        tag: "DC",
        summary: "decision coverage: each decision is true once and false once",
        explanation: "\
For `if (a && b)` the labels `a && b` and `!(a && b)`. Decisions are the conditions of if, while, do, for
and ?:, and with `--decisions all` also boolean expressions used as values (`ok = a && b;`).
A switch has one label per case and one for the values without a case. A condition that
is a constant (`while (1)`) is no decision.",
        make: dc::make,
    },
    Definition {
        name: "cc",
        aliases: &[],
        tag: "CC",
        summary: "condition coverage: each atomic condition is true once and false once",
        explanation: "\
For `if (a && b)` the labels `a`, `!a`, `b`, `!b`. A condition that cannot be evaluated at any time is
guarded: for `if (p && p->x)` the labels are `p`, `!p`, `p && p->x`, `p && !p->x`. A condition with
side effects is labelled right after its evaluation, on the value it had.",
        make: cc::make,
    },
    Definition {
        name: "dcc",
        aliases: &[],
        tag: "DCC",
        summary: "decision-condition coverage: DC and CC together",
        explanation: "\
The labels of DC and those of CC; those of a decision with one condition once.",
        make: dcc::make,
    },
    Definition {
        name: "mcc",
        aliases: &[],
        tag: "MCC",
        summary: "multiple condition coverage: all combinations of the conditions of a decision",
        explanation: "\
For `if (a && b)` the labels `a && b`, `a && !b`, `!a && b`, `!a && !b`. A condition that is not evaluated
under a combination, and could not be, is left out: for `if (p && p->x)` the labels are `p && p->x`,
`p && !p->x`, `!p`. A decision with more than 2^12 combinations (`--mcc-cap`) gets no labels, and a note.",
        make: mcc::make,
    },
    Definition {
        name: "gacc",
        aliases: &[],
        tag: "GACC",
        summary: "general active clause coverage: each condition is true and false where it determines the decision",
        explanation: "\
A condition c determines the decision D where D[c:=1] and D[c:=0] differ. For `if (a && b)` the labels
`a && b`, `!a && b`, `a && b` (for b), `a && !b`. A condition that is not evaluated may have either value.
The weakest form of MC/DC. With one condition it is CC.",
        make: active::make_gacc,
    },
    Definition {
        name: "cacc",
        aliases: &[],
        tag: "CACC",
        summary: "correlated active clause coverage: GACC with both outcomes of the decision",
        explanation: "\
Each condition determines the decision, once with the decision true and once with it false. One
label per condition, value and outcome that can go together. Under && || ! a value has one outcome, and
these labels are exactly CACC; a condition before ?: has up to four, which ask for more.",
        make: active::make_cacc,
    },
    Definition {
        name: "gicc",
        aliases: &[],
        tag: "GICC",
        summary: "general inactive clause coverage: each condition is true and false where it does not determine the decision",
        explanation: "\
Four labels per condition: its value, times the outcome of the decision, where the other value would
give the same outcome. Some are infeasible by construction. A decision with one condition has none.",
        make: active::make_gicc,
    },
    Definition {
        name: "wm",
        aliases: &[],
        tag: "WM",
        summary: "weak mutation: each mutant changes the state right after the mutated expression",
        explanation: "\
A mutant that replaces the expression e by e' has the label `e != e'`. `--mutators` selects the
operators; the default is AOR, ROR, COR, ABS. Mutants that introduce a division or a shift are
compared only where its result is defined.",
        make: wm::make,
    },
    Definition {
        name: "limit",
        aliases: &["bva"],
        tag: "LIMIT",
        summary: "boundary values: each comparison of integers at and next to its boundary",
        explanation: "\
For `a < b`, and likewise for every relational operator, the labels `a < b && a == b - 1`, `a == b`,
`a > b && a == b + 1`; with a constant simply `a == 9`, `a == 10`, `a == 11`.",
        make: limit::make,
    },
    Definition {
        name: "rte",
        aliases: &[],
        tag: "RTE",
        summary: "run-time errors: division by zero, array index, null pointer, overflow, shift",
        explanation: "\
One label per operation that can go wrong, true where it does: DIV (`b == 0`), INDEX (outside an array of
known length), NULL (the pointer of an access is null), OVERFLOW (a signed result does not fit), SHIFT
(the amount is negative or too large). A label proved infeasible is an error proved absent.",
        make: rte::make,
    },
    Definition {
        name: "idp",
        aliases: &[],
        tag: "IDP",
        summary: "input domain partition: parameters come from each part of their domain",
        explanation: "\
At the entry of each function: integers below, at and above 0; pointers null and not null.
`#pragma tamis partition(x, 1, 12)` before a function cuts the domain of x at 1 and 12 instead: below 1, 1,
between, 12, above 12.",
        make: idp::make,
    },
];
