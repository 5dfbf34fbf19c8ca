//! The read side of the index: chunks, dictionary, postings, passages.
//!
//! [`Index`] answers look-ups and caches decoded sections, as long as there is room. It does not
//! score, knows nothing of questions and never accesses disk or network: bytes come from a
//! [`Source`]. Only [`mod@format`] knows the layout of the bytes.
//!
//! | file | does |
//! |---|---|
//! | `format/` | the layout of the bytes |
//! | `dictionary/` | words, stems and prefixes, and their postings |
//! | `joined.rs` | the indexes of several sites as one |
//! | `parts.rs` | the look-ups that pass to each of them |
//! | `passage.rs`, `passages.rs` | texts, and their displayed properties |
//! | `pieces.rs` | word pieces of questions |
//! | `related.rs` | pages that resemble a page |
//! | `section_cache.rs` | caches decoded sections |
//! | `source.rs` | the source of the bytes |
//! | `suggest.rs` | prepared questions that complete what is typed |
//! | `vectors.rs` | vectors of one language's chunks |

mod dictionary;
// The layout of the bytes, for the index builder and tests: `docs/format.md` describes it.
#[doc(hidden)]
pub mod format;
mod joined;
mod parts;
mod passage;
mod passages;
mod pieces;
mod related;
mod section_cache;
mod source;
mod suggest;
mod vectors;

use std::sync::{Arc, OnceLock};

pub use self::dictionary::{LookUp, Word};
pub use self::format::ChunkId;
use self::format::{
    ChunkTable, Core, LanguageStatistics, Manifest, RELATED, SUGGEST, Strings, SuggestTable,
    TermShard, Vocabulary, VocabularyBuilder, is_needed_first, read_metadata,
};
use self::parts::{InParts, Parts};
pub use self::parts::{Place, SITE};
pub use self::passage::Passage;
pub use self::pieces::Piece;
pub use self::related::Related;
use self::section_cache::{Decoded, SectionCache};
pub(crate) use self::source::unless_missing;
pub use self::source::{Source, Supplied, Unavailable};
pub use self::vectors::{ChunkVector, VectorSpace};
use crate::error::{Damage, Error, Result};
use crate::needs::{Attempt, Needs};
use crate::ordered::{Map, Set};
use crate::text::fold;

/// An opened index.
#[derive(Debug)]
pub struct Index {
    source: Arc<dyn Source>,
    core: Core,
    chunks: ChunkTable,
    /// The long rows of every language's dictionary.
    long: Vec<Arc<TermShard>>,
    cache: SectionCache,
    /// Maximum bytes of decoded shards kept after a question.
    cache_bytes: usize,
    /// Vectors, per language; none if the bundle has no vectors.
    vectors: Option<OnceLock<Vec<VectorSpace>>>,
    /// Per language, whether it has a table that encodes questions.
    has_pieces: Vec<bool>,
    /// Vocabularies, per language.
    vocabularies: Vec<(Proposals, OnceLock<Vocabulary>)>,
    /// None if no page has metadata.
    metadata: Option<OnceLock<Vec<Map<String>>>>,
    /// Keys of the first pages of shards of related pages; none if the bundle has none.
    related: Option<OnceLock<Strings>>,
    /// Letters that lead to prepared questions; none if the bundle has none.
    suggest: Option<OnceLock<SuggestTable>>,
    /// The indexes that answer for a joined one, which has no sections; none for that of a bundle.
    parts: Option<Arc<dyn Parts>>,
}

/// The source of a language's proposed words.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Proposals {
    /// The section with this name.
    Section(String),
    /// The dictionary, which is in the file that every question needs.
    Dictionary,
}

/// The section of the vectors.
const VECTORS: &str = "vectors";
const METADATA: &str = "metadata";

/// Bytes of decoded shards to keep if they are separate files, about the shards of a hundred
/// questions. An evicted shard must be fetched, inflated and decoded again.
const CACHE_BYTES: usize = 14 << 20;

/// The limit in bytes per chunk, which applies if it is higher: shards and lists grow with the
/// site.
const CACHE_BYTES_PER_CHUNK: usize = 112;

