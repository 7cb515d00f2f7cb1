//! How often a search was ended by what differs from run to run: the wall clock, or the memory of a job, of which there is less where more
//! jobs share it. The other limits end the same searches in every run.

use std::sync::atomic::{AtomicU64, Ordering};

static ENDED: AtomicU64 = AtomicU64::new(0);

/// A search is ended so.
pub(super) fn note_end() {
    ENDED.fetch_add(1, Ordering::Relaxed);
}

/// How many searches of the process were, so far.
pub fn ended_by_machine() -> u64 {
    ENDED.load(Ordering::Relaxed)
}
