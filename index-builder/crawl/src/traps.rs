//! Detects traps: endless series of addresses.
//!
//! A calendar links to the next month forever, a list links to itself in every order, and a wrong
//! relative link leads to a path that grows with each step. Each rule counts the addresses of one
//! pattern; the crawl skips addresses beyond its limit and reports them with the rule. For
//! addresses that `--include` names, only the rules for paths apply.

use std::collections::{HashMap, HashSet};

use url::Url;

/// The maximum number of folders of a path.
const MOST_FOLDERS: usize = 20;

/// The maximum number of times that a folder may occur in a path.
const MOST_ALIKE: usize = 3;

/// The maximum number of parameters of a query.
const MOST_PARTS: usize = 6;

/// The maximum number of sets of parameter names in the queries of one path.
const MOST_SETS: usize = 30;

/// The maximum number of queries with one path and one set of parameter names.
const MOST_QUERIES: usize = 500;

/// The maximum number of days, weeks or months of one calendar.
const MOST_DATES: usize = 60;

/// The maximum number of consecutive queries of one path that return a known text.
const MOST_KNOWN: usize = 10;

/// Names that calendars use in paths and queries, in English and Turkish.
const CALENDAR: [&str; 18] = [
    "calendar",
    "cal",
    "month",
    "year",
    "week",
    "day",
    "date",
    "takvim",
    "ay",
    "yil",
    "hafta",
    "gun",
    "tarih",
    "eventdate",
    "event-date",
    "tribe-bar-date",
    "startdate",
    "start_date",
];

/// A kind of trap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trap {
    /// A path with too many folders, or with the same ones again and again.
    Deep,
    /// A query with too many parameters, or one of too many queries of a path.
    Query,
    /// One of too many dates.
    Calendar,
    /// One of many queries that return the same text.
    Same,
}

/// Addresses counted by their patterns.
#[derive(Debug, Default)]
pub(super) struct Traps {
    /// Sets of parameter names in queries, by path.
    sets: HashMap<String, HashSet<String>>,
    /// Number of queries, by path and parameter names.
    queries: HashMap<String, usize>,
    /// Number of dates, by pattern.
    dates: HashMap<String, usize>,
    /// Number of consecutive queries that returned a known text, by path.
    known: HashMap<String, usize>,
}

impl Traps {
    /// Counts an address, and returns the trap to which it belongs, if any. Fewer rules apply to an
    /// address that `is_named`.
    pub(super) fn judge(&mut self, url: &Url, is_named: bool) -> Option<Trap> {
        if is_deep(url.path()) {
            return Some(Trap::Deep);
        }
        if is_named {
            return None;
        }
        if self.is_date_of_many(url) {
            return Some(Trap::Calendar);
        }
        let query = url.query()?;
        if self.is_known(url) {
            return Some(Trap::Same);
        }
        self.is_query_of_many(url.path(), query)
            .then_some(Trap::Query)
    }

    /// Whether queries of this path repeatedly returned the same text.
    pub(super) fn is_known(&self, url: &Url) -> bool {
        url.query().is_some()
            && self
                .known
                .get(url.path())
                .is_some_and(|known| *known >= MOST_KNOWN)
    }

    /// Records whether a query of a path returned a text that another query of this path has
    /// returned before.
    pub(super) fn saw(&mut self, url: &Url, is_known: bool) {
        if url.query().is_none() {
            return;
        }
        let known = self.known.entry(url.path().to_owned()).or_default();
        *known = if is_known { *known + 1 } else { 0 };
    }

    fn is_date_of_many(&mut self, url: &Url) -> bool {
        if !is_date(url) {
            return false;
        }
        let query = url.query().unwrap_or_default();
        let pattern = without_digits(&format!("{}?{query}", url.path()));
        let dates = self.dates.entry(pattern).or_default();
        *dates += 1;
        *dates > MOST_DATES
    }

    fn is_query_of_many(&mut self, path: &str, query: &str) -> bool {
        let mut names: Vec<&str> = query.split('&').map(name).collect();
        if names.len() > MOST_PARTS {
            return true;
        }
        names.sort_unstable();
        let names = names.join("&");
        let sets = self.sets.entry(path.to_owned()).or_default();
        if !sets.contains(&names) && sets.len() >= MOST_SETS {
            return true;
        }
        sets.insert(names.clone());
        let queries = self.queries.entry(format!("{path}?{names}")).or_default();
        *queries += 1;
        *queries > MOST_QUERIES
    }
}

fn name(part: &str) -> &str {
    part.split('=').next().unwrap_or_default()
}

fn is_deep(path: &str) -> bool {
    let folders: Vec<&str> = path
        .split('/')
        .filter(|folder| !folder.is_empty())
        .collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for folder in &folders {
        *counts.entry(folder).or_default() += 1;
    }
    let is_number = |folder: &str| folder.bytes().all(|byte| byte.is_ascii_digit());
    // A date such as `2026/11/11` may repeat numbers.
    let is_again = |(folder, count): (&&str, &usize)| *count > MOST_ALIKE && !is_number(folder);
    folders.len() > MOST_FOLDERS || counts.iter().any(is_again)
}

