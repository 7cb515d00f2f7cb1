//! Questions about terms, answered by z3: can these predicates hold together?
//!
//! A [`Session`] holds the formula of one function in one solver on one thread, and is asked many times.
//! Every model is checked by evaluation before it is given out; whatever goes wrong is an
//! [`Answer`] that proves nothing. Nothing here knows C, labels, or what an answer means for them.

mod answer;
mod engine;
mod model;
mod raw;
mod reads;
mod session;
mod translate;
mod watchdog;

#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use raw::{limit_memory, version};
pub use session::{Limits, Literal, Session, Statistics};
pub use watchdog::interrupt_all;
