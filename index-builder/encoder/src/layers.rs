//! The layers of a transformer, on matrices with a row per word piece.

use anyhow::Result;
use ndarray::{Array1, Array2, ArrayViewMut1, Axis};

use super::weights::Weights;

/// `x Wᵀ + b`.
pub(super) struct Dense {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Dense {
    pub(super) fn read(weights: &Weights, name: &str, from: usize, to: usize) -> Result<Self> {
        Ok(Self {
            weight: weights.matrix(&format!("{name}.weight"), to, from)?,
            bias: weights.vector(&format!("{name}.bias"), to)?,
        })
    }

    pub(super) fn apply(&self, x: &Array2<f32>) -> Array2<f32> {
        let mut y = x.dot(&self.weight.t());
        y += &self.bias;
        y
    }
}

/// `(x - mean) / √(variance + ε) · weight + bias`, row by row (J. Ba, J. Kiros, G. Hinton, "Layer
/// Normalization", 2016).
pub(super) struct LayerNorm {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl LayerNorm {
    pub(super) fn read(weights: &Weights, name: &str, width: usize, epsilon: f32) -> Result<Self> {
        Ok(Self {
            weight: weights.vector(&format!("{name}.weight"), width)?,
            bias: weights.vector(&format!("{name}.bias"), width)?,
            epsilon,
        })
    }

    pub(super) fn apply(&self, x: &mut Array2<f32>) {
        let width = x.ncols() as f32;
        for mut row in x.axis_iter_mut(Axis(0)) {
            let mean = row.sum() / width;
            row -= mean;
            let variance = row.iter().map(|x| x * x).sum::<f32>() / width;
            row *= 1.0 / (variance + self.epsilon).sqrt();
            row *= &self.weight;
            row += &self.bias;
        }
    }
}

/// `x Φ(x)`, the exact form, not the approximation by tanh (D. Hendrycks, K. Gimpel, "Gaussian
/// Error Linear Units", 2016).
pub(super) fn gelu(x: &mut Array2<f32>) {
    x.mapv_inplace(|x| 0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2)));
}

/// The error function, to seven digits: the rational approximation of Eigen and XLA, which unlike
/// the standard function is vectorised.
fn erf(x: f32) -> f32 {
    const ABOVE: [f32; 7] = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_5e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    const BELOW: [f32; 5] = [
        -1.456_607_2e-5,
        -2.133_740_6e-4,
        -1.682_827e-3,
        -7.373_329_2e-3,
        -1.426_474_e-2,
    ];
    let x = x.clamp(-4.0, 4.0);
    let polynomial = |terms: &[f32]| terms.iter().fold(0.0, |sum, term| sum * x * x + term);
    (x * polynomial(&ABOVE) / polynomial(&BELOW)).clamp(-1.0, 1.0)
}

/// `exp(x) / Σ exp(x)`, in place.
pub(super) fn softmax(mut row: ArrayViewMut1<'_, f32>) {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for x in &mut row {
        *x = (*x - most).exp();
        sum += *x;
    }
    row *= 1.0 / sum;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r19_the_error_function_is_that_of_the_standard_library_to_six_digits() {
        for step in -6000_i16..=6000 {
            let x = f32::from(step) / 1000.0;
            assert!((erf(x) - libm::erff(x)).abs() < 1e-6, "{x}: {}", erf(x));
        }
    }

    #[test]
    fn r19_softmax_of_numbers_far_apart_is_finite_and_sums_to_one() {
        let mut row = ndarray::array![1000.0_f32, -1000.0, 999.0];
        softmax(row.view_mut());
        assert!((row.sum() - 1.0).abs() < 1e-6 && row[0] > 0.7, "{row}");
    }
}
