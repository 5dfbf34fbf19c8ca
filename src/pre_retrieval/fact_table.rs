//! The facts table: exact and fuzzy matching (R14), expiry (R16).
//!
//! A wrong fact is worse than none. Words have to agree weighted by how rare they are among the
//! facts, and numbers, negation and the kind of question must not disagree at all.

use std::fmt;

use super::TextSettings;
use super::fact_words::{Asked, Words};
use super::phrase::{Keyed, contradicts, normalised};
use super::question_kind::{QuestionKind, question_kind};
use super::sequence::{similarity, similarity_above};
use crate::answer::Method;
use crate::fact::Fact;
use crate::ordered::Map;
use crate::query::Query;
use crate::text::{Language, StopWords, fold, normalise};

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
///   than the filter says, or has nothing of what the filter asks for.
pub trait FactMatcher: fmt::Debug {
    /// The fact, if one answers. `today` is an ISO day; without it every fact is current.
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>>;
}

/// The facts of a site, ready for matching.
#[derive(Debug)]
pub struct FactTable {
    facts: Vec<Fact>,
    phrasings: Vec<Phrasing>,
    /// All words of all ways to ask for a fact, and of its answer.
    vocabularies: Vec<Vec<Keyed>>,
    /// Fold keys of words that tell no facts apart.
    light_words: Vec<String>,
    /// In how many facts a word stands.
    frequencies: Map<u32>,
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
            vocabularies: Vec::new(),
            light_words: light_words(&settings.light_words),
            frequencies: Map::new(),
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
        let language = Language::from_tag(self.tag(&fact));
        let kind = question_kind(&fact.question, language);
        let mut vocabulary: Vec<Keyed> = Vec::new();
        for text in std::iter::once(&fact.question).chain(&fact.aliases) {
            let mut words = Words::new(text, language, &self.stop_words);
            // "H-1B fee" does not say what "How much is the H-1B fee?" does.
            if words.kind == QuestionKind::Open {
                words.kind = kind;
            }
            for word in &words.content {
                if !vocabulary.iter().any(|known| known.stem == word.stem) {
                    vocabulary.push(word.clone());
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
        for word in &vocabulary {
            *self.frequencies.entry(&word.stem) += 1;
        }
        // "20 hours per week": the answer says in what respect as well.
        vocabulary.extend(Words::new(&fact.answer, language, &self.stop_words).content);
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
        if asked.rules_out(known) || self.has_foreign_word(asked, phrasing.fact) {
            return 0.0;
        }
        let (mut common, mut all, mut shared) = (0.0, 0.0, 0);
        for word in &asked.content {
            let weight = self.rarity(word);
            if known.holds(word) || self.is_misspelt_in(word, &known.content) {
                common += weight;
                shared += 1;
            } else if self.is_light(word) {
                continue;
            }
            all += weight;
        }
        for word in &known.content {
            if !asked
                .content
                .iter()
                .any(|own| own.matches(word) || self.is_near(own, word))
            {
                all += self.rarity(word);
            }
        }
        // One word in common says what a question is about, not what it asks.
        if all > 0.0 && shared > 1 {
            common / all
        } else {
            0.0
        }
    }

    /// Whether the question has a word that neither a way of asking for the fact nor its answer has: what holds of the
    /// thing may not hold of the thing in that respect.
    fn has_foreign_word(&self, asked: &Words, fact: usize) -> bool {
        let vocabulary = &self.vocabularies[fact];
        asked.content.iter().any(|word| {
            !self.is_light(word)
                && !vocabulary.iter().any(|known| word.matches(known))
                && !self.is_misspelt_in(word, vocabulary)
        })
    }

    fn is_light(&self, word: &Keyed) -> bool {
        self.light_words.contains(&word.key)
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

    fn is_misspelt_in(&self, word: &Keyed, known: &[Keyed]) -> bool {
        known.iter().any(|other| self.is_near(word, other))
    }

    /// Whether `word`, which the facts do not know, is nearly `other`, which they do.
    fn is_near(&self, word: &Keyed, other: &Keyed) -> bool {
        word.key.len() >= 4
            && !word.key.bytes().any(|b| b.is_ascii_digit())
            && !self.frequencies.contains_key(&word.stem)
            && similarity(&word.key, &other.key) > self.settings.spelling
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

impl FactMatcher for FactTable {
    fn find(&self, query: &Query, today: Option<&str>) -> Option<FactMatch<'_>> {
        let asked = Asked::new(query, &self.stop_words);
        let ruled_out: Vec<bool> = (0..self.facts.len())
            .map(|fact| !self.is_current(fact, today) || !self.is_admitted(fact, query))
            .collect();
        let current = || self.phrasings.iter().filter(|p| !ruled_out[p.fact]);
        let same = |same: &dyn Fn(&str, &str) -> bool| {
            current().find(|phrasing| {
                let (normalised, _) = asked.in_language(phrasing.language);
                !normalised.is_empty() && same(normalised, &phrasing.normalised)
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
        if let Some(phrasing) = same(&folded) {
            return Some(self.fuzzy(phrasing.fact, 1.0));
        }
        let candidates: Vec<(usize, f64)> = current()
            .map(|phrasing| {
                let (_, words) = asked.in_language(phrasing.language);
                (phrasing.fact, self.overlap(words, phrasing))
            })
            .filter(|(_, overlap)| *overlap > self.settings.overlap)
            .collect();
        // The first of equals wins, so that the order of the facts decides and nothing else.
        let mut best: Option<(usize, f64)> = None;
        for (fact, overlap) in &candidates {
            if best.is_none_or(|(_, highest)| *overlap > highest) {
                best = Some((*fact, *overlap));
            }
        }
        let (fact, overlap) = best?;
        // Facts that answer the same are no rivals. Two that fit equally well: neither answers.
        let answer = |fact: usize| &self.facts[fact].answer;
        let rivals = |(other, rival): &(usize, f64)| {
            answer(*other) != answer(fact) && overlap - rival < self.settings.margin
        };
        if candidates.iter().any(rivals) {
            return None;
        }
        Some(self.fuzzy(fact, overlap))
    }
}

/// Fold keys of the built-in light words and the site's.
fn light_words(site: &Map<Vec<String>>) -> Vec<String> {
    const BUILTIN: &str = "start starts begin begins take takes place happen happens exactly \
        currently now total year annual annually long many need needed tell know visa visas last lasts student students \
        university yapilir yapiliyor olur oluyor vardir baslar basliyor baslayacak tam toplam \
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
            "what is the h 1b cap",
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
