//! Breadth first: the path that was left at its earliest predicate, and of these the oldest.

use super::{Key, Waiting};

pub fn key(waiting: &Waiting) -> Key {
    (waiting.depth, 0, waiting.age)
}
