//! What is on its way to a store beyond the network.
//!
//! Comes in: content, as it is found. Goes out: the same, one after the other, from a thread of its own, so that proving does not
//! wait. Has room for a little; whoever brings more waits until there is room again, but not for long.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const ROOM: usize = 64;

/// A queue between the threads that prove and the one that sends.
pub struct Outbox<T>(Arc<Shared<T>>);

struct Shared<T> {
    queue: Mutex<Queue<T>>,
    changed: Condvar,
}

struct Queue<T> {
    waiting: VecDeque<T>,
    /// One is being sent.
    is_sending: bool,
    is_closed: bool,
}

impl<T: Send + 'static> Outbox<T> {
    /// Each is given to `send`.
    pub fn new(send: impl Fn(T) + Send + 'static) -> std::io::Result<Outbox<T>> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue {
                waiting: VecDeque::new(),
                is_sending: false,
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let own = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("cache".into())
            .spawn(move || {
                while let Some(one) = own.next() {
                    send(one);
                }
            })?;
        Ok(Outbox(shared))
    }

    /// False if there was no room all the time.
    pub fn put(&self, one: T, limit: Duration) -> bool {
        let has_room = |queue: &Queue<T>| queue.waiting.len() < ROOM;
        let mut queue = self.0.wait(limit, has_room);
        if !has_room(&queue) {
            return false;
        }
        queue.waiting.push_back(one);
        self.0.changed.notify_all();
        true
    }

    /// Waits until everything is sent; how many are not.
    pub fn flush(&self, limit: Duration) -> usize {
        let queue = self
            .0
            .wait(limit, |queue| queue.waiting.is_empty() && !queue.is_sending);
        queue.waiting.len() + usize::from(queue.is_sending)
    }
}

impl<T> Drop for Outbox<T> {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        queue.is_closed = true;
        queue.waiting.clear();
        self.0.changed.notify_all();
    }
}

impl<T> Shared<T> {
    fn queue(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, limit: Duration, until: impl Fn(&Queue<T>) -> bool) -> MutexGuard<'_, Queue<T>> {
        let end = Instant::now() + limit;
        let mut queue = self.queue();
        while !until(&queue) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let woken = self.changed.wait_timeout(queue, left);
            queue = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        queue
    }

    /// The one before it is sent. Nothing if there will be no more.
    fn next(&self) -> Option<T> {
        let mut queue = self.queue();
        queue.is_sending = false;
        self.changed.notify_all();
        while queue.waiting.is_empty() && !queue.is_closed {
            let woken = self.changed.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
        }
        let one = queue.waiting.pop_front()?;
        queue.is_sending = true;
        self.changed.notify_all();
        Some(one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(30);

    #[test]
    fn everything_arrives_in_order() {
        let (sender, receiver) = mpsc::channel();
        let outbox = Outbox::new(move |one: u32| {
            let _ = sender.send(one);
        })
        .expect("a thread");
        assert!((0..1000).all(|one| outbox.put(one, LONG)));
        assert_eq!(outbox.flush(LONG), 0);
        let arrived: Vec<u32> = receiver.try_iter().collect();
        assert_eq!(arrived, (0..1000).collect::<Vec<u32>>());
    }

    #[test]
    fn who_finds_no_room_is_not_kept_waiting() {
        let (sender, receiver) = mpsc::channel::<()>();
        let outbox = Outbox::new(move |_: usize| {
            let _ = receiver.recv();
        })
        .expect("a thread");
        let fits = (0..).take_while(|one| outbox.put(*one, Duration::from_millis(200)));
        let fits = fits.count();
        assert!((ROOM..=ROOM + 1).contains(&fits), "{fits}");
        assert_eq!(outbox.flush(Duration::from_millis(10)), fits);
        drop(sender);
        assert_eq!(outbox.flush(LONG), 0);
    }
}
