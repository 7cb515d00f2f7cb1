//! Random: any path, each as likely as the next.

use super::Waiting;
use crate::generate::random::Random;

pub fn pick(waiting: &[Waiting], random: &mut Random) -> usize {
    random.below(waiting.len())
}
