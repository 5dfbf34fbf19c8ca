//! `recency`: puts newer pages first if pages answer equally well.

use std::f64::consts::LN_2;

use super::Reranker;
use super::constants::{largest, not_negative, scale};
use crate::error::Result;
use crate::hit::Hit;
use crate::needs::Attempt;
use crate::query::Query;
use crate::settings::{LARGEST, between};

crate::settings! {
    /// Constants of `recency`.
    pub struct RecencySettings {
        /// Bonus of a page dated today.
        pub weight: f64 = 0.1,
        /// Age in days at which half of that bonus remains.
        pub half_life: f64 = 365.0,
        /// Keys of the metadata with a page's date; the first that is present counts.
        pub dates: Vec<String> = vec!["updated".to_owned(), "date".to_owned()],
    }
}

/// New score = old score, scaled to 0..1, + `weight` × 2^(−age / `half_life`).
///
/// Exponential decay is the usual prior of time: Li and Croft, "Time-Based Language Models" (CIKM
/// 2003), rank by e^(−λ age); here λ is ln 2 / `half_life`, since site owners understand a
/// half-life more easily. The bonus is added, not multiplied, so an old page that answers loses at
/// most `weight` against a new one.
///
/// A page's day is the one in its metadata, or the day on which a fact with this source was last
/// checked, if that is later: the page was then still valid. A page without a day has neither bonus
/// nor penalty; a future day counts as today. If the call does not give the current day, the latest
/// day among the hits is used.
#[derive(Debug, Clone, PartialEq)]
pub struct Recency {
    settings: RecencySettings,
    today: Option<u32>,
    checked: Vec<(String, u32)>,
}

impl Recency {
    /// Creates it for a day (ISO 8601, empty if unknown), with the days on which pages were
    /// checked, by address.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a negative weight, or a half-life of
    /// less than a day.
    pub fn new(
        settings: &RecencySettings,
        today: &str,
        checked: &[(String, String)],
    ) -> Result<Self> {
        not_negative("recency", &[("weight", settings.weight)])?;
        between(
            "ranking.recency.half_life",
            settings.half_life,
            1.0,
            LARGEST,
        )?;
        let mut days = Vec::new();
        for (url, checked) in checked {
            if let Some(day) = day(checked) {
                days.push((page(url).to_owned(), day));
            }
        }
        Ok(Self {
            settings: settings.clone(),
            today: day(today),
            checked: days,
        })
    }

    fn day(&self, hit: &Hit) -> Option<u32> {
        let page = page(&hit.url);
        let keys = self.settings.dates.iter();
        let mut latest = keys
            .filter_map(|key| hit.meta.get(key))
            .find_map(|text| day(text));
        for (url, day) in &self.checked {
            if url == page {
                latest = latest.max(Some(*day));
            }
        }
        latest
    }

    fn bonus(&self, age: u32) -> f64 {
        self.settings.weight * libm::exp(-LN_2 * f64::from(age) / self.settings.half_life)
    }
}

impl Reranker for Recency {
    fn name(&self) -> &'static str {
        "recency"
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        let days: Vec<Option<u32>> = hits.iter().map(|hit| self.day(hit)).collect();
        let today = self.today.or(days.iter().copied().max().flatten());
        let unit = largest(hits);
        let score = |(hit, day): (&Hit, &Option<u32>)| {
            let age = today
                .zip(*day)
                .map(|(today, day)| today.saturating_sub(day));
            scale(hit.score, unit) + age.map_or(0.0, |age| self.bonus(age))
        };
        Ok(hits.iter().zip(&days).map(score).collect())
    }
}

/// Returns an address without its anchor.
fn page(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

/// Returns the number of a day, from the ISO date at the start of a text: days of the proleptic
/// Gregorian calendar since March of the year -400 (Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `days_from_civil`).
fn day(text: &str) -> Option<u32> {
    let number = |from: usize, to: usize| {
        let digits = text.get(from..to)?.bytes();
        digits.into_iter().try_fold(0, |sum, digit| {
            digit
                .is_ascii_digit()
                .then(|| 10 * sum + u32::from(digit - b'0'))
        })
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let is_date = text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
    if !is_date || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that a leap day is the last day. Adding 400, a whole cycle, keeps
    // all years positive.
    let year = year + 399 + u32::from(month > 2);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
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
        let checked: Vec<(String, String)> = checked
            .iter()
            .map(|(url, day)| ((*url).to_owned(), (*day).to_owned()))
            .collect();
        let recency = Recency::new(&RecencySettings::default(), today, &checked);
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
    fn half_of_the_bonus_remains_after_a_half_life() {
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
    fn without_the_current_day_the_latest_day_of_the_hits_counts_as_today() {
        let hits = [hit("a", 1.0, "2024-02-28"), hit("b", 1.0, "2024-03-01")];
        let old = 0.1 * (-2.0_f64 / 365.0).exp2();
        assert_near(&scores("", &[], &hits), &[1.0 + old, 1.1]);
    }

    #[test]
    fn the_error_for_a_constant_out_of_range_names_it() {
        let refused = |settings: RecencySettings, name: &str| {
            let error = Recency::new(&settings, "", &[]).unwrap_err();
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
