//! Sends a bundle to a cluster of OpenSearch or Solr, for sites that one machine or one download
//! cannot hold.
//!
//! The index builder makes the bundle, and its command line has `soru push`. A chunk becomes a
//! document with Soru's own terms, so both engines rank with the same words, and no
//! plugin is needed.
//!
//! | file | does |
//! |---|---|
//! | `clauses.rs` | [`clauses()`]: a question's terms as a query |
//! | `details.rs` | the properties of a chunk that only the engine in the browser needs |
//! | `document.rs` | a chunk as a document |
//! | `engines/` | a driver for each engine |
//! | `failure.rs` | [`Failure`]: why nothing was swapped |
//! | `http/` | requests, their repetition, credentials |
//! | `kind.rs` | [`Kind`]: the engines |
//! | `names.rs` | [`Alias`], and names of indexes |
//! | `progress.rs` | [`Progress`]: what a push reports while it runs |
//! | `push/` | [`push()`], updates, checks, the lock, the rollback |
//! | `reading.rs` | reads a bundle into documents |
//! | `schema.rs` | the schema of both engines |
//! | `site.rs` | [`SiteDescription`]: the document that describes the whole site |
//! | `terms.rs` | the terms of chunks and questions |
//! | `weights.rs` | fields of terms, and their weights in queries |

// The fake cluster of the tests names this crate as the gateway's tests do, which include it.
#[cfg(test)]
extern crate self as soru_cluster;

mod clauses;
mod details;
mod document;
mod engines;
mod failure;
mod http;
mod kind;
mod names;
mod progress;
mod push;
mod reading;
mod schema;
mod site;
mod terms;
#[cfg(test)]
mod tests;
pub mod weights;

pub use clauses::{QueryTerm, clauses};

pub use failure::{Failure, Result};
pub use http::{Address, Credentials, Patience};
pub use kind::Kind;
pub use names::Alias;
pub use progress::{Progress, Silent};
pub use push::{
    CheckQuestion, CheckResult, Connection, ListedIndex, Listing, Mode, PushOptions, Report,
    Target, push,
};
pub use site::{LanguageDescription, SITE, SiteDescription};
pub use terms::forms;
