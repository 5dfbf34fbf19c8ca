//! The facts table: exact and fuzzy matching (R14), expiry (R16).
//!
//! A wrong fact is worse than none. A fact is asserted only for a question in its own words, or
//! nearly so: the same content words in the same order, asking for the same kind of thing. Facts
//! that are merely similar are offered, and the visitor decides.

mod candidates;
mod fit;
mod inflection;
mod lexicon;
mod nearness;
mod words;

pub use self::candidates::Matches;
pub(super) use self::inflection::is_endings;
use self::lexicon::Lexicon;
use self::nearness::{Bag, Nearness};
use self::words::QuestionWords;
use super::question_kind::{QuestionKind, question_kind};
use super::sequence::similarity_above;
use super::{SynonymGroup, TextSettings};
use crate::answer::Method;
use crate::fact::Fact;
use crate::ordered::{Map, first};
use crate::query::Query;
use crate::query::{keyed_words, normalised};
use crate::restrictions::AUTHORITY;
use crate::text::{Language, WordLists, fold, normalise};

crate::settings! {
    /// Settings for matching facts.
    pub struct FactMatchingSettings {
        /// Whether a fact is only asserted if the question has exactly the content words of one of
        /// its wordings, in the same order. Otherwise words in common are enough.
        pub same_words: bool = true,
        /// A fuzzy match needs more than this share of the words in common, 0 to 1.
        pub overlap: f64 = 0.5,
        /// Minimum lead of a fuzzy match over the next one with a different answer.
        pub margin: f64 = 0.05,
        /// Words that do not distinguish facts of this site, by language: a question and a fact may
        /// differ in them.
        pub light_words: Map<Vec<String>> = Map::new(),
        /// Minimum similarity of a misspelt word to a fact's word, 0 to 1. A word counts as
        /// misspelt if it has at least six letters, no fact has it, and one letter turns it into
        /// the fact's word.
        pub spelling: f64 = 0.8,
        /// Confidence of an exact match.
        pub exact_confidence: f64 = 1.0,
        /// Confidence of a fuzzy match.
        pub fuzzy_confidence: f64 = 0.9,
        /// Maximum number of facts offered if none is asserted; 0 offers none.
        pub choices: usize = 3,
        /// Minimum similarity of a fact that is offered, 0 to 1.
        pub choice_similarity: f64 = 0.16,
    }
}

/// A fact that answers, with its confidence.
#[derive(Debug, Clone, PartialEq)]
pub struct FactMatch<'t> {
    /// The fact.
    pub fact: &'t Fact,
    /// Exact or fuzzy.
    pub method: Method,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Share of words in common, 0 to 1.
    pub overlap: f64,
}

/// The facts of a site, ready for matching.
#[derive(Debug)]
pub struct FactTable {
    facts: Vec<Fact>,
    phrasings: Vec<Phrasing>,
    nearness: Nearness,
    lexicon: Lexicon,
    settings: FactMatchingSettings,
    default_tag: String,
}

/// A wording of a fact's question.
#[derive(Debug)]
struct Phrasing {
    fact: usize,
    text: String,
    language: Language,
    normalised: String,
    words: QuestionWords,
    /// Whether the wording itself does not state the kind of thing that it asks for.
    is_open: bool,
}

/// Minimum similarity of an offered fact, as a share of the similarity of the nearest one.
const OF_NEAREST: f64 = 0.4;

impl FactTable {
    /// Creates the table for the facts of a site. Facts without a language are in the site's first
    /// language.
    pub fn new(
        facts: Vec<Fact>,
        languages: &[String],
        text: &TextSettings,
        words: &WordLists,
        settings: &FactMatchingSettings,
    ) -> Self {
        Self::with_synonyms(facts, languages, text, words, &[], settings)
    }

    /// Like [`FactTable::new`], with words that mean the same on this site.
    pub fn with_synonyms(
        facts: Vec<Fact>,
        languages: &[String],
        text: &TextSettings,
        words: &WordLists,
        synonyms: &[SynonymGroup],
        settings: &FactMatchingSettings,
    ) -> Self {
        let mut table = Self {
            facts: Vec::new(),
            phrasings: Vec::new(),
            nearness: Nearness::default(),
            lexicon: Lexicon::new(text, words, &settings.light_words, synonyms),
            settings: settings.clone(),
            default_tag: languages.first().cloned().unwrap_or_default(),
        };
        let mut bag = Bag::new();
        for fact in facts {
            table.add(fact, &mut bag);
        }
        table.nearness.finish();
        table
    }

    fn add(&mut self, fact: Fact, bag: &mut Bag) {
        let language = Language::from_tag(self.tag(&fact));
        let kind = question_kind(&fact.question, language, &self.lexicon.words);
        let first = self.phrasings.len();
        for text in std::iter::once(&fact.question).chain(&fact.aliases) {
            let mut words =
                QuestionWords::new(keyed_words(text, language), language, &self.lexicon);
            let is_open = words.kind == QuestionKind::Open;
            // "H-1B fee" does not state the kind of "How much is the H-1B fee?".
            if is_open {
                words.kind = kind;
            }
            self.phrasings.push(Phrasing {
                fact: self.facts.len(),
                text: text.clone(),
                language,
                normalised: normalised(text, language),
                words,
                is_open,
            });
        }
        let wordings = self.phrasings[first..].iter();
        let wordings: Vec<&QuestionWords> = wordings.map(|phrasing| &phrasing.words).collect();
        let answer =
            QuestionWords::new(keyed_words(&fact.answer, language), language, &self.lexicon);
        self.nearness.add(&wordings, &answer, kind, bag);
        self.facts.push(fact);
    }

