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

use super::scan::Direction;
use crate::error::Result;
use crate::index::{Index, Piece, VectorSpace};

/// The question's direction among a language's chunks; none if the language has no table, or the table
/// none of the question's pieces.
///
/// # Errors
/// [`crate::Error::NotLoaded`] with all files that are needed next, or [`crate::Error::Corrupt`].
pub(super) fn encode(index: &Index, language: usize, text: &str) -> Result<Option<Vec<f64>>> {
    let Some(table) = index.piece_table(language)? else {
        return Ok(None);
    };
    let pieces = index.pieces(language, text)?;
    if pieces.is_empty() {
        return Ok(None);
    }
    Ok(Some(question(&table.bias, &table.strengths, &pieces)))
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
    let parts = sums.iter().zip(strengths).zip(bias);
    parts
        .map(|((sum, strength), bias)| f64::from(*bias) + sum * f64::from(*strength) * share)
        .collect()
}

/// The cosine of every chunk with a question.
pub(super) fn for_each_cosine(
    space: &VectorSpace,
    question: &[f64],
    visit: &mut dyn FnMut(u32, f64),
) {
    // A chunk's component is its step times the strength, and so is what it adds to the product.
    let strengths = space.strengths().iter();
    let parts = question.iter().zip(strengths);
    let weighed: Vec<f64> = parts
        .map(|(x, strength)| x * f64::from(*strength))
        .collect();
    let squares = question.iter().map(|x| x * x);
    let length = squares.sum::<f64>().sqrt();
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
