//! Answers queries as both engines do, on a few documents.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::cluster::State;

/// A term in a field.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) field: String,
    pub(super) text: String,
    pub(super) weight: f64,
}

/// A query.
#[derive(Debug, Default)]
pub(super) struct Query {
    pub(super) should: Vec<Term>,
    /// Each needs one of its terms.
    pub(super) filters: Vec<Vec<Term>>,
    pub(super) excluded: Vec<Term>,
}

impl Term {
    fn matches(&self, document: &Value) -> bool {
        match &document[&self.field] {
            Value::String(text) if self.field.ends_with(['w', 's', 'p']) => {
                text.split(' ').any(|word| word == self.text)
            }
            Value::Array(texts) => texts.iter().any(|text| *text == self.text),
            other => *other == self.text,
        }
    }
}

/// Returns the found documents with their scores, best first.
pub(super) fn find<'s>(query: &Query, index: &str, state: &'s State) -> Vec<(f64, &'s Value)> {
    let documents = state.documents(index).into_iter().flatten();
    let score = |document: &Value| -> f64 {
        let matched = query.should.iter().filter(|term| term.matches(document));
        matched.map(|term| term.weight).sum()
    };
    let mut found: Vec<(f64, &Value)> = documents
        .map(|(_, document)| (score(document), document))
        .filter(|(score, document)| {
            let has_any = |terms: &Vec<Term>| terms.iter().any(|term| term.matches(document));
            (*score > 0.0 || query.should.is_empty())
                && query.filters.iter().all(has_any)
                && !query.excluded.iter().any(|term| term.matches(document))
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found
}

/// Returns the number of documents that have all of these texts in these fields.
pub(super) fn count(texts: &[(&str, &str)], index: &str, state: &State) -> usize {
    let term = |(field, text): &(&str, &str)| {
        let term = Term {
            field: (*field).to_owned(),
            text: (*text).to_owned(),
            weight: 1.0,
        };
        vec![term]
    };
    let query = Query {
        filters: texts.iter().map(term).collect(),
        ..Query::default()
    };
    find(&query, index, state).len()
}

/// Returns the fold keys of about the same length, with their numbers of documents.
pub(super) fn near(key: &str, index: &str, state: &State) -> BTreeMap<String, usize> {
    let documents = state.documents(index).into_iter().flatten();
    let keys: BTreeSet<&str> = documents
        .filter_map(|(_, own)| own["folds"].as_str())
        .flat_map(|keys| keys.split(' '))
        .filter(|own| own.len().abs_diff(key.len()) <= 2)
        .collect();
    let number = |own: &str| count(&[("folds", own)], index, state);
    keys.into_iter()
        .map(|own| (own.to_owned(), number(own)))
        .collect()
}

/// Returns the named fields of a document.
pub(super) fn fields(document: &Value, names: &Value) -> Value {
    let names = names.as_array().into_iter().flatten();
    let mut fields = json!({});
    for name in names.filter_map(Value::as_str) {
        if !document[name].is_null() {
            fields[name] = document[name].clone();
        }
    }
    fields
}
