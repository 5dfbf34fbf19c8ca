//! The compared methods of asking: rows of the table.

use soru::Configuration;
use soru::orchestration::CallOptions;
use soru::post_retrieval::RERANKERS;
use soru::retrieval::RETRIEVERS;
use soru::settings::{Settings, Value};

/// A method of asking.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name in the table.
    pub name: String,
    /// Its options on top of the site's configuration, as in a call.
    pub options: Value,
    /// Whether the user requested it by name: then failure is an error.
    pub is_own: bool,
}

impl Row {
    /// A row defined by the user.
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

    /// The options that are compiled once for all questions.
    pub(super) fn compiled(&self) -> Value {
        self.part(|key| !is_of_call(key))
    }

    /// The options that each question carries; `more` supplies absent ones.
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

/// The name of the row with the site's configuration.
pub(super) const DEFAULT: &str = "default";

/// The site's own method first, the baseline of comparisons; then each retriever that the engine
/// lists, alone and with the site's rerankers; then each reranker that it lists, behind the site's
/// retriever and behind `bm25`; and `tf + basic`, by which R30 was first measured. The retrievers
/// alone are always included, because promises are measured against them; of other rows with
/// identical behaviour, only the first is.
#[must_use]
pub fn rows(site: &Configuration) -> Vec<Row> {
    let own = site.retrieval.retriever.as_str();
    let rerankers = &site.ranking.rerankers;
    let mut rows = vec![Row::listed(DEFAULT.to_owned(), Vec::new())];
    rows.extend(RETRIEVERS.names().map(|retriever| method(retriever, &[])));
    let mut known = rows.clone();
    known.push(method(own, rerankers));
    let chains = RETRIEVERS
        .names()
        .map(|retriever| method(retriever, rerankers));
    let single = |retriever: &str| {
        let alone = |name: &str| method(retriever, &[name.to_owned()]);
        RERANKERS.names().map(alone).collect::<Vec<_>>()
    };
    let counted = method("tf", &["basic".to_owned()]);
    let singles = [single(own), single("bm25"), vec![counted]].concat();
    for row in chains.chain(singles) {
        if !known.contains(&row) {
            known.push(row.clone());
            rows.push(row);
        }
    }
    rows
}

/// A retriever followed by rerankers, named after both: `bm25 + matching`.
fn method(retriever: &str, rerankers: &[String]) -> Row {
    let mut name = retriever.to_owned();
    for reranker in rerankers {
        name = format!("{name} + {reranker}");
    }
    let rerankers = rerankers.iter().cloned().map(Value::Text).collect();
    let options = vec![
        ("retriever", Value::Text(retriever.to_owned())),
        ("rerankers", Value::List(rerankers)),
    ];
    Row::listed(name, options)
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
        for retriever in RETRIEVERS.names() {
            assert!(names.iter().any(|name| name == retriever), "{names:?}");
        }
        for reranker in RERANKERS.names() {
            let end = format!(" + {reranker}");
            assert!(names.iter().any(|name| name.ends_with(&end)), "{names:?}");
        }
    }

    fn names(retriever: &str, rerankers: &[&str]) -> Vec<String> {
        let mut site = Configuration::default();
        site.retrieval.retriever = retriever.to_owned();
        site.ranking.rerankers = rerankers.iter().map(|name| (*name).to_owned()).collect();
        rows(&site).into_iter().map(|row| row.name).collect()
    }

    // `hybrid + matching` is the default row, and would be measured twice.
    #[test]
    fn r40_every_retriever_is_measured_alone_and_with_the_site_s_rerankers_and_no_way_twice() {
        let mut expected: Vec<String> = [
            DEFAULT,
            "hybrid",
            "bm25",
            "semantic",
            "tf",
            "bm25 + matching",
            "semantic + matching",
            "tf + matching",
        ]
        .map(str::to_owned)
        .into();
        for retriever in ["hybrid", "bm25"] {
            let others = RERANKERS.names().filter(|name| *name != "matching");
            expected.extend(others.map(|name| format!("{retriever} + {name}")));
        }
        expected.push("tf + basic".to_owned());
        assert_eq!(names("hybrid", &["matching"]), expected);
    }

    #[test]
    fn r40_the_rerankers_of_a_site_follow_every_retriever() {
        let names = names("bm25", &["matching", "quality"]);
        assert!(
            names.contains(&"hybrid + matching + quality".to_owned()),
            "{names:?}"
        );
        assert!(names.contains(&"bm25 + matching".to_owned()), "{names:?}");
        assert!(
            !names.contains(&"bm25 + matching + quality".to_owned()),
            "{names:?}"
        );
    }

    #[test]
    fn r40_a_site_without_rerankers_has_each_retriever_once() {
        let names = names("hybrid", &[]);
        for retriever in RETRIEVERS.names() {
            let same = names.iter().filter(|name| **name == retriever);
            assert_eq!(same.count(), 1, "{names:?}");
        }
    }

    #[test]
    fn options_of_a_call_are_passed_with_every_call() {
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
        let Value::Map(options) = row.per_call(&today) else {
            panic!()
        };
        assert_eq!(options[0], ("lang".into(), Value::Text("tr".into())));
        assert_eq!(options.len(), 2);
    }
}
