//! Checks that every word of a site is found in all ways to type it (R4).
//!
//! Every word of the dictionary is searched for unchanged and as visitors also type it: without
//! diacritics, in capitals, and both, for each possible language of the page around the box. Only
//! words that consist of letters are checked, because numbers and codes have other spellings.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use anyhow::anyhow;
use serde::Serialize;
use soru::index::Index;
use soru::settings::Value;
use soru::text::Language;

use super::spelling::Spelling;
use soru_files::bundle::Bundle;

/// The number of hits that visitors look at.
const SHOWN: f64 = 10.0;

/// The maximum number of missed words listed.
const NAMED: usize = 20;

/// The results for the words of one language, typed in one way.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VocabularyRow {
    /// Language of the page around the box: the `lang` of the call.
    pub interface: String,
    /// Language of the words.
    pub language: String,
    /// The way of typing.
    pub variant: Spelling,
    /// Number of words that this way of typing changes.
    pub words: usize,
    /// Number of these words for which the ten hits of the variant include the first page of the
    /// word itself.
    pub found: usize,
    /// Number of these words for which the ten hits are on the same pages as the word's own hits. A
    /// variant of several words (`su` for `su` and `şu`) finds pages of all of them.
    pub same: usize,
    /// The first missed words, with their typed form.
    pub missed: Vec<[String; 2]>,
}

impl VocabularyRow {
    /// Share of the words that are found again, 1 if there are none.
    pub fn share_found(&self) -> f64 {
        share(self.found, self.words)
    }

    /// Share of the words whose pages are the same, 1 if there are none.
    pub fn share_same(&self) -> f64 {
        share(self.same, self.words)
    }

    fn add(&mut self, other: Self) {
        self.words += other.words;
        self.found += other.found;
        self.same += other.same;
        let room = NAMED.saturating_sub(self.missed.len());
        self.missed.extend(other.missed.into_iter().take(room));
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        1.0
    } else {
        part as f64 / whole as f64
    }
}

/// Checks the words of the bundle in a folder, at most `most` of them, evenly spaced. Returns a row
/// per language of the box, language of the words, and way of typing.
///
/// # Errors
/// If the bundle cannot be read.
pub fn check(folder: &Path, most: Option<NonZeroUsize>) -> anyhow::Result<Vec<VocabularyRow>> {
    let bundle = Bundle::open(folder)?;
    let words = spaced(bundle.look_up(words)?, most);
    let interfaces = bundle.engine().stats().languages;
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let part = words.len().div_ceil(threads).max(1);
    let parts = thread::scope(|scope| {
        let running: Vec<_> = words
            .chunks(part)
            .map(|words| scope.spawn(|| Worker::new(folder, &interfaces)?.check(words)))
            .collect();
        let done = running.into_iter().map(|thread| {
            let broken = |_| anyhow!("a search crashed because of a bug in soru; please report it");
            thread.join().map_err(broken)?
        });
        done.collect::<anyhow::Result<Vec<Vec<VocabularyRow>>>>()
    })?;
    let mut rows: Vec<VocabularyRow> = Vec::new();
    for row in parts.into_iter().flatten() {
        match rows.iter_mut().find(|known| known.is_of(&row)) {
            Some(known) => known.add(row),
            None => rows.push(row),
        }
    }
    let interface = |row: &VocabularyRow| interfaces.iter().position(|tag| *tag == row.interface);
    let language = |row: &VocabularyRow| interfaces.iter().position(|tag| *tag == row.language);
    let variant = |row: &VocabularyRow| {
        Spelling::ALL
            .iter()
            .position(|variant| *variant == row.variant)
    };
    rows.sort_by_key(|row| (interface(row), language(row), variant(row)));
    Ok(rows)
}

/// A word with its language tag.
type Word = (String, String);

/// All words of the dictionary, in its order.
fn words(index: &Index) -> soru::Attempt<Vec<Word>> {
    let mut words = Vec::new();
    for (number, language) in index.languages().iter().enumerate() {
        let own = index.words(number)?;
        let own = own.iter().map(|word| word.text().to_owned());
        words.extend(own.map(|word| (language.tag.clone(), word)));
    }
    Ok(words)
}

