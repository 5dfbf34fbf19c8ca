//! The facts table: exact and fuzzy matching (R14), expiry (R16).
//!
//! A wrong fact is worse than none. Words have to agree weighted by how rare they are among the
//! facts, and numbers, negation and the kind of question must not disagree at all.

use std::collections::BTreeMap;
use std::fmt;

use super::TextSettings;
use super::fact_words::{Asked, Words};
use super::phrase::Keyed;
use super::sequence::{similarity, similarity_above};
use crate::answer::Method;
use crate::fact::Fact;
use crate::query::Query;
use crate::text::{Language, StopWords, fold, normalise};

crate::settings! {
    /// How facts are matched.
    pub struct FactMatchingSettings {
        /// A fuzzy match needs more than this share of the words in common, weighted by rarity,
        /// 0 to 1.
        pub overlap: f64 = 0.5,
        /// Words of at least four letters more similar than this count as misspelt, 0 to 1.
        pub spelling: f64 = 0.8,
        /// Confidence of an exact match.
        pub exact_confidence: f64 = 1.0,
        /// Confidence of a fuzzy match.
        pub fuzzy_confidence: f64 = 0.9,
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
/// * a fact whose last day is before `today` is never found.
pub trait FactMatcher: fmt::Debug {
    /// The fact, if one answers. `today` is an ISO day; without it every fact is current.
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>>;
}

/// The facts of a site, ready for matching.
#[derive(Debug)]
pub struct FactTable {
    facts: Vec<Fact>,
    phrasings: Vec<Phrasing>,
    /// In how many facts a word stands.
    frequencies: BTreeMap<String, u32>,
    stop_words: StopWords,
    settings: FactMatchingSettings,
    default_tag: String,
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
        let mut table = Self {
            facts: Vec::new(),
            phrasings: Vec::new(),
            frequencies: BTreeMap::new(),
            stop_words: StopWords::new(&text.stop_words),
            settings: settings.clone(),
            default_tag: languages.first().cloned().unwrap_or_default(),
        };
        for fact in facts {
            table.add(fact);
        }
        table
    }

    fn add(&mut self, fact: Fact) {
        let number = self.facts.len();
        let tag = if fact.lang.is_empty() {
            &self.default_tag
        } else {
            &fact.lang
        };
        let language = Language::from_tag(tag);
        let mut seen: Vec<String> = Vec::new();
        for text in std::iter::once(&fact.question).chain(&fact.aliases) {
            let words = Words::new(text, language, &self.stop_words);
            seen.extend(words.content.iter().map(|word| word.stem.clone()));
            let normalised = normalise(text, language);
            self.phrasings.push(Phrasing {
                fact: number,
                text: text.clone(),
                language,
                normalised,
                words,
            });
        }
        seen.sort_unstable();
        seen.dedup();
        for stem in seen {
            *self.frequencies.entry(stem).or_default() += 1;
        }
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
        let asked = Asked::new(query, &self.stop_words);
        for phrasing in &self.phrasings {
            let (normalised, _) = asked.in_language(phrasing.language);
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
        let asked = Asked::new(query, &self.stop_words);
        self.phrasings.iter().any(|phrasing| {
            let (_, words) = asked.in_language(phrasing.language);
            !words.content.is_empty() && words.content.iter().all(|word| phrasing.words.holds(word))
        })
    }

    /// Share of words in common, weighted by rarity, or 0 if something rules the fact out.
    fn overlap(&self, asked: &Words, phrasing: &Phrasing) -> f64 {
        let known = &phrasing.words;
        if asked.rules_out(known) {
            return 0.0;
        }
        let (mut common, mut all) = (0.0, 0.0);
        for word in &asked.content {
            let weight = self.rarity(word);
            all += weight;
            if known.holds(word) || self.is_misspelt_in(word, known) {
                common += weight;
            }
        }
        for word in &known.content {
            if !asked.holds(word) && !asked.content.iter().any(|w| self.is_near(w, word)) {
                all += self.rarity(word);
            }
        }
        if all > 0.0 { common / all } else { 0.0 }
    }

    /// How much a word tells facts apart. A word that no fact knows tells most.
    fn rarity(&self, word: &Keyed) -> f64 {
        let containing = f64::from(
            self.frequencies
                .get(&word.stem)
                .copied()
                .unwrap_or_default(),
        );
        libm::log(1.0 + (self.facts.len() as f64 + 1.0) / (containing + 0.5))
    }

    fn is_misspelt_in(&self, word: &Keyed, known: &Words) -> bool {
        known.content.iter().any(|other| self.is_near(word, other))
    }

    /// Whether `word`, which the facts do not know, is nearly `other`, which they do.
    fn is_near(&self, word: &Keyed, other: &Keyed) -> bool {
        word.key.len() >= 4
            && !word.key.bytes().any(|b| b.is_ascii_digit())
            && !self.frequencies.contains_key(&word.stem)
            && similarity(&word.key, &other.key) > self.settings.spelling
    }

    fn is_current(&self, fact: usize, today: Option<&str>) -> bool {
        let until = &self.facts[fact].valid_until;
        // ISO days compare as texts.
        until.is_empty() || today.is_none_or(|today| until.as_str() >= today)
    }
}

impl FactMatcher for FactTable {
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>> {
        let asked = Asked::new(query, &self.stop_words);
        let current = || {
            self.phrasings
                .iter()
                .filter(|p| self.is_current(p.fact, today))
        };
        let exact = current().find(|phrasing| {
            let (normalised, _) = asked.in_language(phrasing.language);
            !normalised.is_empty() && normalised == phrasing.normalised
        });
        if let Some(phrasing) = exact {
            return Some(FactMatch {
                fact: &self.facts[phrasing.fact],
                method: Method::FactExact,
                confidence: self.settings.exact_confidence,
                overlap: 1.0,
            });
        }
        // Best overlap per fact; facts that answer the same are no rivals.
        let mut best: Option<(usize, f64)> = None;
        let mut rival = 0.0;
        for phrasing in current() {
            let (_, words) = asked.in_language(phrasing.language);
            let overlap = self.overlap(words, phrasing);
            let same = best.is_some_and(|(fact, _)| {
                fact == phrasing.fact || self.facts[fact].answer == self.facts[phrasing.fact].answer
            });
            match best {
                Some((_, highest)) if overlap <= highest => {
                    if !same && overlap > rival {
                        rival = overlap;
                    }
                }
                _ => {
                    if let Some((_, beaten)) = best.filter(|_| !same) {
                        rival = beaten;
                    }
                    best = Some((phrasing.fact, overlap));
                }
            }
        }
        let (fact, overlap) = best?;
        // Two facts that fit equally well: neither is the answer.
        if overlap <= self.settings.overlap || overlap - rival < 1e-9 {
            return None;
        }
        Some(FactMatch {
            fact: &self.facts[fact],
            method: Method::FactFuzzy,
            confidence: self.settings.fuzzy_confidence,
            overlap,
        })
    }
}

/// Whether two questions are the same after normalisation, for finding duplicate facts.
#[must_use]
pub fn same_question(a: &str, b: &str, language: Language) -> bool {
    fold(&normalise(a, language)) == fold(&normalise(b, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pre_retrieval::{Analysis, QueryOperator, QuerySettings};

    fn fact(question: &str, answer: &str, lang: &str, aliases: &[&str]) -> Fact {
        Fact {
            question: question.into(),
            answer: answer.into(),
            lang: lang.into(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            source_url: "https://example.org".into(),
            ..Fact::default()
        }
    }

    fn table() -> FactTable {
        let mut expired = fact("What was the 2024 fee?", "old", "en", &[]);
        expired.valid_until = "2024-12-31".into();
        let facts = vec![
            fact(
                "What is the H-1B cap?",
                "85,000",
                "en",
                &["How many H-1B visas are issued each year?"],
            ),
            fact("When does registration start?", "1 September", "en", &[]),
            fact("When does registration end?", "15 September", "en", &[]),
            fact(
                "Yemekhane ücreti ne kadar?",
                "50 TL",
                "tr",
                &["yemek fiyatı"],
            ),
            fact("Final sınavları ne zaman?", "Ocak", "tr", &[]),
            expired,
        ];
        let languages = ["tr".to_owned(), "en".to_owned()];
        FactTable::new(
            facts,
            &languages,
            &TextSettings::default(),
            &FactMatchingSettings::default(),
        )
    }

    fn find(question: &str) -> Option<(String, Method)> {
        find_on(question, Some("2026-01-01"))
    }

    fn find_on(question: &str, today: Option<&str>) -> Option<(String, Method)> {
        let languages = ["tr".to_owned(), "en".to_owned()];
        let mut query = Query {
            text: question.into(),
            ..Query::default()
        };
        Analysis::new(
            &languages,
            &TextSettings::default(),
            &QuerySettings::default(),
            0.5,
        )
        .apply(&mut query)
        .unwrap();
        let table = table();
        table
            .find(&query, today)
            .map(|found| (found.fact.answer.clone(), found.method))
    }

    #[test]
    fn r14_a_fact_s_question_in_any_spelling_is_an_exact_match() {
        for question in [
            "What is the H-1B cap?",
            "what is the h1b CAP",
            "WHAT IS THE H1B CAP!!",
        ] {
            assert_eq!(
                find(question),
                Some(("85,000".into(), Method::FactExact)),
                "{question}"
            );
        }
        assert_eq!(
            find("YEMEK FİYATI"),
            Some(("50 TL".into(), Method::FactExact))
        );
    }

    #[test]
    fn r14_words_in_common_make_a_fuzzy_match() {
        assert_eq!(find("h1b cap"), Some(("85,000".into(), Method::FactFuzzy)));
        assert_eq!(
            find("yemekhane ucretleri"),
            Some(("50 TL".into(), Method::FactFuzzy))
        );
        assert_eq!(
            find("when will registration start"),
            Some(("1 September".into(), Method::FactFuzzy))
        );
        assert_eq!(
            find("when does registratoin start"),
            Some(("1 September".into(), Method::FactFuzzy))
        );
    }

    #[test]
    fn r14_numbers_years_negations_and_other_kinds_of_question_block() {
        for question in [
            "What is the H-1B cap in 2019?",
            "When does registration not start?",
            "Where does registration start?",
            "Yemekhane ücreti ne zaman ödenir?",
            "Can I eat at the yemekhane?",
        ] {
            assert_eq!(find(question), None, "{question}");
        }
    }

    #[test]
    fn r14_two_facts_that_fit_equally_answer_nothing() {
        assert_eq!(find("registration when"), None);
    }

    #[test]
    fn r16_an_expired_fact_is_not_current() {
        assert_eq!(find_on("What was the 2024 fee?", Some("2025-01-01")), None);
        assert!(find_on("What was the 2024 fee?", Some("2024-12-31")).is_some());
        assert!(find_on("What was the 2024 fee?", None).is_some());
    }

    #[test]
    fn r16_the_same_question_is_recognised_however_it_is_written() {
        assert!(same_question(
            "Harç ne kadar?",
            "harc NE KADAR",
            Language::Turkish
        ));
        assert!(!same_question(
            "Harç ne kadar?",
            "Harç ne zaman?",
            Language::Turkish
        ));
    }
}
