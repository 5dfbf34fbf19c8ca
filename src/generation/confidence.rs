//! The confidence of an answer.
//!
//! `calibrated`, the default, is the probability that the answer is right, by logistic regression
//! over the features of the first hit. `weighted` is a weighted sum of the sources' scores and
//! their authority.

use std::fmt;

use super::Features;
use crate::answer::Level;
use crate::authority::{Authority, host};
use crate::catalogue::Catalogue;
use crate::error::{Error, Expected, Result};
use crate::hit::Hit;
use crate::ordered::Map;
use crate::restrictions::{AUTHORITY, OFFICIAL};
use crate::settings::{LARGEST, between, join, usual};

const PATH: &str = "answer.confidence";
const CALIBRATED_PATH: &str = "answer.confidence.calibrated";
const FORMULA_PATH: &str = "answer.confidence.formula";
const MEDIUM_PATH: &str = "answer.confidence.medium";
const QUESTIONS_PATH: &str = "answer.confidence.questions";

crate::settings! {
    /// Formula and thresholds of confidence.
    pub struct ConfidenceSettings {
        /// `calibrated`, the probability of being right, or `weighted`, a sum of final scores and
        /// authority.
        pub formula: String = "calibrated".to_owned(),
        /// The weights of `calibrated`.
        pub calibrated: CalibratedSettings = CalibratedSettings::default(),
        /// The weights if questions were written for the first hit.
        pub questions: QuestionWeights = QuestionWeights::default(),
        /// `weighted`: weight of the sources' mean final score.
        pub score_weight: f64 = 0.6,
        /// `weighted`: weight of the share of official sources.
        pub official_weight: f64 = 0.4,
        /// Minimum where the site itself states the visitor's question and this answer to it: the
        /// share of such answers that are right.
        pub stated: f64 = 0.95,
        /// Minimum of high confidence.
        pub high: f64 = 0.7,
        /// Minimum of medium confidence.
        pub medium: f64 = 0.53,
        /// Hosts whose pages are official, in addition to those with an authority bonus. `gov`
        /// applies to every host that ends in `.gov`.
        pub official_hosts: Vec<String> = Vec::new(),
        /// Whether the site's own pages, those with a relative address, are official.
        pub own_pages_official: bool = true,
    }
}

crate::settings! {
    /// Weights of `calibrated`: 1 / (1 + exp(-(intercept + the sum of weight × feature))). Fitted
    /// on answers to real questions by `soru eval --calibrate`, which prints these lines for a
    /// site's own.
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
    /// Weights of `calibrated` if questions were written for the first hit: the probability is 1 /
    /// (1 + exp(-(intercept + likeness × l + coverage × c + base × ln(p / (1 - p))))), where `l` is
    /// the similarity of the visitor's question to the nearest of them, `c` the share of its words
    /// that the hit has, and `p` the probability without written questions.
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

/// Computes the probability that an answer is right, or another measure of confidence.
pub trait Formula {
    /// Returns the confidence of an answer with these features, 0 to 1; 0 without any. `cited` are
    /// the hits listed as its sources.
    fn confidence(&self, features: Option<&Features>, cited: &[&Hit]) -> f64;
}

// Prints the name only: requiring `Debug` of every implementation would add the code to print all
// its parts to the download.
impl fmt::Debug for dyn Formula + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Formula")
    }
}

/// The input of [`MakeFormula`].
#[derive(Debug, Clone, Copy)]
pub struct FormulaSource<'s> {
    /// Its settings.
    pub settings: &'s ConfidenceSettings,
    /// The bonuses by host, `ranking.authority`.
    pub authority: &'s Map<f64>,
    /// The site's address; its own pages are official, whether their addresses are relative or
    /// absolute.
    pub site: &'s str,
}

