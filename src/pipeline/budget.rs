//! What a run may take in all.
//!
//! Comes in: the time of a run. Goes out: the rounds in which its functions are examined, and a signal that ends the proofs. With a
//! budget the cheap questions come first everywhere: step 1 in all functions, then step 2, then step 3, in each of them small functions
//! before large ones. So whatever the time, what it is spent on is what brings most.

use crate::base::{Diagnostic, Stop};
use crate::steps::{Settings, fewer_steps};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How soon an interrupt is seen.
const POLL: Duration = Duration::from_millis(50);

/// The time that a run has, from its start.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub start: Instant,
    pub time: Duration,
}

/// The settings of one round after the other; the last ones are those that were asked for.
pub(super) fn rounds(settings: &Settings, budget: Option<Budget>) -> Vec<Settings> {
    let mut rounds = vec![settings.clone()];
    while let (Some(_), Some(fewer)) = (budget, fewer_steps(&rounds[0])) {
        rounds.insert(0, fewer);
    }
    rounds
}

/// Does the work, with a signal that becomes true when `stop` does or the time is up.
pub(super) fn within<T>(budget: Option<Budget>, stop: &Stop, work: impl FnOnce(&Stop) -> T) -> T {
    let Some(budget) = budget else {
        return work(stop);
    };
    let ended = &Stop::new(budget.is_used_up().into());
    let (working, has_worker) = channel::<()>();
    std::thread::scope(move |scope| {
        let watched = std::thread::Builder::new().spawn_scoped(scope, move || {
            while has_worker.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if budget.is_used_up() || stop.load(Ordering::Relaxed) {
                    ended.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
        // Nothing would end the proofs in time.
        if watched.is_err() {
            ended.store(true, Ordering::Relaxed);
        }
        // The other end sees that it is gone, also after a panic.
        let _working = working;
        work(ended)
    })
}

impl Budget {
    fn is_used_up(self) -> bool {
        self.start.elapsed() >= self.time
    }

    /// What to tell if it left questions about so many functions.
    pub(super) fn report(self, unfinished: usize) -> Option<Diagnostic> {
        let message = format!(
            "the budget of {} s is used up; {unfinished} functions are unfinished",
            self.time.as_secs()
        );
        let told = Diagnostic::note(None, message)
            .with_hint("what was proved is written; run the same command again to continue");
        (unfinished > 0 && self.is_used_up()).then_some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prover::Limits;
    use crate::steps::Steps;

    fn budget(time: Duration) -> Option<Budget> {
        let start = Instant::now();
        Some(Budget { start, time })
    }

    #[test]
    fn with_a_budget_steps_come_one_by_one() {
        let settings = |steps| Settings {
            steps,
            across_criteria: false,
            limits: Limits::default(),
        };
        let steps = |list: &str, budget| -> Vec<String> {
            let rounds = rounds(&settings(list.parse().unwrap_or_default()), budget);
            rounds.iter().map(|s| s.steps.to_string()).collect()
        };
        let hour = budget(Duration::from_secs(3600));
        assert_eq!(steps("1,2,3", hour), ["1", "1,2", "1,2,3"]);
        assert_eq!(steps("2", hour), ["1", "2"]);
        assert_eq!(steps("1,2,3", None), ["1,2,3"]);
        assert_eq!(Steps::default().to_string(), "1,2,3");
    }

    #[test]
    fn an_interrupt_ends_work_that_has_time() {
        let stop = Stop::default();
        let hour = budget(Duration::from_secs(3600));
        let seen = within(hour, &stop, |ended| {
            let before = ended.load(Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
            while !ended.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            before
        });
        assert!(!seen);
    }
}
