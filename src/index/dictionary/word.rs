//! A row of the dictionary, and the look-ups that find rows.

use std::sync::Arc;

use crate::index::format::{COMPOUNDS, LongList, TermShard};

/// A row of the dictionary.
#[derive(Debug, Clone)]
pub struct Word {
    /// Number of its index among those of a joined index.
    pub(in crate::index) part: usize,
    pub(super) language: usize,
    pub(super) shard: Arc<TermShard>,
    pub(super) row: usize,
}

impl Word {
    /// Returns its surface form; for other rows the stem or the prefix.
    pub fn text(&self) -> &str {
        self.shard.word(self.row)
    }

    /// Returns whether the row is a part of compounds and joined names, and not a word of the
    /// pages.
    pub fn is_part(&self) -> bool {
        self.text().ends_with(COMPOUNDS)
    }

    /// Returns its stem.
    pub fn stem(&self) -> String {
        self.shard.stem(self.row)
    }

    /// Returns whether it has this stem.
    pub fn has_stem(&self, stem: &str) -> bool {
        self.shard.has_stem(self.row, stem)
    }

    /// Returns the number of chunks that contain it.
    pub fn document_frequency(&self) -> u32 {
        self.shard.document_frequency(self.row)
    }

    /// Returns the bounds of the postings in the tail of its list, if the list has one.
    pub fn tail(&self) -> Option<&LongList> {
        self.long().filter(|list| list.in_tail > 0)
    }

    /// Returns whether its postings are in a separate section.
    pub fn is_long(&self) -> bool {
        self.long().is_some()
    }

    pub(super) fn long(&self) -> Option<&LongList> {
        self.shard.long(self.row)
    }

    /// Returns its sort key in the dictionary.
    pub(super) fn place(&self) -> (&str, &str) {
        (self.shard.key(self.row), self.text())
    }

    /// Names the part of a joined index that has it.
    pub(in crate::index) fn of_part(self, part: usize) -> Self {
        Self { part, ..self }
    }

    pub(super) fn is_word(&self) -> bool {
        self.shard.kind(self.row).is_word()
    }
}

/// A look-up in a dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookUp {
    /// Looks up the words with this fold key.
    Spellings(String),
    /// Looks up the words with this stem.
    Stem(String),
    /// Looks up the words with this prefix.
    Prefix(String),
}
