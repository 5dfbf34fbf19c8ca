//! Replaces a word that the site has only as the last part of compounds by these: `Wohnheim` by
//! `Studentenwohnheim` (R18).
//!
//! The rows of compounds have the parts that are words of the site (`src/indexing/compounds.rs`). This
//! finds a part that is none, in the vocabulary, which misspelt words need too.

use crate::index::Index;
use crate::index::format::{Vocabulary, Walker, fold_letter};
use crate::needs::Attempt;
use crate::ordered::first;
use crate::query::{Origin, Query, Reading, Term};

/// Letters of the shortest last part, and of what precedes it: shorter ones are prefixes of verbs.
const SHORTEST: usize = 4;

/// Most letters of an ending behind the last part.
const LONGEST_ENDING: usize = 2;

/// Most compounds for a word.
const MOST: usize = 4;

/// Weight of the further compounds, as a share of the word's.
const FURTHER: f64 = 0.4;

/// Returns the compounds of a language with this last part, or with what is left of it without an
/// ending, the most common first.
fn compounds(index: &Index, tag: &str, key: &str) -> Attempt<Vec<String>> {
    let letters: Vec<char> = key.chars().collect();
    let Some(language) = index.language(tag) else {
        return Ok(Vec::new());
    };
    let Some(vocabulary) = index.vocabulary(language)? else {
        return Ok(Vec::new());
    };
    for ending in 0..=LONGEST_ENDING {
        let length = letters.len().saturating_sub(ending);
        if length < SHORTEST + ending.min(1) {
            break;
        }
        let found = ending_in(vocabulary, &letters[..length]);
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Returns the words of a vocabulary with this last part, the most common first.
fn ending_in(vocabulary: &Vocabulary, part: &[char]) -> Vec<String> {
    let mut heads = Heads {
        part,
        found: Vec::new(),
    };
    vocabulary.walk(&mut heads);
    let found = heads.found;
    let common = |one: usize, other: usize| (found[other].1, one) < (found[one].1, other);
    let best = first(found.len(), MOST, &common).into_iter();
    best.map(|number| found[number].0.clone()).collect()
}

/// Returns whether a language of the site has compounds with this last part.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub(super) fn is_last_part(index: &Index, query: &Query, key: &str) -> Attempt<bool> {
    for reading in &query.readings {
        if query.writes_compounds(&reading.tag) && !compounds(index, &reading.tag, key)?.is_empty()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Replaces the words of a question that the site has only as last parts of compounds.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub(crate) fn add_compounds(index: &Index, query: &mut Query) -> Attempt<()> {
    for number in 0..query.readings.len() {
        if query.writes_compounds(&query.readings[number].tag) {
            replace(index, &mut query.readings[number])?;
        }
    }
    Ok(())
}

fn replace(index: &Index, own: &mut Reading) -> Attempt<()> {
    let Some(language) = index.language(&own.tag) else {
        return Ok(());
    };
    let mut further = Vec::new();
    for term in &mut own.terms {
        if term.origin != Origin::Typed || index.knows(language, &term.key, &term.stem)? {
            continue;
        }
        let found = compounds(index, &own.tag, &term.key)?;
        let named = |word: &String, weight, origin| Term {
            position: term.position,
            careful: false,
            ..Term::new(word, own.language, weight, origin)
        };
        let weight = term.weight;
        if let Some((best, others)) = found.split_first() {
            let others = others
                .iter()
                .map(|word| named(word, weight * FURTHER, Origin::Extra));
            further.extend(others);
            *term = named(best, weight, Origin::Typed);
        }
    }
    own.terms.extend(further);
    Ok(())
}

/// Collects the words with a last part.
struct Heads<'k> {
    part: &'k [char],
    found: Vec<(String, u8)>,
}

impl Walker for Heads<'_> {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }

    fn word(&mut self, spelling: &[char], commonness: u8) {
        let is_at = |start: usize| {
            let letters = spelling.get(start..start + self.part.len());
            let letters = letters
                .unwrap_or_default()
                .iter()
                .map(|letter| fold_letter(*letter));
            letters.eq(self.part.iter().copied())
        };
        let ends = (0..=LONGEST_ENDING)
            .filter_map(|ending| spelling.len().checked_sub(ending + self.part.len()));
        if ends.filter(|start| *start >= SHORTEST).any(is_at) {
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
                builder.push(crate::text::fold(word), word, 1);
            }
            let part: Vec<char> = part.chars().collect();
            ending_in(&builder.finish(), &part)
        };
        let words = [
            "familienwohnheime",
            "studentenwohnheim",
            "wohnheim",
            "wohnheimplatz",
        ];
        assert_eq!(found("wohnheim", &words), words[..2]);
        assert_eq!(
            found("gebuhr", &["kursgebühren", "begebühr"]),
            ["kursgebühren"]
        );
        assert!(found("erlaubnis", &["laubnis", "erlaubnis"]).is_empty());
    }
}
