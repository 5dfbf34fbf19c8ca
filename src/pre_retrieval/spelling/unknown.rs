//! Words of a question that the site does not know, in any of its languages.

use super::VocabularySpeller;
use super::ordinary_words::is_ordinary;
use super::site_words::SiteWords;
use crate::index::Index;
use crate::needs::Attempt;
use crate::query::{Query, Reading};
use crate::text::{Language, Token, fold, is_unspaced, stem, tokenise};

/// The question as read in one language.
struct ReadAs<'s> {
    tag: &'s str,
    language: Language,
    site: &'s SiteWords,
    tokens: Vec<Token>,
    /// The end of the text, if it is unfinished.
    goes_on_from: Option<usize>,
}

impl VocabularySpeller {
    /// Returns the words of a question that no language of the site knows, in their order, and the
    /// number of all words.
    pub(super) fn unknown(
        &self,
        index: &Index,
        query: &Query,
        own: &Reading,
    ) -> Attempt<(Vec<Token>, usize)> {
        let text = &query.text;
        let mut readings = Vec::with_capacity(self.site.len());
        for (tag, site) in &self.site {
            let language = Language::from_tag(tag);
            readings.push(ReadAs {
                tag,
                language,
                site,
                tokens: tokenise(text, language),
                goes_on_from: query.partial.then_some(text.len()),
            });
        }
        // The question's own language knows most words, so the others are seldom read.
        if let Some(at) = readings.iter().position(|reading| *reading.tag == own.tag) {
            readings.swap(0, at);
        }
        let phrases = query.restrictions.phrases.iter();
        let demanded: Vec<Token> = phrases
            .flat_map(|phrase| tokenise(phrase, own.language))
            .collect();
        let (mut unknown, mut words) = (Vec::new(), 0);
        for token in tokenise(text, own.language) {
            let written = &text[token.start..token.end];
            if !token.is_word() || !is_word(&token.text) || !is_written(&token, written) {
                continue;
            }
            words += 1;
            let mut is_known = demanded.iter().any(|word| word.text == token.text);
            for reading in &readings {
                is_known = is_known || self.knows(index, reading, token.start, token.end)?;
            }
            if !is_known {
                unknown.push(token);
            }
        }
        Ok((unknown, words))
    }

    /// Returns whether all words of one reading between two offsets are known.
    fn knows(&self, index: &Index, reading: &ReadAs<'_>, from: usize, to: usize) -> Attempt<bool> {
        let mut any = false;
        for token in &reading.tokens {
            if token.is_word() && token.start < to && from < token.end {
                if !self.knows_word(index, reading, token)? {
                    return Ok(false);
                }
                any = true;
            }
        }
        Ok(any)
    }

    fn knows_word(&self, index: &Index, reading: &ReadAs<'_>, token: &Token) -> Attempt<bool> {
        let (word, language, key) = (&token.text, reading.language, fold(&token.text));
        if self.stop_words.contains(word, language)
            || is_ordinary(word, language)
            || reading.site.knows(&key, word)
        {
            return Ok(true);
        }
        let Some(number) = index.language(reading.tag) else {
            return Ok(false);
        };
        let goes_on =
            reading.goes_on_from == Some(token.end) && !index.completions(number, &key)?.is_empty();
        Ok(goes_on || index.knows(number, &key, &stem(word, language))?)
    }
}

/// Returns whether a word consists of letters, in a script with spaces.
fn is_word(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) && !word.starts_with(is_unspaced)
}

/// Returns whether a word occurs in the question as written; a sign that is read as a word does
/// not.
fn is_written(token: &Token, written: &str) -> bool {
    let letters: String = written.chars().filter(|c| c.is_alphabetic()).collect();
    fold(&letters).starts_with(&fold(&token.text))
}
