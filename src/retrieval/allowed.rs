//! The chunks that retrieval may return.

use crate::index::ChunkId;

/// The chunks that a retriever may return. The other chunks do not count towards a limit and do not
/// change the scores of allowed chunks: statistics always cover the whole index.
///
/// ```
/// use soru::retrieval::Allowed;
/// let mut allowed = Allowed::all();
/// assert!(allowed.holds(7));
/// allowed.keep_if(9, |chunk| chunk % 2 == 0);
/// assert!(!allowed.holds(7) && allowed.holds(8) && !allowed.holds(9));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    /// One entry per chunk; none if every chunk is allowed.
    chunks: Option<Vec<bool>>,
}

impl Allowed {
    /// Allows every chunk.
    pub fn all() -> Self {
        Self::default()
    }

    /// Returns whether this chunk is allowed.
    pub fn holds(&self, chunk: ChunkId) -> bool {
        let place = |chunks: &Vec<bool>| chunks.get(chunk as usize).copied().unwrap_or_default();
        self.chunks.as_ref().is_none_or(place)
    }

    /// Keeps only the allowed chunks for which `keep` is true, in an index with `count` chunks.
    pub fn keep_if(&mut self, count: usize, keep: impl Fn(ChunkId) -> bool) {
        let chunks = self.chunks.get_or_insert_with(|| vec![true; count]);
        for (chunk, allowed) in (0..).zip(chunks) {
            *allowed = *allowed && keep(chunk);
        }
    }
}
