//! The confidence of an answer.
//!
//! `calibrated`, the default, is the probability that the answer is right, by logistic regression over the features of
//! the first hit. `weighted` is a weighted sum of the sources' scores and their authority.

use super::Features;
use crate::answer::Level;
use crate::authority::{Authority, host};
use crate::error::{Error, Result};
use crate::essential::{IS_FULL, full_only};
use crate::hit::Hit;
use crate::number::Plain;
use crate::ordered::Map;
use crate::restrictions::{AUTHORITY, OFFICIAL};
use crate::settings::{LARGEST, between, join, usual};

const PATH: &str = "answer.confidence";
const CALIBRATED_PATH: &str = "answer.confidence.calibrated";
const QUESTIONS_PATH: &str = "answer.confidence.questions";

crate::settings! {
    /// Formula and thresholds of confidence.
    pub struct ConfidenceSettings {
        /// `calibrated`, the probability of being right, or `weighted`, a sum of final scores and authority.
        pub formula: String = "calibrated".to_owned(),
        /// The weights of `calibrated`.
        pub calibrated: CalibratedSettings = CalibratedSettings::default(),
        /// The weights if questions were written for the first hit.
        pub questions: QuestionWeights = QuestionWeights::default(),
        /// Of `weighted`: weight of the sources' mean final score.
        pub score_weight: f64 = 0.6,
        /// Of `weighted`: weight of the share of official sources.
        pub official_weight: f64 = 0.4,
        /// Minimum of high confidence.
        pub high: f64 = 0.7,
        /// Minimum of medium confidence.
        pub medium: f64 = 0.53,
        /// Hosts whose pages are official, in addition to those with an authority bonus. `gov` applies to every host
        /// that ends in `.gov`.
        pub official_hosts: Vec<String> = Vec::new(),
        /// Whether the site's own pages, those with a relative address, are official.
        pub own_pages_official: bool = true,
    }
}

crate::settings! {
    /// Weights of `calibrated`: 1 / (1 + exp(-(intercept + the sum of weight × feature))). Fitted on answers
    /// to real questions by `soru eval --calibrate`, which prints these lines for a site's own.
    pub struct CalibratedSettings {
        /// Constant term.
        pub intercept: f64 = -5.61,
        /// Share of the question's maximum score that the first hit earned.
        pub relevance: f64 = -1.13,
        /// Share of the question's words that the first hit has.
        pub coverage: f64 = 2.55,
        /// Share of the words in the heading above its best section that are the question's.
        pub heading: f64 = 2.14,
        /// Distance of its score to that of the first page with different content.
        pub margin: f64 = 1.31,
        /// Distance of its score to that of the next section, including its own page.
        pub lead: f64 = 1.73,
        /// How well the best passage answers.
        pub passage: f64 = 3.21,
        /// Whether the question asks for a kind of thing, such as a date, that the passage lacks.
        pub lacking: f64 = -0.99,
        /// Number of content words in the question, of eight.
        pub length: f64 = 1.69,
    }
}

crate::settings! {
    /// Weights of `calibrated` if questions were written for the first hit: the probability is
    /// 1 / (1 + exp(-(intercept + likeness × l + coverage × c + base × ln(p / (1 - p))))), where `l` is the similarity
    /// of the visitor's question to the nearest of them, `c` the share of its words that the hit has, and `p` the
    /// probability without written questions.
    pub struct QuestionWeights {
        /// Constant term.
        pub intercept: f64 = -1.28,
        /// Weight of the similarity.
        pub likeness: f64 = 1.79,
        /// Weight of the coverage.
        pub coverage: f64 = 1.34,
        /// Weight of the log odds without written questions.
        pub base: f64 = 0.7,
    }
}

