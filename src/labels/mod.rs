//! Labels: test objectives as `(location, predicate, tag)`.
//!
//! Comes in: what criteria ask for. Goes out: a table with unique ids and stable keys.
//! Nothing here knows how a criterion is defined or what a solver is.

mod key;
mod table;

pub use key::{Keys, key};
pub use table::{FunctionLabels, IdProblem, LabelTable, MAX_ID};

use crate::base::Span;
use crate::ir::{ExprId, PointId};

/// The name of a criterion, in lower case; `source` for labels found in the source.
pub type Criterion = &'static str;

/// The criterion of labels found in the source.
pub const SOURCE: Criterion = "source";

/// One test objective of one function.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Label {
    /// Unique in a run.
    pub id: u64,
    /// The criterion it is counted with, as in `cc`.
    pub criterion: Criterion,
    /// As Frama-C/LAnnotate writes it, as in `CC` or `WM AOR`.
    pub tag: String,
    pub point: PointId,
    /// A pure expression of the function, evaluated at the point; non-zero is true.
    pub predicate: ExprId,
    /// The part of the source that the objective is about.
    pub span: Span,
    /// Found in the source as a `pc_label` call.
    pub in_source: bool,
    /// The change of the program that it stands for, if it is one of weak mutation.
    pub mutant: Option<Mutant>,
}

/// A change of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mutant {
    pub of: ExprId,
    pub by: Replacement,
}

/// What an expression becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replacement {
    Expr(ExprId),
    /// Its own absolute value.
    Abs,
}

impl Label {
    /// What it is cleaned with: its criterion, or the tag that the source gives it.
    pub fn family(&self) -> &str {
        match self.in_source {
            true => &self.tag,
            false => self.criterion,
        }
    }
}

/// A label that a criterion asks for; it has no id yet.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelRequest {
    pub criterion: Criterion,
    pub tag: &'static str,
    pub point: PointId,
    pub predicate: ExprId,
    pub span: Span,
    pub mutant: Option<Mutant>,
}
