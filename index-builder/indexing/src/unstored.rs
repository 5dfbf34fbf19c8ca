//! Data files before they are assembled, and their entries afterwards.

use soru::error::Result;
use soru::index::format::{FileEntry, Pack, file_name, sha256};

use super::section::Section;

/// The stem of the names of files with core sections.
pub(super) const CORE: &str = "core";

/// A data file that is neither assembled nor compressed yet.
#[derive(Debug)]
pub struct Unstored {
    stem: String,
    sections: Vec<Section>,
}

/// The bundle's entry for a stored data file.
#[derive(Debug)]
pub struct StoredEntry(FileEntry);

impl StoredEntry {
    /// Returns the file's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns its size in bytes.
    pub fn size(&self) -> u64 {
        self.0.size
    }

    /// Returns the SHA-256 of its bytes.
    pub fn sha256(&self) -> &[u8] {
        &self.0.sha256
    }
}

impl StoredEntry {
    pub(super) fn into_entry(self) -> FileEntry {
        self.0
    }
}

impl Unstored {
    /// Creates a file of these sections.
    pub(super) fn new(stem: impl Into<String>, sections: Vec<Section>) -> Self {
        let stem = stem.into();
        Self { stem, sections }
    }

    /// Assembles and compresses the file; see [`Built::into_files`](super::Built::into_files) for
    /// the contract of `compress`. Returns the bytes and the bundle's entry for them.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn store(
        self,
        compress: &dyn Fn(&[u8]) -> Result<Vec<u8>>,
    ) -> Result<(StoredEntry, Vec<u8>)> {
        let mut pack = Pack::default();
        for section in self.sections {
            let (name, bytes) = section.make()?;
            pack.push(name, bytes);
        }
        let sections = pack.names().map(str::to_owned).collect();
        let inflated = pack.write()?;
        drop(pack);
        let bytes = compress(&inflated)?;
        let entry = entry(&self.stem, &bytes, sections);
        Ok((StoredEntry(entry), bytes))
    }

    /// Returns whether every question needs it.
    pub fn is_needed_first(&self) -> bool {
        self.stem == CORE
    }

    /// Returns the names of its sections.
    #[cfg(test)]
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(Section::name)
    }
}

fn entry(stem: &str, stored: &[u8], sections: Vec<String>) -> FileEntry {
    let hash = sha256(stored);
    FileEntry {
        name: file_name(stem, &hash),
        size: stored.len() as u64,
        sha256: hash.to_vec(),
        sections,
    }
}
