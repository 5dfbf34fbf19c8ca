//! The sections `pieces/<lang>` and `pieces/<lang>/<n>`: what a question's word pieces mean.
//!
//! The first has the tokenizer's rules, where shards begin, and the *common* pieces, those that questions
//! have most often; every other piece stands in a shard. Pieces that begin words and pieces that go on
//! from another one are looked up apart, and are written without the mark that tells them apart.
//!
//! A shard holds a range of pieces of one kind, ascending, behind those that its first one begins with
//! though they stand in front of it. If a piece begins a word and stands in front of a shard's first piece,
//! and that does not stand behind the word, then the piece begins that first piece too: so the longest
//! piece that a word begins with is among the common ones or in the last shard that does not begin behind
//! the word.
//!
//! A row is stored in whole steps of 4 bits, two to a byte as in `vectors.rs`; a step is worth the row's
//! size, whose upper 16 bits stand beside it, times the strength of the dimension.

use std::sync::Arc;

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::row::Row;
use super::terms::{push_words, read_words};
use super::vectors::{MOST_DIMENSIONS, bytes, packed, unpack};
use super::{Strings, StringsBuilder, encode};
use crate::error::{Error, Result};
use crate::essential::full_only;
use crate::text::{PieceRules, longest_start};

/// A language's table of pieces.
#[derive(Debug, Clone)]
pub struct PieceTable {
    /// How a question becomes pieces. Scores are in `known`.
    pub rules: PieceRules,
    /// Whether it is that of all languages whose vectors need one.
    pub is_shared: bool,
    /// What is added to every question; as many numbers as there are dimensions.
    pub bias: Vec<f32>,
    /// What a step is worth in each dimension.
    pub strengths: Vec<f32>,
    /// First piece of every shard, ascending: those of pieces that begin words, which are numbered
    /// first, and those of pieces that go on.
    pub firsts: [Strings; 2],
    /// The pieces that questions have most often.
    pub common: Arc<PieceShard>,
    /// For a tokenizer that has to know all pieces: all of them, ascending.
    pub known: Strings,
    /// The logarithms of their probabilities.
    pub scores: Vec<f32>,
}

/// Pieces and their rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PieceShard {
    /// Pieces that begin words, ascending; those that go on, which have the rows behind.
    texts: [Strings; 2],
    /// What a step is worth, per row.
    sizes: Vec<f32>,
    /// The rows, one behind the other.
    steps: Vec<i8>,
    dimensions: usize,
}

#[derive(Serialize)]
struct TableColumns<'t> {
    kind: u8,
    flags: u8,
    unknown: &'t str,
    max_characters: u64,
    bias: ByteBuf,
    strengths: ByteBuf,
    firsts: [ByteBuf; 4],
    common: ShardColumns,
    known: ByteBuf,
    scores: ByteBuf,
}

#[derive(Serialize)]
struct ShardColumns {
    texts: [ByteBuf; 2],
    sizes: ByteBuf,
    steps: ByteBuf,
}

const WORD_PIECE: u8 = 0;
const UNIGRAM: u8 = 1;
const LOWERCASE: u8 = 1;
const STRIP_ACCENTS: u8 = 2;
const SHARED: u8 = 4;

