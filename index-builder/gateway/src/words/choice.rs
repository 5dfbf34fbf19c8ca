//! Chooses among spellings and among near words.

use std::collections::HashMap;

use soru::text::{Language, fold, tokenise};

use super::known::Chunks;
use crate::engines::Near;

/// The share of the most common spelling's places that another spelling needs.
const LEAST_SHARE: f64 = 0.25;

/// Spellings of a key that are searched for.
const MOST_SPELLINGS: usize = 2;

/// The shortest word that is corrected, in letters.
const SHORTEST: usize = 5;

/// Letters at the end of a word that may be an ending: a word that differs from one of the site
/// in these alone is another form of it.
const ENDING: usize = 2;

/// The shortest word with two errors, in letters.
const SHORTEST_WITH_TWO: usize = 8;

/// Near words in texts that are counted for a word.
const MOST_FORMS: usize = 4;

/// The shortest name before an ending, in letters.
const SHORTEST_NAME: usize = 3;

/// The shortest part of a compound, in letters.
const SHORTEST_PART: usize = 4;

/// The way to another spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// The word is spelt as on the site, or cannot be corrected.
    None,
    /// The site has the letters, mostly with diacritics.
    SameLetters,
    /// The site lacks the letters.
    NearLetters,
}

/// Decides by the number of chunks with a word and with its fold key.
///
/// A word whose beginning the site has is found by it, and is more often another form than an
/// error.
pub(super) fn search(word: &str, [own, stem, prefix]: Chunks, with_key: u64) -> Search {
    let key = fold(word);
    if with_key > 0 {
        // A word that was typed with its diacritics is meant as typed.
        let is_typed_plainly = key == word;
        return if is_typed_plainly && own * 2 < with_key {
            Search::SameLetters
        } else {
            Search::None
        };
    }
    if stem == 0 && prefix == 0 && is_correctable(&key) {
        return Search::NearLetters;
    }
    Search::None
}

/// Codes and numbers are never corrected, nor words of scripts without an alphabet.
fn is_correctable(key: &str) -> bool {
    let are_letters = key
        .chars()
        .all(|c| c.is_alphabetic() && !soru::text::is_unspaced(c));
    are_letters && key.chars().count() >= SHORTEST
}

/// Returns the most common spellings of a fold key in texts.
pub(super) fn spellings<'t>(
    key: &str,
    rules: Language,
    texts: impl Iterator<Item = &'t str>,
) -> Vec<String> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for text in texts {
        for token in tokenise(text, rules) {
            if token.is_word() && fold(&token.text) == key {
                *counts.entry(token.text).or_default() += 1;
            }
        }
    }
    let counts = by_number(counts);
    let most = counts.first().map_or(0, |(_, count)| *count);
    let is_common = |(_, count): &(String, u32)| f64::from(*count) >= LEAST_SHARE * f64::from(most);
    let common = counts.into_iter().filter(is_common);
    common
        .map(|(spelling, _)| spelling)
        .take(MOST_SPELLINGS)
        .collect()
}

/// Sorts words, the most common first.
fn by_number(counts: HashMap<String, u32>) -> Vec<(String, u32)> {
    let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
    counts.sort_by(|(one, first), (other, second)| second.cmp(first).then(one.cmp(other)));
    counts
}

/// Returns the most common words in texts that the engine may take for an unknown word.
pub(super) fn forms<'t>(
    word: &str,
    rules: Language,
    texts: impl Iterator<Item = &'t str>,
) -> Vec<String> {
    let key = fold(word);
    let mut counts: HashMap<String, u32> = HashMap::new();
    for token in texts.flat_map(|text| tokenise(text, rules)) {
        if token.is_word() && is_near(&key, &fold(&token.text)) {
            *counts.entry(token.text).or_default() += 1;
        }
    }
    let common = by_number(counts).into_iter();
    common.map(|(word, _)| word).take(MOST_FORMS).collect()
}

/// Returns whether one key is another with few errors, without an ending, or as the end of a
/// compound.
fn is_near(key: &str, other: &str) -> bool {
    let [letters, other_letters] = [key, other].map(|own| own.chars().collect::<Vec<char>>());
    let begins = other_letters.len() >= SHORTEST_NAME && key.starts_with(other);
    let ends = |part: &[char]| {
        let place = |ending| other_letters.len().checked_sub(part.len() + ending);
        let mut places = (0..=ENDING).filter_map(place);
        part.len() >= SHORTEST_PART
            && places.any(|at| at >= SHORTEST_PART && other_letters[at..].starts_with(part))
    };
    let shortest = letters.len().saturating_sub(ENDING);
    begins
        || (shortest..=letters.len()).any(|length| ends(&letters[..length]))
        || (letters.len() >= SHORTEST && strsim::osa_distance(key, other) <= ENDING)
}

