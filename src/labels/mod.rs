//! Labels: test objectives as `(location, predicate, tag)`.
//!
//! Comes in: what criteria ask for. Goes out: a table with unique ids and stable keys.
//! Nothing here knows how a criterion is defined or what a solver is.

use crate::ir::{ExprId, PointId};

/// One test objective of one function.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Unique in a run.
    pub id: u64,
    /// The family it is cleaned and counted with, as in `cc`.
    pub criterion: Criterion,
    /// As Frama-C/LAnnotate writes it, as in `CC` or `AOR`.
    pub tag: String,
    pub point: PointId,
    /// A pure expression of the function, evaluated at the point; non-zero is true.
    pub predicate: ExprId,
    /// The part of the source that the objective is about.
    pub span: crate::base::Span,
    /// Found in the source as a `pc_label` call.
    pub in_source: bool,
}

/// The name of a criterion, in lower case; `source` for labels found in the source.
pub type Criterion = &'static str;
