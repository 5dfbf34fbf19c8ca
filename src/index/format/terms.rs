//! A `terms/<lang>/<n>` section: a range of one language's dictionary with its postings;
//! `long/<lang>`, the part of it that every question needs; and `heads/<lang>/<n>` and
//! `tails/<lang>/<n>` with long lists.
//!
//! Rows ascend by fold key, so that all spellings, inflections and completions of a word are
//! adjacent. A row is one of these:
//!
//! * a **word** with its stem and postings;
//! * a **stem**, with the united postings of all words that have it;
//! * a **prefix** ([`crate::text::prefix`]), with the united postings of all words that begin with
//!   it.
//!
//! Most stems and prefixes have no row: their words are in the shard where the row would be, and
//! their postings are merged on request. A row is written if the words are spread over several
//! shards, so that one shard is enough, or are so many that merging them would take long.
//!
//! Rows with more postings than a limit in the index are *long*. There are some hundreds. They are
//! together in `long/<lang>`, and their lists are in numbered sections: the best postings by impact
//! in `heads`, the others, if there are many, in `tails`, which are read only if they can matter
//! ([`LongList`] bounds their impact). So no shard is fetched only to learn that a frequent word is
//! frequent.
//!
//! This file reads; `term_builder.rs` writes; `postings.rs` encodes lists.

use super::node::Node;
use super::postings::{FIELDS, QuestionBits, read_postings};
use super::{Borders, Posting, Reader, Strings, push_varint};
use crate::error::{Damage, Error, Result};
use crate::text::fold;

/// The end of the text of a row with the compounds that contain a part; the part's stem precedes
/// it. No word contains this character.
pub const COMPOUNDS: char = '~';

/// The kind of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKind {
    /// All words with a common prefix.
    Prefix,
    /// All words of a stem.
    Stem,
    /// A word.
    Word,
    /// A word with a unique fold key.
    OnlyWord,
}

impl RowKind {
    /// Returns whether the postings are of one word.
    pub fn is_word(self) -> bool {
        matches!(self, Self::Word | Self::OnlyWord)
    }
}

/// A list of postings in separate sections.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LongList {
    /// Number of the section with its head.
    pub head: u32,
    /// Number of the section with its tail, if it has one.
    pub tail: u32,
    /// Number of postings in the tail; 0 if there is none.
    pub in_tail: u32,
    /// The highest frequencies in the tail: body, headings, title, written questions.
    pub most: [u32; FIELDS],
    /// The shortest lengths in the tail, as bytes ([`super::unpack_length`]): body, title.
    pub least: [u8; 2],
}

impl LongList {
    const NUMBERS: usize = 8;

    pub(super) fn numbers(&self) -> [u32; Self::NUMBERS] {
        let mut numbers = [self.head, self.tail, self.in_tail, 0, 0, 0, 0, 0];
        let [body, headings, title, questions] = self.most;
        // Neither exceeds 3.
        numbers[3..6].copy_from_slice(&[body, headings, title | questions << 2]);
        numbers[6..].copy_from_slice(&self.least.map(u32::from));
        numbers
    }

    fn new(numbers: &[u32; Self::NUMBERS]) -> Self {
        let length = |at: usize| u8::try_from(numbers[at]).unwrap_or(u8::MAX);
        Self {
            head: numbers[0],
            tail: numbers[1],
            in_tail: numbers[2],
            most: [numbers[3], numbers[4], numbers[5] & 3, numbers[5] >> 2 & 3],
            least: [length(6), length(7)],
        }
    }
}

/// A range of a dictionary.
#[derive(Debug, Clone)]
pub struct TermShard {
    section: String,
    words: Strings,
    /// Fold keys of the words, stored because they are compared far more often than a shard is
    /// read.
    keys: Strings,
    kinds: Vec<u8>,
    /// Number of bytes of the word that its stem keeps.
    stem_starts: Vec<u32>,
    /// The rest of the stem.
    stem_tails: Strings,
    document_frequencies: Vec<u32>,
    /// The end of a row's part of the gaps, and of the frequencies.
    ends: Vec<[u32; 2]>,
    gaps: Vec<u8>,
    frequencies: Vec<u8>,
    questions: QuestionBits,
    /// Rows with separate postings, ascending, and their lists.
    long: Vec<(u32, LongList)>,
}

