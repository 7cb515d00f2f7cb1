//! k shortest paths, along real runs.
//!
//! ```text
//! until i > k: for each open label, nearest first, solve the i-th shortest path to it, counted in predicates
//! ```
//!
//! The length of a path to a label is the predicates that a run has behind it plus the edges that it has before it. Paths are
//! not made from the graph but by negating predicates of runs, so no path is tried whose first part is known to be
//! infeasible; the order is the same.

use super::{Key, Waiting};

pub fn key(waiting: &Waiting) -> Key {
    let length = waiting.depth.saturating_add(waiting.distance);
    (length, waiting.distance, waiting.age)
}
