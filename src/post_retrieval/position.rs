//! `position`: the old rank, and the words that a chunk shares with the question.

use super::{PATH, Reranker};
use crate::error::{Error, Result};
use crate::hit::Hit;
use crate::needs::Attempt;
use crate::query::{Matcher, Query};
use crate::text::tokenise;

crate::settings! {
    /// Constants of `position`.
    pub struct PositionSettings {
        /// Score before penalty and bonus.
        pub base: f64 = 500.0,
        /// Penalty per rank.
        pub penalty: f64 = 50.0,
        /// Bonus for every word of the chunk that is a word of the question.
        pub weight: f64 = 1.0,
    }
}

/// New score = `base` − `penalty` × rank + `weight` × words in common.
///
/// Ranks count from 1, as in the fusion `rrf`. Every occurrence of a word counts. A word of the
/// question is a content word in any of its forms; stop words count only if the question has no
/// other words. Old scores do not count, only their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    settings: PositionSettings,
}

impl Position {
    /// # Errors
    /// [`Error::InvalidValue`] for a constant that is not finite.
    pub fn new(settings: &PositionSettings) -> Result<Self> {
        for (key, value) in [
            ("base", settings.base),
            ("penalty", settings.penalty),
            ("weight", settings.weight),
        ] {
            // There are never 1e100 hits; beyond it, sums could overflow.
            if value.is_nan() || value.abs() > 1e100 {
                let path = format!("{PATH}.position.{key}");
                return Err(Error::invalid(path, value, "a number of usual size"));
            }
        }
        Ok(Self {
            settings: settings.clone(),
        })
    }
}

impl Reranker for Position {
    fn name(&self) -> &'static str {
        "position"
    }

    fn scores(&self, query: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let PositionSettings {
            base,
            penalty,
            weight,
        } = self.settings;
        let score = |(before, hit): (usize, &Hit)| {
            let common = words_in_common(&hit.text, &query.matcher(&hit.lang));
            base - penalty * (before + 1) as f64 + weight * common as f64
        };
        Ok(hits.iter().enumerate().map(score).collect())
    }
}

/// Counts a word once, although its parts are tokens too.
fn words_in_common(text: &str, matcher: &Matcher) -> usize {
    if matcher.is_empty() {
        return 0;
    }
    let mut positions: Vec<u32> = tokenise(text, matcher.language())
        .iter()
        .filter(|token| matcher.find(token).is_some())
        .map(|token| token.position)
        .collect();
    // Tokens are in the order of their positions.
    positions.dedup();
    positions.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Reading;

    fn hit(text: &str) -> Hit {
        Hit {
            text: text.to_owned(),
            lang: "en".into(),
            ..Hit::default()
        }
    }

    fn scores(settings: &PositionSettings, texts: &[&str]) -> Vec<f64> {
        let hits: Vec<Hit> = texts.iter().map(|text| hit(text)).collect();
        let position = Position::new(settings).unwrap();
        let query = Query {
            readings: vec![Reading::of_typed(&["visa", "fee"])],
            ..Query::default()
        };
        position.scores(&query, &hits).unwrap()
    }

    #[test]
    fn r26_the_score_is_500_minus_50_per_rank_plus_1_per_word_in_common() {
        let found = scores(
            &PositionSettings::default(),
            &["nothing", "visa", "The visa fees: a visa fee."],
        );
        assert_eq!(found, [450.0, 401.0, 354.0]);
    }

    #[test]
    fn r26_a_later_hit_with_many_more_of_the_words_wins() {
        let texts = [18, 100, 8].map(|count| "visa ".repeat(count));
        let texts = texts.each_ref().map(String::as_str);
        let found = scores(&PositionSettings::default(), &texts);
        assert_eq!(found, [468.0, 500.0, 358.0]);
    }

    #[test]
    fn r26_a_word_and_its_parts_count_once() {
        assert_eq!(
            scores(&PositionSettings::default(), &["visa-fee Visa-2"]),
            [453.0]
        );
    }

    #[test]
    fn r26_base_penalty_and_weight_are_settings() {
        let settings = PositionSettings {
            base: 10.0,
            penalty: 1.0,
            weight: 4.0,
        };
        assert_eq!(scores(&settings, &["", "fee visa"]), [9.0, 16.0]);
    }

    #[test]
    fn r26_the_error_for_an_infinite_constant_names_it() {
        let settings = PositionSettings {
            penalty: f64::INFINITY,
            ..PositionSettings::default()
        };
        let error = Position::new(&settings).unwrap_err();
        assert!(error.to_string().contains("ranking.position.penalty"));
    }
}
