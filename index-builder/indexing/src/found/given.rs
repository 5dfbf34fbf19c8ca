//! Found chunks, and the counts of all chunks, as they are given.

use soru::index::format::Page;

use crate::Chunk;

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
