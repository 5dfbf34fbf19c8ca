//! A node of the cluster, which rests after failures.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) address: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Failures in a row.
    failures: u32,
    rests_until: Option<Instant>,
}

impl Node {
    pub(super) fn new(address: String) -> Self {
        Self {
            address,
            state: Mutex::default(),
        }
    }

    /// Notes an answer.
    pub(super) fn works(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    /// Notes a failure: the node rests twice as long after each in a row. What was asked before
    /// the rest and fails during it counts once.
    pub(super) fn fails(&self, rest: Duration, longest: Duration) {
        let now = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.rests_until.is_some_and(|until| until > now) {
            return;
        }
        let factor = 1_u32.checked_shl(state.failures).unwrap_or(u32::MAX);
        let rest = rest.saturating_mul(factor).min(longest);
        state.failures += 1;
        state.rests_until = Some(now + rest);
    }

    /// Returns the end of the node's rest, if it rests.
    pub(super) fn rests_until(&self) -> Option<Instant> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.rests_until.filter(|until| *until > Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_failing_node_rests_twice_as_long_each_time_up_to_a_minute() {
        let node = Node::new("a".into());
        let seconds = Duration::from_secs;
        for rest in [5, 10, 20, 40, 60, 60] {
            node.fails(seconds(5), seconds(60));
            node.fails(seconds(5), seconds(60));
            tokio::time::advance(Duration::from_millis(rest * 1_000 - 1)).await;
            assert!(node.rests_until().is_some(), "{rest}");
            tokio::time::advance(Duration::from_millis(1)).await;
            assert!(node.rests_until().is_none(), "{rest}");
        }
        node.works();
        node.fails(seconds(5), seconds(60));
        tokio::time::advance(seconds(5)).await;
        assert!(node.rests_until().is_none(), "an answer ends the doubling");
    }
}
