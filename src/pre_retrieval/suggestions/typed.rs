//! The typed text, and which texts continue it.

use crate::text::{
    Language, Token, begins_character, fold, fold_char, primary, tokenise, without_article,
};

/// An unfinished text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// Fold keys of its words.
    words: Vec<Vec<char>>,
    /// The fold keys of all words, without the characters between them.
    joined: Vec<char>,
    /// The text before the last word, if nothing follows that word.
    before_last: Option<String>,
    lang: String,
    today: String,
}

/// How a text continues the typed text; the better first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The text begins with the typed text.
    Begins,
    /// Every typed word is a prefix of a word of the text.
    Holds,
}

/// Maximum number of words to complete: a visitor who types more needs no proposals.
const MOST_WORDS: usize = 16;

impl Typed {
    /// Creates it for a page in this language. `today` is the visitor's day (ISO 8601), if known.
    #[must_use]
    pub fn new(text: &str, lang: &str, today: &str) -> Self {
        let text = text.trim_start();
        let lang = primary(lang);
        let tokens = tokenise(text, Language::from_tag(&lang));
        let whole = || tokens.iter().filter(|token| token.is_word());
        if whole().count() > MOST_WORDS {
            return Self::default();
        }
        let words: Vec<Vec<char>> = whole()
            .map(|token| fold(&token.text).chars().collect())
            .collect();
        let last = whole().next_back().filter(|token| token.end == text.len());
        Self {
            joined: joined(text, whole()),
            words,
            before_last: last.map(|token| text[..token.start].to_owned()),
            lang,
            today: today.to_owned(),
        }
    }

    /// Returns whether it contains no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the language of the page; may be empty.
    #[must_use]
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// Returns the visitor's day, if known.
    pub(super) fn today(&self) -> Option<&str> {
        Some(self.today.as_str()).filter(|today| !today.is_empty())
    }

    /// Returns the fold key of the last word, if it may continue, and the text before it.
    pub(super) fn last(&self) -> Option<(&[char], &str)> {
        Some((self.words.last()?, self.before_last.as_deref()?))
    }

    /// Returns whether a language differs from the page's.
    pub(super) fn is_foreign(&self, lang: &str) -> bool {
        !self.lang.is_empty() && !lang.is_empty() && self.lang != lang
    }

    /// Returns how a text continues the typed text, if it does. Allocates nothing: it is called for
    /// every title and heading of a site.
    pub(super) fn fit(&self, text: &str) -> Option<Fit> {
        if begins(text, &self.joined) {
            return Some(Fit::Begins);
        }
        // One bit per typed word.
        let mut missing: u32 = (1 << self.words.len()) - 1;
        let mut inside = false;
        for (at, c) in text.char_indices() {
            let is_letter = c.is_alphanumeric();
            if is_letter && (!inside || begins_character(c)) {
                let (rest, bare) = (&text[at..], without_article(&text[at..]));
                for (number, word) in self.words.iter().enumerate() {
                    if missing & 1 << number != 0 && (begins(rest, word) || begins(bare, word)) {
                        missing &= !(1 << number);
                    }
                }
                if missing == 0 {
                    return Some(Fit::Holds);
                }
            }
            inside = is_letter || is_mark(c);
        }
        None
    }
}

/// Returns the letters of words, each once: pairs of characters overlap.
fn joined<'t>(text: &str, words: impl Iterator<Item = &'t Token>) -> Vec<char> {
    let mut letters = Vec::new();
    let mut done = 0;
    for word in words {
        let own = if word.start < done {
            fold(&text[done..word.end])
        } else {
            fold(&word.text)
        };
        letters.extend(own.chars());
        done = word.end;
    }
    letters
}

/// Returns whether a text begins with the letters of a key, ignoring all other characters in the
/// text.
fn begins(text: &str, key: &[char]) -> bool {
    let (mut at, mut agrees) = (0, true);
    for c in text.chars() {
        if at >= key.len() || !agrees {
            break;
        }
        if c.is_alphanumeric() {
            fold_char(c, &mut |folded| {
                agrees &= key.get(at).is_none_or(|own| *own == folded);
                at += 1;
            });
        }
    }
    agrees && at >= key.len()
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(typed: &str, text: &str) -> Option<Fit> {
        Typed::new(typed, "tr", "").fit(text)
    }

    #[test]
    fn r11_a_text_continues_the_typed_text_in_any_spelling() {
        for typed in ["öğr", "ogr", "OGR", "ÖĞR", "Ögrenci iş", "ogrenci"] {
            assert_eq!(fit(typed, "Öğrenci İşleri"), Some(Fit::Begins), "{typed}");
        }
        for typed in ["işl", "ISL", "isleri ogr", "oğrenci isleri"] {
            assert_eq!(
                fit(typed, "2026: Öğrenci İşleri"),
                Some(Fit::Holds),
                "{typed}"
            );
        }
        for typed in ["renci", "öğrenci x", "sler", "ogrencilik"] {
            assert_eq!(fit(typed, "Öğrenci İşleri"), None, "{typed}");
        }
    }

    #[test]
    fn r11_codes_and_compounds_are_found_in_parts_and_as_a_whole() {
        for typed in ["h1", "h-1b", "H-1B c"] {
            assert_eq!(fit(typed, "H-1B cap"), Some(Fit::Begins), "{typed}");
        }
        for typed in ["drop", "adddr", "add-dr"] {
            assert!(fit(typed, "The add-drop week").is_some(), "{typed}");
        }
    }

    #[test]
    fn r11_scripts_without_spaces_complete_from_any_character() {
        for typed in ["東", "東京", "東京都の", "ガイド", "ｶﾞｲ"] {
            assert!(fit(typed, "東京都のガイド").is_some(), "{typed}");
        }
        assert_eq!(fit("東京都の", "東京都のガイド"), Some(Fit::Begins));
        assert_eq!(fit("京東", "東京都のガイド"), None);
        assert!(fit("الجامعة", "دليل الجامعة").is_some());
        assert!(fit("الج", "دليل الجامعة").is_some());
    }

    #[test]
    fn r11_a_last_word_followed_by_other_characters_is_complete() {
        let last = |text: &str| {
            let typed = Typed::new(text, "tr", "");
            let last = typed
                .last()
                .map(|(key, before)| (key.iter().collect::<String>(), before.to_owned()));
            last.map(|(key, before)| format!("{before}|{key}"))
        };
        assert_eq!(last("  Staj BAŞ"), Some("Staj |bas".to_owned()));
        assert_eq!(last("staj "), None);
        assert_eq!(last(""), None);
    }

    #[test]
    fn r11_a_text_of_many_words_is_not_completed() {
        assert!(Typed::new(&"a ".repeat(17), "tr", "").is_empty());
        assert!(!Typed::new(&"a ".repeat(16), "tr", "").is_empty());
    }
}
