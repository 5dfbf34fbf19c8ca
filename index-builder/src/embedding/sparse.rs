//! Products of a sparse matrix with dense ones, on all threads of the current pool.
//!
//! Threads divide the rows, never a sum, so that the same numbers are added in the same order on
//! any number of threads.

use rayon::prelude::*;
use soru::indexing::TermMatrix;

/// A sparse matrix and its transpose.
#[derive(Debug)]
pub(super) struct SparseMatrix<'m> {
    rows: &'m [Vec<(u32, f64)>],
    columns: Vec<Vec<(u32, f64)>>,
}

/// A dense matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DenseMatrix {
    pub(super) width: usize,
    pub(super) numbers: Vec<f64>,
}

impl<'m> SparseMatrix<'m> {
    pub(super) fn new(matrix: &'m TermMatrix) -> Self {
        let mut columns = vec![Vec::new(); matrix.columns()];
        for (number, row) in (0..).zip(matrix.rows()) {
            for (column, value) in row {
                columns[*column as usize].push((number, *value));
            }
        }
        Self {
            rows: matrix.rows(),
            columns,
        }
    }

    pub(super) fn shape(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    /// `A X`.
    pub(super) fn times(&self, dense: &DenseMatrix) -> DenseMatrix {
        product(self.rows, dense)
    }

    /// `A Aᵀ X`.
    pub(super) fn times_itself(&self, dense: &DenseMatrix) -> DenseMatrix {
        self.times(&product(&self.columns, dense))
    }
}

fn product(sparse: &[Vec<(u32, f64)>], dense: &DenseMatrix) -> DenseMatrix {
    by_row(sparse.len(), dense.width, |row, out| {
        for (column, value) in &sparse[row] {
            add(out, dense.row(*column as usize), *value);
        }
    })
}

/// Fills the rows of a matrix independently.
fn by_row(height: usize, width: usize, fill: impl Fn(usize, &mut [f64]) + Sync) -> DenseMatrix {
    let mut numbers = vec![0.0; height * width];
    let rows = numbers.par_chunks_mut(width).enumerate();
    rows.for_each(|(row, out)| fill(row, out));
    DenseMatrix { width, numbers }
}

fn add(sum: &mut [f64], row: &[f64], factor: f64) {
    for (sum, x) in sum.iter_mut().zip(row) {
        *sum += factor * x;
    }
}

impl DenseMatrix {
    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.numbers[row * self.width..(row + 1) * self.width]
    }

    pub(super) fn first_columns(&self, width: usize) -> Self {
        let rows = self.numbers.chunks(self.width);
        Self {
            width,
            numbers: rows.flat_map(|row| &row[..width]).copied().collect(),
        }
    }

    fn height(&self) -> usize {
        self.numbers.len() / self.width
    }

    /// `X Y`.
    pub(super) fn times(&self, other: &Self) -> Self {
        by_row(self.height(), other.width, |row, out| {
            for (column, value) in self.row(row).iter().enumerate() {
                add(out, other.row(column), *value);
            }
        })
    }

    /// `Xᵀ Y`.
    pub(super) fn transposed_times(&self, other: &Self) -> Self {
        by_row(self.width, other.width, |column, out| {
            for row in 0..self.height() {
                add(out, other.row(row), self.row(row)[column]);
            }
        })
    }
}
