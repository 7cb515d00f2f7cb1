//! What stands where in the source of a function: what criteria look for, and the annotator.
//!
//! Comes in: what lowering noted. Goes out: statements, decisions, trees, marks. Must not know what a function does: a slice has none of
//! this and means the same.

use super::{Decision, ExprId, PointId, SwitchDecision, VarId};
use crate::base::Span;

/// The sites of one function.
#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct Sites {
    /// Where the body's `{` ends: declarations for the whole body may be inserted there.
    pub body_start: u32,
    /// The points before each statement, in source order.
    pub statements: Vec<PointId>,
    pub decisions: Vec<Decision>,
    pub switches: Vec<SwitchDecision>,
    /// The pure trees that are evaluated at each point; where criteria look for operators.
    pub roots: Vec<Root>,
    /// `pc_label` calls found in the source.
    pub source_labels: Vec<SourceLabel>,
    /// Input-domain annotations on parameters.
    pub partitions: Vec<Partition>,
}

/// A pure tree that the program evaluates at this point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Root {
    pub point: PointId,
    pub expr: ExprId,
}

/// A `pc_label(cond, id, "TAG")` call of the source.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct SourceLabel {
    pub point: PointId,
    pub predicate: ExprId,
    pub id: Option<u64>,
    pub tag: Option<String>,
    pub span: Span,
}

/// `#pragma tamis partition(param, v1, v2, …)`: cut points of a parameter's domain.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Partition {
    pub param: VarId,
    /// Ascending.
    pub cuts: Vec<i128>,
    pub span: Span,
}
