//! Retrieval: from a query to a ranked list of chunks.
//!
//! A [`Retriever`] reads the index and the query and returns chunks with scores. It does not
//! reword the question (pre-retrieval), reorder by quality (post-retrieval) or decide whether
//! the hits are good enough to answer from (orchestration).
//!
//! | operator | ranks by | use it when |
//! |---|---|---|
//! | [`Hybrid`] | words in common, and meaning | almost always |
//! | [`Bm25`] | rarity-weighted words in common, over forms and fields | only the visitor's own words may count |
//! | [`Semantic`] | meaning alone, by an encoder's vectors | pages word things unlike visitors |
//! | [`TermFrequency`] | how often the words occur | as the plain baseline |
//! | [`Restricted`] | as another retriever does | filters, exclusions or phrases exclude chunks |
//!
//! The retriever `remote` is a need instead of an operator ([`remote()`]): the pages are in a cluster.
//!
//! [`match_features()`] computes how well the best chunks of any retriever match the question as a whole;
//! rerankers use it.
//!
//! # Adding one
//! Copy `tf.rs`, add it to [`RETRIEVERS`] and to the table, and list it in
//! `tests/contracts/retrieval/`.

mod allowed;
mod bm25;
mod closeness;
mod encoding;
mod fusion;
mod hybrid;
mod match_features;
mod normalisation;
mod operators;
mod prefetch;
mod remote;
mod restricted;
mod scan;
mod search;
mod semantic;
mod term_matching;
mod tf;

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroUsize;

pub use allowed::Allowed;
pub use bm25::{Bm25, Bm25Settings, FieldWeights, FormWeights};
pub use closeness::Closeness;
pub use encoding::EncoderSettings;
pub use fusion::{FUSIONS, Fusion, FusionWeights, MakeFusion, ReciprocalRankSettings};
pub use hybrid::Hybrid;
pub use match_features::{HitFeatures, match_features};
pub use operators::{
    CONFIGURABLE_RETRIEVERS, DEFAULT_RETRIEVERS, MakeRetriever, RETRIEVERS, RetrieverSource,
    retriever, retriever_of,
};
pub use remote::{BM25, REMOTE, remote};
pub use restricted::Restricted;
pub use search::Search;
pub use semantic::{Semantic, SemanticSettings};
pub use term_matching::{Form, Pruning, TermMatches, match_term};
pub use tf::{TermFrequency, TermFrequencySettings};

use crate::hit::Scored;
use crate::index::{ChunkId, Index, LookUp};
use crate::needs::Attempt;
use crate::ordered::first;
use crate::query::{Query, Reading, Term};

/// Finds the chunks most likely to hold the answer to a query.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * at most `limit` hits, best first, ties by document id, then by chunk;
/// * only allowed chunks, with the scores and in the order that they have among all chunks;
/// * no chunk twice, every chunk known to the index, scores finite, relevance in 0..=1;
/// * no usable term gives no hits, and that is not an error;
/// * an index without a section that it requires is an error that says how to get the section.
pub trait Retriever {
    /// Returns the name used in the configuration.
    fn name(&self) -> &'static str;

    /// Returns whether it reads the vectors of the index, if there are any.
    fn needs_vectors(&self) -> bool {
        false
    }

    /// Returns how it prunes long lists; none if it reads every list.
    fn pruning(&self) -> Option<Pruning> {
        None
    }

    /// Requires the shards of a question's words and of their possible combinations (fold keys).
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) with all missing files.
    fn require_words(&self, index: &Index, query: &Query, together: &[String]) -> Attempt<()> {
        prefetch::require_words(index, query, together, self.needs_vectors())
    }

    /// Requires the files that a question will most likely need, as far as they are known before
    /// its words are looked up.
    ///
    /// # Errors
    /// The same as for [`Self::require_words`].
    fn prefetch(&self, index: &Index, query: &Query) -> Attempt<()> {
        prefetch::prefetch(index, query, self.pruning(), self.needs_vectors())
    }

    /// Returns the best of the allowed chunks.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) if a part of the index must be fetched first,
    /// [`crate::Error::Corrupt`] if it is damaged, [`crate::Error::InvalidValue`] if the index
    /// lacks data that this retriever reads.
    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Attempt<Vec<Scored>>;
}

// Prints the name only: requiring `Debug` of every implementation would add the code to print all
// its parts to the download.
impl fmt::Debug for dyn Retriever + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

