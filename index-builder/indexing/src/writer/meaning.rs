//! Sections for finding chunks by meaning: vectors, and the tables that encode questions.

use soru::error::Result;
use soru::index::format::ChunkVectors;

use super::Writer;
use crate::QueryTable;
use crate::cells::write_cells;
use crate::pieces::{most_shards, write_pieces};
use crate::section::Section;
use crate::vectors::{LanguageChunks, NumberedVectors};

/// Vectors, and the tables that encode questions.
#[derive(Default)]
pub(super) struct VectorSections {
    /// Sections for every question that is compared by meaning.
    pub(super) together: Vec<Section>,
    /// Sections for some of them: separate files in any bundle.
    pub(super) apart: Vec<Section>,
    /// Vectors of chunks from an encoder, for related pages.
    pub(super) encoded: Vec<NumberedVectors>,
}

impl VectorSections {
    /// Writes the vectors of a language with a table into cells, if they are too many for one file
    /// or some chunks have several. Returns the vectors for the section of all languages.
    fn write_language(
        &mut self,
        language: &LanguageChunks<'_>,
        embedded: &NumberedVectors,
        max_bytes: usize,
        sharing: usize,
    ) -> Result<ChunkVectors> {
        let vectors = &embedded.vectors;
        let bytes = ChunkVectors::size(vectors.rows(), vectors.dimensions());
        // Only a cell can have several rows of a chunk.
        let has_questions = vectors.rows() > language.chunks.len();
        if bytes <= max_bytes && !has_questions {
            return Ok(vectors.clone());
        }
        let (centroids, cells) = write_cells(language.tag, vectors, &embedded.numbers, sharing)?;
        self.apart.extend(cells);
        Ok(centroids)
    }
}

impl Writer {
    /// Writes one section for all languages, since a question is read in all of them, and the
    /// tables that encode questions.
    pub(super) fn write_vectors(&mut self) -> Result<VectorSections> {
        let mut sections = VectorSections::default();
        let Some(vectors) = &self.vectors else {
            return Ok(sections);
        };
        let languages = self.languages();
        let known = vectors.known(&languages);
        let embedded = languages.iter().zip(&known).filter(|(_, known)| **known);
        let embedded: Vec<_> = embedded.map(|(language, _)| language).collect();
        if embedded.is_empty() {
            return Ok(sections);
        }
        let max_bytes = vectors.settings.max_kilobytes.saturating_mul(1000);
        let sharing = embedded.len();
        let mut embedded = vectors.of(&embedded)?.into_iter();
        let mut all = Vec::with_capacity(languages.len());
        let mut tables = Vec::new();
        let mut rows = 0;
        for (language, known) in languages.iter().zip(known) {
            let Some((embedded, table)) = known.then(|| embedded.next()).flatten() else {
                all.push(ChunkVectors::default());
                continue;
            };
            rows += embedded.vectors.rows() as u64;
            all.push(sections.write_language(language, &embedded, max_bytes, sharing)?);
            if self.related.is_some() {
                sections.encoded.push(embedded);
            }
            // One table may serve all languages; it is written once.
            let is_there = |(_, other): &(&str, QueryTable)| other.is_shared;
            if !table.is_shared || !tables.iter().any(is_there) {
                tables.push((language.tag, table));
            }
        }
        let bytes = ChunkVectors::write(&all)?;
        sections.together.push(Section::bytes("vectors", bytes));
        let most = most_shards(self.summary.chunks) / tables.len().max(1);
        for (tag, table) in &tables {
            let (first, shards) = write_pieces(tag, table, most)?;
            sections.together.push(first);
            sections.apart.extend(shards);
        }
        self.summary.vectors = rows;
        Ok(sections)
    }
}
