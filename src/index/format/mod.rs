//! The bundle's layout on disk, for writing and for reading. No other module knows it.
//!
//! Everything is MessagePack. A *section* is one decoded piece (documents, chunks, a shard of
//! terms); a *data file* is a [`Pack`] of sections; the *manifest* names the data files. Columns
//! that a browser must scan are packed into binary blobs of varints, so that loading costs
//! a copy and not a parse.
//!
//! Readers trust nothing: every length, offset and id is checked against the available bytes, and
//! no allocation depends on a claimed length. Damage is [`Error::Corrupt`].
//!
//! | file | section | holds |
//! |---|---|---|
//! | `manifest.rs` | (own file) | version, files with size and hash, languages, settings |
//! | `directory.rs` | `files/<stem>/<first>` | files of numbered sections: hash and sizes |
//! | `pack.rs` | (a data file) | named sections |
//! | `core.rs` | `core` | statistics per language, the first entry of every shard |
//! | `chunks.rs`, `borders.rs`, `lengths.rs` | `chunks` | properties of pages and chunks for ranking |
//! | `terms.rs`, `term_builder.rs` | `terms/<lang>/<n>`, `long/<lang>` | a range of the dictionary with its postings; its frequent rows |
//! | `postings.rs` | `heads/<lang>/<n>`, `tails/<lang>/<n>` | a long list of postings, in two parts |
//! | `passages.rs` | `text/<n>` | the texts of a range of chunks, and their displayed properties |
//! | `suggest.rs` | `suggest`, `suggest/<n>` | prepared questions that complete what is typed; not in every bundle |
//! | `metadata.rs` | `metadata` | metadata of pages, for filters |
//! | `vectors.rs` | `vectors` | per language, a vector per chunk; not in every bundle |
//! | `vectors.rs` | `cells/<lang>/<n>` | vectors of nearby chunks; in large bundles |
//! | `pieces.rs` | `pieces/<lang>`, `pieces/<lang>/<n>` | the table that encodes questions; not in every bundle |
//! | `related.rs` | `related`, `related/<n>` | pages that resemble a page; not in every bundle |
//! | `vocabulary.rs` | `vocabulary/<lang>` | words for corrections, without postings; not in small bundles |
//! | `facts.rs` | `facts` | the facts table |
//! | `words.rs` | `words` | words of the site's languages |
//! | `node.rs`, `fields.rs`, `columns.rs` | (all) | decoded values, the fields of a struct, packed columns |

mod borders;
mod chunks;
mod columns;
mod core;
mod directory;
mod facts;
mod fields;
mod lengths;
mod manifest;
mod metadata;
mod node;
mod pack;
mod passages;
mod pieces;
mod postings;
mod related;
mod suggest;
mod term_builder;
mod terms;
mod vectors;
mod vocabulary;
mod words;

pub use self::borders::Borders;
pub use self::chunks::{ChunkNorms, ChunkTable, PageNorms};
pub use self::columns::{Reader, Strings, StringsBuilder, push_varint};
pub use self::core::{Core, LanguageStatistics};
pub use self::directory::{
    Directory, MOST_FILES, file_name, is_needed_first, listed, most_files, numbered,
};
pub use self::facts::{read_facts, write_facts};
pub use self::lengths::{pack_length, unpack_length};
pub use self::manifest::{FORMAT_VERSION, FileEntry, MANIFEST_NAME, Manifest};
pub use self::metadata::{read_metadata, write_metadata};
pub use self::pack::{Pack, hex, sha256};
pub use self::passages::{Page, Passage, PassageShard, PassageShardBuilder, Section};
pub use self::pieces::{PieceShard, PieceTable, rounded_up};
pub use self::postings::{
    FIELDS, Posting, PostingList, QuestionBits, merge_postings, read_postings, unite_postings,
};
pub use self::related::{
    Neighbour, RELATED, RelatedPage, RelatedShard, RelatedShardBuilder, read_related, write_related,
};
pub use self::suggest::{SUGGEST, SuggestShard, SuggestTable, SuggestedQuestion, UNWORDED};
pub use self::term_builder::{Listed, TermRow, TermShardBuilder, write_postings};
pub use self::terms::{COMPOUNDS, LongList, RowKind, TermShard, read_long_list};
pub use self::vectors::{ChunkVectors, GREATEST_STEP, MOST_DIMENSIONS, read_cell, write_cell};
pub use self::vocabulary::{
    LONGEST_WORD, MOST_WORDS, Vocabulary, VocabularyBuilder, Walker, fold_letter,
};
pub use self::words::{read_words, write_words};

/// Number of a chunk in the index. Chunks are sorted by document id, then by place in the document,
/// so equal scores are ordered by the smaller number.
pub type ChunkId = u32;

use serde::Serialize;

use crate::error::{Error, Result};

/// Encodes one value as MessagePack, structs as arrays.
fn encode<T: Serialize>(section: &str, value: &T) -> Result<Vec<u8>> {
    rmp_serde::to_vec(value).map_err(|error| Error::corrupt(section, error.to_string()))
}
