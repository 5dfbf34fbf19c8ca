//! The engines: one narrow trait, and a driver for each.
//!
//! | file | does |
//! |---|---|
//! | `bulk.rs` | [`Change`], [`Outcome`]: documents on their way |
//! | `configuration_set.rs` | packs the files of a Solr collection |
//! | `opensearch.rs` | [`OpenSearch`] |
//! | `probe.rs` | asks an address which engine it is |
//! | `solr.rs` | [`Solr`] |
//! | `solr_update.rs` | sends documents to Solr |
//!
//! To add an engine, implement [`Engine`], and recognise it in `probe.rs`.

mod bulk;
mod configuration_set;
mod opensearch;
mod probe;
mod solr;
mod solr_update;

use serde_json::Value;

pub(crate) use self::bulk::{Change, Outcome};
pub(crate) use self::probe::{Found, probe};
use crate::clauses::QueryTerm;
use crate::failure::Result;
use crate::names::Alias;

/// An index of an alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) index: String,
    pub(crate) documents: u64,
}

/// The state of an index's copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Health {
    /// All copies are there.
    Green,
    /// Every part has a copy, but not all have all of them.
    Yellow,
    /// A part is missing.
    Red,
}

/// The lock of an alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lock {
    pub(crate) owner: String,
    /// The end of the lease in milliseconds since 1970.
    pub(crate) until: i64,
}

/// A lock as the engine keeps it, with its version for conditional changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) lock: Lock,
    pub(crate) version: (i64, i64),
}

/// The work that a push asks of a cluster. Every request waits while the cluster is busy.
pub(crate) trait Engine: Sync {
    /// Returns the indexes of an alias that a push made, in any order.
    fn indexes(&self, alias: &Alias) -> Result<Vec<Listed>>;

    /// Returns the index behind an alias; none if there is no such alias.
    fn current(&self, alias: &Alias) -> Result<Option<String>>;

    /// Creates an index for a number of chunks.
    fn create(&self, index: &str, chunks: u64) -> Result<()>;

    /// Sends changes once, and returns what became of each.
    fn write(&self, index: &str, changes: &[Change]) -> Result<Vec<Outcome>>;

    /// Makes all changes visible, and waits for the copies.
    fn settle(&self, index: &str) -> Result<Health>;

    /// Returns the number of visible documents.
    fn count(&self, index: &str) -> Result<u64>;

    /// Calls `each` with the id and the digest of every document.
    fn digests(&self, index: &str, each: &mut dyn FnMut(String, String)) -> Result<()>;

    /// Returns the ids and the addresses of the pages of the best chunks for the terms of a question.
    fn search(&self, index: &str, terms: &[QueryTerm], most: usize) -> Result<Vec<String>>;

    /// Lets the alias name another index, in one step.
    fn swap(&self, alias: &Alias, from: Option<&str>, to: &str) -> Result<()>;

    /// Deletes an index.
    fn remove(&self, index: &str) -> Result<()>;

    /// Returns the lock of an alias.
    fn held(&self, alias: &Alias) -> Result<Option<Held>>;

    /// Takes or renews the lock, if it is still as in `before`; returns its new version, or none if
    /// somebody was faster.
    fn hold(&self, alias: &Alias, lock: &Lock, before: Option<&Held>) -> Result<Option<Held>>;

    /// Gives the lock back, if it is still this one.
    fn release(&self, alias: &Alias, held: &Held) -> Result<()>;
}

/// Returns the id and the address of a found chunk's page.
fn names_of_page(found: &Value) -> Vec<String> {
    let names = ["page", "url"]
        .into_iter()
        .filter_map(|name| found[name].as_str());
    names.map(str::to_owned).collect()
}
