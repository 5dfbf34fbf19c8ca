//! The sections `pieces/<lang>` and `pieces/<lang>/<n>`: the vectors of a question's word pieces.
//!
//! The first section contains the tokenizer's rules, the first piece of every shard, and the
//! *common* pieces, which are the most frequent in questions; every other piece is in a shard.
//! Initial pieces, which begin words, and continuation pieces are looked up separately, and are
//! written without the mark that distinguishes them.
//!
//! A shard holds a range of pieces of one kind, ascending, preceded by the earlier pieces that are
//! prefixes of its first one. If an initial piece of the word precedes a shard's first piece, and
//! the word does not, then the piece is a prefix of that first piece too. So the longest initial
//! piece of a word is among the common ones or in the last shard whose first piece does not follow
//! the word.
//!
//! A row is stored in integer steps of 4 bits, two to a byte as in `vectors.rs`. A step is worth
//! the row's size, stored as its upper 16 bits, times the scale of the dimension.

use std::sync::Arc;

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::fields::Fields;
use super::node::Node;
use super::terms::{push_words, read_words};
use super::vectors::{MOST_DIMENSIONS, bytes, packed, unpack};
use super::{Strings, StringsBuilder, encode};
use crate::error::{Damage, Error, Result};
use crate::text::{PieceRules, longest_start};

/// A language's table of pieces.
#[derive(Debug, Clone)]
pub struct PieceTable {
    /// The tokenizer's rules. Scores are in `known`.
    pub rules: PieceRules,
    /// Whether all languages whose vectors need a table share this one.
    pub is_shared: bool,
    /// The vector that is added to every question; one number per dimension.
    pub bias: Vec<f32>,
    /// Value of a step in each dimension.
    pub scales: Vec<f32>,
    /// First piece of every shard, ascending: first the shards of initial pieces, then the shards
    /// of continuation pieces.
    pub firsts: [Strings; 2],
    /// The most frequent pieces of questions.
    pub common: Arc<PieceShard>,
    /// All pieces, ascending, for a tokenizer that needs them.
    pub known: Strings,
    /// The log probabilities of these pieces.
    pub scores: Vec<f32>,
}

/// Pieces and their rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PieceShard {
    /// Initial pieces, ascending; continuation pieces, whose rows follow.
    texts: [Strings; 2],
    /// Value of a step, per row.
    sizes: Vec<f32>,
    /// The rows, concatenated.
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
    scales: ByteBuf,
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
    /// Encodes the section of this name.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
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
            scales: bytes(&self.scales),
            firsts: [start_lengths, start_texts, part_lengths, part_texts],
            common: self.common.columns(),
            known: words(&self.known),
            scores: bytes(&self.scores),
        };
        encode(section, &columns)
    }

    /// Decodes the section of this name.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let (kind, flags, unknown) = (fields.number(), fields.number(), fields.text());
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
            scales: Vec::new(),
            firsts: Default::default(),
            common: Arc::default(),
            known: Strings::default(),
            scores: Vec::new(),
        };
        let characters = fields.number();
        if let PieceRules::WordPiece { max_characters, .. } = &mut table.rules {
            *max_characters = characters as usize;
        }
        table.bias = fields.floats();
        table.scales = fields.floats();
        table.firsts = fields.inner(|firsts| [firsts.strings(), firsts.strings()]);
        let dimensions = table.bias.len();
        table.common = Arc::new(fields.inner(|common| PieceShard::columns_of(common, dimensions)));
        if kind != u32::from(WORD_PIECE) {
            let known = fields.bytes();
            table.known = fields.kept(read_words(section, &known));
            table.scores = fields.floats();
        }
        fields.end()?;
        let is_whole = kind <= u32::from(UNIGRAM)
            && (1..=MOST_DIMENSIONS).contains(&dimensions)
            && table.scales.len() == dimensions
            && table.scores.len() == table.known.len()
            && table.common.is_whole()
            && ascend(&table.known)
            && ascend(&table.firsts[0])
            && ascend(&table.firsts[1]);
        let is_sound = are_within(&table.bias, f32::MIN)
            && are_within(&table.scores, f32::MIN)
            && are_within(&table.scales, f32::MIN_POSITIVE);
        if is_whole && is_sound {
            return Ok(table);
        }
        Err(Error::corrupt(section, MISFIT))
    }

    /// Returns the number of the shard with the longest piece that is a prefix of a text, unless
    /// that piece is among the common ones.
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
    /// Creates a shard of texts, ascending, and their rows: sizes, and concatenated steps.
    pub fn new(texts: [Strings; 2], sizes: Vec<f32>, steps: Vec<i8>, dimensions: usize) -> Self {
        Self {
            texts,
            sizes,
            steps,
            dimensions,
        }
    }

    /// Encodes the section of this name.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
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

    /// Decodes the section of this name.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8], dimensions: usize) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let shard = Self::columns_of(&mut fields, dimensions);
        fields.end()?;
        if shard.is_whole() {
            return Ok(shard);
        }
        Err(Error::corrupt(section, MISFIT))
    }

    fn columns_of(fields: &mut Fields<'_>, dimensions: usize) -> Self {
        let [starts, parts] = fields.inner(|texts| [texts.bytes(), texts.bytes()]);
        let texts = [
            fields.kept(read_words(PIECES, &starts)),
            fields.kept(read_words(PIECES, &parts)),
        ];
        let (sizes, steps) = (fields.bytes(), fields.bytes());
        let sizes = sizes.as_chunks::<2>().0.iter();
        let sizes = sizes.map(|bytes| from_upper_half(u16::from_le_bytes(*bytes)));
        Self {
            texts,
            sizes: sizes.collect(),
            steps: fields.kept(unpack(PIECES, &steps, dimensions.max(1))),
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

    /// Returns the row of the longest piece that is a prefix of a text, and its length in bytes.
    pub fn longest(&self, text: &str, goes_on: bool) -> Option<(usize, usize)> {
        let texts = &self.texts[usize::from(goes_on)];
        let found = longest_start(texts.len(), &|row| texts.get(row), text)?;
        let before = if goes_on { self.texts[0].len() } else { 0 };
        Some((before + found, texts.get(found).len()))
    }

    /// Returns a row: the value of a step, and the steps.
    pub fn row(&self, row: usize) -> (f32, &[i8]) {
        let steps = self
            .steps
            .get(row * self.dimensions..(row + 1) * self.dimensions);
        let size = self.sizes.get(row).copied().unwrap_or_default();
        (size, steps.unwrap_or_default())
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        self.texts[0].size() + self.texts[1].size() + self.sizes.len() * 4 + self.steps.len()
    }
}

const PIECES: &str = "pieces";
const MISFIT: Damage = Damage::Columns;

/// Returns whether all are numbers and none is below `least`.
fn are_within(numbers: &[f32], least: f32) -> bool {
    // NaN fails both comparisons.
    numbers.iter().all(|x| *x >= least && *x <= f32::MAX)
}

/// Returns whether the texts are strictly ascending, and none is empty.
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

/// Returns the upper 16 bits of a number (sign, exponent, seven bits of fraction). The others must
/// be 0.
fn upper_half(number: f32) -> u16 {
    let [_, _, low, high] = number.to_bits().to_le_bytes();
    u16::from_le_bytes([low, high])
}

fn from_upper_half(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

/// Returns the smallest 16-bit number that is not below this one, which is at least 0.
pub fn rounded_up(number: f32) -> f32 {
    let half = upper_half(number);
    let down = from_upper_half(half);
    if down < number {
        from_upper_half(half.saturating_add(1))
    } else {
        down
    }
}
