//! Word pieces: the parts into which a language model's tokenizer cuts a text.
//!
//! The meaning of a question is looked up piece by piece in a table that was learnt from the model
//! that read the chunks. So words must be cut exactly as that model's tokenizer cuts them,
//! independently of the words, stems and fold keys by which postings are found. The module does not
//! know vectors or the source of the pieces: a table may be complete ([`Pieces`]) or in shards
//! (`index/pieces.rs`), as an [`Inventory`].
//!
//! | file | does |
//! |---|---|
//! | `rules.rs` | [`PieceRules`]: which tokenizer, and its options |
//! | `words.rs` | splits a text into words, as BERT does |
//! | `word_piece.rs` | cuts a word into the longest pieces, from left to right |
//! | `unigram.rs` | cuts a word into the most probable pieces |
//! | `whole.rs` | [`Pieces`]: a complete table, for builders and tests |
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
pub use whole::Pieces;
pub use whole::spelling;

use crate::needs::Attempt;

/// The source of pieces.
pub(crate) trait Inventory {
    /// Returns the longest piece that is a prefix of a text, and its length in bytes: among the
    /// initial pieces, or among the continuation pieces if `goes_on`.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) if a file is needed for the answer.
    fn longest(&self, text: &str, goes_on: bool) -> Attempt<Option<(Place, usize)>>;
}

/// The probabilities of pieces.
pub(crate) trait Probabilities {
    /// Returns the piece that equals this text, and the logarithm of its probability.
    fn scored(&self, text: &str) -> Option<(Place, f64)>;

    /// Returns the length of the longest piece in bytes, and the lowest score.
    fn bounds(&self) -> (usize, f64);
}

/// The position of a piece in a table: number of its shard, row in it.
pub(crate) type Place = (usize, usize);

/// Cuts a text into pieces, in order.
///
/// # Errors
/// [`Needs`](crate::Needs) with the files that all of its words need next.
pub(crate) fn cut(
    text: &str,
    rules: &PieceRules,
    inventory: &(impl Inventory + Probabilities),
) -> Attempt<Vec<Place>> {
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
        } => Ok(unigram::cut(text, *lowercase, unknown, inventory)),
    }
}

/// Returns the last of these ascending texts that is a prefix of `text`, which is the longest.
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
        // If a longer piece were a prefix of the text, it would be between this one and the text.
        let alike = piece.iter().zip(start).take_while(|(a, b)| a == b).count();
        if alike == piece.len() {
            return Some(last);
        }
        end = alike;
    }
}
