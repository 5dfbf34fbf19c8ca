//! Pauses between attempts: doubled each time, with jitter, and never shorter than the server asks.

use std::time::{Duration, Instant};

/// The pauses of a push.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// The first pause.
    pub first: Duration,
    /// The longest pause, unless the server asks for a longer one.
    pub longest: Duration,
    /// The time after which attempts end.
    pub total: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(500),
            longest: Duration::from_secs(30),
            total: Duration::from_mins(10),
        }
    }
}

/// The attempts at one thing.
#[derive(Debug)]
pub(crate) struct Attempts {
    patience: Patience,
    next: Duration,
    begin: Instant,
}

impl Attempts {
    pub(crate) fn new(patience: Patience) -> Self {
        Self {
            patience,
            next: patience.first,
            begin: Instant::now(),
        }
    }

    /// Returns the pause before the next attempt; none if there is none.
    pub(crate) fn pause(&mut self, asked: Option<Duration>) -> Option<Duration> {
        let jitter = self.next.mul_f64(fastrand::f64() / 2.0);
        let pause = (self.next / 2 + jitter).max(asked.unwrap_or_default());
        self.next = (self.next * 2).min(self.patience.longest);
        (self.begin.elapsed() + pause <= self.patience.total).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_bound_and_respect_the_server() {
        let patience = Patience {
            first: Duration::from_secs(1),
            longest: Duration::from_secs(4),
            total: Duration::from_mins(10),
        };
        let mut attempts = Attempts::new(patience);
        for seconds in [1, 2, 4, 4] {
            let pause = attempts.pause(None).unwrap();
            let longest = Duration::from_secs(seconds);
            assert!(pause >= longest / 2 && pause <= longest, "{pause:?}");
        }
        let asked = Duration::from_secs(20);
        assert_eq!(attempts.pause(Some(asked)), Some(asked));
        assert_eq!(attempts.pause(Some(Duration::from_secs(601))), None);
    }
}
