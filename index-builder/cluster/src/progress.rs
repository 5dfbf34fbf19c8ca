//! The progress that a push reports.

use std::time::Duration;

/// A listener. By default it ignores everything.
pub trait Progress: Send + Sync {
    /// A phase begins, with a number of chunks to send, or none.
    fn begins(&self, phase: &str, chunks: u64) {
        let _ = (phase, chunks);
    }

    /// The cluster accepted chunks.
    fn sent(&self, chunks: u64) {
        let _ = chunks;
    }

    /// The next attempt waits.
    fn waits(&self, pause: Duration, why: &str) {
        let _ = (pause, why);
    }
}

/// Ignores everything.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {}
