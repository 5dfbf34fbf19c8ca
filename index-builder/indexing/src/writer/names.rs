//! Writes words for corrections, and data for filters.

use soru::error::Result;
use soru::index::format::write_metadata;

use super::super::section::Section;
use super::Writer;

/// Sections of corrections and filters.
pub(super) struct Names {
    pub(super) vocabularies: Vec<Section>,
    pub(super) metadata: Option<Vec<u8>>,
}

impl Writer {
    /// Writes words and metadata.
    pub(super) fn write_names(&self) -> Result<Names> {
        let metadata = self.documents.iter().map(|own| own.page.meta.as_slice());
        Ok(Names {
            vocabularies: self.write_vocabularies()?,
            metadata: write_metadata(metadata)?,
        })
    }

    /// Writes vocabularies, unless a question loads the whole dictionary anyway.
    fn write_vocabularies(&self) -> Result<Vec<Section>> {
        let mut sections = Vec::new();
        if !self.layout.separate_files {
            return Ok(sections);
        }
        let own = self.words.iter().zip(&self.postings);
        for (statistics, (words, postings)) in self.core.languages.iter().zip(own) {
            let name = format!("vocabulary/{}", statistics.tag);
            let bytes = words.vocabulary(postings).write(&name)?;
            sections.push(Section::bytes(name, bytes));
        }
        Ok(sections)
    }
}
