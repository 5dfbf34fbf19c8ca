//! Requests to an engine, and the results that it finds.

use std::time::Duration;

use serde_json::{Map, Value};
use soru_cluster::QueryTerm;

/// A request to a node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ask {
    /// The path below the node's address.
    pub(crate) path: String,
    pub(crate) body: String,
    /// The type of the body.
    pub(crate) media_type: &'static str,
}

/// The documents to find.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Condition {
    /// Those with any of the terms, best first.
    Terms(Vec<QueryTerm>),
    /// Those with these ids.
    Ids(Vec<String>),
    /// Those with a word of this fold key.
    Key(String),
}

/// A restriction to documents with, or without, any of the values in a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Restriction {
    pub(crate) field: &'static str,
    pub(crate) values: Vec<String>,
    pub(crate) is_excluded: bool,
}

/// A search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Search<'s> {
    pub(crate) condition: Condition,
    pub(crate) restrictions: Vec<Restriction>,
    pub(crate) limit: u64,
    /// Stored fields to return.
    pub(crate) fields: &'s [&'s str],
    /// The time after which the engine answers with what it has.
    pub(crate) time: Duration,
}

/// Found documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Found {
    /// Stored fields and score of each.
    pub(crate) documents: Vec<(Map<String, Value>, f64)>,
    /// Whether all parts of the index answered.
    pub(crate) is_complete: bool,
}

/// A term whose documents are counted in a field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Count {
    pub(crate) field: String,
    pub(crate) term: String,
    /// The tag of the language of the documents; none for those of all languages.
    pub(crate) language: Option<String>,
}

/// A fold key near another, and the number of its documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Near {
    pub(crate) key: String,
    pub(crate) documents: u64,
}
