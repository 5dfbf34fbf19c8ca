//! What words say: nothing (stop words, and those that tell no facts of the site apart), the same
//! as others of the site (`OPT` and `Optional Practical Training`), or themselves.
//!
//! Nothing of the kind is built in but stop words: what means the same on one site does not on
//! another, and a fact is only asserted where that is certain. A site says it in its `synonyms` and
//! its `fact_matching.light_words`.

use crate::ordered::Map;
use crate::pre_retrieval::phrase::{Keyed, Phrase};
use crate::pre_retrieval::{SynonymGroup, TextSettings};
use crate::text::{Language, StopWords, fold};

/// A number for what a word means; words of one number mean the same. 0 means nothing else than
/// the word itself.
pub(super) type Meaning = u16;

/// What the site says of words.
#[derive(Debug)]
pub(super) struct Lexicon {
    pub(super) stop_words: StopWords,
    /// Words of the site's further languages (`text.words`).
    pub(super) words: Map<String>,
    /// Fold keys of words that tell no facts apart.
    light_words: Vec<String>,
    synonyms: Vec<Vec<(Option<Language>, Phrase)>>,
}

impl Lexicon {
    pub(super) fn new(
        text: &TextSettings,
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
            stop_words: StopWords::new(&text.stop_words),
            words: text.words.clone(),
            light_words: light_words.map(|word| fold(word)).collect(),
            synonyms: groups.iter().map(phrases).collect(),
        }
    }

    /// Whether a word tells no facts apart.
    pub(super) fn is_light(&self, word: &Keyed) -> bool {
        self.light_words.contains(&word.key)
    }

    /// What each of these words means. All words of a term mean what the term does.
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
