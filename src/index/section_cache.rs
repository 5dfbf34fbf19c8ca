//! Caches decoded sections as long as there is room.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::VectorSpace;
use super::format::{
    ChunkId, PassageShard, PieceShard, PieceTable, Posting, RelatedShard, SuggestShard, TermShard,
};
use crate::ordered::Map;

/// A decoded section.
#[derive(Debug, Clone)]
pub(super) enum Decoded {
    Terms(Arc<TermShard>),
    Postings(Arc<Vec<Posting>>),
    Passages(Arc<PassageShard>),
    /// The passages that were read from a shard.
    Excerpt(Arc<PassageShard>),
    Pieces(Arc<PieceShard>),
    PieceTable(Arc<PieceTable>),
    Cell(Arc<VectorSpace>),
    Related(Arc<RelatedShard>),
    Suggest(Arc<SuggestShard>),
}

/// Overhead of an excerpt beside its texts: its columns are a dozen allocations.
const EXCERPT_BYTES: usize = 512;

impl Decoded {
    fn size(&self) -> usize {
        match self {
            Self::Terms(shard) => shard.size(),
            Self::Postings(postings) => postings.len() * size_of::<Posting>(),
            Self::Passages(shard) => shard.size(),
            Self::Excerpt(excerpt) => excerpt.size() + EXCERPT_BYTES,
            Self::Pieces(shard) => shard.size(),
            Self::PieceTable(table) => table.common.size(),
            Self::Cell(cell) => cell.size(),
            Self::Related(shard) => shard.size(),
            Self::Suggest(shard) => shard.size(),
        }
    }
}

/// Sections by name. If they take too much room, the least recently used are evicted, shards of
/// texts first, since the passages read from them are kept separately. Evicted sections are
/// requested from the source again when needed.
#[derive(Debug, Default)]
pub(super) struct SectionCache {
    content: Mutex<Content>,
}

#[derive(Debug, Default)]
struct Content {
    sections: Map<CacheEntry>,
    size: usize,
    /// Number of questions answered.
    turn: u32,
}

#[derive(Debug)]
struct CacheEntry {
    section: Decoded,
    last_used: u32,
    /// The chunks that were read from a shard of texts, with their rows.
    read: Vec<(ChunkId, usize)>,
}

impl Content {
    fn put(&mut self, name: &str, section: Decoded, last_used: u32) {
        self.remove(name);
        self.size += section.size();
        let kept = CacheEntry {
            section,
            last_used,
            read: Vec::new(),
        };
        self.sections.insert(name, kept);
    }

    fn remove(&mut self, name: &str) -> Option<CacheEntry> {
        let gone = self.sections.remove(name)?;
        self.size -= gone.section.size();
        Some(gone)
    }

    /// Keeps the passages that were read from an evicted shard.
    fn keep_excerpts(&mut self, gone: &CacheEntry) {
        let Decoded::Passages(shard) = &gone.section else {
            return;
        };
        for &(chunk, row) in &gone.read {
            if let Some(excerpt) = shard.excerpt(row) {
                let excerpt = Decoded::Excerpt(Arc::new(excerpt));
                self.put(&excerpt_name(chunk), excerpt, gone.last_used);
            }
        }
    }
}

impl CacheEntry {
    /// Returns the eviction order, lowest first.
    fn rank(&self) -> (bool, u32) {
        (self.read.is_empty(), self.last_used)
    }
}

/// Returns the name under which a passage of an evicted shard is cached. No section has such a
/// name.
fn excerpt_name(chunk: ChunkId) -> String {
    format!("excerpt/{chunk}")
}

impl SectionCache {
    pub(super) fn get(&self, name: &str) -> Option<Decoded> {
        let content = &mut *self.lock();
        let kept = content.sections.get_mut(name)?;
        kept.last_used = content.turn;
        Some(kept.section.clone())
    }

    pub(super) fn put(&self, name: &str, section: &Decoded) {
        let content = &mut *self.lock();
        content.put(name, section.clone(), content.turn);
    }

    pub(super) fn remove(&self, name: &str) {
        self.lock().remove(name);
    }

    /// Returns a passage whose shard was evicted.
    pub(super) fn excerpt(&self, chunk: ChunkId) -> Option<Arc<PassageShard>> {
        match self.get(&excerpt_name(chunk)) {
            Some(Decoded::Excerpt(excerpt)) => Some(excerpt),
            _ => None,
        }
    }

    /// Records a row read from a shard of texts: it survives the eviction of the shard.
    pub(super) fn note_read(&self, name: &str, chunk: ChunkId, row: usize) {
        if let Some(kept) = self.lock().sections.get_mut(name)
            && !kept.read.contains(&(chunk, row))
        {
            kept.read.push((chunk, row));
        }
    }

    /// Ends a turn: evicts the least recently used sections until at most `most` bytes are kept.
    /// Sections used in this turn stay, regardless of their size.
    pub(super) fn end_turn(&self, most: usize) {
        let content = &mut *self.lock();
        while content.size > most {
            let kept = content.sections.iter();
            let old = kept.filter(|(_, kept)| kept.last_used < content.turn);
            let Some((name, _)) = old.min_by_key(|(_, kept)| kept.rank()) else {
                break;
            };
            let name = name.to_owned();
            if let Some(gone) = content.remove(&name) {
                content.keep_excerpts(&gone);
            }
        }
        content.turn = content.turn.wrapping_add(1);
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postings(count: usize) -> Decoded {
        Decoded::Postings(Arc::new(vec![Posting::default(); count]))
    }

    #[test]
    fn the_least_recently_used_section_is_evicted_first() {
        let cache = SectionCache::default();
        for name in ["a", "b", "c"] {
            cache.put(name, &postings(10));
            cache.end_turn(usize::MAX);
        }
        assert!(cache.get("a").is_some());
        cache.end_turn(20 * size_of::<Posting>());
        assert!(cache.get("a").is_some() && cache.get("b").is_none() && cache.get("c").is_some());
    }

    // Otherwise a question that needs more than the limit could never be answered.
    #[test]
    fn sections_used_in_the_current_turn_stay() {
        let cache = SectionCache::default();
        cache.put("a", &postings(10));
        cache.end_turn(0);
        assert!(cache.get("a").is_some());
        cache.end_turn(0);
        cache.end_turn(0);
        assert!(cache.get("a").is_none());
    }
}
