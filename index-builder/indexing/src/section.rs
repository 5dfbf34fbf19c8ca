//! Sections to be written to files.
//!
//! Most of an index is texts and postings in thousands of shards. Each is encoded only when its
//! file is stored, so that many threads share the work and memory never holds all of them.

use std::fmt;

use soru::error::Result;

/// A section of a file.
#[derive(Debug)]
pub(super) struct Section {
    name: String,
    content: Box<dyn Content>,
}

/// The content of a section, encoded when its file is stored, on any thread.
pub(super) trait Content: fmt::Debug + Send + Sync {
    /// Encodes it; `name` is the section's.
    ///
    /// # Errors
    /// If something exceeds the range that the format can number.
    fn encode(self: Box<Self>, name: &str) -> Result<Vec<u8>>;
}

/// Returns its bytes.
impl Content for Vec<u8> {
    fn encode(self: Box<Self>, _: &str) -> Result<Vec<u8>> {
        Ok(*self)
    }
}

impl Section {
    pub(super) fn new(name: impl Into<String>, content: impl Content + 'static) -> Self {
        Self {
            name: name.into(),
            content: Box::new(content),
        }
    }

    pub(super) fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self::new(name, bytes)
    }

    #[cfg(test)]
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns its kind: `terms` for `terms/tr/17`.
    pub(super) fn kind(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Encodes it; returns its name and its bytes.
    pub(super) fn make(self) -> Result<(String, Vec<u8>)> {
        let bytes = self.content.encode(&self.name)?;
        Ok((self.name, bytes))
    }
}
