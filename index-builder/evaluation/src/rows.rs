//! The compared methods of asking: rows of the table.

use soru::orchestration::CallOptions;
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
const DEFAULT: &str = "default";

/// The site's own method first, which is the baseline of comparisons, then each retriever that the
/// engine lists, without rerankers. So the table shows whether the site's method is better than the
/// retriever in it.
pub fn rows() -> Vec<Row> {
    let alone = RETRIEVERS.names().map(|retriever| {
        let options = vec![
            ("retriever", Value::Text(retriever.to_owned())),
            ("rerankers", Value::List(Vec::new())),
        ];
        Row::listed(retriever.to_owned(), options)
    });
    let own = Row::listed(DEFAULT.to_owned(), Vec::new());
    std::iter::once(own).chain(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r40_the_site_s_method_is_compared_with_every_retriever_alone() {
        let rows = rows();
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let retrievers: Vec<&str> = RETRIEVERS.names().collect();
        assert_eq!(names, [&[DEFAULT], &retrievers[..]].concat());
        assert_eq!(rows[0].options, Value::Map(Vec::new()));
        for row in &rows[1..] {
            assert!(!row.is_own);
            let Value::Map(options) = row.compiled() else {
                panic!("{row:?}")
            };
            let rerankers = ("rerankers".to_owned(), Value::List(Vec::new()));
            assert!(options.contains(&rerankers), "{row:?}");
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
