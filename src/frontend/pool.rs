//! Threads whose stacks are deep enough for the deepest tree that the parser lets through.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// [`MAX_DEPTH`](super::depth::MAX_DEPTH) levels of parsing take about half of it. The system
/// gives only what is used.
const STACK_BYTES: usize = 512 << 20;

/// Runs `work` on a thread of a pool with deep stacks; rayon calls inside use the same pool.
///
/// The pool has as many threads as rayon's global one and is started once.
pub fn with_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    static POOL: OnceLock<ThreadPool> = OnceLock::new();
    let start = || {
        ThreadPoolBuilder::new()
            .num_threads(rayon::current_num_threads())
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("deep-{index}"))
            .build()
            .expect("the system can start threads")
    };
    POOL.get_or_init(start).install(work)
}
