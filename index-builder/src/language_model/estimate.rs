//! What asking will cost, before anything is sent.

use serde::Serialize;

use super::message::Message;

/// Tokens of a message besides its text.
const MESSAGE: usize = 4;

/// Characters of a token, about: tokenizers cut English into pieces of four letters, and other scripts
/// into shorter ones.
const ASCII: f64 = 4.0;
const BEYOND_ASCII: f64 = 1.5;

/// Prices per million tokens, in any currency.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prices {
    /// Of what is sent.
    pub sent: f64,
    /// Of what comes back.
    pub received: f64,
}

/// Tokens, and what they cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// Sections that will be asked about.
    pub sections: usize,
    /// Tokens that will be sent.
    pub tokens_sent: usize,
    /// Tokens that will come back.
    pub tokens_received: usize,
    /// In the currency of the prices, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// What asking takes, about: the messages about each section, and the tokens that come back.
#[must_use]
pub fn estimate(
    requests: impl Iterator<Item = ([Message; 2], usize)>,
    prices: Option<Prices>,
) -> Estimate {
    let mut estimate = Estimate::default();
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

impl Estimate {
    fn cost_at(&self, prices: Prices) -> f64 {
        let (sent, received) = (self.tokens_sent as f64, self.tokens_received as f64);
        (sent * prices.sent + received * prices.received) / 1e6
    }
}

/// Tokens of a text, about.
pub(super) fn tokens(text: &str) -> usize {
    let ascii = text.chars().filter(char::is_ascii).count();
    let beyond = text.chars().count() - ascii;
    // Of a length that fits into memory.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a length, and not negative"
    )]
    let tokens = (ascii as f64 / ASCII + beyond as f64 / BEYOND_ASCII).ceil() as usize;
    tokens
}
