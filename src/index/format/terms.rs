//! A `terms/<lang>/<n>` section: a range of one language's dictionary with its postings.
//!
//! Words ascend by fold key, then by themselves, so that all spellings, inflections and
//! completions of a word stand together: one shard holds what one word of a question needs.
//! There is one list of postings per surface form; the postings of a stem or a prefix are the
//! union of those of its words, made when asked.
//!
//! A posting is the difference to the previous chunk (varint) and a byte of frequencies: body in
//! the low four bits (15: a varint with the rest follows), headings in the next two, title in
//! the highest two, the last two capped at 3.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Reader, Strings, encode, push_varint};
use crate::error::{Error, Result};

/// How often a word stands in a chunk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Posting {
    /// The chunk.
    pub chunk: u32,
    /// Frequencies: body, headings, title.
    pub frequencies: [u32; 3],
}

/// Headings and titles are short; more than this changes no ranking.
const FIELD_CAP: u32 = 3;
const BODY_INLINE: u32 = 15;

/// A range of a dictionary.
#[derive(Debug, Clone)]
pub struct TermShard {
    section: String,
    words: Strings,
    /// Bytes of the word that its stem keeps.
    stem_starts: Vec<u32>,
    /// What the stem has behind them.
    stem_tails: Strings,
    document_frequencies: Vec<u32>,
    postings_ends: Vec<u32>,
    postings: Vec<u8>,
    chunks: u32,
}

#[derive(Default, Serialize)]
struct Columns {
    words: ByteBuf,
    stem_starts: ByteBuf,
    stem_tail_lengths: ByteBuf,
    stem_tails: ByteBuf,
    document_frequencies: ByteBuf,
    postings_lengths: ByteBuf,
    postings: ByteBuf,
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
    /// Adds a word with its stem and its postings, ascending by chunk.
    pub fn push(&mut self, word: &str, stem: &str, postings: &[Posting]) {
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
        self.columns.postings.len() + self.columns.words.len()
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

impl TermShard {
    /// From the section's bytes; `chunks` is how many the index has.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8], chunks: usize) -> Result<Self> {
        let mut row = Node::decode_row(section, bytes)?;
        let [words, stem_starts, stem_tail_lengths, stem_tails] =
            [row.bytes()?, row.bytes()?, row.bytes()?, row.bytes()?];
        let [document_frequencies, postings_lengths, postings] =
            [row.bytes()?, row.bytes()?, row.bytes()?];
        let numbers = |blob: &[u8]| Reader::new(section, blob).varints();
        let mut postings_ends = numbers(&postings_lengths)?;
        let mut end = 0_u32;
        for length in &mut postings_ends {
            end = end
                .checked_add(*length)
                .ok_or_else(|| Error::corrupt(section, "postings are too long"))?;
            *length = end;
        }
        let shard = Self {
            section: section.to_owned(),
            words: read_words(section, &words)?,
            stem_starts: numbers(&stem_starts)?,
            stem_tails: Strings::read(section, &stem_tail_lengths, &stem_tails)?,
            document_frequencies: numbers(&document_frequencies)?,
            postings_ends,
            postings,
            chunks: u32::try_from(chunks).map_err(|error| Error::corrupt(section, error))?,
        };
        shard.check()
    }

    fn check(self) -> Result<Self> {
        let rows = self.words.len();
        let whole = [self.stem_starts.len(), self.stem_tails.len()] == [rows; 2]
            && [self.document_frequencies.len(), self.postings_ends.len()] == [rows; 2]
            && self.postings_ends.last().copied().unwrap_or_default() as usize
                == self.postings.len();
        let stems = (0..rows).all(|row| {
            self.words
                .get(row)
                .is_char_boundary(self.stem_starts[row] as usize)
        });
        if whole && stems {
            Ok(self)
        } else {
            Err(Error::corrupt(
                &self.section,
                "its columns do not fit each other",
            ))
        }
    }

    /// How many words there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word of a row.
    #[must_use]
    pub fn word(&self, row: usize) -> &str {
        self.words.get(row)
    }

    /// Whether the word of a row has this stem.
    #[must_use]
    pub fn has_stem(&self, row: usize, stem: &str) -> bool {
        let (start, tail) = self.stem_parts(row);
        stem.len() == start.len() + tail.len() && stem.starts_with(start) && stem.ends_with(tail)
    }

    /// The stem of a row's word.
    #[must_use]
    pub fn stem(&self, row: usize) -> String {
        let (start, tail) = self.stem_parts(row);
        [start, tail].concat()
    }

    fn stem_parts(&self, row: usize) -> (&str, &str) {
        let kept = self.stem_starts.get(row).copied().unwrap_or_default() as usize;
        (
            self.words.get(row).get(..kept).unwrap_or_default(),
            self.stem_tails.get(row),
        )
    }

    /// In how many chunks the word of a row stands.
    #[must_use]
    pub fn document_frequency(&self, row: usize) -> u32 {
        self.document_frequencies
            .get(row)
            .copied()
            .unwrap_or_default()
    }

    /// Calls `visit` with every posting of a row, ascending by chunk.
    ///
    /// # Errors
    /// [`Error::Corrupt`] at the first posting that is cut off or names an unknown chunk.
    pub fn for_each_posting(&self, row: usize, mut visit: impl FnMut(Posting)) -> Result<()> {
        let Some(end) = self.postings_ends.get(row).map(|end| *end as usize) else {
            return Ok(());
        };
        let start = if row == 0 {
            0
        } else {
            self.postings_ends[row - 1] as usize
        };
        let mut reader = Reader::new(&self.section, &self.postings[start..end]);
        let mut chunk = 0_u32;
        while !reader.is_at_end() {
            chunk = chunk
                .checked_add(reader.varint()?)
                .filter(|chunk| *chunk < self.chunks)
                .ok_or_else(|| Error::corrupt(&self.section, "a posting of an unknown chunk"))?;
            let packed = u32::from(reader.byte()?);
            let mut body = packed & 15;
            if body == BODY_INLINE {
                body = body.saturating_add(reader.varint()?);
            }
            visit(Posting {
                chunk,
                frequencies: [body, packed >> 4 & 3, packed >> 6],
            });
        }
        Ok(())
    }
}

fn read_words(section: &str, blob: &[u8]) -> Result<Strings> {
    let mut reader = Reader::new(section, blob);
    let mut words = Strings::default();
    let mut word = String::new();
    let mut unfolded = 0;
    while !reader.is_at_end() {
        let shared = reader.varint()? as usize;
        let length = reader.varint()? as usize;
        let tail = std::str::from_utf8(reader.take(length)?)
            .map_err(|error| Error::corrupt(section, error))?;
        if !word.is_char_boundary(shared) {
            return Err(Error::corrupt(
                section,
                "a word does not fit the one before",
            ));
        }
        word.truncate(shared);
        word.push_str(tail);
        unfolded += word.len();
        if unfolded > blob.len().saturating_mul(UNFOLDING) {
            return Err(Error::corrupt(section, "its words unfold to too much"));
        }
        words.push(section, &word)?;
    }
    Ok(words)
}

/// Front coding makes a real dictionary half as long, and the oddest one (words of 64 characters
/// of four bytes that differ in the last) 64 times. A blob that claims to unfold to more than
/// this many times its size was made to exhaust memory.
const UNFOLDING: usize = 64;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn posting() -> impl Strategy<Value = Vec<Posting>> {
        proptest::collection::btree_map(0_u32..500, (0_u32..40, 0_u32..4, 0_u32..4), 1..20)
            .prop_map(|map| {
                map.into_iter()
                    .map(|(chunk, (b, h, t))| Posting {
                        chunk,
                        frequencies: [b, h, t],
                    })
                    .collect()
            })
    }