impl QuestionWeights {
    fn named(&self) -> [(&'static str, f64); 4] {
        [
            ("intercept", self.intercept),
            ("likeness", self.likeness),
            ("coverage", self.coverage),
            ("base", self.base),
        ]
    }
}

impl CalibratedSettings {
    fn weights(&self) -> [f64; Features::COUNT] {
        [
            self.relevance,
            self.coverage,
            self.heading,
            self.margin,
            self.lead,
            self.passage,
            self.lacking,
            self.length,
        ]
    }

    /// Returns the log odds that an answer with these features is right.
    fn log_odds(&self, features: &Features) -> f64 {
        let mut sum = self.intercept;
        for (weight, feature) in self.weights().iter().zip(features.values()) {
            sum += weight * feature;
        }
        sum
    }
}

/// The formula's name in [`ConfidenceSettings::formula`].
const CALIBRATED: &str = "calibrated";
const WEIGHTED: &str = "weighted";

/// Computes confidence. `weighted` is min(1, `score_weight` × mean final score + `official_weight` × share of official
/// sources), R36. The final score is that of the last reranker, so the formula is useful only if the maximum of that
/// score is near 1: `hybrid` alone, or with `quality`. Bonuses of the default rerankers raise nearly every answer to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Confidence {
    settings: ConfidenceSettings,
    authority: Authority,
    official: Authority,
}

impl Confidence {
    /// Creates it with the table of bonuses by host, `ranking.authority`.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for an unknown formula, for a weight or a threshold that is negative (except the weights
    /// of `calibrated`) or not finite, for a threshold `high` below `medium`, and for an invalid host.
    pub fn new(settings: &ConfidenceSettings, authority: &Map<f64>) -> Result<Self> {
        usual(
            PATH,
            &[
                ("score_weight", settings.score_weight),
                ("official_weight", settings.official_weight),
                ("high", settings.high),
                ("medium", settings.medium),
            ],
        )?;
        let calibrated = &settings.calibrated;
        for (name, weight) in Features::NAMES.iter().zip(calibrated.weights()) {
            between(&join(CALIBRATED_PATH, name), weight, -LARGEST, LARGEST)?;
        }
        let intercept = join(CALIBRATED_PATH, "intercept");
        between(&intercept, calibrated.intercept, -LARGEST, LARGEST)?;
        for (name, weight) in settings.questions.named() {
            between(&join(QUESTIONS_PATH, name), weight, -LARGEST, LARGEST)?;
        }
        if settings.formula != CALIBRATED {
            full_only()?;
        }
        if IS_FULL && ![CALIBRATED, WEIGHTED].contains(&settings.formula.as_str()) {
            let expected = format!("`{CALIBRATED}` or `{WEIGHTED}`");
            let formula = settings.formula.clone();
            return Err(Error::invalid(format!("{PATH}.formula"), formula, expected));
        }
        if settings.high < settings.medium {
            full_only()?;
            let expected = format!("at least `{PATH}.medium`, {}", Plain(settings.medium));
            return Err(Error::invalid(
                format!("{PATH}.high"),
                Plain(settings.high),
                expected,
            ));
        }
        let mut confidence = Self {
            settings: settings.clone(),
            authority: Authority::default(),
            official: Authority::default(),
        };
        // Only `weighted` depends on the authority of a page.
        if IS_FULL {
            let (hosts, path) = (&settings.official_hosts, join(PATH, "official_hosts"));
            confidence.authority = Authority::new(authority, "ranking.authority")?;
            confidence.official = Authority::of_hosts(hosts, &path)?;
        }
        Ok(confidence)
    }

    /// Returns the confidence of an answer with these features, 0 to 1; 0 without any. `cited` are the hits listed as
    /// its sources.
    #[must_use]
    pub fn of_answer(&self, features: Option<&Features>, cited: &[&Hit]) -> f64 {
        if IS_FULL && self.settings.formula == WEIGHTED {
            return self.of(cited);
        }
        features.map_or(0.0, |features| self.probability(features))
    }

