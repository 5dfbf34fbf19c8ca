//! The outline file: questions and pages that the box offers before the engine is loaded. A second
//! file has all pages, for browsers in which the engine cannot run.
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
//! it loses headings first, beginning with the last page, and then pages. Then `more` is true, and
//! the second file has the same form, with pages only and much more room.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use soru::orchestration::StatsSuggestion;
use soru_indexing::OutlinePage;

use super::{compress_best, inflate};

/// The file's name in the bundle.
pub const OUTLINE: &str = "outline.json.bin";

/// The name of the file with all pages.
pub const TITLES: &str = "titles.json.bin";

/// The maximum length in bytes: some 10 KB when compressed, 50 ms of a slow line.
const MOST_BYTES: usize = 32_000;
/// The maximum number of pages: more would need longer to search than the engine to load.
const MOST_PAGES: usize = 600;
/// The maximum length of the file with all pages: some 450 KB when compressed, loaded instead of
/// engine and index.
const MOST_TITLES: usize = 2_000_000;
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
    #[serde(skip_serializing_if = "is_false")]
    more: bool,
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

/// The names and bytes of the outline's file and, if it lacks a page or a heading, of the file
/// with all pages.
///
/// # Errors
/// None in practice: everything happens in memory.
pub fn write_outline(
    site_url: &str,
    suggestions: &[StatsSuggestion],
    texts: &EarlyTexts,
    pages: &[OutlinePage],
) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    let outline = outline(site_url, suggestions, texts, pages)?;
    let mut files = vec![(OUTLINE, compress_best(&serde_json::to_vec(&outline)?)?)];
    if outline.more {
        let none = EarlyTexts::new();
        let titles = Outline {
            pages: rows(pages, &mut SizeBudget(MOST_TITLES))?,
            ..empty(site_url, &none)
        };
        files.push((TITLES, compress_best(&serde_json::to_vec(&titles)?)?));
    }
    Ok(files)
}

fn outline<'a>(
    site_url: &'a str,
    suggestions: &'a [StatsSuggestion],
    texts: &'a EarlyTexts,
    pages: &'a [OutlinePage],
) -> serde_json::Result<Outline<'a>> {
    let frame = Outline {
        more: true,
        ..empty(site_url, texts)
    };
    let most = MOST_BYTES.saturating_sub(serde_json::to_vec(&frame)?.len());
    let mut room = SizeBudget(MOST_SUGGESTIONS.min(most));
    let suggestions = room.first(suggestions.iter(), size)?;
    let used = MOST_SUGGESTIONS.min(most) - room.0;
    let kept = &pages[..pages.len().min(MOST_PAGES)];
    let rows = rows(kept, &mut SizeBudget(most - used))?;
    let is_whole =
        |(row, page): (&Vec<&str>, &OutlinePage)| row.len() == 3 + 2 * page.headings.len();
    Ok(Outline {
        suggestions,
        more: rows.len() < pages.len() || !rows.iter().zip(pages).all(is_whole),
        pages: rows,
        ..frame
    })
}

fn empty<'a>(site_url: &'a str, texts: &'a EarlyTexts) -> Outline<'a> {
    Outline {
        site_url,
        suggestions: Vec::new(),
        texts,
        more: false,
        pages: Vec::new(),
    }
}

/// As many pages as fit, each with the headings for which there is room then.
fn rows<'a>(
    pages: &'a [OutlinePage],
    room: &mut SizeBudget,
) -> serde_json::Result<Vec<Vec<&'a str>>> {
    let page = |page: &&OutlinePage| size(&[&page.title, &page.url, &page.lang]);
    let pages = room.first(pages.iter(), page)?;
    pages.into_iter().map(|page| row(page, room)).collect()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
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

    fn files(
        suggestions: &[StatsSuggestion],
        pages: &[OutlinePage],
    ) -> Vec<(&'static str, usize, Value)> {
        let texts = EarlyTexts::new();
        let files = write_outline("https://example.org", suggestions, &texts, pages).unwrap();
        let read = |(name, bytes): (_, Vec<u8>)| {
            check(&bytes, None).unwrap();
            let json = inflate(&bytes).unwrap();
            (name, json.len(), serde_json::from_slice(&json).unwrap())
        };
        files.into_iter().map(read).collect()
    }

    fn written(suggestions: &[StatsSuggestion], pages: &[OutlinePage]) -> (usize, Value) {
        let (_, size, outline) = files(suggestions, pages).remove(0);
        (size, outline)
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
        assert!(count("pages") > 500 && count("pages") <= MOST_PAGES);
    }

    #[test]
    fn r41_a_second_file_has_all_pages_if_the_outline_lacks_some() {
        let few: Vec<OutlinePage> = (0..200).map(|number| page(number, 2)).collect();
        assert_eq!(files(&[], &few).len(), 1, "the outline has all");
        let many: Vec<OutlinePage> = (0..200).map(|number| page(number, 30)).collect();
        let [(_, _, outline), (name, size, titles)] = &files(&[suggestion("Why?")], &many)[..]
        else {
            panic!("two files")
        };
        assert_eq!((*name, &outline["more"]), (TITLES, &json!(true)));
        assert_eq!(titles["suggestions"], json!([]));
        let rows = titles["pages"].as_array().unwrap();
        assert!(
            rows.iter()
                .all(|row| row.as_array().unwrap().len() == 3 + 60)
        );
        assert!(*size < MOST_TITLES);
        let very_many: Vec<OutlinePage> = (0..9000).map(|number| page(number, 30)).collect();
        let size = files(&[], &very_many)[1].1;
        assert!(size <= MOST_TITLES && size > MOST_TITLES * 9 / 10, "{size}");
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
