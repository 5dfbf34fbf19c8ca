//! Computes intervals and p-values. The random numbers are seeded, so that the same replies give
//! the same figures.
//!
//! *Intervals* are percentile bootstrap intervals at 95 %: within each set, as many questions are
//! drawn with replacement as there are. Source: B. Efron, R. Tibshirani, "An Introduction to the
//! Bootstrap" (1993).
//!
//! *P-values* come from the two-sided paired randomisation test: if two rows were equally good,
//! each question's difference would have either sign with equal probability. Source: M. Smucker, J.
//! Allan, B. Carterette, "A comparison of statistical significance tests for information retrieval
//! evaluation" (2007).

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// Parameters of the random draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chance {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of draws per interval.
    pub resamples: usize,
    /// Number of draws per p-value.
    pub permutations: usize,
}

impl Default for Chance {
    fn default() -> Self {
        Self {
            seed: 1,
            resamples: 2_000,
            permutations: 10_000,
        }
    }
}

/// A 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The probability cut off at either end of an interval.
const TAIL: f64 = 0.025;

/// The rounding error of sums in another order; smaller differences count as equal.
const ROUNDING: f64 = 1e-12;

impl Chance {
    /// Returns the interval of a statistic over groups of these sizes. The statistic receives the
    /// numbers of the drawn questions, group by group; draws for which it returns none are skipped.
    pub(super) fn interval(
        &self,
        sizes: &[usize],
        statistic: impl Fn(&[Vec<usize>]) -> Option<f64>,
    ) -> Option<Interval> {
        let mut random = Rng::with_seed(self.seed);
        let mut sample: Vec<Vec<usize>> = sizes.iter().map(|size| vec![0; *size]).collect();
        let mut values = Vec::with_capacity(self.resamples);
        for _ in 0..self.resamples {
            for (drawn, size) in sample.iter_mut().zip(sizes) {
                for one in drawn {
                    *one = random.usize(..*size);
                }
            }
            values.extend(statistic(&sample));
        }
        values.sort_by(f64::total_cmp);
        Some(Interval {
            low: quantile(&values, TAIL)?,
            high: quantile(&values, 1.0 - TAIL)?,
        })
    }

    /// Returns the probability of a mean difference at least as far from 0 if signs were random.
    /// The mean is the mean of the groups' means.
    pub(super) fn p_value(&self, differences: &[Vec<f64>]) -> f64 {
        let parts = parts(differences);
        let observed = parts.iter().sum::<f64>().abs();
        let mut random = Rng::with_seed(self.seed);
        let as_far = (0..self.permutations)
            .filter(|_| flipped(&parts, &mut random).abs() >= observed - ROUNDING)
            .count();
        // The observed order counts as one of the possible ones.
        (1 + as_far) as f64 / (1 + self.permutations) as f64
    }
}

/// The contribution of each difference to the mean of means. Differences of 0 contribute nothing
/// with either sign.
fn parts(differences: &[Vec<f64>]) -> Vec<f64> {
    let groups = differences.iter().filter(|group| !group.is_empty());
    let count = groups.clone().count() as f64;
    groups
        .flat_map(|group| {
            let weight = 1.0 / (group.len() as f64 * count);
            group.iter().map(move |difference| difference * weight)
        })
        .filter(|part| *part != 0.0)
        .collect()
}

fn flipped(parts: &[f64], random: &mut Rng) -> f64 {
    let mut sum = 0.0;
    for parts in parts.chunks(64) {
        let mut signs = random.u64(..);
        for part in parts {
            sum += if signs & 1 == 0 { *part } else { -*part };
            signs >>= 1;
        }
    }
    sum
}

/// Returns the smallest of ascending values that has at least this share of them at or below it.
pub(super) fn quantile(ascending: &[f64], share: f64) -> Option<f64> {
    let rank = (share * ascending.len() as f64).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a length"
    )]
    let at = (rank as usize).saturating_sub(1);
    ascending.get(at).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_of(values: &[f64]) -> impl Fn(&[Vec<usize>]) -> Option<f64> {
        move |sample: &[Vec<usize>]| {
            let drawn = sample[0].iter().map(|at| values[*at]);
            super::super::measures::mean(drawn)
        }
    }

    #[test]
    fn r40_intervals_repeat_with_the_seed_and_hold_the_mean() {
        let values: Vec<f64> = (0..100).map(|n| f64::from(n % 10) / 10.0).collect();
        let chance = Chance::default();
        let interval = chance.interval(&[100], mean_of(&values)).unwrap();
        assert_eq!(chance.interval(&[100], mean_of(&values)), Some(interval));
        // The standard deviation is .287, so the interval extends 1.96 · .287 / 10 = .056 to either
        // side of .45.
        assert!((interval.low - 0.394).abs() < 0.01, "{interval:?}");
        assert!((interval.high - 0.506).abs() < 0.01, "{interval:?}");
        let other = Chance { seed: 2, ..chance };
        assert_ne!(other.interval(&[100], mean_of(&values)), Some(interval));
    }

    #[test]
    fn r40_values_that_never_differ_have_an_interval_of_one_point() {
        let interval = Chance::default().interval(&[5], mean_of(&[0.5; 5]));
        assert_eq!(
            interval,
            Some(Interval {
                low: 0.5,
                high: 0.5
            })
        );
        assert_eq!(Chance::default().interval(&[0], mean_of(&[])), None);
    }

    #[test]
    fn r40_identical_rows_have_a_p_value_of_1() {
        let same = vec![vec![0.0; 30], vec![0.0; 3]];
        assert!((Chance::default().p_value(&same) - 1.0).abs() < 1e-12);
        assert!((Chance::default().p_value(&[]) - 1.0).abs() < 1e-12);
    }

    // Ten questions have the same gain. Of 2^10 sign patterns only two are as far from 0, so p is
    // near 2 / 1024 = .00195.
    #[test]
    fn r40_the_p_value_of_ten_equal_gains_by_hand() {
        let p = Chance::default().p_value(&[vec![0.25; 10]]);
        assert!((p - 0.001_95).abs() < 0.001, "{p}");
        assert_eq!(
            Chance::default().p_value(&[vec![0.25; 10]]).to_bits(),
            p.to_bits()
        );
    }

    // The differences of three questions are +.3, +.1, -.1, with the sum .3. Of eight sign
    // patterns, those with |sum| >= .3 are +++ (.3 + .1 - .1 = .3), ++- (.5), +-- (.3) and their
    // opposites: 6 of 8. The pattern +-+ (.1) is not.
    #[test]
    fn r40_a_p_value_of_three_questions_by_hand() {
        let p = Chance::default().p_value(&[vec![0.3, 0.1, -0.1]]);
        assert!((p - 0.75).abs() < 0.02, "{p}");
    }

    // A large set must not dominate a small one: the headline is the mean of the sets' means.
    #[test]
    fn every_set_weighs_the_same() {
        let large = vec![0.001; 1000];
        let small = vec![-0.5, 0.5];
        assert!((parts(&[large, small]).iter().sum::<f64>() - 0.0005).abs() < 1e-12);
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.95), Some(4.0));
        assert_eq!(quantile(&[1.0], 0.0), Some(1.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
