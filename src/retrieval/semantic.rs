//! `semantic`: cosine similarity of question and chunk vectors (R19).
//!
//! Latent semantic analysis, trained on the site itself when its bundle is built. For a language
//! with `N` chunks, in which a stem `t` occurs `tf` times in a chunk `c` (text, headings and
//! title together) and in `n` chunks in all:
//!
//! ```text
//! A[c, t]  = ln(1 + tf) idf(t) / r_c         rows of length 1; no t in more than half of chunks
//! A        ≈ U S Vᵀ                          the greatest singular values only
//! chunk    = √S Vᵀ A_c      = S^1.5 U_c
//! question = √S Vᵀ q        = S^-0.5 Uᵀ A q  q[t] = weight(t) idf(t)
//! score    = cosine(question, chunk) · weight of the reading
//! ```
//!
//! Source: S. Deerwester et al., "Indexing by Latent Semantic Analysis" (1990); the square root of
//! `S` follows J. Bullinaria, J. Levy, "Extracting semantic representations from word
//! co-occurrence statistics" (2012), who found that flatter singular values serve better.
//!
//! The right-hand forms need no `V`: a question is folded in through the postings of its words, so
//! only chunks have vectors in the bundle. These are `U √S` in integer steps. With a step of the
//! size `d`, each row also has the factor `d / r_c`. So
//!
//! ```text
//! gain(c)  = Σ_t weight(t) idf(t)² ln(1 + tf)
//! question = u / S                           u = Σ_c gain(c) factor(c) steps(c)
//! score    = u · steps(c) / (|u / S| |S steps(c)|)
//! ```
//!
//! If a language has a table that encodes questions, the question's vector comes from it
//! (`encoding.rs`), chunks have their own vectors, and nothing is folded in. Questions written for
//! a chunk have vectors too, and the nearest counts.
//!
//! *Relevance* is the cosine. If the question was folded in, it is multiplied by the share of the
//! question's weight on words that the site has: one known word among many unknown ones carries
//! little of the question.

use std::sync::Arc;

use super::encoding;
use super::search::{Matched, ReadPlan, Search};
use super::term_matching::Form;
use super::{Allowed, Retriever, rank};
use crate::error::Error;
use crate::hit::Scored;
use crate::index::{ChunkId, Index, VectorSpace};
use crate::needs::Attempt;
use crate::query::Origin;

crate::settings! {
    /// Constants of `semantic`.
    pub struct SemanticSettings {
        /// Maximum number of hits, 1 or more.
        pub depth: std::num::NonZeroUsize = const { std::num::NonZeroUsize::new(20).unwrap() },
    }
}

/// Latent semantic analysis.
#[derive(Debug, Clone)]
pub struct Semantic {
    depth: usize,
}

