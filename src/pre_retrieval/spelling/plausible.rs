//! Whether what was typed may be a word of its own, which a site happens not to have: `bağıl` is none of
//! `bağlı`'s misspellings, and `casual` none of `causal`'s. No list of all words is at hand, so the letters have
//! to tell.

use super::endings::is_ending;
use super::nearest::Candidate;
use crate::error::Result;
use crate::index::Index;
use crate::index::format::{Walker, fold_letter};
use crate::text::{Language, fold};

/// Words of up to so many letters are near to so many others that a word that can be pronounced may be one.
const SHORT: usize = 6;

/// So many last letters say in which form a word is.
const ENDING: usize = 2;

/// A verb's root has, where roots have many endings, so many letters, and so many follow at least where it is one of many forms.
const ROOT: usize = 3;
const FORM: usize = 5;

/// Three letters in a row are those of a language if so many of its words on the site have them.
const COMMON: usize = 3;

/// Whether the word that was typed may be meant as it stands.
///
/// One with a letter twice or once is misspelt, and so is one with a letter too many or too few, but for a vowel in
/// front (`abroad`, `broad`): whether those are told by the lead of the best candidate. A word with another letter,
/// or with two exchanged, is as long as the right one and may be another.
pub(super) fn may_be_meant(index: &Index, key: &str, best: &Candidate) -> Result<bool> {
    let typed: Vec<char> = key.chars().collect();
    let meant: Vec<char> = fold(&best.word).chars().collect();
    let language = Language::from_tag(&best.tag);
    if typed.first().is_some_and(|first| is_vowel(*first)) && typed[1..] == meant {
        return Ok(true);
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
    if language.spelling().is_agglutinative && is_form {
        return is_ending(index, form, best);
    }
    is_written_alike(index, &typed, best)
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Whether a fold key has vowels and consonants as words of the language have them.
fn can_be_pronounced(letters: &[char], language: Language) -> bool {
    let own = language.spelling();
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

/// Whether words of the site have all letters that stand in a row here.
fn is_written_alike(index: &Index, typed: &[char], best: &Candidate) -> Result<bool> {
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

/// Counts the words that have three letters in a row.
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
    fn r11_vowels_and_consonants_tell_what_can_be_pronounced() {
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
