//! Garbage: detects text whose letters are meaningless.
//!
//! A font without a character map, or with a wrong one, yields text that is none: letters exchanged
//! for others, one letter for all, signs, characters for private use. Such a text is reported and
//! not indexed as words of some language. Pairs of letters ([`letter_pairs`](super::letter_pairs))
//! tell Latin letters that are exchanged, unless the text has the small words of a language.

use std::collections::BTreeMap;

use super::letter_pairs::PairCost;

/// Texts of fewer pairs of letters are not judged.
const FEWEST_PAIRS: u32 = 50;

/// Texts of fewer signs are not judged.
const FEWEST_SIGNS: usize = 60;

/// Fewer odd characters are no evidence.
const FEWEST_ODD: usize = 10;

/// A mean pair of letters costs more bits than this only where letters are exchanged.
const MOST_BITS: f64 = 4.8;

/// The smallest words of languages with Latin letters; single letters are no evidence.
const SMALL_WORDS: [&str; 87] = [
    "ve", "bir", "ile", "için", "bu", "veya", "olarak", "olan", "da", "de", // Turkish
    "the", "of", "and", "to", "in", "is", "for", "be", "or", "on", // English
    "der", "die", "und", "das", "den", "von", "mit", "für", "im", "zu", // German
    "le", "la", "les", "et", "des", "du", "en", "un", "une", // French
    "el", "los", "las", "que", "del", "por", "con", "para", "se", // Spanish
    "il", "di", "che", "per", "della", "una", "non", "sono", // Italian
    "os", "do", "em", "não", "uma", "dos", "ao", // Portuguese
    "het", "een", "van", "op", "te", "dat", "zijn", "met", // Dutch
    "och", "att", "som", "av", "på", "og", "til", "er", // Scandinavian
    "na", "nie", "się", "jest", "je", "és", "az", "ja",
];

/// A text in one of these languages has more of its words than this, as a share.
const SMALL: f64 = 0.05;

/// Whether no language can have these letters.
pub(super) fn is_meaningless(text: &str) -> bool {
    let signs = Signs::of(text);
    signs.are_odd() || signs.are_repeated() || (are_exchanged(text) && !has_small_words(text))
}

/// Whether pairs of Latin letters are those of no language.
fn are_exchanged(text: &str) -> bool {
    let words = || text.split_whitespace();
    let cost = PairCost::of(words().filter(|word| !is_name(word)));
    cost.pairs >= FEWEST_PAIRS && cost.mean() > MOST_BITS
}

/// Abbreviations and addresses, whose letters follow no language: `HTTP`, `www.example.org`.
fn is_name(word: &str) -> bool {
    let letters = || word.chars().filter(|letter| letter.is_alphabetic());
    let is_short = letters().count() <= 5 && letters().all(char::is_uppercase);
    is_short || word.contains("://") || word.contains('@') || word.contains("www.")
}

/// Whether the smallest words of languages are as frequent as in a text.
fn has_small_words(text: &str) -> bool {
    let (mut all, mut small) = (0_usize, 0_usize);
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        all += usize::from(!bare.is_empty());
        small += usize::from(SMALL_WORDS.contains(&bare.to_lowercase().as_str()));
    }
    small as f64 > SMALL * all as f64
}

/// The characters of a text but for white space.
#[derive(Default)]
struct Signs {
    all: usize,
    /// Letters and digits.
    words: usize,
    /// Lines of dots and dashes.
    rules: usize,
    /// Characters that fonts make up, that are unassigned or that only phonetics has.
    odd: usize,
    /// The most frequent letter.
    most: usize,
}

impl Signs {
    fn of(text: &str) -> Self {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        let mut signs = Self::default();
        for sign in text.chars().filter(|sign| !sign.is_whitespace()) {
            signs.all += 1;
            signs.words += usize::from(sign.is_alphanumeric() || is_mark(sign));
            signs.rules += usize::from("._-–—…·*=|•/".contains(sign));
            signs.odd += usize::from(sign.is_control() || is_odd(sign));
            if sign.is_alphabetic() {
                *counts.entry(sign).or_default() += 1;
            }
        }
        signs.most = counts.values().copied().max().unwrap_or(0);
        signs
    }

    /// Signs where words should be.
    fn are_odd(&self) -> bool {
        let all = self.all - self.rules;
        let is_sign_after_sign = all >= FEWEST_SIGNS && self.words * 2 < all;
        self.odd >= FEWEST_ODD && self.odd * 50 > self.all || is_sign_after_sign
    }

    /// One letter for all.
    fn are_repeated(&self) -> bool {
        self.words >= FEWEST_SIGNS && self.most * 3 > self.words * 2
    }
}

fn is_odd(sign: char) -> bool {
    matches!(sign, '\u{250}'..='\u{2af}' | '\u{180}'..='\u{1bf}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}')
}

fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{dff}')
}
