//! `semantic`: cosine similarity of question and chunk vectors (R19).
//!
//! An encoder embedded the chunks when the bundle was built, and a table of word pieces encodes the
//! question in the same space (`encoding.rs`). Questions written for a chunk have vectors too, and
//! the nearest vector counts.
//!
//! ```text
//! score     = cosine(question, chunk) · weight of the reading
//! relevance = cosine(question, chunk)
//! ```
//!
//! Pages in languages without vectors have no score.

use std::sync::Arc;

use super::encoding;
use super::search::{Matched, ReadPlan, Search};
use super::{Allowed, Retriever, rank};
use crate::error::Error;
use crate::hit::Scored;
use crate::index::{ChunkId, Index, VectorSpace};
use crate::needs::Attempt;

crate::settings! {
    /// Constants of `semantic`.
    pub struct SemanticSettings {
        /// Maximum number of hits, 1 or more.
        pub depth: std::num::NonZeroUsize = const { std::num::NonZeroUsize::new(20).unwrap() },
    }
}

/// Ranks by similarity in meaning.
#[derive(Debug, Clone)]
pub struct Semantic {
    depth: usize,
}

impl Semantic {
    /// Creates it with these constants.
    pub fn new(settings: &SemanticSettings) -> Self {
        Self {
            depth: settings.depth.get(),
        }
    }
}

impl Retriever for Semantic {
    fn name(&self) -> &'static str {
        "semantic"
    }

    fn needs_vectors(&self) -> bool {
        true
    }

    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Attempt<Vec<Scored>> {
        let index = search.index();
        if !index.has_vectors() && !index.chunks().is_empty() {
            return Err(no_vectors().into());
        }
        let matched = search.matched(ReadPlan::ALL, Some(encoding::encode))?;
        let similar = Similarity::new(index, &matched)?;
        let relevance = |chunk, score| similar.relevance(index, chunk, score);
        Ok(rank(
            &similar.scores,
            relevance,
            allowed,
            limit.min(self.depth),
        ))
    }
}

fn no_vectors() -> Error {
    Error::invalid(
        "retrieval.retriever",
        "\"semantic\"",
        "`bm25` or `hybrid`, because the bundle has no vectors: build it with an encoder \
         (`soru encoder add`)",
    )
}

/// The similarity of every chunk to a question.
pub(super) struct Similarity {
    /// Score per chunk; 0 for a chunk that is not similar.
    pub(super) scores: Vec<f64>,
    /// Per language, the factor from score to relevance.
    scales: Vec<f64>,
}

impl Similarity {
    /// Compares all chunks that have vectors.
    pub(super) fn new(index: &Index, matched: &[Matched<'_>]) -> Attempt<Self> {
        let mut similar = Self {
            scores: vec![0.0; index.chunks().len()],
            scales: vec![0.0; index.languages().len()],
        };
        for matched in matched {
            if let Some(space) = index.vectors(matched.language)? {
                similar.score_reading(matched, space);
            }
        }
        Ok(similar)
    }

    fn score_reading(&mut self, matched: &Matched<'_>, space: &VectorSpace) {
        let weight = matched.reading.weight;
        let mut score = |chunk: ChunkId, cosine: f64| {
            // A chunk has several vectors if questions were written for it.
            let score = &mut self.scores[chunk as usize];
            *score = score.max(weight * cosine);
        };
        if let Some(question) = &matched.encoded {
            let cells = question.cells.iter().map(Arc::as_ref);
            let whole = Some(space).filter(|space| !space.is_of_cells());
            for space in cells.chain(whole) {
                encoding::for_each_cosine(space, &question.vector, &mut score);
            }
            self.scales[matched.language] = 1.0 / weight;
        }
    }

    /// If vectors are in cells, gives the mean similarity of the compared chunks to every chunk
    /// that has words of the question but whose cell was not fetched. Otherwise such a chunk would
    /// rank below all compared chunks for no reason.
    pub(super) fn assume_mean(&mut self, index: &Index, matched: &[Matched<'_>], scores: &[f64]) {
        let encoded = matched
            .iter()
            .filter_map(|own| Some((own, own.encoded.as_ref()?)));
        for (own, question) in encoded.filter(|(_, question)| !question.cells.is_empty()) {
            let mut is_compared = vec![false; self.scores.len()];
            let (mut sum, mut count) = (0.0, 0.0);
            for vector in question.cells.iter().flat_map(|cell| cell.vectors()) {
                is_compared[vector.chunk as usize] = true;
                sum += self.scores[vector.chunk as usize];
                count += 1.0;
            }
            let mean = sum / f64::max(count, 1.0);
            for (chunk, (score, scores)) in (0..).zip(self.scores.iter_mut().zip(scores)) {
                let is_own = || index.language_of(chunk) == own.language;
                if *scores > 0.0 && !is_compared[chunk as usize] && is_own() {
                    *score = mean;
                }
            }
        }
    }

    /// Clears the score of a chunk that earned nothing with words, if it is below the chunk's
    /// `least`.
    pub(super) fn drop_faint(&mut self, least: &dyn Fn(ChunkId) -> f64, scores: &[f64]) {
        for (chunk, (score, scores)) in (0..).zip(self.scores.iter_mut().zip(scores)) {
            if *scores <= 0.0 && *score < least(chunk) {
                *score = 0.0;
            }
        }
    }

    fn relevance(&self, index: &Index, chunk: ChunkId, score: f64) -> f64 {
        score * self.scales[index.language_of(chunk)]
    }
}