crate::settings! {
    /// Settings of retrieval.
    pub struct RetrievalSettings {
        /// The retriever: `hybrid`, `bm25`, `semantic`, `tf` or `remote`. In a bundle without
        /// vectors, `hybrid` is the same as `bm25`. `soru build --layout remote` sets `remote`.
        pub retriever: String = "hybrid".to_owned(),
        /// The fusion of `bm25` and `semantic` in `hybrid`: `coverage`, `weighted` or `rrf`.
        pub fusion: String = "coverage".to_owned(),
        /// Minimum similarity (cosine, 0 to 1) of a chunk without any word of the question to be a
        /// hit of `hybrid`.
        pub min_similarity: f64 = 0.35,
        /// Hits that score less than this times the number of words in the question are dropped
        /// before reranking; 0 drops none (R22). With `hybrid`, the score of `bm25` counts.
        pub min_score_weight: f64 = 0.0,
        /// Share of a question that may be ignored, 0 to 1. Words on very many pages have little
        /// value, and their long lists are not fetched while the total value pruned is at most this
        /// share. At 0, everything is fetched.
        pub pruning: f64 = 0.05,
        /// Weight of a hit in another language than the question's, 0 to 1. At 0 other languages
        /// are not searched.
        pub other_language_weight: f64 = 0.5,
        /// Number of chunks read, best first, to find those that contain a quoted phrase in
        /// sequence.
        pub phrase_candidates: NonZeroUsize = const { NonZeroUsize::new(100).unwrap() },
        /// Constants of `bm25`.
        pub bm25: Bm25Settings = Bm25Settings::default(),
        /// Constants of `tf`.
        pub tf: TermFrequencySettings = TermFrequencySettings::default(),
        /// Constants of `semantic`.
        pub semantic: SemanticSettings = SemanticSettings::default(),
        /// Weights of the two retrievers in the fusion `weighted`, and in `coverage` for a question
        /// whose words are all in the best chunk. Each score is divided by its maximum. In
        /// `coverage`, only the ratio of the weights matters.
        pub weighted: FusionWeights = FusionWeights::default(),
        /// Constants of `hybrid` that depend on the question and on the encoder's table.
        pub encoder: EncoderSettings = EncoderSettings::default(),
        /// Constants of the fusion `rrf`, reciprocal rank fusion.
        pub rrf: ReciprocalRankSettings = ReciprocalRankSettings::default(),
    }
}

impl RetrievalSettings {
    /// Returns the pruning of long lists, if it is enabled.
    pub fn pruning(&self) -> Option<Pruning> {
        let FormWeights {
            surface,
            stem,
            prefix,
        } = self.bm25.forms;
        (self.pruning > 0.0).then_some(Pruning {
            forms: [surface, stem, prefix],
            share: self.pruning,
        })
    }
}

/// Drops hits that score less than `weight` per word of the question (R22). A fused score does not
/// grow with the number of words, so the score of [`Bm25`] that went into it is used instead.
pub fn drop_weak(hits: &mut Vec<Scored>, weight: f64, words: usize) {
    if weight > 0.0 {
        let least = weight * words as f64;
        hits.retain(|hit| {
            let mut parts = hit.parts.iter().flatten();
            let by_words = parts.find(|(name, _)| *name == "bm25");
            by_words.map_or(hit.score, |(_, score)| *score) >= least
        });
    }
}

/// Returns the best of the allowed chunks by score, cut to `limit`. `relevance` converts the score
/// of a chunk to its share of the maximum.
fn rank(
    scores: &[f64],
    relevance: impl Fn(ChunkId, f64) -> f64,
    allowed: &Allowed,
    limit: usize,
) -> Vec<Scored> {
    let mut found: Vec<ChunkId> = Vec::new();
    let room = limit.saturating_mul(2).max(256);
    let mut least = 0.0;
    for (chunk, score) in (0..).zip(scores) {
        if *score > least && allowed.holds(chunk) {
            // Most chunks need no sorting: once enough better ones were found, they cannot be among
            // the best.
            if found.len() == room {
                found = best(scores, &found, limit);
                least = found
                    .last()
                    .map_or(f64::INFINITY, |last| scores[*last as usize]);
                if *score <= least {
                    continue;
                }
            }
            found.push(chunk);
        }
    }
    let hits = best(scores, &found, limit).into_iter();
    hits.map(|chunk| {
        let score = scores[chunk as usize];
        Scored {
            chunk,
            score,
            relevance: relevance(chunk, score).clamp(0.0, 1.0),
            parts: None,
        }
    })
    .collect()
}

