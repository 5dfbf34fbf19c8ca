//! Precision against coverage: how many answers are shown above a confidence threshold, and how
//! many of those are right. Answers of equal confidence pass a threshold together.

use serde::{Deserialize, Serialize};

use super::rows::{AnswerRow, Verdict};

/// The answers at or above a confidence threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The threshold, 0 to 1.
    pub confidence: f64,
    /// Number of answers at or above it.
    pub shown: usize,
    /// Number of right ones among them.
    pub right: usize,
    /// Their number as a share of all questions.
    pub coverage: f64,
    /// The share of right ones among them.
    pub precision: f64,
}

/// The curve over the labelled rows, by falling confidence.
pub(super) fn curve(rows: &[AnswerRow]) -> Vec<Point> {
    let judged: Vec<&AnswerRow> = rows.iter().filter(|row| row.verdict.is_some()).collect();
    let confidence = |row: &AnswerRow| row.shown.confidence;
    let mut answers = judged.clone();
    answers.retain(|row| row.is_shown());
    answers.sort_by(|a, b| confidence(b).total_cmp(&confidence(a)));
    let (mut shown, mut right) = (0, 0);
    let mut points = Vec::new();
    for equals in answers.chunk_by(|a, b| confidence(a).total_cmp(&confidence(b)).is_eq()) {
        let is_right = |row: &&&AnswerRow| row.verdict == Some(Verdict::Right);
        shown += equals.len();
        right += equals.iter().filter(is_right).count();
        points.push(Point {
            confidence: confidence(equals[0]),
            shown,
            right,
            coverage: shown as f64 / judged.len() as f64,
            precision: right as f64 / shown as f64,
        });
    }
    points
}

/// Returns about `most` of the points, evenly spread over the answers, including the last.
pub(super) fn thinned(points: &[Point], most: usize) -> Vec<Point> {
    let all = points.last().map_or(0, |point| point.shown);
    let step = all.div_ceil(most).max(1);
    let mut next = step;
    let is_due = |point: &&Point| {
        let is_due = point.shown >= next.min(all);
        while is_due && next <= point.shown {
            next += step;
        }
        is_due
    };
    points.iter().filter(is_due).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::row;
    use super::*;

    // By falling confidence: .9 is right; .7 is wrong for one question and right for another; .2
    // answers a question that has no answer; one of five questions is refused.
    #[test]
    fn the_curve_by_hand() {
        let rows = [
            row("a", Verdict::Wrong, 0.7),
            row("b", Verdict::Answered, 0.2),
            row("c", Verdict::Right, 0.9),
            row("d", Verdict::Refused, 0.8),
            row("e", Verdict::Right, 0.7),
        ];
        let curve = curve(&rows);
        let points: Vec<(usize, usize)> = curve.iter().map(|one| (one.shown, one.right)).collect();
        assert_eq!(points, [(1, 1), (3, 2), (4, 2)]);
        assert!((curve[1].coverage - 0.6).abs() < 1e-12);
        assert!((curve[2].precision - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_long_curve_is_thinned_to_its_steps_and_its_end() {
        let rows: Vec<AnswerRow> = (0..25)
            .map(|n| row("a", Verdict::Right, 1.0 - f64::from(n) / 100.0))
            .collect();
        let shown: Vec<usize> = thinned(&curve(&rows), 5)
            .iter()
            .map(|point| point.shown)
            .collect();
        assert_eq!(shown, [5, 10, 15, 20, 25]);
        let shown: Vec<usize> = thinned(&curve(&rows[..7]), 5)
            .iter()
            .map(|point| point.shown)
            .collect();
        assert_eq!(shown, [2, 4, 6, 7]);
        assert!(thinned(&[], 5).is_empty());
    }
}
