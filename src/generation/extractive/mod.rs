//! `extractive`: the passage of a hit that answers best, word for word.

mod card;
mod split_hit;

use std::num::NonZeroUsize;

use self::split_hit::{Candidate, SplitHit};
use super::expected::Expected;
use super::likeness::{has_same_words, is_equal};
use super::prepared::Comparison;
use super::{AnswerGenerator, Extract, Stated};
use crate::error::Result;
use crate::hit::{Hit, HitSection};
use crate::query::{Matcher, Query};
use crate::settings::{between, join, usual};
use crate::text::{Language, Token, tokenise};

crate::settings! {
    /// Settings for choosing a passage as an answer.
    pub struct ExtractiveSettings {
        /// Maximum length of what is shown of a section; a longer sentence is cut at a word.
        pub max_characters: NonZeroUsize = const { NonZeroUsize::new(1600).unwrap() },
        /// Minimum similarity of the visitor's question to a written one for the section to count
        /// as its answer: small numbers of the visitor's, such as a grade, need not occur there
        /// then.
        pub vouched: f64 = 0.4,
        /// Number of hits, from the best on, that are read for an answer.
        pub hits: NonZeroUsize = const { NonZeroUsize::new(1).unwrap() },
        /// Weight of a word of the question that is not in the passage but in the title or a
        /// heading above it; likewise for a sentence, of a word in its lead-in.
        pub heading: f64 = 0.7,
        /// Weight of the share of the question's words in the best sentence of a passage.
        pub sentence: f64 = 0.5,
        /// Bonus for the kind of thing asked for: a date for `when`.
        pub expected: f64 = 0.3,
        /// Factor of a hit for every place after the first, 0 to 1.
        pub further_hit: f64 = 0.85,
    }
}

/// Scores every statement (a sentence, an item of a list, a row of a table) of the best hits:
///
/// ```text
/// score = words + sentence × words of the statement + expected × whether it has the kind of thing asked for
/// words = Σ v_t of the question's words in it and two neighbours, or heading × v_t of those above it / Σ v_t
/// ```
///
/// where `v_t` is a word's weight times its rarity. The section of the best statement is shown:
/// whole, or the paragraphs, items and rows around the statement, up to `max_characters`
/// (`card.rs`). The score is multiplied by the hit's relevance relative to the best of the hits
/// read, and by the weight of its language, which is 1 for the question's own.
///
/// A section answers only if it has a word of the question, or if the headings above it have at
/// least half of the value of the question's words; and if it is not mostly questions, lead-ins,
/// links, header rows, frames of forms and program text.
///
/// A question that the site states itself is answered by the section that states it, whole; one that
/// was written for a section, by that section.
#[derive(Debug, Clone, PartialEq)]
pub struct Extractive {
    settings: ExtractiveSettings,
}

