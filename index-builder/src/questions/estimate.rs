//! What asking will cost, before anything is sent.

use serde::Serialize;

use super::plan::Job;
use super::prompt::Prompt;

/// Tokens of a question that a model writes, with its quotation marks.
const QUESTION: usize = 16;

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

/// What asking about these sections takes, about.
#[must_use]
pub fn estimate(jobs: &[&Job], prompt: &Prompt, prices: Option<Prices>) -> Estimate {
    let sent = jobs.iter().map(|job| {
        let messages = prompt.messages(job);
        let texts = messages
            .iter()
            .map(|message| MESSAGE + tokens(&message.content));
        texts.sum::<usize>()
    });
    let received = jobs.iter().map(|job| prompt.most(job) * QUESTION);
    let (tokens_sent, tokens_received) = (sent.sum(), received.sum());
    Estimate {
        sections: jobs.len(),
        tokens_sent,
        tokens_received,
        cost: prices.map(|prices| {
            (tokens_sent as f64 * prices.sent + tokens_received as f64 * prices.received) / 1e6
        }),
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
