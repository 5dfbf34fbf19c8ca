//! Compares the visitor's question with a prepared one: a heading that is a question, or a question
//! written for a section.
//!
//! Two questions with nearly all words in common can ask for different things: another kind of
//! answer, another year, the opposite. These differences count however alike the words are.

use super::expected::Expected;
use super::likeness::Likeness;
use crate::query::Matcher;
use crate::text::{Token, WordLists, fold, tells_apart, tokenise};

/// The comparison of two questions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Comparison {
    /// Similarity, 0 to 1.
    pub likeness: f64,
    /// Whether they ask for different kinds of things, or the visitor's has a figure, a negation or
    /// another word that tells questions apart, and neither the prepared one nor its answer does.
    pub differs: bool,
}

impl Comparison {
    /// Compares a question with a prepared one, whose `answer` may have what the prepared question
    /// lacks.
    pub(super) fn new(
        asked: &str,
        prepared: &str,
        answer: &str,
        words: &WordLists,
        matcher: &Matcher,
    ) -> Self {
        let language = matcher.language();
        let kinds = [asked, prepared].map(|text| Expected::of_text(text, language, words));
        let other_kind = kinds[0].is_some() && kinds[1].is_some() && kinds[0] != kinds[1];
        let apart = |text: &str| {
            let tokens = tokenise(text, language).into_iter().filter(Token::is_word);
            let keys = tokens.map(|token| fold(&token.text));
            let keys = keys.filter(|key| tells_apart(key, language, words));
            keys.collect::<Vec<String>>()
        };
        let (own, known) = (apart(asked), apart(prepared));
        let answered = apart(answer);
        let lacks = |key: &String| !known.contains(key) && !answered.contains(key);
        Self {
            likeness: Likeness::new(asked, matcher).of(prepared),
            differs: other_kind || own.iter().any(lacks),
        }
    }
}
