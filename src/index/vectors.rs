//! Vectors of one language's chunks, ready for comparison.

use super::format::{ChunkId, ChunkVectors, read_cell};
use crate::error::Result;

/// The vectors of one language's chunks. `retrieval/semantic.rs` explains their meaning.
#[derive(Debug)]
pub struct VectorSpace {
    is_of_cells: bool,
    chunks: Vec<ChunkId>,
    vectors: ChunkVectors,
    /// Length of every row's steps times the scales.
    lengths: Vec<f64>,
}

/// One chunk's vector.
#[derive(Debug, Clone, Copy)]
pub struct ChunkVector<'s> {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its components in small integer steps, each of which has the value of its dimension's scale.
    pub steps: &'s [i8],
    /// Length of the vector.
    pub length: f64,
}

impl VectorSpace {
    /// Reads the vectors of all languages, whose chunks `chunks` lists, ascending.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`].
    pub fn read(bytes: &[u8], chunks: Vec<Vec<ChunkId>>) -> Result<Vec<Self>> {
        let counts: Vec<usize> = chunks.iter().map(Vec::len).collect();
        let vectors = ChunkVectors::read(bytes, &counts)?;
        let spaces = chunks.into_iter().zip(vectors);
        Ok(spaces
            .map(|(chunks, vectors)| Self::new(chunks, vectors))
            .collect())
    }

    /// Reads a cell: some of the chunks of a language whose vectors are divided into cells.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`].
    pub(super) fn cell(section: &str, bytes: &[u8], scales: &[f32], end: u32) -> Result<Self> {
        let (chunks, vectors) = read_cell(section, bytes, scales, end)?;
        Ok(Self::new(chunks, vectors))
    }

    /// Returns whether its rows are the centroids of cells, numbered by cell instead of chunk.
    pub fn is_of_cells(&self) -> bool {
        self.is_of_cells
    }

    /// Returns the number of vectors.
    pub fn rows(&self) -> usize {
        self.vectors.rows()
    }

    /// Returns the approximate size in memory, in bytes.
    pub(super) fn size(&self) -> usize {
        self.vectors.steps.len() + self.chunks.len() * 4 + self.lengths.len() * 8
    }

    fn new(mut chunks: Vec<ChunkId>, vectors: ChunkVectors) -> Self {
        let is_of_cells = vectors.rows() < chunks.len() && vectors.dimensions() > 0;
        if is_of_cells {
            chunks = (0..).take(vectors.rows()).collect();
        }
        let length = |row| {
            let mut squares = 0.0;
            for (step, scale) in vectors.row(row).iter().zip(&vectors.scales) {
                let component = f64::from(*step) * f64::from(*scale);
                squares += component * component;
            }
            squares.sqrt()
        };
        Self {
            is_of_cells,
            lengths: (0..chunks.len()).map(length).collect(),
            chunks,
            vectors,
        }
    }

    /// Returns the value of a step in each dimension; empty if the language has no vectors.
    pub fn scales(&self) -> &[f32] {
        &self.vectors.scales
    }

    /// Returns the vectors, ascending by chunk; none if the language has no vectors.
    pub fn vectors(&self) -> impl Iterator<Item = ChunkVector<'_>> {
        let rows = self.chunks.iter().take(self.vectors.rows()).enumerate();
        rows.map(|(row, chunk)| ChunkVector {
            chunk: *chunk,
            steps: self.vectors.row(row),
            length: self.lengths[row],
        })
    }
}
