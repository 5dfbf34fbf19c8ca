//! Compounds: words that a language writes together, and that are found by their parts too.
//!
//! A word of the pages is split where both sides are words of the same site, with an element between them that the
//! language puts there (`Prüfung·s·anmeldung`). Nothing else says what is a word: a list would be a large file for each
//! language, and would lack the terms of the site. The division with the most frequent parts wins (Koehn and Knight,
//! *Empirical Methods for Compound Splitting*, EACL 2003).
//!
//! Only the index knows of parts. A question's word needs no division, because its own word finds every page.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::ForEach;
use super::dictionary::{Entry, Words};
use super::occurrences::Occurrences;
use super::threads::in_stretches;
use crate::error::Result;
use crate::index::format::Posting;
use crate::language::bundled;
use crate::text::{fold, stem_of_page};

/// Letters of the shortest part: endings and prefixes are shorter.
const SHORTEST_PART: usize = 4;

/// Chunks that a part is in, at the least. What is written once by itself is often a name or an error.
const FEWEST_CHUNKS: u32 = 2;

/// Number of words per unit of work of a thread.
const STRETCH: usize = 1024;

/// The parts of a language's compounds.
#[derive(Debug, Default)]
pub(super) struct Compounds {
    /// Numbers of the parts' lists, by the number of the compound's list. Empty if there are no compounds.
    parts: Vec<Box<[u32]>>,
}

impl Compounds {
    /// Finds the compounds of a language. `chunks` is how many chunks each list has.
    pub(super) fn of(words: &Words, tag: &str, chunks: &[u32], for_each: ForEach) -> Self {
        let Some(own) = bundled(tag).filter(|own| !own.linking.is_empty()) else {
            return Self::default();
        };
        let parts = Parts::new(words, tag, own.linking, own.stop_words.folded, chunks);
        let found = in_stretches(words.entries(), STRETCH, for_each, |entries| {
            let of = |entry: &Entry| (entry.number, parts.of(&entry.word).into_boxed_slice());
            entries.iter().map(of).collect()
        });
        let mut compounds = vec![Box::default(); words.len()];
        for (number, parts) in found {
            compounds[number as usize] = parts;
        }
        if compounds.iter().all(|parts: &Box<[u32]>| parts.is_empty()) {
            compounds.clear();
        }
        Self { parts: compounds }
    }

    /// Adds to the postings of a chunk those of the parts of its compounds. A part that the chunk has as a word stays
    /// as it is.
    fn add_parts(&self, chunk: &mut Vec<(usize, Posting)>) {
        let mut added: Vec<(usize, Posting)> = Vec::new();
        for (word, posting) in chunk.iter() {
            let parts = self.parts.get(*word).into_iter().flatten();
            added.extend(parts.map(|part| (*part as usize, *posting)));
        }
        if added.is_empty() {
            return;
        }
        chunk.sort_by_key(|(word, _)| *word);
        added.sort_by_key(|(part, _)| *part);
        let has = |part| chunk.binary_search_by_key(&part, |(word, _)| *word).is_ok();
        let mut new: Vec<(usize, Posting)> = Vec::new();
        for (part, posting) in added {
            match new.last_mut() {
                Some((last, united)) if *last == part => unite(united, &posting),
                _ if has(part) => {}
                _ => new.push((part, posting)),
            }
        }
        chunk.append(&mut new);
    }

    /// Calls `give` like [`Occurrences::each`], also for the parts of compounds.
    ///
    /// # Errors
    /// Never, for occurrences that were packed.
    pub(super) fn each(
        &self,
        occurrences: &Occurrences,
        mut give: impl FnMut(u32, usize, Posting),
    ) -> Result<()> {
        if self.is_empty() {
            return occurrences.each(give);
        }
        let mut current = 0;
        let mut postings: Vec<(usize, Posting)> = Vec::new();
        let mut flush = |chunk: u32, postings: &mut Vec<(usize, Posting)>| {
            self.add_parts(postings);
            postings
                .drain(..)
                .for_each(|(word, posting)| give(chunk, word, posting));
        };
        occurrences.each(|chunk, word, posting| {
            if chunk != current {
                flush(current, &mut postings);
                current = chunk;
            }
            postings.push((word, posting));
        })?;
        flush(current, &mut postings);
        Ok(())
    }

    /// Whether no word of the language has parts.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// Two compounds of a chunk have the same part.
fn unite(united: &mut Posting, other: &Posting) {
    let sum = |one: u8, two: u8| u16::from(one) + u16::from(two);
    let frequencies = [
        united.body.saturating_add(other.body),
        sum(united.headings, other.headings),
        sum(united.title, other.title),
        sum(united.questions, other.questions),
    ];
    *united = Posting::new(united.chunk, frequencies);
}

/// The words that can be parts.
struct Parts<'w> {
    tag: &'w str,
    linking: &'static [&'static str],
    /// By spelling: the list's number, and its chunks.
    words: HashMap<&'w str, (u32, u32), RandomState>,
    /// By stem: the most frequent word with it.
    stems: HashMap<&'w str, (u32, u32), RandomState>,
}

