//! Writes a `terms/<lang>/<n>` section; `terms.rs` says what is in it.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::terms::{BODY_INLINE, FIELD_CAP, POSITIONS, Posting};
use super::{encode, push_varint};
use crate::error::Result;

#[derive(Default, Serialize)]
struct Columns {
    words: ByteBuf,
    stem_starts: ByteBuf,
    stem_tail_lengths: ByteBuf,
    stem_tails: ByteBuf,
    document_frequencies: ByteBuf,
    postings_lengths: ByteBuf,
    postings: ByteBuf,
    positions_lengths: ByteBuf,
    positions: ByteBuf,
}

/// Writes a shard, word by word in ascending order.
#[derive(Default)]
pub struct TermShardBuilder {
    columns: Columns,
    previous: String,
}

impl std::fmt::Debug for TermShardBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TermShardBuilder")
            .field("previous", &self.previous)
            .finish_non_exhaustive()
    }
}

impl TermShardBuilder {
    /// Adds a word with its stem, its postings, ascending by chunk, and their places: what
    /// [`push_positions`] made of each posting in turn, or nothing for a word without places.
    pub fn push(&mut self, word: &str, stem: &str, postings: &[Posting], positions: &[u8]) {
        let shared = shared_start(&self.previous, word);
        push_varint(&mut self.columns.words, shared as u64);
        push_varint(&mut self.columns.words, (word.len() - shared) as u64);
        self.columns
            .words
            .extend_from_slice(&word.as_bytes()[shared..]);
        word.clone_into(&mut self.previous);

        let kept = shared_start(word, stem);
        push_varint(&mut self.columns.stem_starts, kept as u64);
        push_varint(
            &mut self.columns.stem_tail_lengths,
            (stem.len() - kept) as u64,
        );
        self.columns
            .stem_tails
            .extend_from_slice(&stem.as_bytes()[kept..]);

        push_varint(
            &mut self.columns.document_frequencies,
            postings.len() as u64,
        );
        let before = self.columns.postings.len();
        self.push_postings(postings);
        let length = self.columns.postings.len() - before;
        push_varint(&mut self.columns.postings_lengths, length as u64);
        push_varint(&mut self.columns.positions_lengths, positions.len() as u64);
        self.columns.positions.extend_from_slice(positions);
    }

    fn push_postings(&mut self, postings: &[Posting]) {
        let out = &mut self.columns.postings;
        let mut previous = 0;
        for posting in postings {
            push_varint(out, u64::from(posting.chunk - previous));
            previous = posting.chunk;
            let [body, heading, title] = posting.frequencies;
            let packed =
                body.min(BODY_INLINE) | heading.min(FIELD_CAP) << 4 | title.min(FIELD_CAP) << 6;
            out.push(packed.to_le_bytes()[0]);
            if body >= BODY_INLINE {
                push_varint(out, u64::from(body - BODY_INLINE));
            }
        }
    }

    /// Bytes so far, for deciding when a shard is full.
    #[must_use]
    pub fn size(&self) -> usize {
        self.columns.postings.len() + self.columns.positions.len() + self.columns.words.len()
    }

    /// The section's bytes.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn finish(self) -> Result<Vec<u8>> {
        encode("terms", &self.columns)
    }
}

/// Length of the common start in bytes, at a character boundary.
fn shared_start(a: &str, b: &str) -> usize {
    a.char_indices()
        .zip(b.chars())
        .find(|((_, x), y)| x != y)
        .map_or(a.len().min(b.len()), |((at, _), _)| at)
}

/// Appends the places of a word's occurrences in the body of one chunk, ascending: the first
/// [`POSITIONS`] of them.
pub fn push_positions(out: &mut Vec<u8>, places: &[u32]) {
    let mut previous = 0;
    for place in places.iter().take(POSITIONS as usize) {
        push_varint(out, u64::from(place - previous));
        previous = *place;
    }
}
