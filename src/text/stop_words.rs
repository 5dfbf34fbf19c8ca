//! Words that say little of what a question is about.
//!
//! They are weighed down, not forbidden: a question made only of them keeps them. The lists hold
//! function words and the phrases people wrap a question in; a site adds its own.

use std::sync::OnceLock;

use super::{Language, fold};
use crate::ordered::{Map, Set};

/// The stop words of every language, the site's additions included.
#[derive(Debug, Clone)]
pub struct StopWords {
    /// By the number of the language.
    lists: [Set; Language::EVERY.len()],
}

impl StopWords {
    /// The lists in `src/language` and the site's additions, by language tag.
    #[must_use]
    pub fn new(additions: &Map<Vec<String>>) -> Self {
        let mut words = Self::default_lists();
        for (tag, list) in additions {
            let own = &mut words.lists[Language::from_tag(tag) as usize];
            own.extend(list.iter().map(|word| fold(word)));
        }
        words
    }

    /// The built-in lists alone.
    #[must_use]
    pub fn default_lists() -> Self {
        let of = |language: Language| {
            let own = language.stop_words();
            let as_written = own.as_written.split_whitespace().map(str::to_owned);
            let folded = own.folded.split_whitespace().map(fold);
            folded.chain(as_written).collect()
        };
        Self {
            lists: Language::EVERY.map(of),
        }
    }

    /// The same, made once.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static LISTS: OnceLock<StopWords> = OnceLock::new();
        LISTS.get_or_init(Self::default_lists)
    }

    /// Whether a surface form is a stop word, however it was typed, unless it is another word
    /// without its diacritics.
    #[must_use]
    pub fn contains(&self, word: &str, language: Language) -> bool {
        let own = &self.lists[language as usize];
        own.contains(&fold(word)) || (!word.is_ascii() && own.contains(word))
    }

    /// How many of these words are stop words of the language.
    #[must_use]
    pub fn count<'w>(&self, words: impl Iterator<Item = &'w str>, language: Language) -> usize {
        words.filter(|word| self.contains(word, language)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r5_stop_words_are_known_per_language_and_however_typed() {
        let words = StopWords::default_lists();
        assert!(words.contains("için", Language::Turkish));
        assert!(words.contains("icin", Language::Turkish));
        assert!(words.contains("the", Language::English));
        assert!(!words.contains("the", Language::Turkish));
        assert!(!words.contains("staj", Language::Turkish));
    }

    #[test]
    fn r5_a_stop_word_without_its_diacritics_is_none_if_it_is_another_word() {
        let words = StopWords::default_lists();
        for (stop, other) in [("şu", "su"), ("işte", "iste"), ("şunu", "sunu")] {
            assert!(words.contains(stop, Language::Turkish), "{stop}");
            assert!(!words.contains(other, Language::Turkish), "{other}");
        }
    }

    #[test]
    fn r5_a_site_adds_its_own() {
        let additions = Map::from([("tr", vec!["üniversitemiz".to_owned()])]);
        let words = StopWords::new(&additions);
        assert!(words.contains("universitemiz", Language::Turkish));
        assert!(words.contains("ve", Language::Turkish));
    }
}
