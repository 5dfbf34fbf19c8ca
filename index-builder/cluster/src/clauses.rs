//! Queries of both engines: the names of fields and the weights are constants, and a term is a
//! value that no query language reads.

use serde_json::{Value, json};

use crate::kind::Kind;
use crate::weights::{FIELDS, FORMS, Field, name};

/// A term of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// The place of its form in [`FORMS`].
    pub form: usize,
    /// The term.
    pub text: String,
    /// Its weight in the question.
    pub weight: f64,
}

/// Returns a clause for each field of each term.
#[must_use]
pub fn clauses(kind: Kind, terms: &[QueryTerm]) -> Vec<Value> {
    let clause = match kind {
        Kind::OpenSearch => opensearch,
        Kind::Solr => solr,
    };
    let of_field = |field: Field| {
        terms.iter().map(move |term| {
            let form = FORMS[term.form];
            let weight = field.weight * form.weight * term.weight;
            clause(&name(field, form), &term.text, weight)
        })
    };
    FIELDS.into_iter().flat_map(of_field).collect()
}

fn opensearch(field: &str, term: &str, weight: f64) -> Value {
    json!({"term": {field: {"value": term, "boost": weight}}})
}

fn solr(field: &str, term: &str, weight: f64) -> Value {
    let query = json!({"term": {"f": field, "query": term}});
    json!({"boost": {"b": weight.to_string(), "query": query}})
}
