//! `basic`: a bonus for short chunks and one for important pages.

use super::Reranker;
use super::constants::{largest, not_negative, scale};
use crate::error::Result;
use crate::hit::Hit;
use crate::needs::Attempt;
use crate::query::Query;

crate::settings! {
    /// Constants of `basic`.
    pub struct BasicSettings {
        /// Bonus of a very short chunk: its matching words are close together.
        pub proximity: f64 = 0.1,
        /// Length in characters at which half of that bonus remains.
        pub half_length: f64 = 400.0,
        /// Bonus of a page of importance 1.
        pub title: f64 = 0.1,
        /// Whether to divide the old scores by the largest first, so that the bonuses have the same
        /// weight on every scale.
        pub scaled: bool = false,
    }
}

/// New score = old score + proximity bonus + title bonus.
///
/// * proximity bonus = `proximity` × `half_length` / (`half_length` + characters of the chunk);
/// * title bonus = `title` × importance of the document.
///
/// It reads no query terms. With both bonuses at 0, the order does not change.
#[derive(Debug, Clone, PartialEq)]
pub struct Basic {
    settings: BasicSettings,
}

impl Basic {
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a constant that is negative or
    /// not finite.
    pub fn new(settings: &BasicSettings) -> Result<Self> {
        let BasicSettings {
            proximity,
            half_length,
            title,
            ..
        } = *settings;
        not_negative(
            "basic",
            &[
                ("proximity", proximity),
                ("half_length", half_length),
                ("title", title),
            ],
        )?;
        Ok(Self {
            settings: settings.clone(),
        })
    }

    fn bonus(&self, hit: &Hit) -> f64 {
        let settings = &self.settings;
        settings.proximity * brevity(&hit.text, settings.half_length)
            + settings.title * hit.importance
    }
}

/// Returns 1 for the shortest text, and values towards 0 for long ones; 0 for an empty text, which
/// has no words.
fn brevity(text: &str, half_length: f64) -> f64 {
    let length = text.chars().count() as f64;
    if length > 0.0 {
        half_length / (half_length + length)
    } else {
        0.0
    }
}

impl Reranker for Basic {
    fn name(&self) -> &'static str {
        "basic"
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let unit = if self.settings.scaled {
            largest(hits)
        } else {
            1.0
        };
        Ok(hits
            .iter()
            .map(|hit| scale(hit.score, unit) + self.bonus(hit))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(score: f64, length: usize, importance: f64) -> Hit {
        Hit {
            score,
            text: "ş".repeat(length),
            importance,
            ..Hit::default()
        }
    }

    fn scores(settings: &BasicSettings, hits: &[Hit]) -> Vec<f64> {
        let basic = Basic::new(settings).unwrap();
        basic.scores(&Query::default(), hits).unwrap()
    }

    #[test]
    fn r24_the_new_score_is_the_old_one_plus_both_bonuses() {
        let found = scores(&BasicSettings::default(), &[hit(3.0, 400, 0.5)]);
        assert!((found[0] - (3.0 + 0.05 + 0.05)).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn r24_short_chunks_and_important_pages_score_higher() {
        let hits = [hit(1.0, 900, 0.0), hit(1.0, 100, 0.0), hit(1.0, 900, 1.0)];
        let found = scores(&BasicSettings::default(), &hits);
        assert!(found[1] > found[0] && found[2] > found[0], "{found:?}");
    }

    #[test]
    fn r24_without_bonuses_scores_do_not_change() {
        let none = BasicSettings {
            proximity: 0.0,
            title: 0.0,
            ..BasicSettings::default()
        };
        let found = scores(&none, &[hit(9.0, 10, 1.0), hit(2.0, 0, 0.0)]);
        assert_eq!(found, [9.0, 2.0]);
    }

    #[test]
    fn r24_scaled_bonuses_have_the_same_weight_on_any_scale() {
        let settings = BasicSettings {
            scaled: true,
            ..BasicSettings::default()
        };
        let small = scores(&settings, &[hit(0.03, 100, 0.0), hit(0.02, 9, 0.0)]);
        let large = scores(&settings, &[hit(30.0, 100, 0.0), hit(20.0, 9, 0.0)]);
        assert!((small[1] - large[1]).abs() < 1e-12);
    }

    #[test]
    fn r24_the_error_for_a_negative_or_infinite_constant_names_it() {
        for bad in [-0.1, f64::NAN, f64::INFINITY] {
            let settings = BasicSettings {
                title: bad,
                ..BasicSettings::default()
            };
            let error = Basic::new(&settings).unwrap_err();
            assert!(error.to_string().contains("ranking.basic.title"), "{error}");
        }
    }
}
