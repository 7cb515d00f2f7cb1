//! WM, weak mutation: for each mutant that replaces an expression `e` by `e'`, the label
//! `(loc, e ≠ e')`: the mutant's state differs right after the mutated place.
//!
//! One file per operator. Each looks at one node, or at one assignment, and gives its mutants with the
//! formulas under which they differ. A mutant is judged only where it has a value: a division that the mutant brings in
//! is not evaluated where it would fault.

mod abs;
mod aodu;
mod aoiu;
mod aor;
mod assignment;
mod cor;
mod crcr;
mod lhs;
mod lor;
mod operand;
mod ror;
mod sdl;
mod sor;
mod uoi;

use super::draft::Draft;
use super::formula::{Formula, and, compare, not};
use super::safety::{divides, shifts_too_far};
use super::walk::{Site, sites};
use crate::ir::{BinOp, ExprId, ExprKind, Function};
use crate::labels::{Mutant, Replacement};
use assignment::{Assignment, assignments};

/// A mutation operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Mutator {
    Aor,
    Ror,
    Cor,
    Abs,
    Uoi,
    Lor,
    Sor,
    Crcr,
    Aoiu,
    Aodu,
    Sdl,
    Lhs,
}

/// What is known of a mutator: names, definition, and the mutants of one node.
pub struct MutatorDefinition {
    pub mutator: Mutator,
    pub name: &'static str,
    /// As LAnnotate writes it.
    pub tag: &'static str,
    pub summary: &'static str,
    mutants: Mutants,
}

/// What an operator looks at.
enum Mutants {
    OfNode(fn(&mut Function, Site) -> Vec<Difference>),
    OfAssignment(fn(&mut Function, &Assignment) -> Vec<Difference>),
}

/// Where a mutant differs from the program, and the mutant.
struct Difference {
    differs: Formula,
    /// If an expression is replaced by another.
    mutant: Option<Mutant>,
}

impl Difference {
    fn new(differs: Formula, of: ExprId, by: ExprId) -> Self {
        let by = Replacement::Expr(by);
        let mutant = Some(Mutant { of, by });
        Difference { differs, mutant }
    }
}

pub const MUTATORS: [MutatorDefinition; 12] = [
    MutatorDefinition {
        mutator: Mutator::Aor,
        name: "aor",
        tag: "WM AOR",
        summary: "each of + - * / % by each other one; p + i by p - i",
        mutants: Mutants::OfNode(aor::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Ror,
        name: "ror",
        tag: "WM ROR",
        summary: "each of == != < <= > >= by each other one",
        mutants: Mutants::OfNode(ror::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Cor,
        name: "cor",
        tag: "WM COR",
        summary: "&& by || and || by &&",
        mutants: Mutants::OfNode(cor::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Abs,
        name: "abs",
        tag: "WM ABS",
        summary: "a signed integer e by its absolute value: e < 0",
        mutants: Mutants::OfNode(abs::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Uoi,
        name: "uoi",
        tag: "WM UOI",
        summary: "a read e of a number by -e, ~e, !e, e + 1, e - 1",
        mutants: Mutants::OfNode(uoi::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Lor,
        name: "lor",
        tag: "WM LOR",
        summary: "each of & | ^ by each other one",
        mutants: Mutants::OfNode(lor::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Sor,
        name: "sor",
        tag: "WM SOR",
        summary: "<< by >> and >> by <<",
        mutants: Mutants::OfNode(sor::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Crcr,
        name: "crcr",
        tag: "WM CRCR",
        summary: "an operand: a constant c by 0, 1, -1, c + 1, c - 1; a variable by 0, 1, -1",
        mutants: Mutants::OfNode(crcr::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Aoiu,
        name: "aoiu",
        tag: "WM AOIU",
        summary: "a read e of a number by -e",
        mutants: Mutants::OfNode(aoiu::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Aodu,
        name: "aodu",
        tag: "WM AODU",
        summary: "-e by e",
        mutants: Mutants::OfNode(aodu::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Sdl,
        name: "sdl",
        tag: "WM SDL",
        summary: "a statement x = e by nothing: x != e",
        mutants: Mutants::OfAssignment(sdl::mutants),
    },
    MutatorDefinition {
        mutator: Mutator::Lhs,
        name: "lhs",
        tag: "WM LHS",
        summary: "a statement x = e by y = e for each variable y in e: x != e || y != e",
        mutants: Mutants::OfAssignment(lhs::mutants),
    },
];

impl Mutator {
    /// The four of LAnnotate.
    pub const DEFAULT: [Mutator; 4] = [Mutator::Aor, Mutator::Ror, Mutator::Cor, Mutator::Abs];
}

pub fn make(draft: &mut Draft) {
    let (mut nodes, mut statements) = (Vec::new(), Vec::new());
    for definition in &MUTATORS {
        let chosen = draft.options.mutators.contains(&definition.mutator);
        match definition.mutants {
            Mutants::OfNode(mutants) if chosen => nodes.push((definition.tag, mutants)),
            Mutants::OfAssignment(mutants) if chosen => statements.push((definition.tag, mutants)),
            _ => {}
        }
    }
    for site in sites(draft.f) {
        for (tag, mutants) in &nodes {
            for one in mutants(draft.f, site) {
                let differs = and(draft.f, site.guard, one.differs);
                draft.mutant(tag, (site.point, site.span), differs, one.mutant);
            }
        }
    }
    if statements.is_empty() {
        return;
    }
    for site in assignments(draft.f) {
        for (tag, mutants) in &statements {
            for one in mutants(draft.f, &site) {
                draft.mutant(tag, (site.point, site.span), one.differs, one.mutant);
            }
        }
    }
}

/// `e ≠ a op b` where the mutant `a op b` has a value.
fn differs(f: &mut Function, e: ExprId, op: BinOp, a: ExprId, b: ExprId) -> Difference {
    let safe = has_value(f, e, op, a, b);
    let mutant = f.implicit(ExprKind::Binary(op, a, b), f.expr(e).ty);
    if safe == Formula::False {
        return Difference::new(Formula::False, e, mutant);
    }
    let differ = compare(f, BinOp::Ne, e, mutant);
    Difference::new(and(f, safe, differ), e, mutant)
}

/// The condition under which the mutant `a op b` of `e` has a value; true where it has the
/// precondition of `e`, which the program relies on.
fn has_value(f: &mut Function, e: ExprId, op: BinOp, a: ExprId, b: ExprId) -> Formula {
    let divides_by = |op| matches!(op, BinOp::Div | BinOp::Rem);
    let ExprKind::Binary(old, old_a, old_b) = f.expr(e).kind else {
        return Formula::False;
    };
    if divides_by(op) {
        if divides_by(old) && (old_a, old_b) == (a, b) {
            return Formula::True;
        }
        return divides(f, a, b);
    }
    if op.is_shift() && !(old.is_shift() && old_b == b) {
        let far = shifts_too_far(f, b, f.expr(a).ty.bits());
        return not(f, far);
    }
    Formula::True
}

/// The mutants that replace the operator of a node by the others of its class.
fn replace_operator(
    f: &mut Function,
    e: ExprId,
    class: &[BinOp],
    node: (BinOp, ExprId, ExprId),
) -> Vec<Difference> {
    let (op, a, b) = node;
    let others = class.iter().filter(|other| **other != op);
    others.map(|other| differs(f, e, *other, a, b)).collect()
}
