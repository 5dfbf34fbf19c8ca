//! Finds settings that every call would reject, before the first question.

use super::pipeline::{Pipeline, confidence};
use super::{Configuration, Operators};
use crate::error::{Error, Result};
use crate::generation::{Extractive, FORMULAS};
use crate::post_retrieval::{RERANKERS, RankingSettings, RerankChain};
use crate::retrieval::{RETRIEVERS, RetrievalSettings, retriever};
use crate::text::WordLists;

impl Configuration {
    /// Returns all settings that a call would reject: unknown names of operators, constants outside
    /// their ranges, including those of operators that only a call would name. Writers of a
    /// bundle's configuration call this first: with most mistakes, no question is answered.
    pub fn mistakes(&self) -> Vec<Error> {
        let mut mistakes = Vec::new();
        let mut note = |checked: Result<()>| {
            if let Err(error) = checked
                && !mistakes.contains(&error)
            {
                mistakes.push(error);
            }
        };
        note(Pipeline::new(self, &WordLists::default(), Vec::new(), None).map(drop));
        let named = self.answer.confidence.formula.as_str();
        for name in FORMULAS.names().chain([named]) {
            let mut own = self.clone();
            name.clone_into(&mut own.answer.confidence.formula);
            note(confidence(Operators::ALL, &own).map(drop));
        }
        note(Extractive::new(&self.answer.extractive).map(drop));
        let named = &self.retrieval.retriever;
        for name in RETRIEVERS.names().chain([named.as_str()]) {
            let settings = RetrievalSettings {
                retriever: name.to_owned(),
                ..self.retrieval.clone()
            };
            note(retriever(&settings, true).map(drop));
        }
        note(RerankChain::from_settings(&self.ranking).map(drop));
        for name in RERANKERS.names() {
            let alone = RankingSettings {
                rerankers: vec![name.to_owned()],
                ..self.ranking.clone()
            };
            note(RerankChain::from_settings(&alone).map(drop));
        }
        mistakes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Setting, Value};

    fn mistakes(section: &str, key: &str, value: Value) -> Vec<String> {
        let mut configuration = Configuration::default();
        let section = (
            section.to_owned(),
            Value::Map(vec![(key.to_owned(), value)]),
        );
        configuration
            .set(&Value::Map(vec![section]), "")
            .expect("a setting of the right kind");
        let mistakes = configuration.mistakes();
        mistakes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn settings_that_a_call_would_reject_are_found_before_it() {
        assert_eq!(Configuration::default().mistakes(), []);
        let text = |text: &str| Value::Text(text.to_owned());
        let inner = |key: &str, value| Value::Map(vec![(key.to_owned(), value)]);
        let cases = [
            ("retrieval", "retriever", text("nope")),
            ("retrieval", "fusion", text("nope")),
            ("retrieval", "bm25", inner("b", Value::Number(-1.0))),
            ("ranking", "rerankers", Value::List([text("nope")].into())),
            ("ranking", "position", inner("base", Value::Number(1e200))),
            ("ranking", "authority", inner("a/b", Value::Number(0.1))),
            ("answer", "min_confidence", Value::Number(5.0)),
            ("answer", "confidence", inner("formula", text("nope"))),
            (
                "answer",
                "extractive",
                inner("heading", Value::Number(-1.0)),
            ),
            ("query", "synonym_weight", Value::Number(2.0)),
        ];
        for (section, key, value) in cases {
            let found = mistakes(section, key, value);
            let begin = format!("`{section}.{key}");
            assert!(
                found.len() == 1 && found[0].starts_with(&begin),
                "{section}.{key}: {found:?}"
            );
        }
    }
}
