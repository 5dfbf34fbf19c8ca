//! Pages that resemble a page: computed when a site is built, so that a visitor only fetches a
//! list.
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
//! A page is a vector of its words, weighted by their rarity on the site, and the similarity of two
//! pages is the cosine of their vectors (G. Salton, A. Wong, C. Yang, "A Vector Space Model for
//! Automatic Indexing", 1975). With an encoder, the similarity of their meanings counts as well.
//! Latent semantic analysis of the same words took ten times as long and found fewer of the pages
//! that authors themselves link to each other (`docs/design/related.md` has the figures).

mod lists;
mod meanings;
mod neighbours;
mod pages;
mod shards;
mod terms;

use soru::error::Result;

use self::lists::{Lists, lists};
use self::meanings::Meanings;
use self::neighbours::neighbours;
pub(super) use self::pages::Pages;
pub(super) use self::shards::RelatedSections;
use self::shards::write_shards;
pub(super) use self::terms::LanguageWords;
use self::terms::page_terms;
use super::threads::ForEach;
use super::vectors::NumberedVectors;
use crate::settings::RelatedSettings;

/// Sections and report of related pages.
pub(super) struct Related {
    /// None if no page has an address.
    pub(super) sections: Option<RelatedSections>,
    /// Numbers of documents with nearly identical pages, in groups.
    pub(super) alike: Vec<Vec<usize>>,
}

/// Computes which pages resemble each other, in shards of about this many bytes. `languages` are
/// the languages of the index.
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

#[cfg(test)]
mod tests;
