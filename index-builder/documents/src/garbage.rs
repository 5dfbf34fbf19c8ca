//! Detects garbage: text whose letters are meaningless.
//!
//! A font without a character map, or with a wrong one, yields meaningless text: letters exchanged
//! for others, one letter for all, symbols, or private-use characters. Such text is reported, and
//! not indexed as words of some language. Pairs of letters ([`letter_pairs`](super::letter_pairs))
//! reveal exchanged Latin letters, unless the text contains the function words of a language.

use std::collections::BTreeMap;

use super::letter_pairs::PairCost;

/// The minimum number of letter pairs for a judgement.
const FEWEST_PAIRS: u32 = 50;

/// The minimum number of characters for a judgement.
const FEWEST_SIGNS: usize = 60;

/// The minimum number of odd characters that counts as evidence.
const FEWEST_ODD: usize = 10;

/// The maximum mean cost of a letter pair in bits; only exchanged letters cost more.
const MOST_BITS: f64 = 4.8;

/// The commonest function words of languages with Latin letters. Single letters are omitted,
/// because they are no evidence.
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

/// The share of these words that a text in one of these languages exceeds.
const SMALL: f64 = 0.05;

/// Whether a text cannot be in any language.
pub(super) fn is_meaningless(text: &str) -> bool {
    let signs = Signs::of(text);
    signs.are_odd() || signs.are_repeated() || (are_exchanged(text) && !has_small_words(text))
}

/// Whether the pairs of Latin letters occur in no language.
fn are_exchanged(text: &str) -> bool {
    let words = || text.split_whitespace();
    let cost = PairCost::of(words().filter(|word| !is_name(word)));
    cost.pairs >= FEWEST_PAIRS && cost.mean() > MOST_BITS
}

/// Whether a word is an abbreviation or an address, whose letters follow no language: `HTTP`,
/// `www.example.org`.
fn is_name(word: &str) -> bool {
    let letters = || word.chars().filter(|letter| letter.is_alphabetic());
    let is_short = letters().count() <= 5 && letters().all(char::is_uppercase);
    is_short || word.contains("://") || word.contains('@') || word.contains("www.")
}

/// Whether function words are as frequent as in running text.
fn has_small_words(text: &str) -> bool {
    let (mut all, mut small) = (0_usize, 0_usize);
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        all += usize::from(!bare.is_empty());
        small += usize::from(SMALL_WORDS.contains(&bare.to_lowercase().as_str()));
    }
    small as f64 > SMALL * all as f64
}

/// Counts of the characters of a text, except white space.
#[derive(Default)]
struct Signs {
    all: usize,
    /// Number of letters and digits.
    words: usize,
    letters: usize,
    /// Number of characters in lines of dots and dashes.
    rules: usize,
    /// Number of symbols that are rare outside program code.
    rare: usize,
    /// Number of characters that are private, unassigned, or used only in phonetics.
    odd: usize,
    /// Number of occurrences of the most frequent letter.
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
            signs.rare += usize::from("!\"#$&*;<=>?@[\\]^{}~".contains(sign));
            if sign.is_alphabetic() {
                signs.letters += 1;
                *counts.entry(sign).or_default() += 1;
            }
        }
        signs.most = counts.values().copied().max().unwrap_or(0);
        signs
    }

    /// Whether symbols replace words.
    fn are_odd(&self) -> bool {
        let all = self.all - self.rules;
        let is_sign_after_sign = all >= FEWEST_SIGNS && self.words * 2 < all;
        let is_mixture =
            self.all >= FEWEST_SIGNS && self.rare * 6 > self.all && self.letters * 2 < self.all;
        self.odd >= FEWEST_ODD && self.odd * 50 > self.all || is_sign_after_sign || is_mixture
    }

    /// Whether one letter replaces all others.
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

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "Every guest hangs the coat on a hook and takes the number along, so that \
        nobody leaves with a coat that is not theirs; lost numbers cost two euros.";

    #[test]
    fn exchanged_letters_signs_and_one_letter_for_all_are_meaningless() {
        let exchanged = |by: u8| {
            let letter = |letter: char| match letter {
                'a'..='z' => char::from((letter as u8 - b'a' + by) % 26 + b'a'),
                other => other,
            };
            RULES.to_lowercase().chars().map(letter).collect::<String>()
        };
        for by in [3, 5, 11, 17, 22] {
            assert!(is_meaningless(&exchanged(by)), "{}", exchanged(by));
        }
        let shifted = RULES
            .chars()
            .map(|letter| char::from((letter as u8).saturating_sub(29)));
        assert!(is_meaningless(&shifted.collect::<String>()));
        assert!(is_meaningless(&RULES.replace(char::is_alphabetic, "a")));
        assert!(is_meaningless(&"$-*!4377*5 &!2(=? ".repeat(8)));
    }

    #[test]
    fn texts_lists_and_listings_have_a_meaning() {
        let texts = [
            RULES.to_owned(),
            RULES.to_uppercase(),
            "Konuklar paltolarını askıya asar ve numarayı yanlarına alır; kaybolan numara ücretlidir.".to_owned(),
            "12,50 € · 8:30–17:00 · 0312 000 00 00 · 3 % ........ 14".repeat(4),
            "fn sum(a: &[u32]) -> u32 { a.iter().copied().filter(|n| n % 2 == 0).sum() }".repeat(3),
            "Гости вешают пальто на крючок и берут с собой номер, чтобы никто не ушёл в чужом.".to_owned(),
            "客人把A类大衣挂在B号衣钩上并带走C牌，以免D组的人穿走E组的大衣。".repeat(8),
            "ISBN, HTTP, GSM, NATO, ÖSYM, TÜBİTAK, KVKK, www.xkqzw.example".repeat(3),
        ];
        for text in texts {
            assert!(!is_meaningless(&text), "{text}");
        }
    }
}
