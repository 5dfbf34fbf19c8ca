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

/// What BM25 has to know of a language's chunks.
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
