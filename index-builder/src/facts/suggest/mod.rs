//! Suggested facts: what a language model finds in the sections of a site, for a person to check.
//!
//! A wrong fact is worse than none, so nothing here becomes a fact by itself. Suggestions go to a file of
//! their own, in the format of facts, which no build reads; its owner moves what is right. An answer is a
//! quotation: what the model may choose is which words of a section answer which question. How the model is
//! asked is the business of [`crate::language_model`].
//!
//! | file | does |
//! |---|---|
//! | `prompt.rs` | what a language model is told |
//! | `reply.rs` | replies checked as bytes from outside |
//! | `quotation.rs` | an answer found in its section, with the sentence around it |
//! | `known.rs` | questions that have a fact, or the same suggestion |
//! | `file.rs` | the file of suggestions, to which a run only adds |

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
