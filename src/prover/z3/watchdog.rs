//! The wall clock, the second line of defence: one thread that interrupts searches past their time, and those of sessions that were stopped.
//!
//! The solver's own time-out starts a timer for every question, which costs a fifth of its speed.

use crate::base::Stop;
use crate::prover::answer::Fault;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};
use z3_sys::{Z3_context, Z3_interrupt};

const POLL: Duration = Duration::from_millis(50);

struct Search {
    number: u64,
    end: Instant,
    stop: Stop,
    context: Z3_context,
}

// SAFETY: the pointer is only handed to Z3_interrupt, which other threads may call, and only while the
// search is registered; the guard that unregisters it lives shorter than the context.
unsafe impl Send for Search {}

struct Watched {
    searches: Vec<Search>,
    next: u64,
}

static WATCHED: Mutex<Watched> = Mutex::new(Watched {
    searches: Vec::new(),
    next: 0,
});
static STARTED: OnceLock<bool> = OnceLock::new();

fn watched() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the watch when dropped.
pub(super) struct Timer(u64);

/// Interrupts the context's search if it lasts longer than `time` or is stopped. Without a thread for that there is no search.
pub(super) fn watch(
    context: &super::raw::Context,
    time: Duration,
    stop: &Stop,
) -> Result<Timer, Fault> {
    if !STARTED.get_or_init(start) {
        return Err(Fault::new("no thread for the wall clock can be started"));
    }
    let mut watched = watched();
    watched.next += 1;
    let number = watched.next;
    watched.searches.push(Search {
        number,
        end: Instant::now() + time,
        stop: stop.clone(),
        context: context.raw(),
    });
    Ok(Timer(number))
}

/// Whether the thread could be started.
fn start() -> bool {
    let thread = Builder::new().spawn(|| {
        loop {
            std::thread::sleep(POLL);
            interrupt_after(Instant::now());
        }
    });
    thread.is_ok()
}

/// Interrupts the searches that should have ended before `now`, or that were stopped.
fn interrupt_after(now: Instant) {
    for search in &watched().searches {
        let late = search.end <= now;
        if late || search.stop.load(Ordering::Relaxed) {
            // SAFETY: a registered search's context lives, and the lock keeps it registered.
            unsafe { Z3_interrupt(search.context) };
        }
        if late {
            crate::prover::ended::note_end();
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        watched().searches.retain(|s| s.number != self.0);
    }
}
