//! Post-retrieval: from a list of hits to a better order of the same hits.
//!
//! A [`Reranker`] gives every hit a new score; it cannot touch what a hit holds. Which rerankers
//! run, in which order and with which constants is configuration. This stage does not find hits
//! (retrieval) and does not decide whether they answer (orchestration).

use std::fmt;

use crate::error::Result;
use crate::hit::Hit;
use crate::query::Query;

/// Scores hits anew.
///
/// # Contract
/// `tests/contracts.rs` holds every implementation to this:
/// * one finite score per hit, in the order of the hits;
/// * the same input gives the same scores;
/// * no hits is not an error.
pub trait Reranker: fmt::Debug {
    /// The name by which configuration chooses it and under which a hit keeps its score.
    fn name(&self) -> &str;

    /// New scores, one per hit.
    ///
    /// # Errors
    /// Whatever kept it from scoring; the chain then leaves the order as it was.
    fn scores(&self, query: &Query, hits: &[Hit]) -> Result<Vec<f64>>;
}
