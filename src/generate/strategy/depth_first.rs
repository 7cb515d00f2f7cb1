//! Depth first: the path that was left at its latest predicate, and of these the newest.

use super::{Key, Waiting};

pub fn key(waiting: &Waiting) -> Key {
    (u32::MAX - waiting.depth, 0, u64::MAX - waiting.age)
}
