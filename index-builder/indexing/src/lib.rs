//! Indexing: from documents to the files of a bundle.
//!
//! An [`Indexer`] accepts documents one by one, in any order and from any number of threads, and
//! returns a [`Built`] bundle. Chunking, inverting and static importance happen here. The builder
//! parses pages and writes the files; the engine defines the layout of the bytes
//! ([`soru::index::format`]), and analyses texts as it analyses questions ([`soru::text`]).
//!
//! | file | does |
//! |---|---|
//! | `chunking/` | cuts a document into chunks that follow its headings |
//! | `counting.rs` | counts the words of a document by chunk |
//! | `inverted.rs` | [`InvertedIndexer`]: collects documents |
//! | `found/` | indexes of the chunks that a cluster found |
//! | `collected.rs` | documents that wait for the others |
//! | `cut.rs` | cuts a site to a small index |
//! | `counterparts.rs` | finds the translations and newer versions that a page names |
//! | `editions.rs` | finds pages that a site has once a year |
//! | `occurrences.rs` | the words of a document, packed until all documents are known |
//! | `writer/` | numbers chunks and writes their sections |
//! | `dictionary.rs` | the words of one language with their stems |
//! | `compounds.rs` | the parts of compounds, as rows of the dictionary |
//! | `joined_capitals.rs` | the parts of names such as `OpenAthens` |
//! | `row_labels.rs` | labels that the rows of a table repeat |
//! | `path_words.rs` | words of a page's address |
//! | `postings.rs` | their postings |
//! | `terms/` | writes words and postings in shards |
//! | `language_words.rs` | words of the site's languages for its bundle |
//! | `texts.rs` | writes texts in shards |
//! | `settings.rs` | the settings of a site for all of these |
//! | `section.rs` | sections that are encoded when they are stored |
//! | `threads.rs` | distributes work over threads |
//! | `boundaries.rs` | decides where a sequence is cut into shards |
//! | `impact.rs` | splits long lists of postings by impact |
//! | `near_duplicates/` | recognises passages that are on several pages |
//! | `embedding.rs` | [`Embedder`]: a vector for every chunk |
//! | `query_table.rs` | [`QueryTable`]: how an embedder's questions are encoded |
//! | `variants.rs` | characters that visitors type for those of the pages |
//! | `vectors.rs` | input and output of an embedder |
//! | `pieces.rs` | writes the table of questions' word pieces, in shards |
//! | `cells.rs` | groups the vectors of a large site into cells |
//! | `related/` | pages that resemble a page |
//! | `source_titles.rs` | titles of the pages that facts name as their sources |
//! | `translations.rs` | pages that are translations of each other |
//! | `importance.rs` | static importance from URL depth and inbound links |
//! | `outline.rs` | titles and headings, searchable before the engine is loaded |
//! | `suggest/` | prepared questions that complete what is typed |
//! | `unstored.rs` | data files that are not compressed yet |
//! | `files.rs` | assigns sections to files |
//! | `bundle.rs` | packs sections into files, files into a manifest |
//! | `directories.rs` | divides files between the manifest and directories |

mod boundaries;
mod bundle;
mod cells;
mod chunking;
mod collected;
mod compounds;
mod counterparts;
mod counting;
mod cut;
mod dictionary;
mod directories;
mod editions;
mod embedding;
mod files;
mod found;
mod impact;
mod importance;
mod inverted;
mod joined_capitals;
mod language_words;
mod near_duplicates;
mod occurrences;
mod outline;
mod path_words;
mod pieces;
mod postings;
mod query_table;
mod related;
mod row_labels;
mod section;
mod settings;
mod source_titles;
mod suggest;
mod terms;
mod texts;
mod threads;
mod translations;
mod unstored;
mod variants;
mod vectors;
mod writer;

use std::fmt;

// A caller that only writes an index needs no other crate.
use soru::Result;
pub use soru::settings::Value;
pub use soru::{Block, Document, Fact, WrittenQuestion};

pub use bundle::{Built, Layout, Summary};
pub use chunking::{Chunk, chunk};
pub use cut::SmallIndex;
pub use embedding::{Embedder, Embedding, Passages};
pub use found::{FoundChunk, LanguageCounts, SiteCounts, WordCounts, index_found};
pub use inverted::{InvertedIndexer, Prepared};
pub use outline::OutlinePage;
pub use query_table::QueryTable;
pub use settings::{ChunkingSettings, IndexingSettings, RelatedSettings, VectorSettings};
pub use suggest::PreparedQuestion;
pub use threads::ForEach;
pub use unstored::{StoredEntry, Unstored};
pub use variants::Variants;

/// Turns documents into a bundle.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * the same documents give the same bytes, in any order of adding;
/// * a document id that was added before is an error that names it;
/// * no documents at all give an empty index, and that is not an error;
/// * a null configuration means the defaults, and one that is not a table is an error.
pub trait Indexer: fmt::Debug + Send + Sync {
    /// Does all work on a document that needs no other document. May run in parallel.
    ///
    /// # Errors
    /// [`soru::Error::InvalidInput`] if the document has no id.
    fn prepare(&self, document: &Document) -> Result<Prepared>;

    /// Adds a prepared document.
    ///
    /// # Errors
    /// [`soru::Error::InvalidInput`] if its id was added before.
    fn add(&mut self, prepared: Prepared) -> Result<()>;

    /// Builds the bundle. `configuration` contains the engine's settings from `soru.toml`, as
    /// written; [`Value::Null`] leaves all at their defaults.
    ///
    /// # Errors
    /// [`soru::Error::InvalidValue`] if `configuration` is not a table,
    /// [`soru::Error::InvalidInput`] if something exceeds the range that the format can number.
    fn finish(self: Box<Self>, facts: Vec<Fact>, configuration: &Value) -> Result<Built>;
}