impl PieceTable {
    /// The bytes of the section of this name.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn write(&self, section: &str) -> Result<Vec<u8>> {
        let (kind, flags, unknown, max_characters) = match &self.rules {
            PieceRules::WordPiece {
                lowercase,
                strip_accents,
                unknown,
                max_characters,
            } => {
                let flags = LOWERCASE * u8::from(*lowercase);
                let flags = flags | (STRIP_ACCENTS * u8::from(*strip_accents));
                (WORD_PIECE, flags, unknown, *max_characters as u64)
            }
            PieceRules::Unigram {
                lowercase, unknown, ..
            } => (UNIGRAM, LOWERCASE * u8::from(*lowercase), unknown, 0),
        };
        let [starts, parts] = [0, 1].map(|kind: usize| {
            let mut firsts = StringsBuilder::default();
            for row in 0..self.firsts[kind].len() {
                firsts.push(self.firsts[kind].get(row));
            }
            [ByteBuf::from(firsts.lengths), ByteBuf::from(firsts.text)]
        });
        let [start_lengths, start_texts] = starts;
        let [part_lengths, part_texts] = parts;
        let columns = TableColumns {
            kind,
            flags: flags | (SHARED * u8::from(self.is_shared)),
            unknown,
            max_characters,
            bias: bytes(&self.bias),
            strengths: bytes(&self.strengths),
            firsts: [start_lengths, start_texts, part_lengths, part_texts],
            common: self.common.columns(),
            known: words(&self.known),
            scores: bytes(&self.scores),
        };
        encode(section, &columns)
    }

    /// From the bytes of the section of this name.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut row = Node::decode_row(section, bytes)?;
        let (kind, flags, unknown) = (row.number(), row.number(), row.text());
        let lowercase = flags & u32::from(LOWERCASE) != 0;
        let rules = if kind == u32::from(UNIGRAM) {
            PieceRules::Unigram {
                scores: Vec::new(),
                lowercase,
                unknown,
            }
        } else {
            PieceRules::WordPiece {
                lowercase,
                strip_accents: flags & u32::from(STRIP_ACCENTS) != 0,
                unknown,
                max_characters: 0,
            }
        };
        let mut table = Self {
            rules,
            is_shared: flags & u32::from(SHARED) != 0,
            bias: Vec::new(),
            strengths: Vec::new(),
            firsts: Default::default(),
            common: Arc::default(),
            known: Strings::default(),
            scores: Vec::new(),
        };
        let characters = row.number();
        if let PieceRules::WordPiece { max_characters, .. } = &mut table.rules {
            *max_characters = characters as usize;
        }
        table.bias = row.floats();
        table.strengths = row.floats();
        table.firsts = row.inner(|firsts| [firsts.strings(), firsts.strings()]);
        let dimensions = table.bias.len();
        table.common = Arc::new(row.inner(|common| PieceShard::columns_of(common, dimensions)));
        if kind != u32::from(WORD_PIECE) {
            full_only()?;
            let known = row.bytes();
            table.known = row.kept(read_words(section, &known));
            table.scores = row.floats();
        }
        row.end()?;
        let is_whole = kind <= u32::from(UNIGRAM)
            && (1..=MOST_DIMENSIONS).contains(&dimensions)
            && table.strengths.len() == dimensions
            && table.scores.len() == table.known.len()
            && table.common.is_whole()
            && ascend(&table.known)
            && ascend(&table.firsts[0])
            && ascend(&table.firsts[1]);
        let is_sound = are_within(&table.bias, f32::MIN)
            && are_within(&table.scores, f32::MIN)
            && are_within(&table.strengths, f32::MIN_POSITIVE);
        if is_whole && is_sound {
            return Ok(table);
        }
        Err(Error::corrupt(section, MISFIT))
    }

    /// The number of the shard in which the longest piece stands that a text begins with, if it is not
    /// among the common ones.
    #[must_use]
    pub fn shard_of(&self, text: &str, goes_on: bool) -> Option<usize> {
        let firsts = &self.firsts[usize::from(goes_on)];
        let (mut low, mut high) = (0, firsts.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if firsts.get(middle) <= text {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let before = if goes_on { self.firsts[0].len() } else { 0 };
        Some(low.checked_sub(1)? + before)
    }
}

impl PieceShard {
    /// Of texts, ascending, and their rows: sizes, and steps one behind the other.
    #[must_use]
    pub fn new(texts: [Strings; 2], sizes: Vec<f32>, steps: Vec<i8>, dimensions: usize) -> Self {
        Self {
            texts,
            sizes,
            steps,
            dimensions,
        }
    }

    /// The bytes of the section of this name.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn write(&self, section: &str) -> Result<Vec<u8>> {
        encode(section, &self.columns())
    }

    fn columns(&self) -> ShardColumns {
        let sizes = self.sizes.iter();
        let sizes: Vec<u8> = sizes
            .flat_map(|size| upper_half(*size).to_le_bytes())
            .collect();
        ShardColumns {
            texts: [words(&self.texts[0]), words(&self.texts[1])],
            sizes: ByteBuf::from(sizes),
            steps: packed(&self.steps, self.dimensions),
        }
    }

    /// From the bytes of the section of this name.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8], dimensions: usize) -> Result<Self> {
        let mut row = Node::decode_row(section, bytes)?;
        let shard = Self::columns_of(&mut row, dimensions);
        row.end()?;
        if shard.is_whole() {
            return Ok(shard);
        }
        Err(Error::corrupt(section, MISFIT))
    }

    fn columns_of(row: &mut Row<'_>, dimensions: usize) -> Self {
        let [starts, parts] = row.inner(|texts| [texts.bytes(), texts.bytes()]);
        let texts = [
            row.kept(read_words(PIECES, &starts)),
            row.kept(read_words(PIECES, &parts)),
        ];
        let (sizes, steps) = (row.bytes(), row.bytes());
        let sizes = sizes.as_chunks::<2>().0.iter();
        let sizes = sizes.map(|bytes| from_upper_half(u16::from_le_bytes(*bytes)));
        Self {
            texts,
            sizes: sizes.collect(),
            steps: row.kept(unpack(PIECES, &steps, dimensions.max(1))),
            dimensions,
        }
    }

    fn is_whole(&self) -> bool {
        let rows = self.texts[0].len() + self.texts[1].len();
        self.sizes.len() == rows
            && self.steps.len() == rows * self.dimensions
            && are_within(&self.sizes, 0.0)
            && ascend(&self.texts[0])
            && ascend(&self.texts[1])
    }

    /// The row of the longest piece that a text begins with, and its length in bytes.
    #[must_use]
    pub fn longest(&self, text: &str, goes_on: bool) -> Option<(usize, usize)> {
        let texts = &self.texts[usize::from(goes_on)];
        let found = longest_start(texts.len(), &|row| texts.get(row), text)?;
        let before = if goes_on { self.texts[0].len() } else { 0 };
        Some((before + found, texts.get(found).len()))
    }

    /// A row: what a step is worth, and the steps.
    #[must_use]
    pub fn row(&self, row: usize) -> (f32, &[i8]) {
        let steps = self
            .steps
            .get(row * self.dimensions..(row + 1) * self.dimensions);
        let size = self.sizes.get(row).copied().unwrap_or_default();
        (size, steps.unwrap_or_default())
    }

    /// About how many bytes it takes in memory.
    #[must_use]
    pub fn size(&self) -> usize {
        self.texts[0].size() + self.texts[1].size() + self.sizes.len() * 4 + self.steps.len()
    }
}

