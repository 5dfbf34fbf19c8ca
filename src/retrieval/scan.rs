//! Computes inner products of a question with very many chunks, in integers.
//!
//! Sums of 32-bit integers do not depend on the order, so a compiler or a processor may add many at
//! once and the score is identical to the last bit (R2). The question is rounded to 16 bits, a
//! hundred times finer than the rounding of chunks.
//!
//! SIMD instructions (`simd128`) were measured and rejected. A question is compared with as many
//! chunks as a visitor may download, some 2,700 with 64 dimensions or 1,400 with 128
//! (`indexing.vectors.max_kilobytes`), and on larger sites with the centroids of at most 240 cells
//! and the chunks of six. 1,500 chunks with 128 dimensions take 0.08 ms without SIMD, 0.03 ms if
//! the compiler may use `simd128`, and 0.013 ms with `i32x4_dot_i16x8` (V8, best of 60). On a
//! processor four times slower, SIMD saves a quarter of a millisecond of some six per question. It
//! saves nothing for a first question, for which it would have to be in the essential engine, and
//! browsers without SIMD would need a second build of each engine.

/// A question's vector in integers, for comparison with chunks.
#[derive(Debug)]
pub(super) struct Direction {
    components: Vec<i16>,
    /// Value of one integer step.
    unit: f64,
}

/// Largest component. With it, the maximum number of dimensions and the greatest step of a byte, a
/// sum is less than 2^31.
const GREATEST: f64 = 32_767.0;

impl Direction {
    /// Rounds the components.
    pub(super) fn new(components: &[f64]) -> Self {
        let mut most = 0.0_f64;
        for x in components {
            most = most.max(x.abs());
        }
        let unit = most / GREATEST;
        let mut rounded = vec![0; components.len()];
        if unit > 0.0 {
            for (rounded, x) in rounded.iter_mut().zip(components) {
                *rounded = nearest(x / unit);
            }
        }
        Self {
            components: rounded,
            unit,
        }
    }

    /// Returns the inner product with a chunk's steps.
    pub(super) fn dot(&self, steps: &[i8]) -> f64 {
        f64::from(dot(&self.components, steps)) * self.unit
    }
}

#[allow(clippy::cast_possible_truncation)] // at most GREATEST in size
fn nearest(component: f64) -> i16 {
    libm::round(component) as i16
}

/// Returns the inner product over the common length.
fn dot(question: &[i16], steps: &[i8]) -> i32 {
    let products = question.iter().zip(steps);
    products.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::format::MOST_DIMENSIONS;

    #[test]
    fn the_greatest_product_fits_in_32_bits() {
        let question = vec![i16::MAX; MOST_DIMENSIONS];
        let expected = i64::from(i16::MAX) * 127 * i64::try_from(MOST_DIMENSIONS).unwrap();
        for (step, sign) in [(i8::MAX, 1), (-i8::MAX, -1)] {
            let found = dot(&question, &vec![step; MOST_DIMENSIONS]);
            assert_eq!(i64::from(found), sign * expected);
        }
    }

    #[test]
    fn a_question_of_zeros_has_the_product_zero() {
        assert_eq!(
            Direction::new(&[0.0, 0.0]).dot(&[7, -7]).to_bits(),
            0.0_f64.to_bits()
        );
    }

    proptest! {
        #[test]
        fn r19_rounding_changes_a_product_by_less_than_a_thousandth(
            pairs in prop::collection::vec((-1.0..1.0_f64, -7..=7_i8), 1..200),
        ) {
            let (question, steps): (Vec<f64>, Vec<i8>) = pairs.into_iter().unzip();
            let exact: f64 = question.iter().zip(&steps).map(|(a, b)| a * f64::from(*b)).sum();
            let lengths = question.iter().map(|x| x * x).sum::<f64>()
                * steps.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>();
            let found = Direction::new(&question).dot(&steps);
            prop_assert!((found - exact).abs() <= 1e-3 * lengths.sqrt() + 1e-12);
        }
    }
}
