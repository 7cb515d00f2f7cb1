//! Verification conditions: one function's meaning as terms.
//!
//! Comes in: a function of the IR and the predicates to look at, each at its point. Goes out: terms
//! for "control is at the point" and "the predicate holds there", over variables that stand for
//! everything we do not know. Knows each statement's rule and the memory model; must not know
//! threads, time or processes.
//!
//! Soundness: for every execution of the function, and every visit of a point in it, there are values
//! of the variables that satisfy the hypotheses, make the point's reach term true and give its
//! predicates the values they have in that visit. What is proved for all values holds for all visits.
//! That rests on [`Calls`] being right about what calls may write.

mod calls;
mod contracts;
mod counted;
mod defined;
mod expr;
mod floats;
mod held;
mod inline;
mod kept;
mod loops;
mod memory;
mod objects;
mod passive;
mod policy;
mod separation;
mod table;
mod visits;
mod walk;

pub use crate::ir::Kept;
pub use calls::{AnyCall, Calls};
pub use inline::bodies_looked_into;
pub use passive::{Context, Encoding, Options, encode, encode_with};
pub use policy::Policy;
