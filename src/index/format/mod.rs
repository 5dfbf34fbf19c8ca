//! The bundle's layout on disk: the only place that knows it, for writing and for reading.
//!
//! Everything is MessagePack. A *section* is one decoded piece (documents, chunks, a shard of
//! terms); a *data file* is a [`Pack`] of sections; the *manifest* names the data files. Columns
//! that a browser must scan are packed into binary blobs of varints, so that loading costs
//! a copy and not a parse.
//!
//! Readers trust nothing: every length, offset and id is checked against the bytes that are
//! there, and nothing is allocated by a claimed length. Damage is [`Error::Corrupt`].
//!
//! | file | section | holds |
//! |---|---|---|
//! | `manifest.rs` | (own file) | version, files with size and hash, languages, settings |
//! | `directory.rs` | `files/<stem>/<first>` | files of numbered sections: hash and sizes |
//! | `pack.rs` | (a data file) | named sections |
//! | `core.rs` | `core` | statistics per language, where the shards are |
//! | `documents.rs` | `documents` | one row per page |
//! | `chunks.rs` | `chunks` | one row per chunk |
//! | `terms.rs` | `terms/<lang>/<n>` | a range of the dictionary with its postings |
//! | `texts.rs` | `text/<n>` | the texts of a range of chunks |
//! | `vectors.rs` | `vectors` | per language, a vector per chunk; not in every bundle |
//! | `vocabulary.rs` | `vocabulary/<lang>` | words to propose, without postings; not in small bundles |
//! | `facts.rs` | `facts` | the facts table |

mod chunks;
mod columns;
mod core;
mod directory;
mod documents;
mod facts;
mod manifest;
mod node;
mod pack;
mod row;
mod term_builder;
mod terms;
mod texts;
mod vectors;
mod vocabulary;

pub use self::chunks::{ChunkRow, ChunkTable};
pub use self::columns::{Reader, Strings, StringsBuilder, push_varint};
pub use self::core::{Core, LanguageStatistics, TermShardEntry, TextShardEntry};
pub use self::directory::{Directory, MOST_FILES, file_name, listed, numbered};
pub use self::documents::{DocumentRow, DocumentTable};
pub use self::facts::{read_facts, write_facts};
pub use self::manifest::{FORMAT_VERSION, FileEntry, MANIFEST_NAME, Manifest};
pub use self::pack::{Pack, hex, sha256};
pub use self::term_builder::{TermShardBuilder, push_positions};
pub use self::terms::{POSITIONS, Posting, TermShard, merge_postings};
pub use self::texts::{TextShard, write_texts};
pub use self::vectors::{ChunkVectors, GREATEST_STEP, MOST_DIMENSIONS};
pub use self::vocabulary::{
    LONGEST_WORD, MOST_WORDS, Vocabulary, VocabularyBuilder, Walker, fold_letter,
};

use serde::Serialize;

use crate::error::{Error, Result};

/// Encodes one value as MessagePack, structs as arrays.
fn encode<T: Serialize>(section: &str, value: &T) -> Result<Vec<u8>> {
    rmp_serde::to_vec(value).map_err(|error| Error::corrupt(section, error))
}
