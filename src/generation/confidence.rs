//! How sure an answer is.
//!
//! `calibrated`, the default, is the probability that the answer is right, by logistic regression over
//! what ranking saw of the first hit. `weighted` is a sum of how well the sources fit and whose they
//! are.

use crate::answer::{Level, SourceReference};
use crate::authority::{Authority, host};
use crate::error::{Error, Result};
use crate::essential::full_only;
use crate::hit::Hit;
use crate::number::Plain;
use crate::ordered::Map;
use crate::settings::{LARGEST, between, join, usual};

const PATH: &str = "answer.confidence";
const CALIBRATED_PATH: &str = "answer.confidence.calibrated";

crate::settings! {
    /// How confidence is worked out, and what it is called.
    pub struct ConfidenceSettings {
        /// `calibrated`, the probability of being right, or `weighted`, of relevance and authority.
        pub formula: String = "calibrated".to_owned(),
        /// The weights of `calibrated`.
        pub calibrated: CalibratedSettings = CalibratedSettings::default(),
        /// Of `weighted`: weight of the sources' mean relevance.
        pub relevance_weight: f64 = 0.6,
        /// Of `weighted`: weight of the share of official sources.
        pub official_weight: f64 = 0.4,
        /// From here on, confidence is high.
        pub high: f64 = 0.75,
        /// From here on, confidence is medium.
        pub medium: f64 = 0.5,
        /// Hosts whose pages are official, beside those that have an authority bonus. `gov`
        /// stands for every host that ends in `.gov`.
        pub official_hosts: Vec<String> = Vec::new(),
        /// Whether the site's own pages, those with a relative address, are official.
        pub own_pages_official: bool = true,
    }
}

crate::settings! {
    /// Weights of `calibrated`: 1 / (1 + exp(-(intercept + the sum of weight × feature))). Fitted on ten
    /// open sets of questions by `soru eval --calibrate`, which prints these lines for a site's own.
    pub struct CalibratedSettings {
        /// What there is without any feature.
        pub intercept: f64 = -3.10,
        /// How much of what the question could earn the first hit earned.
        pub relevance: f64 = 0.39,
        /// Share of the question's words that the first hit has.
        pub coverage: f64 = 2.45,
        /// How close they stand there.
        pub closeness: f64 = 0.45,
        /// Share of its title's words that the question has.
        pub title: f64 = 0.51,
        /// How far its score lies above that of the first page that says something else.
        pub margin: f64 = 4.19,
    }
}

/// What ranking saw of the first hit, each 0 to 1: what tells whether an answer is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features([f64; Self::COUNT]);

impl Features {
    /// How many there are.
    pub const COUNT: usize = 5;

    /// Their names, which are those of their weights.
    pub const NAMES: [&str; Self::COUNT] =
        ["relevance", "coverage", "closeness", "title", "margin"];

    /// Of the hits that are shown, best first; none without hits. `beyond` is the score of the first behind
    /// them that may say something else, 0 without any.
    #[must_use]
    pub fn of(hits: &[Hit], beyond: f64) -> Option<Self> {
        let first = hits.first()?;
        // A page that says the same raises no doubt.
        let is_other = |hit: &&Hit| hit.id != first.id && hit.text != first.text;
        let other = hits.iter().find(is_other);
        let other = other.map_or(beyond, |hit| hit.score);
        let lead = if first.score > 0.0 {
            1.0 - other / first.score
        } else {
            0.0
        };
        // The first tenth tells far more than the last, which a root says.
        let margin = lead.clamp(0.0, 1.0).sqrt();
        let evidence = &first.evidence;
        let features = [
            first.relevance,
            evidence.coverage,
            evidence.closeness,
            evidence.title,
            margin,
        ];
        Some(Self(features.map(|feature| feature.clamp(0.0, 1.0))))
    }

    /// In the order of [`Features::NAMES`].
    #[must_use]
    pub fn values(&self) -> [f64; Self::COUNT] {
        self.0
    }
}

