//! Nearest: the path that was left for the block with the fewest edges to an open label. Of these, one for a block that
//! was seldom tried: a loop beside a label is near in every iteration.

use super::{Key, Waiting};

pub fn key(waiting: &Waiting) -> Key {
    (waiting.distance, waiting.tries, waiting.age)
}
