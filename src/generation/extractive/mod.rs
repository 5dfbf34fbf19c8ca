//! `extractive`: the sentence or two of a hit that answer best, word for word.

mod page;
mod rarity;

use std::num::NonZeroUsize;
use std::ops::Range;

use self::page::Page;
use self::rarity::Rarity;
use super::expected::Expected;
use super::{AnswerGenerator, Extract};
use crate::error::Result;
use crate::hit::Hit;
use crate::query::Query;
use crate::settings::{between, usual};
use crate::text::{Language, tokenise};

crate::settings! {
    /// How sentences are chosen as an answer.
    pub struct ExtractiveSettings {
        /// How many sentences in a row an answer has at most.
        pub max_sentences: NonZeroUsize = const { NonZeroUsize::new(2).unwrap() },
        /// How long an answer is at most; a longer sentence is cut at a word.
        pub max_characters: NonZeroUsize = const { NonZeroUsize::new(400).unwrap() },
        /// How long a list is at most, where a question asks for one; a longer one is cut behind an item.
        pub max_list_characters: NonZeroUsize = const { NonZeroUsize::new(1200).unwrap() },
        /// How many hits, from the best on, are read for an answer.
        pub hits: NonZeroUsize = const { NonZeroUsize::new(3).unwrap() },
        /// What a word of the question is worth that stands not in the sentence but above it: in
        /// the title, in a heading, or in a question that the sentence follows.
        pub heading: f64 = 0.7,
        /// Bonus for the kind of thing asked for: a date for `when`.
        pub expected: f64 = 0.3,
        /// Bonus for a list, where a question asks how something is done, or for several things.
        pub list: f64 = 0.6,
        /// Bonus for the first sentence of a chunk; the second gets half.
        pub first: f64 = 0.1,
        /// What a sentence is worth that asks itself, 0 to 1.
        pub question: f64 = 0.2,
        /// What a sentence of unusual length is worth, 0 to 1.
        pub unusual_length: f64 = 0.8,
        /// Sentences of fewer characters are unusually short.
        pub short: usize = 25,
        /// Sentences of more characters are unusually long.
        pub long: usize = 350,
        /// What an answer is worth for every sentence after its first, 0 to 1.
        pub further_sentence: f64 = 0.9,
        /// What a hit is worth for every place behind the first, 0 to 1.
        pub further_hit: f64 = 0.85,
    }
}

/// Scores every sentence, and every few in a row, of the best hits:
///
/// * each different word of the question counts once, rare ones (among the sentences read) more:
///   weight × ln(1 + sentences / sentences with the word);
/// * the sum is raised by the bonuses and lowered by the shares of [`ExtractiveSettings`];
/// * and multiplied by the hit's relevance against the best of the hits read, and by the weight of
///   its language, which is 1 for the question's own.
///
/// A sentence answers only if it has a word of the question, or if what stands above it has at
/// least half of them.
///
/// Where the question asks how something is done, or for several things, each list is scored like a sentence
/// that has the words of all its items, and is quoted whole; with the sentence before it, if that ends in
/// a colon.
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
                ("expected", settings.expected),
                ("list", settings.list),
                ("first", settings.first),
            ],
        )?;
        for (path, share) in [
            ("answer.extractive.question", settings.question),
            ("answer.extractive.unusual_length", settings.unusual_length),
            (
                "answer.extractive.further_sentence",
                settings.further_sentence,
            ),
            ("answer.extractive.further_hit", settings.further_hit),
        ] {
            between(path, share, 0.0, 1.0)?;
        }
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
        let read = &hits[..hits.len().min(self.settings.hits.get())];
        let expected = Expected::of(query);
        let pages: Vec<Page<'_>> = read
            .iter()
            .map(|hit| Page::new(hit, query, expected))
            .collect();
        let years = years(&query.text);
        let rarity = Rarity::of(&pages);
        let best_relevance = read
            .iter()
            .fold(0.0, |best: f64, hit| best.max(hit.relevance));
        let mut best = Best::default();
        let mut place = 1.0;
        for (number, page) in pages.iter().enumerate() {
            if !page.is_of_the_years(&years) {
                continue;
            }
            let relevance = share(page.hit.relevance, best_relevance);
            let worth = place * relevance * query.weight_of(&page.hit.lang);
            place *= self.settings.further_hit;
            for run in page.runs(&self.settings) {
                let score = worth * page.score(run.clone(), &rarity, &self.settings);
                best.offer(
                    score,
                    number,
                    page.bytes(run),
                    self.settings.max_characters.get(),
                );
            }
            if expected.is_some_and(Expected::is_list) {
                for list in &page.lists {
                    if let Some((score, bytes)) = page.list(list, &rarity, &self.settings) {
                        best.offer(worth * score, number, bytes, usize::MAX);
                    }
                }
            }
        }
        Ok(best
            .place
            .map(|(hit, bytes, most)| pages[hit].quote(bytes, hit, most)))
    }
}

/// The best place to quote so far: which hit, its bytes, and how many characters may be quoted.
#[derive(Default)]
struct Best {
    score: f64,
    place: Option<(usize, Range<usize>, usize)>,
}

impl Best {
    fn offer(&mut self, score: f64, hit: usize, bytes: Range<usize>, most: usize) {
        if score > self.score {
            self.score = score;
            self.place = Some((hit, bytes, most));
        }
    }
}

/// The years that a question names: what a page says of another year is no answer.
fn years(question: &str) -> Vec<String> {
    let is_year = |word: &String| {
        let four = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        four && (word.starts_with("19") || word.starts_with("20"))
    };
    tokenise(question, Language::Other)
        .into_iter()
        .map(|token| token.text)
        .filter(is_year)
        .collect()
}

/// Relevance against the best; 1 where relevances are not known.
fn share(relevance: f64, best: f64) -> f64 {
    if best > 0.0 { relevance / best } else { 1.0 }
}

#[cfg(test)]
mod tests;