    fn probability(&self, features: &Features) -> f64 {
        let base = self.settings.calibrated.log_odds(features);
        let weights = &self.settings.questions;
        let log_odds = features.question().map_or(base, |likeness| {
            weights.intercept
                + weights.likeness * likeness
                + weights.coverage * features.coverage()
                + weights.base * base
        });
        1.0 / (1.0 + libm::exp(-log_odds))
    }

    /// Returns the confidence by `weighted` of an answer from these hits, 0 to 1; 0 without any.
    #[must_use]
    pub fn of(&self, cited: &[&Hit]) -> f64 {
        if cited.is_empty() {
            return 0.0;
        }
        let count = cited.len() as f64;
        let score: f64 = cited.iter().map(|hit| hit.score).sum();
        let official = cited.iter().filter(|hit| self.is_of_authority(hit)).count() as f64;
        let confidence = self.settings.score_weight * (score / count)
            + self.settings.official_weight * (official / count);
        confidence.clamp(0.0, 1.0)
    }

    /// Returns whether a hit's page is official: by its mark, or without one by its address.
    fn is_of_authority(&self, hit: &Hit) -> bool {
        let mark = hit.meta.get(AUTHORITY);
        mark.map_or_else(|| self.is_official(&hit.url), |mark| mark == OFFICIAL)
    }

    /// Returns whether the page at an address is official.
    #[must_use]
    pub fn is_official(&self, url: &str) -> bool {
        match host(url) {
            Some(_) => self.authority.of(url) > 0.0 || self.official.of(url) > 0.0,
            None => self.settings.own_pages_official && is_relative(url),
        }
    }

    /// Returns the confidence as a word.
    #[must_use]
    pub fn level(&self, confidence: f64) -> Level {
        if confidence >= self.settings.high {
            Level::High
        } else if confidence >= self.settings.medium {
            Level::Medium
        } else {
            Level::Low
        }
    }
}

/// Returns whether an address is relative: it has no scheme, an `a:b` before the first `/`, `?` or `#`.
fn is_relative(url: &str) -> bool {
    let first = url.split(['/', '?', '#']).next().unwrap_or_default();
    !first.contains(':')
}

#[cfg(test)]
mod tests {
    use super::super::Rivals;
    use super::*;
    use crate::hit::Evidence;
    use crate::query::Query;

    fn hit(url: &str, score: f64) -> Hit {
        Hit {
            url: url.to_owned(),
            score,
            relevance: 0.123,
            ..Hit::default()
        }
    }

    fn with(change: impl FnOnce(&mut ConfidenceSettings)) -> Result<Confidence> {
        let mut settings = ConfidenceSettings::default();
        change(&mut settings);
        Confidence::new(&settings, &[("gov".to_owned(), 0.05)].into())
    }

    fn assert_confidence(hits: &[Hit], expected: f64) {
        let weighted = with(|settings| settings.formula = WEIGHTED.into()).unwrap();
        let found = weighted.of_answer(None, &hits.iter().collect::<Vec<_>>());
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }

    // Retrieval's relevance does not count, since rerankers change the score.
    #[test]
    fn r36_weighted_is_six_tenths_of_the_mean_final_score_and_four_tenths_officialness() {
        assert_confidence(
            &[
                hit("https://x.gov/", 0.9),
                hit("https://blog.com/x.gov", 0.5),
            ],
            0.6 * 0.7 + 0.4 * 0.5,
        );
        assert_confidence(&[hit("https://x.gov/", 1.0)], 1.0);
        assert_confidence(&[], 0.0);
    }

    #[test]
    fn r36_confidence_never_leaves_0_to_1() {
        assert_confidence(&[hit("/a", 7.0)], 1.0);
        assert_confidence(&[hit("https://blog.com", -7.0)], 0.0);
    }

