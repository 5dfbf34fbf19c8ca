//! Silence: whether the host still answers, when addresses fail in a row.
//!
//! Errors of single pages say nothing of a host. After many in a row, or a long time without an
//! answer, an address that answered before is asked again; only if that fails too, the host is gone.

use std::time::{Duration, Instant};

use url::Url;

/// Addresses that fail in a row before the host is asked.
const MOST_FAILURES: usize = 20;

/// Time without an answer, in timeouts of a request, before the host is asked.
const MOST_TIMEOUTS: u32 = 3;

/// Records whether the host still answers.
#[derive(Debug)]
pub(super) struct Silence {
    /// An address that answered.
    answered: Url,
    heard: Instant,
    failures: usize,
    most: Duration,
}

impl Silence {
    /// The start has answered just now.
    pub(super) fn new(start: &Url, patience: Duration) -> Self {
        Self {
            answered: start.clone(),
            heard: Instant::now(),
            failures: 0,
            most: patience * MOST_TIMEOUTS,
        }
    }

    /// An address answered.
    pub(super) fn hear(&mut self, url: &Url) {
        self.answered.clone_from(url);
        self.heard = Instant::now();
        self.failures = 0;
    }

    /// An address failed. Returns one to ask instead, if the host may be gone.
    pub(super) fn doubt(&mut self) -> Option<Url> {
        self.failures += 1;
        let is_long = self.failures > 1 && self.heard.elapsed() >= self.most;
        if self.failures < MOST_FAILURES && !is_long {
            return None;
        }
        // The others go on meanwhile.
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
