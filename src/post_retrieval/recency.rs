//! `recency`: newer pages first, where pages answer equally well.

use std::f64::consts::LN_2;

use super::basic::{largest, scale};
use super::settings::not_negative;
use super::{PATH, Reranker};
use crate::error::{Error, Result};
use crate::hit::Hit;
use crate::number::Plain;
use crate::ordered::Map;
use crate::query::Query;

crate::settings! {
    /// Constants of `recency`.
    pub struct RecencySettings {
        /// Bonus of a page of today.
        pub weight: f64 = 0.1,
        /// Age in days at which half of that bonus is left.
        pub half_life: f64 = 365.0,
        /// Keys of the metadata that hold a page's day; the first that does counts.
        pub dates: Vec<String> = vec!["updated".to_owned(), "date".to_owned()],
    }
}

/// New score = old score, scaled to 0..1, + `weight` × 2^(−age / `half_life`).
///
/// Exponential decay is the usual prior of time: Li and Croft, "Time-Based Language Models" (CIKM 2003),
/// rank by e^(−λ age); here λ is ln 2 / `half_life`, as a half-life says more to a site's owner. It is added
/// and not multiplied, so that an old page that answers loses to a new one by `weight` at most.
///
/// A page's day is what its metadata say, or the day on which a fact of which it is the source was last
/// checked, if that is later: somebody saw then that it still holds. A page without a day has no bonus, nor
/// a penalty; one of a day to come counts as of today. Where the call does not say which day today is, it
/// is the latest among the hits.
#[derive(Debug, Clone, PartialEq)]
pub struct Recency {
    settings: RecencySettings,
    today: Option<i64>,
    checked: Map<i64>,
}

impl Recency {
    /// On a day (ISO 8601, empty if unknown), with the days on which pages were checked, by address.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a weight that is negative, and a half-life that is not above 0.
    pub fn new<'f>(
        settings: &RecencySettings,
        today: &str,
        checked: impl Iterator<Item = (&'f str, &'f str)>,
    ) -> Result<Self> {
        not_negative("recency", &[("weight", settings.weight)])?;
        if !(settings.half_life > 0.0 && settings.half_life.is_finite()) {
            let path = format!("{PATH}.recency.half_life");
            return Err(Error::invalid(
                path,
                Plain(settings.half_life),
                "a number of days above 0",
            ));
        }
        let mut days: Map<i64> = Map::new();
        for (url, checked) in checked {
            if let Some(day) = day(checked) {
                let known = days.get(page(url)).copied().unwrap_or(day);
                days.insert(page(url).to_owned(), day.max(known));
            }
        }
        Ok(Self {
            settings: settings.clone(),
            today: day(today),
            checked: days,
        })
    }

    fn day(&self, hit: &Hit) -> Option<i64> {
        let keys = self.settings.dates.iter();
        let own = keys
            .filter_map(|key| hit.meta.get(key))
            .find_map(|text| day(text));
        own.max(self.checked.get(page(&hit.url)).copied())
    }

    fn bonus(&self, age: i64) -> f64 {
        let half_lives = age.max(0) as f64 / self.settings.half_life;
        self.settings.weight * libm::exp(-LN_2 * half_lives)
    }
}

impl Reranker for Recency {
    fn name(&self) -> &'static str {
        "recency"
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> Result<Vec<f64>> {
        let days: Vec<Option<i64>> = hits.iter().map(|hit| self.day(hit)).collect();
        let today = self.today.or(days.iter().copied().max().flatten());
        let unit = largest(hits);
        let score = |(hit, day): (&Hit, &Option<i64>)| {
            let age = today.zip(*day).map(|(today, day)| today - day);
            scale(hit.score, unit) + age.map_or(0.0, |age| self.bonus(age))
        };
        Ok(hits.iter().zip(&days).map(score).collect())
    }
}

/// An address without its anchor.
fn page(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

/// The number of a day, from the ISO date that a text begins with: days of the proleptic Gregorian calendar
/// since March of year 0 (Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`).
fn day(text: &str) -> Option<i64> {
    let date = text.trim().get(..10)?;
    let mut parts = date.split('-').map(|part| {
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<i64>().ok().filter(|_| digits)
    });
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month > 2 { year } else { year - 1 };
    let since_march = (month + 9) % 12;
    let of_year = (153 * since_march + 2) / 5 + day - 1;
    Some(365 * year + year / 4 - year / 100 + year / 400 + of_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(url: &str, score: f64, date: &str) -> Hit {
        let meta = [("date".to_owned(), date.to_owned())].into();
        let url = url.to_owned();
        Hit {
            url,
            score,
            meta,
            ..Hit::default()
        }
    }

    fn scores(today: &str, checked: &[(&str, &str)], hits: &[Hit]) -> Vec<f64> {
        let recency = Recency::new(&RecencySettings::default(), today, checked.iter().copied());
        recency.unwrap().scores(&Query::default(), hits).unwrap()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(near),
            "{found:?}"
        );
    }

    #[test]
    fn half_of_the_bonus_is_left_after_a_half_life() {
        let hits = [
            hit("a", 4.0, "2026-11-20"),
            hit("b", 2.0, "2025-11-20"),
            hit("c", 2.0, "2024-11-20T10:00:00Z"),
            hit("d", 2.0, "2027-01-01"),
        ];
        let two = 0.1 * (-(730.0_f64) / 365.0).exp2();
        assert_near(
            &scores("2026-11-20", &[], &hits),
            &[1.1, 0.55, 0.5 + two, 0.6],
        );
    }

    #[test]
    fn a_page_without_a_day_keeps_its_score() {
        let hits = [
            hit("a", 1.0, "last spring"),
            hit("b", 1.0, "2026-13-01"),
            hit("c", 1.0, ""),
        ];
        assert_near(&scores("2026-11-20", &[], &hits), &[1.0; 3]);
    }

    #[test]
    fn a_fact_that_was_checked_renews_its_source() {
        let hits = [
            hit("/fees/#late", 1.0, "2020-01-01"),
            hit("/cap/", 1.0, "2020-01-01"),
        ];
        let checked = [
            ("/fees/", "2026-11-20"),
            ("/fees/", "2021-01-01"),
            ("/cap/", ""),
        ];
        let found = scores("2026-11-20", &checked, &hits);
        assert_near(&found[..1], &[1.1]);
        assert!(found[1] < 1.01, "{found:?}");
    }

    #[test]
    fn without_a_day_of_the_call_the_latest_of_the_hits_is_today() {
        let hits = [hit("a", 1.0, "2024-02-28"), hit("b", 1.0, "2024-03-01")];
        let old = 0.1 * (-2.0_f64 / 365.0).exp2();
        assert_near(&scores("", &[], &hits), &[1.0 + old, 1.1]);
    }

    #[test]
    fn constants_out_of_range_are_refused_by_name() {
        let refused = |settings: RecencySettings, name: &str| {
            let error = Recency::new(&settings, "", std::iter::empty()).unwrap_err();
            assert!(error.to_string().contains(name), "{error}");
        };
        for half_life in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            refused(
                RecencySettings {
                    half_life,
                    ..Default::default()
                },
                "ranking.recency.half_life",
            );
        }
        refused(
            RecencySettings {
                weight: -1.0,
                ..Default::default()
            },
            "ranking.recency.weight",
        );
    }
}
