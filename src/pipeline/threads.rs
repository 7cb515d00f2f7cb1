//! The threads of a command.
//!
//! Comes in: what `--jobs` says. Goes out: a pool, or a message that says which limit of the shell is too low.

use crate::base::Diagnostic;
use crate::frontend::pool;
use rayon::ThreadPool;

/// As many threads as were asked for, as far as they make sense and the system gives them.
pub(super) fn threads(jobs: usize) -> Result<ThreadPool, Diagnostic> {
    pool::threads(jobs, None).map_err(without_threads)
}

/// The same, each with a stack of so many bytes.
pub(super) fn threads_with_stack(jobs: usize, bytes: usize) -> Result<ThreadPool, Diagnostic> {
    pool::threads(jobs, Some(bytes)).map_err(without_threads)
}

/// Does `work` on deep stacks, with as many threads as were asked for.
pub(super) fn on_deep_stacks<R: Send>(
    jobs: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, Diagnostic> {
    // The pool of deep stacks takes its size from the one that it is started in.
    threads(jobs)?.install(|| {
        pool::start_deep().map_err(without_threads)?;
        Ok(pool::with_deep_stack(work))
    })
}

fn without_threads(why: String) -> Diagnostic {
    let hint = "a limit of the shell may be too low: `ulimit -u` for threads, `ulimit -v` for the memory of their stacks";
    Diagnostic::error(None, why).with_hint(hint)
}
