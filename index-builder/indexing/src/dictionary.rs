//! The words of one language: numbered by first occurrence, then sorted, with their stems.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;
use soru::error::{Error, Result};
use soru::index::format::{Vocabulary, VocabularyBuilder};
use soru::text::{fold, is_unspaced, stem_of_page};

use super::postings::{Postings, count};
use super::threads::ForEach;
use super::threads::in_ranges;

/// Number of words per unit of work of a thread.
const RANGE: usize = 1024;

/// Numbers the words of one language.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    numbers: HashMap<Box<str>, u32, RandomState>,
    parts: BTreeSet<(u32, Box<str>)>,
}

impl Dictionary {
    /// Returns the number of a word; a new word gets a new number.
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

    /// Adds a part of a word in joined capitals, by the word's number.
    pub(super) fn add_part(&mut self, word: u32, part: String) {
        self.parts.insert((word, part.into_boxed_str()));
    }

    /// Returns the words with their parts, by number.
    pub(super) fn by_number(&self) -> Vec<Numbered<'_>> {
        let mut words = vec![Numbered::default(); self.numbers.len()];
        // The order does not matter: each goes to its own place.
        for (word, number) in &self.numbers {
            words[*number as usize].word = word;
        }
        for (number, part) in &self.parts {
            words[*number as usize].parts.push(part);
        }
        words
    }

    /// Sorts the words, once all are known.
    pub(super) fn into_words(self, tag: &str, for_each: ForEach) -> SortedWords {
        let mut words = vec![Box::default(); self.numbers.len()];
        // The order does not matter: each goes to its own place.
        for (word, number) in self.numbers {
            words[number as usize] = word;
        }
        let spellings: Vec<[Box<str>; 2]> = in_ranges(&words, RANGE, for_each, |words| {
            let spellings = words
                .iter()
                .map(|word| [fold(word), stem_of_page(word, tag)]);
            spellings
                .map(|own| own.map(String::into_boxed_str))
                .collect()
        });
        let words = words.into_iter().zip(spellings).zip(0..);
        let entry = |((word, [key, stem]), number): ((Box<str>, [Box<str>; 2]), u32)| {
            (
                leading(&key),
                Entry {
                    key,
                    word,
                    stem,
                    number,
                },
            )
        };
        let mut entries: Vec<(u64, Entry)> = words.map(entry).collect();
        entries.sort_unstable_by(|(one_leading, one), (other_leading, other)| {
            let one = (one_leading, &one.key, &one.word);
            one.cmp(&(other_leading, &other.key, &other.word))
        });
        SortedWords {
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
            parts: self.parts.into_iter().collect(),
        }
    }
}

/// A word with its parts, if it is a word in joined capitals.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbered<'d> {
    pub(super) word: &'d str,
    pub(super) parts: Vec<&'d str>,
}

/// A word of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Fold key.
    pub(super) key: Box<str>,
    pub(super) word: Box<str>,
    pub(super) stem: Box<str>,
    /// Number of the word's list of postings.
    pub(super) number: u32,
}

/// The words of one language, ascending by fold key.
#[derive(Debug, Default)]
pub(super) struct SortedWords {
    entries: Vec<Entry>,
    /// Parts of words in joined capitals, with the numbers of the words.
    parts: Vec<(u32, Box<str>)>,
}

impl SortedWords {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether it has a word with this fold key.
    pub(super) fn has(&self, key: &str) -> bool {
        let at = self.entries.partition_point(|entry| &*entry.key < key);
        self.entries.get(at).is_some_and(|entry| &*entry.key == key)
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn parts(&self) -> &[(u32, Box<str>)] {
        &self.parts
    }

    /// Returns these words and others.
    pub(super) fn with(&self, others: Vec<Entry>) -> Self {
        let mut all = self.entries.clone();
        all.extend(others);
        all.sort_by(|one, other| (&one.key, &one.word).cmp(&(&other.key, &other.word)));
        Self {
            entries: all,
            parts: Vec::new(),
        }
    }

    /// Returns the words worth proposing, which excludes pairs of characters.
    pub(super) fn vocabulary(&self, postings: &Postings) -> Vocabulary {
        let mut builder = VocabularyBuilder::default();
        for Entry {
            key, word, number, ..
        } in self
            .entries
            .iter()
            .filter(|own| !own.word.starts_with(is_unspaced))
        {
            builder.push(
                key.to_string(),
                word,
                count(postings.of(*number as usize).len()),
            );
        }
        builder.finish()
    }
}

/// Returns the first eight bytes of a text as a number. Sorting by this number first, then by text,
/// seldom has to read the texts.
pub(super) fn leading(text: &str) -> u64 {
    let mut bytes = [0; 8];
    for (byte, own) in bytes.iter_mut().zip(text.bytes()) {
        *byte = own;
    }
    u64::from_be_bytes(bytes)
}