/// Returns words of letters, at most `most`, evenly spaced.
fn spaced(words: Vec<Word>, most: Option<NonZeroUsize>) -> Vec<Word> {
    let letters = |(_, word): &Word| word.chars().all(char::is_alphabetic);
    let words: Vec<Word> = words.into_iter().filter(letters).collect();
    let most = most.map_or(words.len(), NonZeroUsize::get);
    let step = words.len().div_ceil(most.max(1)).max(1);
    words.into_iter().step_by(step).collect()
}

/// The result of one word.
#[derive(Debug, Clone, Copy)]
struct WordOutcome {
    found: bool,
    same: bool,
}

/// Searches with a separate bundle.
struct Worker<'i> {
    bundle: Bundle,
    interfaces: &'i [String],
}

impl<'i> Worker<'i> {
    fn new(folder: &Path, interfaces: &'i [String]) -> anyhow::Result<Self> {
        Ok(Self {
            bundle: Bundle::open(folder)?,
            interfaces,
        })
    }

    fn check(&self, words: &[Word]) -> anyhow::Result<Vec<VocabularyRow>> {
        let mut rows: Vec<VocabularyRow> = Vec::new();
        for interface in self.interfaces {
            for (language, word) in words {
                for row in self.check_word(interface, language, word)? {
                    match rows.iter_mut().find(|known| known.is_of(&row)) {
                        Some(known) => known.add(row),
                        None => rows.push(row),
                    }
                }
            }
        }
        Ok(rows)
    }

    /// Returns a result for each variant that changes the word.
    fn check_word(
        &self,
        interface: &str,
        language: &str,
        word: &str,
    ) -> anyhow::Result<Vec<VocabularyRow>> {
        let own = self.pages(interface, word)?;
        let own_set: BTreeSet<&String> = own.iter().collect();
        // `KAP` is the same in capitals and in ASCII capitals.
        let mut seen: Vec<(String, WordOutcome)> = Vec::new();
        let mut rows = Vec::new();
        for variant in Spelling::ALL {
            let typed = variant.of(word, Language::from_tag(language));
            if typed == word {
                continue;
            }
            let known = seen.iter().find(|(text, _)| *text == typed);
            let outcome = if let Some((_, outcome)) = known {
                *outcome
            } else {
                let pages = self.pages(interface, &typed)?;
                let outcome = WordOutcome {
                    found: own.first().is_none_or(|best| pages.contains(best)),
                    same: own_set == pages.iter().collect(),
                };
                seen.push((typed.clone(), outcome));
                outcome
            };
            let missed = [word.to_owned(), typed];
            rows.push(VocabularyRow {
                interface: interface.to_owned(),
                language: language.to_owned(),
                variant,
                words: 1,
                found: usize::from(outcome.found),
                same: usize::from(outcome.same),
                missed: Vec::from_iter((!outcome.found).then_some(missed)),
            });
        }
        Ok(rows)
    }

    /// The pages of the first hits, best first.
    fn pages(&self, interface: &str, text: &str) -> anyhow::Result<Vec<String>> {
        let options = Value::Map(vec![
            ("lang".to_owned(), Value::Text(interface.to_owned())),
            ("top_k".to_owned(), Value::Number(SHOWN)),
        ]);
        let result = self.bundle.search(text, &options)?;
        Ok(result.hits.into_iter().map(|hit| hit.id).collect())
    }
}

impl VocabularyRow {
    fn is_of(&self, other: &Self) -> bool {
        (&self.interface, &self.language, self.variant)
            == (&other.interface, &other.language, other.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sampled_evenly_and_codes_are_left_out() {
        let word = |word: &str| ("tr".to_owned(), word.to_owned());
        let words = || ["a", "h1b", "b", "2026", "c", "d", "e"].map(word).to_vec();
        assert_eq!(spaced(words(), None).len(), 5);
        assert_eq!(spaced(words(), NonZeroUsize::new(2)), ["a", "d"].map(word));
        assert!(spaced(Vec::new(), NonZeroUsize::new(2)).is_empty());
    }
}
