//! Adds the site's abbreviations and synonyms to a question (R10).

use std::cell::OnceCell;

use super::QueryOperator;
use crate::error::Result;
use crate::ordered::Map;
use crate::query::{Origin, Phrase, Query, Reading, Term};
use crate::text::{Language, fold, primary, tokenise};

crate::settings! {
    /// Words and phrases that mean the same.
    pub struct SynonymGroup {
        /// `OPT`, `Optional Practical Training`, ...
        pub terms: Vec<String> = Vec::new(),
        /// Only for questions in this language; empty for all.
        pub lang: String = String::new(),
    }
}

/// Adds words with the same meaning as words of the question.
#[derive(Debug)]
pub struct Synonyms {
    groups: Vec<SynonymGroup>,
    /// The groups as read in each language, filled when a question in that language comes.
    phrases: [OnceCell<Vec<Vec<Phrase>>>; 3],
    weight: f64,
}

impl Synonyms {
    /// Creates it with the site's groups; `weight` is that of a synonym.
    pub fn new(groups: &[SynonymGroup], weight: f64) -> Self {
        Self {
            groups: groups.to_vec(),
            phrases: Default::default(),
            weight,
        }
    }

    /// Creates it with groups of everyday words by language, separated by `;`, and words by commas.
    pub fn everyday(words: &Map<String>, weight: f64) -> Self {
        let mut groups = Vec::new();
        for (lang, list) in words {
            groups.extend(list.split(';').map(|group| {
                SynonymGroup {
                    terms: group
                        .split(',')
                        .map(|term| term.trim().to_owned())
                        .collect(),
                    lang: lang.clone(),
                }
            }));
        }
        Self::new(&groups, weight)
    }

    fn phrases(&self, language: Language) -> &[Vec<Phrase>] {
        let phrases = |group: &SynonymGroup| {
            let terms = group.terms.iter();
            terms.map(|term| Phrase::new(term, language)).collect()
        };
        self.phrases[language as usize].get_or_init(|| self.groups.iter().map(phrases).collect())
    }

    fn extend(&self, reading: &mut Reading) {
        let words = reading.words.clone();
        for (group, phrases) in self.groups.iter().zip(self.phrases(reading.language)) {
            if !group.lang.is_empty() && primary(&group.lang) != primary(&reading.tag) {
                continue;
            }
            let said = phrases.iter().filter(|phrase| phrase.is_in(&words));
            let Some(longest) = said.max_by_key(|phrase| phrase.words.len()) else {
                continue;
            };
            let position = position(longest, reading);
            for phrase in phrases.iter().filter(|phrase| !phrase.is_in(&words)) {
                self.add(phrase, longest.words.len(), position, reading);
            }
        }
    }

    /// Adds the words of a phrase, which share its weight. The weight increases with the number of
    /// words in the question that the phrase stands for, but no word outweighs a typed one.
    fn add(&self, phrase: &Phrase, said: usize, position: u32, reading: &mut Reading) {
        let tokens = tokenise(&phrase.text, reading.language);
        let words = tokens.iter().filter(|token| token.is_word()).count().max(1);
        let weight = (self.weight * (said as f64 / words as f64).sqrt()).min(1.0);
        for token in tokens.iter().filter(|token| token.is_word()) {
            if !reading.terms.iter().any(|term| term.surface == token.text) {
                let mut term = Term::new(&token.text, reading.language, weight, Origin::Synonym);
                term.position = position;
                reading.terms.push(term);
            }
        }
    }
}

/// Returns the position in the question of the first word of a phrase.
fn position(phrase: &Phrase, reading: &Reading) -> u32 {
    let is_of_phrase = |term: &&Term| {
        let mut words = phrase.words.iter();
        words.any(|word| word.key == term.key || word.stem == fold(&term.stem))
    };
    let first = reading.terms.iter().find(is_of_phrase);
    first.map_or(0, |term| term.position)
}

impl QueryOperator for Synonyms {
    fn name(&self) -> &'static str {
        "synonyms"
    }

    fn apply(&self, query: &mut Query) -> Result<()> {
        for reading in &mut query.readings {
            self.extend(reading);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> Vec<(String, Origin)> {
        let terms = terms(text).into_iter();
        terms.map(|term| (term.surface, term.origin)).collect()
    }

    fn terms(text: &str) -> Vec<Term> {
        let groups = [SynonymGroup {
            terms: vec!["OPT".into(), "Optional Practical Training".into()],
            lang: String::new(),
        }];
        let reading = Reading::new("en", 1.0, text, Vec::new());
        let mut query = Query {
            text: text.into(),
            readings: vec![reading],
            ..Query::default()
        };
        Synonyms::new(&groups, 0.6).apply(&mut query).unwrap();
        query.readings.remove(0).terms
    }

    // A page that has only the abbreviation matches all words of the question.
    #[test]
    fn r10_the_weight_of_a_synonym_increases_with_the_words_it_stands_for() {
        let weights = |text: &str| -> Vec<f64> { terms(text).iter().map(|t| t.weight).collect() };
        let long = weights("opt");
        assert!(
            (long.iter().sum::<f64>() - 0.6 * libm::sqrt(3.0)).abs() < 1e-12,
            "{long:?}"
        );
        let short = weights("optional practical training");
        assert!(
            short.iter().all(|weight| (0.99..=1.0).contains(weight)),
            "{short:?}"
        );
    }

    #[test]
    fn r10_a_group_may_name_its_language_with_a_region() {
        for (tag, is_own) in [("en-US", true), ("EN", true), ("tr-TR", false)] {
            let group = SynonymGroup {
                terms: vec!["OPT".into(), "training".into()],
                lang: tag.into(),
            };
            let mut query = Query {
                text: "opt".into(),
                readings: vec![Reading::new("en", 1.0, "opt", Vec::new())],
                ..Query::default()
            };
            Synonyms::new(&[group], 0.6).apply(&mut query).unwrap();
            assert_eq!(query.readings[0].terms.len() == 1, is_own, "{tag}");
        }
    }

    #[test]
    fn r10_an_abbreviation_adds_its_long_form_and_the_reverse() {
        let long: Vec<String> = ask("how long is opt")
            .into_iter()
            .map(|(word, _)| word)
            .collect();
        assert_eq!(long, ["optional", "practical", "training"]);
        assert_eq!(
            ask("optional practical training"),
            [("opt".to_owned(), Origin::Synonym)]
        );
        assert!(ask("options").is_empty());
    }
}
