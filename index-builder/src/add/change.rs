//! A change of a file as pieces of text, which can be undone without a copy of the file.

use serde::{Deserialize, Serialize};

/// A piece of text that replaces another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The position in the file as it is before the change, in bytes.
    pub at: usize,
    /// The text that is there before.
    pub before: String,
    /// The text that is there afterwards.
    pub after: String,
}

impl Piece {
    /// A text that is inserted at a position.
    pub fn insertion(at: usize, text: impl Into<String>) -> Self {
        Self {
            at,
            before: String::new(),
            after: text.into(),
        }
    }
}

/// Applies pieces in the order of their positions; none if the file does not have the texts that they
/// replace.
pub(super) fn applied(file: &[u8], pieces: &[Piece]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(file.len() + 64);
    let mut at = 0;
    for piece in pieces {
        out.extend_from_slice(file.get(at..piece.at)?);
        at = piece.at.checked_add(piece.before.len())?;
        if file.get(piece.at..at)? != piece.before.as_bytes() {
            return None;
        }
        out.extend_from_slice(piece.after.as_bytes());
    }
    out.extend_from_slice(file.get(at..)?);
    Some(out)
}

/// Returns the pieces that undo others.
pub(super) fn inverted(pieces: &[Piece]) -> Vec<Piece> {
    let mut grown = 0;
    let mut shrunk = 0;
    let mut inverse = Vec::with_capacity(pieces.len());
    for piece in pieces {
        inverse.push(Piece {
            at: piece.at + grown - shrunk,
            before: piece.after.clone(),
            after: piece.before.clone(),
        });
        grown += piece.after.len();
        shrunk += piece.before.len();
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_applied_and_undone() {
        let pieces = [
            Piece::insertion(0, "[site]\n"),
            Piece {
                at: 2,
                before: "cd".to_owned(),
                after: String::new(),
            },
            Piece::insertion(5, "x"),
        ];
        let after = applied(b"abcde", &pieces).unwrap();
        assert_eq!(after, b"[site]\nabex");
        assert_eq!(applied(&after, &inverted(&pieces)).unwrap(), b"abcde");
    }

    #[test]
    fn a_file_without_the_replaced_text_is_left_alone() {
        let piece = Piece {
            at: 1,
            before: "b".to_owned(),
            after: "c".to_owned(),
        };
        for file in ["axe", "a", ""] {
            assert_eq!(applied(file.as_bytes(), std::slice::from_ref(&piece)), None);
        }
    }
}
