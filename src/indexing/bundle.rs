//! Sections into files, files into a manifest.

use std::collections::BTreeMap;

use super::directories::take_listed;
use super::outline::OutlinePage;
use super::section::Section;
use crate::error::{Error, Result};
use crate::index::format::{
    FileEntry, MANIFEST_NAME, Manifest, Pack, QUESTIONS, file_name, sha256,
};
use crate::settings::Value;

/// How sections are laid out over files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// A shard of terms is closed when it has this many bytes; on larger sites later.
    pub term_shard_bytes: usize,
    /// A shard of texts is closed when it has this many bytes; on larger sites later.
    pub text_shard_bytes: usize,
    /// A list of more postings than this is a section of its own.
    pub long_postings: u32,
    /// Whether every shard is a file of its own; otherwise all is one file.
    pub separate_files: bool,
    /// Sites with at most this many bytes of text are one file nevertheless.
    pub single_up_to: usize,
}

/// How shards grow with the site: up to so many bytes of text they are so many percent of the layout's, terms and
/// texts. A question pays for whole shards, so small ones make a first answer cheap; a large site would have too many.
/// There are few steps, because a site that grows by a page should keep its boundaries.
const GROWTH: [(usize, usize, usize); 3] = [
    (1_500_000, 100, 100),
    (4_000_000, 150, 133),
    (usize::MAX, 250, 200),
];

/// About how many shards of terms and of texts there may be, some hundred more of texts if pages are long: static
/// hosts limit the number of files, and some take long with many. Long lists, related pages, directories and the
/// engine are some 1,200 files more for 50,000 pages. An encoder's cells and pieces take the place of shards of texts.
const MOST_TERM_FILES: usize = 1300;
const MOST_TEXT_FILES: usize = 2300;
/// Lists that are longer than this share of all chunks are long on any site: some hundreds of words.
const LONG_SHARE: usize = 24;

/// Lists of so many postings take some 2 KB, about as much as the rest of a shard.
const LONG_POSTINGS: u32 = 2048;

impl Layout {
    /// One data file, fetched once.
    pub const SINGLE: Self = Self {
        term_shard_bytes: usize::MAX,
        text_shard_bytes: usize::MAX,
        long_postings: LONG_POSTINGS,
        separate_files: false,
        single_up_to: usize::MAX,
    };

    /// The same for a site of this size: shards are larger where there would be too many of them.
    pub(super) fn fitted(self, size: SiteSize) -> Self {
        if !self.separate_files {
            return self;
        }
        if size.texts <= self.single_up_to {
            return Self::SINGLE;
        }
        let grown = self.grown(size.texts);
        // Words take three quarters as much again as their postings.
        let words = size.postings / MOST_TERM_FILES * 7 / 4;
        // A shard of texts ends two or three pages after it is half full.
        let page = size.texts / size.pages.max(1);
        let most = MOST_TEXT_FILES.saturating_sub(size.files);
        let most = most.max(MOST_TEXT_FILES / 2);
        let texts = (size.texts / most).saturating_sub(page * 5 / 2) * 2;
        let long = u32::try_from(size.chunks / LONG_SHARE).unwrap_or(u32::MAX);
        Self {
            term_shard_bytes: grown.term_shard_bytes.max(words),
            text_shard_bytes: grown.text_shard_bytes.max(texts),
            long_postings: self.long_postings.max(long),
            ..self
        }
    }

    /// The same with the shards of a site that has so many bytes of text.
    fn grown(self, site_texts: usize) -> Self {
        let step = GROWTH.iter().find(|(most, ..)| site_texts <= *most);
        let (_, terms, texts) = step.copied().unwrap_or((0, 100, 100));
        Self {
            term_shard_bytes: self.term_shard_bytes.saturating_mul(terms) / 100,
            text_shard_bytes: self.text_shard_bytes.saturating_mul(texts) / 100,
            ..self
        }
    }
}

/// How much there is to lay out.
#[derive(Debug, Clone, Copy)]
pub(super) struct SiteSize {
    /// Bytes of text.
    pub(super) texts: usize,
    /// About how many bytes of postings.
    pub(super) postings: usize,
    pub(super) pages: usize,
    pub(super) chunks: usize,
    /// Files of what an encoder made.
    pub(super) files: usize,
}

/// What was built, for reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Pages.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// Words of text by language.
    pub words: BTreeMap<String, u64>,
    /// Different words by language.
    pub terms: BTreeMap<String, u64>,
    /// Facts.
    pub facts: u64,
    /// Vectors.
    pub vectors: VectorSummary,
    /// Ids of pages that say nearly the same, in groups.
    pub alike: Vec<Vec<String>>,
}