    proptest! {
        #[test]
        fn words_stems_and_postings_read_back(
            entries in proptest::collection::btree_map("[a-zğüşöçı]{1,9}", posting(), 1..30)
        ) {
            let mut builder = TermShardBuilder::default();
            for (word, postings) in &entries {
                builder.push(word, &word[..word.char_indices().nth(2).map_or(word.len(), |c| c.0)], postings);
            }
            let shard = TermShard::read("test", &builder.finish().unwrap(), 500).unwrap();
            for (row, (word, postings)) in entries.iter().enumerate() {
                prop_assert_eq!(shard.word(row), word);
                prop_assert_eq!(shard.stem(row).chars().count(), word.chars().count().min(2));
                let mut read = Vec::new();
                shard.for_each_posting(row, |p| read.push(p)).unwrap();
                prop_assert_eq!(&read, postings);
                prop_assert_eq!(shard.document_frequency(row) as usize, postings.len());
            }
        }

        #[test]
        fn a_damaged_shard_is_an_error_or_still_safe(at in 0_usize..200, bit in 0_u8..8) {
            let mut builder = TermShardBuilder::default();
            for word in ["kayit", "kayıt", "kayıtlar", "staj", "stajyer"] {
                builder.push(word, word, &[Posting { chunk: 3, frequencies: [20, 1, 1] }]);
            }
            let mut bytes = builder.finish().unwrap();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            if let Ok(shard) = TermShard::read("test", &bytes, 5) {
                for row in 0..shard.len() {
                    let _ = (shard.word(row), shard.stem(row));
                    let _ = shard.for_each_posting(row, |p| assert!(p.chunk < 5));
                }
            }
        }
    }
}
