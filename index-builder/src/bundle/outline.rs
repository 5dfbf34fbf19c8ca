//! The outline file: questions and pages that the box offers before the engine is loaded.
//!
//! The outline is the first download on a slow line, so it is small. It is JSON, so it needs no
//! engine, and it is compressed for hosts that do not compress:
//!
//! ```json
//! {"siteUrl":"https://example.org/","suggestions":[{"lang":"en","question":"What is the fee?"}],
//!  "pages":[["Housing","housing.html","en","Fees","fees","Deposit","deposit"]]}
//! ```
//!
//! `texts` contains texts that the box shows before its engine has opened, by language and name. It
//! covers the pages' languages for which the box has no texts of its own; if it is empty, the key
//! is absent. `suggestions` are questions for the empty box: the site's samples, or in a language
//! without samples the prepared questions of its most important pages.
//!
//! A page is its title, its address below the site's address (empty if addresses are relative to
//! the folder with the bundle), and its language, followed by its headings, each after its anchor.
//! Pages are sorted by importance. Suggestions have a share of the file. If the rest is too long,
//! it loses headings first, beginning with the last page, and then pages.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use soru::orchestration::StatsSuggestion;
use soru_indexing::OutlinePage;

use super::{compress_best, inflate};

/// The file's name in the bundle.
pub const OUTLINE: &str = "outline.json.bin";

/// The maximum length in bytes: some 10 KB when compressed, 50 ms of a slow line.
const MOST_BYTES: usize = 32_000;
/// The maximum length of suggestions in bytes.
const MOST_SUGGESTIONS: usize = 8_000;

/// Texts of the box in languages that it does not have itself, by language and name.
pub type EarlyTexts = BTreeMap<String, BTreeMap<String, String>>;

/// The file for writing.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Outline<'a> {
    site_url: &'a str,
    suggestions: Vec<&'a StatsSuggestion>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    texts: &'a EarlyTexts,
    pages: Vec<Vec<&'a str>>,
}

/// The file for reading, as the box reads it.
#[derive(Deserialize)]
struct StoredOutline {
    #[serde(rename = "siteUrl")]
    _site_url: String,
    #[serde(rename = "suggestions")]
    _suggestions: Vec<serde_json::Map<String, serde_json::Value>>,
    pages: Vec<Vec<String>>,
}

/// The bundle's content for comparison with its outline.
#[derive(Debug)]
pub(super) struct BundleContent {
    /// Addresses of all pages, if known.
    pub(super) addresses: Option<HashSet<String>>,
}

/// Checks that boxes can read these bytes, and that the bundle contains everything that they name,
/// if its content is known.
///
/// # Errors
/// The problem.
pub(super) fn check(stored: &[u8], content: Option<&BundleContent>) -> Result<(), String> {
    let bytes = inflate(stored).map_err(|error| error.to_string())?;
    let read: StoredOutline = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    let is_row = |row: &Vec<String>| row.len() >= 3 && row.len() % 2 == 1;
    if let Some(number) = read.pages.iter().position(|row| !is_row(row)) {
        return Err(format!(
            "page {number} must consist of title, address and language"
        ));
    }
    let Some(content) = content else {
        return Ok(());
    };
    let addresses = content.addresses.as_ref();
    let is_foreign = |row: &&Vec<String>| addresses.is_some_and(|own| !own.contains(&row[1]));
    match read.pages.iter().find(is_foreign) {
        None => Ok(()),
        Some(row) => Err(format!(
            "it belongs to another build: the bundle has no page at `{}`",
            row[1]
        )),
    }
}

/// The bytes of an outline's file.
///
/// # Errors
/// None in practice: everything happens in memory.
pub fn write_outline(
    site_url: &str,
    suggestions: &[StatsSuggestion],
    texts: &EarlyTexts,
    pages: &[OutlinePage],
) -> anyhow::Result<Vec<u8>> {
    let outline = outline(site_url, suggestions, texts, pages)?;
    Ok(compress_best(&outline)?)
}

fn outline(
    site_url: &str,
    suggestions: &[StatsSuggestion],
    texts: &EarlyTexts,
    pages: &[OutlinePage],
) -> serde_json::Result<Vec<u8>> {
    let empty = Outline {
        site_url,
        suggestions: Vec::new(),
        texts,
        pages: Vec::new(),
    };
    let frame = serde_json::to_vec(&empty)?.len();
    let most = MOST_BYTES.saturating_sub(frame);
    let mut room = SizeBudget(MOST_SUGGESTIONS.min(most));
    let suggestions = room.first(suggestions.iter(), size)?;
    let used = MOST_SUGGESTIONS.min(most) - room.0;
    let mut room = SizeBudget(most - used);
    let page = |page: &&OutlinePage| size(&[&page.title, &page.url, &page.lang]);
    let pages = room.first(pages.iter(), page)?;
    let pages = pages.into_iter().map(|page| row(page, &mut room));
    serde_json::to_vec(&Outline {
        site_url,
        suggestions,
        texts,
        pages: pages.collect::<serde_json::Result<_>>()?,
    })
}

