//! How often the wall clock ended a search. Unlike the other limits it does not end the same searches in every run.

use std::sync::atomic::{AtomicU64, Ordering};

static ENDED: AtomicU64 = AtomicU64::new(0);

/// A search is ended by the wall clock.
pub(super) fn note_end() {
    ENDED.fetch_add(1, Ordering::Relaxed);
}

/// How many searches of the process were, so far.
pub fn ended_by_clock() -> u64 {
    ENDED.load(Ordering::Relaxed)
}
