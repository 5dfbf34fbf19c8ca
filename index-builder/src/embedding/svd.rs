//! The greatest singular values of a sparse matrix, and their vectors.
//!
//! Randomised subspace iteration: N. Halko, P. Martinsson, J. Tropp, "Finding structure with
//! randomness" (2011), algorithms 4.4 and 5.3, the latter by the eigenvalues of `Qᵀ A Aᵀ Q`. The
//! result is the same bits for the same matrix: the random numbers have a fixed seed, `nalgebra`
//! uses the same instructions on every machine (which is why its feature `std` is off), and its
//! elementary functions are those of `libm`.

use nalgebra::DMatrix;
use nalgebra::linalg::SymmetricEigen;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use soru::indexing::{Embedding, TermMatrix};

use super::sparse::{DenseMatrix, SparseMatrix};

/// Additional columns, which make the wanted ones more exact.
const OVERSAMPLING: usize = 10;

/// Each iteration multiplies the ratio of wanted to unwanted values once more.
const POWER_ITERATIONS: usize = 4;

/// Singular values below this share of the greatest are rounding errors.
const LEAST_SHARE: f64 = 1e-6;

/// Far more than a matrix of a few hundred rows has needed.
const MOST_ITERATIONS: usize = 100_000;

const SEED: u64 = 0x534f_5255;

/// `U` and `S` of the greatest singular values, at most `dimensions` and at most the matrix's rank.
/// None if the eigenvalues do not converge.
pub(super) fn singular_values(matrix: &TermMatrix, dimensions: usize) -> Option<Embedding> {
    let sparse = SparseMatrix::new(matrix);
    let (height, width) = sparse.shape();
    let sampled = (dimensions + OVERSAMPLING).min(height).min(width);
    if sampled == 0 {
        return Some(Embedding::default());
    }
    let mut basis = orthonormal(&sparse.times(&gaussian(width, sampled)));
    for _ in 0..POWER_ITERATIONS {
        basis = orthonormal(&sparse.times_itself(&basis));
    }
    let inner = basis.transposed_times(&sparse.times_itself(&basis));
    let (values, vectors) = eigen(&inner)?;
    let least = values.first()? * LEAST_SHARE * LEAST_SHARE;
    let rank = values
        .iter()
        .take(dimensions)
        .take_while(|value| **value > least.max(0.0));
    let singular_values: Vec<f64> = rank.map(|value| libm::sqrt(*value)).collect();
    Some(Embedding {
        rows: match singular_values.len() {
            0 => Vec::new(),
            rank => with_signs(basis.times(&vectors.first_columns(rank))).numbers,
        },
        singular_values,
        questions: Vec::new(),
        table: None,
    })
}

