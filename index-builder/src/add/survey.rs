//! Looks at the pages of a site: its name, languages, policy, and the search that it has.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use soru_ingest::primary;

use super::searches::SEARCHES;
use super::signs::{Page, read};
use crate::inject::pages;

/// The number of pages that are read; those near the root show what the others have.
const SAMPLE: usize = 200;

/// The signs that separate the title of a page from the name of the site.
const SEPARATORS: [&str; 7] = [" | ", " - ", " – ", " — ", " · ", " :: ", " • "];

/// A search that the site has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OlderSearch {
    /// Its maker.
    pub name: String,
    /// A CSS selector of it.
    pub selector: String,
}

/// The findings in a site's pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// The number of pages.
    pub pages: usize,
    /// The name of the site.
    pub title: Option<String>,
    /// Their languages, that of the start page first, then by frequency.
    pub languages: Vec<String>,
    /// The search that most pages have.
    pub search: Option<OlderSearch>,
    /// Pages with a policy of their own, relative to the site.
    pub with_policy: Vec<String>,
    /// Whether pages load the box without `soru build --inject`.
    pub has_box: bool,
}

/// Looks at the pages of a site; those of the bundle in `out` are none.
pub(super) fn survey(site: &Path, out: &Path) -> Survey {
    let mut files = pages(site, out);
    files.sort_by_key(|file| (file.components().count(), !is_start(file)));
    let count = files.len();
    let read = files.iter().take(SAMPLE).filter_map(|file| {
        let name = file
            .strip_prefix(site)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        Some((name, read(&fs::read(file).ok()?)?))
    });
    let read: Vec<(String, Page)> = read.collect();
    let pages = || read.iter().map(|(_, page)| page);
    let with_policy = read.iter().filter(|(_, page)| page.policies > 0);
    Survey {
        pages: count,
        title: title(&pages().collect::<Vec<_>>()),
        languages: languages(pages()),
        search: search(&pages().collect::<Vec<_>>()),
        with_policy: with_policy.map(|(name, _)| name.clone()).collect(),
        has_box: pages().filter(|page| page.box_pieces > 0).count() * 2 > read.len(),
    }
}

fn is_start(file: &Path) -> bool {
    file.file_stem().is_some_and(|name| name == "index")
}

/// Returns the search that at least half of the pages have.
fn search(pages: &[&Page]) -> Option<OlderSearch> {
    let is_usual = |count: usize| count > 0 && count * 2 >= pages.len();
    let named = most(pages.iter().filter_map(|page| page.pagefind.as_deref()));
    if let Some((selector, _)) = named.filter(|(_, count)| is_usual(*count)) {
        return Some(OlderSearch {
            name: "Pagefind or DocSearch".to_owned(),
            selector,
        });
    }
    let count = |number: usize| {
        pages
            .iter()
            .filter(|page| page.searches.contains(&number))
            .count()
    };
    let known = (0..SEARCHES.len()).find(|number| is_usual(count(*number)));
    if let Some(known) = known.map(|number| SEARCHES[number]) {
        return Some(OlderSearch {
            name: known.name.to_owned(),
            selector: known.selector.to_owned(),
        });
    }
    let form = most(
        pages
            .iter()
            .filter_map(|page| page.forms.first().map(String::as_str)),
    );
    let (selector, _) = form.filter(|(_, count)| is_usual(*count))?;
    Some(OlderSearch {
        name: "a form".to_owned(),
        selector,
    })
}

/// Returns the most frequent text, of equals the first in the alphabet, with its count.
fn most<'t>(texts: impl Iterator<Item = &'t str>) -> Option<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| **count)?;
    Some(((*most.0).to_owned(), *most.1))
}

fn languages<'p>(pages: impl Iterator<Item = &'p Page>) -> Vec<String> {
    let tags: Vec<String> = pages
        .filter_map(|page| primary(page.lang.as_deref()?))
        .collect();
    let mut all: Vec<&String> = tags.iter().collect();
    all.sort_unstable();
    all.dedup();
    let count = |tag: &String| tags.iter().filter(|own| *own == tag).count();
    all.sort_by_key(|tag| (Some(*tag) != tags.first(), usize::MAX - count(tag)));
    all.into_iter().cloned().collect()
}

