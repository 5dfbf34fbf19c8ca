//! Garbage: detects text whose letters are meaningless.
//!
//! A font without a character map, or with a wrong one, yields fluent-looking nonsense. Such a file
//! is reported rather than indexed. In a language with spaces, every longer text contains its
//! smallest words (for German, for instance, `der` and `und`); nonsense contains none of them and
//! cannot be pronounced.

use super::DocumentError;

/// The smallest words of languages that are written in Latin letters.
const SMALL_WORDS: [&str; 96] = [
    "ve", "bir", "ile", "için", "bu", "veya", "olarak", "olan", "da", "de", // Turkish
    "the", "of", "and", "to", "in", "is", "for", "be", "or", "on", // English
    "der", "die", "und", "das", "den", "von", "mit", "für", "im", "zu", // German
    "le", "la", "les", "et", "des", "du", "en", "à", "un", "une", // French
    "el", "los", "las", "y", "que", "del", "por", "con", "para", "se", // Spanish
    "il", "di", "che", "e", "per", "della", "una", "non", "sono", "i", // Italian
    "o", "os", "do", "em", "não", "uma", "dos", "ao", // Portuguese
    "het", "een", "van", "op", "te", "dat", "zijn", "met", // Dutch
    "och", "att", "som", "av", "på", "og", "til", "er", // Scandinavian
    "w", "z", "na", "nie", "się", "jest", "a", "v", "je", "és", "az", "ja",
];

/// Texts of fewer words are not judged.
const FEWEST: usize = 40;

/// Lists and timetables may have none of the small words, but not at this length.
const LONG: usize = 600;

/// Rejects meaningless text.
pub(super) fn check(texts: &[&str]) -> Result<(), DocumentError> {
    let mut counts = Counts::default();
    for word in texts.iter().flat_map(|text| text.split_whitespace()) {
        counts.add(word);
    }
    if counts.is_garbage() {
        Err(DocumentError::WrongLetters)
    } else {
        Ok(())
    }
}

#[derive(Default)]
struct Counts {
    /// Words of Latin letters, and those of them that are small words.
    latin: usize,
    small: usize,
    /// Words without a vowel, or with many letters between two.
    unspeakable: usize,
    /// All words, and those in which signs or cases are mixed as no language does.
    words: usize,
    mixed: usize,
    /// Letters, and control characters and unassigned ones.
    letters: usize,
    odd: usize,
}

impl Counts {
    fn add(&mut self, word: &str) {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        self.letters += word.chars().count();
        self.odd += word
            .chars()
            .filter(|letter| letter.is_control() || is_odd(*letter))
            .count();
        if bare.is_empty() || bare.chars().all(char::is_numeric) {
            // A word of signs alone.
            let signs = bare.is_empty() && word.chars().count() > 3;
            let is_rule = word
                .chars()
                .all(|sign| word.starts_with(sign) || "._-–—…".contains(sign));
            self.mixed += usize::from(signs && !is_rule);
            self.words += usize::from(signs);
            return;
        }
        self.words += 1;
        self.mixed += usize::from(is_mixed(bare));
        if bare
            .chars()
            .all(|letter| letter.is_alphabetic() && letter < '\u{250}')
        {
            self.latin += 1;
            self.small += usize::from(SMALL_WORDS.contains(&bare.to_lowercase().as_str()));
            self.unspeakable += usize::from(is_unspeakable(bare));
        }
    }

    fn is_garbage(&self) -> bool {
        let is_latin = self.latin >= FEWEST && self.latin * 3 > self.words;
        let few_small = self.small * 100 < self.latin;
        let no_language = is_latin
            && few_small
            && (self.unspeakable * 100 > self.latin * 25
                || self.latin >= LONG && self.small * 200 < self.latin);
        let no_words = self.words >= FEWEST && self.mixed * 100 > self.words * 40;
        no_language || no_words || self.odd * 50 > self.letters
    }
}

fn is_odd(letter: char) -> bool {
    matches!(letter, '\u{250}'..='\u{2af}' | '\u{180}'..='\u{1bf}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}')
}

/// Whether a word cannot be pronounced in any language: `xkqz`. Short ones may be abbreviations.
fn is_unspeakable(word: &str) -> bool {
    let is_vowel = |letter: char| "aeiouyıöüäåæøœàâáãéèêëěęíìîïóòôõúùûůýąăőűāēīōū".contains(letter);
    let mut run = 0;
    let mut longest = 0;
    for letter in word.to_lowercase().chars() {
        run = if is_vowel(letter) { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    let is_abbreviation = word.chars().all(char::is_uppercase) && word.chars().count() < 6;
    word.chars().count() >= 4 && !is_abbreviation && longest >= 4
}

/// `a%b`, `aBcD`, `ab3c`: signs within letters, capitals after small letters.
fn is_mixed(word: &str) -> bool {
    // Other scripts have signs of their own.
    if word.contains(|letter| letter > '\u{52f}')
        || word.contains("://")
        || word.contains('@')
        || word.contains("www.")
    {
        return false;
    }
    let sign = |letter: char| {
        !letter.is_alphanumeric() && !"'’-–—/.,&:;()·‐\u{ad}\u{200c}".contains(letter)
    };
    let letters: Vec<char> = word.chars().collect();
    let rises = letters
        .windows(2)
        .filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
        .count();
    letters
        .iter()
        .any(|letter| sign(*letter) && !is_mark(*letter))
        || rises > 1
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{dff}')
}
