//! How well chunks match a question as a whole: coverage, closeness, title.
//!
//! For the words `t` of the question in its language, with `v_t = w_t idf(t)` over the loosest
//! form of the word:
//!
//! ```text
//! coverage  = Σ_t v_t [t in chunk] / Σ_t v_t
//! closeness = Σ_p √(v_a v_b) [b stands 1..=g words behind a in the body] / Σ_p √(v_a v_b)
//! title     = min(1, occurrences of content words in the title / words of the title)
//! ```
//!
//! where `p` are the pairs of neighbouring content words `a`, `b` of the question and `g` is how
//! far apart they stand there: `registration at the university` matches `registration for
//! university`, but not `university registration`. Of a word that stands more often in a chunk
//! than the index keeps places for, the first occurrences count.
//!
//! Pairs in order are the sequential dependence of D. Metzler, W. B. Croft, "A Markov Random
//! Field Model for Term Dependencies" (2005), counted once per chunk.

use super::matching::loosest_words;
use super::require;
use crate::error::Result;
use crate::hit::{Evidence, Scored};
use crate::index::Index;
use crate::query::{Origin, Query, Reading, Term};

/// The evidence for each of the hits, in their order.
///
/// # Errors
/// [`Error::NotLoaded`](crate::Error::NotLoaded) if a part of the index has to be fetched first,
/// [`Error::Corrupt`](crate::Error::Corrupt) if it is damaged.
pub fn evidence(index: &Index, query: &Query, hits: &[Scored]) -> Result<Vec<Evidence>> {
    require(index, query, typed, false)?;
    let mut out = vec![Evidence::default(); hits.len()];
    let mut seats = vec![NOBODY; index.chunks().len()];
    for (language, reading) in readings(index, query) {
        seats.fill(NOBODY);
        for (seat, hit) in (0..).zip(hits) {
            if index.language_of(hit.chunk) == language {
                seats[hit.chunk as usize] = seat;
            }
        }
        let mut witness = Witness::new(index, language, &seats, hits.len());
        for term in typed(reading) {
            witness.hear(reading, term)?;
        }
        for (seat, hit) in hits.iter().enumerate() {
            if index.language_of(hit.chunk) == language {
                out[seat] = witness.evidence(seat, hit);
            }
        }
    }
    Ok(out)
}

/// A chunk that is no hit has no seat.
const NOBODY: u32 = u32::MAX;

fn readings<'q>(index: &Index, query: &'q Query) -> impl Iterator<Item = (usize, &'q Reading)> {
    query
        .readings
        .iter()
        .filter_map(|reading| Some((index.language(&reading.tag)?, reading)))
}

/// What the visitor typed, if it counts for anything.
fn typed(reading: &Reading) -> Vec<&Term> {
    reading
        .terms
        .iter()
        .filter(|term| matches!(term.origin, Origin::Typed | Origin::Stop))
        .filter(|term| term.weight > 0.0)
        .collect()
}

/// Collects, word by word, what speaks for the hits of one language.
struct Witness<'i> {
    index: &'i Index,
    language: usize,
    /// Number of the hit by chunk.
    seats: &'i [u32],
    hits: Vec<Testimony>,
    /// Sums over the words and the pairs, of which the hits have a share.
    words: f64,
    pairs: f64,
    /// The content word before the present one: its place in the question and its value.
    previous: Option<(u32, f64)>,
    /// The last word that a chunk was seen to have, so that its forms count once.
    seen: Vec<u32>,
    heard: u32,
}

/// What speaks for one hit.
#[derive(Debug, Clone, Default)]
struct Testimony {
    words: f64,
    pairs: f64,
    in_title: u32,
    /// Places in the body of the present content word, and of the one before.
    places: Vec<u32>,
    earlier: Vec<u32>,
}

impl<'i> Witness<'i> {
    fn new(index: &'i Index, language: usize, seats: &'i [u32], hits: usize) -> Self {
        Self {
            index,
            language,
            seats,
            hits: vec![Testimony::default(); hits],
            words: 0.0,
            pairs: 0.0,
            previous: None,
            seen: vec![0; seats.len()],
            heard: 0,
        }
    }

    fn hear(&mut self, reading: &Reading, term: &Term) -> Result<()> {
        let content = term.origin == Origin::Typed;
        self.heard += 1;
        let (mut chunks, mut present) = (0, Vec::new());
        for word in loosest_words(self.index, self.language, reading.language, term)? {
            word.shard.for_each_posting(word.row, |posting| {
                let row = posting.chunk as usize;
                let first = self.seen[row] != self.heard;
                self.seen[row] = self.heard;
                chunks += usize::from(first);
                let Some(hit) = self.hits.get_mut(self.seats[row] as usize) else {
                    return;
                };
                if first {
                    present.push(self.seats[row]);
                }
                if content {
                    hit.in_title = hit.in_title.saturating_add(posting.frequencies[2]);
                }
            })?;
            if content {
                let (seats, hits) = (self.seats, &mut self.hits);
                word.shard.for_each_position(
                    word.row,
                    &|chunk| seats[chunk as usize] != NOBODY,
                    &mut |chunk, place| hits[seats[chunk as usize] as usize].places.push(place),
                )?;
            }
        }
        let statistics = &self.index.languages()[self.language];
        let value = term.weight * statistics.idf(chunks);
        self.words += value;
        for seat in present {
            self.hits[seat as usize].words += value;
        }
        if content {
            self.close_pair(term.position, value);
        }
        Ok(())
    }

    /// Looks where the present content word stands close behind the one before.
    fn close_pair(&mut self, position: u32, value: f64) {
        if let Some((before, earlier)) = self.previous {
            let weight = (value * earlier).sqrt();
            let gap = position.saturating_sub(before).max(1);
            self.pairs += weight;
            for hit in &mut self.hits {
                if stand_close(&hit.earlier, &hit.places, gap) {
                    hit.pairs += weight;
                }
            }
        }
        self.previous = Some((position, value));
        for hit in &mut self.hits {
            std::mem::swap(&mut hit.earlier, &mut hit.places);
            hit.places.clear();
        }
    }

    fn evidence(&self, seat: usize, hit: &Scored) -> Evidence {
        let own = &self.hits[seat];
        let title = self.index.chunks().words(hit.chunk as usize)[2];
        Evidence {
            coverage: share(own.words, self.words),
            closeness: share(own.pairs, self.pairs),
            title: share(f64::from(own.in_title), f64::from(title)),
        }
    }
}

/// Whether any of `later` is at most `gap` words behind any of `earlier`.
fn stand_close(earlier: &[u32], later: &[u32], gap: u32) -> bool {
    let behind = |a: &u32| later.iter().any(|b| b > a && b - a <= gap);
    earlier.iter().any(behind)
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 {
        (part / whole).min(1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_stands_close_in_its_own_order_and_no_farther_apart() {
        assert!(stand_close(&[3, 90], &[4], 1));
        assert!(stand_close(&[3], &[6], 3));
        assert!(!stand_close(&[3], &[7], 3));
        assert!(!stand_close(&[4], &[3], 2));
        assert!(!stand_close(&[4], &[4], 2) && !stand_close(&[], &[1], 9));
    }

    #[test]
    fn a_share_of_nothing_is_none() {
        assert!(share(0.0, 0.0).abs() < 1e-12 && (share(3.0, 2.0) - 1.0).abs() < 1e-12);
    }
}