/// Returns the best of these chunks, best first.
fn best(scores: &[f64], chunks: &[ChunkId], limit: usize) -> Vec<ChunkId> {
    let score = |place: usize| scores[chunks[place] as usize];
    let before = |one: usize, other: usize| match score(other).total_cmp(&score(one)) {
        Ordering::Equal => chunks[one] < chunks[other],
        order => order.is_lt(),
    };
    let places = first(chunks.len(), limit, &before).into_iter();
    places.map(|place| chunks[place]).collect()
}

/// Requires all files that look-ups of these terms need, and optionally the vectors. It does so for
/// all languages at once, so that they are fetched in one round.
fn require(index: &Index, query: &Query, terms: Wanted, with_vectors: bool) -> Attempt<()> {
    index.require_terms(&look_ups(index, query, terms), with_vectors)
}

/// Selects the terms of a reading to look up.
type Wanted = fn(&Reading) -> Vec<&Term>;

fn look_ups(index: &Index, query: &Query, terms: Wanted) -> Vec<(usize, LookUp)> {
    let mut keys = Vec::new();
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag) {
            for term in terms(reading) {
                for look_up in term.look_ups(reading.language) {
                    keys.push((language, look_up));
                }
            }
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_equal_scores_are_ordered_by_chunk() {
        let hits = rank(
            &[0.0, 1.0, 0.0, 2.0, 0.0, 1.0, 0.0, 1.0],
            |_, score| score / 2.0,
            &Allowed::all(),
            3,
        );
        let order: Vec<u32> = hits.iter().map(|hit| hit.chunk).collect();
        assert_eq!(order, [3, 1, 5]);
        assert!((hits[0].relevance - 1.0).abs() < 1e-12);
    }

    #[test]
    fn r21_all_hits_are_returned_if_fewer_than_the_limit() {
        let found = |limit| rank(&[0.0, 1.0], |_, _| 1.0, &Allowed::all(), limit).len();
        assert_eq!((found(10), found(1), found(0)), (1, 1, 0));
    }

    #[test]
    fn r22_a_minimum_score_counts_per_word_of_the_question() {
        let mut hits = rank(&[0.0, 5.0, 2.9, 3.0], |_, _| 1.0, &Allowed::all(), 10);
        drop_weak(&mut hits, 1.5, 2);
        assert_eq!(hits.iter().map(|hit| hit.chunk).collect::<Vec<_>>(), [1, 3]);
        drop_weak(&mut hits, 0.0, 2);
        assert_eq!(hits.len(), 2);
    }

    // The scores of `hybrid` are at most 1, regardless of the number of words.
    #[test]
    fn r22_a_fused_hit_is_dropped_by_its_bm25_score() {
        let mut hits = rank(&[1.0, 0.9, 0.8], |_, _| 1.0, &Allowed::all(), 10);
        for (hit, bm25) in hits.iter_mut().zip([12.0, 7.9, 8.0]) {
            hit.parts = Some([("bm25", bm25), ("semantic", 0.5)]);
        }
        drop_weak(&mut hits, 2.0, 4);
        assert_eq!(hits.iter().map(|hit| hit.chunk).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn r22_a_minimum_that_is_negative_or_beyond_all_scores_is_refused_by_name() {
        for bad in [-1.0, 1e7] {
            let settings = RetrievalSettings {
                min_score_weight: bad,
                ..Default::default()
            };
            let message = retriever(&settings, true).unwrap_err().to_string();
            assert!(message.contains("retrieval.min_score_weight"), "{message}");
        }
    }

    #[test]
    fn an_unknown_retriever_is_refused_with_the_known_ones() {
        let settings = RetrievalSettings {
            retriever: "bm52".into(),
            ..Default::default()
        };
        let message = retriever(&settings, true).unwrap_err().to_string();
        assert!(
            message.contains("bm52")
                && message.contains("`hybrid`, `bm25`, `semantic`, `tf`, `remote`"),
            "{message}"
        );
    }

    // The constants of `hybrid` are checked nevertheless: a mistake should not surface only with a
    // larger bundle.
    #[test]
    fn r20_hybrid_is_bm25_without_vectors() {
        let mut settings = RetrievalSettings {
            retriever: "hybrid".into(),
            ..Default::default()
        };
        let name = |has_vectors| retriever(&settings, has_vectors).unwrap().name();
        assert_eq!([name(true), name(false)], ["hybrid", "bm25"]);
        settings.fusion = "sum".into();
        assert!(retriever(&settings, false).is_err());
    }
}
