//! Sections to be written to files.
//!
//! Most of an index is texts and postings in thousands of shards. Each is encoded only when its file is stored, so that
//! many threads share the work and memory never holds all of them.

use super::terms::TermShard;
use super::texts::TextShard;
use crate::error::Result;

/// A section of a file.
#[derive(Debug)]
pub(super) struct Section {
    name: String,
    content: Content,
}

/// The content of a section.
#[derive(Debug)]
pub(super) enum Content {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// A range of a dictionary.
    Terms(TermShard),
    /// A range of texts.
    Texts(TextShard),
}

impl Section {
    pub(super) fn new(name: impl Into<String>, content: Content) -> Self {
        let name = name.into();
        Self { name, content }
    }

    pub(super) fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self::new(name, Content::Bytes(bytes))
    }

    #[cfg(test)]
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns its kind: `terms` of `terms/tr/17`.
    pub(super) fn kind(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Encodes it; returns its name and its bytes.
    pub(super) fn make(self) -> Result<(String, Vec<u8>)> {
        let bytes = match self.content {
            Content::Bytes(bytes) => bytes,
            Content::Terms(shard) => shard.make()?,
            Content::Texts(shard) => shard.make(&self.name)?,
        };
        Ok((self.name, bytes))
    }
}