    #[test]
    fn r36_a_page_s_own_mark_goes_before_its_host() {
        let marked = |url, mark: &str| Hit {
            meta: [("authority".to_owned(), mark.to_owned())].into(),
            ..hit(url, 0.5)
        };
        assert_confidence(&[marked("https://x.gov/", "extended")], 0.3);
        assert_confidence(&[marked("https://blog.com/", "official")], 0.7);
    }

    #[test]
    fn r36_a_site_says_which_pages_are_official() {
        let own = with(|_| ()).unwrap();
        assert!(own.is_official("/staj/#son") && own.is_official("a.html"));
        assert!(!own.is_official("mailto:a@x.gov") && !own.is_official("https://gtu.edu.tr"));
        let other = with(|settings| {
            settings.own_pages_official = false;
            settings.official_hosts = vec!["edu.tr".into()];
        });
        let other = other.unwrap();
        assert!(!other.is_official("/staj/") && other.is_official("https://gtu.edu.tr"));
    }

    #[test]
    fn r36_the_level_has_a_word_for_every_confidence() {
        let confidence = with(|_| ()).unwrap();
        for (value, level) in [
            (1.0, Level::High),
            (0.7, Level::High),
            (0.69, Level::Medium),
            (0.53, Level::Medium),
            (0.52, Level::Low),
            (0.0, Level::Low),
        ] {
            assert_eq!(confidence.level(value), level, "{value}");
        }
    }

    fn features(margin: f64, coverage: f64) -> Features {
        let hit = Hit {
            score: 2.0,
            relevance: 0.6,
            evidence: Evidence {
                coverage,
                ..Evidence::default()
            },
            ..Hit::default()
        };
        let rivals = Rivals {
            page: 2.0 * (1.0 - margin * margin),
            section: 2.0,
        };
        Features::of(&Query::default(), &[hit], rivals, None).unwrap()
    }

    // -5.61 - 1.13 · 0.6 + 2.55 · 0.5 + 1.31 · 0.25 = -4.6855
    #[test]
    fn r36_calibrated_confidence_by_hand() {
        let sure = with(|_| ()).unwrap();
        let sure = sure.of_answer(Some(&features(0.25, 0.5)), &[]);
        assert!(
            (sure - 1.0 / (1.0 + 4.6855_f64.exp())).abs() < 1e-12,
            "{sure}"
        );
        assert!(with(|_| ()).unwrap().of_answer(None, &[]).abs() < 1e-12);
    }

    #[test]
    fn r36_what_speaks_for_an_answer_raises_calibrated_confidence() {
        let confidence = with(|_| ()).unwrap();
        let of = |margin, coverage| confidence.of_answer(Some(&features(margin, coverage)), &[]);
        assert!(of(0.7, 0.5) > of(0.1, 0.5) && of(0.1, 1.0) > of(0.1, 0.5));
    }

    #[test]
    fn r36_the_weighted_formula_can_be_chosen() {
        let weighted = with(|settings| settings.formula = "weighted".into()).unwrap();
        let official = hit("https://x.gov/", 0.5);
        let sure = weighted.of_answer(Some(&features(0.1, 0.5)), &[&official]);
        assert!((sure - (0.6 * 0.5 + 0.4)).abs() < 1e-12);
        let error = with(|settings| settings.formula = "guess".into()).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("confidence.formula") && message.contains("weighted"),
            "{message}"
        );
        let error = with(|settings| settings.calibrated.margin = f64::NAN).unwrap_err();
        assert!(error.to_string().contains("confidence.calibrated.margin"));
    }

    #[test]
    fn r36_settings_that_make_no_sense_are_refused_by_name() {
        let error = with(|settings| settings.high = 0.2).unwrap_err();
        assert!(error.to_string().contains("confidence.high"), "{error}");
        let error = with(|settings| settings.score_weight = f64::NAN).unwrap_err();
        assert!(error.to_string().contains("confidence.score_weight"));
        let error = with(|settings| settings.official_hosts = vec!["a/b".into()]).unwrap_err();
        assert!(error.to_string().contains("confidence.official_hosts"));
    }
}
