//! Threads: as many as the system gives, with stacks that are deep enough for the deepest tree that the parser lets through.

use rayon::{ThreadPool, ThreadPoolBuilder};
use rustix::process::{Resource, getrlimit};
use std::sync::OnceLock;
use std::time::Duration;

/// [`MAX_DEPTH`](super::depth::MAX_DEPTH) levels of parsing take about half of it. The system
/// gives only what is used.
const STACK_BYTES: usize = 512 << 20;
/// The address space that is needed beside such a stack.
const REST_BYTES: u64 = 1 << 30;
const ENDING: Duration = Duration::from_millis(20);

/// Threads for each processor that still make sense, and how many always do.
const PER_PROCESSOR: usize = 4;
const ALWAYS: usize = 16;

static DEEP: OnceLock<Result<ThreadPool, String>> = OnceLock::new();

/// A pool of so many threads, 0 for one per processor, with stacks of so many bytes; of fewer threads where the system does not give as
/// many, or more make no sense.
pub fn threads(count: usize, stack: Option<usize>) -> Result<ThreadPool, String> {
    as_many_as_start(sensible(count), || match stack {
        Some(bytes) => ThreadPoolBuilder::new().stack_size(bytes),
        None => ThreadPoolBuilder::new(),
    })
}

/// How many threads such a number stands for.
pub fn sensible(count: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    match count {
        0 => processors,
        _ => count.min(ALWAYS.max(PER_PROCESSOR * processors)),
    }
}

fn as_many_as_start(
    count: usize,
    builder: impl Fn() -> ThreadPoolBuilder,
) -> Result<ThreadPool, String> {
    match builder().num_threads(count).build() {
        Ok(pool) => Ok(pool),
        Err(_) if count > 1 => {
            // Those that did start are ending: what they hold comes back shortly.
            std::thread::sleep(ENDING);
            as_many_as_start(count / 2, builder)
        }
        Err(error) => Err(format!("cannot start a thread: {error}")),
    }
}

/// Starts the pool of deep stacks, which has as many threads as the pool this is called in. It is started once.
pub fn start_deep() -> Result<(), String> {
    deep().as_ref().map(|_| ()).map_err(Clone::clone)
}

fn deep() -> &'static Result<ThreadPool, String> {
    DEEP.get_or_init(|| {
        let fits = deep_stacks_that_fit()?;
        as_many_as_start(rayon::current_num_threads().min(fits), || {
            let builder = ThreadPoolBuilder::new().stack_size(STACK_BYTES);
            builder.thread_name(|index| format!("deep-{index}"))
        })
    })
}

/// How many deep stacks the address space has room for beside everything else; an error if there is none.
fn deep_stacks_that_fit() -> Result<usize, String> {
    let Some(limit) = getrlimit(Resource::As).current else {
        return Ok(usize::MAX);
    };
    match limit.saturating_sub(REST_BYTES) / STACK_BYTES as u64 {
        0 => Err(format!(
            "an address space of {} MB is too little",
            limit >> 20
        )),
        stacks => Ok(stacks as usize),
    }
}

/// Runs `work` on a thread of the pool with deep stacks; rayon calls inside use the same pool. Where the pool may not start, ask
/// [`start_deep`] before.
pub fn with_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    match deep() {
        Ok(pool) => pool.install(work),
        Err(why) => panic!("{why}"),
    }
}