    /// Returns an iterator over the facts.
    pub fn iter(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter()
    }

    /// Returns whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Returns the number of facts.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Returns the fact's question that is most similar to the visitor's, if their similarity
    /// exceeds `least`.
    pub fn most_similar(&self, matches: &Matches, least: f64) -> Option<(&str, f64)> {
        let mut best: Option<(&str, f64)> = None;
        for phrasing in &self.phrasings {
            let (normalised, _) = matches.asked.in_language(phrasing.language);
            let floor = best.map_or(least, |(_, ratio)| ratio);
            let ratio = similarity_above(normalised, &phrasing.normalised, floor);
            if ratio > floor {
                best = Some((&phrasing.text, ratio));
            }
        }
        best
    }

    /// Returns whether one wording of a fact has all content words of the question.
    pub fn covers(&self, matches: &Matches) -> bool {
        self.phrasings.iter().any(|phrasing| {
            let (_, words) = matches.asked.in_language(phrasing.language);
            !words.content.is_empty() && phrasing.words.hold_all(words, &self.lexicon)
        })
    }

    /// Returns the fact that answers, if there is one.
    pub fn answering(&self, matches: &Matches) -> Option<FactMatch<'_>> {
        matches.current.map(|found| FactMatch {
            fact: &self.facts[found.fact],
            method: found.method,
            confidence: found.confidence,
            overlap: found.overlap,
        })
    }

    /// Returns the facts to offer, nearest first; none if a fact answers.
    pub fn offers(&self, matches: &Matches, query: &Query) -> Vec<&Fact> {
        if matches.current.is_some() || self.facts.is_empty() {
            return Vec::new();
        }
        let Matches {
            asked,
            fits,
            ruled_out,
            ..
        } = matches;
        let similarities = self.similarities(query, asked);
        let is_rival = |fact: usize| fits.iter().any(|fit| fit.fact == fact);
        let (count, limit) = (
            self.facts.len(),
            self.settings.choices.min(self.facts.len()),
        );
        let before = |a: usize, b: usize| {
            let worth = |fact: usize| (!ruled_out[fact], is_rival(fact));
            let by_similarity = similarities[b].total_cmp(&similarities[a]);
            let order = worth(b).cmp(&worth(a)).then(by_similarity);
            order.then(a.cmp(&b)).is_lt()
        };
        let best = (0..count).filter(|fact| !ruled_out[*fact]);
        let best = best.map(|fact| similarities[fact]).fold(0.0, f64::max);
        let least = self.settings.choice_similarity.max(best * OF_NEAREST);
        let is_near =
            |fact: &usize| !ruled_out[*fact] && (is_rival(*fact) || similarities[*fact] >= least);
        let mut nearest = first(count, limit, &before);
        nearest.retain(is_near);
        if let Some(first) = nearest.first().copied() {
            let codes = self.codes(first, asked);
            nearest.retain(|fact| self.codes(*fact, asked) >= codes);
        }
        nearest.into_iter().map(|fact| &self.facts[fact]).collect()
    }

    /// Returns whether the query's restrictions admit the fact.
    fn is_admitted(&self, fact: usize, query: &Query) -> bool {
        let restrictions = &query.restrictions;
        let fact = &self.facts[fact];
        if restrictions.is_empty() {
            return true;
        }
        let tag = self.tag(fact);
        let mut texts = vec![fact.question.as_str(), fact.answer.as_str()];
        texts.extend(fact.aliases.iter().map(String::as_str));
        let value = |key: &str| match key {
            "category" => Some(fact.category.as_str()),
            AUTHORITY => Some(fact.authority.as_str()),
            _ => None,
        };
        restrictions.filter.admits(tag, value)
            && restrictions.wordings(Language::from_tag(tag)).admit(&texts)
    }

    fn tag<'f>(&'f self, fact: &'f Fact) -> &'f str {
        if fact.lang.is_empty() {
            &self.default_tag
        } else {
            &fact.lang
        }
    }

    fn is_current(&self, fact: usize, today: Option<&str>) -> bool {
        let until = &self.facts[fact].valid_until;
        // ISO days compare as texts.
        until.is_empty() || today.is_none_or(|today| until.as_str() >= today)
    }
}

/// `tests/contracts` holds the table to this:
/// * a fact's own question finds that fact, exactly, while it is current;
/// * a fact whose last day is before `today` is never found;
/// * a fact that the query's restrictions exclude is never found: one that lacks a phrase in its
///   questions and its answer, has an excluded word there, is in another language or category than
///   the filter, or has none of the values that the filter requires;
/// * the same applies to the facts that are offered as a choice, none twice; there are none if a
///   fact answers.
impl FactTable {
    /// Returns the fact that answers, if there is one. `today` is an ISO day; without it every fact
    /// is current.
    pub fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>> {
        self.answering(&self.matches(query, today))
    }

    /// Returns the facts to offer, nearest first, if none is asserted.
    pub fn choices(&self, query: &Query, today: Option<&str>) -> Vec<&Fact> {
        self.offers(&self.matches(query, today), query)
    }
}

/// Returns whether two questions are the same after normalisation, to find duplicate facts.
pub fn same_question(a: &str, b: &str, language: Language) -> bool {
    fold(&normalise(a, language)) == fold(&normalise(b, language))
}

#[cfg(test)]
mod tests;
