//! `passage`: how well the best passage of a hit answers, by its text and the heading above it.

use std::num::NonZeroUsize;

use super::Reranker;
use super::constants::not_negative;
use super::matching::{language_share, own_coverage};
use crate::error::Result;
use crate::hit::{Hit, MatchFeatures};
use crate::needs::Attempt;
use crate::query::Query;

crate::settings! {
    /// Constants of `passage`.
    pub struct PassageSettings {
        /// Bonus of a chunk in which the question's words are as close together as in the question.
        pub closeness: f64 = 0.3,
        /// Bonus of a section heading that consists of words of the question.
        pub heading: f64 = 0.5,
        /// Bonus of a passage that contains the expected kind of answer: a date for `when`.
        pub expected: f64 = 0.2,
        /// Bonus of a section with a written question equal to the visitor's.
        pub question: f64 = 1.0,
        /// Number of hits, from the best on, that are read. On the open sets, six gave the same
        /// quality as fifty.
        pub depth: NonZeroUsize = const { NonZeroUsize::new(6).unwrap() },
    }
}

/// New score = old score + each bonus times the part of the hit's
/// [`MatchFeatures`](crate::hit::MatchFeatures) of that name, for the first `depth` hits. Hits in
/// other languages than the question's count as in [`Matching`](super::Matching).
///
/// It reads texts, so it runs last, after the rerankers that sort without them.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    settings: PassageSettings,
}

impl Passage {
    /// Creates it with checked constants.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a bonus that is negative or larger
    /// than a million.
    pub fn new(settings: &PassageSettings) -> Result<Self> {
        not_negative(
            "passage",
            &[
                ("closeness", settings.closeness),
                ("heading", settings.heading),
                ("expected", settings.expected),
                ("question", settings.question),
            ],
        )?;
        Ok(Self {
            settings: settings.clone(),
        })
    }

    fn bonus(&self, features: &MatchFeatures) -> f64 {
        self.settings.closeness * features.closeness
            + self.settings.heading * features.heading
            + self.settings.expected * features.expected
            + self.settings.question * features.question.unwrap_or_default()
    }
}

impl Reranker for Passage {
    fn name(&self) -> &'static str {
        "passage"
    }

    fn reads(&self) -> usize {
        self.settings.depth.get()
    }

    fn scores(&self, query: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let own = own_coverage(query, hits);
        let score = |(place, hit): (usize, &Hit)| {
            let share = if place < self.reads() {
                language_share(query, hit, own)
            } else {
                0.0
            };
            hit.score + share * self.bonus(&hit.features)
        };
        Ok(hits.iter().enumerate().map(score).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(settings: &PassageSettings) -> Vec<f64> {
        let features = |closeness, heading, expected| MatchFeatures {
            closeness,
            heading,
            expected,
            ..MatchFeatures::default()
        };
        let hits = [
            (1.0, MatchFeatures::default()),
            (0.9, features(1.0, 0.0, 0.5)),
            (0.8, features(0.0, 1.0, 1.0)),
        ];
        let hits = hits.map(|(score, features)| Hit {
            score,
            features,
            ..Hit::default()
        });
        let passage = Passage::new(settings).unwrap();
        passage.scores(&Query::default(), &hits).unwrap()
    }

    #[test]
    fn r23_the_best_hits_get_the_documented_bonuses_and_others_keep_their_scores() {
        let near = |found: &[f64], expected: [f64; 3]| {
            let mut pairs = found.iter().zip(expected);
            assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        let settings = PassageSettings {
            closeness: 0.3,
            heading: 0.2,
            expected: 0.1,
            ..PassageSettings::default()
        };
        near(&scores(&settings), [1.0, 1.25, 1.1]);
        let two = PassageSettings {
            depth: NonZeroUsize::new(2).unwrap(),
            ..settings
        };
        near(&scores(&two), [1.0, 1.25, 0.8]);
    }

    #[test]
    fn r23_the_error_for_a_negative_bonus_names_it() {
        let settings = PassageSettings {
            heading: -0.1,
            ..PassageSettings::default()
        };
        let message = Passage::new(&settings).unwrap_err().to_string();
        assert!(message.contains("ranking.passage.heading"), "{message}");
    }
}
