//! Converts chunks with scores to hits.

use crate::hit::{Hit, MatchFeatures, Scored};
use crate::index::Index;
use crate::ordered::Map;

/// Makes a hit with the ranking data of a chunk, without the displayed fields.
pub(super) fn hit(index: &Index, scored: &Scored, features: MatchFeatures, retriever: &str) -> Hit {
    let chunks = index.chunks();
    let (document, number) = chunks.borders().place(scored.chunk);
    let language = chunks.language(document as usize);
    Hit {
        chunk: number,
        score: scored.score,
        scores: scores(retriever, scored),
        lang: index.languages()[language].tag.clone(),
        features,
        chunk_id: scored.chunk,
        document: document as usize,
        group: chunks.group_of(scored.chunk),
        translation: chunks.translation_of(document),
        is_news: chunks.is_news(document),
        newest: (chunks.newest_of(document) as usize).checked_sub(1),
        relevance: scored.relevance,
        ..Hit::default()
    }
}

/// Returns the score by the retriever's name, and its parts by theirs.
fn scores(retriever: &str, hit: &Scored) -> Map<f64> {
    let mut scores: Map<f64> = hit.parts.into_iter().flatten().collect();
    scores.insert(retriever, hit.score);
    scores
}
