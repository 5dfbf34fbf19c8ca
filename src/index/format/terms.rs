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
//!
//! Positions stand apart, since only the best chunks' are read: per posting, the places of the
//! word's first [`POSITIONS`] occurrences in the body, counted in words, as varint differences.
//! Stop words have none: they are half of all places and say nothing of what stands close.
//!
//! This file reads; `term_builder.rs` writes.

use super::node::Node;
use super::row::Row;
use super::{Reader, Strings};
use crate::error::{Error, Result};

/// How often a word stands in a chunk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Posting {
    /// The chunk.
    pub chunk: u32,
    /// Frequencies: body, headings, title.
    pub frequencies: [u32; 3],
}

impl Posting {
    /// How much the word is in the chunk, counting all fields: `ln(1 + tf)`.
    #[must_use]
    pub fn log_frequency(&self) -> f64 {
        let total: f64 = self.frequencies.iter().map(|f| f64::from(*f)).sum();
        libm::log(1.0 + total)
    }
}

/// The postings of two words, ascending by chunk, as if they were one.
#[must_use]
pub fn merge_postings(mut one: &[Posting], mut other: &[Posting]) -> Vec<Posting> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    while let ([a, one_rest @ ..], [b, other_rest @ ..]) = (one, other) {
        let mut next = if a.chunk <= b.chunk { *a } else { *b };
        if a.chunk == b.chunk {
            for (total, more) in next.frequencies.iter_mut().zip(b.frequencies) {
                *total = total.saturating_add(more);
            }
        }
        if a.chunk <= next.chunk {
            one = one_rest;
        }
        if b.chunk <= next.chunk {
            other = other_rest;
        }
        all.push(next);
    }
    all.extend_from_slice(one);
    all.extend_from_slice(other);
    all
}

/// Headings and titles are short; more than this changes no ranking.
pub(super) const FIELD_CAP: u32 = 3;
pub(super) const BODY_INLINE: u32 = 15;

/// Of how many occurrences in a chunk the places are kept. More of them found no more of what
/// stands close together on any evaluation set: a word that stands everywhere is the chunk's
/// topic.
pub const POSITIONS: u32 = 4;

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
    postings: Blobs,
    positions: Blobs,
    chunks: u32,
}

/// A blob per row.
#[derive(Debug, Clone, Default)]
struct Blobs {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Blobs {
    fn read(row: &mut Row<'_>) -> Self {
        let (mut ends, bytes) = (row.varints(), row.bytes());
        let mut end = 0_u32;
        for length in &mut ends {
            end = end.saturating_add(*length);
            *length = end;
        }
        if end as usize != bytes.len() {
            row.refuse("a column is cut off");
        }
        Self { bytes, ends }
    }

    /// The blob of a row, empty for a row that does not exist.
    fn get(&self, row: usize) -> &[u8] {
        let end = self.ends.get(row).copied().unwrap_or_default() as usize;
        let start = row
            .checked_sub(1)
            .and_then(|previous| self.ends.get(previous))
            .map_or(0, |start| *start as usize);
        self.bytes.get(start..end).unwrap_or_default()
    }
}

impl TermShard {
    /// From the section's bytes; `chunks` is how many the index has.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8], chunks: usize) -> Result<Self> {
        let mut row = Node::decode_row(section, bytes)?;
        let words = row.bytes();
        let shard = Self {
            section: section.to_owned(),
            words: row.kept(read_words(section, &words)),
            stem_starts: row.varints(),
            stem_tails: row.strings(),
            document_frequencies: row.varints(),
            postings: Blobs::read(&mut row),
            positions: Blobs::read(&mut row),
            // More chunks than can be numbered: postings name none beyond.
            chunks: u32::try_from(chunks).unwrap_or(u32::MAX),
        };
        row.end()?;
        shard.check()
    }

    fn check(self) -> Result<Self> {
        let rows = self.words.len();
        let whole = [self.stem_starts.len(), self.stem_tails.len()] == [rows; 2]
            && [self.document_frequencies.len(), self.postings.ends.len()] == [rows; 2]
            && self.positions.ends.len() == rows;
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
        let mut postings = self.postings(row);
        while let Some(posting) = postings.next()? {
            visit(posting);
        }
        Ok(())
    }

    /// Calls `visit` with the chunk and the place of the word's first occurrences in the body of
    /// every `wanted` chunk, ascending by chunk, then by place. Nothing for a word without
    /// places.
    ///
    /// # Errors
    /// [`Error::Corrupt`] as for postings, or if places are missing.
    pub fn for_each_position(
        &self,
        row: usize,
        wanted: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, u32),
    ) -> Result<()> {
        let mut places = Reader::new(&self.section, self.positions.get(row));
        if places.is_at_end() {
            return Ok(());
        }
        let mut postings = self.postings(row);
        while let Some(posting) = postings.next()? {
            let wanted = wanted(posting.chunk);
            let mut place = 0_u32;
            for _ in 0..posting.frequencies[0].min(POSITIONS) {
                place = place.saturating_add(places.varint()?);
                if wanted {
                    visit(posting.chunk, place);
                }
            }
        }
        Ok(())
    }

    fn postings(&self, row: usize) -> Postings<'_> {
        Postings {
            reader: Reader::new(&self.section, self.postings.get(row)),
            section: &self.section,
            chunk: 0,
            chunks: self.chunks,
        }
    }
}

/// The postings of a row, decoded one by one.
struct Postings<'s> {
    reader: Reader<'s>,
    section: &'s str,
    chunk: u32,
    chunks: u32,
}

impl Postings<'_> {
    fn next(&mut self) -> Result<Option<Posting>> {
        if self.reader.is_at_end() {
            return Ok(None);
        }
        match self.decode() {
            None => Err(Error::corrupt(
                self.section,
                "a posting is cut off or of an unknown chunk",
            )),
            posting => Ok(posting),
        }
    }

    fn decode(&mut self) -> Option<Posting> {
        let chunk = self.chunk.checked_add(self.reader.next_varint()?)?;
        if chunk >= self.chunks {
            return None;
        }
        self.chunk = chunk;
        let packed = u32::from(self.reader.next_byte()?);
        let mut body = packed & 15;
        if body == BODY_INLINE {
            body = body.saturating_add(self.reader.next_varint()?);
        }
        Some(Posting {
            chunk,
            frequencies: [body, packed >> 4 & 3, packed >> 6],
        })
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

    use super::super::TermShardBuilder;
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
                let stem = &word[..word.char_indices().nth(2).map_or(word.len(), |c| c.0)];
                builder.push(word, stem, postings, &[]);
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
                builder.push(word, word, &[Posting { chunk: 3, frequencies: [20, 1, 1] }], &[1, 2, 3, 4]);
            }
            let mut bytes = builder.finish().unwrap();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            if let Ok(shard) = TermShard::read("test", &bytes, 5) {
                for row in 0..shard.len() {
                    let _ = (shard.word(row), shard.stem(row));
                    let _ = shard.for_each_posting(row, |p| assert!(p.chunk < 5));
                    let mut seen = |chunk, _| assert!(chunk < 5);
                    let _ = shard.for_each_position(row, &|_| true, &mut seen);
                }
            }
        }
    }
}
