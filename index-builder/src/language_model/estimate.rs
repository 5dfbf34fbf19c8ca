//! Estimates the cost of asking before anything is sent.

use std::ops::AddAssign;

use serde::Serialize;

use super::message::Message;

/// The number of tokens of a message besides its text.
const MESSAGE: usize = 4;

/// Approximate characters per token: tokenizers split English into pieces of four letters, and
/// other scripts into shorter ones.
const ASCII: f64 = 4.0;
const BEYOND_ASCII: f64 = 1.5;

/// Prices per million tokens, in any currency.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prices {
    /// The price of sent tokens.
    pub sent: f64,
    /// The price of received tokens.
    pub received: f64,
}

impl Prices {
    /// The cost of tokens.
    pub fn of(&self, usage: Usage) -> f64 {
        let (sent, received) = (usage.sent as f64, usage.received as f64);
        (sent * self.sent + received * self.received) / 1e6
    }
}

/// Tokens of requests and their replies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Sent tokens.
    pub sent: usize,
    /// Received tokens.
    pub received: usize,
}

impl Usage {
    /// All tokens.
    pub fn total(&self) -> usize {
        self.sent.saturating_add(self.received)
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.sent = self.sent.saturating_add(other.sent);
        self.received = self.received.saturating_add(other.received);
    }
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
pub fn estimate(requests: impl Iterator<Item = Request>, prices: Option<Prices>) -> CostEstimate {
    let (mut sections, mut all) = (0, Usage::default());
    for request in requests {
        sections += 1;
        all += request.expected;
    }
    CostEstimate {
        sections,
        tokens_sent: all.sent,
        tokens_received: all.received,
        cost: prices.map(|prices| prices.of(all)),
    }
}

/// The messages about a section, and the tokens that they are expected to use.
#[derive(Debug, Clone)]
pub struct Request {
    /// An instruction, and the section.
    pub messages: [Message; 2],
    /// The estimated tokens.
    pub expected: Usage,
}

impl Request {
    /// Creates a request whose reply has about this number of tokens.
    pub fn new(messages: [Message; 2], received: usize) -> Self {
        let sent = messages.iter();
        let sent = sent.map(|message| MESSAGE + tokens(&message.content));
        let sent = sent.sum();
        Self {
            messages,
            expected: Usage { sent, received },
        }
    }
}

/// Returns the approximate number of tokens in a text.
fn tokens(text: &str) -> usize {
    let ascii = text.chars().filter(char::is_ascii).count();
    let beyond = text.chars().count() - ascii;
    // The number has the order of a text's length in memory.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a length, and not negative"
    )]
    let tokens = (ascii as f64 / ASCII + beyond as f64 / BEYOND_ASCII).ceil() as usize;
    tokens
}
