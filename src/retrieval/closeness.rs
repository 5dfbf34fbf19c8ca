//! Computes the share of the question's neighbouring words that are equally close in a text.
//!
//! ```text
//! closeness = Σ_p √(v_a v_b) [b occurs 1..=g words after a in the text] / Σ_p √(v_a v_b)
//! ```
//!
//! where `p` are the pairs of neighbouring content words `a`, `b` of the question, `v` is the value
//! of a word (`match_features.rs`) and `g` is the distance of the two in the question: `registration at
//! the university` matches `registration for university`, but not `university registration`.
//!
//! Ordered pairs are the sequential dependence of D. Metzler, W. B. Croft, "A Markov Random Field
//! Model for Term Dependencies" (2005), counted once per text.
//!
//! The index has no word positions, which would double its size. So texts are read, but only the
//! texts of the best hits, most of which are displayed anyway.

use super::match_features::share;
use crate::occurrences::Occurrence;

/// The pairs of neighbouring content words of one reading of a question.
#[derive(Debug, Clone, Default)]
pub struct Closeness {
    pairs: Vec<Pair>,
    all: f64,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    /// The numbers of the two terms.
    terms: [usize; 2],
    /// Maximum distance between them.
    gap: u32,
    weight: f64,
}

impl Closeness {
    /// Builds the pairs from the content words of a reading, in the order of the question: number
    /// of the term, position in the question and value.
    pub fn new(words: &[(usize, u32, f64)]) -> Self {
        let mut closeness = Self::default();
        for pair in words.windows(2) {
            let ((a, before, earlier), (b, behind, later)) = (pair[0], pair[1]);
            let weight = (earlier * later).sqrt();
            closeness.all += weight;
            closeness.pairs.push(Pair {
                terms: [a, b],
                gap: behind.saturating_sub(before).max(1),
                weight,
            });
        }
        closeness
    }

    /// Returns the share of the pairs that are close in a text, given the occurrences of the same
    /// reading's words in it.
    pub fn of(&self, found: &[Occurrence]) -> f64 {
        let close = self.pairs.iter().filter(|pair| {
            let [earlier, later] = pair.terms.map(|term| {
                let own = found.iter().filter(move |found| found.term == term);
                own.map(|found| found.position)
            });
            are_close(earlier, &later, pair.gap)
        });
        share(close.map(|pair| pair.weight).sum(), self.all)
    }
}

/// Returns whether any of `later` is at most `gap` words after any of `earlier`.
fn are_close(
    mut earlier: impl Iterator<Item = u32>,
    later: &(impl Iterator<Item = u32> + Clone),
    gap: u32,
) -> bool {
    earlier.any(|a| later.clone().any(|b| b > a && b - a <= gap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occurrences::find;
    use crate::query::{Matcher, Reading};

    fn closeness(words: &[&str], text: &str) -> f64 {
        let reading = Reading::of_typed(words);
        let all: Vec<(usize, u32, f64)> = (0..words.len())
            .zip(0..)
            .map(|(n, at)| (n, at, 1.0))
            .collect();
        Closeness::new(&all).of(&find(text, &Matcher::new(&reading)))
    }

    #[test]
    fn pairs_in_order_count_by_their_share() {
        let words = ["registration", "fee", "deadline"];
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}");
        near(
            closeness(&words, "The registration fee. No deadlines."),
            0.5,
        );
        near(
            closeness(&words, "The fee for registrations, a deadline."),
            0.0,
        );
        near(closeness(&words, "Registration fees deadline"), 1.0);
        near(closeness(&words[..1], "Registration"), 0.0);
    }

    #[test]
    fn a_pair_is_close_only_in_its_own_order_and_distance() {
        let close = |earlier: &[u32], later: &[u32], gap| {
            are_close(earlier.iter().copied(), &later.iter().copied(), gap)
        };
        assert!(close(&[3, 90], &[4], 1));
        assert!(close(&[3], &[6], 3));
        assert!(!close(&[3], &[7], 3));
        assert!(!close(&[4], &[3], 2));
        assert!(!close(&[4], &[4], 2) && !close(&[], &[1], 9));
    }
}