/// Returns the near key that is most likely meant: the one with the fewest errors, and of several
/// the most common one.
pub(super) fn nearest(key: &str, candidates: Vec<Near>) -> Option<String> {
    let allowed = if key.chars().count() < SHORTEST_WITH_TWO {
        1
    } else {
        2
    };
    let errors = |near: &Near| strsim::osa_distance(key, &near.key);
    let near = candidates
        .into_iter()
        .filter(|near| errors(near) <= allowed && !is_other_form(key, &near.key));
    let best = near.min_by(|one, other| {
        let by_errors = errors(one).cmp(&errors(other));
        let by_number = other.documents.cmp(&one.documents);
        by_errors.then(by_number).then(one.key.cmp(&other.key))
    });
    best.map(|near| near.key)
}

fn is_other_form(one: &str, other: &str) -> bool {
    let letters = |word: &str| word.chars().count();
    let pairs = one.chars().zip(other.chars());
    let same = pairs.take_while(|(own, other)| own == other).count();
    same + ENDING >= letters(one).max(letters(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_the_site_lacks_are_corrected_and_plain_ones_looked_up() {
        for (word, chunks, with_key, expected) in [
            ("fees", [9, 9, 9], 9, Search::None),
            ("ogrenci", [0, 0, 40], 30, Search::SameLetters),
            ("acik", [2, 2, 2], 90, Search::SameLetters),
            ("cap", [50, 50, 50], 55, Search::None),
            ("öğrenci", [0, 0, 9], 9, Search::None),
            ("scolarship", [0, 0, 0], 0, Search::NearLetters),
            // Another form of a word of the site is no error.
            ("registrations", [0, 7, 9], 0, Search::None),
            ("ds160", [0, 0, 0], 0, Search::None),
            ("getirmeyin", [0, 0, 5], 0, Search::None),
            ("fese", [0, 0, 0], 0, Search::None),
            ("図書", [0, 0, 0], 0, Search::None),
        ] {
            assert_eq!(search(word, chunks, with_key), expected, "{word}");
        }
    }

    #[test]
    fn near_words_of_texts_are_errors_names_and_compounds() {
        let text = "Die Karte für ODTÜ: Studentenwohnheime, Wohnheimplatz, Karte, Kartoffel.";
        let found = |word| forms(word, Language::from_tag("de"), [text].into_iter());
        assert_eq!(found("karten"), ["karte"]);
        assert_eq!(found("odtülü"), ["odtü"]);
        assert_eq!(found("wohnheim"), ["studentenwohnheime"]);
        assert_eq!(found("wohnheimen"), ["studentenwohnheime"]);
        assert!(found("student").is_empty());
    }

    #[test]
    fn common_spellings_of_a_key_are_read_from_texts() {
        let text = "Açık kapı. Açık! Acık değil, açık.";
        let found = spellings("acik", Language::Turkish, [text].into_iter());
        assert_eq!(found, ["açık", "acık"]);
        let rare = format!("{text} {}", "açık ".repeat(9));
        let found = spellings("acik", Language::Turkish, [rare.as_str()].into_iter());
        assert_eq!(found, ["açık"]);
        assert!(spellings("b", Language::Turkish, [text].into_iter()).is_empty());
    }

    #[test]
    fn the_nearest_word_wins_and_of_several_the_most_common() {
        let near = |key: &str, documents| Near {
            key: key.into(),
            documents,
        };
        let choose = |key, candidates: &[Near]| nearest(key, candidates.to_vec());
        let words = [near("scholar", 90), near("scholarship", 5)];
        assert_eq!(choose("scolarship", &words).as_deref(), Some("scholarship"));
        let words = [near("money", 5), near("mosey", 9)];
        assert_eq!(choose("mouey", &words).as_deref(), Some("mosey"));
        // Two letters that changed places are one error.
        let words = [near("tuition", 1)];
        assert_eq!(choose("tiution", &words).as_deref(), Some("tuition"));
        assert_eq!(choose("mouey", &[near("honey", 9)]), None);
        assert_eq!(choose("mouey", &[]), None);
    }

    #[test]
    fn another_form_of_a_word_is_no_correction() {
        let near = |key: &str| Near {
            key: key.into(),
            documents: 9,
        };
        for (typed, own) in [
            ("hakka", "hakki"),
            ("seviyeye", "seviyede"),
            ("fees", "fee"),
        ] {
            assert_eq!(nearest(typed, vec![near(own)]), None, "{typed}");
        }
    }
}
