//! What the integers and pointers of one function lie between: abstract interpretation with intervals.
//!
//! Comes in: a function, and answers to what it asks about the world outside of it ([`Outside`]). Goes out: an interval
//! for each variable at the start of each block, and the intervals of expressions where they are evaluated. Knows no
//! other function, no labels and no solver. A pointer is a number of 64 bits: that it is not null is an interval too.
//!
//! - `interval`: intervals, one rule per operator.
//! - `outside`: what is asked.
//! - `slots`: the places in globals that are followed like variables.
//! - `accesses`: what accesses say of their indices.
//! - `env`, `equal`: what is known at a point: intervals, and variables that are equal to expressions.
//! - `thread`: the blocks that are gone through once per way to them.
//! - `flow`: the fixpoint over the blocks.
//! - `values`: expressions and conditions.

mod accesses;
mod env;
mod equal;
mod flow;
mod interval;
mod outside;
mod slots;
mod thread;
mod values;

pub use flow::{At, Ranges, Visit, ranges, stops};
pub use interval::{Interval, NOT_NULL, fits, full, join, jump, meet, reread};
pub use outside::{Back, Extent, Nothing, Outside, Scalar};
