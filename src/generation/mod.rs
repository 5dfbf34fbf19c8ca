//! Generation: from the best hits to an answer.
//!
//! An [`AnswerGenerator`] reads hits and says what answers the question, or that nothing does.
//! It neither ranks (post-retrieval) nor decides whether the hits are good enough to be asked
//! (orchestration).

use std::fmt;

use crate::error::Result;
use crate::hit::Hit;
use crate::query::Query;

/// Words that answer a question, taken from a hit.
#[derive(Debug, Clone, PartialEq)]
pub struct Extract {
    /// The words, exactly as they stand in the hit's text.
    pub text: String,
    /// Where the question's words stand in it, in UTF-16 code units.
    pub marks: Vec<[u32; 2]>,
    /// Which hit they come from.
    pub hit: usize,
}

/// Says what answers a question.
///
/// # Contract
/// `tests/contracts.rs` holds every implementation to this:
/// * the text stands in the text of the hit it names, word for word;
/// * no hits gives no answer, and that is not an error.
pub trait AnswerGenerator: fmt::Debug {
    /// The name for the trace.
    fn name(&self) -> &str;

    /// The words that answer, if any do.
    ///
    /// # Errors
    /// Whatever kept it from answering.
    fn answer(&self, query: &Query, hits: &[Hit]) -> Result<Option<Extract>>;
}
