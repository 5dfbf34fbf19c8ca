//! The words of one language, numbered as they come.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::ForEach;
use super::postings::Postings;
use super::stretches::in_stretches;
use crate::error::{Error, Result};
use crate::index::format::{Vocabulary, VocabularyBuilder};
use crate::text::{Language, fold, stem};

/// So many words are one piece of work for a thread.
const STRETCH: usize = 1024;

/// Numbers the words of one language.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    numbers: HashMap<Box<str>, u32, RandomState>,
}

impl Dictionary {
    /// The number of a word, a new one for a new word.
    pub(super) fn number(&mut self, word: String) -> Result<u32> {
        if let Some(number) = self.numbers.get(word.as_str()) {
            return Ok(*number);
        }
        let number = u32::try_from(self.numbers.len()).map_err(|_| Error::InvalidInput {
            what: word.clone(),
            detail: "the site has more different words than an index can number".to_owned(),
        })?;
        self.numbers.insert(word.into_boxed_str(), number);
        Ok(number)
    }

    /// The words, when there will be no more of them.
    pub(super) fn into_words(self) -> Words {
        let mut words = vec![Box::default(); self.numbers.len()];
        // In whatever order: each goes to its own place.
        for (word, number) in self.numbers {
            words[number as usize] = word;
        }
        Words(words)
    }
}

/// The words of one language by their numbers.
#[derive(Debug, Default)]
pub(super) struct Words(Vec<Box<str>>);

impl Words {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The stems of the words, by the words' numbers.
    pub(super) fn stems(&self, rules: Language, for_each: ForEach) -> Vec<Box<str>> {
        in_stretches(&self.0, STRETCH, for_each, |words| {
            let stems = words.iter().map(|word| stem(word, rules));
            stems.map(String::into_boxed_str).collect()
        })
    }

    /// The words with fold key and number, ascending by key.
    fn ordered(&self) -> Vec<(String, &str, usize)> {
        let words = self.iter().enumerate();
        let mut order: Vec<(String, &str, usize)> = words
            .map(|(number, word)| (fold(word), word, number))
            .collect();
        order.sort_unstable();
        order
    }

    /// The words with fold key and number, ascending by key.
    pub(super) fn into_ordered(self) -> Vec<(Box<str>, Box<str>, u32)> {
        let keyed = |(word, number): (Box<str>, u32)| (fold(&word).into_boxed_str(), word, number);
        let mut order: Vec<_> = self.0.into_iter().zip(0..).map(keyed).collect();
        order.sort_unstable();
        order
    }

    /// The words that are worth proposing.
    pub(super) fn vocabulary(&self, postings: &Postings) -> Vocabulary {
        let mut builder = VocabularyBuilder::default();
        for (key, word, number) in self.ordered() {
            builder.push(key, word, count(postings.of(number).len()));
        }
        builder.finish()
    }
}

/// A number of chunks, words or postings of one word, none of which exceeds what 32 bits can number.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
