//! The read side of the index: documents, chunks, dictionary and postings.
//!
//! [`Index`] answers look-ups and keeps what it has decoded. It does not score, does not know
//! what a question is and never touches disk or network: bytes come from a [`Source`]. The layout
//! of the bytes is the business of [`mod@format`] alone.

pub mod format;
mod source;
mod vectors;

use std::sync::{Arc, OnceLock};

use self::format::{
    ChunkTable, Core, DocumentTable, LanguageStatistics, Manifest, TermShard, TextShard,
    Vocabulary, VocabularyBuilder,
};
pub use self::source::{Source, Supplied};
pub use self::vectors::{ChunkVector, VectorSpace};
use crate::error::{Error, Result};
use crate::ordered::Set;
use crate::text::{fold, lookup_start};

/// Number of a chunk in the index. Chunks are sorted by document id, then by place in the
/// document, so equal scores are settled by the smaller number.
pub type ChunkId = u32;

/// An opened index.
#[derive(Debug)]
pub struct Index {
    source: Arc<dyn Source>,
    core: Core,
    documents: DocumentTable,
    chunks: ChunkTable,
    terms: Vec<OnceLock<TermShard>>,
    texts: Vec<OnceLock<TextShard>>,
    /// Per language; none if the bundle has no vectors.
    vectors: Option<OnceLock<Vec<VectorSpace>>>,
    /// Per language.
    vocabularies: Vec<(Proposals, OnceLock<Vocabulary>)>,
}

/// Where the words of a language come from that can be proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Proposals {
    /// From a section of this name.
    Section(String),
    /// From the dictionary, which is in the file that every question needs.
    Dictionary,
    /// From nowhere: the bundle was built before there were vocabularies.
    Nowhere,
}

/// The section of the vectors.
const VECTORS: &str = "vectors";

/// A word of the dictionary: a row of one of its shards.
#[derive(Debug, Clone, Copy)]
pub struct Word<'i> {
    /// The shard.
    pub shard: &'i TermShard,
    /// The row in it.
    pub row: usize,
}

impl<'i> Word<'i> {
    /// Its surface form.
    #[must_use]
    pub fn text(&self) -> &'i str {
        self.shard.word(self.row)
    }
}

impl Index {
    /// Opens the index of a bundle.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] until the source has the data file with the core sections;
    /// [`Error::Corrupt`] for damage.
    pub fn open(manifest: &Manifest, source: Arc<dyn Source>) -> Result<Self> {
        require(&*source, ["core", "documents", "chunks"].into_iter())?;
        let core = Core::read(&source.section("core")?)?;
        let documents = DocumentTable::read(&source.section("documents")?, core.languages.len())?;
        let chunks = ChunkTable::read(&source.section("chunks")?, documents.len())?;
        if manifest
            .counts
            .get("chunks")
            .is_some_and(|count| *count != chunks.len() as u64)
        {
            return Err(Error::corrupt("manifest", "it belongs to another build"));
        }
        let terms = core.terms.iter().map(|_| OnceLock::new()).collect();
        let texts = core.texts.iter().map(|_| OnceLock::new()).collect();
        let mut sections = manifest.files.iter().flat_map(|file| &file.sections);
        let vectors = sections.any(|name| name == VECTORS).then(OnceLock::new);
        let vocabularies = (0..core.languages.len())
            .map(|language| (proposals(manifest, &core, language), OnceLock::new()))
            .collect();
        Ok(Self {
            source,
            core,
            documents,
            chunks,
            terms,
            texts,
            vectors,
            vocabularies,
        })
    }

    /// Languages of the documents with their statistics; numbers of languages point in here.
    #[must_use]
    pub fn languages(&self) -> &[LanguageStatistics] {
        &self.core.languages
    }

    /// Number of the language with this tag.
    #[must_use]
    pub fn language(&self, tag: &str) -> Option<usize> {
        self.core
            .languages
            .iter()
            .position(|language| language.tag == tag)
    }

    /// The pages.
    #[must_use]
    pub fn documents(&self) -> &DocumentTable {
        &self.documents
    }

    /// The chunks.
    #[must_use]
    pub fn chunks(&self) -> &ChunkTable {
        &self.chunks
    }

    /// Number of the language of a chunk.
    #[must_use]
    pub fn language_of(&self, chunk: ChunkId) -> usize {
        self.documents
            .language(self.chunks.document(chunk as usize))
    }

