//! `matching`: how well a chunk matches the question as a whole.

use super::Reranker;
use super::basic::{largest, scale};
use super::settings::not_negative;
use crate::error::Result;
use crate::hit::Hit;
use crate::query::Query;

crate::settings! {
    /// Constants of `matching`.
    pub struct MatchingSettings {
        /// Bonus of a chunk that has all words of the question.
        pub coverage: f64 = 0.3,
        /// Bonus of a chunk in which they stand as close together as in the question.
        pub closeness: f64 = 0.3,
        /// Bonus of a page whose title is made of words of the question.
        pub title: f64 = 0.2,
    }
}

/// New score = old score, scaled to 0..1, + `coverage`, `closeness` and `title`, each times the
/// hit's [`Evidence`](crate::hit::Evidence) of that name.
///
/// Retrieval adds up what single words earn; here a chunk earns for having all of them, together,
/// under a title that is about them. Needs no texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Matching {
    settings: MatchingSettings,
}

impl Matching {
    /// With checked constants.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a constant that is negative or not
    /// finite.
    pub fn new(settings: &MatchingSettings) -> Result<Self> {
        not_negative(
            "matching",
            &[
                ("coverage", settings.coverage),
                ("closeness", settings.closeness),
                ("title", settings.title),
            ],
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

    fn needs_text(&self) -> bool {
        false
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> Result<Vec<f64>> {
        let unit = largest(hits);
        let bonus = |hit: &Hit| {
            self.settings.coverage * hit.evidence.coverage
                + self.settings.closeness * hit.evidence.closeness
                + self.settings.title * hit.evidence.title
        };
        let score = |hit: &Hit| scale(hit.score, unit) + bonus(hit);
        Ok(hits.iter().map(score).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit::Evidence;

    fn hit(score: f64, coverage: f64, closeness: f64, title: f64) -> Hit {
        Hit {
            score,
            evidence: Evidence {
                coverage,
                closeness,
                title,
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
            hit(8.0, 0.0, 0.0, 0.0),
            hit(4.0, 1.0, 0.0, 0.0),
            hit(4.0, 0.0, 1.0, 0.0),
            hit(4.0, 0.0, 0.0, 1.0),
            hit(4.0, 0.5, 0.5, 0.5),
        ];
        let expected = [1.0, 0.8, 0.8, 0.7, 0.9];
        for (found, expected) in scores(&MatchingSettings::default(), &hits)
            .iter()
            .zip(expected)
        {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        }
    }

    #[test]
    fn r24_without_evidence_or_without_constants_the_order_stays() {
        let hits = [
            hit(3.0, 0.0, 0.0, 0.0),
            hit(2.0, 0.0, 0.0, 0.0),
            hit(-1.0, 0.0, 0.0, 0.0),
        ];
        let found = scores(&MatchingSettings::default(), &hits);
        assert!(found[0] > found[1] && found[1] > found[2], "{found:?}");
        let none = MatchingSettings {
            coverage: 0.0,
            closeness: 0.0,
            title: 0.0,
        };
        let hits = [hit(3.0, 0.0, 0.0, 0.0), hit(2.0, 1.0, 1.0, 1.0)];
        let found = scores(&none, &hits);
        assert!(found[0] > found[1], "{found:?}");
    }

    #[test]
    fn r23_a_negative_constant_is_refused_by_name() {
        let settings = MatchingSettings {
            closeness: -0.1,
            ..MatchingSettings::default()
        };
        let message = Matching::new(&settings).unwrap_err().to_string();
        assert!(message.contains("ranking.matching.closeness"), "{message}");
    }
}
