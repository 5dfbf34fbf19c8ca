//! The confidence of an answer.
//!
//! `calibrated`, the default, is the probability that the answer is right, by logistic regression
//! over the features of the first hit. `weighted` is a weighted sum of the sources' scores and
//! their authority.

use std::fmt;

use super::Features;
use crate::authority::{Authority, host};
use crate::catalogue::Catalogue;
use crate::error::Result;
use crate::hit::Hit;
use crate::ordered::Map;
use crate::restrictions::{AUTHORITY, OFFICIAL};
use crate::settings::{LARGEST, between, join, usual};

const PATH: &str = "answer.confidence";
const CALIBRATED_PATH: &str = "answer.confidence.calibrated";
const FORMULA_PATH: &str = "answer.confidence.formula";

crate::settings! {
    /// Formula of confidence.
    pub struct ConfidenceSettings {
        /// `calibrated`, the probability of being right, or `weighted`, a sum of final scores and
        /// authority.
        pub formula: String = "calibrated".to_owned(),
        /// The weights of `calibrated`.
        pub calibrated: CalibratedSettings = CalibratedSettings::default(),
        /// `weighted`: weight of the sources' mean final score.
        pub score_weight: f64 = 0.6,
        /// `weighted`: weight of the share of official sources.
        pub official_weight: f64 = 0.4,
        /// Minimum of an answer that the site itself states to the visitor's question and, with
        /// `calibrated`, of every asserted answer: the share of these that is right on sites that
        /// did not choose the weights.
        pub asserted: f64 = 0.93,
        /// Hosts whose pages are official, in addition to those with an authority bonus. `gov`
        /// applies to every host that ends in `.gov`.
        pub official_hosts: Vec<String> = Vec::new(),
        /// Whether the site's own pages, those with a relative address, are official.
        pub own_pages_official: bool = true,
    }
}

crate::settings! {
    /// Weights of `calibrated`: 1 / (1 + exp(-(intercept + the sum of weight × feature))). Fitted
    /// to answers to real questions; those of `missing`, `stated` and `likeness` and the intercept
    /// were then set by near misses. `soru eval --calibrate` prints these lines for a site's own
    /// questions.
    pub struct CalibratedSettings {
        /// Constant term.
        pub intercept: f64 = -5.15,
        /// Share of the question's maximum score that the first hit earned.
        pub relevance: f64 = 0.74,
        /// Distance of its score to that of the first page with different content.
        pub margin: f64 = 1.97,
        /// Distance of its score to that of the next section, including its own page.
        pub lead: f64 = 1.55,
        /// How well the best passage answers.
        pub passage: f64 = 2.58,
        /// Number of the question's typed words that the section and what is above it have, of
        /// three.
        pub found: f64 = 2.08,
        /// Share of the typed words that these lack.
        pub missing: f64 = -2.6,
        /// Whether the section states a question.
        pub stated: f64 = -0.77,
        /// Similarity of the visitor's question to the nearest prepared one: written for the
        /// section, or stated by it.
        pub likeness: f64 = 2.2,
    }
}

impl CalibratedSettings {
    fn weights(&self) -> [f64; Features::COUNT] {
        [
            self.relevance,
            self.margin,
            self.lead,
            self.passage,
            self.found,
            self.missing,
            self.stated,
            self.likeness,
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

/// Computes the confidence of an answer.
#[derive(Debug)]
pub struct Confidence {
    formula: Box<dyn Formula>,
    asserted: f64,
    is_calibrated: bool,
}

impl Confidence {
    /// Creates it with the formula that the settings name, one of `formulas`.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for an unknown formula, for a weight that
    /// is negative (except the weights of `calibrated`) or not finite, and for an invalid host; [`Needs::full_engine`](crate::Needs::full_engine) for a formula
    /// that is not among them.
    pub fn new(formulas: &Catalogue<MakeFormula>, source: &FormulaSource<'_>) -> Result<Self> {
        let settings = source.settings;
        usual(
            PATH,
            &[
                ("score_weight", settings.score_weight),
                ("official_weight", settings.official_weight),
            ],
        )?;
        between(&join(PATH, "asserted"), settings.asserted, 0.0, 1.0)?;
        let make = formulas.get(FORMULA_PATH, &settings.formula)?;
        let formula = make(source)?;
        Ok(Self {
            formula,
            asserted: settings.asserted,
            is_calibrated: settings.formula == CALIBRATED.0,
        })
    }

    /// Returns the confidence of an answer, as [`Formula::confidence`].
    pub fn of_answer(&self, features: Option<&Features>, cited: &[&Hit]) -> f64 {
        self.formula.confidence(features, cited)
    }

    /// Returns the least confidence of an answer that the site itself states.
    pub fn of_stated(&self) -> f64 {
        self.asserted
    }

    /// Returns the confidence of an answer that is asserted, from that with which it was chosen.
    /// Those chosen are right about equally often, whichever weights chose them.
    pub fn of_asserted(&self, chosen: f64) -> f64 {
        let least = if self.is_calibrated {
            self.asserted
        } else {
            0.0
        };
        chosen.max(least)
    }
}

/// The probability that an answer is right: [`CalibratedSettings`].
struct Calibrated {
    weights: CalibratedSettings,
}

impl Calibrated {
    fn new(source: &FormulaSource<'_>) -> Result<Self> {
        let weights = &source.settings.calibrated;
        for (name, weight) in Features::NAMES.iter().zip(weights.weights()) {
            check(name, weight)?;
        }
        check("intercept", weights.intercept)?;
        Ok(Self {
            weights: weights.clone(),
        })
    }
}

fn check(name: &str, weight: f64) -> Result<()> {
    between(&join(CALIBRATED_PATH, name), weight, -LARGEST, LARGEST)
}

impl Formula for Calibrated {
    fn confidence(&self, features: Option<&Features>, _: &[&Hit]) -> f64 {
        features.map_or(0.0, |features| {
            1.0 / (1.0 + libm::exp(-self.weights.log_odds(features)))
        })
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
