//! The facts table: exact and fuzzy matching (R14), expiry (R16).
//!
//! A wrong fact is worse than none. One is asserted only for a question in its own words, or nearly
//! so: the same content words in the same order, asking for the same kind of thing. What is merely
//! similar is offered, and the visitor decides.

mod candidates;
mod fit;
mod inflection;
mod lexicon;
mod nearness;
mod words;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use self::candidates::{Fit, Read};
use self::lexicon::Lexicon;
use self::nearness::{Bag, Nearness};
use self::words::Words;
use super::phrase::normalised;
use super::question_kind::{QuestionKind, question_kind};
use super::sequence::similarity_above;
use super::{SynonymGroup, TextSettings};
use crate::answer::Method;
use crate::fact::Fact;
use crate::ordered::{Map, first};
use crate::query::Query;
use crate::restrictions::{AUTHORITY, Restrictions};
use crate::text::{Language, fold, normalise};

crate::settings! {
    /// How facts are matched.
    pub struct FactMatchingSettings {
        /// Whether a fact is only asserted if the question has the content words of one of its
        /// wordings, all of them, no others and in that order. If not, words in common suffice.
        pub same_words: bool = true,
        /// A fuzzy match needs more than this share of the words in common, 0 to 1.
        pub overlap: f64 = 0.5,
        /// A fuzzy match also has to lead over the next one that answers otherwise by this.
        pub margin: f64 = 0.05,
        /// Words that tell no facts of this site apart, by language: a question and a fact may
        /// differ in them.
        pub light_words: Map<Vec<String>> = Map::new(),
        /// A word of at least six letters that no fact has counts as misspelt if one letter makes it
        /// another of the fact's, and if they are more similar than this, 0 to 1.
        pub spelling: f64 = 0.8,
        /// Confidence of an exact match.
        pub exact_confidence: f64 = 1.0,
        /// Confidence of a fuzzy match.
        pub fuzzy_confidence: f64 = 0.9,
        /// How many facts are offered at most if none is asserted; 0 offers none.
        pub choices: usize = 3,
        /// A fact is offered from this similarity on, 0 to 1.
        pub choice_similarity: f64 = 0.16,
    }
}

/// A fact that answers, and how surely.
#[derive(Debug, Clone, PartialEq)]
pub struct FactMatch<'t> {
    /// The fact.
    pub fact: &'t Fact,
    /// Exact or fuzzy.
    pub method: Method,
    /// 0 to 1.
    pub confidence: f64,
    /// Share of words in common, 0 to 1.
    pub overlap: f64,
}

/// Finds the fact that answers a question.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * a fact's own question finds that fact, exactly, while it is current;
/// * a fact whose last day is before `today` is never found;
/// * a fact that the query's restrictions rule out is never found: one that lacks a phrase in its
///   questions and its answer, has an excluded word there, or is in another language or category
///   than the filter says, or has nothing of what the filter asks for;
/// * the same holds of the facts that are offered as a choice, none twice; there are none if one
///   answers.
pub trait FactMatcher: fmt::Debug {
    /// The fact, if one answers. `today` is an ISO day; without it every fact is current.
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>>;

    /// The facts to offer, nearest first, where none is asserted.
    fn choices(&self, query: &Query, today: Option<&str>) -> Vec<&Fact>;
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
    rules_out: Option<RulesOut>,
    /// What was read last.
    last: RefCell<Option<Rc<Read>>>,
}

/// Whether restrictions rule out a fact in the language of this tag.
pub type RulesOut = fn(&Restrictions, &Fact, tag: &str) -> bool;

/// One way to ask for a fact.
#[derive(Debug)]
struct Phrasing {
    fact: usize,
    text: String,
    language: Language,
    normalised: String,
    words: Words,
    /// Whether it does not say itself what kind of thing it asks for.
    is_open: bool,
}

/// A fact is not offered beside one that is nearer by far: share of the nearest one's similarity.
const OF_NEAREST: f64 = 0.4;

impl FactTable {
    /// For the facts of a site; those without a language are in the site's first.
    #[must_use]
    pub fn new(
        facts: Vec<Fact>,
        languages: &[String],
        text: &TextSettings,
        settings: &FactMatchingSettings,
    ) -> Self {
        Self::with_synonyms(facts, languages, text, &[], settings)
    }

    /// The same, with words that mean the same on this site.
    #[must_use]
    pub fn with_synonyms(
        facts: Vec<Fact>,
        languages: &[String],
        text: &TextSettings,
        synonyms: &[SynonymGroup],
        settings: &FactMatchingSettings,
    ) -> Self {
        let rules_out = Some(Self::RULES_OUT);
        Self::assemble(facts, languages, text, synonyms, settings, rules_out)
    }

