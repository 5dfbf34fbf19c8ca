//! Describes queries and hits in traces, for site owners.

use std::fmt;

use crate::answer::{Route, TraceTerm};
use crate::generation::Features;
use crate::hit::{Hit, Scored};
use crate::needs::{Attempt, Interruption};
use crate::number::Rounded;
use crate::pre_retrieval::FactMatch;
use crate::query::{Certainty, Correction, Query};
use crate::restrictions::{Filter, Restrictions};

/// An input or an output of an operator. It refers to the data: only [`Display`](fmt::Display) puts
/// it into words, so an engine without traces does not contain them.
#[derive(Debug, Clone, Copy)]
pub enum Described<'d> {
    /// A text.
    Text(&'d str),
    /// An error instead of an output.
    Error(&'d Interruption),
    /// A query.
    Query(&'d Query),
    /// Phrases, exclusions and filters of the question.
    Restrictions(&'d Restrictions),
    /// The complete question, unless it is complete already.
    FollowUp(Option<&'d str>),
    /// Corrected words.
    Corrections(&'d [Correction]),
    /// The choice between facts and pages.
    Route(&'d Route),
    /// The number of facts.
    Facts(usize),
    /// The fact that answers.
    Fact(Option<&'d FactMatch<'d>>),
    /// The question was routed to the facts, and none answers.
    NoFact,
    /// The message is small talk.
    SmallTalk,
    /// Chunks with scores.
    Scored(&'d [Scored]),
    /// The bundle has no vectors, so that another retriever ran than the one wanted.
    NoVectors {
        /// The retriever wanted.
        wanted: &'d str,
        /// The retriever that ran.
        ran: &'d str,
    },
    /// The number of hits.
    Count(usize),
    /// Hits with their order.
    Hits(&'d [Hit]),
    /// The best relevance.
    Relevance(f64),
    /// The best relevance is below this minimum.
    Irrelevant(f64),
    /// The sentences that answer.
    Sentences(Option<&'d str>),
    /// Features of an answer.
    Features(&'d Features),
    /// A share.
    Share(f64),
}

impl<'d> Described<'d> {
    /// Describes an outcome, or the error instead of it.
    pub(super) fn outcome<T>(outcome: &'d Attempt<T>, of: impl FnOnce(&'d T) -> Self) -> Self {
        match outcome {
            Ok(value) => of(value),
            Err(error) => Self::Error(error),
        }
    }
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Text(text) => f.write_str(text),
            Self::Error(error) => error.fmt(f),
            Self::Query(query) => f.write_str(&describe_query(query)),
            Self::Restrictions(restrictions) => f.write_str(&describe_restrictions(restrictions)),
            Self::FollowUp(full) => f.write_str(full.unwrap_or("complete by itself")),
            Self::Corrections(found) => f.write_str(&describe_corrections(found)),
            Self::Route(route) => {
                let confidence = Rounded(route.confidence, 2);
                write!(f, "tier {} ({confidence}): {}", route.tier, route.reasoning)
            }
            Self::Facts(count) => write!(f, "{count} facts"),
            Self::Fact(Some(found)) => {
                let overlap = Rounded(found.overlap, 2);
                write!(f, "\"{}\" ({overlap})", found.fact.question)
            }
            Self::Fact(None) => f.write_str("no fact"),
            Self::NoFact => {
                f.write_str("routed to the facts, but none matched: falling back to pages")
            }
            Self::SmallTalk => f.write_str("not a question: nothing is searched"),
            Self::Scored(hits) => f.write_str(&describe_scored(hits)),
            Self::NoVectors { wanted, ran } => {
                write!(f, "the bundle has no vectors, so `{wanted}` is `{ran}`")
            }
            Self::Count(count) => write!(f, "{count} hits"),
            Self::Hits(hits) => f.write_str(&describe_hits(hits)),
            Self::Relevance(best) => write!(f, "best relevance {}", Rounded(best, 2)),
            Self::Irrelevant(least) => write!(f, "no answer: below {}", Rounded(least, 2)),
            Self::Sentences(text) => {
                f.write_str(text.unwrap_or("no sentence contains a word of the question"))
            }
            Self::Features(features) => f.write_str(&describe_features(features)),
            Self::Share(share) => Rounded(share, 3).fmt(f),
        }
    }
}

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

fn describe_query(query: &Query) -> String {
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

fn describe_corrections(corrections: &[Correction]) -> String {
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
                Certainty::Form => "another form",
            };
            format!("{} -> {} ({certainty})", correction.from, correction.to)
        })
        .collect();
    described.join(", ")
}

fn describe_scored(hits: &[Scored]) -> String {
    let best = hits.first().map_or_else(String::new, |hit| {
        let (score, relevance) = (Rounded(hit.score, 3), Rounded(hit.relevance, 2));
        format!(", best {score} (relevance {relevance})")
    });
    format!("{} hits{best}", hits.len())
}

fn describe_hits(hits: &[Hit]) -> String {
    let best: Vec<String> = hits
        .iter()
        .take(5)
        .map(|hit| format!("{}#{} {}", hit.id, hit.chunk, Rounded(hit.score, 3)))
        .collect();
    format!("{} hits: {}", hits.len(), best.join(", "))
}

fn describe_features(features: &Features) -> String {
    let pairs = Features::NAMES.iter().zip(features.values());
    let pairs = pairs.map(|(name, value)| format!("{name} {}", Rounded(value, 3)));
    pairs.collect::<Vec<_>>().join(", ")
}