/// Whether an address is a day, week or month, by its parameter names or its form.
fn is_date(url: &Url) -> bool {
    let query = url.query().unwrap_or_default();
    let names_date = |part: &str| CALENDAR.contains(&name(part).to_ascii_lowercase().as_str());
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let parts = || query.split('&').filter(|part| has_digit(part));
    if parts()
        .any(|part| names_date(part) || is_iso_date(part.split('=').nth(1).unwrap_or_default()))
    {
        return true;
    }
    let folders: Vec<&str> = url
        .path()
        .split('/')
        .filter(|folder| !folder.is_empty())
        .collect();
    let Some(last) = folders.last() else {
        return false;
    };
    let last = last.split('.').next().unwrap_or_default();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // `/calendar/2026/11` and `/archive/2026-11` are dates, but `/2026/11/a-post` is a post.
    is_iso_date(last)
        || is_number(last) && is_below_year(&folders)
        || is_number(last) && folders.iter().any(|folder| names_date(folder))
}

fn is_below_year(folders: &[&str]) -> bool {
    let above = &folders[..folders.len() - 1];
    let is_year = |text: &&str| matches!(text.as_bytes(), [b'1' | b'2', b'0' | b'9', c, d] if c.is_ascii_digit() && d.is_ascii_digit());
    above.iter().rev().take(2).any(is_year)
}

/// Whether a text looks like `2026-11` or `2026-11-24`.
fn is_iso_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_of = |part: &str, digits: usize| {
        part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    matches!(parts[..], [year, month] if is_of(year, 4) && is_of(month, 2))
        || matches!(parts[..], [year, month, day] if is_of(year, 4) && is_of(month, 2) && is_of(day, 2))
}

/// Replaces every number with `0`.
fn without_digits(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' if pattern.ends_with('0') => {}
            '0'..='9' => pattern.push('0'),
            _ => pattern.push(c),
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(path: &str) -> Url {
        Url::parse("https://a.example").unwrap().join(path).unwrap()
    }

    /// Returns how many of these addresses are visited.
    fn visited(addresses: impl Iterator<Item = String>) -> usize {
        let mut traps = Traps::default();
        addresses
            .filter(|path| traps.judge(&url(path), false).is_none())
            .count()
    }

    #[test]
    fn calendars_end() {
        let months = |pattern: fn(usize, usize) -> String| {
            visited((0..500).map(move |i| pattern(2026 + i / 12, 1 + i % 12)))
        };
        assert_eq!(months(|y, m| format!("/calendar/{y}/{m}/")), MOST_DATES);
        assert_eq!(
            months(|y, m| format!("/events?month={y}-{m:02}")),
            MOST_DATES
        );
        assert_eq!(
            months(|y, m| format!("/etkinlik.php?ay={m}&yil={y}")),
            MOST_DATES
        );
        assert_eq!(
            months(|y, m| format!("/archive/{y}-{m:02}.html")),
            MOST_DATES
        );
    }

    #[test]
    fn posts_with_a_date_in_their_address_are_no_calendar() {
        assert_eq!(
            visited((0..500).map(|i| format!("/2026/{}/post-{i}/", 1 + i % 12))),
            500
        );
        assert_eq!(visited((0..500).map(|i| format!("/news/{i}"))), 500);
        assert_eq!(visited((0..400).map(|i| format!("/index.php?id={i}"))), 400);
    }

    #[test]
    fn queries_of_one_path_end() {
        assert_eq!(
            visited((0..2000).map(|i| format!("/list?from={i}"))),
            MOST_QUERIES
        );
        assert_eq!(
            visited((0..200).map(|i| format!("/list?filter{}=1", "x".repeat(i)))),
            MOST_SETS
        );
        assert_eq!(
            visited(std::iter::once("/l?a=1&b=2&c=3&d=4&e=5&f=6&g=7".to_owned())),
            0
        );
    }

    #[test]
    fn paths_that_grow_end() {
        let grown = |folder: &str| visited((1..50).map(|i| format!("/{}", folder.repeat(i))));
        assert_eq!(grown("news/"), MOST_ALIKE);
        assert_eq!(grown("a/b/"), MOST_ALIKE);
        assert!(is_deep(
            &(0..30).map(|i| i.to_string()).collect::<Vec<_>>().join("/")
        ));
        assert!(!is_deep("/2026/11/11/11/11/"));
    }

    #[test]
    fn queries_that_change_nothing_end_and_those_that_do_go_on() {
        let mut traps = Traps::default();
        let page = |i: usize| url(&format!("/page?view={i}"));
        for i in 0..MOST_KNOWN {
            assert_eq!(traps.judge(&page(i), false), None);
            traps.saw(&page(i), true);
        }
        assert_eq!(traps.judge(&page(99), false), Some(Trap::Same));
        assert_eq!(traps.judge(&url("/other?view=1"), false), None);
        traps.saw(&page(99), false);
        assert_eq!(traps.judge(&page(100), false), None);
    }

    #[test]
    fn an_address_that_is_named_may_be_one_of_many() {
        let mut traps = Traps::default();
        let named =
            (0..2000).filter(|i| traps.judge(&url(&format!("/list?id={i}")), true).is_none());
        assert_eq!(named.count(), 2000);
        assert_eq!(traps.judge(&url(&"/a".repeat(9)), true), Some(Trap::Deep));
    }
}