fn row<'a>(page: &'a OutlinePage, room: &mut SizeBudget) -> serde_json::Result<Vec<&'a str>> {
    let mut row = vec![&*page.title, &*page.url, &*page.lang];
    let headings = page.headings.iter();
    let headings = room.first(headings, |(text, id)| size(&[text, id]))?;
    row.extend(headings.into_iter().flat_map(|(text, id)| [&**text, &**id]));
    Ok(row)
}

/// The size in bytes, including the following comma.
fn size<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<usize> {
    Ok(serde_json::to_vec(value)?.len() + 1)
}

/// The remaining bytes.
struct SizeBudget(usize);

impl SizeBudget {
    /// Returns as many of the first items as fit.
    fn first<T>(
        &mut self,
        all: impl Iterator<Item = T>,
        size: impl Fn(&T) -> serde_json::Result<usize>,
    ) -> serde_json::Result<Vec<T>> {
        let mut kept = Vec::new();
        for one in all {
            let Some(left) = self.0.checked_sub(size(&one)?) else {
                break;
            };
            self.0 = left;
            kept.push(one);
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn suggestion(question: &str) -> StatsSuggestion {
        StatsSuggestion {
            lang: "en".into(),
            question: question.into(),
            valid_until: String::new(),
        }
    }

    fn page(number: usize, headings: usize) -> OutlinePage {
        let heading = |n: usize| (format!("Heading \"{n}\""), format!("h{n}"));
        OutlinePage {
            title: format!("Şehir {number}"),
            url: format!("{number}.html"),
            lang: "tr".into(),
            headings: (0..headings).map(heading).collect(),
        }
    }

    fn written(suggestions: &[StatsSuggestion], pages: &[OutlinePage]) -> (usize, Value) {
        let bytes = write_outline(
            "https://example.org",
            suggestions,
            &EarlyTexts::new(),
            pages,
        )
        .unwrap();
        check(&bytes, None).unwrap();
        let json = inflate(&bytes).unwrap();
        (json.len(), serde_json::from_slice(&json).unwrap())
    }

    #[test]
    fn r41_an_outline_is_suggestions_and_pages_with_their_headings() {
        let (_, outline) = written(&[suggestion("Why?")], &[page(1, 1), page(2, 0)]);
        let expected = json!({
            "siteUrl": "https://example.org",
            "suggestions": [{ "lang": "en", "question": "Why?" }],
            "pages": [["Şehir 1", "1.html", "tr", "Heading \"0\"", "h0"], ["Şehir 2", "2.html", "tr"]],
        });
        assert_eq!(outline, expected);
    }

    #[test]
    fn r41_headings_are_left_out_before_pages_and_pages_before_suggestions() {
        let pages: Vec<OutlinePage> = (0..200).map(|number| page(number, 30)).collect();
        let (size, outline) = written(&[suggestion("Why?")], &pages);
        assert!(size <= MOST_BYTES && size > MOST_BYTES * 9 / 10, "{size}");
        let rows = outline["pages"].as_array().unwrap();
        assert_eq!(rows.len(), 200, "every page is there");
        assert_eq!(rows[0].as_array().unwrap().len(), 3 + 60);
        assert_eq!(rows[199].as_array().unwrap().len(), 3);

        let pages: Vec<OutlinePage> = (0..9000).map(|number| page(number, 1)).collect();
        let (size, outline) = written(&vec![suggestion("Why not?"); 900], &pages);
        assert!(size <= MOST_BYTES, "{size}");
        let count = |what: &str| outline[what].as_array().unwrap().len();
        assert!(count("suggestions") > 100 && count("suggestions") < 300);
        assert!(count("pages") > 500 && count("pages") < 1000);
    }

    #[test]
    fn r41_an_outline_that_boxes_cannot_read_is_reported() {
        for (bytes, problem) in [
            ("<!doctype html>", "expected value"),
            (r#"{"siteUrl":"","suggestions":[]}"#, "pages"),
            (
                r#"{"siteUrl":"","suggestions":[],"pages":[["Housing","a.html","en"],["Fees","b.html"]]}"#,
                "page 1",
            ),
        ] {
            let found = check(&compress_best(bytes.as_bytes()).unwrap(), None).unwrap_err();
            assert!(found.contains(problem), "{found}");
        }
        let found = check(b"<!doctype html>", None).unwrap_err();
        assert!(found.contains("gzip"), "{found}");
    }
}
