//! Unknown words that are words of the site in another form, and no errors.
//!
//! * **Names with endings.** Visitors leave out the apostrophe between a name and its suffix: `odtülü`
//!   for `ODTÜ'lü`. No stemmer knows the abbreviations of a site, so its words decide (R4).
//! * **Last parts of compounds.** The rows of compounds (`compounds.rs` of `soru-indexing`) have the
//!   parts that are words of the site. A part that is none stands for the compounds that end in it:
//!   `Wohnheim` for `Studentenwohnheim` (R18).

use super::super::facts::is_endings;
use crate::index::Index;
use crate::index::format::{Vocabulary, Walker, fold_letter};
use crate::language::OwnList;
use crate::needs::Attempt;
use crate::ordered::first;
use crate::query::{Query, Reading};
use crate::text::{WordLists, fold};

/// Letters of the shortest name.
const SHORTEST_NAME: usize = 3;

/// Letters of the shortest last part, and of what precedes it: shorter ones are prefixes of verbs.
const SHORTEST_PART: usize = 4;

/// Most letters of an ending behind a last part.
const LONGEST_ENDING: usize = 2;

/// Most compounds for a word.
const MOST: usize = 3;

/// Returns the words of the site, separated by spaces, that a word of a question is another form of.
pub(super) fn other_form(index: &Index, query: &Query, word: &str) -> Attempt<Option<String>> {
    for reading in &query.readings {
        let Some(language) = index.language(&reading.tag) else {
            continue;
        };
        let mut found = name(index, language, reading, &query.words, word)?;
        if found.is_none()
            && query.writes_compounds(&reading.tag)
            && let Some(vocabulary) = index.vocabulary(language)?
        {
            found = compounds(vocabulary, &fold(word));
        }
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Returns the longest beginning of a word that the site has, if only endings follow.
fn name(
    index: &Index,
    language: usize,
    reading: &Reading,
    words: &WordLists,
    word: &str,
) -> Attempt<Option<String>> {
    let endings = words.of(reading.language, OwnList::EndingsOfNames);
    if endings.is_empty() {
        return Ok(None);
    }
    let endings = [words.of(reading.language, OwnList::NounEndings), endings].join(" ");
    let cuts = word.char_indices().map(|(at, _)| at).skip(SHORTEST_NAME);
    let mut longest = None;
    for at in cuts {
        let (name, rest) = word.split_at(at);
        if is_endings(&fold(rest), &endings) && !index.spellings(language, &fold(name))?.is_empty()
        {
            longest = Some(name.to_owned());
        }
    }
    Ok(longest)
}

/// Returns the most common compounds with this last part, or with what is left of it without an
/// ending.
fn compounds(vocabulary: &Vocabulary, key: &str) -> Option<String> {
    let letters: Vec<char> = key.chars().collect();
    for ending in 0..=LONGEST_ENDING {
        let length = letters.len().saturating_sub(ending);
        if length < SHORTEST_PART + ending.min(1) {
            break;
        }
        let mut compounds = Compounds {
            part: &letters[..length],
            found: Vec::new(),
        };
        vocabulary.walk(&mut compounds);
        let found = compounds.found;
        let common = |one: usize, other: usize| (found[other].1, one) < (found[one].1, other);
        let best = first(found.len(), MOST, &common);
        if !best.is_empty() {
            let best: Vec<&str> = best
                .iter()
                .map(|number| found[*number].0.as_str())
                .collect();
            return Some(best.join(" "));
        }
    }
    None
}

/// Collects the words with a last part.
struct Compounds<'k> {
    part: &'k [char],
    found: Vec<(String, u8)>,
}

impl Walker for Compounds<'_> {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }

    fn word(&mut self, spelling: &[char], commonness: u8) {
        let length = self.part.len();
        let is_at = |ending: usize| {
            let start = spelling.len().checked_sub(ending + length);
            start
                .filter(|start| *start >= SHORTEST_PART)
                .is_some_and(|start| {
                    let letters = spelling[start..start + length].iter();
                    letters
                        .map(|letter| fold_letter(*letter))
                        .eq(self.part.iter().copied())
                })
        };
        if (0..=LONGEST_ENDING).any(is_at) {
            self.found.push((spelling.iter().collect(), commonness));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::format::VocabularyBuilder;

    #[test]
    fn r18_the_last_part_of_a_compound_may_have_an_ending_and_needs_a_first_part() {
        let found = |part: &str, words: &[&str]| {
            let mut builder = VocabularyBuilder::default();
            for word in words {
                builder.push(fold(word), word, 1);
            }
            compounds(&builder.finish(), part).unwrap_or_default()
        };
        let words = [
            "familienwohnheime",
            "studentenwohnheim",
            "wohnheim",
            "wohnheimplatz",
        ];
        assert_eq!(
            found("wohnheim", &words),
            "familienwohnheime studentenwohnheim"
        );
        assert_eq!(found("wohnheimen", &words[..1]), "familienwohnheime");
        assert_eq!(
            found("gebuhr", &["kursgebühren", "begebühr"]),
            "kursgebühren"
        );
        assert_eq!(found("erlaubnis", &["laubnis", "erlaubnis"]), "");
    }
}
