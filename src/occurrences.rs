//! Where the words of a question stand in a text.

use crate::query::Matcher;
use crate::text::{Token, tokenise};

/// A word of the question in a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occurrence {
    /// Byte offset at which it begins.
    pub start: usize,
    /// Byte offset at which it ends.
    pub end: usize,
    /// Which word of the text it is, from 0; a compound has the number of its first part.
    pub position: u32,
    /// Number of the term of the question.
    pub term: usize,
    /// What the word tells here ([`Term::value`](crate::query::Term)).
    pub value: f64,
}

/// The words of the question in a text, by their start. Those of a compound may overlap.
#[must_use]
pub fn find(text: &str, matcher: &Matcher) -> Vec<Occurrence> {
    if matcher.is_empty() {
        return Vec::new();
    }
    find_among(&tokenise(text, matcher.language()), matcher)
}

/// As [`find`], in the tokens of a text.
#[must_use]
pub fn find_among(tokens: &[Token], matcher: &Matcher) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = Vec::new();
    for token in tokens {
        if let Some((term, value)) = matcher.find(token) {
            let (start, end) = (token.start, token.end);
            // Tokens come nearly in order: a compound as a whole comes after its parts.
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
