//! Limits what a run may use: tokens and cost, by the server's own counts.
//!
//! A request starts only if it fits beside the pending ones. Until the server has counted a first
//! request, estimates can be wrong by any factor, so the first one runs alone. From then on, each
//! request is expected to use as many tokens as the largest one so far, or its estimate times the
//! largest factor so far, whichever is more.

use std::sync::{Mutex, PoisonError};

use super::estimate::{Prices, Usage};

/// The maximum length of a token, as a multiple of the estimated length. A request that would
/// exceed a limit even with such long tokens is never sent.
const LONGEST: usize = 3;

/// The limits of a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The maximum number of tokens, sent and received.
    pub max_tokens: Option<usize>,
    /// The maximum cost, in the currency of the prices.
    pub max_cost: Option<f64>,
    /// The prices of tokens.
    pub prices: Option<Prices>,
}

impl Limits {
    fn is_none(&self) -> bool {
        self.max_tokens.is_none() && self.max_cost.is_none()
    }

    fn allow(&self, usage: Usage) -> bool {
        let cost = self.prices.map_or(0.0, |prices| prices.of(usage));
        // The sum of many prices has a rounding error.
        self.max_tokens.is_none_or(|most| usage.total() <= most)
            && self.max_cost.is_none_or(|most| cost <= most + 1e-12)
    }
}

/// The amounts that are used and pending.
#[derive(Debug, Default)]
struct State {
    used: Usage,
    /// The part that the server counted; the rest is estimated.
    counted: Usage,
    /// Number of pending requests, and their estimates.
    requests: usize,
    pending: Usage,
    /// The maximum number of counted tokens per estimated token; none before the first count.
    factors: Option<[f64; 2]>,
    /// The maximum number of tokens of one request.
    largest: Usage,
    is_spent: bool,
}

impl State {
    /// Returns the tokens that the server may count for some requests, given the sum of their
    /// estimates.
    fn expected(&self, requests: usize, estimate: Usage) -> Usage {
        let [sent, received] = self.factors.unwrap_or([1.0, 1.0]);
        Usage {
            sent: scaled(estimate.sent, sent).max(requests.saturating_mul(self.largest.sent)),
            received: scaled(estimate.received, received)
                .max(requests.saturating_mul(self.largest.received)),
        }
    }

    fn learn(&mut self, estimate: Usage, used: Usage) {
        let factor = |used: usize, estimate: usize| used as f64 / estimate.max(1) as f64;
        let own = [
            factor(used.sent, estimate.sent),
            factor(used.received, estimate.received),
        ];
        self.largest.sent = self.largest.sent.max(used.sent);
        self.largest.received = self.largest.received.max(used.received);
        let known = self.factors.unwrap_or_default();
        self.factors = Some([known[0].max(own[0]), known[1].max(own[1])]);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of tokens, and not negative"
)]
fn scaled(tokens: usize, factor: f64) -> usize {
    // A rounding error may put an integer product slightly above the integer.
    (tokens.max(1) as f64 * factor - 1e-6).ceil() as usize
}

/// The tokens and the cost of a run.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    state: Mutex<State>,
}

/// The reply to a request for tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reservation {
    /// The request may start.
    Granted,
    /// It may start later, depending on the pending requests.
    Pending,
    /// It would exceed a limit.
    Refused,
}

/// The end of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestEnd {
    /// The server counted its tokens.
    Counted(Usage),
    /// The server replied without counting tokens.
    Uncounted,
    /// There is no reply.
    NoReply,
}

