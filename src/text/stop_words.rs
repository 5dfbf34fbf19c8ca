//! Recognises words that contribute little to the subject of a question.
//!
//! Stop words have less weight, but are not removed: a question made only of them keeps them. The
//! lists contain function words and common phrases of questions; a site adds its own.

use std::sync::OnceLock;

use super::{Language, WordLists, fold};
use crate::language::OwnList;
use crate::ordered::{Map, Set};

/// The stop words of every language, including the site's additions.
#[derive(Debug, Clone)]
pub struct StopWords {
    /// One list per language, by its number.
    lists: [Set; Language::EVERY.len()],
}

impl StopWords {
    /// Creates the lists from those of the engine, those of the bundle, and the site's additions, by
    /// language tag.
    pub fn new(additions: &Map<Vec<String>>, lists: &WordLists) -> Self {
        let mut words = Self::default_lists();
        for language in Language::EVERY {
            let own = lists
                .of(language, OwnList::StopWords)
                .split_ascii_whitespace();
            words.lists[language as usize].extend(own);
        }
        for (tag, list) in additions {
            let own = &mut words.lists[Language::from_tag(tag) as usize];
            own.extend(list.iter().map(|word| fold(word)));
        }
        words
    }

    /// Creates only the lists of the engine.
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

    /// Returns the lists of the engine, created once.
    pub fn built_in() -> &'static Self {
        static LISTS: OnceLock<StopWords> = OnceLock::new();
        LISTS.get_or_init(Self::default_lists)
    }

    /// Returns whether a surface form is a stop word in any spelling. A stop word without its
    /// diacritics does not count if that spelling is another word.
    pub fn contains(&self, word: &str, language: Language) -> bool {
        let own = &self.lists[language as usize];
        own.contains(&fold(word)) || (!word.is_ascii() && own.contains(word))
    }

    /// Returns how many of these words are stop words of the language.
    pub fn count<'w>(&self, words: impl Iterator<Item = &'w str>, language: Language) -> usize {
        words.filter(|word| self.contains(word, language)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r5_stop_words_are_known_per_language_and_in_any_spelling() {
        let words = StopWords::default_lists();
        assert!(words.contains("için", Language::Turkish));
        assert!(words.contains("icin", Language::Turkish));
        assert!(words.contains("the", Language::English));
        assert!(!words.contains("the", Language::Turkish));
        assert!(!words.contains("staj", Language::Turkish));
    }

    #[test]
    fn r5_a_stop_word_without_its_diacritics_does_not_count_if_it_is_another_word() {
        let words = StopWords::default_lists();
        for (stop, other) in [("şu", "su"), ("işte", "iste"), ("şunu", "sunu")] {
            assert!(words.contains(stop, Language::Turkish), "{stop}");
            assert!(!words.contains(other, Language::Turkish), "{other}");
        }
    }

    #[test]
    fn r5_a_site_adds_its_own_stop_words() {
        let additions = Map::from([("tr", vec!["üniversitemiz".to_owned()])]);
        let words = StopWords::new(&additions, &WordLists::default());
        assert!(words.contains("universitemiz", Language::Turkish));
        assert!(words.contains("ve", Language::Turkish));
    }
}
