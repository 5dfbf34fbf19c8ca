//! Measures how well confidence predicts right answers.
//!
//! *Expected calibration error*: answers are sorted into ten bins of equal width by confidence; in
//! each, the mean confidence should equal the share that is right. The error is the mean of the
//! differences, weighted by the bins' counts. Source: M. Naeini, G. Cooper, M. Hauskrecht,
//! "Obtaining well calibrated probabilities using Bayesian binning" (2015).
//!
//! *Risk and coverage*: for each confidence threshold, the share of the questions that would be
//! answered (coverage), and the share of wrong answers among them (risk). The area under the curve
//! is the mean of the risks over all answers, by falling confidence. Answers of equal confidence
//! pass a threshold together. Source: Y. Geifman, R. El-Yaniv, "Selective classification for deep
//! neural networks" (2017).

use serde::{Deserialize, Serialize};

use super::measures::Judged;

/// The number of bins of a reliability diagram.
const BINS: usize = 10;

/// The maximum number of points of a curve: more are invisible.
const POINTS: usize = 200;

/// A reliability diagram.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Expected calibration error, 0 to 1.
    pub error: f64,
    /// Ten bins of equal width, ascending, including empty ones.
    pub bins: Vec<Bin>,
}

/// A bin of a reliability diagram: confidences from one tenth to the next.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// Answers in it.
    pub count: usize,
    /// Their mean confidence, 0 if there are none.
    pub confidence: f64,
    /// The share that is right, 0 if there are none.
    pub right: f64,
}

/// A risk-coverage curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RiskCoverage {
    /// The area under it, 0 to 1.
    pub area: f64,
    /// Coverage and risk, by falling confidence.
    pub points: Vec<[f64; 2]>,
}

impl Calibration {
    /// Computes the diagram of the answers that can be judged; none without such an answer.
    pub(super) fn of(judged: &[Judged]) -> Option<Self> {
        let mut bins = vec![Bin::default(); BINS];
        let mut total = 0;
        for (confidence, right) in answers(judged) {
            // Confidences are 0 to 1; 1 belongs to the last bin.
            let at = (confidence * BINS as f64).clamp(0.0, BINS as f64 - 1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to the bins"
            )]
            let bin = &mut bins[at as usize];
            bin.count += 1;
            bin.confidence += confidence;
            bin.right += f64::from(u8::from(right));
            total += 1;
        }
        for bin in bins.iter_mut().filter(|bin| bin.count > 0) {
            bin.confidence /= bin.count as f64;
            bin.right /= bin.count as f64;
        }
        let off = |bin: &Bin| bin.count as f64 * (bin.confidence - bin.right).abs();
        let error = bins.iter().map(off).sum::<f64>() / f64::from(total.max(1));
        (total > 0).then_some(Self { error, bins })
    }
}

impl RiskCoverage {
    /// Computes the curve from answers that can be judged, and refusals; none without such an
    /// answer.
    pub(super) fn of(judged: &[Judged]) -> Option<Self> {
        let mut answers: Vec<(f64, bool)> = answers(judged).collect();
        answers.sort_by(|a, b| b.0.total_cmp(&a.0));
        let refusals = judged.iter().filter(|one| **one == Judged::Refusal).count();
        let all = (answers.len() + refusals) as f64;
        let (mut given, mut wrong, mut area) = (0.0, 0.0, 0.0);
        let mut points = Vec::new();
        for equals in answers.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
            given += equals.len() as f64;
            wrong += equals.iter().filter(|(_, right)| !right).count() as f64;
            area += equals.len() as f64 * wrong / given;
            points.push([given / all, wrong / given]);
        }
        let area = area / given;
        let points = thinned(&points);
        (!answers.is_empty()).then_some(Self { area, points })
    }
}

fn answers(judged: &[Judged]) -> impl Iterator<Item = (f64, bool)> {
    judged.iter().filter_map(|one| match *one {
        Judged::Answer { confidence, right } => Some((confidence, right)),
        Judged::Refusal | Judged::Unknown => None,
    })
}

