//! The text of a chunk, and its displayed properties. `passages.rs` finds it.

use std::sync::Arc;

use super::format::PassageShard;

/// A chunk's text, and its displayed properties.
#[derive(Debug, Clone)]
pub struct Passage {
    pub(super) shard: Arc<PassageShard>,
    pub(super) row: usize,
}

impl Passage {
    /// Returns the text.
    pub fn text(&self) -> &str {
        self.shard.text(self.row)
    }

    /// Returns the id of the page.
    pub fn id(&self) -> &str {
        self.shard.id(self.row)
    }

    /// Returns the title of the page.
    pub fn title(&self) -> &str {
        self.shard.title(self.row)
    }

    /// Returns the address of the page, without fragment.
    pub fn url(&self) -> &str {
        self.shard.url(self.row)
    }

    /// Returns the static importance of the page, between 0 and 1.
    pub fn importance(&self) -> f64 {
        self.shard.importance(self.row)
    }

    /// Returns further metadata of the page.
    pub fn meta(&self) -> impl Iterator<Item = (&str, &str)> {
        self.shard.meta(self.row)
    }

    /// Returns the headings of all its sections.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.shard.headings(self.row)
    }

    /// Returns the questions written for it when the site was built.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.shard.questions(self.row)
    }

    /// Returns, for each of these questions, the byte range of the text that answers it; empty if
    /// it is unknown. Returns none if no range is known.
    pub fn extents(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.shard.extents(self.row)
    }

    /// Returns the questions that it seems to answer but does not.
    pub fn near_misses(&self) -> impl Iterator<Item = &str> {
        self.shard.near_misses(self.row)
    }

    /// Returns the byte ranges of the text that are never quoted.
    pub fn unquoted(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.shard.unquoted(self.row)
    }

    /// Returns whether the section of a byte offset answers the question in its last heading.
    pub fn is_answer_at(&self, offset: usize) -> bool {
        let section = self.shard.section_at(self.row, offset);
        self.shard.is_answer(self.row, section)
    }

    /// Returns the byte offsets in the text at which its sections begin.
    pub fn section_starts(&self) -> impl Iterator<Item = usize> {
        self.shard.section_starts(self.row)
    }

    /// Returns the headings above a byte offset in the text, outermost first, without the page's
    /// title.
    pub fn heading_at(&self, offset: usize) -> impl Iterator<Item = &str> {
        let section = self.shard.section_at(self.row, offset);
        self.shard.heading(self.row, section)
    }

    /// Returns the id to link to for a byte offset in the text, or an empty text.
    pub fn anchor_at(&self, offset: usize) -> &str {
        let section = self.shard.section_at(self.row, offset);
        self.shard.anchor(self.row, section)
    }
}
