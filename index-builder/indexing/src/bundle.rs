//! Packs sections into files, and files into a manifest.

use std::collections::BTreeMap;

use soru::error::{Error, Result};
use soru::index::format::{FileEntry, MANIFEST_NAME, Manifest};
use soru::settings::Value;

use super::directories::take_listed;
use super::outline::OutlinePage;
use super::suggest::PreparedQuestion;
use super::unstored::{StoredEntry, Unstored};

/// The layout of sections in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Size in bytes at which a shard of terms is closed; larger on larger sites.
    pub term_shard_bytes: usize,
    /// Size in bytes at which a shard of texts is closed; larger on larger sites.
    pub text_shard_bytes: usize,
    /// A list with more postings than this is a separate section.
    pub long_postings: u32,
    /// Whether every shard is a separate file; otherwise everything is one file.
    pub separate_files: bool,
    /// Sites with at most this many bytes of text are one file in any case.
    pub single_up_to: usize,
}

/// Growth of shards with the site: up to this many bytes of text, percentages of the layout's sizes
/// for terms and texts. A question pays for whole shards, so small ones make a first answer cheap;
/// a large site would have too many. There are few steps, so that a site that grows by a page keeps
/// its boundaries.
const GROWTH: [(usize, usize, usize); 3] = [
    (1_500_000, 100, 100),
    (4_000_000, 150, 133),
    (usize::MAX, 250, 200),
];

/// Approximate maximum number of shards of terms and of texts (some hundred more of texts if pages
/// are long). Static hosts limit the number of files, and some are slow with many. Long lists,
/// related pages, directories and the engine add some 1,200 files for 50,000 pages. An encoder's
/// cells and pieces reduce the number of shards of texts.
const MOST_TERM_FILES: usize = 1300;
const MOST_TEXT_FILES: usize = 2300;
/// Lists longer than this share of all chunks are long on any site: some hundreds of words.
const LONG_SHARE: usize = 24;

/// Lists with this many postings take some 2 KB, about as much as the rest of a shard.
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

    /// Adapts the layout to a site of this size: shards are larger if there would be too many of
    /// them.
    pub(super) fn fitted(self, size: SiteSize) -> Self {
        if !self.separate_files {
            return self;
        }
        if size.texts <= self.single_up_to {
            return Self::SINGLE;
        }
        let grown = self.grown(size.texts);
        // The words add another three quarters to the size of their postings.
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

    /// Adapts the layout to a site with this many bytes of text.
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

/// The size of the content to lay out.
#[derive(Debug, Clone, Copy)]
pub(super) struct SiteSize {
    /// Bytes of text.
    pub(super) texts: usize,
    /// Approximate bytes of postings.
    pub(super) postings: usize,
    pub(super) pages: usize,
    pub(super) chunks: usize,
    /// Number of files from an encoder.
    pub(super) files: usize,
}

/// Counts of a build, for reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Pages.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// Words of text by language.
    pub words: BTreeMap<String, u64>,
    /// Distinct words by language.
    pub terms: BTreeMap<String, u64>,
    /// Facts.
    pub facts: u64,
    /// Vectors of chunks and of questions written for them.
    pub vectors: u64,
    /// Ids of nearly identical pages, in groups.
    pub alike: Vec<Vec<String>>,
}

/// A built bundle. Most of its files are made only when they are stored.
#[derive(Debug)]
pub struct Built {
    /// Counts for reports.
    pub summary: Summary,
    /// The site's outline, searchable before the bundle is loaded.
    pub outline: Vec<OutlinePage>,
    /// Prepared questions of the most important pages, a few in each language.
    pub questions: Vec<PreparedQuestion>,
    files: Vec<Unstored>,
    configuration: Value,
}

impl Built {
    /// Creates a bundle of named data files.
    pub(super) fn new(summary: Summary, files: Vec<Unstored>, configuration: Value) -> Self {
        Self {
            summary,
            outline: Vec::new(),
            questions: Vec::new(),
            files,
            configuration,
        }
    }

    /// Sets its outline, and the questions that an empty box shows.
    pub(super) fn with_outline(
        mut self,
        outline: Vec<OutlinePage>,
        questions: Vec<PreparedQuestion>,
    ) -> Self {
        self.outline = outline;
        self.questions = questions;
        self
    }

    /// Returns the bundle's files, name and bytes, in the order in which they should be written:
    /// data files first, then the directories that list some of them, the manifest last.
    ///
    /// `compress` must depend only on its input. It returns gzip (RFC 1952) for bundles that are
    /// published. Elsewhere, it may return any format that the `inflate` of
    /// [`Engine::supply`](soru::Engine::supply) undoes, such as the bytes unchanged.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
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

    /// Like [`into_files`](Self::into_files), for callers with threads, or that cannot keep all
    /// files in memory at once: `store` calls [`Unstored::store`] for every file that it receives,
    /// keeps the bytes, and returns the entries in the same order; it is called for the data files
    /// and then for the directories. Returns the manifest, the remaining file.
    ///
    /// # Errors
    /// Only if memory cannot be allocated, and any error of `store`.
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

fn bare(entries: Vec<StoredEntry>) -> Vec<FileEntry> {
    entries.into_iter().map(StoredEntry::into_entry).collect()
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

/// Makes the error for a number of items that exceeds the range of the format.
pub(super) fn too_many(what: &str) -> Error {
    Error::InvalidInput {
        what: "the site".to_owned(),
        detail: format!("it has more {what} than an index can number; build it in parts"),
    }
}

#[cfg(test)]
mod tests;
