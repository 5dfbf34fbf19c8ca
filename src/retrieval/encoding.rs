//! A question as a vector, by the pieces of its words.
//!
//! ```text
//! question = bias + Σ_piece row(piece) / √pieces
//! row      = size(piece) · strength · steps(piece)
//! ```
//!
//! The table is distilled from the model that embedded the chunks, and so the question has a place
//! among them without any model in the browser. Tables come from the builder (`indexing/query_table.rs`);
//! a language without one folds its questions in (`semantic.rs`).

use std::sync::Arc;

use super::FusionWeights;
use super::scan::Direction;
use crate::error::Result;
use crate::index::{Index, Piece, VectorSpace};
use crate::missing::Missing;
use crate::settings::between;

crate::settings! {
    /// Constants of `hybrid` for questions that a table of word pieces encodes. They take the place of
    /// `retrieval.weighted` and `retrieval.min_similarity`, which are for what a site teaches of itself.
    pub struct EncoderSettings {
        /// What similarity counts in the fusion `weighted` where the best chunk of `bm25` has all of the
        /// question, 0 to 1; `bm25` counts the rest.
        pub covered: f64 = 0.6,
        /// What similarity counts where no chunk has any word of the question, 0 to 1. In between, in
        /// proportion to how much of the question the best chunk has.
        pub uncovered: f64 = 0.8,
        /// The same as `covered` of a table that was made for the site, which knows less than one learnt from
        /// much text.
        pub shared_covered: f64 = 0.2,
        /// The same as `uncovered` of a table that was made for the site.
        pub shared_uncovered: f64 = 0.3,
        /// What the most similar page in another language is worth beside the best in the question's own, 0 to 1,
        /// where one table serves both; less, the less similar it is.
        pub across: f64 = 0.9,
        /// How similar (cosine, 0 to 1) a chunk without any word of the question has to be to be a hit
        /// of `hybrid`.
        pub min_similarity: f64 = 0.35,
    }
}

impl EncoderSettings {
    /// # Errors
    /// [`crate::Error::InvalidValue`] for a constant out of its range.
    pub(super) fn check(&self) -> Result<()> {
        between("retrieval.encoder.covered", self.covered, 0.0, 1.0)?;
        between("retrieval.encoder.uncovered", self.uncovered, 0.0, 1.0)?;
        let [covered, uncovered] = [self.shared_covered, self.shared_uncovered];
        between("retrieval.encoder.shared_covered", covered, 0.0, 1.0)?;
        between("retrieval.encoder.shared_uncovered", uncovered, 0.0, 1.0)?;
        between("retrieval.encoder.across", self.across, 0.0, 1.0)?;
        let least = self.min_similarity;
        between("retrieval.encoder.min_similarity", least, 0.0, 1.0)
    }

    /// The weights for a question of which words find such a share, 0 to 1.
    pub(super) fn weights(&self, coverage: f64, is_shared: bool) -> FusionWeights {
        let [covered, uncovered] = if is_shared {
            [self.shared_covered, self.shared_uncovered]
        } else {
            [self.covered, self.uncovered]
        };
        let semantic = uncovered + (covered - uncovered) * coverage;
        FusionWeights {
            semantic,
            bm25: 1.0 - semantic,
        }
    }
}

/// The question's direction among a language's chunks; none if the language has no table, or the table
/// none of the question's pieces.
///
/// # Errors
/// [`crate::Error::NotLoaded`] with all files that are needed next, or [`crate::Error::Corrupt`].
pub(super) fn encode(index: &Index, language: usize, text: &str) -> Result<Option<Encoded>> {
    let Some((owner, table)) = index.piece_table(language)? else {
        return Ok(None);
    };
    let pieces = index.pieces(owner, &table, text)?;
    if pieces.is_empty() {
        return Ok(None);
    }
    Ok(Some(Encoded {
        vector: question(&table.bias, &table.strengths, &pieces),
        is_shared: table.is_shared,
    }))
}

/// A question's direction.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) vector: Vec<f64>,
    /// Whether the table is that of all languages.
    pub(super) is_shared: bool,
}

/// How many cells a question is compared with, the nearest. No setting: twice as many, for twice the bytes,
/// gained from -.001 to .020 of nDCG@10 on a site of 1,996 chunks in 24, 99 and 249 cells.
const CELLS: usize = 6;

/// The spaces in which chunks may be near to a question: the nearest cells of a language that has cells.
///
/// # Errors
/// As [`encode`].
pub(super) fn near(
    index: &Index,
    language: usize,
    question: &[f64],
) -> Result<Vec<Arc<VectorSpace>>> {
    let mut cells = Vec::new();
    let Some(centroids) = index.vectors(language)?.filter(|space| space.is_of_cells()) else {
        return Ok(cells);
    };
    let mut cosines = vec![f64::NEG_INFINITY; centroids.rows()];
    for_each_cosine(centroids, question, &mut |cell, cosine| {
        cosines[cell as usize] = cosine;
    });
    let mut missing = Missing::default();
    for _ in 0..CELLS.min(cosines.len()) {
        let mut nearest = 0;
        for (cell, cosine) in cosines.iter().enumerate() {
            if *cosine > cosines[nearest] {
                nearest = cell;
            }
        }
        cosines[nearest] = f64::NEG_INFINITY;
        let cell = missing.note(index.cell(language, nearest))?;
        cells.extend(cell.flatten());
    }
    missing.end()?;
    Ok(cells)
}

fn question(bias: &[f32], strengths: &[f32], pieces: &[Piece]) -> Vec<f64> {
    let mut sums = vec![0.0; bias.len()];
    for piece in pieces {
        let (size, steps) = piece.row();
        for (sum, step) in sums.iter_mut().zip(steps) {
            *sum += f64::from(size) * f64::from(*step);
        }
    }
    let share = 1.0 / (pieces.len() as f64).sqrt();
    for (row, sum) in sums.iter_mut().enumerate() {
        *sum = f64::from(bias[row]) + *sum * f64::from(strengths[row]) * share;
    }
    sums
}

/// The cosine of every chunk with a question.
pub(super) fn for_each_cosine(
    space: &VectorSpace,
    question: &[f64],
    visit: &mut dyn FnMut(u32, f64),
) {
    // A chunk's component is its step times the strength, and so is what it adds to the product.
    let mut weighed = question.to_vec();
    let mut squares = 0.0;
    for (x, strength) in weighed.iter_mut().zip(space.strengths()) {
        squares += *x * *x;
        *x *= f64::from(*strength);
    }
    let length = f64::sqrt(squares);
    let direction = Direction::new(&weighed);
    for vector in space.vectors() {
        let lengths = length * vector.length;
        if lengths > 0.0 {
            let cosine = direction.dot(vector.steps) / lengths;
            // Rounding may leave it a little outside.
            visit(vector.chunk, cosine.clamp(-1.0, 1.0));
        }
    }
}
