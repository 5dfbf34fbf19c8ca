//! Titles of the pages that facts name as their sources.
//!
//! A fact may name its source by the address of the page, by the path of its file, or by an address
//! that a host treats as the same: with or without `index.html`, `.html` and the last slash. A page
//! with a canonical link has another address than its file, so that both are known here.

use std::collections::HashMap;

use soru::fact::Fact;

use super::collected::Collected;

/// Gives every fact without a source title the title of the page at its source address.
pub(super) fn set_source_titles(facts: &mut [Fact], documents: &[Collected]) {
    let titles = titles(documents);
    for fact in facts.iter_mut().filter(|fact| fact.source_title.is_empty()) {
        let address = page_address(&fact.source_url);
        let title = titles.get(address).or_else(|| titles.get(short(address)));
        if let Some(title) = title {
            fact.source_title = (*title).to_owned();
        }
    }
}

/// The titles by address. Where pages share a name, exact addresses go before paths of files, and
/// these before short names.
fn titles(documents: &[Collected]) -> HashMap<&str, &str> {
    let names: [fn(&Collected) -> &str; 4] = [
        |document| page_address(&document.page.url),
        |document| page_address(&document.page.id),
        |document| short(page_address(&document.page.url)),
        |document| short(page_address(&document.page.id)),
    ];
    let mut titles = HashMap::new();
    for name in names {
        for document in documents {
            let title = &*document.page.title;
            titles.entry(name(document)).or_insert(title);
        }
    }
    titles
}

/// An address within the site, without its fragment.
fn page_address(url: &str) -> &str {
    let page = url.split('#').next().unwrap_or_default();
    page.trim_start_matches("./").trim_start_matches('/')
}

/// An address without the parts that hosts add or remove.
fn short(address: &str) -> &str {
    let page = ["index.html", "index.htm"]
        .iter()
        .find_map(|index| address.strip_suffix(index))
        .filter(|folder| folder.is_empty() || folder.ends_with('/'))
        .unwrap_or(address);
    let page = page.strip_suffix('/').unwrap_or(page);
    let extension = [".html", ".htm"].iter();
    let mut names = extension.filter_map(|ending| page.strip_suffix(ending));
    names.next().unwrap_or(page)
}
