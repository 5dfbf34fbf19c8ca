//! Chooses the engine.

use serde_json::Value;
use soru_cluster::Kind;

use super::ask::{Ask, Count, Found, Near, Search};
use super::{opensearch, solr};

/// The language of an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dialect(pub(crate) Kind);

impl Dialect {
    /// Asks for documents.
    pub(crate) fn search(self, alias: &str, search: &Search<'_>) -> Ask {
        match self.0 {
            Kind::OpenSearch => opensearch::search(alias, search),
            Kind::Solr => solr::search(alias, search),
        }
    }

    /// Reads the answer to [`Dialect::search`]; none if it is something else.
    pub(crate) fn found(self, answer: Value) -> Option<Found> {
        match self.0 {
            Kind::OpenSearch => opensearch::found(answer),
            Kind::Solr => solr::found(answer),
        }
    }

    /// Asks for numbers of documents.
    pub(crate) fn count(self, alias: &str, counts: &[Count]) -> Ask {
        match self.0 {
            Kind::OpenSearch => opensearch::count(alias, counts),
            Kind::Solr => solr::count(alias, counts),
        }
    }

    /// Reads the answer to [`Dialect::count`]; none if it is something else or not complete.
    pub(crate) fn counted(self, counts: &[Count], answer: &Value) -> Option<Vec<u64>> {
        match self.0 {
            Kind::OpenSearch => opensearch::counted(counts, answer),
            Kind::Solr => solr::counted(counts, answer),
        }
    }

    /// Asks for the fold keys near a key that no document has.
    pub(crate) fn near(self, alias: &str, key: &str) -> Ask {
        match self.0 {
            Kind::OpenSearch => opensearch::near(alias, key),
            Kind::Solr => solr::near(alias, key),
        }
    }

    /// Reads the answer to [`Dialect::near`]; none if it is something else.
    pub(crate) fn nearest(self, answer: &Value) -> Option<Vec<Near>> {
        match self.0 {
            Kind::OpenSearch => opensearch::nearest(answer),
            Kind::Solr => solr::nearest(answer),
        }
    }
}
