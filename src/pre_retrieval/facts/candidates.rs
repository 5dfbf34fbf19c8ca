//! Finds the facts that a question may ask for: compares all, and selects one if it is certain.

use super::words::{Asked, FactWord};
use super::{FactTable, Phrasing};
use crate::answer::Method;
use crate::query::Query;
use crate::query::contradicts;
use crate::text::{Language, fold, primary};

/// The comparison of a question with the facts, for the router, the answer and the offers.
#[derive(Debug)]
pub struct Matches {
    pub(super) asked: Asked,
    pub(super) fits: Vec<Fit>,
    /// For each fact, whether it is expired or excluded.
    pub(super) ruled_out: Vec<bool>,
    /// The fact that would answer regardless of the date.
    undated: Option<Match>,
    /// The fact that answers today.
    pub(super) current: Option<Match>,
}

impl Matches {
    /// Returns whether a fact answers the question, including an expired fact.
    pub fn is_answered(&self) -> bool {
        self.undated.is_some()
    }
}

/// The number of a fact that answers, with its confidence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    pub(super) fact: usize,
    pub(super) method: Method,
    pub(super) confidence: f64,
    pub(super) overlap: f64,
}

/// A fact that may be asserted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    pub(super) fact: usize,
    /// Share of the words in common, 0 to 1.
    overlap: f64,
}

impl FactTable {
    /// Compares a question with the facts. `today` is an ISO day; without it every fact is current.
    pub fn matches(&self, query: &Query, today: Option<&str>) -> Matches {
        let asked = if self.facts.is_empty() {
            Asked::default()
        } else {
            Asked::new(query, &self.lexicon)
        };
        let fits = self.fits(&asked);
        let undated = self.ruled_out(query, None);
        let ruled_out = self.ruled_out(query, today);
        let found = |ruled_out: &[bool]| {
            self.same(&asked, query, ruled_out).or_else(|| {
                let left = fits.iter().filter(|fit| !ruled_out[fit.fact]);
                self.decide(&left.copied().collect::<Vec<Fit>>())
            })
        };
        let any = found(&undated);
        // Most facts are current.
        let current = if undated == ruled_out {
            any
        } else {
            found(&ruled_out)
        };
        Matches {
            undated: any,
            current,
            ruled_out,
            asked,
            fits,
        }
    }

    /// Returns the fact with exactly this question; of several, one in the question's language.
    fn same(&self, asked: &Asked, query: &Query, ruled_out: &[bool]) -> Option<Match> {
        let is_same = |phrasing: &&Phrasing| {
            let (normalised, _) = asked.in_language(phrasing.language);
            !ruled_out[phrasing.fact] && is_exact(normalised, phrasing)
        };
        let mut same = self.phrasings.iter().filter(is_same);
        let first = same.next()?;
        let own = Language::from_tag(&query.language);
        let is_own = |phrasing: &&Phrasing| phrasing.language == own;
        let phrasing = std::iter::once(first).chain(same).find(is_own);
        let fact = phrasing.unwrap_or(first).fact;
        // The visitor did not type a repaired question word for word.
        if !query.corrections.is_empty() {
            return Some(self.fuzzy(fact, 1.0));
        }
        Some(Match {
            fact,
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

    /// Returns the facts that may be asserted, once for each wording that fits.
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

    /// Returns the best fact. None if another one with a different answer fits as well: then
    /// neither is asserted.
    fn decide(&self, fits: &[Fit]) -> Option<Match> {
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

    fn fuzzy(&self, fact: usize, overlap: f64) -> Match {
        Match {
            fact,
            method: Method::FactFuzzy,
            confidence: self.settings.fuzzy_confidence,
            overlap,
        }
    }

    /// Returns how many codes of the question occur in the wordings of a fact. For "How do I apply
    /// for H-1B?", applications for something else are near by their other words, but are a much
    /// weaker match than the first offer.
    pub(super) fn codes(&self, fact: usize, asked: &Asked) -> usize {
        let own = self
            .phrasings
            .iter()
            .filter(|phrasing| phrasing.fact == fact);
        let named = own.map(|phrasing| {
            let (_, words) = asked.in_language(phrasing.language);
            let codes = words.content.iter().filter(|word| word.is_code());
            let known = |code: &&FactWord| {
                let mut content = phrasing.words.content.iter();
                content.any(|own| code.is(own, &self.lexicon))
            };
            codes.filter(known).count()
        });
        named.max().unwrap_or_default()
    }

    /// Returns the similarity of each fact to the question. Facts in the question's language rank
    /// first: the others are weighted like their reading.
    pub(super) fn similarities(&self, query: &Query, asked: &Asked) -> Vec<f64> {
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

/// Returns whether a question equals a fact's question word for word.
fn is_exact(asked: &str, phrasing: &Phrasing) -> bool {
    !asked.is_empty() && asked == phrasing.normalised
}

/// Returns whether a question equals a fact's question, typed without Turkish letters.
fn is_same_typed_otherwise(asked: &str, phrasing: &Phrasing) -> bool {
    let known = &phrasing.normalised;
    !asked.is_empty()
        && asked.chars().count() == known.chars().count()
        && fold(asked) == fold(known)
        && !contradicts(asked, known)
}
