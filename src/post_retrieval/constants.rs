//! What the constants of rerankers share: their place in the settings, their range, and the unit of
//! scores to which they are added.

use crate::error::Result;
use crate::hit::Hit;
use crate::settings::{join, usual};

/// Path of [`RankingSettings`](super::RankingSettings) in a site's configuration; errors begin with
/// it.
pub const PATH: &str = "ranking";

/// Rejects constants of an operator that are negative, or so large that scores would be lost.
pub(super) fn not_negative(operator: &str, entries: &[(&str, f64)]) -> Result<()> {
    usual(&join(PATH, operator), entries)
}

/// Returns the largest score, or 1 if none is above 0.
pub(super) fn largest(hits: &[Hit]) -> f64 {
    let largest = hits.iter().fold(0.0, |most: f64, hit| most.max(hit.score));
    if largest > 0.0 { largest } else { 1.0 }
}

/// Returns the score in the given unit. Clamps scores far below 0, so that none overflows.
pub(super) fn scale(score: f64, unit: f64) -> f64 {
    (score / unit).max(-1e9)
}
