//! Suggested facts: answers that a language model finds in the sections of a site, for a person to
//! check.
//!
//! A wrong fact is worse than none, so no suggestion becomes a fact automatically. Suggestions go
//! to a separate file, in the format of facts, which no build reads; its owner moves the correct
//! ones into a file of facts. An answer is a quotation: the model chooses only which words of a
//! section answer which question. [`crate::language_model`] sends the requests.
//!
//! | file | does |
//! |---|---|
//! | `prompt.rs` | the request to a language model |
//! | `reply.rs` | checks replies like untrusted bytes |
//! | `quotation.rs` | finds an answer in its section, with the sentence around it |
//! | `known.rs` | questions that have a fact, or the same suggestion |
//! | `file.rs` | the file of suggestions, to which a run only appends |

mod file;
mod known;
mod prompt;
mod quotation;
mod reply;

pub use file::Suggested;
pub use known::KnownFacts;
pub use prompt::FactsPrompt;
pub use reply::{CheckedFacts, check_facts};

#[cfg(test)]
mod tests;
