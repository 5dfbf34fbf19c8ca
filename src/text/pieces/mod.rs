//! Word pieces: a text as a language model's tokenizer cuts it.
//!
//! What a question means is looked up piece by piece in a table that was learnt from the model which
//! read the chunks. So words have to be cut as that model's tokenizer cuts them, which has nothing to
//! do with the words, stems and fold keys by which postings are found. The module knows no vectors and
//! not where pieces come from: a table may be all there ([`Pieces`]) or come in shards
//! (`index/pieces.rs`), as an [`Inventory`].
//!
//! | file | does |
//! |---|---|
//! | `rules.rs` | [`PieceRules`]: which tokenizer, and its options |
//! | `words.rs` | a text as words, as BERT reads it |
//! | `word_piece.rs` | the longest piece, and on from there |
//! | `unigram.rs` | the most probable pieces |
//! | `whole.rs` | [`Pieces`]: a table that is all there, for builders and tests |
//!
//! # Adding a tokenizer
//! Give it a variant in [`PieceRules`] and a line in [`cut`], write its fields in
//! `index/format/pieces.rs`, and add it to the property tests of `index/pieces.rs`.

mod rules;
mod unigram;
mod whole;
mod word_piece;
mod words;

pub use rules::PieceRules;
pub(crate) use unigram::cut as unigram;
pub use whole::Pieces;
pub(crate) use whole::spelling;

use crate::error::Result;

/// Where pieces are looked up.
pub(crate) trait Inventory {
    /// The longest piece that a text begins with, and its length in bytes: among those that words
    /// begin with, or those that go on from another.
    ///
    /// # Errors
    /// [`crate::Error::NotLoaded`] if a file is needed to tell.
    fn longest(&self, text: &str, goes_on: bool) -> Result<Option<(Place, usize)>>;
}

/// The probabilities of pieces.
pub(crate) trait Probabilities {
    /// The piece that is this text, and the logarithm of its probability.
    fn scored(&self, text: &str) -> Option<(Place, f64)>;

    /// The length of the longest piece in bytes, and the lowest score.
    fn bounds(&self) -> (usize, f64);
}

/// Where a piece stands in a table: number of its shard, row in it.
pub(crate) type Place = (usize, usize);

/// Cuts a text into the most probable pieces, given whether to lower-case it and the unknown piece.
type CutByProbability<'c> = dyn Fn(bool, &str) -> Result<Vec<Place>> + 'c;

/// The pieces of a text, in order.
///
/// # Errors
/// [`crate::Error::NotLoaded`] with the files that all of its words need next.
pub(crate) fn cut(
    text: &str,
    rules: &PieceRules,
    inventory: &dyn Inventory,
    unigram: &CutByProbability<'_>,
) -> Result<Vec<Place>> {
    match rules {
        PieceRules::WordPiece {
            lowercase,
            strip_accents,
            unknown,
            max_characters,
        } => {
            let words = words::words(text, *lowercase, *strip_accents);
            word_piece::cut(&words, unknown, *max_characters, inventory)
        }
        PieceRules::Unigram {
            lowercase, unknown, ..
        } => unigram(*lowercase, unknown),
    }
}

/// The last of these ascending texts that `text` begins with, which is the longest.
pub(crate) fn longest_start<'t>(
    count: usize,
    at: &dyn Fn(usize) -> &'t str,
    text: &str,
) -> Option<usize> {
    let mut end = text.len();
    loop {
        let start = &text.as_bytes()[..end];
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if at(middle).as_bytes() <= start {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let last = low.checked_sub(1)?;
        let piece = at(last).as_bytes();
        if piece.is_empty() {
            return None;
        }
        // A longer start of the text would stand between this one and the text.
        let alike = piece.iter().zip(start).take_while(|(a, b)| a == b).count();
        if alike == piece.len() {
            return Some(last);
        }
        end = alike;
    }
}
