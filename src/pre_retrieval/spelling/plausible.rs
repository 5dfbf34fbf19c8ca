//! Decides whether the typed word may be correct although the site does not have it: `bağıl` is not
//! a misspelt `bağlı`, and `casual` is not a misspelt `causal`. There is no list of all words, so
//! the letters decide.

use super::endings::is_ending;
use super::nearest::Candidate;
use crate::index::Index;
use crate::index::format::{Walker, fold_letter};
use crate::needs::Attempt;
use crate::text::{Language, fold};

/// Words of at most this many letters are near so many others that any pronounceable one may be a
/// word.
const SHORT: usize = 6;

/// Number of last letters that determine the form of a word.
const ENDING: usize = 2;

/// For a language with many endings: maximum number of letters of a verb's root, and minimum number
/// of letters after it, if the word is one of the verb's many forms.
const ROOT: usize = 3;
const FORM: usize = 5;

/// Three consecutive letters belong to a language if at least this many of its words on the site
/// contain them.
const COMMON: usize = 3;

/// Returns whether the typed word may be correct.
///
/// A word with a letter doubled or missing its double is misspelt, and so is one with an added or
/// missing letter, except for a vowel at the beginning (`abroad`, `broad`) and another letter at
/// either end (`diplomat`, `diploma`); the lead of the best candidate decides about these. A word with another letter, or with two exchanged, has the length
/// of the correct one and may be another word.
pub(super) fn may_be_meant(index: &Index, key: &str, best: &Candidate) -> Attempt<bool> {
    let typed: Vec<char> = key.chars().collect();
    let meant: Vec<char> = fold(&best.word).chars().collect();
    let language = Language::from_tag(&best.tag);
    if typed.first().is_some_and(|first| is_vowel(*first)) && typed[1..] == meant {
        return Ok(true);
    }
    // `diplomat` where the site has `diploma`, `Zimmer` where it has `immer`.
    if typed.len() > 3 && typed.len() == meant.len() + 1 {
        if typed.starts_with(&meant) && meant.last() != typed.last() {
            return is_written_alike(index, &typed[typed.len() - 3..], best);
        }
        if typed.ends_with(&meant) && meant.first() != typed.first() {
            return Ok(true);
        }
    }
    if typed.len() != meant.len() || !can_be_pronounced(&typed, language) {
        return Ok(false);
    }
    let alike = typed.iter().zip(&meant).take_while(|(a, b)| a == b).count();
    if typed.len() <= SHORT || alike + ENDING >= typed.len() {
        return Ok(true);
    }
    // `girebilir` and `gidebilir` are forms of two verbs.
    let form = &typed[alike + 1..];
    let is_form = alike < ROOT && form.len() >= FORM && meant.ends_with(form);
    if language.letters().is_agglutinative && is_form {
        return is_ending(index, form, best);
    }
    is_written_alike(index, &typed, best)
}

/// Returns whether a word can be no word of the candidate's language, by its letters.
pub(super) fn is_strange(index: &Index, key: &str, best: &Candidate) -> Attempt<bool> {
    let typed: Vec<char> = key.chars().collect();
    let can_be = can_be_pronounced(&typed, Language::from_tag(&best.tag));
    Ok(!can_be || (typed.len() >= SHORT - 1 && !is_written_alike(index, &typed, best)?))
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Returns whether a fold key has a sequence of vowels and consonants that is possible in the
/// language.
fn can_be_pronounced(letters: &[char], language: Language) -> bool {
    let own = language.letters();
    let is_vowel = |at: usize| is_vowel(letters[at]) || (letters[at] == 'y' && own.y_is_vowel);
    let mut start = 0;
    (1..=letters.len()).all(|at| {
        if at < letters.len() && is_vowel(at) == is_vowel(start) {
            return true;
        }
        let most = match (is_vowel(start), start) {
            (true, _) => own.most_vowels,
            (false, 0) => own.consonants_at_start,
            (false, _) => own.most_consonants,
        };
        let length = at - start;
        start = at;
        length <= most
    })
}

/// Returns whether words of the site contain all sequences of three letters of this word.
fn is_written_alike(index: &Index, typed: &[char], best: &Candidate) -> Attempt<bool> {
    let Some(language) = index.language(&best.tag) else {
        return Ok(false);
    };
    let mut rows = Rows {
        rows: typed.windows(3).map(|row| (row, 0)).collect(),
    };
    if let Some(vocabulary) = index.vocabulary(language)? {
        vocabulary.walk(&mut rows);
    }
    Ok(rows.rows.iter().all(|(_, words)| *words >= COMMON))
}

/// Counts the words that contain three consecutive letters.
struct Rows<'k> {
    rows: Vec<(&'k [char], usize)>,
}

impl Walker for Rows<'_> {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }

    fn word(&mut self, spelling: &[char], _: u8) {
        for own in spelling.windows(3) {
            for (row, words) in &mut self.rows {
                let same = |(own, other): (&char, &char)| fold_letter(*own) == *other;
                *words += usize::from(own.iter().zip(*row).all(same));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_vowels_and_consonants_determine_what_can_be_pronounced() {
        let can = |word: &str, language| {
            let letters: Vec<char> = word.chars().collect();
            can_be_pronounced(&letters, language)
        };
        for word in ["bagil", "sozluk", "kasim", "kurk"] {
            assert!(can(word, Language::Turkish), "{word}");
        }
        for word in ["stja", "ucrte", "ogrneci", "kituaphane"] {
            assert!(!can(word, Language::Turkish), "{word}");
        }
        assert!(can("casual", Language::English) && can("trail", Language::English));
        assert!(!can("tutiiaon", Language::English) && !can("hstier", Language::English));
    }
}
