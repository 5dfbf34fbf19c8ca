//! `hybrid`: `bm25` and `semantic`, fused (R20).
//!
//! Words in common find most; similarity adds what says the same in other words. How the two
//! become one ranking is said in `fusion.rs`. In any space most chunks are a little similar to any
//! question, so one that has none of its words has to be rather similar to be a hit at all.
//! Where a table encodes the question, similarity is a model's, and how much it counts is decided by how
//! much of the question words find (`encoding.rs`). Pages in other languages than the table's keep their place
//! among those (`interleaving.rs`).
//! *Relevance* is that of `bm25` for every hit, also for one that has no word of the question:
//! thresholds mean the same with either retriever.

use super::bm25::Earned;
use super::encoding::EncoderSettings;
use super::fusion::Fusion;
use super::interleaving::interleave;
use super::search::{Matched, Search, Wish};
use super::semantic::Similarity;
use super::{Allowed, Bm25, RetrievalSettings, Retriever, rank};
use crate::error::Result;
use crate::hit::Scored;
use crate::index::{Index, VectorSpace};
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
        let fused = self.fused(index, &matched, &mut similar, &earned)?;
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

impl Hybrid {
    fn fused(
        &self,
        index: &Index,
        matched: &[Matched<'_>],
        similar: &mut Similarity,
        earned: &Earned,
    ) -> Result<Vec<f64>> {
        let compared = compared(index, matched)?;
        let of = |chunk| compared[index.language_of(chunk)];
        // What a model knows deserves more than what a site teaches.
        let is_encoded = |own: &Matched<'_>| own.is_own && own.encoded.is_some();
        let encoder = Some(&self.encoder).filter(|_| matched.iter().any(is_encoded));
        let least = |chunk| match encoder.filter(|_| of(chunk) == Compared::ByTable) {
            Some(encoder) => encoder.min_similarity,
            None => self.min_similarity,
        };
        similar.assume_mean(index, matched, earned.scores());
        similar.drop_faint(&least, earned.scores());
        let (semantic, bm25) = (&similar.scores, earned.scores());
        let mut fused = self.fusion.fuse(semantic, bm25, None);
        if compared.contains(&Compared::Not) {
            let mut by_words = self.fusion.fuse(&vec![0.0; bm25.len()], bm25, None);
            interleave(&mut by_words, &fused, &|chunk| of(chunk) != Compared::Not);
            fused = by_words;
        }
        if let Some(encoder) = encoder {
            let weights = encoder.weights(earned.coverage(index));
            let by_table = self.fusion.fuse(semantic, bm25, Some(&weights));
            interleave(&mut fused, &by_table, &|chunk| {
                of(chunk) == Compared::ByTable
            });
        }
        Ok(fused)
    }
}

/// How the question was compared with the chunks of a language.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Compared {
    /// Folded in, or by words only on a site without vectors.
    Folded,
    ByTable,
    /// It takes a table, and the question is in a language for which there is none.
    Not,
}

/// By the numbers of languages.
fn compared(index: &Index, matched: &[Matched<'_>]) -> Result<Vec<Compared>> {
    let mut compared = vec![Compared::Folded; index.languages().len()];
    for own in matched {
        let space = index.vectors(own.language)?;
        if own.encoded.is_some() {
            compared[own.language] = Compared::ByTable;
        } else if space.is_some_and(VectorSpace::needs_table) {
            compared[own.language] = Compared::Not;
        }
    }
    Ok(compared)
}
