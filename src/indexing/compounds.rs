//! Compounds: words that a language writes together, and that are found by their parts too.
//!
//! A word of the pages is divided where both sides are words of the same site, perhaps with a
//! linking element between them (`Prüfung·s·anmeldung`). Nothing else says what a word is: a list
//! would be a large file for each language, and would lack the terms of the site. The division with
//! the fewest parts wins, then the one with the most frequent parts (P. Koehn, K. Knight,
//! "Empirical Methods for Compound Splitting", EACL 2003).
//!
//! The dictionary gets a row for every stem that is a part of compounds, beside the rows of words
//! with that stem: `gebuhr~`. Its postings are those of the compounds. A question's word finds the
//! row by its stem or its prefix, never by its spelling, so a part weighs less than the word
//! itself. The lists of words, the lengths of chunks, the vectors and similar pages stay the same.
//!
//! A question's word is not divided.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::dictionary::{Entry, SortedWords};
use super::postings::{Postings, count};
use super::terms::Terms;
use super::threads::{ForEach, in_ranges};
use crate::index::format::{COMPOUNDS, Posting, unite_postings};
use crate::language::{Compounds, Knowledge, bundled};
use crate::text::{fold, primary, stem_of_page};

/// Letters of the shortest part: endings and prefixes are shorter.
const SHORTEST_PART: usize = 4;

/// Bytes of the longest compound: what is longer is no word, and would take long.
const LONGEST: usize = 100;

/// Most parts of a compound.
const MOST_PARTS: usize = 4;

/// Number of words per unit of work of a thread.
const RANGE: usize = 1024;