    /// Makes sure that everything that look-ups of these fold-key prefixes need is there, and the
    /// vectors if they are needed, so that it can be fetched at once and in parallel.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] with all files that are missing.
    pub fn require_terms<'p>(
        &self,
        prefixes: impl Iterator<Item = (usize, &'p str)>,
        with_vectors: bool,
    ) -> Result<()> {
        let shards = prefixes.flat_map(|(language, prefix)| self.shards(language, prefix));
        let sections = shards
            .filter(|shard| self.terms[*shard].get().is_none())
            .map(|shard| self.core.terms[shard].section.as_str());
        let vectors = self.vectors.as_ref().filter(|_| with_vectors);
        let unread = vectors.filter(|cell| cell.get().is_none());
        require(&*self.source, sections.chain(unread.map(|_| VECTORS)))
    }

    /// Whether the bundle has vectors, fetched or not.
    #[must_use]
    pub fn has_vectors(&self) -> bool {
        self.vectors.is_some()
    }

    /// The vectors of a language's chunks; none if the bundle has no vectors.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] or [`Error::Corrupt`].
    pub fn vectors(&self, language: usize) -> Result<Option<&VectorSpace>> {
        let Some(cell) = &self.vectors else {
            return Ok(None);
        };
        let spaces = load(cell, || {
            let mut chunks = vec![Vec::new(); self.core.languages.len()];
            for chunk in (0..).take(self.chunks.len()) {
                chunks[self.language_of(chunk)].push(chunk);
            }
            VectorSpace::read(&self.source.section(VECTORS)?, chunks)
        })?;
        Ok(spaces.get(language))
    }

