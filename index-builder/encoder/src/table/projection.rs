//! Reduces dimensions, keeping the directions with the greatest sum of squares.
//!
//! The vectors are not centred, because the projection must preserve cosines, which are measured
//! from the origin (a singular value decomposition, not a principal component analysis).

use anyhow::{Context, Result};
use nalgebra::DMatrix;
use nalgebra::linalg::SymmetricEigen;
use ndarray::Array2;

/// A linear map to fewer dimensions: `x · P`, where the columns of `P` are orthonormal.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    /// Dimensions before × dimensions after.
    pub(crate) matrix: Array2<f32>,
}

const MOST_ITERATIONS: usize = 100_000;

impl Projection {
    /// Returns the projection that preserves most of the sum of squares of these rows.
    ///
    /// # Errors
    /// If the eigenvalues do not converge, which does not happen with finite numbers.
    pub fn of(rows: &Array2<f32>, dimensions: usize) -> Result<Self> {
        Self::of_moments(&rows.t().dot(rows), dimensions)
    }

    /// Returns the projection that preserves most of the sum of squares of two sets of rows; the
    /// second has the weight `share`.
    ///
    /// # Errors
    /// The same as for [`Self::of`].
    pub fn of_both([one, other]: [&Array2<f32>; 2], share: f32, dimensions: usize) -> Result<Self> {
        let moments = |rows: &Array2<f32>| {
            let products = rows.t().dot(rows);
            let sum = products.diag().sum();
            products / sum.max(f32::MIN_POSITIVE)
        };
        Self::of_moments(&(moments(one) + moments(other) * share), dimensions)
    }

    /// Computes the projection from the dot products of every two columns.
    fn of_moments(products: &Array2<f32>, dimensions: usize) -> Result<Self> {
        let width = products.ncols();
        let square = DMatrix::from_fn(width, width, |a, b| f64::from(products[(a, b)]));
        let symmetric = (&square + square.transpose()) * 0.5;
        let found = SymmetricEigen::try_new(symmetric, f64::EPSILON, MOST_ITERATIONS)
            .context("the vectors have no main directions")?;
        let mut order: Vec<usize> = (0..width).collect();
        order.sort_by(|a, b| {
            let [left, right] = [a, b].map(|place| found.eigenvalues[*place]);
            right.total_cmp(&left).then(a.cmp(b))
        });
        let mut matrix = Array2::zeros((width, dimensions.min(width)));
        for (column, place) in order.iter().take(dimensions).enumerate() {
            let direction = found.eigenvectors.column(*place);
            // The sign of a direction is arbitrary, so the greatest component determines it.
            let greatest = direction.iter().fold(
                0.0,
                |most: f64, x| if x.abs() > most.abs() { *x } else { most },
            );
            for (row, x) in direction.iter().enumerate() {
                #[allow(clippy::cast_possible_truncation)] // as all vectors are
                let x = (x * greatest.signum()) as f32;
                matrix[(row, column)] = x;
            }
        }
        Ok(Self { matrix })
    }

    /// Projects the rows.
    pub fn apply(&self, rows: &Array2<f32>) -> Array2<f32> {
        rows.dot(&self.matrix)
    }

    /// Dimensions before.
    pub fn from(&self) -> usize {
        self.matrix.nrows()
    }

    /// Dimensions after.
    pub fn dimensions(&self) -> usize {
        self.matrix.ncols()
    }
}
