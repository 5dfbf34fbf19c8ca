//! Asks a language model about the sections of a site, natively and before the site is built.
//!
//! This module sends requests and reads replies, as files or from an address. Its callers write the
//! requests and judge the replies: [`crate::questions`] generates the questions that sections
//! answer, [`crate::facts::suggest`] proposes facts. Visitors never use it.
//!
//! | file | does |
//! |---|---|
//! | `message.rs` | an instruction, and a section between delimiters that no page can know |
//! | `estimate.rs` | estimates the cost of asking |
//! | `budget.rs` | limits the cost of asking, by the server's own counts |
//! | `client.rs`, `replies.rs` | a model at an address: requests, replies, failures |
//! | `secret.rs` | keeps the key out of everything that a server answers |
//! | `ask.rs` | many requests: concurrently, with retries |
//! | `reading.rs` | finds the JSON in a reply |
//! | `batch.rs` | requests and answers as files |

mod ask;
mod batch;
mod budget;
mod client;
mod estimate;
mod message;
mod reading;
mod replies;
mod secret;

pub use ask::{AskOutcome, Asking, RetryPolicy, StopReason, ask};
pub use batch::{BatchAnswer, BatchFormat, ReplyContent, read_answers, requests};
pub use budget::{Budget, Limits};
pub use client::{Api, Endpoint, Model, Refusal, Reply};
pub use estimate::{CostEstimate, Prices, Request, Usage, estimate};
pub use message::Message;
pub(crate) use message::{About, Excerpt, drawn, messages};
pub(crate) use reading::{bare, value_in, values_in};

#[cfg(test)]
pub(crate) mod tests;
