//! How sure an answer is, from how well its sources fit and whose they are.

use crate::answer::{Level, SourceReference};
use crate::authority::{Authority, host};
use crate::error::{Error, Result};
use crate::essential::full_only;
use crate::number::Plain;
use crate::ordered::Map;
use crate::settings::{join, usual};

const PATH: &str = "confidence";

crate::settings! {
    /// How confidence is made of relevance and authority, and what it is called.
    pub struct ConfidenceSettings {
        /// Weight of the sources' mean relevance.
        pub relevance_weight: f64 = 0.6,
        /// Weight of the share of official sources.
        pub official_weight: f64 = 0.4,
        /// From here on, confidence is high.
        pub high: f64 = 0.7,
        /// From here on, confidence is medium.
        pub medium: f64 = 0.45,
        /// Hosts whose pages are official, beside those that have an authority bonus. `gov`
        /// stands for every host that ends in `.gov`.
        pub official_hosts: Vec<String> = Vec::new(),
        /// Whether the site's own pages, those with a relative address, are official.
        pub own_pages_official: bool = true,
    }
}

/// Confidence = min(1, `relevance_weight` × mean relevance + `official_weight` × share of
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
    /// [`Error::InvalidValue`] for a weight or a threshold that is negative or not finite, for a
    /// threshold of `high` below that of `medium`, and for a host that is none.
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

    /// How sure an answer from these sources is, 0 to 1; 0 without sources.
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
            (0.7, Level::High),
            (0.69, Level::Medium),
            (0.45, Level::Medium),
            (0.44, Level::Low),
            (0.0, Level::Low),
        ] {
            assert_eq!(confidence.level(value), level, "{value}");
        }
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
