//! Detects whether the host still answers when addresses fail in a row.
//!
//! Errors of single pages do not mean that the host is gone. After many consecutive errors, or a
//! long time without a response, the crawl requests an address that responded before. Only if that
//! fails too, the host counts as gone.

use std::time::{Duration, Instant};

use url::Url;

/// The number of consecutive failures before the host is checked.
const MOST_FAILURES: usize = 20;

/// The time without a response before the host is checked, as a multiple of the request timeout.
const MOST_TIMEOUTS: u32 = 3;

/// Records whether the host still answers.
#[derive(Debug)]
pub(super) struct Silence {
    /// The last address that responded.
    answered: Url,
    heard: Instant,
    failures: usize,
    most: Duration,
}

impl Silence {
    /// Starts with a start address that has just responded.
    pub(super) fn new(start: &Url, patience: Duration) -> Self {
        Self {
            answered: start.clone(),
            heard: Instant::now(),
            failures: 0,
            most: patience * MOST_TIMEOUTS,
        }
    }

    /// Records that an address responded.
    pub(super) fn hear(&mut self, url: &Url) {
        self.answered.clone_from(url);
        self.heard = Instant::now();
        self.failures = 0;
    }

    /// Records that an address failed. Returns an address to check if the host may be gone.
    pub(super) fn doubt(&mut self) -> Option<Url> {
        self.failures += 1;
        let is_long = self.failures > 1 && self.heard.elapsed() >= self.most;
        if self.failures < MOST_FAILURES && !is_long {
            return None;
        }
        // Counting starts again, so that the other threads do not check the host too.
        self.failures = 0;
        self.heard = Instant::now();
        Some(self.answered.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_asked_after_many_failures_or_a_long_time() {
        let url = |path: &str| Url::parse(&format!("https://a.example/{path}")).unwrap();
        let mut silence = Silence::new(&url(""), Duration::from_mins(1));
        silence.hear(&url("good"));
        assert!((1..MOST_FAILURES).all(|_| silence.doubt().is_none()));
        silence.hear(&url("better"));
        assert!((1..MOST_FAILURES).all(|_| silence.doubt().is_none()));
        assert_eq!(silence.doubt(), Some(url("better")));
        assert_eq!(silence.doubt(), None);
        let mut silence = Silence::new(&url(""), Duration::ZERO);
        assert_eq!(silence.doubt(), None);
        assert_eq!(silence.doubt(), Some(url("")));
    }
}
