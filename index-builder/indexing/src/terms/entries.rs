//! The words of a language with their postings, as all parts of the dictionary's writer read them.

use std::sync::Arc;

use soru::index::format::{ChunkTable, Posting, RowKind, unite_postings};

use super::super::dictionary::{Entry, SortedWords};
use super::super::postings::Postings;

/// The words of a language, with their postings.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    pub(crate) words: Arc<SortedWords>,
    pub(crate) postings: Arc<Postings>,
    pub(crate) chunks: Arc<ChunkTable>,
    /// Lists with more postings than this are separate sections.
    pub(crate) longest: usize,
}

impl Terms {
    pub(crate) fn entries(&self) -> &[Entry] {
        self.words.entries()
    }

    pub(super) fn entry(&self, entry: u32) -> &Entry {
        &self.entries()[entry as usize]
    }

    pub(crate) fn of(&self, entry: u32) -> &[Posting] {
        self.postings.of(self.entry(entry).number as usize)
    }

    pub(super) fn is_long(&self, entry: u32) -> bool {
        self.of(entry).len() > self.longest
    }

    pub(crate) fn united(&self, entries: &[u32]) -> Vec<Posting> {
        let lists = entries.iter();
        let lists = lists.map(|entry| Arc::new(self.of(*entry).to_vec()));
        Arc::unwrap_or_clone(unite_postings(lists.collect()))
    }

    /// Returns the kind of a word's row.
    pub(crate) fn kind(&self, entry: u32) -> RowKind {
        let number = entry as usize;
        let beside = [number.wrapping_sub(1), number + 1];
        let mut beside = beside.into_iter().filter_map(|at| self.entries().get(at));
        if beside.any(|other| other.key == self.entries()[number].key) {
            RowKind::Word
        } else {
            RowKind::OnlyWord
        }
    }
}
