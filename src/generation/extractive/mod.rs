//! `extractive`: the passage of a hit that answers best, word for word.

mod page;

use std::num::NonZeroUsize;

use self::page::{Candidate, Page};
use super::expected::Expected;
use super::{AnswerGenerator, Extract};
use crate::error::Result;
use crate::hit::Hit;
use crate::query::Query;
use crate::settings::{between, usual};
use crate::text::{Language, Token, tokenise};

crate::settings! {
    /// How a passage is chosen as an answer.
    pub struct ExtractiveSettings {
        /// How long a passage is at most; a longer sentence is cut at a word.
        pub max_characters: NonZeroUsize = const { NonZeroUsize::new(500).unwrap() },
        /// How long a list is at most, where a question asks for one; a longer one is cut behind an item.
        pub max_list_characters: NonZeroUsize = const { NonZeroUsize::new(1200).unwrap() },
        /// How many hits, from the best on, are read for an answer.
        pub hits: NonZeroUsize = const { NonZeroUsize::new(1).unwrap() },
        /// What a word of the question is worth that stands not in the passage but above it, in the title or
        /// in a heading; and in a sentence, if it stands in what leads in to it.
        pub heading: f64 = 0.7,
        /// Weight of the share of the question's words in the best sentence of a passage.
        pub sentence: f64 = 0.5,
        /// Bonus for the kind of thing asked for: a date for `when`.
        pub expected: f64 = 0.3,
        /// Bonus for a list, where a question asks how something is done, or for several things.
        pub list: f64 = 0.4,
        /// What a hit is worth for every place behind the first, 0 to 1.
        pub further_hit: f64 = 0.85,
    }
}

/// Scores every few units in a row (sentences, items of lists, rows of tables) of the best hits:
///
/// ```text
/// score = words + sentence × words of the best unit + expected × whether it has what is asked for
/// words = Σ v_t of the question's words in the passage, or heading × v_t of those above it / Σ v_t
/// ```
///
/// where `v_t` is a word's weight times its rarity. The best passage then takes in its neighbours, as long as
/// it is no longer than `max_characters`, and never half of what belongs together: a list has its lead-in and
/// all its items, if they fit. It is multiplied by the hit's relevance against the best of the hits read, and
/// by the weight of its language, which is 1 for the question's own.
///
/// A passage answers only if it has a word of the question, or if what stands above it has at least half of
/// what the question's words tell; and if one of its units says something: questions, lead-ins, links, header
/// rows, frames of forms and program text do not.
///
/// Where the question asks how something is done, or for several things, a list is quoted whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Extractive {
    settings: ExtractiveSettings,
}

impl Extractive {
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a weight or a share out of its range.
    pub fn new(settings: &ExtractiveSettings) -> Result<Self> {
        usual(
            "answer.extractive",
            &[
                ("heading", settings.heading),
                ("sentence", settings.sentence),
                ("expected", settings.expected),
                ("list", settings.list),
            ],
        )?;
        let share = settings.further_hit;
        between("answer.extractive.further_hit", share, 0.0, 1.0)?;
        Ok(Self {
            settings: settings.clone(),
        })
    }
}

impl AnswerGenerator for Extractive {
    fn name(&self) -> &'static str {
        "extractive"
    }

    fn answer(&self, query: &Query, hits: &[Hit]) -> Result<Option<Extract>> {
        let settings = &self.settings;
        let read = &hits[..hits.len().min(settings.hits.get())];
        let expected = Expected::of(query);
        let figures = figures(&query.text);
        let best_relevance = read
            .iter()
            .fold(0.0, |best: f64, hit| best.max(hit.relevance));
        let mut best: Option<(f64, usize, Page<'_>, Candidate)> = None;
        let mut place = 1.0;
        for (number, hit) in read.iter().enumerate() {
            let page = Page::new(hit, query, expected);
            let relevance = share(hit.relevance, best_relevance);
            let worth = place * relevance * query.weight_of(&hit.lang);
            place *= settings.further_hit;
            let Some(candidate) = page.best(settings) else {
                continue;
            };
            if !page.has_figures(&candidate, &figures) {
                continue;
            }
            let score = worth * candidate.score;
            if best.as_ref().is_none_or(|best| score > best.0) {
                best = Some((score, number, page, candidate));
            }
        }
        let longest = settings.max_characters.get();
        Ok(best.map(|(_, hit, page, candidate)| page.quote(&candidate, hit, longest)))
    }
}

/// The years, numbers and codes that a question names: what a page says of others is no answer.
fn figures(question: &str) -> Vec<String> {
    let is_figure = |word: &String| word.bytes().any(|byte| byte.is_ascii_digit());
    tokenise(question, Language::Other)
        .into_iter()
        .filter(Token::is_word)
        .map(|token| token.text)
        .filter(is_figure)
        .collect()
}

/// Relevance against the best; 1 where relevances are not known.
fn share(relevance: f64, best: f64) -> f64 {
    if best > 0.0 { relevance / best } else { 1.0 }
}

#[cfg(test)]
mod tests;
