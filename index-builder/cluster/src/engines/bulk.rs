//! Documents on their way to an engine.

use crate::document::Document;

/// A change of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// Adds or replaces a document.
    Put(Document),
    /// Deletes the document with an id.
    Delete(String),
}

/// The outcome of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is done.
    Done,
    /// It may succeed later.
    Later(String),
    /// It will never succeed.
    Rejected(String),
}

impl Change {
    /// Returns the id of the document.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Put(document) => &document.id,
            Self::Delete(id) => id,
        }
    }

    /// Returns about its size when sent.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Put(document) => document.json.len() + document.id.len(),
            Self::Delete(id) => id.len(),
        }
    }
}
