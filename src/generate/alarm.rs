//! Ends what the solver does when the time of an entry is over.
//!
//! Comes in: an effort with a deadline and the user's signal. Goes out: a [`Stop`] that solvers look at while they encode and
//! search. A search looks at the clock itself; what builds a circuit only knows the signal.

use super::Effort;
use crate::base::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How late the signal may come.
const PERIOD: Duration = Duration::from_millis(20);

/// Does the work while a thread waits for its time to be over.
pub fn until_over<T>(effort: Effort, work: impl FnOnce(&Stop) -> T) -> T {
    let (stop, done) = (Stop::default(), AtomicBool::new(false));
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                if effort.is_over() {
                    return stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(PERIOD);
            }
        });
        // Also when the work panics.
        let _ends = Ends {
            done: &done,
            waiting: waiting.thread().clone(),
        };
        work(&stop)
    })
}

struct Ends<'a> {
    done: &'a AtomicBool,
    waiting: thread::Thread,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.waiting.unpark();
    }
}
