//! Occurrences of a question's words in a text.

use crate::query::Matcher;
use crate::text::{Token, tokenise};

/// A word of the question in a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occurrence {
    /// Byte offset at which it begins.
    pub start: usize,
    /// Byte offset at which it ends.
    pub end: usize,
    /// Number of the word in the text, from 0; a compound has the number of its first part.
    pub position: u32,
    /// Number of the term of the question.
    pub term: usize,
    /// The word's weight here ([`Term::value`](crate::query::Term)).
    pub value: f64,
}

/// Finds the question's words in a text, ordered by start. Those of a compound may overlap.
pub fn find(text: &str, matcher: &Matcher) -> Vec<Occurrence> {
    if matcher.is_empty() {
        return Vec::new();
    }
    find_among(&tokenise(text, matcher.language()), matcher)
}

/// Like [`find`], on the tokens of a text.
pub fn find_among(tokens: &[Token], matcher: &Matcher) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = Vec::new();
    for token in tokens {
        if let Some((term, value)) = matcher.find(token) {
            let (start, end) = (token.start, token.end);
            // Tokens are nearly in order: a compound follows its parts.
            let before = |own: &Occurrence| (own.start, own.end) <= (start, end);
            let at = found.iter().rposition(before).map_or(0, |last| last + 1);
            found.insert(
                at,
                Occurrence {
                    start,
                    end,
                    position: token.position,
                    term,
                    value,
                },
            );
        }
    }
    found
}
