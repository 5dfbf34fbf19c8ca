//! Joins compounds that the visitor typed as separate words and the site writes as one: `h 1b`,
//! `e mail`, `385 000`, `open athens` (R4, R10).
//!
//! The index has both spellings, so either one finds the page. But a typed word counts more than a
//! second reading, and synonyms, intents and facts look for words. So the joiner rewrites the
//! question with the site's spelling, if the site has the joined word.

use super::KnownText;
use crate::index::Index;
use crate::needs::Attempt;
use crate::ordered::Set;
use crate::query::Query;
use crate::text::{
    Language, SplitCompound, StopWords, fold, join_split_compounds, split_compounds, tokenise,
};

/// Most words of a question whose neighbouring words are looked up as one.
const MOST_WORDS: usize = 4;

/// Joins the words of a question that the site writes together.
#[derive(Debug)]
pub struct CompoundJoiner {
    stop_words: StopWords,
    /// Fold keys of codes and numbers in synonyms, intents and facts.
    site_keys: Set,
}

impl CompoundJoiner {
    /// Creates a joiner. `known` are further texts of the site.
    pub fn new(stop_words: StopWords, known: &[KnownText]) -> Self {
        let words = known.iter().flat_map(|known| {
            let tokens = tokenise(&known.text, Language::from_tag(&known.tag)).into_iter();
            tokens.filter(|token| token.is_word() && token.text.contains(is_digit))
        });
        Self {
            stop_words,
            site_keys: words.map(|token| fold(&token.text)).collect(),
        }
    }

    /// Returns the fold keys of the compounds that the question may contain; none for most
    /// questions.
    pub fn candidates(&self, query: &Query) -> Vec<String> {
        let compounds = split_compounds(&query.text).into_iter();
        compounds
            .filter_map(|compound| self.key(&compound, query))
            .collect()
    }

    /// Returns the question with those compounds joined that the site has; none if the site has
    /// none of them.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) if a part of the index must be fetched first,
    /// [`crate::Error::Corrupt`] if it is damaged.
    pub fn join(&self, index: &Index, query: &Query) -> Attempt<Option<String>> {
        let mut known: Vec<String> = Vec::new();
        for key in self.candidates(query) {
            if self.is_known(index, query, &key)? {
                known.push(key);
            }
        }
        Ok(join_split_compounds(&query.text, &mut |compound| {
            self.key(compound, query)
                .is_some_and(|key| known.contains(&key))
        }))
    }

    fn is_known(&self, index: &Index, query: &Query, key: &str) -> Attempt<bool> {
        if self.site_keys.contains(key) {
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

    /// Returns the joined word's fold key. A compound does not begin with a stop word: `in 20`. Two
    /// words of letters are looked up in short questions only, as names are typed: in long ones
    /// they are many, and each may need another file.
    fn key(&self, compound: &SplitCompound, query: &Query) -> Option<String> {
        let [_, second] = &compound.words;
        let is_stop = |word: &&String| {
            let word = word.to_ascii_lowercase();
            let mut readings = query.readings.iter();
            word.len() > 1
                && readings.any(|reading| self.stop_words.contains(&word, reading.language))
        };
        let is_long = !second.is_empty() && query.word_count() > MOST_WORDS;
        if is_long || compound.words.iter().any(|word| is_stop(&word)) {
            return None;
        }
        let mut tokens = tokenise(&compound.joined, Language::Other).into_iter();
        let word = tokens.find(|token| token.start == 0 && token.end == compound.joined.len())?;
        Some(fold(&word.text))
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}
