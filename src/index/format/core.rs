//! The `core` section: statistics per language, and the first entry of every shard.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::fields::Fields;
use super::node::Node;
use super::{Strings, StringsBuilder, encode, push_varint};
use crate::error::{Damage, Error, Result};

/// The first section that an index reads.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Core {
    /// Languages of the documents; rows name them by number.
    pub languages: Vec<LanguageStatistics>,
    /// Number of the first chunk of every shard of texts, ascending.
    pub texts: Vec<u32>,
}

/// Statistics of a language for ranking, and the shards of its words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LanguageStatistics {
    /// Language tag.
    pub tag: String,
    /// Number of chunks.
    pub chunks: u32,
    /// Mean words per chunk: body, headings, title.
    pub mean_words: [f64; 3],
    /// The number of postings above which a list is long.
    pub long_postings: u32,
    /// Fold key of the first word of every shard of the dictionary, ascending.
    pub shards: Strings,
}

#[derive(Serialize)]
struct Columns {
    languages: Vec<LanguageColumns>,
    texts: ByteBuf,
}

#[derive(Serialize)]
struct LanguageColumns {
    tag: String,
    chunks: u32,
    mean_words: [f64; 3],
    long_postings: u32,
    shard_lengths: ByteBuf,
    shards: ByteBuf,
}

impl Core {
    /// Encodes the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut columns = Columns {
            languages: self.languages.iter().map(LanguageColumns::new).collect(),
            texts: ByteBuf::new(),
        };
        let mut before = 0;
        for first in &self.texts {
            push_varint(&mut columns.texts, u64::from(first - before));
            before = *first;
        }
        encode("core", &columns)
    }

    /// Decodes the section.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields("core", bytes)?;
        let mut core = Self {
            languages: fields.rows(LanguageStatistics::read),
            texts: fields.varints(),
        };
        fields.end()?;
        let mut first = 0_u32;
        for difference in &mut core.texts {
            first = first.saturating_add(*difference);
            *difference = first;
        }
        for language in &core.languages {
            let means = language.mean_words;
            if !means.iter().all(|mean| mean.is_finite() && *mean >= 0.0) {
                return Err(Error::corrupt("core", Damage::NotANumber));
            }
        }
        Ok(core)
    }

    /// Returns the number of the shard with the text of a chunk, and the chunk's row in it.
    pub fn text_shard(&self, chunk: u32) -> Option<(usize, usize)> {
        let number = self
            .texts
            .partition_point(|first| *first <= chunk)
            .checked_sub(1)?;
        Some((number, (chunk - self.texts[number]) as usize))
    }
}

impl LanguageColumns {
    fn new(language: &LanguageStatistics) -> Self {
        let mut shards = StringsBuilder::default();
        for shard in 0..language.shards.len() {
            shards.push(language.shards.get(shard));
        }
        Self {
            tag: language.tag.clone(),
            chunks: language.chunks,
            mean_words: language.mean_words,
            long_postings: language.long_postings,
            shard_lengths: ByteBuf::from(shards.lengths),
            shards: ByteBuf::from(shards.text),
        }
    }
}

impl LanguageStatistics {
    /// Returns the weight of a word that occurs in this many chunks: `ln(1 + (N - n + ½) / (n +
    /// ½))`, the inverse document frequency of Robertson and Spärck Jones in Lucene's form, never
    /// negative.
    pub fn idf(&self, containing: usize) -> f64 {
        let (total, n) = (f64::from(self.chunks), containing as f64);
        libm::log(1.0 + (total - n + 0.5).max(0.0) / (n + 0.5))
    }

    /// Returns the number of the shard for this fold key; none if there are no shards.
    pub fn shard_of(&self, key: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.shards.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.shards.get(middle) <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (!self.shards.is_empty()).then(|| low.saturating_sub(1))
    }

    fn read(fields: &mut Fields<'_>) -> Self {
        Self {
            tag: fields.text(),
            chunks: fields.number(),
            mean_words: fields.inner(|means| [means.float(), means.float(), means.float()]),
            long_postings: fields.number(),
            shards: fields.strings(),
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
}
