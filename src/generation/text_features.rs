//! Features of a hit that need its text.

use super::units::{Asked, Form, Units};
use crate::query::{Matcher, Query};
use crate::text::{Token, fold, tokenise};

/// Returns whether the best sentence of a text, or a neighbour, has the kind of thing asked for: 0,
/// a half or 1.
pub(crate) fn expected_kind(units: &Units<'_>) -> f64 {
    let mut best: Option<(f64, usize)> = None;
    for (number, unit) in units.all.iter().enumerate() {
        let most = best.map_or(0.0, |(most, _)| most);
        if unit.form == Form::Statement && unit.value > most {
            best = Some((unit.value, number));
        }
    }
    let Some((_, best)) = best else { return 0.0 };
    let near = &units.all[best.saturating_sub(1)..units.all.len().min(best + 2)];
    near.iter().map(|unit| unit.expected).fold(0.0, f64::max)
}

/// Returns whether a heading has all words of the question in sequence, ignoring accents. A single
/// word is not a question.
pub(crate) fn has_question(heading: &str, asked: &str, matcher: &Matcher) -> bool {
    let words = |text| {
        let tokens = tokenise(text, matcher.language()).into_iter();
        let words = tokens.filter(Token::is_word);
        words.map(|token| fold(&token.text)).collect::<Vec<_>>()
    };
    let asked = words(asked);
    asked.len() > 1 && words(heading).windows(asked.len()).any(|row| row == asked)
}

impl<'q> Asked<'q> {
    /// Prepares a question for texts that a matcher reads.
    pub(crate) fn new(
        query: &'q Query,
        expected: Option<super::Expected>,
        matcher: &Matcher,
    ) -> Self {
        Self {
            text: &query.text,
            words: &query.words,
            language: matcher.language(),
            expected,
            total: matcher.total(),
        }
    }
}