/// Normally distributed numbers (Box and Muller).
fn gaussian(height: usize, width: usize) -> DenseMatrix {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    // The upper 53 bits, the precision of a double, and never 0.
    let mut uniform = || ((random.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
    let mut normal = || {
        let radius = libm::sqrt(-2.0 * libm::log(uniform()));
        radius * libm::cos(std::f64::consts::TAU * uniform())
    };
    DenseMatrix {
        width,
        numbers: (0..height * width).map(|_| normal()).collect(),
    }
}

/// An orthonormal basis of the columns.
fn orthonormal(dense: &DenseMatrix) -> DenseMatrix {
    let height = dense.numbers.len() / dense.width;
    let matrix = DMatrix::from_row_slice(height, dense.width, &dense.numbers);
    let basis = matrix.qr().q();
    DenseMatrix {
        width: dense.width,
        numbers: basis.transpose().as_slice().to_vec(),
    }
}

/// Eigenvalues and eigenvectors of a symmetric matrix, the greatest first.
fn eigen(square: &DenseMatrix) -> Option<(Vec<f64>, DenseMatrix)> {
    let size = square.width;
    let matrix = DMatrix::from_row_slice(size, size, &square.numbers);
    // Removes rounding errors that break the symmetry.
    let symmetric = (&matrix + matrix.transpose()) * 0.5;
    let found = SymmetricEigen::try_new(symmetric, f64::EPSILON, MOST_ITERATIONS)?;
    let mut order: Vec<usize> = (0..size).collect();
    let values = &found.eigenvalues;
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
    let vectors = (0..size).flat_map(|row| order.iter().map(move |column| (row, *column)));
    let vectors = DenseMatrix {
        width: size,
        numbers: vectors.map(|place| found.eigenvectors[place]).collect(),
    };
    Some((order.iter().map(|place| values[*place]).collect(), vectors))
}

/// Fixes the arbitrary sign of each singular vector: the greatest component decides.
fn with_signs(mut dense: DenseMatrix) -> DenseMatrix {
    let width = dense.width;
    for column in 0..width {
        let components = dense.numbers.iter().skip(column).step_by(width);
        let greatest = components.fold(
            0.0,
            |most: f64, x| if x.abs() > most.abs() { *x } else { most },
        );
        if greatest < 0.0 {
            let components = dense.numbers.iter_mut().skip(column).step_by(width);
            components.for_each(|x| *x = -*x);
        }
    }
    dense
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A matrix like that of texts: each row has few of many columns, common and rare ones.
    fn sample(rows: u32, columns: u32) -> TermMatrix {
        let row = |row: u32| {
            let places = (0..columns).filter(|column| {
                let dice = (row * 7919 + column * 104_729 + row * column * 31) % 101;
                dice < 400 / (column + 4)
            });
            let value = |column: u32| f64::from((row * 31 + column * 17) % 13 + 1) / 13.0;
            places.map(|column| (column, value(column))).collect()
        };
        TermMatrix::new((0..rows).map(row).collect(), columns as usize)
    }

    fn dense(matrix: &TermMatrix) -> DMatrix<f64> {
        let mut dense = DMatrix::zeros(matrix.rows().len(), matrix.columns());
        for (number, row) in matrix.rows().iter().enumerate() {
            for (column, value) in row {
                dense[(number, *column as usize)] = *value;
            }
        }
        dense
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }

    fn assert_orthonormal(embedding: &Embedding) {
        let width = embedding.singular_values.len();
        let rows = DMatrix::from_row_slice(embedding.rows.len() / width, width, &embedding.rows);
        let product = rows.transpose() * rows;
        assert!((product - DMatrix::identity(width, width)).amax() < 1e-9);
    }

    /// Singular values with gaps, as those of texts have: iteration depends on them.
    fn decaying(rows: u32, columns: u32) -> TermMatrix {
        let mut rows = sample(rows, columns).rows().to_vec();
        for (column, value) in rows.iter_mut().flatten() {
            *value *= 0.9_f64.powi((*column).cast_signed());
        }
        TermMatrix::new(rows, columns as usize)
    }

    #[test]
    fn r19_the_singular_values_are_those_of_a_full_decomposition() {
        for (rows, columns) in [(60, 200), (150, 40), (12, 12)] {
            let matrix = decaying(rows, columns);
            let found = singular_values(&matrix, 8).unwrap();
            let full = dense(&matrix).svd(true, false);
            assert_eq!(found.singular_values.len(), 8);
            assert_orthonormal(&found);
            for (place, singular_value) in found.singular_values.iter().enumerate() {
                assert_near(*singular_value, full.singular_values[place]);
                let vector = full.u.as_ref().unwrap().column(place);
                let own = found.rows.iter().skip(place).step_by(8);
                let cosine: f64 = vector.iter().zip(own).map(|(a, b)| a * b).sum();
                assert_near(cosine.abs(), 1.0);
            }
        }
    }

    #[test]
    fn r19_there_are_no_more_dimensions_than_the_matrix_has_rank() {
        let row = vec![(0, 0.6), (2, 0.8)];
        let other = vec![(1, 1.0)];
        let matrix = TermMatrix::new(vec![row.clone(), other, row.clone(), Vec::new(), row], 3);
        let found = singular_values(&matrix, 96).unwrap();
        assert_eq!(found.singular_values.len(), 2);
        assert_near(found.singular_values[0], 3_f64.sqrt());
        assert_near(found.singular_values[1], 1.0);
        assert_eq!(found.rows.len(), 10);
        assert_orthonormal(&found);
    }

    #[test]
    fn r19_a_matrix_of_nothing_has_no_dimensions() {
        for matrix in [
            TermMatrix::default(),
            TermMatrix::new(vec![Vec::new(); 9], 0),
            TermMatrix::new(vec![Vec::new(); 9], 5),
        ] {
            assert_eq!(singular_values(&matrix, 96).unwrap(), Embedding::default());
        }
    }

    fn on_threads(threads: usize, matrix: &TermMatrix) -> Embedding {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| singular_values(matrix, 20).unwrap())
    }

    #[test]
    fn r2_any_number_of_threads_gives_the_same_bits() {
        let matrix = sample(300, 500);
        let bits = |embedding: &Embedding| -> Vec<u64> {
            let numbers = embedding.rows.iter().chain(&embedding.singular_values);
            numbers.map(|x| x.to_bits()).collect()
        };
        let one = on_threads(1, &matrix);
        for threads in [2, 3, 8] {
            assert_eq!(bits(&on_threads(threads, &matrix)), bits(&one));
        }
    }

    #[test]
    fn r2_the_greatest_component_of_a_singular_vector_is_positive() {
        let found = singular_values(&sample(60, 90), 10).unwrap();
        for column in 0..10 {
            let components = found.rows.iter().skip(column).step_by(10);
            let (least, most) = components.fold((0.0_f64, 0.0_f64), |(least, most), x| {
                (least.min(*x), most.max(*x))
            });
            assert!(most >= -least, "{column}: {least} {most}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn any_matrix_has_a_decomposition(
            rows in prop::collection::vec(prop::collection::btree_map(0..12_u32, -1.0..1.0_f64, 0..6), 0..14),
            dimensions in 1..20_usize,
        ) {
            let rows: Vec<Vec<(u32, f64)>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let height = rows.len();
            let found = singular_values(&TermMatrix::new(rows, 12), dimensions).unwrap();
            prop_assert!(found.singular_values.len() <= dimensions.min(height));
            prop_assert_eq!(found.rows.len(), height * found.singular_values.len());
            prop_assert!(found.rows.iter().all(|x| x.is_finite() && x.abs() <= 1.0 + 1e-9));
            prop_assert!(found.singular_values.windows(2).all(|pair| pair[0] >= pair[1]));
        }
    }
}
