//! Estimates the cost of asking before anything is sent.

use serde::Serialize;

use super::message::Message;

/// Tokens of a message besides its text.
const MESSAGE: usize = 4;

/// Characters per token, approximately: tokenizers cut English into pieces of four letters, and
/// other scripts into shorter ones.
const ASCII: f64 = 4.0;
const BEYOND_ASCII: f64 = 1.5;

/// Prices per million tokens, in any currency.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prices {
    /// Of sent tokens.
    pub sent: f64,
    /// Of received tokens.
    pub received: f64,
}

/// The estimated tokens and their cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CostEstimate {
    /// Sections to ask about.
    pub sections: usize,
    /// Tokens to send.
    pub tokens_sent: usize,
    /// Tokens to receive.
    pub tokens_received: usize,
    /// The cost in the currency of the prices, if these are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// Estimates the tokens of the messages about each section, and of the replies.
#[must_use]
pub fn estimate(
    requests: impl Iterator<Item = ([Message; 2], usize)>,
    prices: Option<Prices>,
) -> CostEstimate {
    let mut estimate = CostEstimate::default();
    for (messages, received) in requests {
        let sent = messages
            .iter()
            .map(|message| MESSAGE + tokens(&message.content));
        estimate.sections += 1;
        estimate.tokens_sent += sent.sum::<usize>();
        estimate.tokens_received += received;
    }
    estimate.cost = prices.map(|prices| estimate.cost_at(prices));
    estimate
}

impl CostEstimate {
    fn cost_at(&self, prices: Prices) -> f64 {
        let (sent, received) = (self.tokens_sent as f64, self.tokens_received as f64);
        (sent * prices.sent + received * prices.received) / 1e6
    }
}

/// The approximate number of tokens in a text.
pub(super) fn tokens(text: &str) -> usize {
    let ascii = text.chars().filter(char::is_ascii).count();
    let beyond = text.chars().count() - ascii;
    // The number is about the length of a text in memory.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a length, and not negative"
    )]
    let tokens = (ascii as f64 / ASCII + beyond as f64 / BEYOND_ASCII).ceil() as usize;
    tokens
}
