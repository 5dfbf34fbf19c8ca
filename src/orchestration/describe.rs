//! Describes queries and hits in traces, for site owners.

use crate::answer::TraceTerm;
use crate::generation::Features;
use crate::hit::{Hit, Scored};
use crate::number::Rounded;
use crate::query::{Certainty, Correction, Query};
use crate::restrictions::{Filter, Restrictions};

/// Formats restrictions: `"a phrase" -excluded section=Visa|Housing`.
pub(super) fn describe_restrictions(restrictions: &Restrictions) -> String {
    let phrases = restrictions.phrases.iter();
    let excluded = restrictions.excluded.iter();
    let parts: Vec<String> = phrases
        .map(|phrase| format!("\"{phrase}\""))
        .chain(excluded.map(|text| {
            let quote = if text.contains(' ') { "\"" } else { "" };
            format!("-{quote}{text}{quote}")
        }))
        .chain(std::iter::once(describe_filter(&restrictions.filter)))
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// Formats a filter: `section=Visa|Housing lang=en`.
pub(super) fn describe_filter(filter: &Filter) -> String {
    let entries = filter.entries();
    let entries: Vec<String> = entries
        .map(|(key, values)| format!("{key}={}", values.join("|")))
        .collect();
    entries.join(" ")
}

pub(super) fn describe_query(query: &Query) -> String {
    let readings: Vec<String> = query
        .readings
        .iter()
        .map(|reading| {
            let terms: Vec<String> = reading
                .terms
                .iter()
                .map(|term| {
                    let weight = Rounded(term.weight, 2);
                    format!("{} {weight} {:?}", term.surface, term.origin)
                })
                .collect();
            format!(
                "{} x{} [{}]",
                reading.tag,
                Rounded(reading.weight, 2),
                terms.join(", ")
            )
        })
        .collect();
    format!("intent {}; {}", query.intent, readings.join("; "))
}

/// Returns the words that a retriever searches for.
pub(super) fn terms(query: &Query) -> Vec<TraceTerm> {
    let mut terms = Vec::new();
    for reading in &query.readings {
        for term in &reading.terms {
            terms.push(TraceTerm {
                word: term.surface.clone(),
                lang: reading.tag.clone(),
                weight: reading.weight * term.weight,
                origin: term.origin.name(),
            });
        }
    }
    terms
}

pub(super) fn describe_corrections(corrections: &[Correction]) -> String {
    if corrections.is_empty() {
        return "nothing to repair".to_owned();
    }
    let described: Vec<String> = corrections
        .iter()
        .map(|correction| {
            let certainty = match correction.certainty {
                Certainty::Doubtful => "doubtful",
                Certainty::Probable => "probable",
                Certainty::Certain => "certain",
            };
            format!("{} -> {} ({certainty})", correction.from, correction.to)
        })
        .collect();
    described.join(", ")
}

pub(super) fn describe_scored(hits: &[Scored]) -> String {
    let best = hits.first().map_or_else(String::new, |hit| {
        let (score, relevance) = (Rounded(hit.score, 3), Rounded(hit.relevance, 2));
        format!(", best {score} (relevance {relevance})")
    });
    format!("{} hits{best}", hits.len())
}

pub(super) fn describe_hits(hits: &[Hit]) -> String {
    let best: Vec<String> = hits
        .iter()
        .take(5)
        .map(|hit| format!("{}#{} {}", hit.id, hit.chunk, Rounded(hit.score, 3)))
        .collect();
    format!("{} hits: {}", hits.len(), best.join(", "))
}

pub(super) fn describe_features(features: &Features) -> String {
    let pairs = Features::NAMES.iter().zip(features.values());
    let pairs = pairs.map(|(name, value)| format!("{name} {}", Rounded(value, 3)));
    pairs.collect::<Vec<_>>().join(", ")
}