/// An even selection of the points, including the first and the last.
fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let last = points.len().saturating_sub(1);
    if last < POINTS {
        return points.to_vec();
    }
    let place = |number: usize| points[number * last / (POINTS - 1)];
    (0..POINTS).map(place).collect()
}

pub(super) fn calibration_error(judged: &[Judged]) -> Option<f64> {
    Calibration::of(judged).map(|calibration| calibration.error)
}

pub(super) fn aurc(judged: &[Judged]) -> Option<f64> {
    RiskCoverage::of(judged).map(|curve| curve.area)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(confidence: f64, right: bool) -> Judged {
        Judged::Answer { confidence, right }
    }

    #[track_caller]
    fn assert_near(is: f64, should: f64) {
        assert!((is - should).abs() < 1e-12, "{is} is not {should}");
    }

    // Bin .9 to 1: .92 is right, .98 wrong, 1.0 right: mean .9666..., right 2/3, off by .3. Bin .2
    // to .3: .25 is wrong: off by .25. The error is (3 · .3 + 1 · .25) / 4 = .2875.
    #[test]
    fn r36_r40_calibration_error_by_hand() {
        let judged = [
            answer(0.92, true),
            answer(0.98, false),
            answer(1.0, true),
            answer(0.25, false),
            Judged::Refusal,
            Judged::Unknown,
        ];
        let calibration = Calibration::of(&judged).unwrap();
        assert_near(calibration.error, 0.2875);
        assert_eq!(calibration.bins.len(), 10);
        assert_eq!(calibration.bins[9].count, 3);
        assert_near(calibration.bins[9].right, 2.0 / 3.0);
        assert_near(calibration.bins[2].confidence, 0.25);
    }

    #[test]
    fn r36_the_edges_of_confidence_have_bins() {
        let calibration = Calibration::of(&[answer(0.0, false), answer(1.0, true)]).unwrap();
        assert_near(calibration.error, 0.0);
        assert_eq!(calibration.bins[0].count, 1);
        assert_eq!(calibration.bins[9].count, 1);
        assert_eq!(Calibration::of(&[Judged::Refusal]), None);
    }

    // By falling confidence: right, wrong, right; one of four questions is refused. The risks are
    // 0/1, 1/2, 1/3 at coverages 1/4, 2/4, 3/4; the area is (0 + 1/2 + 1/3) / 3.
    #[test]
    fn r40_risk_and_coverage_by_hand() {
        let judged = [
            answer(0.5, true),
            answer(0.9, true),
            Judged::Refusal,
            answer(0.7, false),
        ];
        let curve = RiskCoverage::of(&judged).unwrap();
        assert_eq!(curve.points, [[0.25, 0.0], [0.5, 0.5], [0.75, 1.0 / 3.0]]);
        assert_near(curve.area, (0.5 + 1.0 / 3.0) / 3.0);
    }

    // Otherwise the order of the questions would decide.
    #[test]
    fn answers_of_equal_confidence_share_one_step_of_the_curve() {
        let one = RiskCoverage::of(&[answer(0.5, true), answer(0.5, false)]);
        let other = RiskCoverage::of(&[answer(0.5, false), answer(0.5, true)]);
        assert_eq!(one, other);
        assert_eq!(one.unwrap().points, [[1.0, 0.5]]);
    }

    #[test]
    fn a_long_curve_is_thinned_and_keeps_its_ends() {
        let judged: Vec<Judged> = (0..1000)
            .map(|n| answer(f64::from(n) / 1000.0, n % 2 == 0))
            .collect();
        let points = RiskCoverage::of(&judged).unwrap().points;
        assert_eq!(points.len(), POINTS);
        assert_near(points[0][0], 0.001);
        assert_near(points[POINTS - 1][0], 1.0);
    }
}
