//! Texts of chunks, and their displayed properties.

use std::sync::Arc;

use super::format::PassageShard;
use super::section_cache::Decoded;
use super::{ChunkId, Index, Place, require};
use crate::error::{Damage, Error};
use crate::needs::Attempt;

/// A chunk's text, and its displayed properties.
#[derive(Debug, Clone)]
pub struct Passage {
    shard: Arc<PassageShard>,
    row: usize,
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

impl Index {
    /// Requires the passages of these chunks.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) with all missing files.
    pub fn require_passages(&self, chunks: impl Iterator<Item = ChunkId>) -> Attempt<()> {
        if let Some(parts) = &self.parts {
            return parts.require_passages(&chunks.collect::<Vec<_>>());
        }
        let chunks = chunks.filter(|chunk| self.excerpt(*chunk).is_none());
        let shards = chunks.filter_map(|chunk| self.core.text_shard(chunk));
        let mut sections: Vec<String> = shards.map(|(number, _)| name(number)).collect();
        sections.retain(|section| self.cache.get(section).is_none());
        require(&*self.source, sections.iter().map(String::as_str))
    }

    /// Returns the passage of a chunk.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn passage(&self, chunk: ChunkId) -> Attempt<Passage> {
        if let Some(parts) = &self.parts {
            return parts.passage(chunk);
        }
        if let Some(shard) = self.excerpt(chunk) {
            return Ok(Passage { shard, row: 0 });
        }
        let Some((number, row)) = self.core.text_shard(chunk) else {
            return Err(Error::corrupt("core", Damage::NoText).into());
        };
        let name = name(number);
        let read = |bytes: &[u8]| {
            Ok(Decoded::Passages(Arc::new(PassageShard::read(
                &name, bytes,
            )?)))
        };
        match self.decoded(&name, &read)? {
            Decoded::Passages(shard) if row < shard.len() => {
                if self.evicts() {
                    self.cache.note_read(&name, chunk, row);
                }
                Ok(Passage { shard, row })
            }
            _ => Err(Error::corrupt(&name, Damage::LacksChunk).into()),
        }
    }

    /// Returns the site of a chunk, if several are searched.
    pub fn place_of(&self, chunk: ChunkId) -> Option<&Place> {
        self.parts.as_ref()?.place_of(chunk)
    }

    /// Returns a passage that was read before and whose shard may have been evicted since.
    fn excerpt(&self, chunk: ChunkId) -> Option<Arc<PassageShard>> {
        self.cache.excerpt(chunk).filter(|_| self.evicts())
    }

    /// Returns whether shards are ever evicted.
    fn evicts(&self) -> bool {
        self.cache_bytes < usize::MAX
    }
}

fn name(number: usize) -> String {
    format!("text/{number}")
}
