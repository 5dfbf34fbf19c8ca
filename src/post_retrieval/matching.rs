//! `matching`: how well a chunk matches the question as a whole.

use super::Reranker;
use super::constants::{largest, not_negative, scale};
use crate::error::Result;
use crate::hit::Hit;
use crate::needs::Attempt;
use crate::query::Query;

crate::settings! {
    /// Constants of `matching`.
    pub struct MatchingSettings {
        /// Bonus of a chunk that has all words of the question.
        pub coverage: f64 = 0.45,
        /// Bonus of a page title that consists of words of the question.
        pub title: f64 = 0.2,
    }
}

/// New score = old score, scaled to 0..1, + `coverage` and `title`, each times the hit's
/// [`MatchFeatures`](crate::hit::MatchFeatures) of that name.
///
/// For a hit in another language than the question's, with weight `w`
/// ([`Query::weight_of`](crate::query::Query::weight_of)), the bonus is multiplied by `1 - (1 - w)
/// × c`, where `c` is the best coverage among the hits in the question's own language. If these
/// cover the whole question, the bonus has the weight of its language; if they cover little, it
/// counts in full.
///
/// Retrieval adds up the scores of single words; here a chunk earns a bonus for having all of them,
/// under a title about them. It needs no texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Matching {
    settings: MatchingSettings,
}

impl Matching {
    /// Creates it with checked constants.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a constant that is negative or
    /// larger than a million.
    pub fn new(settings: &MatchingSettings) -> Result<Self> {
        not_negative(
            "matching",
            &[("coverage", settings.coverage), ("title", settings.title)],
        )?;
        Ok(Self {
            settings: settings.clone(),
        })
    }
}

impl Reranker for Matching {
    fn name(&self) -> &'static str {
        "matching"
    }

    fn reads(&self) -> usize {
        0
    }

    fn scores(&self, query: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let unit = largest(hits);
        let own = own_coverage(query, hits);
        let bonus = |hit: &Hit| {
            self.settings.coverage * hit.features.coverage
                + self.settings.title * hit.features.title
        };
        let score =
            |hit: &Hit| scale(hit.score, unit) + language_share(query, hit, own) * bonus(hit);
        Ok(hits.iter().map(score).collect())
    }
}

/// Returns the factor of a bonus in the language of a hit, from the best coverage in the question's
/// own language.
pub(super) fn language_share(query: &Query, hit: &Hit, own_coverage: f64) -> f64 {
    1.0 - (1.0 - query.weight_of(&hit.lang)) * own_coverage
}

/// Returns the share of the question that the best hit in its own language covers.
pub(super) fn own_coverage(query: &Query, hits: &[Hit]) -> f64 {
    let is_own = |hit: &&Hit| query.own().is_some_and(|own| own.tag == hit.lang);
    let coverages = hits.iter().filter(is_own).map(|hit| hit.features.coverage);
    coverages.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit::MatchFeatures;
    use crate::query::Reading;

    fn hit(score: f64, coverage: f64, title: f64) -> Hit {
        Hit {
            score,
            features: MatchFeatures {
                coverage,
                title,
                ..MatchFeatures::default()
            },
            ..Hit::default()
        }
    }

    fn scores(settings: &MatchingSettings, hits: &[Hit]) -> Vec<f64> {
        let matching = Matching::new(settings).unwrap();
        matching.scores(&Query::default(), hits).unwrap()
    }

    #[test]
    fn r23_every_part_adds_its_documented_constant_to_the_scaled_score() {
        let hits = [
            hit(8.0, 0.0, 0.0),
            hit(4.0, 1.0, 0.0),
            hit(4.0, 0.0, 1.0),
            hit(4.0, 0.5, 0.5),
        ];
        let expected = [1.0, 0.95, 0.7, 0.825];
        for (found, expected) in scores(&MatchingSettings::default(), &hits)
            .iter()
            .zip(expected)
        {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        }
    }

    #[test]
    fn r8_the_bonus_of_another_language_falls_with_own_coverage() {
        let reading = |tag: &str, weight: f64| Reading::new(tag, weight, "", Vec::new());
        let query = Query {
            readings: vec![reading("tr", 1.0), reading("en", 0.5)],
            ..Query::default()
        };
        for (own_coverage, expected) in [(0.0, 0.45), (0.5, 0.3375), (1.0, 0.225)] {
            let in_language = |lang: &str, hit: Hit| Hit {
                lang: lang.into(),
                ..hit
            };
            let hits = [
                in_language("tr", hit(4.0, own_coverage, 0.0)),
                in_language("en", hit(2.0, 1.0, 0.0)),
            ];
            let matching = Matching::new(&MatchingSettings::default()).unwrap();
            let found = matching.scores(&query, &hits).unwrap();
            assert!(
                (found[0] - 1.0 - 0.45 * own_coverage).abs() < 1e-12,
                "{found:?}"
            );
            assert!((found[1] - 0.5 - expected).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn r24_without_features_or_bonuses_the_order_does_not_change() {
        let hits = [hit(3.0, 0.0, 0.0), hit(2.0, 0.0, 0.0), hit(-1.0, 0.0, 0.0)];
        let found = scores(&MatchingSettings::default(), &hits);
        assert!(found[0] > found[1] && found[1] > found[2], "{found:?}");
        let none = MatchingSettings {
            coverage: 0.0,
            title: 0.0,
        };
        let hits = [hit(3.0, 0.0, 0.0), hit(2.0, 1.0, 1.0)];
        let found = scores(&none, &hits);
        assert!(found[0] > found[1], "{found:?}");
    }

    #[test]
    fn r23_the_error_for_a_negative_constant_names_it() {
        let settings = MatchingSettings {
            title: -0.1,
            ..MatchingSettings::default()
        };
        let message = Matching::new(&settings).unwrap_err().to_string();
        assert!(message.contains("ranking.matching.title"), "{message}");
    }

    // With a larger constant, all differences between scores would be lost.
    #[test]
    fn r23_the_error_for_a_constant_that_is_too_large_names_it() {
        let settings = MatchingSettings {
            coverage: 1e308,
            ..MatchingSettings::default()
        };
        let message = Matching::new(&settings).unwrap_err().to_string();
        assert!(message.contains("ranking.matching.coverage"), "{message}");
    }
}
