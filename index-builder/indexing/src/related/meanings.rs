//! Similarity of pages in meaning, if an encoder has embedded their chunks.

use super::super::cells::{Directions, make_one_long, product};
use super::super::vectors::NumberedVectors;
use super::Pages;

/// The direction of every page: the mean of its chunks' vectors.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    dimensions: usize,
    /// Directions of all pages, concatenated; zeros for a page without one.
    rows: Vec<f32>,
    are_known: Vec<bool>,
    /// Mean similarity of two pages.
    mean: f32,
}

impl Meanings {
    /// Computes the directions of all pages. The languages' vectors must come from one encoder.
    pub(super) fn new(pages: &Pages<'_>, encoded: &[NumberedVectors]) -> Self {
        let widths = encoded.iter().map(|own| own.vectors.dimensions());
        let dimensions = widths.max().unwrap_or_default();
        let mut rows = vec![0.0; pages.len() * dimensions];
        for own in encoded
            .iter()
            .filter(|own| own.vectors.dimensions() == dimensions)
        {
            let directions = Directions::new(&own.vectors);
            for (row, number) in own.numbers.iter().enumerate() {
                if let Some(page) = pages.of_chunk(*number) {
                    let start = page as usize * dimensions;
                    let sum = &mut rows[start..start + dimensions];
                    sum.iter_mut()
                        .zip(directions.row(row))
                        .for_each(|(sum, x)| *sum += x);
                }
            }
        }
        let known = rows.chunks_mut(dimensions.max(1)).map(make_one_long);
        let mut meanings = Self {
            dimensions,
            are_known: known.collect(),
            rows,
            mean: 0.0,
        };
        meanings.mean = meanings.mean();
        meanings
    }

    /// Returns whether no page has a direction.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the mean of the products of all pairs of pages, computed from the square of their
    /// sum, which contains each pair twice.
    #[allow(clippy::cast_precision_loss)] // of more than 2^24 pages
    fn mean(&self) -> f32 {
        let mut sum = vec![0.0; self.dimensions];
        for row in self.rows.chunks(self.dimensions.max(1)) {
            sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
        let known = self.are_known.iter().filter(|known| **known).count() as f32;
        let pairs = known * (known - 1.0);
        if pairs > 0.0 {
            ((product(&sum, &sum) - known) / pairs).clamp(0.0, 0.9)
        } else {
            0.0
        }
    }

    /// Returns a similarity from 0, the mean of all pairs or less, to 1; none unless both have a
    /// direction.
    pub(super) fn similarity(&self, one: usize, other: usize) -> Option<f32> {
        let is_known = |page: usize| self.are_known.get(page) == Some(&true);
        if !is_known(one) || !is_known(other) {
            return None;
        }
        let row = |page: usize| &self.rows[page * self.dimensions..(page + 1) * self.dimensions];
        let cosine = product(row(one), row(other));
        Some(((cosine - self.mean) / (1.0 - self.mean)).clamp(0.0, 1.0))
    }
}
