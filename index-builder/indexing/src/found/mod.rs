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
//! | `given.rs` | found chunks and counts as they are given |
//! | `pages.rs` | found chunks as documents |
//! | `sets.rs` | sets of chunks and pages by the names that they share |
//! | `terms.rs` | the dictionary of a language, with the counts |
//! | `writer.rs` | writes the sections |

mod given;
mod pages;
mod sets;
mod terms;
mod writer;

use soru::error::Result;
use soru::settings::Value;

pub use self::given::{FoundChunk, LanguageCounts, SiteCounts, WordCounts};
use self::pages::Pages;
use self::writer::write;
use super::Built;

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
