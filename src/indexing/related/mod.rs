//! Pages that resemble a page: computed when a site is built, so that a visitor only fetches a list.
//!
//! | file | does |
//! |---|---|
//! | `pages.rs` | the pages of a site, by their addresses |
//! | `terms.rs` | the subject of each page: its most characteristic stems, weighted |
//! | `meanings.rs` | similarity of pages in meaning, if there is an encoder |
//! | `neighbours.rs` | the nearly identical and the near pages of a page |
//! | `lists.rs` | selects the displayed neighbours of a page |
//! | `shards.rs` | writes the lists in shards |
//!
//! A page is a vector of its words, weighted by their rarity on the site, and the similarity of two pages is the cosine
//! of their vectors (G. Salton, A. Wong, C. Yang, "A Vector Space Model for Automatic Indexing", 1975). With an
//! encoder, the similarity of their meanings counts as well. Latent semantic analysis of the same words took ten times
//! as long and found fewer of the pages that authors themselves link to each other (`www/docs/related.md` has the
//! figures).

mod lists;
mod meanings;
mod neighbours;
mod pages;
mod shards;
mod terms;

use self::lists::{Lists, lists};
use self::meanings::Meanings;
use self::neighbours::neighbours;
pub(super) use self::pages::Pages;
pub(super) use self::shards::RelatedSections;
use self::shards::write_shards;
pub(super) use self::terms::LanguageWords;
use self::terms::page_terms;
use super::vectors::NumberedVectors;
use crate::error::{Error, Result};

crate::settings! {
    /// Lists of related pages (`related()`).
    pub struct RelatedSettings {
        /// Whether to write the lists: only pages that show them fetch these files.
        pub enabled: bool = true,
        /// Maximum number of pages listed per page, 1 to 100.
        pub most: usize = 10,
        /// Minimum similarity of a listed page, 0 to 1: no list is better than a bad one.
        pub min_similarity: f64 = 0.1,
    }
}

/// Longer lists are too long to choose from, and would be most of a bundle.
const MOST_LISTED: usize = 100;

impl RelatedSettings {
    /// Rejects invalid values.
    pub(super) fn check(&self) -> Result<()> {
        if !(1..=MOST_LISTED).contains(&self.most) {
            let expected = format!("a whole number from 1 to {MOST_LISTED}");
            return Err(Error::invalid("indexing.related.most", self.most, expected));
        }
        let place = "indexing.related.min_similarity";
        crate::settings::between(place, self.min_similarity, 0.0, 1.0)
    }
}

/// Calls a function with every number below a count, once each, in any order and from any threads. The engine has no
/// threads; an index builder may have some.
pub type ForEach = fn(usize, &(dyn Fn(usize) + Sync));

/// Runs them in sequence.
pub(super) fn in_order(count: usize, run: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(run);
}

/// Sections and report of related pages.
pub(super) struct Related {
    /// None if no page has an address.
    pub(super) sections: Option<RelatedSections>,
    /// Numbers of documents with nearly identical pages, in groups.
    pub(super) alike: Vec<Vec<usize>>,
}

/// Computes which pages resemble each other, in shards of about this many bytes. `languages` are those of the index.
pub(super) fn related(
    pages: &Pages<'_>,
    languages: &[LanguageWords<'_>],
    encoded: &[NumberedVectors],
    settings: &RelatedSettings,
    shard_bytes: usize,
    for_each: ForEach,
) -> Result<Related> {
    let terms = page_terms(pages, languages);
    let meanings = Meanings::new(pages, encoded);
    let near = neighbours(pages, &terms, &meanings, settings, for_each);
    let Lists { lists, alike } = lists(pages, near, settings);
    let sections = write_shards(pages, &lists, shard_bytes)?;
    let first_documents = |group: Vec<usize>| {
        let documents = group.into_iter();
        documents.map(|page| pages.document(page)).collect()
    };
    Ok(Related {
        sections,
        alike: alike.into_iter().map(first_documents).collect(),
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
