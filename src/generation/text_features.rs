//! Features of a hit that need its text.

use super::marks::find;
use super::units::{Asked, Form, Units};
use crate::query::{Matcher, Query};
use crate::text::{StopWords, Token, fold, tokenise};

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

/// Score of a heading that has only content words of the question, but not the question itself.
const OF_WORDS: f64 = 0.5;

/// Returns the match of a heading, 0 to 1: 1 if it has the question word for word; otherwise
/// [`OF_WORDS`] times the share of its content words that are the question's.
pub(crate) fn heading_match(heading: &str, asked: &str, matcher: &Matcher) -> f64 {
    if has_question(heading, asked, matcher) {
        return 1.0;
    }
    OF_WORDS * share_of_question(heading, matcher)
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

fn share_of_question(heading: &str, matcher: &Matcher) -> f64 {
    let stop_words = StopWords::built_in();
    let tokens = tokenise(heading, matcher.language());
    let is_content = |text: &str| !stop_words.contains(text, matcher.language());
    let found = find(heading, matcher);
    let mut all = 0.0;
    let mut own = 0.0;
    for token in tokens.iter().filter(|token| token.is_word()) {
        let is_own = found.iter().any(|found| found.start == token.start);
        if is_own || is_content(&token.text) {
            all += 1.0;
            own += f64::from(u8::from(is_own));
        }
    }
    if all > 0.0 { own / all } else { 0.0 }
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