    /// The same, with or without restrictions of questions. Without, a question that has some finds no fact.
    #[must_use]
    pub fn assemble(
        facts: Vec<Fact>,
        languages: &[String],
        text: &TextSettings,
        synonyms: &[SynonymGroup],
        settings: &FactMatchingSettings,
        rules_out: Option<RulesOut>,
    ) -> Self {
        let mut table = Self {
            facts: Vec::new(),
            phrasings: Vec::new(),
            nearness: Nearness::default(),
            lexicon: Lexicon::new(text, &settings.light_words, synonyms),
            settings: settings.clone(),
            default_tag: languages.first().cloned().unwrap_or_default(),
            rules_out,
            last: RefCell::new(None),
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
        let kind = question_kind(&fact.question, language);
        let first = self.phrasings.len();
        for text in std::iter::once(&fact.question).chain(&fact.aliases) {
            let mut words = Words::new(text, language, &self.lexicon);
            let is_open = words.kind == QuestionKind::Open;
            // "H-1B fee" does not say what "How much is the H-1B fee?" does.
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
        let wordings: Vec<&Words> = wordings.map(|phrasing| &phrasing.words).collect();
        let answer = Words::new(&fact.answer, language, &self.lexicon);
        self.nearness.add(&wordings, &answer, kind, bag);
        self.facts.push(fact);
    }

    /// The facts.
    pub fn iter(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter()
    }

    /// Whether there are no facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// How many facts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// The fact's question most similar to the visitor's, if more similar than `least`.
    #[must_use]
    pub fn most_similar(&self, query: &Query, least: f64) -> Option<(&str, f64)> {
        let mut best: Option<(&str, f64)> = None;
        let read = self.read(query);
        for phrasing in &self.phrasings {
            let (normalised, _) = read.asked.in_language(phrasing.language);
            let floor = best.map_or(least, |(_, ratio)| ratio);
            let ratio = similarity_above(normalised, &phrasing.normalised, floor);
            if ratio > floor {
                best = Some((&phrasing.text, ratio));
            }
        }
        best
    }

    /// Whether one way of asking for a fact has all content words of the question.
    #[must_use]
    pub fn covers(&self, query: &Query) -> bool {
        let read = self.read(query);
        self.phrasings.iter().any(|phrasing| {
            let (_, words) = read.asked.in_language(phrasing.language);
            !words.content.is_empty() && phrasing.words.hold_all(words)
        })
    }

    fn fuzzy(&self, fact: usize, overlap: f64) -> FactMatch<'_> {
        FactMatch {
            fact: &self.facts[fact],
            method: Method::FactFuzzy,
            confidence: self.settings.fuzzy_confidence,
            overlap,
        }
    }

    /// Whether the query's restrictions leave the fact in.
    fn is_admitted(&self, fact: usize, query: &Query) -> bool {
        let restrictions = &query.restrictions;
        let fact = &self.facts[fact];
        restrictions.is_empty()
            || self
                .rules_out
                .is_some_and(|rules_out| !rules_out(restrictions, fact, self.tag(fact)))
    }

    /// Applies every kind of restriction.
    pub const RULES_OUT: RulesOut = |restrictions, fact, tag| {
        let mut texts = vec![fact.question.as_str(), fact.answer.as_str()];
        texts.extend(fact.aliases.iter().map(String::as_str));
        let value = |key: &str| match key {
            "category" => Some(fact.category.as_str()),
            AUTHORITY => Some(fact.authority.as_str()),
            _ => None,
        };
        !(restrictions.filter.admits(tag, value)
            && restrictions.wordings(Language::from_tag(tag)).admit(&texts))
    };

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

impl FactMatcher for FactTable {
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>> {
        let read = self.read(query);
        let ruled_out = self.ruled_out(query, today);
        self.same(&read, query, &ruled_out).or_else(|| {
            let left = read.fits.iter().filter(|fit| !ruled_out[fit.fact]);
            self.decide(&left.copied().collect::<Vec<Fit>>())
        })
    }

    fn choices(&self, query: &Query, today: Option<&str>) -> Vec<&Fact> {
        if self.find(query, today).is_some() {
            return Vec::new();
        }
        let ruled_out = self.ruled_out(query, today);
        let read = self.read(query);
        let similarities = self.similarities(query, &read.asked);
        let is_rival = |fact: usize| read.fits.iter().any(|fit| fit.fact == fact);
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
            let codes = self.codes(first, &read.asked);
            nearest.retain(|fact| self.codes(*fact, &read.asked) >= codes);
        }
        nearest.into_iter().map(|fact| &self.facts[fact]).collect()
    }
}

/// Whether two questions are the same after normalisation, for finding duplicate facts.
#[must_use]
pub fn same_question(a: &str, b: &str, language: Language) -> bool {
    fold(&normalise(a, language)) == fold(&normalise(b, language))
}

#[cfg(test)]
mod tests;
