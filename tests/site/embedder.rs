//! A small embedder for tests: all singular values of a small matrix, by textbook rotations.

use soru::Result;
use soru::indexing::{Embedder, Embedding, Passages};

/// The eigenvalues of `A Aᵀ`, which are quick to compute for the few chunks of a test.
#[derive(Debug)]
pub(crate) struct Eigenvalues;

impl Embedder for Eigenvalues {
    fn name(&self) -> &'static str {
        "eigenvalues"
    }

    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding> {
        let rows = passages.matrix.rows();
        let products: Vec<Vec<f64>> = rows
            .iter()
            .map(|a| rows.iter().map(|b| product(a, b)).collect())
            .collect();
        let (values, vectors) = jacobi(products);
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        order.retain(|place| values[*place] > 1e-9);
        order.truncate(dimensions);
        Ok(Embedding {
            singular_values: order.iter().map(|place| values[*place].sqrt()).collect(),
            rows: vectors
                .iter()
                .flat_map(|row| order.iter().map(|place| row[*place]))
                .collect(),
            questions: Vec::new(),
            table: None,
        })
    }
}

fn product(one: &[(u32, f64)], other: &[(u32, f64)]) -> f64 {
    let in_other = |column: u32| {
        let place = other.binary_search_by_key(&column, |(column, _)| *column);
        place.map_or(0.0, |place| other[place].1)
    };
    one.iter().map(|(column, x)| x * in_other(*column)).sum()
}

/// Computes eigenvalues of a symmetric matrix, and its eigenvectors as columns (C. Jacobi, 1846).
fn jacobi(mut matrix: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = matrix.len();
    let identity = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut vectors: Vec<Vec<f64>> = (0..size).map(|row| identity(row).collect()).collect();
    for _ in 0..30 {
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p][q].abs() > 1e-12 {
                    rotate(&mut matrix, &mut vectors, p, q);
                }
            }
        }
    }
    (
        (0..size).map(|place| matrix[place][place]).collect(),
        vectors,
    )
}

/// Makes the entry at `p`, `q` zero.
fn rotate(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    let ratio = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |x: f64, y: f64| (cosine * x - sine * y, sine * x + cosine * y);
    for row in matrix.iter_mut().chain(vectors) {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    let (above, below) = matrix.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = turn(*x, *y);
    }
}
