//! Why a verdict is what it is: the proof found again, and the lines that it needs.
//!
//! Comes in: one function with its labels, and what is claimed of some of them. Goes out: the context in which the claim was
//! proved again with a least set of source lines, or a state that refutes it, or why neither was found. Knows which
//! formula a claim is; must not know file formats or the terminal.
//!
//! - `plan`: from a verdict and the edges of the relation to the claims that it rests on.
//! - `claim`: a claim as a question to the prover, with some of the lines.
//! - `lines`: the least set of lines with which it is still proved.
//! - `state`, `simple`: what a model says about the user's variables, and one with smaller numbers.

mod claim;
mod lines;
mod plan;
mod simple;
mod state;

pub use crate::steps::Claim;
pub use claim::{Found, Proof, examine};
pub use lines::Line;
pub use plan::{Plan, Reason};
pub use state::{State, Value, When};

use crate::ir::ExprId;
use crate::steps::Subject;

/// A function, and the way from it to what the user wrote.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub subject: Subject<'a>,
    /// The file and line of an offset of the preprocessed text.
    pub line: &'a dyn Fn(u32) -> Line,
    /// An expression as C text.
    pub text: &'a dyn Fn(ExprId) -> String,
}
