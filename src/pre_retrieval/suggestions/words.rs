//! Completes the last word.

use super::{Completion, CompletionKind, Suggester, Typed};
use crate::index::Index;
use crate::index::format::Walker;
use crate::needs::Attempt;
use crate::text::{Language, stem};

/// Proposes the most common completions of the last word, one per stem.
#[derive(Debug, Clone, Copy, Default)]
pub struct Words;

/// Number of the most common words considered, including inflections of the same word.
const CONSIDERED: usize = 64;

impl Suggester for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn suggest(&self, index: &Index, typed: &Typed, limit: usize) -> Attempt<Vec<Completion>> {
        let Some((key, before)) = typed.last() else {
            return Ok(Vec::new());
        };
        index.require_vocabularies()?;
        let mut completions: Vec<Completion> = Vec::new();
        // The page's language first.
        for foreign in [false, true] {
            for (number, statistics) in index.languages().iter().enumerate() {
                if typed.is_foreign(&statistics.tag) != foreign {
                    continue;
                }
                let Some(vocabulary) = index.vocabulary(number)? else {
                    continue;
                };
                let mut search = MostCommon {
                    beginning: key,
                    words: Vec::with_capacity(CONSIDERED + 1),
                };
                vocabulary.walk(&mut search);
                for word in search.distinct(&statistics.tag) {
                    completions.push(Completion {
                        text: format!("{before}{word}"),
                        kind: CompletionKind::Word,
                        url: None,
                        lang: statistics.tag.clone(),
                    });
                }
            }
        }
        // A word may occur in both languages.
        let mut keys: Vec<String> = Vec::new();
        completions.retain(|completion| {
            let key = crate::text::fold(&completion.text);
            let is_new = !keys.contains(&key);
            keys.push(key);
            is_new
        });
        completions.truncate(limit);
        Ok(completions)
    }
}

/// Collects the most common words with a prefix.
struct MostCommon<'t> {
    beginning: &'t [char],
    /// Commonness and word; the most common first, equals in the order of the dictionary.
    words: Vec<(u8, Vec<char>)>,
}

impl MostCommon<'_> {
    /// Returns the words, each stem once.
    fn distinct(self, tag: &str) -> Vec<String> {
        let language = Language::from_tag(tag);
        let mut stems: Vec<String> = Vec::new();
        let mut distinct = Vec::new();
        for (_, letters) in self.words {
            let word: String = letters.into_iter().collect();
            let stem = stem(&word, language);
            if !stems.contains(&stem) {
                stems.push(stem);
                distinct.push(word);
            }
        }
        distinct
    }
}

impl Walker for MostCommon<'_> {
    fn letter(&mut self, at: usize, letter: char) -> bool {
        self.beginning.get(at).is_none_or(|own| *own == letter)
    }

    fn word(&mut self, spelling: &[char], commonness: u8) {
        // A complete word needs no completion.
        if spelling.len() <= self.beginning.len() {
            return;
        }
        let later = self.words.iter().position(|(other, _)| *other < commonness);
        let at = later.unwrap_or(self.words.len());
        if at < CONSIDERED {
            self.words.insert(at, (commonness, spelling.to_vec()));
            self.words.truncate(CONSIDERED);
        }
    }
}