impl TermShard {
    /// Decodes the section.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let words = fields.bytes();
        let mut shard = Self {
            section: section.to_owned(),
            words: fields.kept(read_words(section, &words)),
            keys: Strings::default(),
            kinds: fields.bytes(),
            stem_starts: fields.varints(),
            stem_tails: fields.strings(),
            document_frequencies: fields.varints(),
            ends: Vec::new(),
            gaps: Vec::new(),
            frequencies: Vec::new(),
            questions: QuestionBits::default(),
            long: Vec::new(),
        };
        let lengths = fields.varints();
        (shard.gaps, shard.frequencies) = (fields.bytes(), fields.bytes());
        let long = fields.varints();
        let questions = fields.optional_bytes();
        fields.end()?;
        shard.questions = QuestionBits::read(section, questions, shard.frequencies.len())?;
        if !shard.place(&lengths, &long) || !shard.is_whole() {
            return Err(Error::corrupt(section, Damage::Columns));
        }
        for row in 0..shard.len() {
            shard.keys.push(section, &fold(shard.words.get(row)))?;
        }
        Ok(shard)
    }

    /// Computes the location of every row's postings; returns whether they fit.
    fn place(&mut self, lengths: &[u32], long: &[u32]) -> bool {
        let (lists, rest) = long.as_chunks::<{ LongList::NUMBERS }>();
        let mut lists = lists.iter();
        let mut end = [0_u32; 2];
        if lengths.len() != self.document_frequencies.len() || !rest.is_empty() {
            return false;
        }
        for (row, (length, postings)) in (0..).zip(lengths.iter().zip(&self.document_frequencies)) {
            if let Some(length) = length.checked_sub(1) {
                end = [
                    end[0].saturating_add(length),
                    end[1].saturating_add(*postings),
                ];
            } else if let Some(list) = lists.next() {
                self.long.push((row, LongList::new(list)));
            } else {
                return false;
            }
            self.ends.push(end);
        }
        let own = [self.gaps.len() as u64, self.frequencies.len() as u64];
        lists.next().is_none() && end.map(u64::from) == own
    }

    fn is_whole(&self) -> bool {
        let rows = self.words.len();
        let columns = [
            self.kinds.len(),
            self.stem_starts.len(),
            self.stem_tails.len(),
            self.ends.len(),
        ];
        let tails_fit = |(row, list): &(u32, LongList)| {
            self.document_frequencies[*row as usize] >= list.in_tail
        };
        columns == [rows; 4]
            && self
                .kinds
                .iter()
                .all(|kind| *kind <= RowKind::OnlyWord as u8)
            && self.long.iter().all(tails_fit)
            && (0..rows).all(|row| {
                let kept = self.stem_starts[row] as usize;
                self.words.get(row).is_char_boundary(kept)
            })
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        self.gaps.len() + self.frequencies.len() + 2 * self.words.size() + self.len() * 40
    }

    /// Returns the kind of a row.
    pub fn kind(&self, row: usize) -> RowKind {
        match self.kinds.get(row) {
            Some(0) => RowKind::Prefix,
            Some(1) => RowKind::Stem,
            Some(2) => RowKind::Word,
            _ => RowKind::OnlyWord,
        }
    }

    /// Returns the word, stem or prefix of a row.
    pub fn word(&self, row: usize) -> &str {
        self.words.get(row)
    }

    /// Returns the fold key of a row's word.
    pub fn key(&self, row: usize) -> &str {
        self.keys.get(row)
    }

    /// Returns the first row whose fold key is not before `key`.
    pub fn first_row(&self, key: &str) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Returns whether the word of a row has this stem.
    pub fn has_stem(&self, row: usize, stem: &str) -> bool {
        let (start, tail) = self.stem_parts(row);
        stem.len() == start.len() + tail.len() && stem.starts_with(start) && stem.ends_with(tail)
    }

    /// Returns the stem of a row's word.
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

    /// Returns the document frequency of a row, in chunks.
    pub fn document_frequency(&self, row: usize) -> u32 {
        let frequency = self.document_frequencies.get(row);
        frequency.copied().unwrap_or_default()
    }

    /// Returns the separate list of a row, if it has one.
    pub fn long(&self, row: usize) -> Option<&LongList> {
        let at = self
            .long
            .partition_point(|(other, _)| (*other as usize) < row);
        let found = self
            .long
            .get(at)
            .filter(|(other, _)| *other as usize == row);
        found.map(|(_, list)| list)
    }

    /// Returns the postings of a row, ascending by chunk; none if they are separate.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if one is truncated or names an unknown chunk.
    pub fn postings(&self, row: usize, borders: &Borders) -> Result<Vec<Posting>> {
        let end = self.ends.get(row).copied().unwrap_or_default();
        let start = row.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = start.copied().unwrap_or_default();
        let part = |blob, column: usize| -> &[u8] {
            <[u8]>::get(blob, start[column] as usize..end[column] as usize).unwrap_or_default()
        };
        let (gaps, frequencies) = (part(&self.gaps, 0), part(&self.frequencies, 1));
        let questions = (&self.questions, start[1] as usize);
        read_postings(&self.section, gaps, frequencies, questions, borders)
    }
}

