//! Titles of the pages that facts name as their sources.

use std::collections::HashMap;

use soru::fact::Fact;

use super::collected::Collected;

/// Gives every fact without a source title the title of the page at its source address.
pub(super) fn set_source_titles(facts: &mut [Fact], documents: &[Collected]) {
    let titles: HashMap<&str, &str> = documents
        .iter()
        .map(|document| (page_address(&document.page.url), &*document.page.title))
        .collect();
    for fact in facts.iter_mut().filter(|fact| fact.source_title.is_empty()) {
        if let Some(title) = titles.get(page_address(&fact.source_url)) {
            fact.source_title = (*title).to_owned();
        }
    }
}

/// An address within the site, without its fragment.
fn page_address(url: &str) -> &str {
    let page = url.split('#').next().unwrap_or_default();
    page.trim_start_matches("./").trim_start_matches('/')
}