impl Index {
    /// Opens the index of a bundle.
    ///
    /// # Errors
    /// [`Needs`] until the source has the data file with the core sections;
    /// [`Error::Corrupt`] for damage.
    pub fn open(manifest: &Manifest, source: Arc<dyn Source>) -> Attempt<Self> {
        let names = || manifest.files.iter().flat_map(|file| &file.sections);
        // Every question needs these directories: they come with files that it needs anyway.
        let directories = names().filter(|name| is_needed_first(name));
        let directories = directories.map(String::as_str);
        let needed = ["core", "chunks"].into_iter();
        require(&*source, needed.chain(directories))?;
        let core = Core::read(&source.section("core")?)?;
        let chunks = ChunkTable::read(&source.section("chunks")?, core.languages.len())?;
        let long = core.languages.iter().map(|language| {
            let name = format!("long/{}", language.tag);
            Ok(Arc::new(TermShard::read(&name, &source.section(&name)?)?))
        });
        let long = long.collect::<Attempt<_>>()?;
        let differs = |name: &str, number: usize| {
            manifest
                .counts
                .get(name)
                .is_some_and(|count| *count != number as u64)
        };
        if differs("chunks", chunks.len()) || differs("documents", chunks.documents()) {
            return Err(Error::corrupt("manifest", Damage::OtherBuild).into());
        }
        let has = |wanted: &str| names().any(|name| name == wanted);
        let vocabularies = core.languages.iter().map(|language| {
            let name = format!("vocabulary/{}", language.tag);
            let proposals = if has(&name) {
                Proposals::Section(name)
            } else {
                Proposals::Dictionary
            };
            (proposals, OnceLock::new())
        });
        let tags = core.languages.iter().map(|language| &language.tag);
        let has_pieces: Vec<bool> = tags.map(|tag| has(&format!("pieces/{tag}"))).collect();
        // Without a table no question can be compared with vectors.
        let has_vectors = has(VECTORS) && has_pieces.contains(&true);
        let with_core = manifest
            .files
            .iter()
            .filter(|file| file.sections.iter().any(|own| own == "core"));
        let all_in_one = with_core
            .flat_map(|file| &file.sections)
            .any(|own| own == "text/0");
        let cache_bytes = CACHE_BYTES.max(chunks.len().saturating_mul(CACHE_BYTES_PER_CHUNK));
        Ok(Self {
            // An evicted section would have to be fetched again with everything in the same file.
            cache_bytes: if all_in_one { usize::MAX } else { cache_bytes },
            vocabularies: vocabularies.collect(),
            has_pieces,
            vectors: has_vectors.then(OnceLock::new),
            metadata: has(METADATA).then(OnceLock::new),
            source,
            core,
            chunks,
            long,
            cache: SectionCache::default(),
            related: has(RELATED).then(OnceLock::new),
            suggest: has(SUGGEST).then(OnceLock::new),
            parts: None,
        })
    }

    /// Returns the languages of the documents with their statistics; language numbers are positions
    /// here.
    pub fn languages(&self) -> &[LanguageStatistics] {
        &self.core.languages
    }

    /// Returns the number of the language with this tag.
    pub fn language(&self, tag: &str) -> Option<usize> {
        let mut languages = self.core.languages.iter();
        languages.position(|language| language.tag == tag)
    }

    /// Returns the ranking properties of pages and chunks.
    pub fn chunks(&self) -> &ChunkTable {
        &self.chunks
    }

    /// Returns the number of the language of a chunk.
    pub fn language_of(&self, chunk: ChunkId) -> usize {
        self.chunks.language(self.chunks.document(chunk))
    }

    /// Returns the maximum number of chunks that can have a word: more than the index has, if it is
    /// a part of a larger one.
    #[must_use]
    pub fn most_chunks(&self) -> usize {
        let languages = self.core.languages.iter();
        let stated: usize = languages.map(|language| language.chunks as usize).sum();
        stated.max(self.chunks.len())
    }

    /// Returns whether the bundle has vectors that questions can be compared with, fetched or not.
    pub fn has_vectors(&self) -> bool {
        self.vectors.is_some()
    }

    /// Returns the vectors of a language's chunks; none if the bundle has no vectors.
    ///
    /// # Errors
    /// [`Needs`] or [`Error::Corrupt`].
    pub fn vectors(&self, language: usize) -> Attempt<Option<&VectorSpace>> {
        let Some(cell) = &self.vectors else {
            return Ok(None);
        };
        let spaces = load(cell, || {
            let mut chunks = vec![Vec::new(); self.core.languages.len()];
            for chunk in 0..self.chunks.borders().chunks() {
                chunks[self.language_of(chunk)].push(chunk);
            }
            Ok(VectorSpace::read(&self.source.section(VECTORS)?, chunks)?)
        });
        Ok(unless_missing(spaces)?.and_then(|spaces| spaces.get(language)))
    }

    /// Returns a cell of a language whose vectors are divided into cells; none if its file is
    /// unavailable.
    ///
    /// # Errors
    /// [`Needs`] or [`Error::Corrupt`].
    pub fn cell(&self, language: usize, number: usize) -> Attempt<Option<Arc<VectorSpace>>> {
        let Some(space) = self.vectors(language)? else {
            return Ok(None);
        };
        let end = self.chunks.borders().chunks();
        let read = |name: &str, bytes: &[u8]| {
            let cell = VectorSpace::cell(name, bytes, space.scales(), end)?;
            Ok(Decoded::Cell(Arc::new(cell)))
        };
        Ok(match self.part("cells", language, Some(number), &read)? {
            Some(Decoded::Cell(cell)) => Some(cell),
            _ => None,
        })
    }