/// Decodes the postings of a separate section.
///
/// # Errors
/// [`Error::Corrupt`].
pub fn read_long_list(section: &str, bytes: &[u8], borders: &Borders) -> Result<Vec<Posting>> {
    let mut fields = Node::decode_fields(section, bytes)?;
    let (gaps, frequencies) = (fields.bytes(), fields.bytes());
    let questions = fields.optional_bytes();
    fields.end()?;
    let questions = QuestionBits::read(section, questions, frequencies.len())?;
    read_postings(section, &gaps, &frequencies, (&questions, 0), borders)
}

pub(super) fn read_words(section: &str, blob: &[u8]) -> Result<Strings> {
    let mut reader = Reader::new(section, blob);
    let mut words = Strings::default();
    let mut word = String::new();
    let mut unfolded = 0;
    while !reader.is_at_end() {
        let shared = reader.varint()? as usize;
        let length = reader.varint()? as usize;
        let tail = std::str::from_utf8(reader.take(length)?)
            .map_err(|_| Error::corrupt(section, Damage::NotUtf8))?;
        if !word.is_char_boundary(shared) {
            return Err(Error::corrupt(section, Damage::UnrelatedWord));
        }
        word.truncate(shared);
        word.push_str(tail);
        unfolded += word.len();
        if unfolded > blob.len().saturating_mul(UNFOLDING) {
            return Err(Error::corrupt(section, Damage::TooManyWords));
        }
        words.push(section, &word)?;
    }
    Ok(words)
}

/// Appends a word to a blob of front-coded words; `before` is the previous one.
pub(super) fn push_words(blob: &mut Vec<u8>, before: &str, word: &str) {
    let shared = shared_start(before, word);
    push_varint(blob, shared as u64);
    push_varint(blob, (word.len() - shared) as u64);
    blob.extend_from_slice(&word.as_bytes()[shared..]);
}

/// Returns the length in bytes of the common prefix, whole characters only.
pub(super) fn shared_start(a: &str, b: &str) -> usize {
    let alike = a.char_indices().zip(b.chars()).find(|((_, x), y)| x != y);
    alike.map_or(a.len().min(b.len()), |((at, _), _)| at)
}

/// The maximum factor by which front coding may expand. Front coding halves a real dictionary, and
/// the most extreme one (words of 64 characters of four bytes that differ in the last) shrinks 64
/// times. A blob that claims to expand further was made to exhaust memory.
const UNFOLDING: usize = 64;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