impl Extractive {
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a weight or a share out of its
    /// range.
    pub fn new(settings: &ExtractiveSettings) -> Result<Self> {
        usual(
            "answer.extractive",
            &[
                ("heading", settings.heading),
                ("sentence", settings.sentence),
                ("expected", settings.expected),
            ],
        )?;
        for (name, share) in [
            ("further_hit", settings.further_hit),
            ("vouched", settings.vouched),
        ] {
            between(&join("answer.extractive", name), share, 0.0, 1.0)?;
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
        if let Some(stated) = stated(query, hits, &self.settings) {
            return Ok(Some(stated));
        }
        let settings = &self.settings;
        let read = &hits[..hits.len().min(settings.hits.get())];
        let expected = Expected::of(query);
        let figures = figures(&query.text);
        let best_relevance = read
            .iter()
            .fold(0.0, |best: f64, hit| best.max(hit.relevance));
        let mut best: Option<(f64, Extract)> = None;
        let mut place = 1.0;
        for (number, hit) in read.iter().enumerate() {
            let relevance = share(hit.relevance, best_relevance);
            let weight = place * relevance * query.weight_of(&hit.lang);
            place *= settings.further_hit;
            let page = SplitHit::new(hit, query, expected);
            let Some(mut quoted) = self.quoted(&page, number, &figures) else {
                continue;
            };
            quoted.has_rival = page.has_rival(&quoted, hits);
            let score = weight * quoted.score;
            if best.as_ref().is_none_or(|best| score > best.0) {
                best = Some((score, quoted));
            }
        }
        Ok(best.map(|(_, quoted)| quoted))
    }
}

impl Extractive {
    /// Returns the best passage of a hit, if one answers and has the figures of the question.
    fn quoted(&self, page: &SplitHit<'_>, hit: usize, figures: &[String]) -> Option<Extract> {
        let likeness = page.hit.features.question;
        let is_vouched = likeness.is_some_and(|likeness| likeness >= self.settings.vouched);
        let candidate = page.best(&self.settings)?;
        let mut needed = figures
            .iter()
            .filter(|figure| !is_vouched || !is_small(figure));
        let longest = self.settings.max_characters.get();
        needed
            .all(|figure| page.has(&candidate, figure))
            .then(|| page.quote(&candidate, hit, longest))
    }
}

/// Returns the section that answers this question because the site or the questions written for it
/// say so, if one does: one with the question word for word or titled with what it asks to define, or
/// else one with the question in other forms of the same words.
fn stated(query: &Query, hits: &[Hit], settings: &ExtractiveSettings) -> Option<Extract> {
    let asked = query.text.as_str();
    let expected = Expected::of(query);
    let is_near = |stated: &str, matcher: &Matcher| {
        has_same_words(stated, asked, matcher)
            && !Comparison::new(asked, stated, "", &query.words, matcher).differs
    };
    let stated_as = |is_asked: &dyn Fn(&str, &Matcher) -> bool| {
        let mut hits = hits.iter().enumerate();
        hits.find_map(|(number, hit)| {
            let page = SplitHit::new(hit, query, expected);
            let (candidate, source) = stated_in(&page, settings, is_asked)?;
            let own = page.quote(&candidate, number, usize::MAX);
            // Whoever wrote a question may have misread the section.
            let is_right = source == Source::Heading || !own.lacks_kind;
            is_right.then_some(Extract {
                stated: Stated::Asked,
                ..own
            })
        })
    };
    stated_as(&|stated, matcher| is_equal(stated, asked, matcher)).or_else(|| stated_as(&is_near))
}

/// The source of a prepared question.
#[derive(PartialEq)]
enum Source {
    /// The heading of the section.
    Heading,
    /// The questions written for the site's sections.
    Written,
}

/// Returns what to show of a hit with the question asked: the whole section that states it, or the
/// section for which it was written.
fn stated_in(
    page: &SplitHit<'_>,
    settings: &ExtractiveSettings,
    is_asked: &dyn Fn(&str, &Matcher) -> bool,
) -> Option<(Candidate, Source)> {
    let hit = page.hit;
    let is_stated = |own: &HitSection| {
        let question = own.heading.last().filter(|_| own.is_answer);
        question.is_some_and(|question| is_asked(question, page.matcher()))
    };
    if let Some(section) = hit.sections.iter().position(is_stated) {
        return Some((page.whole(section)?, Source::Heading));
    }
    if let Some(candidate) = page.defined(settings) {
        return Some((candidate, Source::Heading));
    }
    let is_near_miss = hit.near_miss >= hit.features.question.unwrap_or_default();
    let is_written = !hit.question.is_empty() && !is_near_miss;
    (is_written && is_asked(&hit.question, page.matcher()))
        .then(|| page.written(settings))
        .flatten()
        .map(|candidate| (candidate, Source::Written))
}

/// Returns the years, numbers and codes in a question: a page about others does not answer it.
fn figures(question: &str) -> Vec<String> {
    let is_figure = |word: &String| word.bytes().any(|byte| byte.is_ascii_digit());
    tokenise(question, Language::Other)
        .into_iter()
        .filter(Token::is_word)
        .map(|token| token.text)
        .filter(is_figure)
        .collect()
}

/// Returns whether a figure is a number of up to three digits, as visitors give about themselves:
/// neither a year nor a code.
fn is_small(figure: &str) -> bool {
    figure.starts_with(|c: char| c.is_ascii_digit())
        && figure.bytes().filter(u8::is_ascii_digit).count() < 4
}

/// Returns the relevance relative to the best; 1 if relevances are unknown.
fn share(relevance: f64, best: f64) -> f64 {
    if best > 0.0 { relevance / best } else { 1.0 }
}

#[cfg(test)]
mod tests;
