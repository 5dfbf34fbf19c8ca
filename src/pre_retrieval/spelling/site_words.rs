//! Words that the site has although its pages may not: those of its synonyms, intents and facts.

use std::cell::OnceCell;

use crate::index::format::{Vocabulary, VocabularyBuilder};
use crate::ordered::first;
use crate::text::{Language, fold, lookup_start, stem, tokenise};

/// Assumed number of chunks with such a word: the site chose it.
const CHUNKS: u32 = 4;

/// The site's own words of one language.
#[derive(Debug, Default)]
pub(super) struct SiteWords {
    language: Option<Language>,
    /// Words with their fold keys, ordered by key, one per key.
    words: Vec<(String, String)>,
    /// The words as a vocabulary, built when a word is misspelt.
    vocabulary: OnceCell<Vocabulary>,
}

impl SiteWords {
    /// Collects the words of texts in one language.
    pub(super) fn new<'t>(language: Language, texts: impl Iterator<Item = &'t str>) -> Self {
        let mut all: Vec<(String, String)> = Vec::new();
        for token in texts.flat_map(|text| tokenise(text, language)) {
            all.push((fold(&token.text), token.text));
        }
        let mut words: Vec<(String, String)> = Vec::new();
        for number in first(all.len(), all.len(), &|a, b| all[a].0 < all[b].0) {
            if words.last().is_none_or(|(key, _)| *key != all[number].0) {
                words.push(std::mem::take(&mut all[number]));
            }
        }
        Self {
            language: Some(language),
            words,
            vocabulary: OnceCell::new(),
        }
    }

    /// Returns the words in the form that misspelt ones are compared with.
    pub(super) fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(|| {
            let mut builder = VocabularyBuilder::default();
            for (key, word) in &self.words {
                builder.push(key.clone(), word, CHUNKS);
            }
            builder.finish()
        })
    }

    /// Returns whether a word with this fold key, or another form of it, is among them.
    pub(super) fn knows(&self, key: &str, surface: &str) -> bool {
        let language = self.language.unwrap_or(Language::Other);
        let start = lookup_start(key);
        let form = fold(&stem(surface, language));
        self.words.iter().any(|(own, word)| {
            own.starts_with(start) && {
                let own_form = fold(&stem(word, language));
                own == key || own_form == form || *own == form || own_form == key
            }
        })
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
