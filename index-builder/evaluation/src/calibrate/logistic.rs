//! Logistic regression: the probability of "right" from a weighted sum of features.
//!
//! Maximum likelihood with a small penalty on the weights (ridge), by Newton's method. Source: T.
//! Hastie, R. Tibshirani, J. Friedman, "The Elements of Statistical Learning" (2009), 4.4.1.

use soru::generation::Features;

/// The penalty on the square of each weight except the intercept. It keeps weights finite where a
/// few examples are perfectly separable. With a few hundred examples of each site it equals
/// scikit-learn's `C=1`.
const RIDGE: f64 = 1.0;

/// The maximum number of Newton steps; convergence takes a handful.
const STEPS: usize = 50;

const SIZE: usize = Features::COUNT + 1;

/// Intercept and weights.
pub(super) type Weights = [f64; SIZE];

/// A passage: its features, whether it is right, and its weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Example {
    pub(super) features: [f64; Features::COUNT],
    pub(super) right: bool,
    pub(super) weight: f64,
}

/// The features, preceded by 1 for the intercept.
fn row(features: &[f64; Features::COUNT]) -> Weights {
    let mut row = [1.0; SIZE];
    row[1..].copy_from_slice(features);
    row
}

/// Returns the probability of "right".
pub(super) fn probability(weights: &Weights, features: &[f64; Features::COUNT]) -> f64 {
    let products = weights.iter().zip(row(features)).map(|(w, x)| w * x);
    1.0 / (1.0 + (-products.sum::<f64>()).exp())
}

/// Returns the maximum likelihood weights.
pub(super) fn fit(examples: &[Example]) -> Weights {
    let mut weights = [0.0; SIZE];
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = ([0.0; SIZE], [[0.0; SIZE]; SIZE]);
        for i in 1..SIZE {
            gradient[i] = -RIDGE * weights[i];
            curvature[i][i] = RIDGE;
        }
        for example in examples {
            let p = probability(&weights, &example.features);
            let row = row(&example.features);
            let off = f64::from(u8::from(example.right)) - p;
            for i in 0..SIZE {
                gradient[i] += example.weight * off * row[i];
                for j in 0..SIZE {
                    curvature[i][j] += example.weight * p * (1.0 - p) * row[i] * row[j];
                }
            }
        }
        let step = solve(curvature, gradient);
        for (weight, change) in weights.iter_mut().zip(step) {
            *weight += change;
        }
        if step.iter().all(|change| change.abs() < 1e-9) {
            break;
        }
    }
    weights
}

/// Solves by Gaussian elimination with pivots; a direction without examples stays unchanged.
fn solve(mut matrix: [[f64; SIZE]; SIZE], mut right: Weights) -> Weights {
    for column in 0..SIZE {
        let rows = column..SIZE;
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = rows
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let lead = matrix[column][column];
        if lead.abs() < 1e-12 {
            continue;
        }
        for row in column + 1..SIZE {
            let factor = matrix[row][column] / lead;
            let above = matrix[column];
            for (value, above) in matrix[row].iter_mut().zip(above) {
                *value -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solved = [0.0; SIZE];
    for row in (0..SIZE).rev() {
        let known: f64 = (row + 1..SIZE).map(|i| matrix[row][i] * solved[i]).sum();
        let lead = matrix[row][row];
        if lead.abs() >= 1e-12 {
            solved[row] = (right[row] - known) / lead;
        }
    }
    solved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(first: f64, right: bool) -> Example {
        let mut features = [0.0; Features::COUNT];
        features[0] = first;
        Example {
            features,
            right,
            weight: 1.0,
        }
    }

    // With one feature that is always 0, the intercept is the log odds of being right.
    #[test]
    fn r36_the_intercept_alone_is_the_log_odds() {
        let examples = [true, true, true, false].map(|right| example(0.0, right));
        let weights = fit(&examples);
        assert!((weights[0] - 3.0f64.ln()).abs() < 1e-6, "{weights:?}");
        assert!(weights[1..].iter().all(|weight| weight.abs() < 1e-9));
        assert!((probability(&weights, &examples[0].features) - 0.75).abs() < 1e-6);
    }

    #[test]
    fn r36_a_feature_that_predicts_right_answers_gets_a_finite_weight() {
        let examples: Vec<Example> = (0..100)
            .map(|n| example(f64::from(n) / 100.0, n >= 50))
            .collect();
        let weights = fit(&examples);
        assert!(weights[1] > 1.0 && weights[1].is_finite(), "{weights:?}");
        assert!(probability(&weights, &examples[99].features) > 0.8);
        assert!(probability(&weights, &examples[0].features) < 0.2);
    }

    #[test]
    fn equations_are_solved_with_any_pivot_row() {
        let mut matrix = [[0.0; SIZE]; SIZE];
        for (i, row) in matrix.iter_mut().enumerate() {
            row[(i + 1) % SIZE] = 2.0;
        }
        let right = std::array::from_fn(|i| i as f64);
        let solved = solve(matrix, right);
        for (i, value) in solved.iter().enumerate() {
            let expected = ((i + SIZE - 1) % SIZE) as f64 / 2.0;
            assert!((value - expected).abs() < 1e-12, "{solved:?}");
        }
    }
}