    /// Returns a section of a language, cached or decoded; none if its file is unavailable.
    fn part(
        &self,
        kind: &str,
        language: usize,
        number: Option<usize>,
        read: &dyn Fn(&str, &[u8]) -> Result<Decoded>,
    ) -> Attempt<Option<Decoded>> {
        let tag = &self.core.languages[language].tag;
        let name = match number {
            Some(number) => format!("{kind}/{tag}/{number}"),
            None => format!("{kind}/{tag}"),
        };
        unless_missing(self.decoded(&name, &|bytes| read(&name, bytes)))
    }

    /// Requires the vocabularies of all languages.
    ///
    /// # Errors
    /// [`Needs`] with all missing files.
    pub fn require_vocabularies(&self) -> Attempt<()> {
        if let Some(parts) = &self.parts {
            return parts.require_vocabularies();
        }
        let unread = self.vocabularies.iter();
        let unread = unread.filter(|(_, cell)| cell.get().is_none());
        let sections = unread.filter_map(|(proposals, _)| match proposals {
            Proposals::Section(name) => Some(name.as_str()),
            Proposals::Dictionary => None,
        });
        require(&*self.source, sections)
    }

    /// Returns the words of a language that can be proposed; none for a language that the index
    /// does not have.
    ///
    /// # Errors
    /// [`Needs`] or [`Error::Corrupt`].
    pub fn vocabulary(&self, language: usize) -> Attempt<Option<&Vocabulary>> {
        if let Some(parts) = &self.parts {
            return parts.vocabulary(language);
        }
        let Some((proposals, cell)) = self.vocabularies.get(language) else {
            return Ok(None);
        };
        let read = || match proposals {
            Proposals::Section(name) => Ok(Vocabulary::read(name, &self.source.section(name)?)?),
            Proposals::Dictionary => self.vocabulary_of_dictionary(language),
        };
        unless_missing(load(cell, read))
    }

    fn vocabulary_of_dictionary(&self, language: usize) -> Attempt<Vocabulary> {
        let mut builder = VocabularyBuilder::default();
        let words = self.words(language)?;
        for word in words.iter().filter(|word| !word.is_part()) {
            builder.push(fold(word.text()), word.text(), word.document_frequency());
        }
        Ok(builder.finish())
    }

    /// Returns the metadata of every page; empty if no page has any.
    ///
    /// # Errors
    /// [`Needs`] or [`Error::Corrupt`].
    pub fn metadata(&self) -> Attempt<&[Map<String>]> {
        if let Some(parts) = &self.parts {
            return parts.metadata();
        }
        let Some(cell) = &self.metadata else {
            return Ok(&[]);
        };
        let pages = self.chunks.documents();
        let metadata = load(cell, || {
            Ok(read_metadata(&self.source.section(METADATA)?, pages)?)
        });
        Ok(unless_missing(metadata)?.map_or(&[], Vec::as_slice))
    }

    /// Sets the maximum size of decoded shards between questions, in bytes, if they are separate
    /// files.
    #[must_use]
    pub fn with_room_for(self, bytes: usize) -> Self {
        let cache_bytes = match self.cache_bytes {
            usize::MAX => usize::MAX,
            _ => bytes,
        };
        Self {
            cache_bytes,
            ..self
        }
    }

    /// Ends a question, after which the least recently used sections may be evicted.
    pub fn end_question(&self) {
        if let Some(parts) = &self.parts {
            parts.end_question();
        }
        self.cache.end_turn(self.cache_bytes);
    }

    /// Returns a section, cached or decoded.
    fn decoded(&self, name: &str, read: &dyn Fn(&[u8]) -> Result<Decoded>) -> Attempt<Decoded> {
        if let Some(section) = self.cache.get(name) {
            return Ok(section);
        }
        let section = read(&self.source.section(name)?)?;
        self.cache.put(name, &section);
        Ok(section)
    }
}

fn require<'s>(source: &dyn Source, sections: impl Iterator<Item = &'s str>) -> Attempt<()> {
    let files: Set = sections
        .filter_map(|name| source.unsupplied_file(name))
        .collect();
    Needs::files(files.into_vec()).end()
}

/// Returns the value of a cell, decoded on first use.
fn load<T>(cell: &OnceLock<T>, read: impl FnOnce() -> Attempt<T>) -> Attempt<&T> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = read()?;
    Ok(cell.get_or_init(|| value))
}