    /// All words of a language whose fold key begins with `prefix`, ascending.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] or [`Error::Corrupt`].
    pub fn words_with_prefix(&self, language: usize, prefix: &str) -> Result<Vec<Word<'_>>> {
        let mut words = Vec::new();
        for number in self.shards(language, prefix) {
            let shard = self.term_shard(number)?;
            let first = first_row(shard, |key| key < prefix);
            let end = first_row(shard, |key| key < prefix || key.starts_with(prefix));
            words.extend((first..end).map(|row| Word { shard, row }));
        }
        Ok(words)
    }

    /// All spellings of a fold key: words of a language that differ from each other only in what
    /// the key leaves out.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] or [`Error::Corrupt`].
    pub fn spellings(&self, language: usize, key: &str) -> Result<Vec<Word<'_>>> {
        let mut words = Vec::new();
        for number in self.shards(language, key) {
            let shard = self.term_shard(number)?;
            let first = first_row(shard, |candidate| candidate < key);
            let end = first_row(shard, |candidate| candidate <= key);
            words.extend((first..end).map(|row| Word { shard, row }));
        }
        Ok(words)
    }

    /// Whether the dictionary of a language has the word in any spelling, or another form of it.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] or [`Error::Corrupt`].
    pub fn knows(&self, language: usize, key: &str, stem: &str) -> Result<bool> {
        if !self.spellings(language, key)?.is_empty() {
            return Ok(true);
        }
        let stem = fold(stem);
        let words = self.words_with_prefix(language, lookup_start(key))?;
        // A stem may also be the other word itself: stemmers take an ending off bare nouns too.
        Ok(words.iter().any(|word| {
            let other = fold(&word.shard.stem(word.row));
            other == stem || other == key || fold(word.text()) == stem
        }))
    }

    /// Whether there are words to propose in every language; bundles in shards that were built
    /// before there were vocabularies have none.
    #[must_use]
    pub fn has_vocabularies(&self) -> bool {
        let mut all = self.vocabularies.iter();
        all.all(|(proposals, _)| *proposals != Proposals::Nowhere)
    }

    /// Makes sure that the vocabularies of all languages are there.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] with all files that are missing.
    pub fn require_vocabularies(&self) -> Result<()> {
        let missing = self
            .vocabularies
            .iter()
            .filter(|(_, cell)| cell.get().is_none());
        let sections = missing.filter_map(|(proposals, _)| match proposals {
            Proposals::Section(name) => Some(name.as_str()),
            _ => None,
        });
        require(&*self.source, sections)
    }

    /// The words of a language that can be proposed; none if the bundle is too old to have them.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] or [`Error::Corrupt`].
    pub fn vocabulary(&self, language: usize) -> Result<Option<&Vocabulary>> {
        let Some((proposals, cell)) = self.vocabularies.get(language) else {
            return Ok(None);
        };
        let vocabulary = match proposals {
            Proposals::Section(name) => {
                load(cell, || Vocabulary::read(name, &self.source.section(name)?))?
            }
            Proposals::Dictionary => load(cell, || self.vocabulary_of_dictionary(language))?,
            Proposals::Nowhere => return Ok(None),
        };
        Ok(Some(vocabulary))
    }

    fn vocabulary_of_dictionary(&self, language: usize) -> Result<Vocabulary> {
        let mut builder = VocabularyBuilder::default();
        for number in self.shards(language, "") {
            let shard = self.term_shard(number)?;
            for row in 0..shard.len() {
                let word = shard.word(row);
                builder.push(fold(word), word, shard.document_frequency(row));
            }
        }
        Ok(builder.finish())
    }

    /// Makes sure that the texts of these chunks are there.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] with all files that are missing.
    pub fn require_texts(&self, chunks: impl Iterator<Item = ChunkId>) -> Result<()> {
        let shards = chunks.filter_map(|chunk| self.text_shard_of(chunk));
        let sections = shards
            .filter(|shard| self.texts[*shard].get().is_none())
            .map(|shard| self.core.texts[shard].section.as_str());
        require(&*self.source, sections)
    }

    /// The text of a chunk.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] or [`Error::Corrupt`].
    pub fn text(&self, chunk: ChunkId) -> Result<&str> {
        let Some(number) = self.text_shard_of(chunk) else {
            return Err(Error::corrupt("core", "a chunk without a text"));
        };
        let entry = &self.core.texts[number];
        let shard = load(&self.texts[number], || {
            TextShard::read(&entry.section, &self.source.section(&entry.section)?)
        })?;
        Ok(shard.get((chunk - entry.first) as usize))
    }

    fn text_shard_of(&self, chunk: ChunkId) -> Option<usize> {
        self.core
            .texts
            .partition_point(|shard| shard.first <= chunk)
            .checked_sub(1)
    }

    fn term_shard(&self, number: usize) -> Result<&TermShard> {
        let section = &self.core.terms[number].section;
        load(&self.terms[number], || {
            TermShard::read(section, &self.source.section(section)?, self.chunks.len())
        })
    }

    /// Numbers of the shards that can hold words with this fold-key prefix.
    fn shards(&self, language: usize, prefix: &str) -> std::ops::Range<usize> {
        let entries = &self.core.terms;
        let start = entries.partition_point(|shard| (shard.language as usize) < language);
        let end = entries.partition_point(|shard| (shard.language as usize) <= language);
        let own = &entries[start..end];
        let behind = |shard: &str| shard > prefix && !shard.starts_with(prefix);
        let last = own.partition_point(|shard| !behind(&shard.first));
        let first = own
            .partition_point(|shard| shard.first.as_str() <= prefix)
            .saturating_sub(1);
        start + first.min(last)..start + last
    }
}

fn proposals(manifest: &Manifest, core: &Core, language: usize) -> Proposals {
    let name = format!("vocabulary/{}", core.languages[language].tag);
    let mut sections = manifest.files.iter().flat_map(|file| &file.sections);
    if sections.any(|section| *section == name) {
        return Proposals::Section(name);
    }
    let with_core = |section: &String| {
        let core = "core".to_owned();
        let mut files = manifest.files.iter().map(|file| &file.sections);
        files.any(|sections| sections.contains(&core) && sections.contains(section))
    };
    let mut shards = core.terms.iter();
    if shards.all(|shard| shard.language as usize != language || with_core(&shard.section)) {
        Proposals::Dictionary
    } else {
        Proposals::Nowhere
    }
}

fn first_row(shard: &TermShard, before: impl Fn(&str) -> bool) -> usize {
    let (mut low, mut high) = (0, shard.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if before(&fold(shard.word(middle))) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn require<'s>(source: &dyn Source, sections: impl Iterator<Item = &'s str>) -> Result<()> {
    let files: Set = sections
        .filter_map(|name| source.missing_file(name))
        .collect();
    if files.is_empty() {
        return Ok(());
    }
    Err(Error::NotLoaded {
        files: files.into_vec(),
    })
}

/// What a cell holds, decoded on first use.
fn load<T>(cell: &OnceLock<T>, read: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = read()?;
    Ok(cell.get_or_init(|| value))
}