impl Semantic {
    /// Creates it with these constants.
    #[must_use]
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
        if !index.has_vectors() {
            return Err(no_vectors().into());
        }
        let matched = search.matched(ReadPlan::ALL, self.needs_vectors())?;
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
        "`bm25` or `hybrid`, because the bundle has no vectors. Build it with an encoder \
         (`soru encoder add`) or with `indexing.vectors.enabled = true`, and with a larger \
         `indexing.vectors.max_kilobytes` if the build reports that they exceed it",
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
                similar.score_reading(index, matched, space);
            }
        }
        Ok(similar)
    }

    fn score_reading(&mut self, index: &Index, matched: &Matched<'_>, space: &VectorSpace) {
        let weight = matched.reading.weight;
        let mut score = |chunk: ChunkId, cosine: f64| {
            // A chunk has several vectors if questions were written for it.
            let score = &mut self.scores[chunk as usize];
            *score = score.max(weight * cosine);
        };
        if let Some(question) = &matched.encoded {
            let cells = matched.cells.iter().map(Arc::as_ref);
            let whole = Some(space).filter(|space| !space.is_of_cells());
            for space in cells.chain(whole) {
                encoding::for_each_cosine(space, &question.vector, &mut score);
            }
            self.scales[matched.language] = 1.0 / weight;
        } else if weight > 0.0 {
            let (gains, known) = gains(index, matched);
            for_each_cosine(space, &gains, &mut score);
            self.scales[matched.language] = known / weight;
        }
    }

    /// With vectors in cells, gives every chunk that has words of the question but whose cell was
    /// not fetched the mean similarity of the compared chunks: otherwise it would rank behind all
    /// of these for no reason.
    pub(super) fn assume_mean(&mut self, index: &Index, matched: &[Matched<'_>], scores: &[f64]) {
        for own in matched.iter().filter(|own| !own.cells.is_empty()) {
            let mut is_compared = vec![false; self.scores.len()];
            let (mut sum, mut count) = (0.0, 0.0);
            for vector in own.cells.iter().flat_map(|cell| cell.vectors()) {
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

/// Returns the gain of every chunk by the words of a reading, and the share of the typed words'
/// weight on words that the language has.
fn gains(index: &Index, matched: &Matched<'_>) -> (Vec<f64>, f64) {
    let statistics = &index.languages()[matched.language];
    let mut gains = vec![0.0; index.chunks().len()];
    let (mut known, mut all) = (0.0, 0.0);
    for (term, matches) in &matched.terms {
        let postings = matches.postings(Form::Stem);
        let idf = statistics.idf(postings.len());
        if matches!(term.origin, Origin::Typed | Origin::Stop) {
            all += term.weight * idf;
            known += if postings.is_empty() {
                0.0
            } else {
                term.weight * idf
            };
        }
        if !statistics.is_commonplace(postings.len()) {
            for posting in postings {
                let gain = term.weight * idf * idf * posting.log_frequency();
                gains[posting.chunk as usize] += gain;
            }
        }
    }
    (gains, if all > 0.0 { known / all } else { 0.0 })
}

/// Calls `visit` with the cosine of every chunk, if the question has a vector.
fn for_each_cosine(space: &VectorSpace, gains: &[f64], visit: &mut dyn FnMut(ChunkId, f64)) {
    let direction = fold_in(space, gains);
    let mut squares = 0.0;
    for (component, singular_value) in direction.iter().zip(space.singular_values()) {
        let component = component / f64::from(*singular_value);
        squares += component * component;
    }
    let length = squares.sqrt();
    for vector in space.vectors() {
        let lengths = length * vector.length;
        if lengths > 0.0 {
            let cosine = dot(&direction, vector.steps) / lengths;
            // Rounding errors may exceed the range slightly.
            visit(vector.chunk, cosine.clamp(-1.0, 1.0));
        }
    }
}

/// Returns the question's components, each times the singular value of its dimension.
fn fold_in(space: &VectorSpace, gains: &[f64]) -> Vec<f64> {
    let mut direction = vec![0.0; space.singular_values().len()];
    for vector in space.vectors() {
        let gain = gains[vector.chunk as usize] * vector.factor;
        if gain > 0.0 {
            for (component, step) in direction.iter_mut().zip(vector.steps) {
                *component += gain * f64::from(*step);
            }
        }
    }
    direction
}

/// Computes four sums at once, always the same four: a single one would wait for every addition,
/// and a compiler may not reorder additions.
fn dot(direction: &[f64], steps: &[i8]) -> f64 {
    let mut sums = [0.0; 4];
    for (components, steps) in direction.chunks(4).zip(steps.chunks(4)) {
        for ((sum, component), step) in sums.iter_mut().zip(components).zip(steps) {
            *sum += component * f64::from(*step);
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::format::ChunkVectors;

    fn cosines(gains: &[f64]) -> Vec<f64> {
        let vectors = ChunkVectors {
            singular_values: vec![2.0, 1.0],
            factors: vec![0.5, 0.25, 0.125, 0.0],
            steps: vec![7, 0, 0, 7, 7, 7, 0, 0],
        };
        let bytes = ChunkVectors::write(&[vectors]).unwrap();
        let spaces = VectorSpace::read(&bytes, vec![vec![0, 2, 3, 4]]).unwrap();
        let mut cosines = vec![f64::NAN; 5];
        for_each_cosine(&spaces[0], gains, &mut |chunk, cosine| {
            cosines[chunk as usize] = cosine;
        });
        cosines
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    // Chunks 0, 2 and 3 lie in the directions (1, 0), (0, 1) and (2, 1). A question that only
    // chunk 0 answers lies in its direction; one that 0 and 2 answer equally is
    // 1·0.5·(7, 0) + 1·0.25·(0, 7), divided by the singular values (1.75, 1.75).
    #[test]
    fn r19_a_question_folds_in_through_the_chunks_that_have_its_words() {
        let found = cosines(&[3.0, 9.0, 0.0, 0.0, 0.0]);
        assert_near(found[0], 1.0);
        assert_near(found[2], 0.0);
        assert_near(found[3], 2.0 / 5_f64.sqrt());
        let found = cosines(&[1.0, 0.0, 1.0, 0.0, 0.0]);
        assert_near(found[0], 0.5_f64.sqrt());
        assert_near(found[2], 0.5_f64.sqrt());
        assert_near(found[3], 3.0 / 10_f64.sqrt());
    }

    // Chunk 1 is in another language; chunk 4 has no words.
    #[test]
    fn r19_chunks_without_a_vector_have_no_cosine() {
        let found = cosines(&[1.0; 5]);
        assert!(found[1].is_nan() && found[4].is_nan());
        assert!(cosines(&[0.0; 5]).iter().all(|cosine| cosine.is_nan()));
    }

    #[test]
    fn r19_components_beyond_a_multiple_of_four_count_too() {
        let steps = [1, 2, 3, 4, 5, -6];
        assert_near(dot(&[1.0, 1.0, 1.0, 1.0, 1.0, 0.5], &steps), 12.0);
    }
}
