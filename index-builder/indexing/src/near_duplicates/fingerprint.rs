//! Fingerprints of chunks, for comparison.

use soru::authority::host;
use soru::document::Document;
use soru::text::{fold_char, is_alphanumeric, is_numeric};

use super::{SHINGLE, SHORT};
use crate::Chunk;

/// A fingerprint of a chunk; computed while documents are prepared, in parallel.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fingerprint {
    /// None for a chunk without an address, which could not be listed with a hit, and for a chunk
    /// without heading and title, whose subject is unknown.
    None,
    /// A hash of the whole text of a short chunk.
    Whole(u64),
    /// Hashes of the shingles of a longer one, ascending.
    Shingles(Vec<u32>),
}

impl Fingerprint {
    /// Computes it. Every hash includes all properties that must agree: chunks that differ in one
    /// share no hash.
    pub(crate) fn new(chunk: &Chunk, document: &Document, tag: &str) -> Self {
        let (words, numbers) = words(&chunk.text);
        let host = host(&document.url).unwrap_or_default();
        let (above, _) = self::words(
            chunk
                .sections
                .first()
                .and_then(|first| first.heading.last())
                .unwrap_or(&document.title),
        );
        if document.url.is_empty() || above.is_empty() {
            return Self::None;
        }
        let context = [
            text_hash(tag),
            text_hash(&host),
            words_in_a_row(&above),
            numbers,
        ];
        let seed = words_in_a_row(&context);
        match words.as_slice() {
            // A text of only pictures has no words, which does not make it equal to another.
            [] => Self::Whole(words_in_a_row(&[seed, text_hash(&chunk.text)])),
            words if words.len() < SHORT => {
                Self::Whole(words_in_a_row(&[seed, words_in_a_row(words)]))
            }
            words => Self::Shingles(shingles(words, seed)),
        }
    }
}

/// FNV-1a (Fowler, Noll, Vo), which is the same on every machine and in every release.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;
/// The golden ratio of 2^64, made odd (Knuth, "The Art of Computer Programming", 6.4).
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

fn hash_byte(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
}

fn text_hash(text: &str) -> u64 {
    text.bytes().fold(FNV_START, hash_byte)
}

fn words_in_a_row(hashes: &[u64]) -> u64 {
    hashes.iter().copied().fold(FNV_START, mixed)
}

/// Mixes two hashes: multiplication carries differences up, and the shift brings them down again.
fn mixed(hash: u64, other: u64) -> u64 {
    let product = (hash ^ other).wrapping_mul(GOLDEN_RATIO);
    product ^ (product >> 32)
}

/// Returns hashes of the folded words of a text, and one hash of those with a digit.
fn words(text: &str) -> (Vec<u64>, u64) {
    let (mut words, mut numbers) = (Vec::new(), FNV_START);
    let (mut hash, mut has_digit, mut is_empty) = (FNV_START, false, true);
    for c in text.chars().chain([' ']) {
        // A combining mark belongs to its letter and folds to nothing.
        if is_alphanumeric(c) || ('\u{300}'..='\u{36f}').contains(&c) {
            fold_char(c, &mut |folded| {
                hash = (hash ^ u64::from(folded)).wrapping_mul(FNV_PRIME);
                is_empty = false;
            });
            has_digit |= is_numeric(c);
        } else if !is_empty {
            words.push(hash);
            if has_digit {
                numbers = words_in_a_row(&[numbers, hash]);
            }
            (hash, has_digit, is_empty) = (FNV_START, false, true);
        }
    }
    (words, numbers)
}

fn shingles(words: &[u64], seed: u64) -> Vec<u32> {
    let shingle = |row: &[u64]| {
        let hash = row.iter().copied().fold(seed, mixed);
        // This is the upper half; the lower bits of a product are mixed less.
        (hash >> 32) as u32
    };
    let mut shingles: Vec<u32> = words.windows(SHINGLE).map(shingle).collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}
