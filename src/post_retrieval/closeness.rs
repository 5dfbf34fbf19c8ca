//! `closeness`: how close the words of the question stand in the best hits.

use std::num::NonZeroUsize;

use super::Reranker;
use super::matching::{language_share, own_coverage};
use super::settings::not_negative;
use crate::error::Result;
use crate::hit::Hit;
use crate::query::Query;

crate::settings! {
    /// Constants of `closeness`.
    pub struct ClosenessSettings {
        /// Bonus of a chunk in which the question's words stand as close together as there.
        pub bonus: f64 = 0.3,
        /// How many hits, from the best on, are read. On the open sets six found as much as fifty.
        pub depth: NonZeroUsize = const { NonZeroUsize::new(6).unwrap() },
    }
}

/// New score = old score + `bonus` times the closeness of the hit's
/// [`Evidence`](crate::hit::Evidence), of the first `depth` hits. In another language than the question's
/// it counts as the bonus of [`Matching`](super::Matching) does.
///
/// It reads texts, and so comes last: behind what sorts hits without them.
#[derive(Debug, Clone, PartialEq)]
pub struct Closeness {
    settings: ClosenessSettings,
}

impl Closeness {
    /// With checked constants.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a bonus that is negative or larger than a
    /// million.
    pub fn new(settings: &ClosenessSettings) -> Result<Self> {
        not_negative("closeness", &[("bonus", settings.bonus)])?;
        Ok(Self {
            settings: settings.clone(),
        })
    }
}

impl Reranker for Closeness {
    fn name(&self) -> &'static str {
        "closeness"
    }

    fn reads(&self) -> usize {
        self.settings.depth.get()
    }

    fn scores(&self, query: &Query, hits: &[Hit]) -> Result<Vec<f64>> {
        let own = own_coverage(query, hits);
        let bonus = |hit: &Hit| self.settings.bonus * hit.evidence.closeness;
        let score = |(place, hit): (usize, &Hit)| {
            let read = place < self.reads();
            let share = if read {
                language_share(query, hit, own)
            } else {
                0.0
            };
            hit.score + share * bonus(hit)
        };
        Ok(hits.iter().enumerate().map(score).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit::Evidence;

    fn scores(settings: &ClosenessSettings) -> Vec<f64> {
        let hits = [(1.0, 0.0), (0.9, 1.0), (0.8, 0.5)].map(|(score, closeness)| Hit {
            score,
            evidence: Evidence {
                closeness,
                ..Evidence::default()
            },
            ..Hit::default()
        });
        let closeness = Closeness::new(settings).unwrap();
        closeness.scores(&Query::default(), &hits).unwrap()
    }

    #[test]
    fn r23_the_best_hits_earn_the_documented_bonus_and_the_others_keep_their_score() {
        let near = |found: &[f64], expected: [f64; 3]| {
            let mut pairs = found.iter().zip(expected);
            assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        near(&scores(&ClosenessSettings::default()), [1.0, 1.2, 0.95]);
        let two = ClosenessSettings {
            depth: NonZeroUsize::new(2).unwrap(),
            ..ClosenessSettings::default()
        };
        near(&scores(&two), [1.0, 1.2, 0.8]);
    }

    #[test]
    fn r23_a_negative_bonus_is_refused_by_name() {
        let settings = ClosenessSettings {
            bonus: -0.1,
            ..ClosenessSettings::default()
        };
        let message = Closeness::new(&settings).unwrap_err().to_string();
        assert!(message.contains("ranking.closeness.bonus"), "{message}");
    }
}
