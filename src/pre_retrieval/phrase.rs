//! Phrases of rules, matched word by word and never by substring.

use std::borrow::Cow;

use crate::text::{Language, Token, fold, holds, join_split_compounds, normalise, stem, tokenise};

/// A word by which it is recognised: surface, fold key, and fold key of its stem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Keyed {
    pub(super) surface: String,
    pub(super) key: String,
    pub(super) stem: String,
    /// The same with every `ı` read as `i`, if there is one: `TARIHE` from a foreign keyboard is
    /// `tarıhe` by Turkish rules, which no stemmer knows.
    dotted: Option<String>,
}

impl Keyed {
    fn new(surface: &str, language: Language) -> Self {
        let dotted = holds(surface, "ı").then(|| surface.replace('ı', "i"));
        Self {
            surface: surface.to_owned(),
            key: fold(surface),
            stem: fold(&stem(surface, language)),
            dotted: dotted.map(|word| fold(&stem(&word, language))),
        }
    }

    /// Whether the words are the same or share a stem. The Turkish stemmer takes an ending off
    /// some bare nouns too (`hoca`, but `hocaların` gives `hoca`), so a stem may also be the
    /// other word itself.
    ///
    /// A visitor may leave out what the site writes, not the other way round: `cap` may mean
    /// `çap`, but `çap` is no `cap`.
    pub(super) fn matches(&self, other: &Self) -> bool {
        if contradicts(&self.surface, &other.surface) {
            return false;
        }
        let is_stem = |stem: &String| *stem == other.key || *stem == other.stem;
        self.key == other.key
            || is_stem(&self.stem)
            || self.dotted.as_ref().is_some_and(is_stem)
            || self.key == other.stem
    }
}

/// Whether a Turkish letter was typed where the other text has a plain one.
pub(super) fn contradicts(typed: &str, other: &str) -> bool {
    let plain = |letter| match letter {
        'ç' => 'c',
        'ğ' => 'g',
        'ö' => 'o',
        'ş' => 's',
        'ü' => 'u',
        _ => ' ',
    };
    typed
        .chars()
        .zip(other.chars())
        .any(|(own, other)| plain(own) == other && own != other)
}

/// The text with codes and numbers in one piece that are written apart: `h 1b`, `385 000`. Only
/// those whose shape says so, whatever the pages have: rules and questions are to read alike.
fn in_one_piece(text: &str) -> Cow<'_, str> {
    join_split_compounds(text, &mut |compound| compound.is_certain)
        .map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The text as its words, for telling whether two texts are the same. A letter beside a figure is
/// so whether there is a space between them or not.
pub(super) fn normalised(text: &str, language: Language) -> String {
    let words = normalise(&in_one_piece(text), language);
    let mut out = String::with_capacity(words.len());
    for word in words.split(' ') {
        let ends_in_figure = out.ends_with(|c: char| c.is_ascii_digit());
        let figure_first = word.starts_with(|c: char| c.is_ascii_digit());
        if !out.is_empty() && ends_in_figure == figure_first {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The words of a text, keyed.
pub(super) fn keyed_words(text: &str, language: Language) -> Vec<Keyed> {
    tokenise(&in_one_piece(text), language)
        .iter()
        .filter(|token| token.is_word())
        .map(|token: &Token| Keyed::new(&token.text, language))
        .collect()
}

/// One or more words in a row.
#[derive(Debug, Clone)]
pub(super) struct Phrase {
    pub(super) text: String,
    pub(super) words: Vec<Keyed>,
}

impl Phrase {
    pub(super) fn new(text: &str, language: Language) -> Self {
        Self {
            text: text.to_owned(),
            words: keyed_words(text, language),
        }
    }

    /// Whether the phrase stands in the words, inflected or not.
    pub(super) fn is_in(&self, words: &[Keyed]) -> bool {
        !self.words.is_empty()
            && words
                .windows(self.words.len())
                .any(|window| window.iter().zip(&self.words).all(|(a, b)| a.matches(b)))
    }
}

/// Whether a phrase of fold keys stands in the words, uninflected: for function words, which
/// stemming would confuse.
pub(super) fn stands_in(phrase: &str, words: &[Keyed]) -> bool {
    let length = phrase.split(' ').count();
    words.windows(length).any(|window| {
        window
            .iter()
            .zip(phrase.split(' '))
            .all(|(word, key)| word.key == key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(phrase: &str, text: &str, language: Language) -> bool {
        Phrase::new(phrase, language).is_in(&keyed_words(text, language))
    }

    #[test]
    fn r10_a_code_apart_is_the_code() {
        assert!(is_in("H-1B", "h 1b kontenjanı kaç", Language::Turkish));
        assert!(is_in("F 1 visa", "my F-1 visa", Language::English));
        assert!(!is_in("H-1B", "h 2b", Language::English));
        assert!(!is_in("x3", "2 x 3", Language::English));
        assert_eq!(
            normalised("DS 160 ücreti", Language::Turkish),
            normalised("ds-160 ücreti", Language::Turkish)
        );
    }

    #[test]
    fn r6_phrases_match_by_word_or_stem_and_never_by_substring() {
        assert!(!is_in("cap", "What is the capital?", Language::English));
        assert!(is_in("cap", "the H-1B caps", Language::English));
        assert!(is_in("hoca", "hocaların odası", Language::Turkish));
        assert!(is_in("kayit", "KAYIT tarihleri", Language::Turkish));
        assert!(is_in("tarih", "SON TARIHLERE", Language::Turkish));
        assert!(is_in(
            "öğretim üyesi",
            "OGRETIM UYESI kim",
            Language::Turkish
        ));
        assert!(!is_in(
            "öğretim üyesi",
            "öğretim elemanı üyesi",
            Language::Turkish
        ));
        assert!(!is_in("", "anything", Language::English));
    }
}
