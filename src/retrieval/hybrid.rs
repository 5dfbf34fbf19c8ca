//! `hybrid`: `bm25` and `semantic`, fused (R20).
//!
//! Words in common find most; similarity adds what says the same in other words. How the two
//! become one ranking is said in `fusion.rs`. In any space most chunks are a little similar to any
//! question, so one that has none of its words has to be rather similar to be a hit at all.
//! Where a table encodes the question, similarity is a model's, and how much it counts is decided by how
//! much of the question words find (`encoding.rs`).
//! *Relevance* is that of `bm25` for every hit, also for one that has no word of the question:
//! thresholds mean the same with either retriever.

use super::encoding::EncoderSettings;
use super::fusion::Fusion;
use super::search::{Matched, Search, Wish};
use super::semantic::Similarity;
use super::{Allowed, Bm25, RetrievalSettings, Retriever, rank};
use crate::error::Result;
use crate::hit::Scored;
use crate::index::Index;
use crate::settings::between;

/// The fusion of [`Bm25`] and [`Semantic`](super::Semantic).
#[derive(Debug, Clone)]
pub struct Hybrid {
    bm25: Bm25,
    fusion: Fusion,
    min_similarity: f64,
    encoder: EncoderSettings,
}

impl Hybrid {
    /// With checked constants of the fusion and of `bm25`.
    ///
    /// # Errors
    /// [`crate::Error::InvalidValue`] for an unknown fusion or a constant out of its range.
    pub fn new(settings: &RetrievalSettings) -> Result<Self> {
        let min_similarity = settings.min_similarity;
        between("retrieval.min_similarity", min_similarity, 0.0, 1.0)?;
        settings.encoder.check()?;
        Ok(Self {
            encoder: settings.encoder.clone(),
            bm25: Bm25::new(settings.bm25.clone())?,
            fusion: Fusion::new(settings)?,
            min_similarity,
        })
    }
}

impl Retriever for Hybrid {
    fn name(&self) -> &'static str {
        "hybrid"
    }

    fn needs_vectors(&self) -> bool {
        true
    }

    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Result<Vec<Scored>> {
        let index = search.index();
        let matched = search.matched(Wish::ALL, self.needs_vectors())?;
        let mut similar = Similarity::new(index, &matched)?;
        let earned = self.bm25.score(index, &matched);
        // What a model knows deserves more than what a site teaches.
        let is_encoded = |own: &Matched<'_>| own.is_own && own.encoded.is_some();
        let encoder = Some(&self.encoder).filter(|_| matched.iter().any(is_encoded));
        let least = encoder.map_or(self.min_similarity, |encoder| encoder.min_similarity);
        similar.drop_faint(least, earned.scores());
        let (semantic, bm25) = (&similar.scores, earned.scores());
        let mut fused = self.fusion.fuse(semantic, bm25, None);
        if let Some(encoder) = encoder {
            let weights = encoder.weights(earned.coverage(index));
            let by_table = self.fusion.fuse(semantic, bm25, Some(&weights));
            take_encoded(&mut fused, &by_table, index, &matched);
        }
        let relevance = |chunk, _| earned.relevance(index, chunk);
        let mut hits = rank(&fused, relevance, allowed, limit);
        for hit in &mut hits {
            let row = hit.chunk as usize;
            let (bm25, semantic) = (earned.scores()[row], similar.scores[row]);
            hit.parts = Some([("bm25", bm25), ("semantic", semantic)]);
        }
        Ok(hits)
    }
}

/// Takes the scores of the languages whose table has encoded the question. Pages of the others, into which
/// it was folded, count as they would without a table.
fn take_encoded(fused: &mut [f64], by_table: &[f64], index: &Index, matched: &[Matched<'_>]) {
    for own in matched.iter().filter(|own| own.encoded.is_some()) {
        for (chunk, (score, new)) in (0..).zip(fused.iter_mut().zip(by_table)) {
            if index.language_of(chunk) == own.language {
                *score = *new;
            }
        }
    }
}
