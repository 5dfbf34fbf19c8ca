//! Sections on their way into files.
//!
//! Most of an index is texts and postings in thousands of shards. Each is made only when its file is
//! stored, so that many threads make them and never all of them are there at once.

use super::terms::TermShard;
use super::texts::TextShard;
use crate::error::Result;

/// A section of a file.
#[derive(Debug)]
pub(super) struct Section {
    name: String,
    content: Content,
}

/// What a section is made of.
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

    /// What it holds: `terms` of `terms/tr/17`.
    pub(super) fn kind(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Its name and its bytes.
    pub(super) fn make(self) -> Result<(String, Vec<u8>)> {
        let bytes = match self.content {
            Content::Bytes(bytes) => bytes,
            Content::Terms(shard) => shard.make()?,
            Content::Texts(shard) => shard.make(&self.name)?,
        };
        Ok((self.name, bytes))
    }
}
