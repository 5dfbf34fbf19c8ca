//! Encodes a question as a vector, by the pieces of its words.
//!
//! ```text
//! question = bias + Σ_piece row(piece) / √pieces
//! row      = size(piece) · scale · steps(piece)
//! ```
//!
//! The table is learnt from the model that embedded the chunks, so the question's vector is in
//! the same space, without a model in the browser. Tables come from the builder
//! (`query_table.rs` of `soru-indexing`).

use std::sync::Arc;

use super::FusionWeights;
use super::scan::Direction;
use crate::error::Result;
use crate::index::{Index, Piece, VectorSpace};
use crate::needs::{Attempt, Needs};
use crate::settings::between;

crate::settings! {
    /// Constants of `hybrid` that depend on the question and on the encoder's table.
    pub struct EncoderSettings {
        /// Weight of similarity in the fusion `coverage` if no chunk has any word of the question,
        /// 0 to 1; `bm25` has the remaining weight. If the best chunk of `bm25` has all words,
        /// `retrieval.weighted` applies. In between, the weight is interpolated by the share of the
        /// question in the best chunk.
        pub uncovered: f64 = 0.8,
        /// Weight of similarity in place of `retrieval.weighted`, 0 to 1, for a table that was made
        /// for the site and is less accurate than one learnt from much text.
        pub shared_covered: f64 = 0.2,
        /// Weight of similarity in place of `uncovered`, 0 to 1, for a table that was made for the
        /// site.
        pub shared_uncovered: f64 = 0.3,
        /// Score of the most similar page in another language, relative to the best in the
        /// question's own, 0 to 1, if one table serves both; lower if it is less similar.
        pub across: f64 = 0.9,
    }
}

impl EncoderSettings {
    /// # Errors
    /// [`crate::Error::InvalidValue`] for a constant out of its range.
    pub(super) fn check(&self) -> Result<()> {
        between("retrieval.encoder.uncovered", self.uncovered, 0.0, 1.0)?;
        let [covered, uncovered] = [self.shared_covered, self.shared_uncovered];
        between("retrieval.encoder.shared_covered", covered, 0.0, 1.0)?;
        between("retrieval.encoder.shared_uncovered", uncovered, 0.0, 1.0)?;
        between("retrieval.encoder.across", self.across, 0.0, 1.0)
    }

    /// Returns the fusion weights for a question. It needs the weights for a question whose words
    /// are all found, and the share of this question's words that are found, 0 to 1.
    pub(super) fn weights(
        &self,
        weighted: &FusionWeights,
        coverage: f64,
        is_shared: bool,
    ) -> FusionWeights {
        let [covered, uncovered] = if is_shared {
            [self.shared_covered, self.shared_uncovered]
        } else {
            [weighted.share(), self.uncovered]
        };
        let semantic = uncovered + (covered - uncovered) * coverage;
        FusionWeights {
            semantic,
            bm25: 1.0 - semantic,
        }
    }
}

/// Encodes a question: [`encode`], which only retrievers that compare vectors name, so that the
/// engine without them has no code for it.
pub(super) type Encode = fn(&Index, usize, &str) -> Attempt<Option<Encoded>>;

/// Returns the question's vector in a language's space; none if the language has no table, or the
/// table has none of the question's pieces.
///
/// # Errors
/// [`Needs`](crate::Needs) with all files needed next, or [`crate::Error::Corrupt`].
pub(super) fn encode(index: &Index, language: usize, text: &str) -> Attempt<Option<Encoded>> {
    let Some((owner, table)) = index.piece_table(language)? else {
        return Ok(None);
    };
    let pieces = index.pieces(owner, &table, text)?;
    if pieces.is_empty() {
        return Ok(None);
    }
    let vector = question(&table.bias, &table.scales, &pieces);
    Ok(Some(Encoded {
        cells: near(index, language, &vector)?,
        vector,
        is_shared: table.is_shared,
    }))
}

/// An encoded question.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) vector: Vec<f64>,
    /// Whether all languages share the table.
    pub(super) is_shared: bool,
    /// The nearest cells, if the language's vectors are divided into cells.
    pub(super) cells: Vec<Arc<VectorSpace>>,
}

/// Number of nearest cells with which a question is compared. It is not a setting: doubling it
/// doubles the bytes, and changed nDCG@10 by -.001 to .020 on a site of 1,996 chunks in 24, 99 and
/// 249 cells.
const CELLS: usize = 6;

/// Returns the spaces whose chunks may be near a question: the nearest cells of a language that has
/// cells.
///
/// # Errors
/// The same as for [`encode`].
fn near(index: &Index, language: usize, question: &[f64]) -> Attempt<Vec<Arc<VectorSpace>>> {
    let mut cells = Vec::new();
    let Some(centroids) = index.vectors(language)?.filter(|space| space.is_of_cells()) else {
        return Ok(cells);
    };
    let mut cosines = vec![f64::NEG_INFINITY; centroids.rows()];
    for_each_cosine(centroids, question, &mut |cell, cosine| {
        cosines[cell as usize] = cosine;
    });
    let mut needs = Needs::default();
    for _ in 0..CELLS.min(cosines.len()) {
        let mut nearest = 0;
        for (cell, cosine) in cosines.iter().enumerate() {
            if *cosine > cosines[nearest] {
                nearest = cell;
            }
        }
        cosines[nearest] = f64::NEG_INFINITY;
        let cell = needs.note(index.cell(language, nearest))?;
        cells.extend(cell.flatten());
    }
    needs.end()?;
    Ok(cells)
}

fn question(bias: &[f32], scales: &[f32], pieces: &[Piece]) -> Vec<f64> {
    let mut sums = vec![0.0; bias.len()];
    for piece in pieces {
        let (size, steps) = piece.row();
        for (sum, step) in sums.iter_mut().zip(steps) {
            *sum += f64::from(size) * f64::from(*step);
        }
    }
    let share = 1.0 / (pieces.len() as f64).sqrt();
    for (row, sum) in sums.iter_mut().enumerate() {
        *sum = f64::from(bias[row]) + *sum * f64::from(scales[row]) * share;
    }
    sums
}

/// Calls `visit` with the cosine of every chunk with a question.
pub(super) fn for_each_cosine(
    space: &VectorSpace,
    question: &[f64],
    visit: &mut dyn FnMut(u32, f64),
) {
    // A chunk's component is its step times the scale, which is applied to the question instead.
    let mut weighed = question.to_vec();
    let mut squares = 0.0;
    for (x, scale) in weighed.iter_mut().zip(space.scales()) {
        squares += *x * *x;
        *x *= f64::from(*scale);
    }
    let length = f64::sqrt(squares);
    let direction = Direction::new(&weighed);
    for vector in space.vectors() {
        let lengths = length * vector.length;
        if lengths > 0.0 {
            let cosine = direction.dot(vector.steps) / lengths;
            // Rounding errors may exceed the range slightly.
            visit(vector.chunk, cosine.clamp(-1.0, 1.0));
        }
    }
}