impl CalibratedSettings {
    fn weights(&self) -> [f64; Features::COUNT] {
        [
            self.relevance,
            self.coverage,
            self.closeness,
            self.title,
            self.margin,
        ]
    }

    fn probability(&self, features: &Features) -> f64 {
        let mut sum = self.intercept;
        for (weight, feature) in self.weights().iter().zip(features.0) {
            sum += weight * feature;
        }
        1.0 / (1.0 + libm::exp(-sum))
    }
}

/// The formula's name for [`ConfidenceSettings::formula`].
const CALIBRATED: &str = "calibrated";
const WEIGHTED: &str = "weighted";

/// How sure an answer is. `weighted` is min(1, `relevance_weight` × mean relevance + `official_weight` × share of
/// official sources).
#[derive(Debug, Clone, PartialEq)]
pub struct Confidence {
    settings: ConfidenceSettings,
    authority: Authority,
    official: Authority,
}

impl Confidence {
    /// With the table of bonuses by host, `ranking.authority`.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a formula that there is not, for a weight or a threshold that is
    /// negative (but those of `calibrated`) or not finite, for a threshold of `high` below that of
    /// `medium`, and for a host that is none.
    pub fn new(settings: &ConfidenceSettings, authority: &Map<f64>) -> Result<Self> {
        usual(
            PATH,
            &[
                ("relevance_weight", settings.relevance_weight),
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
        if ![CALIBRATED, WEIGHTED].contains(&settings.formula.as_str()) {
            full_only()?;
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
        Ok(Self {
            settings: settings.clone(),
            authority: Authority::new(authority, "ranking.authority")?,
            official: Authority::of_hosts(&settings.official_hosts, &join(PATH, "official_hosts"))?,
        })
    }

    /// How sure an answer from these hits, best first, with these sources is, 0 to 1; 0 without any. `beyond` as
    /// in [`Features::of`].
    #[must_use]
    pub fn of_answer(&self, hits: &[Hit], beyond: f64, sources: &[SourceReference]) -> f64 {
        if self.settings.formula == WEIGHTED {
            return self.of(sources);
        }
        let features = Features::of(hits, beyond);
        features.map_or(0.0, |features| {
            self.settings.calibrated.probability(&features)
        })
    }

    /// `weighted`: how sure an answer from these sources is, 0 to 1; 0 without sources.
    #[must_use]
    pub fn of(&self, sources: &[SourceReference]) -> f64 {
        if sources.is_empty() {
            return 0.0;
        }
        let count = sources.len() as f64;
        let relevance: f64 = sources.iter().map(|source| source.relevance).sum();
        let official = sources.iter().filter(|s| self.is_official(&s.url)).count() as f64;
        let confidence = self.settings.relevance_weight * (relevance / count)
            + self.settings.official_weight * (official / count);
        confidence.clamp(0.0, 1.0)
    }

    /// Whether a page speaks for the authority it is about.
    #[must_use]
    pub fn is_official(&self, url: &str) -> bool {
        match host(url) {
            Some(_) => self.authority.of(url) > 0.0 || self.official.of(url) > 0.0,
            None => self.settings.own_pages_official && is_relative(url),
        }
    }

    /// The confidence in a word.
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

/// `a:b` before the first `/`, `?` or `#` is a scheme, which a relative address has not.
fn is_relative(url: &str) -> bool {
    let first = url.split(['/', '?', '#']).next().unwrap_or_default();
    !first.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(url: &str, relevance: f64) -> SourceReference {
        SourceReference {
            url: url.to_owned(),
            relevance,
            ..SourceReference::default()
        }
    }

    fn with(change: impl FnOnce(&mut ConfidenceSettings)) -> Result<Confidence> {
        let mut settings = ConfidenceSettings::default();
        change(&mut settings);
        Confidence::new(&settings, &[("gov".to_owned(), 0.05)].into())
    }

    fn assert_confidence(sources: &[SourceReference], expected: f64) {
        let found = with(|_| ()).unwrap().of(sources);
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }

    #[test]
    fn r36_confidence_is_six_tenths_relevance_and_four_tenths_officialness() {
        assert_confidence(
            &[
                source("https://x.gov/", 0.9),
                source("https://blog.com/x.gov", 0.5),
            ],
            0.6 * 0.7 + 0.4 * 0.5,
        );
        assert_confidence(&[source("https://x.gov/", 1.0)], 1.0);
        assert_confidence(&[], 0.0);
    }

    #[test]
    fn r36_confidence_never_leaves_0_to_1() {
        assert_confidence(&[source("/a", 7.0)], 1.0);
        assert_confidence(&[source("https://blog.com", -7.0)], 0.0);
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
            (0.75, Level::High),
            (0.74, Level::Medium),
            (0.5, Level::Medium),
            (0.49, Level::Low),
            (0.0, Level::Low),
        ] {
            assert_eq!(confidence.level(value), level, "{value}");
        }
    }

    fn hit(id: &str, score: f64, relevance: f64) -> Hit {
        Hit {
            id: id.to_owned(),
            text: id.to_owned(),
            score,
            relevance,
            ..Hit::default()
        }
    }

    // -3.10 + 0.39 · 0.6 + 4.19 · √0.25 = -0.771; the second hit is of the same page, and the third
    // page says the same.
    #[test]
    fn r36_calibrated_confidence_by_hand() {
        let mut hits = ["a", "a", "b", "c"].map(|id| hit(id, 2.0, 0.6));
        hits[2].text = "a".to_owned();
        hits[3].score = 1.5;
        let sure = with(|_| ()).unwrap().of_answer(&hits, 0.0, &[]);
        assert!(
            (sure - 1.0 / (1.0 + 0.771_f64.exp())).abs() < 1e-12,
            "{sure}"
        );
        assert!(with(|_| ()).unwrap().of_answer(&[], 0.0, &[]).abs() < 1e-12);
    }

    #[test]
    fn r36_what_speaks_for_an_answer_raises_calibrated_confidence() {
        let confidence = with(|_| ()).unwrap();
        let near = [hit("a", 2.0, 0.9), hit("b", 1.9, 0.9)];
        let mut far = near.clone();
        far[1].score = 0.5;
        let mut covered = near.clone();
        covered[0].evidence.coverage = 1.0;
        let of = |hits: &[Hit]| confidence.of_answer(hits, 0.0, &[]);
        assert!(of(&far) > of(&near) && of(&covered) > of(&near));
        // Scores of a site's own rerankers may be anything.
        for score in [-1.0, 0.0, f64::MAX] {
            let sure = of(&[hit("a", score, 7.0), hit("b", -3.0, 0.0)]);
            assert!((0.0..=1.0).contains(&sure), "{score}: {sure}");
        }
    }

    // A list of questions and answers often has one answer under several questions.
    #[test]
    fn r36_pages_that_say_the_same_leave_no_doubt_which_is_right() {
        let confidence = with(|_| ()).unwrap();
        let mut hits = [hit("a", 2.0, 0.9), hit("b", 1.9, 0.9), hit("c", 0.5, 0.9)];
        let apart = confidence.of_answer(&hits, 0.0, &[]);
        hits[1].text = hits[0].text.clone();
        assert!(
            confidence.of_answer(&hits, 0.0, &[]) > apart + 0.1,
            "{apart}"
        );
    }

    #[test]
    fn r36_the_weighted_formula_can_be_chosen() {
        let weighted = with(|settings| settings.formula = "weighted".into()).unwrap();
        let sources = [source("https://x.gov/", 0.5)];
        let hits = [hit("a", 2.0, 0.9)];
        let sure = weighted.of_answer(&hits, 0.0, &sources);
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
        let error = with(|settings| settings.relevance_weight = f64::NAN).unwrap_err();
        assert!(error.to_string().contains("confidence.relevance_weight"));
        let error = with(|settings| settings.official_hosts = vec!["a/b".into()]).unwrap_err();
        assert!(error.to_string().contains("confidence.official_hosts"));
    }
}
