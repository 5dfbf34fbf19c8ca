//! Compounds: finds words that a language writes together, so that their parts find them too.
//!
//! A word of the pages is divided where both sides are words of the same site, perhaps with a
//! linking element between them (`Prüfung·s·anmeldung`). There is no other source of words: a list
//! would be a large file for each language, and would lack the terms of the site. The division with
//! the fewest parts wins, then the one with the most frequent parts (P. Koehn, K. Knight,
//! "Empirical Methods for Compound Splitting", EACL 2003).
//!
//! The dictionary gets a row for every stem that is a part of compounds, beside the rows of words
//! with that stem: `gebuhr~`. Its postings are the postings of the compounds. A question's word
//! finds the row by its stem or its prefix, never by its spelling, so a part weighs less than the
//! word itself. The lists of words, the lengths of chunks, the vectors and similar pages stay the
//! same.
//!
//! Names in joined capitals (`joined_capitals.rs`) are found by their parts in the same way, in any
//! language.
//!
//! A question's words are not divided.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;
use soru::index::format::{COMPOUNDS, Posting, unite_postings};
use soru::language::{Compounds, Knowledge, words_of};
use soru::text::{fold, primary, stem_of_page};

use super::dictionary::{Entry, SortedWords};
use super::postings::{Postings, count};
use super::terms::Terms;
use super::threads::{ForEach, in_ranges};

/// The minimum number of letters of a part: endings and prefixes are shorter.
const SHORTEST_PART: usize = 4;

/// The maximum length of a compound in bytes. Anything longer is not a word, and would take long.
const LONGEST: usize = 100;

/// The maximum number of parts of a compound.
const MOST_PARTS: usize = 4;

/// Number of words per unit of work of a thread.
const RANGE: usize = 1024;

/// Adds a row for every stem that is a part of compounds to the words of a language.
pub(super) fn with_parts(terms: Terms, tag: &str, for_each: ForEach) -> Terms {
    let mut compounds = compounds(&terms.words, &terms.postings, tag, for_each);
    add_names(&mut compounds, &terms.words, tag);
    if compounds.is_empty() {
        return terms;
    }
    let (words, postings) = rows(&terms.words, &terms.postings, &compounds);
    Terms {
        words: Arc::new(words),
        postings: Arc::new(postings),
        ..terms
    }
}

/// Returns the words and the rows of parts, with the postings of both.
fn rows(
    words: &SortedWords,
    postings: &Postings,
    compounds: &BTreeMap<String, Vec<u32>>,
) -> (SortedWords, Postings) {
    let entry = |(stem, number): (&String, u32)| {
        let word = format!("{stem}{COMPOUNDS}");
        Entry {
            key: fold(&word).into(),
            word: word.into(),
            stem: stem.as_str().into(),
            number,
        }
    };
    let entries = compounds.keys().zip(count(words.len())..).map(entry);
    let lists = compounds.values().map(|numbers| {
        let lists = numbers.iter().map(|number| postings.of(*number as usize));
        unite_postings(lists.map(|list| Arc::new(list.to_vec())).collect())
    });
    let lists: Vec<Arc<Vec<Posting>>> = lists.collect();
    (words.with(entries.collect()), postings.with(&lists))
}

/// Adds the names in joined capitals, by the stems of their parts.
fn add_names(compounds: &mut BTreeMap<String, Vec<u32>>, words: &SortedWords, tag: &str) {
    for (number, part) in words.parts() {
        let numbers = compounds.entry(stem_of_page(part, tag)).or_default();
        numbers.push(*number);
        numbers.sort_unstable();
        numbers.dedup();
    }
}

/// Returns the numbers of the compounds that contain a part, by the stem of the part.
fn compounds(
    words: &SortedWords,
    postings: &Postings,
    tag: &str,
    for_each: ForEach,
) -> BTreeMap<String, Vec<u32>> {
    let mut compounds: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let Some(own) = words_of(&primary(tag)).filter(|own| !own.compounds.linking.is_empty()) else {
        return compounds;
    };
    let parts = Parts::new(words, postings, tag, own);
    let divided = in_ranges(words.entries(), RANGE, for_each, |entries| {
        entries.iter().map(|entry| parts.of(entry)).collect()
    });
    for (entry, stems) in words.entries().iter().zip(divided) {
        for stem in stems {
            compounds
                .entry(stem.to_owned())
                .or_default()
                .push(entry.number);
        }
    }
    compounds
}

