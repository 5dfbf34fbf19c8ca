//! The report of a push.

use serde::Serialize;

use crate::kind::Kind;

/// The way of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A new index with everything.
    Full,
    /// Only the changes.
    Update,
    /// The alias names the index before again.
    Rollback,
}

/// The report of a push.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The engine.
    pub engine: Kind,
    /// Its version.
    pub version: String,
    /// The alias.
    pub name: String,
    /// The index that the alias names now.
    pub index: String,
    /// The index that it named before.
    pub previous: Option<String>,
    /// The way.
    pub mode: Mode,
    /// Whether nothing was changed, since this was a rehearsal.
    pub dry_run: bool,
    /// Chunks of the bundle.
    pub chunks: u64,
    /// Chunks sent.
    pub sent: u64,
    /// Chunks deleted, because they vanished from the bundle.
    pub deleted: u64,
    /// Older indexes deleted.
    pub removed: Vec<String>,
    /// The result of the check, if there was one.
    pub check: Option<CheckResult>,
    /// Seconds in all.
    pub seconds: f64,
    /// Warnings, which somebody should read.
    pub warnings: Vec<String>,
}

/// The result of a check by questions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CheckResult {
    /// Number of questions.
    pub questions: usize,
    /// Questions whose page is among the first ten in the new index.
    pub found: usize,
    /// The same for the index before; none if there was none.
    pub found_before: Option<usize>,
}

/// The indexes of an alias.
#[derive(Debug, Clone, Serialize)]
pub struct Listing {
    /// The engine.
    pub engine: Kind,
    /// Its version.
    pub version: String,
    /// The alias.
    pub name: String,
    /// The indexes, newest first.
    pub indexes: Vec<ListedIndex>,
}

/// An index of an alias.
#[derive(Debug, Clone, Serialize)]
pub struct ListedIndex {
    /// Its name.
    pub index: String,
    /// Its chunks.
    pub chunks: u64,
    /// Whether the alias names it.
    pub current: bool,
}