/// Returns the name of the site: as pages state it, or the part that their titles share, or else the
/// title of the start page.
fn title(pages: &[&Page]) -> Option<String> {
    let stated = most(pages.iter().filter_map(|page| page.site_name.as_deref()));
    if let Some((name, _)) = stated {
        return Some(clean(&name)).filter(|name| !name.is_empty());
    }
    let first = clean(&pages.first()?.title);
    let parts = |title: &str| -> Vec<String> {
        let mut parts = vec![title.to_owned()];
        for separator in SEPARATORS {
            parts = parts
                .iter()
                .flat_map(|part| part.split(separator))
                .map(str::to_owned)
                .collect();
        }
        parts
            .into_iter()
            .map(|part| part.trim().to_owned())
            .collect()
    };
    let titles: Vec<Vec<String>> = pages
        .iter()
        .map(|page| parts(&clean(&page.title)))
        .collect();
    let mut own = parts(&first).into_iter();
    let is_shared = |part: &String| {
        titles.iter().filter(|title| title.contains(part)).count() * 2 > titles.len()
    };
    let shared = own.find(|part| titles.len() > 1 && is_shared(part));
    shared.or(Some(first)).filter(|name| !name.is_empty())
}

/// A title as text on one line.
fn clean(title: &str) -> String {
    let mut text = String::new();
    let mut rest = title;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let entity = after
            .split_once(';')
            .and_then(|(name, after)| Some((decoded(name)?, after)));
        let (sign, after) = entity.unwrap_or(('&', after));
        text.push(sign);
        rest = after;
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sign of an entity: a number, or one of the few names that titles have.
fn decoded(name: &str) -> Option<char> {
    let names = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", ' '),
    ];
    let known = names.iter().find(|(known, _)| *known == name);
    let number = || {
        let number = name.strip_prefix('#')?;
        let hexadecimal = number
            .strip_prefix(['x', 'X'])
            .map(|digits| u32::from_str_radix(digits, 16));
        char::from_u32(hexadecimal.unwrap_or_else(|| number.parse()).ok()?)
    };
    known.map(|(_, sign)| *sign).or_else(number)
}

#[cfg(test)]
mod tests {
    use super::super::signs::policy_tags;
    use super::*;

    fn surveyed(pages: &[(&str, &str)]) -> Survey {
        let site = tempfile::tempdir().unwrap();
        for (name, text) in pages {
            let file = site.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        survey(site.path(), &site.path().join("soru"))
    }

    #[test]
    fn the_pages_name_the_site_and_its_languages() {
        let found = surveyed(&[
            (
                "index.html",
                "<html lang=tr-TR><head><title>Liman İdaresi &#38; Ofis</title></head>",
            ),
            (
                "a.html",
                "<html lang=tr><head><title>Feribot - Liman İdaresi &amp; Ofis</title></head>",
            ),
            (
                "en/b.html",
                "<html lang=en><head><title>Ferry - Liman İdaresi &amp; Ofis</title></head>",
            ),
        ]);
        assert_eq!(
            (found.pages, found.title.as_deref()),
            (3, Some("Liman İdaresi & Ofis"))
        );
        assert_eq!(found.languages, ["tr", "en"]);
        let stated = surveyed(&[(
            "index.html",
            "<html><head><meta property='og:site_name' content=Harbour><title>Start</title></head>",
        )]);
        assert_eq!(stated.title.as_deref(), Some("Harbour"));
        assert_eq!(surveyed(&[]), Survey::default());
    }

    #[test]
    fn the_search_of_most_pages_is_found_outside_of_their_text() {
        let found = |body: &str| {
            let page = format!("<html><body>{body}<main><form role=search></form></main>");
            surveyed(&[
                ("index.html", &page),
                ("a.html", &page),
                ("b.html", "<html>"),
            ])
            .search
            .map(|search| search.selector)
        };
        for (body, selector) in [
            (
                "<form class='find top' action=/f><input type=search></form>",
                "form.find",
            ),
            (
                "<form action='/f?a=1'><input name=q></form>",
                "form[action='/f?a=1']",
            ),
            ("<form id=go><input name=s></form>", "form#go"),
            (
                "<div id=here></div><script>new PagefindUI({ element: \"#here\", showImages: false })</script>",
                "#here",
            ),
            (
                "<script>docsearch({ apiKey: 'a', container: '#finder' })</script>",
                "#finder",
            ),
            (
                "<header><form role=search class=search-form><input name=s></form></header>",
                "form.search-form",
            ),
            (
                "<div class=gcse-search></div>",
                ".gcse-searchbox-only, .gcse-searchbox, .gcse-search",
            ),
        ] {
            assert_eq!(found(body).as_deref(), Some(selector), "{body}");
        }
        assert_eq!(found("<form action=/login><input name=user></form>"), None);
    }

    #[test]
    fn policies_of_pages_are_found_with_their_tags() {
        let page = "<head><META http-equiv='content-security-policy' content=\"img-src *\"><meta name=a content=b>";
        let tags = policy_tags(page.as_bytes());
        assert_eq!(tags.len(), 1);
        assert!(page[tags[0].clone()].starts_with("<META") && page[tags[0].clone()].ends_with('>'));
        assert_eq!(surveyed(&[("a.html", page)]).with_policy, ["a.html"]);
    }
}