/// The words that can be parts.
struct Parts<'w> {
    tag: &'w str,
    rules: &'static Compounds,
    /// Their stems, by spelling.
    words: HashMap<&'w str, &'w str, RandomState>,
    /// Number of chunks with a stem.
    stems: HashMap<&'w str, usize, RandomState>,
}

/// The parts of a word, last to first, and the product of their frequencies.
struct Division<'w> {
    stems: Vec<&'w str>,
    frequency: u128,
}

impl<'w> Parts<'w> {
    fn new(
        words: &'w SortedWords,
        postings: &Postings,
        tag: &'w str,
        own: &'static Knowledge,
    ) -> Self {
        let stop_words = own.stop_words.folded.split_whitespace().map(fold);
        let stop_words: Vec<String> = stop_words.collect();
        let may_be_part = |entry: &&Entry| {
            is_long_enough(&entry.word)
                && entry.word.chars().all(char::is_alphabetic)
                && !stop_words.iter().any(|word| **word == *entry.key)
        };
        let entries = || words.entries().iter().filter(may_be_part);
        let mut stems: HashMap<&str, usize, RandomState> = HashMap::default();
        for entry in entries() {
            *stems.entry(&entry.stem).or_default() += postings.of(entry.number as usize).len();
        }
        Self {
            tag,
            rules: &own.compounds,
            words: entries()
                .map(|entry| (&*entry.word, &*entry.stem))
                .collect(),
            stems,
        }
    }

    /// Returns the stems of a word's parts.
    fn of(&self, entry: &Entry) -> Vec<&'w str> {
        if entry.word.len() > LONGEST || !entry.word.chars().all(char::is_alphabetic) {
            return Vec::new();
        }
        let division = self.divided(&entry.word, MOST_PARTS);
        let mut stems = division.map_or_else(Vec::new, |division| division.stems);
        stems.retain(|stem| **stem != *entry.stem);
        stems.sort_unstable();
        stems.dedup();
        stems
    }

    /// Divides a word into two parts or more.
    fn divided(&self, word: &str, most: usize) -> Option<Division<'w>> {
        let mut best: Option<Division<'w>> = None;
        for (at, _) in word.char_indices() {
            let (front, back) = word.split_at(at);
            if !is_long_enough(front) || !is_long_enough(back) {
                continue;
            }
            let Some(front) = self.front(front) else {
                continue;
            };
            let Some(mut found) = self.back(back, most - 1) else {
                continue;
            };
            found.stems.push(front);
            found.frequency = found.frequency.saturating_mul(self.stems[front] as u128);
            let is_better = |best: &Division<'_>| {
                let parts = found.stems.len().cmp(&best.stems.len());
                parts.then(best.frequency.cmp(&found.frequency)).is_lt()
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some(found);
            }
        }
        best
    }

    /// Returns the stem of a part that precedes another part.
    fn front(&self, written: &str) -> Option<&'w str> {
        let linked = || {
            let mut words = self.rules.linking.iter().filter_map(|[linked, ending]| {
                let word = [written.strip_suffix(linked)?, ending].concat();
                self.words.get(word.as_str()).copied()
            });
            words.next()
        };
        self.form(written).or_else(linked)
    }

    /// Divides the rest of a word. The rest is one part if it is a form of a word of the site.
    fn back(&self, written: &str, most: usize) -> Option<Division<'w>> {
        let mut suffixes = self.rules.suffixes.split(' ');
        if suffixes.any(|suffix| suffix == written) {
            return None;
        }
        match self.form(written) {
            Some(stem) => Some(Division {
                stems: vec![stem],
                frequency: self.stems[stem] as u128,
            }),
            None if most > 1 => self.divided(written, most),
            None => None,
        }
    }

    /// Returns the stem of a word, or of another form of one. A form's stem may be the word itself,
    /// whose own stem is shorter (`kurse`: `kurs`: `kur`). Short stems are excluded, because they
    /// belong to too many words.
    fn form(&self, written: &str) -> Option<&'w str> {
        if let Some(stem) = self.words.get(written) {
            return Some(stem);
        }
        let stem = stem_of_page(written, self.tag);
        let bare = self.words.get(stem.as_str()).copied();
        bare.or_else(|| {
            let (stem, _) = self.stems.get_key_value(stem.as_str())?;
            is_long_enough(stem).then_some(*stem)
        })
    }
}

fn is_long_enough(part: &str) -> bool {
    part.chars().nth(SHORTEST_PART - 1).is_some()
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