const PIECES: &str = "pieces";
const MISFIT: &str = "its columns do not fit each other";

/// Whether all are numbers, none below `least`.
fn are_within(numbers: &[f32], least: f32) -> bool {
    // What is not a number fails both comparisons.
    numbers.iter().all(|x| *x >= least && *x <= f32::MAX)
}

/// Whether every text stands behind the one before, and none is empty.
fn ascend(texts: &Strings) -> bool {
    let mut before = "";
    for row in 0..texts.len() {
        let text = texts.get(row);
        if text <= before {
            return false;
        }
        before = text;
    }
    true
}

fn words(texts: &Strings) -> ByteBuf {
    let mut blob = Vec::new();
    let mut before = "";
    for row in 0..texts.len() {
        let text = texts.get(row);
        push_words(&mut blob, before, text);
        before = text;
    }
    ByteBuf::from(blob)
}

/// The upper 16 bits of a number that has no others: sign, exponent, seven bits of fraction.
fn upper_half(number: f32) -> u16 {
    let [_, _, low, high] = number.to_bits().to_le_bytes();
    u16::from_le_bytes([low, high])
}

fn from_upper_half(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

/// The least number of 16 bits that is not below this one, which is 0 or more.
#[must_use]
pub fn rounded_up(number: f32) -> f32 {
    let half = upper_half(number);
    let down = from_upper_half(half);
    if down < number {
        from_upper_half(half.saturating_add(1))
    } else {
        down
    }
}
