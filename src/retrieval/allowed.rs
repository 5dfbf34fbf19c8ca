//! Which chunks may be found at all.

use crate::index::ChunkId;

/// The chunks that a retriever may return. What is not among them neither takes one of the
/// places that a limit leaves, nor changes the score of any other chunk: statistics are those of
/// the whole index.
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
    /// A place for each chunk; none at all if every chunk may be found.
    chunks: Option<Vec<bool>>,
}

impl Allowed {
    /// Every chunk.
    #[must_use]
    pub fn all() -> Self {
        Self::default()
    }

    /// Whether this chunk may be found.
    #[must_use]
    pub fn holds(&self, chunk: ChunkId) -> bool {
        let place = |chunks: &Vec<bool>| chunks.get(chunk as usize).copied().unwrap_or_default();
        self.chunks.as_ref().is_none_or(place)
    }

    /// Of those allowed so far, keeps only the chunks that `keep` says, of an index with `count`
    /// chunks.
    pub fn keep_if(&mut self, count: usize, keep: impl Fn(ChunkId) -> bool) {
        let chunks = self.chunks.get_or_insert_with(|| vec![true; count]);
        for (chunk, allowed) in (0..).zip(chunks) {
            *allowed = *allowed && keep(chunk);
        }
    }
}
