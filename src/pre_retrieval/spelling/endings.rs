//! Distinguishes other forms of the site's words from misspelt words.

use super::nearest::Candidate;
use crate::index::Index;
use crate::index::format::{Walker, fold_letter};
use crate::needs::Attempt;
use crate::text::{Language, fold, prefix};

/// Returns whether a word is probably another form of the candidate instead of a misspelling: it
/// differs only in its ending, and other words have that ending.
pub(super) fn is_other_form(index: &Index, key: &str, best: &Candidate) -> Attempt<bool> {
    let typed: Vec<char> = key.chars().collect();
    let meant = fold(&best.word);
    let alike = typed
        .iter()
        .zip(meant.chars())
        .take_while(|(a, b)| **a == *b)
        .count();
    let beginning =
        prefix(&meant, Language::from_tag(&best.tag)).map(|start| start.chars().count());
    if alike + LONGEST_ENDING < typed.len() || beginning.is_none_or(|letters| alike < letters) {
        return Ok(false);
    }
    is_ending(index, &typed[typed.len() - ENDING..], best)
}

/// Returns whether several words of the candidate's language end in these letters.
pub(super) fn is_ending(index: &Index, letters: &[char], best: &Candidate) -> Attempt<bool> {
    let mut endings = Endings {
        ending: letters,
        words: 0,
    };
    if let Some(language) = index.language(&best.tag)
        && let Some(vocabulary) = index.vocabulary(language)?
    {
        vocabulary.walk(&mut endings);
    }
    Ok(endings.words >= COMMON_ENDING)
}

/// Maximum number of last letters in which forms of a word differ.
const LONGEST_ENDING: usize = 2;

/// Length in letters by which an ending is recognised, and the minimum number of words with it.
const ENDING: usize = 3;
const COMMON_ENDING: usize = 3;

/// Counts the words with an ending.
struct Endings<'k> {
    ending: &'k [char],
    words: usize,
}

impl Walker for Endings<'_> {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }

    fn word(&mut self, spelling: &[char], _: u8) {
        let last = spelling.len().checked_sub(self.ending.len());
        let ending = last
            .and_then(|start| spelling.get(start..))
            .unwrap_or_default();
        let same = |(own, other): (&char, &char)| fold_letter(*own) == *other;
        self.words += usize::from(!ending.is_empty() && ending.iter().zip(self.ending).all(same));
    }
}
