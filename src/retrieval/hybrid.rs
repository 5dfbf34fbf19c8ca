//! `hybrid`: `bm25` and `semantic`, fused (R20).
//!
//! Common words find most hits; similarity adds chunks with the same meaning in other words.
//! `fusion.rs` combines the two rankings. In any space most chunks are a little similar to any
//! question, so a chunk without any of its words needs a minimum similarity to be a hit. In the
//! fusion `weighted` the configured weights hold for all chunks. In the others, the weight
//! of similarity depends on how much of the question the words find (`encoding.rs`), and pages in
//! languages without vectors keep their rank by words among the others (`normalisation.rs`). A
//! question in a language without vectors ranks by words alone. *Relevance* is that of `bm25` for every hit,
//! even for one without any word of the question: thresholds mean the same with either retriever.

use super::bm25::WordScores;
use super::encoding::{EncoderSettings, encode};
use super::fusion::{Fusion, FusionWeights, fusion};
use super::normalisation::normalise;
use super::search::{Matched, ReadPlan, Search};
use super::semantic::Similarity;
use super::{Allowed, Bm25, Pruning, RetrievalSettings, Retriever, rank};
use crate::error::Result;
use crate::hit::Scored;
use crate::index::{ChunkId, Index};
use crate::needs::Attempt;
use crate::settings::between;

/// The fusion of [`Bm25`] and [`Semantic`](super::Semantic).
#[derive(Debug)]
pub struct Hybrid {
    bm25: Bm25,
    fusion: Box<dyn Fusion>,
    min_similarity: f64,
    weighted: FusionWeights,
    encoder: EncoderSettings,
}

impl Hybrid {
    /// Creates it with checked constants of the fusion and of `bm25`.
    ///
    /// # Errors
    /// [`crate::Error::InvalidValue`] for an unknown fusion or a constant out of its range.
    pub fn new(settings: &RetrievalSettings) -> Result<Self> {
        let min_similarity = settings.min_similarity;
        between("retrieval.min_similarity", min_similarity, 0.0, 1.0)?;
        settings.encoder.check()?;
        Ok(Self {
            weighted: settings.weighted.clone(),
            encoder: settings.encoder.clone(),
            bm25: Bm25::with_pruning(settings)?,
            fusion: fusion(settings)?,
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

    fn pruning(&self) -> Option<Pruning> {
        self.bm25.pruning
    }

    fn retrieve(
        &self,
        search: &Search<'_>,
        allowed: &Allowed,
        limit: usize,
    ) -> Attempt<Vec<Scored>> {
        let index = search.index();
        let plan = ReadPlan {
            pruning: self.bm25.pruning,
            ..ReadPlan::ALL
        };
        let matched = search.matched(plan, Some(encode))?;
        let mut similar = Similarity::new(index, &matched)?;
        let scores = self.bm25.score(index, &matched);
        let fused = self.fused(index, &matched, &mut similar, &scores);
        let relevance = |chunk, _| scores.relevance(index, chunk);
        let mut hits = rank(&fused, relevance, allowed, limit);
        for hit in &mut hits {
            let row = hit.chunk as usize;
            let (bm25, semantic) = (scores.scores()[row], similar.scores[row]);
            hit.parts = Some([("bm25", bm25), ("semantic", semantic)]);
        }
        Ok(hits)
    }
}

impl Hybrid {
    /// Returns the scores of all chunks. Chunks in languages for which the question is not encoded
    /// are ranked among the others by words.
    fn fused(
        &self,
        index: &Index,
        matched: &[Matched<'_>],
        similar: &mut Similarity,
        scores: &WordScores,
    ) -> Vec<f64> {
        let bm25 = scores.scores();
        let nothing = vec![0.0; bm25.len()];
        let mut fused = self.fusion.fuse(&nothing, bm25, &FusionWeights::WORDS);
        let own_reading = matched.iter().find(|matched| matched.is_own);
        let Some(question) = own_reading.and_then(|matched| matched.encoded.as_ref()) else {
            return fused;
        };
        let least = |chunk| self.min_similarity * weight_of(index, matched, chunk);
        similar.assume_mean(index, matched, bm25);
        similar.drop_faint(&least, bm25);
        if self.fusion.is_fixed() {
            return self.fusion.fuse(&similar.scores, bm25, &self.weighted);
        }
        let coverage = scores.coverage(index);
        let weights = self
            .encoder
            .weights(&self.weighted, coverage, question.is_shared);
        let mut by_table = self.fusion.fuse(&similar.scores, bm25, &weights);
        self.add_across(index, matched, [&similar.scores, bm25], &mut by_table);
        let mut encoded = vec![false; index.languages().len()];
        for matched in matched {
            encoded[matched.language] = matched.encoded.is_some();
        }
        let is_encoded = |chunk| encoded[index.language_of(chunk)];
        normalise(&mut fused, &by_table, &is_encoded);
        fused
    }
}

/// Returns the factor of a chunk's similarity.
fn weight_of(index: &Index, matched: &[Matched<'_>], chunk: ChunkId) -> f64 {
    let language = index.language_of(chunk);
    let reading = matched.iter().find(|matched| matched.language == language);
    reading.map_or(1.0, |matched| matched.reading.weight)
}

/// Weight of similarity among pages in another language than the question's; words of the question,
/// mostly names, have the remaining weight.
const ACROSS: FusionWeights = FusionWeights {
    semantic: 0.8,
    bm25: 0.2,
};

impl Hybrid {
    /// Ranks the pages in other languages of the same space among each other by fused score, and
    /// scales their best against pages in the question's own language, because words find only the
    /// latter.
    fn add_across(
        &self,
        index: &Index,
        matched: &[Matched<'_>],
        [semantic, bm25]: [&[f64]; 2],
        fused: &mut [f64],
    ) {
        let mut own = [0.0; 2];
        for matched in matched {
            let in_language = |scores: &[f64]| of_language(index, matched.language, scores);
            let similar = in_language(semantic);
            let best = most(&similar) / matched.reading.weight;
            if matched.is_own {
                own = [best, most(&in_language(fused))];
            } else if matched.encoded.is_some() {
                let scores = self.fusion.fuse(&similar, &in_language(bm25), &ACROSS);
                let worth =
                    self.encoder.across * worth(best, own) / most(&scores).max(f64::MIN_POSITIVE);
                for (chunk, (score, other)) in (0..).zip(fused.iter_mut().zip(scores)) {
                    if index.language_of(chunk) == matched.language {
                        *score = worth * other;
                    }
                }
            }
        }
    }
}

/// Returns the score of the best page in another language from its similarity, the highest
/// similarity in the question's own language, and the best score there.
fn worth(best: f64, [own_best, own_score]: [f64; 2]) -> f64 {
    if own_best > 0.0 && own_score > 0.0 {
        // Pages found only by words remain hits.
        own_score * (best / own_best).clamp(0.1, 1.0)
    } else {
        1.0
    }
}

fn of_language(index: &Index, language: usize, leg: &[f64]) -> Vec<f64> {
    let here = |(chunk, x): (ChunkId, &f64)| {
        if index.language_of(chunk) == language {
            *x
        } else {
            0.0
        }
    };
    (0..).zip(leg).map(here).collect()
}

fn most(scores: &[f64]) -> f64 {
    scores.iter().copied().fold(0.0, f64::max)
}
