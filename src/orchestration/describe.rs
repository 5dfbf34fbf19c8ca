//! What a trace says of queries and hits, for site owners.

use crate::hit::{Hit, Scored};
use crate::post_retrieval::RerankChain;
use crate::query::Query;

pub(super) fn describe_query(query: &Query) -> String {
    let readings: Vec<String> = query
        .readings
        .iter()
        .map(|reading| {
            let terms: Vec<String> = reading
                .terms
                .iter()
                .map(|term| format!("{} {:.2} {:?}", term.surface, term.weight, term.origin))
                .collect();
            format!(
                "{} x{:.2} [{}]",
                reading.tag,
                reading.weight,
                terms.join(", ")
            )
        })
        .collect();
    format!("intent {}; {}", query.intent, readings.join("; "))
}

pub(super) fn describe_chain(chain: &RerankChain) -> String {
    if chain.is_empty() {
        return "no reranker".to_owned();
    }
    chain.names().collect::<Vec<_>>().join(" > ")
}

pub(super) fn describe_scored(hits: &[Scored]) -> String {
    let best = hits.first().map_or_else(String::new, |hit| {
        format!(", best {:.3} (relevance {:.2})", hit.score, hit.relevance)
    });
    format!("{} hits{best}", hits.len())
}

pub(super) fn describe_hits(hits: &[Hit]) -> String {
    let best: Vec<String> = hits
        .iter()
        .take(5)
        .map(|hit| format!("{}#{} {:.3}", hit.id, hit.chunk, hit.score))
        .collect();
    format!("{} hits: {}", hits.len(), best.join(", "))
}
