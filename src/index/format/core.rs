//! The `core` section: statistics per language, and where the shards are.

use serde::Serialize;

use super::encode;
use super::node::Node;
use super::row::Row;
use crate::error::{Error, Result};

/// What is read first of an index.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Core {
    /// Languages of the documents; rows name them by number.
    pub languages: Vec<LanguageStatistics>,
    /// Shards of the dictionary, by language, then by fold key.
    pub terms: Vec<TermShardEntry>,
    /// Shards of chunk texts, by chunk.
    pub texts: Vec<TextShardEntry>,
}

/// What ranking has to know of a language's chunks.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LanguageStatistics {
    /// Language tag.
    pub tag: String,
    /// Number of chunks.
    pub chunks: u32,
    /// Mean words per chunk: body, headings, title.
    pub mean_words: [f64; 3],
}

/// A shard of one language's dictionary.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TermShardEntry {
    /// Number of the language.
    pub language: u32,
    /// Fold key of its first word. Shards of a language ascend.
    pub first: String,
    /// Name of the section.
    pub section: String,
}

/// A shard of chunk texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TextShardEntry {
    /// Number of its first chunk. Shards ascend.
    pub first: u32,
    /// Name of the section.
    pub section: String,
}

impl Core {
    /// The section's bytes.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn write(&self) -> Result<Vec<u8>> {
        encode("core", self)
    }

    /// From the section's bytes.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut row = Node::decode_row("core", bytes)?;
        let core = Self {
            languages: row.rows(LanguageStatistics::read),
            terms: row.rows(TermShardEntry::read),
            texts: row.rows(TextShardEntry::read),
        };
        row.end()?;
        for shard in &core.terms {
            if shard.language as usize >= core.languages.len() {
                return Err(Error::corrupt("core", "a shard of an unknown language"));
            }
        }
        for language in &core.languages {
            let means = language.mean_words;
            if !means.iter().all(|mean| mean.is_finite() && *mean >= 0.0) {
                return Err(Error::corrupt("core", "a mean that is no number"));
            }
        }
        Ok(core)
    }
}

impl LanguageStatistics {
    /// What finding a word is worth that stands in so many chunks: `ln(1 + (N - n + ½) / (n + ½))`,
    /// the inverse document frequency of Robertson and Spärck Jones as Lucene has it, never
    /// negative.
    #[must_use]
    pub fn idf(&self, containing: usize) -> f64 {
        let (total, n) = (f64::from(self.chunks), containing as f64);
        libm::log(1.0 + (total - n + 0.5).max(0.0) / (n + 0.5))
    }

    /// Whether a word that stands in so many chunks says nothing of what a chunk is about.
    #[must_use]
    pub fn is_commonplace(&self, containing: usize) -> bool {
        containing.saturating_mul(2) > self.chunks as usize
    }

    fn read(row: &mut Row<'_>) -> Self {
        Self {
            tag: row.text(),
            chunks: row.number(),
            mean_words: row.inner(|means| [means.float(), means.float(), means.float()]),
        }
    }
}

impl TermShardEntry {
    fn read(row: &mut Row<'_>) -> Self {
        Self {
            language: row.number(),
            first: row.text(),
            section: row.text(),
        }
    }
}

impl TextShardEntry {
    fn read(row: &mut Row<'_>) -> Self {
        Self {
            first: row.number(),
            section: row.text(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(chunks: u32) -> LanguageStatistics {
        LanguageStatistics {
            chunks,
            ..LanguageStatistics::default()
        }
    }

    #[test]
    fn r18_idf_falls_with_the_number_of_chunks_and_is_never_negative() {
        assert!(of(100).idf(1) > of(100).idf(10));
        assert!(of(100).idf(100) >= 0.0);
        assert!(of(0).idf(0).is_finite());
    }

    #[test]
    fn r19_a_word_in_more_than_half_of_the_chunks_is_commonplace() {
        assert!(of(9).is_commonplace(5) && !of(9).is_commonplace(4));
        assert!(!of(8).is_commonplace(4));
    }
}
