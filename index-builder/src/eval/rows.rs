//! The ways to ask that are compared: rows of the table.

use soru::Configuration;
use soru::orchestration::CallOptions;
use soru::post_retrieval::RERANKERS;
use soru::retrieval::RETRIEVERS;
use soru::settings::{Settings, Value};

/// A way to ask.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What the table calls it.
    pub name: String,
    /// What it says on top of the site's configuration, as a call would.
    pub options: Value,
    /// Whether somebody asked for it by name: it must work then.
    pub is_own: bool,
}

impl Row {
    /// One of a user's own.
    #[must_use]
    pub fn own(name: &str, options: Value) -> Self {
        Self {
            name: name.to_owned(),
            options,
            is_own: true,
        }
    }

    fn listed(name: String, options: Vec<(&str, Value)>) -> Self {
        let options = options.into_iter();
        Self {
            name,
            options: Value::Map(
                options
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect(),
            ),
            is_own: false,
        }
    }

    /// What is compiled once for all questions.
    pub(super) fn compiled(&self) -> Value {
        self.part(|key| !is_of_call(key))
    }

    /// What has to be said with every question; `more` where the row does not say otherwise.
    pub(super) fn per_call(&self, more: &[(&str, Value)]) -> Value {
        let Value::Map(mut entries) = self.part(is_of_call) else {
            return Value::Null;
        };
        for (key, value) in more {
            if !entries.iter().any(|(own, _)| own == key) {
                entries.push(((*key).to_owned(), value.clone()));
            }
        }
        Value::Map(entries)
    }

    fn part(&self, wanted: impl Fn(&str) -> bool) -> Value {
        let Value::Map(entries) = &self.options else {
            return Value::Map(Vec::new());
        };
        let wanted = entries.iter().filter(|(key, _)| wanted(key));
        Value::Map(wanted.cloned().collect())
    }
}

fn is_of_call(key: &str) -> bool {
    CallOptions::KEYS.contains(&key)
}

/// The name of the row that asks as the site does.
pub(super) const DEFAULT: &str = "default";

/// The site's own way first, which the others are compared with; then each retriever that the
/// engine lists, alone; then each reranker that it lists, behind the site's retriever.
#[must_use]
pub fn rows(site: &Configuration) -> Vec<Row> {
    let none = || Value::List(Vec::new());
    let text = |name: &str| Value::Text(name.to_owned());
    let own = &site.retrieval.retriever;
    let site = Row::listed(DEFAULT.to_owned(), Vec::new());
    let retrievers = RETRIEVERS.iter().map(|name| {
        let options = vec![("retriever", text(name)), ("rerankers", none())];
        Row::listed((*name).to_owned(), options)
    });
    let rerankers = RERANKERS.iter().map(|name| {
        let options = vec![("rerankers", Value::List(vec![text(name)]))];
        Row::listed(format!("{own} + {name}"), options)
    });
    std::iter::once(site)
        .chain(retrievers)
        .chain(rerankers)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r40_every_retriever_and_reranker_that_the_engine_lists_has_a_row() {
        let names: Vec<String> = rows(&Configuration::default())
            .into_iter()
            .map(|row| row.name)
            .collect();
        assert_eq!(names[0], DEFAULT);
        for retriever in RETRIEVERS {
            assert!(names.iter().any(|name| name == retriever), "{names:?}");
        }
        for reranker in RERANKERS {
            let end = format!(" + {reranker}");
            assert!(names.iter().any(|name| name.ends_with(&end)), "{names:?}");
        }
    }

    #[test]
    fn what_only_a_call_can_say_is_said_with_every_call() {
        let options = serde_json::from_str(r#"{"lang": "tr", "retriever": "tf"}"#).unwrap();
        let row = Row::own("mine", options);
        assert_eq!(
            row.compiled(),
            Value::Map(vec![("retriever".into(), Value::Text("tf".into()))])
        );
        let today = [
            ("today", Value::Text("2026-11-20".into())),
            ("lang", Value::Text("en".into())),
        ];
        let Value::Map(said) = row.per_call(&today) else {
            panic!()
        };
        assert_eq!(said[0], ("lang".into(), Value::Text("tr".into())));
        assert_eq!(said.len(), 2);
    }
}
