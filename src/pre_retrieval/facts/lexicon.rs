//! The meaning of words for facts. A word may have no meaning (stop words, and words that do not
//! distinguish facts of the site), the meaning of another word of the site (`OPT` has that of
//! `Optional Practical Training`), or its own.
//!
//! Only stop words are built in. Words that mean the same on one site differ on another, and a fact
//! is only asserted if the match is certain. A site lists its words in `synonyms` and
//! `fact_matching.light_words`.

use crate::ordered::Map;
use crate::pre_retrieval::{SynonymGroup, TextSettings};
use crate::query::{Keyed, Phrase};
use crate::text::{Language, StopWords, WordLists, fold};

/// The number of a meaning; words with the same number mean the same. 0 is a word's own meaning.
pub(super) type Meaning = u16;

/// The site's information about words.
#[derive(Debug)]
pub(super) struct Lexicon {
    pub(super) stop_words: StopWords,
    pub(super) words: WordLists,
    /// Fold keys of words that do not distinguish facts.
    light_words: Vec<String>,
    synonyms: Vec<Vec<(Option<Language>, Phrase)>>,
}

impl Lexicon {
    pub(super) fn new(
        text: &TextSettings,
        words: &WordLists,
        light_words: &Map<Vec<String>>,
        groups: &[SynonymGroup],
    ) -> Self {
        let phrases = |group: &SynonymGroup| {
            let only = Some(Language::from_tag(&group.lang)).filter(|_| !group.lang.is_empty());
            let language = only.unwrap_or(Language::Other);
            let terms = group.terms.iter();
            terms
                .map(|term| (only, Phrase::new(term, language)))
                .collect()
        };
        let light_words = light_words.values().flatten();
        Self {
            stop_words: StopWords::new(&text.stop_words, words),
            words: words.clone(),
            light_words: light_words.map(|word| fold(word)).collect(),
            synonyms: groups.iter().map(phrases).collect(),
        }
    }

    /// Returns whether a word does not distinguish facts.
    pub(super) fn is_light(&self, word: &Keyed) -> bool {
        self.light_words.contains(&word.key)
    }

    /// Returns the meaning of each of these words. All words of a term have the meaning of the
    /// term.
    pub(super) fn meanings(&self, words: &[Keyed], language: Language) -> Vec<Meaning> {
        let mut meanings = vec![0; words.len()];
        for (group, number) in self.synonyms.iter().zip(1..=Meaning::MAX) {
            for (only, term) in group {
                let is_here = only.is_none_or(|only| only == language);
                let length = term.words.len();
                for at in 0..(words.len() + 1).saturating_sub(length) {
                    if is_here && term.is_in(&words[at..at + length]) {
                        meanings[at..at + length].fill(number);
                    }
                }
            }
        }
        meanings
    }
}
