//! The facts table: exact and fuzzy matching (R14), expiry (R16).
//!
//! A wrong fact is worse than none. Words have to agree weighted by how rare they are among the
//! facts, and numbers, negation and the kind of question must not disagree at all.

mod fit;
mod inflection;
mod lexicon;
mod words;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use self::fit::Fit;
use self::lexicon::Lexicon;
use self::words::{Asked, FactWord, Words};
use super::phrase::{contradicts, normalised};
use super::question_kind::{QuestionKind, question_kind};
use super::sequence::similarity_above;
use super::{SynonymGroup, TextSettings};
use crate::answer::Method;
use crate::fact::Fact;
use crate::ordered::{Map, first};
use crate::query::Query;
use crate::text::{Language, fold, normalise};

crate::settings! {
    /// How facts are matched.
    pub struct FactMatchingSettings {
        /// A fuzzy match needs more than this share of the words in common, weighted by rarity,
        /// 0 to 1.
        pub overlap: f64 = 0.5,
        /// A fuzzy match also has to lead over the next fact that answers otherwise by this.
        pub margin: f64 = 0.05,
        /// Words that a question may have though the fact has not, by language, besides the
        /// built-in ones. Any other word that neither its questions nor its answer have rules it out.
        pub light_words: Map<Vec<String>> = Map::new(),
        /// Words of at least four letters more similar than this count as misspelt, 0 to 1.
        pub spelling: f64 = 0.8,
        /// Confidence of an exact match.
        pub exact_confidence: f64 = 1.0,
        /// Confidence of a fuzzy match.
        pub fuzzy_confidence: f64 = 0.9,
        /// How many facts are offered as a choice if several may be meant, or one that says more
        /// than was asked; 0 offers none.
        pub choices: usize = 4,
        /// A fact is worth offering from this share of words in common on, 0 to 1.
        pub choice_overlap: f64 = 0.35,
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

    /// The facts that may be meant, best first, where none surely is.
    fn choices(&self, query: &Query, today: Option<&str>) -> Vec<&Fact>;
}

/// The facts of a site, ready for matching.
#[derive(Debug)]
pub struct FactTable {
    facts: Vec<Fact>,
    phrasings: Vec<Phrasing>,
    /// The words of each fact.
    vocabularies: Vec<Vocabulary>,
    /// Fold keys of words that tell no facts apart.
    light_words: Vec<String>,
    /// In how many facts a word stands.
    frequencies: Map<u32>,
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

/// The words of a fact.
#[derive(Debug, Default)]
struct Vocabulary {
    /// Of all ways to ask for it.
    asked: Vec<FactWord>,
    /// Of its answer.
    answered: Vec<FactWord>,
}

/// One way to ask for a fact.
#[derive(Debug)]
struct Phrasing {
    fact: usize,
    text: String,
    language: Language,
    normalised: String,
    words: Words,
}

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
            vocabularies: Vec::new(),
            light_words: light_words(&settings.light_words),
            frequencies: Map::new(),
            lexicon: Lexicon::new(&text.stop_words, synonyms),
            settings: settings.clone(),
            default_tag: languages.first().cloned().unwrap_or_default(),
            last: RefCell::new(None),
        };
        for fact in facts {
            table.add(fact);
        }
        table
    }

    fn add(&mut self, fact: Fact) {
        let number = self.facts.len();
        let language = Language::from_tag(self.tag(&fact));
        let kind = question_kind(&fact.question, language);
        let mut vocabulary = Vocabulary::default();
        for text in std::iter::once(&fact.question).chain(&fact.aliases) {
            let mut words = Words::new(text, language, &self.lexicon);
            // "H-1B fee" does not say what "How much is the H-1B fee?" does.
            if words.kind == QuestionKind::Open {
                words.kind = kind;
            }
            for word in &words.content {
                let known = &mut vocabulary.asked;
                if !known.iter().any(|known| known.word.stem == word.word.stem) {
                    known.push(word.clone());
                }
            }
            self.phrasings.push(Phrasing {
                fact: number,
                text: text.clone(),
                language,
                normalised: normalised(text, language),
                words,
            });
        }
        for known in &vocabulary.asked {
            *self.frequencies.entry(&known.word.stem) += 1;
        }
        // "20 hours per week": the answer says in what respect as well.
        vocabulary.answered = Words::new(&fact.answer, language, &self.lexicon).content;
        self.vocabularies.push(vocabulary);
        self.facts.push(fact);
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
            !words.content.is_empty() && words.content.iter().all(|word| phrasing.words.holds(word))
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
        let category = |key: &str| (key == "category").then_some(fact.category.as_str());
        restrictions.filter.admits(tag, category)
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
    /// The fact whose question is this one, however it is typed.
    fn same(&self, asked: &Asked, query: &Query, ruled_out: &[bool]) -> Option<FactMatch<'_>> {
        let same = |same: &dyn Fn(&str, &str) -> bool| {
            self.phrasings.iter().find(|phrasing| {
                let (normalised, _) = asked.in_language(phrasing.language);
                !ruled_out[phrasing.fact]
                    && !normalised.is_empty()
                    && same(normalised, &phrasing.normalised)
            })
        };
        if let Some(phrasing) = same(&|asked, known| asked == known) {
            // A repaired question is not the visitor's, word for word.
            if !query.corrections.is_empty() {
                return Some(self.fuzzy(phrasing.fact, 1.0));
            }
            return Some(FactMatch {
                fact: &self.facts[phrasing.fact],
                method: Method::FactExact,
                confidence: self.settings.exact_confidence,
                overlap: 1.0,
            });
        }
        // The same question from a keyboard without Turkish letters.
        let folded = |asked: &str, known: &str| {
            asked.chars().count() == known.chars().count()
                && fold(asked) == fold(known)
                && !contradicts(asked, known)
        };
        same(&folded).map(|phrasing| self.fuzzy(phrasing.fact, 1.0))
    }

    fn ruled_out(&self, query: &Query, today: Option<&str>) -> Vec<bool> {
        (0..self.facts.len())
            .map(|fact| !self.is_current(fact, today) || !self.is_admitted(fact, query))
            .collect()
    }

    /// How each fact fits by the wording that fits best, best first; of equals the first.
    fn fits(&self, asked: &Asked) -> Vec<Fit> {
        let mut fits: Vec<Fit> = Vec::new();
        let (mut fact, mut elsewhere) = (usize::MAX, None);
        for phrasing in &self.phrasings {
            // The wordings of a fact lie together.
            if phrasing.fact != fact {
                (fact, elsewhere) = (phrasing.fact, None);
            }
            let (_, words) = asked.in_language(phrasing.language);
            let Some(fit) = self.fit(words, phrasing, &mut elsewhere) else {
                continue;
            };
            match fits.iter_mut().find(|known| known.fact == fit.fact) {
                Some(known) if (fit.answers, fit.overlap) > (known.answers, known.overlap) => {
                    *known = fit;
                }
                Some(_) => {}
                None => fits.push(fit),
            }
        }
        let order = first(fits.len(), fits.len(), &|a, b| {
            let by_overlap = fits[b].overlap.total_cmp(&fits[a].overlap);
            by_overlap.then(a.cmp(&b)).is_lt()
        });
        order.into_iter().map(|number| fits[number]).collect()
    }

    /// The best fact, unless another that answers otherwise fits as well.
    fn decide(&self, fits: &[Fit]) -> Option<FactMatch<'_>> {
        let best = fits.iter().find(|fit| fit.answers)?;
        let answer = |fit: &Fit| &self.facts[fit.fact].answer;
        let rivals = |other: &Fit| {
            answer(other) != answer(best) && best.overlap - other.overlap < self.settings.margin
        };
        // Facts that answer the same are no rivals. Two that fit equally well: neither answers.
        let rivalled = fits.iter().any(rivals);
        (!rivalled).then(|| self.fuzzy(best.fact, best.overlap))
    }
}