impl Budget {
    /// Creates an unused budget.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            state: Mutex::default(),
        }
    }

    /// Returns the tokens used so far, as the server counted them.
    pub fn used(&self) -> Usage {
        self.with(|state| state.counted)
    }

    /// Returns their cost, if the prices are known.
    pub fn cost(&self) -> Option<f64> {
        self.limits.prices.map(|prices| prices.of(self.used()))
    }

    /// Whether a request was refused.
    pub(super) fn is_spent(&self) -> bool {
        self.with(|state| state.is_spent)
    }

    /// Reserves the tokens of a request, given their estimate.
    pub(super) fn reserve(&self, estimate: Usage) -> Reservation {
        self.with(|state| {
            let reply = self.reply(state, estimate);
            match reply {
                Reservation::Granted => {
                    state.requests += 1;
                    state.pending += estimate;
                }
                Reservation::Pending => {}
                Reservation::Refused => state.is_spent = true,
            }
            reply
        })
    }

    fn reply(&self, state: &State, estimate: Usage) -> Reservation {
        let fits = |usages: &[Usage]| {
            let mut all = state.used;
            for usage in usages {
                all += *usage;
            }
            self.limits.allow(all)
        };
        let expected = state.expected(1, estimate);
        let is_refused = match state.factors {
            _ if self.limits.is_none() => return Reservation::Granted,
            Some(_) => !fits(&[expected]),
            None => !fits(&[Usage {
                sent: estimate.sent / LONGEST,
                received: 0,
            }]),
        };
        if is_refused {
            Reservation::Refused
        } else if state.requests > 0
            && (state.factors.is_none()
                || !fits(&[state.expected(state.requests, state.pending), expected]))
        {
            Reservation::Pending
        } else {
            Reservation::Granted
        }
    }

    /// Ends a request and counts its tokens. If a server replies without a count, the estimate
    /// counts.
    pub(super) fn settle(&self, estimate: Usage, end: RequestEnd) {
        self.with(|state| {
            state.requests = state.requests.saturating_sub(1);
            state.pending.sent = state.pending.sent.saturating_sub(estimate.sent);
            state.pending.received = state.pending.received.saturating_sub(estimate.received);
            match end {
                RequestEnd::Counted(used) => {
                    state.counted += used;
                    state.used += used;
                    state.learn(estimate, used);
                }
                RequestEnd::Uncounted => {
                    state.used += estimate;
                    state.learn(estimate, estimate);
                }
                RequestEnd::NoReply => {}
            }
        });
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATE: Usage = Usage {
        sent: 80,
        received: 40,
    };

    fn used(sent: usize, received: usize) -> RequestEnd {
        RequestEnd::Counted(Usage { sent, received })
    }

    #[test]
    fn a_first_request_runs_alone_and_the_others_by_the_counts_of_the_server() {
        let budget = Budget::new(Limits {
            max_tokens: Some(300),
            ..Limits::default()
        });
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Granted);
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Pending);
        budget.settle(ESTIMATE, used(60, 40));
        // Two requests of 100 tokens fit, a third one never does.
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Granted);
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Granted);
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Pending);
        budget.settle(ESTIMATE, used(60, 40));
        budget.settle(ESTIMATE, used(60, 40));
        assert!(!budget.is_spent());
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Refused);
        assert!(budget.is_spent() && budget.used().total() == 300);
    }

    #[test]
    fn the_cost_counts_at_the_prices_of_either_kind_of_token() {
        let budget = Budget::new(Limits {
            max_cost: Some(0.001),
            prices: Some(Prices {
                sent: 1.0,
                received: 10.0,
            }),
            ..Limits::default()
        });
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Granted);
        budget.settle(ESTIMATE, used(100, 40));
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Granted);
        // A request without a reply costs nothing.
        budget.settle(ESTIMATE, RequestEnd::NoReply);
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Granted);
        budget.settle(ESTIMATE, used(100, 40));
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Refused);
        assert!((budget.cost().unwrap() - 0.001).abs() < 1e-9);
    }

    #[test]
    fn a_budget_that_no_request_can_fit_sends_none() {
        let budget = Budget::new(Limits {
            max_tokens: Some(10),
            ..Limits::default()
        });
        assert_eq!(budget.reserve(ESTIMATE), Reservation::Refused);
        let unlimited = Budget::new(Limits::default());
        for _ in 0..9 {
            assert_eq!(unlimited.reserve(ESTIMATE), Reservation::Granted);
        }
    }
}
