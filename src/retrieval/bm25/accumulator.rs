//! What chunks earn with the words of a question, and how much of it counts for relevance.

use crate::index::{ChunkId, Index};
use crate::query::{Origin, Term};
use crate::retrieval::matching::{Form, TermMatches};

/// What every chunk earned, and could have earned.
#[derive(Debug)]
pub(in crate::retrieval) struct WordScores {
    pub(super) accumulator: Accumulator,
    /// What could be earned differs between languages, and a chunk is in one of them.
    pub(super) best: Vec<f64>,
}

impl WordScores {
    /// Per chunk.
    pub(in crate::retrieval) fn scores(&self) -> &[f64] {
        &self.accumulator.scores
    }

    /// What share of what it could earn the best chunk earned, 0 to 1.
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

/// Scores of all chunks, and how much of them counts for relevance.
#[derive(Debug)]
pub(super) struct Accumulator {
    /// What chunks are ranked by.
    scores: Vec<f64>,
    /// The same, where no word of the question makes up for another one that is missing.
    capped: Vec<f64>,
}

impl Accumulator {
    pub(super) fn new(chunks: usize) -> Self {
        let [scores, capped] = [(); 2].map(|()| vec![0.0; chunks]);
        Self { scores, capped }
    }

    /// Adds that share of a term's gains; `most` is what they count for relevance at most. Boosters
    /// are our words and not the visitor's: they count nothing there.
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

/// What the words of a question earn in its own language.
#[derive(Debug, Default)]
pub(super) struct OwnTerms<'q> {
    /// Fold keys, and the most that a chunk earned with the word.
    highest: Vec<(&'q str, f64)>,
}

impl<'q> OwnTerms<'q> {
    pub(super) fn record(&mut self, term: &'q Term, matches: &TermMatches, highest: f64) {
        // Words that merely begin alike are others.
        if matches.count(Form::Stem) > 0 {
            self.highest.push((&term.key, highest));
        }
    }

    /// The share of its gains that a term keeps in another language of this weight, where it gave
    /// a chunk so much at most. A Turkish word is rare in English pages, whatever it is in Turkish
    /// ones, and what is rare counts much; a title may say it twice. So that the weight of a
    /// language holds, no chunk earns more with a word than that weight of what the best chunk in
    /// the question's own language does, if there is one.
    pub(super) fn share(&self, term: &Term, weight: f64, highest: f64) -> f64 {
        let mut same = self.highest.iter().filter(|(key, _)| *key == term.key);
        match same.next() {
            Some((_, own)) if highest > weight * own => weight * own / highest,
            _ => 1.0,
        }
    }
}