impl FactTable {
    /// The question as it is read, and how the facts fit it: worked out once for router, match and
    /// choice.
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

    /// The fact that answers, and the fits that are left.
    fn match_of(&self, query: &Query, today: Option<&str>) -> (Option<FactMatch<'_>>, Vec<Fit>) {
        let read = self.read(query);
        let ruled_out = self.ruled_out(query, today);
        let left = read.fits.iter().filter(|fit| !ruled_out[fit.fact]);
        let left: Vec<Fit> = left.copied().collect();
        let found = self.same(&read.asked, query, &ruled_out);
        (found.or_else(|| self.decide(&left)), left)
    }
}

impl FactMatcher for FactTable {
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>> {
        self.match_of(query, today).0
    }

    fn choices(&self, query: &Query, today: Option<&str>) -> Vec<&Fact> {
        let (None, fits) = self.match_of(query, today) else {
            return Vec::new();
        };
        let worth_it = fits
            .iter()
            .filter(|fit| fit.overlap >= self.settings.choice_overlap);
        let facts = worth_it.map(|fit| &self.facts[fit.fact]);
        facts.take(self.settings.choices).collect()
    }
}

/// Fold keys of the built-in light words and the site's.
fn light_words(site: &Map<Vec<String>>) -> Vec<String> {
    const BUILTIN: &str = "exactly \
        currently now total year annual annually long many need needed tell know visa visas last lasts student students \
        university during program purpose meaning mean define definition definitions explain \
        explained understanding understand information details detail overview general \
        yapilir yapiliyor yapilmakta yapilacak olacak anlami tanimi nelerdir vardir tam \
        simdi guncel bilgi hakkinda soyler kadardir universite universitesi yillik yilda her \
        ogrenci ogrenciler ogrencileri";
    let site = site.values().flatten().map(|word| fold(word));
    BUILTIN
        .split_whitespace()
        .map(str::to_owned)
        .chain(site)
        .collect()
}

/// Whether two questions are the same after normalisation, for finding duplicate facts.
#[must_use]
pub fn same_question(a: &str, b: &str, language: Language) -> bool {
    fold(&normalise(a, language)) == fold(&normalise(b, language))
}

#[cfg(test)]
mod tests;
