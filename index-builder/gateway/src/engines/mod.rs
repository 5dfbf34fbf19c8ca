//! Requests to both engines, and their answers: pure functions, without a connection.
//!
//! Names of fields and all structure are constants. What came from a visitor is a value in JSON,
//! and never in an address.
//!
//! | file | does |
//! |---|---|
//! | `ask.rs` | [`Ask`], [`Search`], [`Found`]: what is asked and found |
//! | `dialect.rs` | [`Dialect`]: chooses the engine |
//! | `opensearch.rs` | OpenSearch |
//! | `solr.rs` | Solr |

mod ask;
mod dialect;
mod opensearch;
mod solr;

/// The field with the tag of a document's language.
const LANGUAGE: &str = "lang";

pub(crate) use self::ask::{Ask, Condition, Count, Found, Near, Restriction, Search};
pub(crate) use self::dialect::Dialect;
