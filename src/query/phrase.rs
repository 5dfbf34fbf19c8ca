//! The words of a question as rules match them, and the phrases of rules. They match word by word
//! and never by substring. Router, intents, synonyms, facts, expected kinds and small talk use
//! them, so a question is cut into words once per language ([`super::Reading::words`]).

use std::borrow::Cow;

use crate::text::{Language, Token, fold, holds, join_split_compounds, normalise, stem, tokenise};

/// The keys of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    /// The word as typed, lower-cased.
    pub surface: String,
    /// Fold key of the surface.
    pub key: String,
    /// Fold key of the stem.
    pub stem: String,
    /// The word with every `ı` read as `i`, if it has any: Turkish rules lower `TARIHE` from a
    /// foreign keyboard to `tarıhe`, which no stemmer knows.
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

    /// Returns whether the words are the same or share a stem. The Turkish stemmer strips an ending
    /// from some bare nouns too (`hoca`, but `hocaların` gives `hoca`), so a stem may also equal
    /// the other word.
    ///
    /// A visitor may leave out diacritics that the site writes, but not the reverse: `cap` may mean
    /// `çap`, but `çap` does not mean `cap`.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        if contradicts(&self.surface, &other.surface) {
            return false;
        }
        let is_stem = |stem: &String| *stem == other.key || *stem == other.stem;
        self.key == other.key
            || is_stem(&self.stem)
            || self.dotted.as_ref().is_some_and(is_stem)
            || self.key == other.stem
    }

    /// Returns whether the words are the same in any spelling, uninflected: `tesekkurler` is
    /// `teşekkürler`, but `ök` is not `ok`.
    pub(crate) fn is(&self, listed: &Self) -> bool {
        self.key == listed.key && !contradicts(&self.surface, &listed.surface)
    }
}

/// Returns whether a Turkish letter was typed where the other text has a plain one.
pub(crate) fn contradicts(typed: &str, other: &str) -> bool {
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

/// Joins codes and numbers that the text writes as separate words: `h 1b`, `385 000`. Only their
/// shape decides, whatever the pages have, since rules and questions must be read alike.
fn in_one_piece(text: &str) -> Cow<'_, str> {
    join_split_compounds(text, &mut |compound| compound.is_certain)
        .map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the text as its words, to compare two texts. A space between a letter and a figure makes
/// no difference.
pub(crate) fn normalised(text: &str, language: Language) -> String {
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

/// Returns the words of a text with their keys.
pub(crate) fn keyed_words(text: &str, language: Language) -> Vec<Keyed> {
    tokenise(&in_one_piece(text), language)
        .iter()
        .filter(|token| token.is_word())
        .map(|token: &Token| Keyed::new(&token.text, language))
        .collect()
}

/// One or more consecutive words.
#[derive(Debug, Clone)]
pub(crate) struct Phrase {
    pub(crate) text: String,
    pub(crate) words: Vec<Keyed>,
}

impl Phrase {
    pub(crate) fn new(text: &str, language: Language) -> Self {
        Self {
            text: text.to_owned(),
            words: keyed_words(text, language),
        }
    }

    /// Returns whether the words contain the phrase, inflected or not.
    pub(crate) fn is_in(&self, words: &[Keyed]) -> bool {
        !self.words.is_empty()
            && words
                .windows(self.words.len())
                .any(|window| window.iter().zip(&self.words).all(|(a, b)| a.matches(b)))
    }
}

/// Returns whether the words contain a phrase of fold keys, uninflected: for function words, which
/// stemming would confuse.
pub(crate) fn stands_in(phrase: &str, words: &[Keyed]) -> bool {
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
    fn r10_a_code_with_a_space_is_the_same_code() {
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
