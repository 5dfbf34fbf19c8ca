//! Evaluates the lists of related pages (`soru inspect --related`).
//!
//! There are no labels of related pages, but a site's folders are an indication: a related page is
//! often a neighbour in the folder. So the share of listed pages in the page's own folder is
//! compared with that of pages found by a search for its title, and of random pages. Sites without
//! folders give no information.

use serde::Serialize;
use soru::address::key;
use soru::index::{Index, Related};
use soru::settings::Value;

use crate::bundle::Bundle;

/// The default length of a list.
const LISTED: usize = 5;

/// The maximum number of pages searched for, evenly spaced.
const MOST_SEARCHED: usize = 1000;

/// The quality of the lists.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Lists {
    /// Pages with an address.
    pub pages: usize,
    /// Number of pages with at least one related page.
    pub with_list: usize,
    /// The mean length of a list, at most five.
    pub listed: f64,
    /// Mean similarity of the first page of a list.
    pub first_similarity: f64,
    /// Share of the listed pages that are in the page's folder.
    pub in_folder: f64,
    /// The same share for pages found by a search for the page's title.
    pub in_folder_by_title: f64,
    /// The same share for random pages.
    pub in_folder_at_random: f64,
}

/// Measures the lists of a bundle.
///
/// # Errors
/// If a file cannot be read, or is damaged.
pub fn measure(bundle: &Bundle) -> anyhow::Result<Lists> {
    let all = bundle.look_up(Index::all_related)?;
    let folders: Vec<String> = all.iter().map(|own| folder(own.page().url)).collect();
    let mut shares = Mean::default();
    let (mut listed, mut first) = (Mean::default(), Mean::default());
    for (related, folder) in all.iter().zip(&folders) {
        let pages: Vec<_> = related.pages().take(LISTED).collect();
        listed.add(pages.len() as f64);
        if let Some((_, similarity)) = pages.first() {
            first.add(*similarity);
            shares.add(share(pages.iter().map(|(page, _)| page.url), folder));
        }
    }
    Ok(Lists {
        pages: all.len(),
        with_list: first.count,
        listed: listed.value(),
        first_similarity: first.value(),
        in_folder: shares.value(),
        in_folder_by_title: by_title(bundle, &all, &folders)?,
        in_folder_at_random: at_random(&folders),
    })
}

fn by_title(bundle: &Bundle, all: &[Related], folders: &[String]) -> anyhow::Result<f64> {
    let mut shares = Mean::default();
    let step = all.len().div_ceil(MOST_SEARCHED).max(1);
    // The search also finds the page itself.
    let options = Value::Map(vec![("top_k".into(), Value::Number(LISTED as f64 * 3.0))]);
    for (related, folder) in all.iter().zip(folders).step_by(step) {
        let page = related.page();
        if page.title.trim().is_empty() {
            continue;
        }
        let found = bundle.search(page.title, &options)?;
        let mut urls: Vec<String> = Vec::new();
        for hit in &found.hits {
            let url = soru::address::without_fragment(&hit.url).to_owned();
            if !urls.contains(&url) && key(&url) != key(page.url) {
                urls.push(url);
            }
        }
        urls.truncate(LISTED);
        if !urls.is_empty() {
            shares.add(share(urls.iter().map(String::as_str), folder));
        }
    }
    Ok(shares.value())
}

/// The probability that a random page is in the folder of another one.
fn at_random(folders: &[String]) -> f64 {
    let mut sorted: Vec<&String> = folders.iter().collect();
    sorted.sort_unstable();
    let same = sorted.chunk_by(|one, other| one == other);
    let pairs: usize = same.map(|own| own.len() * (own.len() - 1)).sum();
    let all = folders.len() * folders.len().saturating_sub(1);
    pairs as f64 / all.max(1) as f64
}

fn share<'u>(urls: impl ExactSizeIterator<Item = &'u str>, wanted: &str) -> f64 {
    let count = urls.len();
    urls.filter(|url| folder(url) == wanted).count() as f64 / count as f64
}

/// The part of a page's key before its last segment.
fn folder(url: &str) -> String {
    let key = key(url);
    let path = key.trim_end_matches('/');
    path.rsplit_once('/')
        .map_or("", |(folder, _)| folder)
        .to_owned()
}

#[derive(Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The quotient, or 0 without a divisor.
    fn value(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_page_is_its_path_without_the_file() {
        assert_eq!(folder("a/b/c.html"), "a/b");
        assert_eq!(folder("https://x.org/a/b/"), "//x.org/a");
        assert_eq!(folder("c.html"), "");
    }

    // Three pages, two of them in one folder: of six ordered pairs two are in one folder.
    #[test]
    fn chance_counts_pairs() {
        let folders = ["a", "b", "a"].map(str::to_owned);
        assert!((at_random(&folders) - 1.0 / 3.0).abs() < 1e-12);
        assert!(at_random(&[]).abs() < 1e-12);
    }
}