/// Makes a formula.
pub type MakeFormula = fn(&FormulaSource<'_>) -> Result<Box<dyn Formula>>;

/// All formulas.
pub const FORMULAS: Catalogue<MakeFormula> = Catalogue::whole(&[
    CALIBRATED,
    ("weighted", |source| Ok(Box::new(Weighted::new(source)?))),
]);

/// The formula of the default settings.
pub const DEFAULT_FORMULAS: Catalogue<MakeFormula> = Catalogue::part(&[CALIBRATED]);

const CALIBRATED: (&str, MakeFormula) = ("calibrated", |source| {
    Ok(Box::new(Calibrated::new(source)?))
});

/// Computes the confidence of an answer and its level.
#[derive(Debug)]
pub struct Confidence {
    formula: Box<dyn Formula>,
    stated: f64,
    high: f64,
    medium: f64,
}

impl Confidence {
    /// Creates it with the formula that the settings name, one of `formulas`.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for an unknown formula, for a weight or a threshold that is negative
    /// (except the weights of `calibrated`) or not finite, for a threshold `high` below `medium`,
    /// and for an invalid host; [`Needs::full_engine`](crate::Needs::full_engine) for a formula
    /// that is not among them.
    pub fn new(formulas: &Catalogue<MakeFormula>, source: &FormulaSource<'_>) -> Result<Self> {
        let settings = source.settings;
        usual(
            PATH,
            &[
                ("score_weight", settings.score_weight),
                ("official_weight", settings.official_weight),
                ("high", settings.high),
                ("medium", settings.medium),
            ],
        )?;
        let (high, medium) = (settings.high, settings.medium);
        if high < medium {
            let expected = Expected::AtLeast(MEDIUM_PATH, medium);
            return Err(Error::invalid(join(PATH, "high"), high, expected));
        }
        between(&join(PATH, "stated"), settings.stated, 0.0, 1.0)?;
        let make = formulas.get(FORMULA_PATH, &settings.formula)?;
        let formula = make(source)?;
        Ok(Self {
            formula,
            stated: settings.stated,
            high,
            medium,
        })
    }

    /// Returns the confidence of an answer, as [`Formula::confidence`].
    #[must_use]
    pub fn of_answer(&self, features: Option<&Features>, cited: &[&Hit]) -> f64 {
        self.formula.confidence(features, cited)
    }

    /// Returns the least confidence of an answer that the site itself states.
    #[must_use]
    pub fn of_stated(&self) -> f64 {
        self.stated
    }

    /// Returns the confidence as a word.
    #[must_use]
    pub fn level(&self, confidence: f64) -> Level {
        if confidence >= self.high {
            Level::High
        } else if confidence >= self.medium {
            Level::Medium
        } else {
            Level::Low
        }
    }
}

/// The probability that an answer is right: [`CalibratedSettings`].
struct Calibrated {
    weights: CalibratedSettings,
    questions: QuestionWeights,
}

impl Calibrated {
    fn new(source: &FormulaSource<'_>) -> Result<Self> {
        let (weights, questions) = (&source.settings.calibrated, &source.settings.questions);
        for (name, weight) in Features::NAMES.iter().zip(weights.weights()) {
            check(CALIBRATED_PATH, name, weight)?;
        }
        check(CALIBRATED_PATH, "intercept", weights.intercept)?;
        for (name, weight) in questions.named() {
            check(QUESTIONS_PATH, name, weight)?;
        }
        Ok(Self {
            weights: weights.clone(),
            questions: questions.clone(),
        })
    }
}

fn check(path: &str, name: &str, weight: f64) -> Result<()> {
    between(&join(path, name), weight, -LARGEST, LARGEST)
}

impl Formula for Calibrated {
    fn confidence(&self, features: Option<&Features>, _: &[&Hit]) -> f64 {
        let Some(features) = features else {
            return 0.0;
        };
        let base = self.weights.log_odds(features);
        let weights = &self.questions;
        let log_odds = features.question().map_or(base, |likeness| {
            weights.intercept
                + weights.likeness * likeness
                + weights.coverage * features.coverage()
                + weights.base * base
        });
        1.0 / (1.0 + libm::exp(-log_odds))
    }
}

/// min(1, `score_weight` × mean final score + `official_weight` × share of official sources), R36.
/// The final score is that of the last reranker, so the formula is useful only if the maximum of
/// that score is near 1: `hybrid` alone, or with `quality`. Bonuses of the default rerankers raise
/// nearly every answer to 1.
struct Weighted {
    settings: ConfidenceSettings,
    authority: Authority,
    official: Authority,
}

impl Weighted {
    fn new(source: &FormulaSource<'_>) -> Result<Self> {
        let settings = source.settings;
        let mut hosts = settings.official_hosts.clone();
        hosts.extend(host(source.site).filter(|_| settings.own_pages_official));
        Ok(Self {
            settings: settings.clone(),
            authority: Authority::new(source.authority, "ranking.authority")?,
            official: Authority::of_hosts(&hosts, &join(PATH, "official_hosts"))?,
        })
    }

    /// Returns whether a hit's page is official: by its mark, or without one by its address.
    fn is_of_authority(&self, hit: &Hit) -> bool {
        let mark = hit.meta.get(AUTHORITY);
        mark.map_or_else(|| self.is_official(&hit.url), |mark| mark == OFFICIAL)
    }

    fn is_official(&self, url: &str) -> bool {
        match host(url) {
            Some(_) => self.authority.of(url) > 0.0 || self.official.of(url) > 0.0,
            None => self.settings.own_pages_official && is_relative(url),
        }
    }
}

impl Formula for Weighted {
    fn confidence(&self, _: Option<&Features>, cited: &[&Hit]) -> f64 {
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
}

/// Returns whether an address is relative: it has no scheme, an `a:b` before the first `/`, `?` or
/// `#`.
fn is_relative(url: &str) -> bool {
    let first = url.split(['/', '?', '#']).next().unwrap_or_default();
    !first.contains(':')
}

#[cfg(test)]
mod tests;
