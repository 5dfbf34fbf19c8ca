//! Words that the site has although its pages may not: those of its synonyms, intents and facts.

use std::cell::OnceCell;

use crate::index::format::{Vocabulary, VocabularyBuilder};
use crate::ordered::first;
use crate::text::{Language, fold, lookup_start, stem, tokenise};

/// Assumed number of chunks with such a word: the site chose it.
const CHUNKS: u32 = 4;

/// A text of the site beside its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownText {
    /// Tag of its language.
    pub tag: String,
    /// The text.
    pub text: String,
    /// Its kind, which decides the use of its words.
    pub kind: TextKind,
}

/// A kind of text beside the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// Visitors see them, as in the questions and answers of facts: they are correct, and proposed as
    /// corrections.
    Shown,
    /// The site's rules, such as synonyms: they are correct.
    Rules,
    /// Everyday words of the language: they are not corrected, although the site may have them only
    /// as parts of others.
    Everyday,
}

/// The site's own words of one language.
#[derive(Debug, Default)]
pub(super) struct SiteWords {
    language: Option<Language>,
    /// Words with their fold keys, ordered by key, one per key, and whether visitors see them.
    words: Vec<(String, String, bool)>,
    /// The words that visitors see, as a vocabulary, built when a word is misspelt.
    vocabulary: OnceCell<Vocabulary>,
}

impl SiteWords {
    /// Collects the words of texts in one language.
    pub(super) fn new<'t>(language: Language, texts: impl Iterator<Item = &'t KnownText>) -> Self {
        let mut all: Vec<(String, String, bool)> = Vec::new();
        for known in texts {
            for token in tokenise(&known.text, language) {
                all.push((fold(&token.text), token.text, known.kind == TextKind::Shown));
            }
        }
        let mut words: Vec<(String, String, bool)> = Vec::new();
        for number in first(all.len(), all.len(), &|a, b| all[a].0 < all[b].0) {
            match words.last_mut().filter(|last| last.0 == all[number].0) {
                Some(last) => last.2 |= all[number].2,
                None => words.push(std::mem::take(&mut all[number])),
            }
        }
        Self {
            language: Some(language),
            words,
            vocabulary: OnceCell::new(),
        }
    }

    /// Returns the words that visitors see, in the form that misspelt ones are compared with.
    pub(super) fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(|| {
            let mut builder = VocabularyBuilder::default();
            for (key, word, _) in self.words.iter().filter(|(.., is_shown)| *is_shown) {
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
        self.words.iter().any(|(own, word, _)| {
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
        let known = ["Çift ana dal", "kontenjanı"].map(|text| KnownText {
            tag: "tr".into(),
            text: text.into(),
            kind: TextKind::Rules,
        });
        let words = SiteWords::new(Language::Turkish, known.iter());
        for known in ["çift", "CIFT", "kontenjan", "dal", "dallar"] {
            let surface = crate::text::lower(known, Language::Turkish);
            assert!(words.knows(&fold(&surface), &surface), "{known}");
        }
        assert!(!words.knows("kontejan", "kontejan"));
    }
}
