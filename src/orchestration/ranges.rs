//! Ranges of settings that are thresholds, not constants of an operator.

use super::configuration::AnswerSettings;
use crate::error::Result;
use crate::pre_retrieval::FactMatchingSettings;
use crate::settings::between;

/// Checks answer thresholds: one above 1 would never be reached, so nothing would ever be answered.
pub(super) fn check_answering(settings: &AnswerSettings) -> Result<()> {
    shares(&[
        ("answer.min_relevance", settings.min_relevance),
        ("answer.min_confidence", settings.min_confidence),
    ])
}

/// Checks the thresholds of fact matching.
pub(super) fn check_fact_matching(settings: &FactMatchingSettings) -> Result<()> {
    shares(&[
        ("fact_matching.overlap", settings.overlap),
        ("fact_matching.margin", settings.margin),
        ("fact_matching.spelling", settings.spelling),
        ("fact_matching.exact_confidence", settings.exact_confidence),
        ("fact_matching.fuzzy_confidence", settings.fuzzy_confidence),
        (
            "fact_matching.choice_similarity",
            settings.choice_similarity,
        ),
    ])
}

fn shares(entries: &[(&str, f64)]) -> Result<()> {
    for (path, value) in entries {
        between(path, *value, 0.0, 1.0)?;
    }
    Ok(())
}