/// Adds a row for every stem that is a part of compounds to the words of a language.
pub(super) fn with_parts(terms: Terms, tag: &str, for_each: ForEach) -> Terms {
    let compounds = compounds(&terms.words, &terms.postings, tag, for_each);
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
    compounds: &BTreeMap<&str, Vec<u32>>,
) -> (SortedWords, Postings) {
    let entry = |(stem, number): (&&str, u32)| {
        let word = format!("{stem}{COMPOUNDS}");
        Entry {
            key: fold(&word).into(),
            word: word.into(),
            stem: (*stem).into(),
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

/// Returns the numbers of the compounds with a part, by the stem of the part.
fn compounds<'w>(
    words: &'w SortedWords,
    postings: &Postings,
    tag: &'w str,
    for_each: ForEach,
) -> BTreeMap<&'w str, Vec<u32>> {
    let mut compounds: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let Some(own) = bundled(&primary(tag)).filter(|own| !own.compounds.linking.is_empty()) else {
        return compounds;
    };
    let parts = Parts::new(words, postings, tag, own);
    let divided = in_ranges(words.entries(), RANGE, for_each, |entries| {
        entries.iter().map(|entry| parts.of(entry)).collect()
    });
    for (entry, stems) in words.entries().iter().zip(divided) {
        for stem in stems {
            compounds.entry(stem).or_default().push(entry.number);
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
    /// Chunks with a stem.
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

    /// Returns the stem of a part that another part follows.
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

    /// Divides the rest of a word, which is one part if it is a form of a word of the site.
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
    /// whose own stem is shorter (`kurse`: `kurs`: `kur`). Short stems are those of too many words.
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
mod tests {
    use super::*;
    use crate::indexing::dictionary::Dictionary;
    use crate::indexing::threads::in_order;

    /// Returns the words of a site, each in a list of its own, with these numbers of chunks.
    fn site(tag: &str, chunks: &[(&str, u32)]) -> (SortedWords, Postings) {
        let mut dictionary = Dictionary::default();
        for (word, _) in chunks {
            dictionary.number((*word).to_owned()).unwrap();
        }
        let posting = |chunk| Posting::new(chunk, [1, 0, 0, 0]);
        let list = |(_, chunks): &(&str, u32)| (0..*chunks).map(posting).collect();
        let lists: Vec<Vec<Posting>> = chunks.iter().map(list).collect();
        let words = dictionary.into_words(tag, in_order);
        (words, Postings::from(lists.as_slice()))
    }

    /// Returns the compounds of a site by the stems of their parts.
    fn parts<'s>(tag: &str, words: &[&'s str]) -> Vec<(String, Vec<&'s str>)> {
        let chunks: Vec<(&str, u32)> = words.iter().map(|word| (*word, 1)).collect();
        let (sorted, postings) = site(tag, &chunks);
        let found = compounds(&sorted, &postings, tag, in_order).into_iter();
        found
            .map(|(stem, numbers)| {
                let named = numbers.iter().map(|number| words[*number as usize]);
                (stem.to_owned(), named.collect())
            })
            .collect()
    }

    /// Asserts that a compound, and no other word, has exactly these words as parts.
    #[track_caller]
    fn assert_parts(tag: &str, words: &[&str], compound: &str) {
        let all: Vec<&str> = words.iter().copied().chain([compound]).collect();
        let stems = words.iter().map(|word| stem_of_page(word, tag));
        let mut expected: Vec<(String, Vec<&str>)> =
            stems.map(|stem| (stem, vec![compound])).collect();
        expected.sort();
        assert_eq!(parts(tag, &all), expected, "{compound}");
    }

    #[test]
    fn compounds_have_parts_in_five_languages() {
        for (tag, words, compound) in [
            ("de", &["semester", "gebühr"][..], "semestergebühren"),
            ("de", &["kurs", "leiter"], "kursleitern"),
            ("de", &["kurs", "buch", "preis"], "kursbuchpreise"),
            ("de", &["sprache", "kurs"], "sprachkurse"),
            ("nl", &["huis", "kamer"], "huiskamers"),
            ("sv", &["skola", "väska"], "skolväskor"),
            ("sv", &["kyrka", "gård"], "kyrkogården"),
            ("da", &["skole", "bøger"], "skolebøger"),
            ("nb", &["skole", "bøker"], "skolebøker"),
        ] {
            assert_parts(tag, words, compound);
        }
    }

    #[test]
    fn linking_elements_belong_to_no_part() {
        for (word, written) in [
            ("prüfung", "prüfungs"),
            ("jahr", "jahres"),
            ("sprache", "sprachen"),
            ("student", "studenten"),
            ("bild", "bilder"),
            ("hund", "hunde"),
            ("schule", "schul"),
            ("geschichte", "geschichts"),
            ("studium", "studien"),
            ("firma", "firmen"),
        ] {
            let (words, postings) = site("de", &[(word, 2)]);
            let parts = Parts::new(&words, &postings, "de", bundled("de").unwrap());
            let stem = stem_of_page(word, "de");
            assert_eq!(parts.front(written), Some(stem.as_str()), "{written}");
        }
    }

    #[test]
    fn fewer_parts_win_and_then_the_more_frequent() {
        let chunks = [
            ("kurs", 9),
            ("buch", 9),
            ("kursbuch", 2),
            ("preis", 2),
            ("kursbuchpreis", 1),
            ("wach", 2),
            ("stube", 2),
            ("wachs", 7),
            ("tube", 7),
            ("wachstube", 1),
        ];
        let (words, postings) = site("de", &chunks);
        let found = compounds(&words, &postings, "de", in_order);
        let of = |stem: &str| found.get(stem).cloned().unwrap_or_default();
        assert_eq!(of("preis"), [4], "{found:?}");
        assert_eq!(of("buch"), [2], "{found:?}");
        assert_eq!(of("tub"), [9], "{found:?}");
        assert!(of("stub").is_empty(), "{found:?}");
    }

    #[test]
    fn words_whose_parts_the_site_lacks_stay_whole() {
        for words in [
            // A part is missing, too short, a stop word, a suffix, no word.
            &["prüfungsanmeldung", "prüfung"][..],
            &["vertrag", "trag"],
            &["jeder", "bein", "jederbein"],
            &["handlung", "hand"],
            &["studier", "ende", "studierende"],
            &["universität", "universitäten"],
            &["h1bk", "haus", "h1bkhaus"],
        ] {
            assert_eq!(parts("de", words), [], "{words:?}");
        }
    }

    #[test]
    fn other_languages_have_no_compounds() {
        for tag in ["en", "tr", "fr", "es", "ru", "xx"] {
            assert_eq!(parts(tag, &["house", "boat", "houseboat"]), [], "{tag}");
        }
    }

    // The lists of words are those that they had.
    #[test]
    fn rows_of_parts_are_beside_those_of_words() {
        let chunks = [("haus", 3), ("boot", 2), ("hausboot", 4), ("hausbooten", 5)];
        let (words, postings) = site("de", &chunks);
        let found = compounds(&words, &postings, "de", in_order);
        let (all, lists) = rows(&words, &postings, &found);
        let named = |entry: &Entry| {
            (
                entry.word.to_string(),
                lists.of(entry.number as usize).len(),
            )
        };
        let named: Vec<(String, usize)> = all.entries().iter().map(named).collect();
        let expected = [
            ("boot", 2),
            ("boot~", 5),
            ("haus", 3),
            ("hausboot", 4),
            ("hausbooten", 5),
            ("haus~", 5),
        ];
        assert_eq!(
            named,
            expected.map(|(word, length)| (word.to_owned(), length))
        );
        let row = &all.entries()[1];
        assert_eq!((&*row.key, &*row.stem), ("boot~", "boot"));
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties {
    use proptest::prelude::*;

    use super::*;
    use crate::indexing::dictionary::Dictionary;
    use crate::indexing::threads::in_order;

    fn on_threads(count: usize, run: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for number in (0..count).rev() {
                scope.spawn(move || run(number));
            }
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        // Whatever is divided, and in whatever order the words came, every word keeps its postings,
        // and a row of a part has no chunk without a compound.
        #[test]
        fn r18_no_word_loses_its_postings(
            mut site in prop::collection::btree_map(
                "(haus|boot|kurs|buch|schul|e|s|en|ß|ü){1,5}",
                prop::collection::btree_set(0..20_u32, 1..6),
                1..12,
            ).prop_map(|site| site.into_iter().collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let read = |site: &[(String, std::collections::BTreeSet<u32>)], for_each| {
                let mut dictionary = Dictionary::default();
                for (word, _) in site {
                    dictionary.number(word.clone()).unwrap();
                }
                let list = |chunks: &std::collections::BTreeSet<u32>| {
                    chunks.iter().map(|chunk| Posting::new(*chunk, [1, 0, 0, 0])).collect()
                };
                let lists: Vec<Vec<Posting>> = site.iter().map(|(_, own)| list(own)).collect();
                let postings = Postings::from(lists.as_slice());
                let words = dictionary.into_words("de", for_each);
                let found = compounds(&words, &postings, "de", for_each);
                let (all, lists) = rows(&words, &postings, &found);
                let row = |entry: &Entry| {
                    (entry.word.to_string(), lists.of(entry.number as usize).to_vec())
                };
                all.entries().iter().map(row).collect::<Vec<_>>()
            };
            let rows = read(&site, in_order);
            for (word, chunks) in &site {
                let own = rows.iter().find(|(other, _)| other == word);
                let found: Vec<u32> = own.unwrap().1.iter().map(|own| own.chunk).collect();
                prop_assert_eq!(found, chunks.iter().copied().collect::<Vec<_>>());
            }
            for (_, list) in rows.iter().filter(|(word, _)| word.ends_with(COMPOUNDS)) {
                let is_of_a_word = |posting: &Posting| {
                    site.iter().any(|(_, chunks)| chunks.contains(&posting.chunk))
                };
                prop_assert!(list.iter().all(is_of_a_word));
                prop_assert!(list.is_sorted_by(|one, other| one.chunk < other.chunk));
            }
            site.reverse();
            prop_assert_eq!(rows, read(&site, on_threads));
        }
    }
}
