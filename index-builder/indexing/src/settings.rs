//! `[chunking]` and `[indexing]` of `soru.toml`.

use soru::error::{Error, Result};
use soru::index::format::MOST_DIMENSIONS;
use soru::settings::between;

soru::settings! {
    /// Settings for chunking documents.
    pub struct ChunkingSettings {
        /// Sections longer than this many words are cut.
        pub max_words: usize = 400,
        /// Approximate number of words that a chunk repeats from the previous one in the same
        /// section.
        pub overlap_words: usize = 20,
        /// A section with fewer words becomes one chunk with its neighbour, unless the heading of
        /// either is a question. At 0, no sections are joined.
        pub min_words: usize = 20,
        /// Sections are joined up to this many words.
        pub joined_words: usize = 120,
    }
}

soru::settings! {
    /// Settings of the index. They take effect when building.
    pub struct IndexingSettings {
        /// The gateway of a cluster that pages over a bundle of `--layout remote` ask.
        pub gateway: String = String::new(),
        /// Vectors of an encoder, for `semantic` and `hybrid`.
        pub vectors: VectorSettings = VectorSettings::default(),
        /// Lists of related pages (`related()`).
        pub related: RelatedSettings = RelatedSettings::default(),
    }
}

soru::settings! {
    /// Vectors of an encoder, for the retrievers `semantic` and `hybrid`.
    pub struct VectorSettings {
        /// Maximum number of dimensions of a vector, 8 to 256. Each takes half a byte per chunk.
        /// `semantic` alone improves with more; for `hybrid` no difference was found.
        pub dimensions: usize = 64,
        /// Maximum size of the vectors of a language in kilobytes that a visitor downloads before
        /// the first answer. If the vectors are larger, only those near the question are fetched.
        /// 96 kilobytes are enough for about 3000 chunks.
        pub max_kilobytes: usize = 96,
    }
}

impl VectorSettings {
    /// Rejects an invalid number of dimensions.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] if it is not between 8 and 256.
    pub fn check(&self) -> Result<()> {
        if (8..=MOST_DIMENSIONS).contains(&self.dimensions) {
            return Ok(());
        }
        Err(Error::invalid(
            "indexing.vectors.dimensions",
            self.dimensions,
            format!("between 8 and {MOST_DIMENSIONS}"),
        ))
    }
}

soru::settings! {
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
    ///
    /// # Errors
    /// [`Error::InvalidValue`] if one is outside its range.
    pub fn check(&self) -> Result<()> {
        if !(1..=MOST_LISTED).contains(&self.most) {
            let expected = format!("a whole number from 1 to {MOST_LISTED}");
            return Err(Error::invalid("indexing.related.most", self.most, expected));
        }
        let place = "indexing.related.min_similarity";
        between(place, self.min_similarity, 0.0, 1.0)
    }
}
