//! Sorted terms: built once and simplified, printed, evaluated.
//!
//! A [`Terms`] table holds the terms of one function. Constructors simplify; a [`Evaluator`] computes
//! values in a concrete state. Nothing here knows C, labels or a solver.

mod assignment;
mod bits;
mod build;
mod eval;
mod lazy;
mod print;
mod random;
mod range;
mod sort;
mod term;
mod text;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use assignment::{Assignment, FunctionValue, Kept, MemoryValue, Rest, Value};
pub use build::Access;
pub use eval::Evaluator;
pub use lazy::{LazyEvaluation, LazyEvaluator};
pub use print::{Printer, smt2};
pub use random::{Random, Sampler};
pub use sort::{MAX_WIDTH, Sort};
pub use term::{FunId, Function, Op, TermId, Terms, VarId, Variable};
