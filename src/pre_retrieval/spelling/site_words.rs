//! Words that the site knows though no page may have them: those of its synonyms, intents and
//! facts.

use crate::index::format::{Vocabulary, VocabularyBuilder, Walker};
use crate::ordered::first;
use crate::text::{Language, fold, lookup_start, stem, tokenise};

/// As how common such a word counts, in chunks: the site chose it.
const CHUNKS: u32 = 4;

/// The site's own words of one language.
#[derive(Debug, Default)]
pub(super) struct SiteWords {
    language: Option<Language>,
    vocabulary: Vocabulary,
}

impl SiteWords {
    /// The words of texts that are in one language.
    pub(super) fn new<'t>(language: Language, texts: impl Iterator<Item = &'t str>) -> Self {
        let mut keys: Vec<String> = Vec::new();
        let mut words: Vec<String> = Vec::new();
        for token in texts.flat_map(|text| tokenise(text, language)) {
            keys.push(fold(&token.text));
            words.push(token.text);
        }
        let mut builder = VocabularyBuilder::default();
        let mut previous = "";
        for number in first(keys.len(), keys.len(), &|a, b| keys[a] < keys[b]) {
            if keys[number] != previous {
                builder.push(keys[number].clone(), &words[number], CHUNKS);
            }
            previous = &keys[number];
        }
        Self {
            language: Some(language),
            vocabulary: builder.finish(),
        }
    }

    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Whether a word with this fold key, or another form of it, is among them.
    pub(super) fn knows(&self, key: &str, surface: &str) -> bool {
        let language = self.language.unwrap_or(Language::Other);
        let mut search = Search {
            start: lookup_start(key).chars().collect(),
            key,
            stem: fold(&stem(surface, language)),
            language,
            found: false,
        };
        self.vocabulary.walk(&mut search);
        search.found
    }
}

struct Search<'k> {
    start: Vec<char>,
    key: &'k str,
    stem: String,
    language: Language,
    found: bool,
}

impl Walker for Search<'_> {
    fn letter(&mut self, at: usize, letter: char) -> bool {
        self.start.get(at).is_none_or(|own| *own == letter)
    }

    fn word(&mut self, spelling: &[char], _: u8) {
        if !self.found {
            let word: String = spelling.iter().collect();
            let stem = fold(&stem(&word, self.language));
            let key = fold(&word);
            self.found =
                key == self.key || stem == self.stem || key == self.stem || stem == self.key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_the_site_s_words_are_known_in_any_spelling_and_form() {
        let words = SiteWords::new(
            Language::Turkish,
            ["Çift ana dal", "kontenjanı"].into_iter(),
        );
        for known in ["çift", "CIFT", "kontenjan", "dal", "dallar"] {
            let surface = crate::text::lower(known, Language::Turkish);
            assert!(words.knows(&fold(&surface), &surface), "{known}");
        }
        assert!(!words.knows("kontejan", "kontejan"));
    }
}
