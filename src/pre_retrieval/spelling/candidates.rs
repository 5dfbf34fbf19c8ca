//! The words that a visitor may mean instead of a misspelt one, and how certainly.

use super::nearest::{Candidate, EDIT, Nearest, SLIP};
use super::run_together::{are_together, two_words};
use super::{LIKELY, LONG, SHORT, VocabularySpeller};
use crate::index::Index;
use crate::needs::Attempt;
use crate::query::Certainty;
use crate::text::{Language, fold, stem};

/// Letters of the shortest stem that is compared: a shorter one is near the stems of many words.
const SHORTEST_STEM: usize = 6;

/// Handicap of a word in another language, in bits.
const FOREIGN: i32 = 2;

/// Lead over all other candidates, in bits, that makes a correction clear.
const CLEAR_LEAD: i32 = 6;

impl VocabularySpeller {
    /// Returns the words that the visitor may mean, best first.
    pub(super) fn candidates(
        &self,
        index: &Index,
        own: &str,
        word: &str,
    ) -> Attempt<Vec<Candidate>> {
        let letters = word.chars().count();
        let is_long = letters >= self.settings.two_errors_from;
        let limit = if is_long { 2 * SLIP } else { EDIT };
        let mut nearest = Nearest::new(&fold(word), limit);
        for tag in self.tags(index) {
            self.walk(index, own, tag, &mut nearest)?;
        }
        let found = nearest.into_candidates();
        if letters <= SHORT {
            return Ok(found);
        }
        let mut all = found.clone();
        for tag in self.tags(index) {
            let stem = fold(&stem(word, Language::from_tag(tag)));
            if stem.chars().count() < SHORTEST_STEM {
                continue;
            }
            let mut nearest = Nearest::by_stem(&stem, limit, all);
            self.walk(index, own, tag, &mut nearest)?;
            all = nearest.into_candidates();
        }
        // A word that is misspelt itself says more than the stem of another one.
        Ok(if all.first() == found.first() {
            found
        } else {
            all
        })
    }

    /// Returns the tags of the languages of the index and of the site's own words.
    fn tags<'t>(&'t self, index: &'t Index) -> Vec<&'t str> {
        let mut tags: Vec<&str> = Vec::new();
        let of_index = index.languages().iter().map(|own| own.tag.as_str());
        for tag in of_index.chain(self.site.iter().map(|(tag, _)| tag.as_str())) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        tags
    }

    /// Compares all words of a language.
    fn walk(&self, index: &Index, own: &str, tag: &str, nearest: &mut Nearest) -> Attempt<()> {
        nearest.turn_to(tag, if tag == own { 0 } else { FOREIGN });
        if let Some(language) = index.language(tag)
            && let Some(vocabulary) = index.vocabulary(language)?
        {
            vocabulary.walk(nearest);
        }
        for (_, words) in self.site.iter().filter(|(other, _)| other == tag) {
            words.vocabulary().walk(nearest);
        }
        Ok(())
    }

    /// Returns the two words of one language that a word consists of, the question's own first.
    pub(super) fn two_words(&self, index: &Index, own: &str, key: &str) -> Attempt<Option<String>> {
        let tags = self.tags(index);
        for tag in std::iter::once(own).chain(tags) {
            if let Some(language) = index.language(tag)
                && let Some(vocabulary) = index.vocabulary(language)?
                && let Some([front, back]) = two_words(vocabulary, key)
                && are_together(index, language, &front, &back)?
            {
                return Ok(Some([front, back].join(" ")));
            }
        }
        Ok(None)
    }
}

/// Returns the certainty of the first candidate.
pub(super) fn certainty(key: &str, candidates: &[Candidate]) -> Certainty {
    let Some((best, others)) = candidates.split_first() else {
        return Certainty::Doubtful;
    };
    let form =
        |candidate: &Candidate| fold(&stem(&candidate.word, Language::from_tag(&candidate.tag)));
    let is_clear = others
        .iter()
        .all(|other| best.score - other.score >= CLEAR_LEAD || form(other) == form(best));
    let letters = key.chars().count();
    if is_clear && letters > SHORT && best.score >= LIKELY {
        Certainty::Certain
    } else if is_clear && letters >= LONG && best.cost <= EDIT {
        Certainty::Probable
    } else {
        Certainty::Doubtful
    }
}
