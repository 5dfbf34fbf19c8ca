//! Sets the pace: decides when the next request may be sent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The interval at which a waiting thread checks whether it must stop.
const SLICE: Duration = Duration::from_millis(50);

/// Spaces the requests of all threads.
#[derive(Debug)]
pub(super) struct Pace {
    next: Mutex<Instant>,
    gap: Duration,
}

impl Pace {
    /// Allows `rate` requests per second, with the minimum gap that the site requests.
    pub(super) fn new(rate: f64, asked: Duration) -> Self {
        let gap = if rate > 0.0 {
            (1.0 / rate).min(3600.0)
        } else {
            0.0
        };
        Self {
            next: Mutex::new(Instant::now()),
            gap: Duration::from_secs_f64(gap).max(asked),
        }
    }

    /// Waits for a turn. Returns `false` if the crawl must stop before that.
    pub(super) fn wait(&self, stop: &AtomicBool, until: Instant) -> bool {
        loop {
            let now = Instant::now();
            if stop.load(Ordering::Relaxed) || now >= until {
                return false;
            }
            let left = {
                let mut next = self.next();
                if *next <= now {
                    *next = now + self.gap;
                    return true;
                }
                *next - now
            };
            thread::sleep(left.min(SLICE));
        }
    }

    /// Stops all threads from sending requests for this time.
    pub(super) fn pause(&self, pause: Duration) {
        let mut next = self.next();
        *next = (*next).max(Instant::now() + pause);
    }

    fn next(&self) -> MutexGuard<'_, Instant> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_spaced_and_a_pause_applies_to_all_threads() {
        let stop = AtomicBool::new(false);
        let start = Instant::now();
        let late = start + Duration::from_mins(1);
        let pace = Pace::new(50.0, Duration::ZERO);
        for _ in 0..6 {
            assert!(pace.wait(&stop, late));
        }
        assert!(start.elapsed() >= Duration::from_millis(100));
        pace.pause(Duration::from_millis(200));
        let before = Instant::now();
        assert!(pace.wait(&stop, late));
        assert!(before.elapsed() >= Duration::from_millis(190));
        pace.pause(Duration::from_mins(1));
        assert!(!pace.wait(&stop, Instant::now() + Duration::from_millis(10)));
        stop.store(true, Ordering::Relaxed);
        assert!(!pace.wait(&stop, late));
    }
}