/// What became of the vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VectorSummary {
    /// None were asked for.
    #[default]
    Off,
    /// So many chunks have one.
    Built(u64),
    /// They would take so many bytes, which is more than the settings allow.
    TooLarge(u64),
}

/// A built bundle. Most of its files are made only when they are stored.
#[derive(Debug)]
pub struct Built {
    /// Counts for reports.
    pub summary: Summary,
    /// What can be searched before the bundle is there.
    pub outline: Vec<OutlinePage>,
    files: Vec<Unstored>,
    configuration: Value,
}

impl Built {
    /// A bundle of named data files.
    pub(super) fn new(summary: Summary, files: Vec<Unstored>, configuration: Value) -> Self {
        Self {
            summary,
            outline: Vec::new(),
            files,
            configuration,
        }
    }

    /// The same with its outline.
    pub(super) fn with_outline(mut self, outline: Vec<OutlinePage>) -> Self {
        self.outline = outline;
        self
    }

    /// The bundle's files, name and bytes, in the order in which they should be written: data
    /// files first, then the directories that list some of them, the manifest last. `compress` must give gzip (RFC 1952) and depend on nothing
    /// but its input.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn into_files(
        self,
        compress: &dyn Fn(&[u8]) -> Result<Vec<u8>>,
    ) -> Result<Vec<(String, Vec<u8>)>> {
        let mut files = Vec::new();
        let mut keep = |file: Unstored| {
            let (entry, bytes) = file.store(compress)?;
            files.push((entry.name().to_owned(), bytes));
            Ok(entry)
        };
        let manifest = self.store_by(&mut |files| files.into_iter().map(&mut keep).collect())?;
        files.push((MANIFEST_NAME.to_owned(), manifest));
        Ok(files)
    }

    /// As [`into_files`](Self::into_files), for those who have threads, or will not hold all files at once:
    /// `store` calls [`Unstored::store`] for every file that it is given, keeps the bytes, and gives the
    /// entries in the same order; it is called for the data files and then for the directories. What is
    /// left is the manifest, which this gives.
    ///
    /// # Errors
    /// Only if memory for them cannot be had, and whatever `store` fails with.
    pub fn store_by(
        self,
        store: &mut dyn FnMut(Vec<Unstored>) -> Result<Vec<StoredEntry>>,
    ) -> Result<Vec<u8>> {
        let mut entries = bare(store(self.files)?);
        let directories = take_listed(&mut entries)?;
        entries.extend(bare(store(directories)?));
        manifest(&self.summary, entries, self.configuration).write()
    }
}

/// What files of core sections are called by.
pub(super) const CORE: &str = "core";

/// A data file that is neither put together nor compressed yet.
#[derive(Debug)]
pub struct Unstored {
    stem: String,
    sections: Vec<Section>,
}

/// What a bundle says of a data file that goes to the disk.
#[derive(Debug)]
pub struct StoredEntry(FileEntry);

impl StoredEntry {
    /// The file's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its size in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.0.size
    }

    /// The language whose written questions it holds for those who type, if that is what it holds.
    #[must_use]
    pub fn questions(&self) -> Option<&str> {
        let (stem, tag) = self.0.sections.first()?.split_once('/')?;
        (stem == QUESTIONS).then_some(tag)
    }

    /// The SHA-256 of its bytes.
    #[must_use]
    pub fn sha256(&self) -> &[u8] {
        &self.0.sha256
    }
}

impl Unstored {
    /// A file of these sections.
    pub(super) fn new(stem: impl Into<String>, sections: Vec<Section>) -> Self {
        let stem = stem.into();
        Self { stem, sections }
    }

    /// Puts the file together and compresses it; see [`Built::into_files`] for what `compress` must give.
    /// Gives the bytes and what the bundle says of them.
    ///
    /// # Errors
    /// Only if memory cannot be had.
    pub fn store(
        self,
        compress: &dyn Fn(&[u8]) -> Result<Vec<u8>>,
    ) -> Result<(StoredEntry, Vec<u8>)> {
        let mut pack = Pack::default();
        for section in self.sections {
            let (name, bytes) = section.make()?;
            pack.push(name, bytes);
        }
        let sections = pack.names().map(str::to_owned).collect();
        let inflated = pack.write()?;
        drop(pack);
        let bytes = compress(&inflated)?;
        let entry = entry(&self.stem, &bytes, sections);
        Ok((StoredEntry(entry), bytes))
    }

