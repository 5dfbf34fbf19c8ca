//! What was typed apart and the site writes as one word: `h 1b`, `e mail`, `385 000` (R4, R10).
//!
//! A page is found by either spelling since the index has both. A word that the visitor typed
//! counts more than a second reading, though, and synonyms, intents and facts look for words: so
//! the question is read as the site writes it, where the site is known to write it so.

use crate::error::Result;
use crate::index::Index;
use crate::ordered::Set;
use crate::query::Query;
use crate::text::{Apart, Language, StopWords, fold, join_apart, tokenise, written_apart};

/// Joins the words of a question that the site writes together.
#[derive(Debug)]
pub struct Joins {
    stop_words: StopWords,
    /// Fold keys of codes and numbers in synonyms, intents and facts.
    site: Set,
}

impl Joins {
    /// `known` are texts of the site with the tags of their languages, besides its pages.
    #[must_use]
    pub fn new(stop_words: StopWords, known: &[(String, String)]) -> Self {
        let words = known.iter().flat_map(|(tag, text)| {
            let tokens = tokenise(text, Language::from_tag(tag)).into_iter();
            tokens.filter(|token| token.is_word() && token.text.contains(is_figure))
        });
        Self {
            stop_words,
            site: words.map(|token| fold(&token.text)).collect(),
        }
    }

    /// Fold keys of what the question's words may be together; none for most questions.
    #[must_use]
    pub fn candidates(&self, query: &Query) -> Vec<String> {
        let apart = written_apart(&query.text).into_iter();
        apart.filter_map(|apart| self.key(&apart, query)).collect()
    }

    /// The question with that written together which the site writes so, if there is any.
    ///
    /// # Errors
    /// [`crate::Error::NotLoaded`] if a part of the index has to be fetched first,
    /// [`crate::Error::Corrupt`] if it is damaged.
    pub fn join(&self, index: &Index, query: &Query) -> Result<Option<String>> {
        let mut known: Vec<String> = Vec::new();
        for key in self.candidates(query) {
            if self.is_known(index, query, &key)? {
                known.push(key);
            }
        }
        Ok(join_apart(&query.text, &mut |apart| {
            self.key(apart, query)
                .is_some_and(|key| known.contains(&key))
        }))
    }

    fn is_known(&self, index: &Index, query: &Query, key: &str) -> Result<bool> {
        if self.site.contains(key) {
            return Ok(true);
        }
        for reading in &query.readings {
            if let Some(language) = index.language(&reading.tag)
                && !index.spellings(language, key)?.is_empty()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The fold key of what may be one word. Function words are words by themselves: `in 20`.
    fn key(&self, apart: &Apart, query: &Query) -> Option<String> {
        let is_stop = |language| {
            apart.first.len() > 1
                && self
                    .stop_words
                    .contains(&apart.first.to_ascii_lowercase(), language)
        };
        if query
            .readings
            .iter()
            .any(|reading| is_stop(reading.language))
        {
            return None;
        }
        let word = tokenise(&apart.together, Language::Other)
            .into_iter()
            .next()?;
        Some(fold(&word.text))
    }
}

fn is_figure(c: char) -> bool {
    c.is_ascii_digit()
}
