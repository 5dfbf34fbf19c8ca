//! Scores that chunks earn with the words of a question, and the part of the scores that counts for
//! relevance.

use crate::index::{ChunkId, Index};
use crate::query::{Origin, Term};
use crate::retrieval::term_matching::{Form, TermMatches};

/// Score of every chunk, and its maximum.
#[derive(Debug)]
pub(in crate::retrieval) struct WordScores {
    pub(super) accumulator: Accumulator,
    /// Maximum per language, since a chunk has one language.
    pub(super) best: Vec<f64>,
}

impl WordScores {
    /// Returns the scores by chunk.
    pub(in crate::retrieval) fn scores(&self) -> &[f64] {
        &self.accumulator.scores
    }

    /// Returns the largest share of its maximum that any chunk reached, 0 to 1.
    pub(in crate::retrieval) fn coverage(&self, index: &Index) -> f64 {
        let scores = (0..).zip(self.scores());
        let best = scores.fold((0, 0.0), |best: (ChunkId, f64), (chunk, score)| {
            if *score > best.1 {
                (chunk, *score)
            } else {
                best
            }
        });
        match best {
            (_, score) if score <= 0.0 => 0.0,
            (chunk, _) => self.relevance(index, chunk).min(1.0),
        }
    }

    pub(in crate::retrieval) fn relevance(&self, index: &Index, chunk: ChunkId) -> f64 {
        let best = self.best[index.language_of(chunk)];
        if best > 0.0 {
            self.accumulator.capped[chunk as usize] / best
        } else {
            0.0
        }
    }
}

/// Scores of all chunks, and the part that counts for relevance.
#[derive(Debug)]
pub(super) struct Accumulator {
    /// Scores for ranking.
    scores: Vec<f64>,
    /// Scores for relevance: each word is capped, so that no word compensates for a missing one.
    capped: Vec<f64>,
}

impl Accumulator {
    pub(super) fn new(chunks: usize) -> Self {
        let [scores, capped] = [(); 2].map(|()| vec![0.0; chunks]);
        Self { scores, capped }
    }

    /// Adds a share of a term's gains; `most` caps each for relevance. Boosters are not words of
    /// the visitor, so they do not count for relevance.
    pub(super) fn add(&mut self, gains: &[(ChunkId, f64)], share: f64, most: f64, origin: Origin) {
        for (chunk, gain) in gains {
            let row = *chunk as usize;
            let gain = share * gain;
            self.scores[row] += gain;
            if origin != Origin::Booster {
                self.capped[row] += gain.min(most);
            }
        }
    }
}

/// Maximum gains of the question's words in its own language.
#[derive(Debug, Default)]
pub(super) struct OwnTerms<'q> {
    /// Fold keys, each with the highest gain of any chunk with the word.
    highest: Vec<(&'q str, f64)>,
}

impl<'q> OwnTerms<'q> {
    pub(super) fn record(&mut self, term: &'q Term, matches: &TermMatches, highest: f64) {
        // Words that only share a prefix are different words.
        if matches.count(Form::Stem) > 0 {
            self.highest.push((&term.key, highest));
        }
    }

    /// Returns the share of its gains that a term keeps in another language of this weight, where
    /// its highest gain is `highest`. A Turkish word is rare in English pages, however common in
    /// Turkish ones; rare words count much, and a title may repeat the word. To enforce the weight
    /// of the language, no chunk earns more with a word than that weight times the highest gain in
    /// the question's own language, if there is one.
    pub(super) fn share(&self, term: &Term, weight: f64, highest: f64) -> f64 {
        let mut same = self.highest.iter().filter(|(key, _)| *key == term.key);
        match same.next() {
            Some((_, own)) if highest > weight * own => weight * own / highest,
            _ => 1.0,
        }
    }
}