    /// Whether every question needs it.
    #[must_use]
    pub fn is_needed_first(&self) -> bool {
        self.stem == CORE
    }

    /// The names of its sections.
    #[cfg(test)]
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(Section::name)
    }
}

fn bare(entries: Vec<StoredEntry>) -> Vec<FileEntry> {
    entries.into_iter().map(|entry| entry.0).collect()
}

fn entry(stem: &str, stored: &[u8], sections: Vec<String>) -> FileEntry {
    let hash = sha256(stored);
    FileEntry {
        name: file_name(stem, &hash),
        size: stored.len() as u64,
        sha256: hash.to_vec(),
        sections,
    }
}

fn manifest(summary: &Summary, files: Vec<FileEntry>, configuration: Value) -> Manifest {
    let counts = [
        ("documents", summary.documents),
        ("chunks", summary.chunks),
        ("facts", summary.facts),
        ("terms", summary.terms.values().sum()),
    ];
    Manifest {
        generator: env!("CARGO_PKG_VERSION").to_owned(),
        files,
        configuration,
        counts: counts
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect(),
        words: summary.words.clone().into_iter().collect(),
        ..Manifest::default()
    }
}

/// More of something than the format can number.
pub(super) fn too_many(what: &str) -> Error {
    Error::InvalidInput {
        what: "the site".to_owned(),
        detail: format!("it has more {what} than an index can number; build it in parts"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARDS: Layout = Layout {
        term_shard_bytes: 4 * 1024,
        text_shard_bytes: 9 * 1024,
        long_postings: 2048,
        separate_files: true,
        single_up_to: 80_000,
    };

    /// How many shards there will be about, each as full as the comments of `fitted` say.
    fn shards(size: SiteSize) -> (usize, usize) {
        let layout = SHARDS.fitted(size);
        let page = size.texts / size.pages;
        let text = layout.text_shard_bytes / 2 + page * 5 / 2;
        let terms = size.postings * 7 / 4 / layout.term_shard_bytes;
        (terms, size.texts / text.max(1))
    }

    #[test]
    fn r41_shards_grow_with_the_site_so_that_their_number_does_not() {
        for pages in [1000, 10_000, 50_000, 200_000] {
            for page in [500, 2000, 8000, 40_000] {
                for files in [0, 900] {
                    let size = SiteSize {
                        texts: pages * page,
                        postings: pages * page / 2,
                        pages,
                        chunks: pages * page / 1000,
                        files,
                    };
                    let (terms, texts) = shards(size);
                    assert!(terms <= MOST_TERM_FILES, "{terms}: {size:?}");
                    assert!(texts + files <= MOST_TEXT_FILES + 1, "{texts}: {size:?}");
                }
            }
        }
    }

    #[test]
    fn a_site_that_needs_no_larger_shards_gets_none_and_one_file_stays_one() {
        let size = SiteSize {
            texts: 1_500_000,
            postings: 500_000,
            pages: 500,
            chunks: 1500,
            files: 0,
        };
        assert_eq!(SHARDS.fitted(size), SHARDS);
        let large = SiteSize {
            texts: 300_000_000,
            pages: 100_000,
            ..size
        };
        assert_ne!(SHARDS.fitted(large), SHARDS);
        assert_eq!(Layout::SINGLE.fitted(large), Layout::SINGLE);
    }

    // A first answer should cost little on sites of any size, and a host should not have to keep thousands of files.
    #[test]
    fn r41_a_site_is_one_file_while_that_is_small_and_shards_grow_in_steps() {
        let shards = |texts: usize| {
            let size = SiteSize {
                texts,
                postings: texts / 5,
                pages: texts / 4000,
                chunks: texts / 700,
                files: 0,
            };
            let layout = SHARDS.fitted(size);
            let kilobytes = [layout.term_shard_bytes, layout.text_shard_bytes].map(|own| own >> 10);
            layout.separate_files.then_some(kilobytes)
        };
        assert_eq!(shards(80_000), None);
        assert_eq!(shards(80_001), Some([4, 9]));
        assert_eq!(shards(1_500_000), Some([4, 9]));
        assert_eq!(shards(1_500_001), Some([6, 11]));
        assert_eq!(shards(4_000_001), Some([10, 18]));
        assert_eq!(shards(40_000_000), Some([10, 18]));
    }
}
