//! The site's abbreviations and synonyms, applied when asking (R10).

use super::QueryOperator;
use super::phrase::{Phrase, keyed_words};
use crate::error::Result;
use crate::query::{Origin, Query, Reading, Term};
use crate::text::tokenise;

crate::settings! {
    /// Words and phrases that mean the same.
    pub struct SynonymGroup {
        /// `OPT`, `Optional Practical Training`, ...
        pub terms: Vec<String> = Vec::new(),
        /// Only for questions in this language; empty for all.
        pub lang: String = String::new(),
    }
}

/// Adds what means the same as something in the question.
#[derive(Debug)]
pub struct Synonyms {
    groups: Vec<SynonymGroup>,
    weight: f64,
}

impl Synonyms {
    /// With the site's groups; `weight` is what a synonym is worth.
    #[must_use]
    pub fn new(groups: &[SynonymGroup], weight: f64) -> Self {
        Self {
            groups: groups.to_vec(),
            weight,
        }
    }

    fn extend(&self, text: &str, reading: &mut Reading) {
        let language = reading.language;
        let words = keyed_words(text, language);
        for group in &self.groups {
            if !group.lang.is_empty() && group.lang != reading.tag {
                continue;
            }
            let phrases: Vec<Phrase> = group
                .terms
                .iter()
                .map(|term| Phrase::new(term, language))
                .collect();
            if phrases.iter().any(|phrase| phrase.is_in(&words)) {
                for phrase in phrases.iter().filter(|phrase| !phrase.is_in(&words)) {
                    self.add(phrase, reading);
                }
            }
        }
    }

    /// A phrase of several words is worth one synonym altogether.
    fn add(&self, phrase: &Phrase, reading: &mut Reading) {
        let tokens = tokenise(&phrase.text, reading.language);
        let words = tokens.iter().filter(|token| token.is_word()).count().max(1);
        let weight = self.weight / libm::sqrt(words as f64);
        for token in tokens.iter().filter(|token| token.is_word()) {
            if !reading.terms.iter().any(|term| term.surface == token.text) {
                let term = Term::new(&token.text, reading.language, weight, Origin::Synonym);
                reading.terms.push(term);
            }
        }
    }
}

impl QueryOperator for Synonyms {
    fn name(&self) -> &'static str {
        "synonyms"
    }

    fn apply(&self, query: &mut Query) -> Result<()> {
        for reading in &mut query.readings {
            self.extend(&query.text, reading);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    fn ask(text: &str) -> Vec<(String, Origin)> {
        let groups = [SynonymGroup {
            terms: vec!["OPT".into(), "Optional Practical Training".into()],
            lang: String::new(),
        }];
        let reading = Reading {
            tag: "en".into(),
            language: Language::English,
            weight: 1.0,
            terms: vec![],
        };
        let mut query = Query {
            text: text.into(),
            readings: vec![reading],
            ..Query::default()
        };
        Synonyms::new(&groups, 0.6).apply(&mut query).unwrap();
        query.readings[0]
            .terms
            .iter()
            .map(|t| (t.surface.clone(), t.origin))
            .collect()
    }

    #[test]
    fn r10_an_abbreviation_brings_its_long_form_and_the_other_way_round() {
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
