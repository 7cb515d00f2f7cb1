//! Decisions keep the `&& || ! ?:` tree that the user wrote.

use super::{ExprId, PointId};
use crate::base::Span;

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Decision {
    pub kind: DecisionKind,
    pub span: Span,
    /// Where labels on the whole decision stand: before it when it is pure, after it otherwise.
    pub point: PointId,
    /// When the decision is part of a larger pure expression: it is evaluated only if this holds.
    pub guard: Option<ExprId>,
    /// The outcome: non-zero is true.
    pub root: ExprId,
    pub tree: BoolTree,
    pub leaves: Vec<Leaf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecisionKind {
    If,
    While,
    DoWhile,
    For,
    /// `c ? a : b`
    Conditional,
    /// A boolean expression (`&& || !` or a comparison at its top) used as a value.
    Value,
}

/// An atomic condition.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Leaf {
    pub expr: ExprId,
    pub span: Span,
    /// Where a label on this condition alone stands.
    pub point: PointId,
    /// The condition has a value only where the short-circuit order evaluates it: because it may
    /// fault elsewhere, or because it has effects. Others may be evaluated at the point at any time.
    pub strict: bool,
}

/// The shape of a decision; numbers index [`Decision::leaves`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BoolTree {
    Leaf(usize),
    Not(Box<BoolTree>),
    And(Box<BoolTree>, Box<BoolTree>),
    Or(Box<BoolTree>, Box<BoolTree>),
    /// `c ? a : b` inside a decision.
    Cond(Box<BoolTree>, Box<BoolTree>, Box<BoolTree>),
}

/// A `switch`: one objective per case and one for the default.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct SwitchDecision {
    pub span: Span,
    pub point: PointId,
    pub value: ExprId,
    /// Inclusive ranges with the place of each `case`, in source order.
    pub cases: Vec<(i128, i128, Span)>,
    /// The place of `default:`, if there is one.
    pub default: Option<Span>,
}
