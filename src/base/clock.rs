//! What the work of one thread costs, whatever else the machine does.

use rustix::time::{ClockId, clock_gettime};

/// Started when it is made; to be read on the same thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock(u64);

impl ThreadClock {
    pub fn start() -> Self {
        ThreadClock(processor_micros())
    }

    /// Microseconds of processor time since the start.
    pub fn micros(self) -> u64 {
        processor_micros().saturating_sub(self.0)
    }
}

fn processor_micros() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000 + time.tv_nsec as u64 / 1_000
}