impl<'w> Parts<'w> {
    fn new(
        words: &'w Words,
        tag: &'w str,
        linking: &'static [&'static str],
        stop_words: &str,
        chunks: &[u32],
    ) -> Self {
        let stop_words: Vec<String> = stop_words.split_whitespace().map(fold).collect();
        let mut parts = Self {
            tag,
            linking,
            words: HashMap::default(),
            stems: HashMap::default(),
        };
        for entry in words.entries() {
            let found = (entry.number, chunks[entry.number as usize]);
            let is_part = found.1 >= FEWEST_CHUNKS
                && entry.word.chars().count() >= SHORTEST_PART
                && entry.word.chars().all(char::is_alphabetic)
                && !stop_words.iter().any(|word| **word == *entry.key);
            if is_part {
                parts.words.insert(&entry.word, found);
                let most = parts.stems.entry(&entry.stem).or_insert(found);
                // Words come in a fixed order, so that a draw is always decided alike.
                if found.1 > most.1 {
                    *most = found;
                }
            }
        }
        parts
    }

    /// Returns the numbers of a word's parts, first to last; none if it is no compound.
    fn of(&self, word: &str) -> Vec<u32> {
        let letters = word.chars().count();
        if letters < 2 * SHORTEST_PART || !word.chars().all(char::is_alphabetic) {
            return Vec::new();
        }
        let mut best: Option<(u64, [u32; 2])> = None;
        let places = word.char_indices().enumerate();
        for (number, (at, _)) in places {
            if number < SHORTEST_PART || letters - number < SHORTEST_PART {
                continue;
            }
            let (front, back) = word.split_at(at);
            let Some(front) = self.front(front) else {
                continue;
            };
            let Some(back) = self.back(back) else {
                continue;
            };
            let worth = u64::from(front.1) * u64::from(back.1);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, [front.0, back.0]));
            }
        }
        best.map_or_else(Vec::new, |(_, parts)| parts.to_vec())
    }

    /// The word in front, with or without a linking element; German also drops an `e` (`Schule`, `Schulweg`).
    fn front(&self, written: &str) -> Option<(u32, u32)> {
        let bare = self.linking.iter();
        let bare = bare.filter_map(|element| written.strip_suffix(element));
        let mut known = bare.filter_map(|word| self.words.get(word));
        let with_e = || self.words.get(format!("{written}e").as_str());
        let found = self.words.get(written).or_else(|| known.next());
        found.or_else(with_e).copied()
    }

    /// The word at the end carries the inflection, so its stem is enough.
    fn back(&self, written: &str) -> Option<(u32, u32)> {
        let same = self.words.get(written);
        same.or_else(|| self.stems.get(stem_of_page(written, self.tag).as_str()))
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexing::dictionary::Dictionary;
    use crate::indexing::related::in_order;

    /// Returns the parts of each word of a site whose words are in two chunks each.
    fn parts<'s>(tag: &str, site: &[&'s str]) -> Vec<(&'s str, Vec<&'s str>)> {
        let mut dictionary = Dictionary::default();
        for word in site {
            dictionary.number((*word).to_owned()).unwrap();
        }
        let words = dictionary.into_words(tag, in_order);
        let compounds = Compounds::of(&words, tag, &vec![2; site.len()], in_order);
        let named = |parts: &[u32]| parts.iter().map(|part| site[*part as usize]).collect();
        let all = site.iter().zip(&compounds.parts);
        all.filter(|(_, parts)| !parts.is_empty())
            .map(|(word, parts)| (*word, named(parts)))
            .collect()
    }

    #[test]
    fn german_compounds_have_parts() {
        let site = [
            "prüfung",
            "anmeldung",
            "gebühr",
            "studium",
            "studien",
            "schule",
            "beginn",
            "prüfungsanmeldung",
            "studiengebühren",
            "schulbeginn",
        ];
        assert_eq!(
            parts("de", &site),
            [
                ("prüfungsanmeldung", vec!["prüfung", "anmeldung"]),
                ("studiengebühren", vec!["studien", "gebühr"]),
                ("schulbeginn", vec!["schule", "beginn"]),
            ]
        );
    }

    #[test]
    fn dutch_and_swedish_compounds_have_parts() {
        let dutch = [
            "student",
            "kaart",
            "studentenkaarten",
            "kamer",
            "huur",
            "kamerhuur",
        ];
        assert_eq!(
            parts("nl", &dutch),
            [
                ("studentenkaarten", vec!["student", "kaart"]),
                ("kamerhuur", vec!["kamer", "huur"]),
            ]
        );
        let swedish = ["universitet", "bibliotek", "universitetsbiblioteket"];
        assert_eq!(
            parts("sv", &swedish),
            [("universitetsbiblioteket", vec!["universitet", "bibliotek"])]
        );
    }

    #[test]
    fn words_whose_parts_the_site_lacks_stay_whole() {
        let site = [
            "prüfungsanmeldung",
            "prüfung",
            "und",
            "hand",
            "handlung",
            "einander",
        ];
        assert_eq!(parts("de", &site), []);
        for tag in ["en", "tr", "fr", "xx"] {
            assert_eq!(parts(tag, &["house", "boat", "houseboat"]), [], "{tag}");
        }
    }

    // A part that a chunk has as a word is counted as it is written.
    #[test]
    fn parts_are_added_to_the_chunk_of_their_compound() {
        let parts = vec![Box::default(), Box::default(), [0, 1].into(), [0, 1].into()];
        let compounds = Compounds { parts };
        let posting = |frequencies| Posting::new(7, frequencies);
        let mut chunk = vec![
            (3, posting([2, 0, 1, 0])),
            (1, posting([5, 0, 0, 0])),
            (2, posting([1, 1, 0, 0])),
        ];
        compounds.add_parts(&mut chunk);
        let of = |word| chunk.iter().filter(move |(own, _)| *own == word);
        assert_eq!(of(0).count(), 1);
        assert_eq!(of(0).next().unwrap().1, posting([3, 1, 1, 0]));
        assert_eq!(of(1).next().unwrap().1, posting([5, 0, 0, 0]));
        assert_eq!(chunk.len(), 4);
    }
}
