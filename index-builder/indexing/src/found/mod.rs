//! Indexes of the chunks that a cluster found: a question is answered in one as in any other.
//!
//! The cluster has the other chunks of the site, so counts come from it: the lengths that chunks
//! have on average, and the number of chunks with a word of the question. A row of the dictionary
//! states the number of its chunks beside its postings if they are in a separate section
//! (`long/<lang>`). So each word of the question gets such rows, whose postings are those of the
//! found chunks.
//!
//! | file | does |
//! |---|---|
//! | `pages.rs` | found chunks as documents |
//! | `sets.rs` | sets of chunks and pages by the names that they share |
//! | `terms.rs` | the dictionary of a language, with the counts |
//! | `writer.rs` | writes the sections |

mod pages;
mod sets;
mod terms;
mod writer;

use soru::error::Result;
use soru::index::format::Page;
use soru::settings::Value;

use self::pages::Pages;
use self::writer::write;
use super::{Built, Chunk};

/// A chunk of a page.
#[derive(Debug, Clone, Default)]
pub struct FoundChunk {
    /// Its page. Chunks of a page have the same.
    pub page: Page,
    /// Its number in the page.
    pub position: u32,
    /// Tag of its language.
    pub language: String,
    /// Its text with its sections.
    pub chunk: Chunk,
    /// Further words that count as headings: the description and the address of the page.
    pub further_headings: String,
    /// A name that near-duplicates share; empty if there are none.
    pub group: String,
    /// A name that translations of a page share; empty if there are none.
    pub translation: String,
    /// Id of the newest version of the page; empty if it is the newest.
    pub newest: String,
    /// Whether its page is news.
    pub is_news: bool,
}

/// Counts of all chunks of a site, found or not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SiteCounts {
    /// The languages of the site.
    pub languages: Vec<LanguageCounts>,
    /// The words of the question.
    pub words: Vec<WordCounts>,
}

/// Counts of a language.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LanguageCounts {
    /// Its tag.
    pub language: String,
    /// Number of its chunks.
    pub chunks: u32,
    /// Mean words per chunk: body, headings, title.
    pub mean_words: [f64; 3],
}

/// Counts of a word of the question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordCounts {
    /// The word.
    pub word: String,
    /// Tag of the language in which it is read.
    pub language: String,
    /// Number of chunks that have it, its stem, its prefix.
    pub chunks: [u32; 3],
}

/// Writes the index of found chunks as a bundle with one data file. `kept` are sections of the
/// site's own bundle, by name, which it has as well.
///
/// # Errors
/// [`soru::Error::InvalidInput`] if there are more chunks or languages than an index can number.
pub fn index_found(
    chunks: Vec<FoundChunk>,
    counts: &SiteCounts,
    kept: Vec<(String, Vec<u8>)>,
    configuration: Value,
) -> Result<Built> {
    write(Pages::new(chunks, counts)?, counts, kept, configuration)
}
