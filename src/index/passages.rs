//! Finds the passages of chunks.

use std::sync::Arc;

use super::format::PassageShard;
use super::section_cache::Decoded;
use super::{ChunkId, Index, Passage, Place, require};
use crate::error::{Damage, Error};
use crate::needs::Attempt;

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
