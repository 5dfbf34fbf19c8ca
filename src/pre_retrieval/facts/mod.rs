//! The facts table: exact and fuzzy matching (R14), expiry (R16).
//!
//! A wrong fact is worse than none. One is asserted only for a question in its own words, or nearly
//! so: the same content words in the same order, asking for the same kind of thing. What is merely
//! similar is offered, and the visitor decides.

mod fit;
mod inflection;
mod lexicon;
mod nearness;
mod words;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use self::lexicon::Lexicon;
use self::nearness::{Bag, Nearness};
use self::words::{Asked, FactWord, Words};
use super::phrase::{contradicts, normalised};
use super::question_kind::{QuestionKind, question_kind};
use super::sequence::similarity_above;
use super::{SynonymGroup, TextSettings};
use crate::answer::Method;
use crate::fact::Fact;
use crate::ordered::{Map, first};
use crate::query::Query;
use crate::restrictions::AUTHORITY;
use crate::text::{Language, fold, normalise, primary};

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
    /// What was read last.
    last: RefCell<Option<Rc<Read>>>,
}

/// A question, read.
#[derive(Debug)]
struct Read {
    text: String,
    asked: Asked,
    fits: Vec<Fit>,
}

/// A fact that may be asserted.
#[derive(Debug, Clone, Copy)]
struct Fit {
    fact: usize,
    /// Share of the words in common, 0 to 1.
    overlap: f64,
}

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
        let mut table = Self {
            facts: Vec::new(),
            phrasings: Vec::new(),
            nearness: Nearness::default(),
            lexicon: Lexicon::new(text, &settings.light_words, synonyms),
            settings: settings.clone(),
            default_tag: languages.first().cloned().unwrap_or_default(),
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
        if restrictions.is_empty() {
            return true;
        }
        let fact = &self.facts[fact];
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

impl FactTable {
    /// The fact whose question is this one, word for word; of several one in its language.
    fn same(&self, read: &Read, query: &Query, ruled_out: &[bool]) -> Option<FactMatch<'_>> {
        let is_same = |phrasing: &&Phrasing| {
            let (normalised, _) = read.asked.in_language(phrasing.language);
            !ruled_out[phrasing.fact] && is_exact(normalised, phrasing)
        };
        let mut same = self.phrasings.iter().filter(is_same);
        let first = same.next()?;
        let own = Language::from_tag(&query.language);
        let is_own = |phrasing: &&Phrasing| phrasing.language == own;
        let phrasing = std::iter::once(first).chain(same).find(is_own);
        let fact = phrasing.unwrap_or(first).fact;
        // A repaired question is not the visitor's, word for word.
        if !query.corrections.is_empty() {
            return Some(self.fuzzy(fact, 1.0));
        }
        Some(FactMatch {
            fact: &self.facts[fact],
            method: Method::FactExact,
            confidence: self.settings.exact_confidence,
            overlap: 1.0,
        })
    }

    fn ruled_out(&self, query: &Query, today: Option<&str>) -> Vec<bool> {
        (0..self.facts.len())
            .map(|fact| !self.is_current(fact, today) || !self.is_admitted(fact, query))
            .collect()
    }

    /// The facts that may be asserted, by each of their wordings that fits.
    fn fits(&self, asked: &Asked) -> Vec<Fit> {
        let fit = |phrasing: &Phrasing| {
            let (normalised, words) = asked.in_language(phrasing.language);
            let overlap = if is_same_typed_otherwise(normalised, phrasing) {
                1.0
            } else {
                self.overlap(words, phrasing)?
            };
            let fact = phrasing.fact;
            Some(Fit { fact, overlap })
        };
        self.phrasings.iter().filter_map(fit).collect()
    }

    /// The best fact, unless another that answers otherwise fits as well: then neither is asserted.
    fn decide(&self, fits: &[Fit]) -> Option<FactMatch<'_>> {
        let mut best = fits.first()?;
        for fit in fits {
            if fit.overlap > best.overlap {
                best = fit;
            }
        }
        let answer = |fit: &Fit| &self.facts[fit.fact].answer;
        let rivals = |other: &Fit| {
            answer(other) != answer(best) && best.overlap - other.overlap < self.settings.margin
        };
        (!fits.iter().any(rivals)).then(|| self.fuzzy(best.fact, best.overlap))
    }

    /// The question as it is read: worked out once for router, match and offers.
    fn read(&self, query: &Query) -> Rc<Read> {
        let mut last = self.last.borrow_mut();
        match &*last {
            Some(read) if read.text == query.text => Rc::clone(read),
            _ => {
                let asked = Asked::new(query, &self.lexicon);
                let read = Rc::new(Read {
                    text: query.text.clone(),
                    fits: self.fits(&asked),
                    asked,
                });
                *last = Some(Rc::clone(&read));
                read
            }
        }
    }

    /// How many codes of the question a fact is asked by. To "How do I apply for H-1B?" applications for
    /// something else are near by their other words, and far weaker than the first offer all the same.
    fn codes(&self, fact: usize, asked: &Asked) -> usize {
        let own = self
            .phrasings
            .iter()
            .filter(|phrasing| phrasing.fact == fact);
        let named = own.map(|phrasing| {
            let (_, words) = asked.in_language(phrasing.language);
            let codes = words.content.iter().filter(|word| word.is_code());
            let known = |code: &&FactWord| phrasing.words.content.iter().any(|own| code.is(own));
            codes.filter(known).count()
        });
        named.max().unwrap_or_default()
    }

    /// How near each fact is to the question. Those in its own language come first: others count
    /// what their reading does.
    fn similarities(&self, query: &Query, asked: &Asked) -> Vec<f64> {
        let tag = |fact: usize| self.tag(&self.facts[fact]);
        let words = |fact: usize| asked.in_language(Language::from_tag(tag(fact))).1;
        let mut similarities = self.nearness.similarities(&words);
        for (fact, similarity) in similarities.iter_mut().enumerate() {
            let own = primary(tag(fact));
            let reading = query.readings.iter().find(|reading| reading.tag == own);
            *similarity *= reading.map_or(1.0, |reading| reading.weight);
        }
        similarities
    }
}

/// Whether a question is a fact's, word for word.
fn is_exact(asked: &str, phrasing: &Phrasing) -> bool {
    !asked.is_empty() && asked == phrasing.normalised
}

/// Whether a question is a fact's from a keyboard without Turkish letters.
fn is_same_typed_otherwise(asked: &str, phrasing: &Phrasing) -> bool {
    let known = &phrasing.normalised;
    !asked.is_empty()
        && asked.chars().count() == known.chars().count()
        && fold(asked) == fold(known)
        && !contradicts(asked, known)
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
