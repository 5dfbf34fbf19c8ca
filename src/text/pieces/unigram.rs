//! Unigram: cuts a word in the most probable way, assuming independent pieces.
//!
//! Every word begins with `▁`, and the pieces of one word do not depend on the pieces of another.
//! The best cut is found from left to right (A. Viterbi, 1967): the best one up to each place in
//! the word is computed from the best ones up to earlier places. A character that is not a piece
//! costs [`UNKNOWN`] more than the rarest piece; several consecutive ones are one unknown piece.

use super::{Place, Probabilities};
use crate::text::{lower_case, visible};

/// The difference of the log probability of an unknown character from the rarest piece, as in
/// `SentencePiece`.
const UNKNOWN: f64 = 10.0;

/// The best cut up to a place in a word.
#[derive(Clone, Copy)]
struct Way {
    score: f64,
    /// The start of its last piece, and that piece; none if the piece is unknown.
    from: usize,
    piece: Option<Place>,
}

/// Cuts a text into pieces. Characters that no piece has become the unknown piece, or nothing.
pub(crate) fn cut(
    text: &str,
    lowercase: bool,
    unknown: &str,
    inventory: &dyn Probabilities,
) -> Vec<Place> {
    let unknown = inventory.scored(unknown).map(|(place, _)| place);
    let mut pieces = Vec::new();
    for word in visible(text).split_whitespace() {
        let mut marked = String::from('▁');
        marked.extend(
            word.chars()
                .map(|c| if lowercase { lower_case(c) } else { c }),
        );
        let mut was_unknown = false;
        for piece in cut_word(&marked, inventory) {
            if piece.is_some() || !was_unknown {
                pieces.extend(piece.or(unknown));
            }
            was_unknown = piece.is_none();
        }
    }
    pieces
}

/// Returns the pieces of a word in order; none for an unknown character.
fn cut_word(word: &str, inventory: &dyn Probabilities) -> Vec<Option<Place>> {
    let (longest, least) = inventory.bounds();
    let mut ways: Vec<Option<Way>> = vec![None; word.len() + 1];
    for (from, c) in word.char_indices() {
        let so_far = match ways[from] {
            Some(way) => way.score,
            None if from == 0 => 0.0,
            None => continue,
        };
        let rest = &word[from..];
        let mut has_character = false;
        for (at, c) in rest.char_indices() {
            let length = at + c.len_utf8();
            if length > longest {
                break;
            }
            if let Some((place, score)) = inventory.scored(&rest[..length]) {
                has_character |= at == 0;
                offer(&mut ways[from + length], so_far + score, from, Some(place));
            }
        }
        if !has_character {
            offer(
                &mut ways[from + c.len_utf8()],
                so_far + least - UNKNOWN,
                from,
                None,
            );
        }
    }
    let mut pieces = Vec::new();
    let mut end = word.len();
    while let Some(way) = ways[end].filter(|_| end > 0) {
        pieces.push(way.piece);
        end = way.from;
    }
    pieces.reverse();
    pieces
}

/// Replaces the cut if this one is better.
fn offer(way: &mut Option<Way>, score: f64, from: usize, piece: Option<Place>) {
    if way.is_none_or(|way| score > way.score) {
        *way = Some(Way { score, from, piece });
    }
}
