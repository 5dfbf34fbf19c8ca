//! Checks the promises about ranking on the measured sets (R30).

use std::fmt::Write as _;

use super::measures::Measure;
use super::rows::DEFAULT;
use super::summary::{RowSummary, SetSummary};

/// Adds the gain of the default method over term counting, on the mean and on the worst set, and
/// whether it ever loses to plain BM25.
pub(super) fn push_promises(out: &mut String, sets: &[SetSummary], mean: &[RowSummary]) {
    let gain = |rows: &[RowSummary]| {
        let counted = value(rows, "tf", Measure::Ndcg3).filter(|tf| *tf > 0.0)?;
        Some(100.0 * (value(rows, DEFAULT, Measure::Ndcg3)? / counted - 1.0))
    };
    let difference = |rows: &[RowSummary]| {
        Some(value(rows, DEFAULT, Measure::Ndcg10)? - value(rows, "bm25", Measure::Ndcg10)?)
    };
    if let Some(gain) = gain(mean) {
        let _ = writeln!(out, "{DEFAULT} against tf, nDCG@3: {gain:+.1} %");
    }
    if let Some((lowest, name)) = lowest(sets, &gain) {
        let _ = writeln!(
            out,
            "{DEFAULT} against tf, nDCG@3, lowest gain on a set: {lowest:+.1} % ({name})"
        );
    }
    if let Some((lowest, name)) = lowest(sets, &difference) {
        let _ = writeln!(
            out,
            "{DEFAULT} against bm25, nDCG@10, lowest difference on a set: {lowest:+.4} ({name})"
        );
    }
    out.push('\n');
}

fn value(rows: &[RowSummary], name: &str, measure: Measure) -> Option<f64> {
    let row = rows.iter().find(|row| row.name == name)?;
    row.value(measure)
}

/// The lowest figure of the sets that have it, with the set's name.
fn lowest<'s>(
    sets: &'s [SetSummary],
    of: &dyn Fn(&[RowSummary]) -> Option<f64>,
) -> Option<(f64, &'s str)> {
    let figures = sets
        .iter()
        .filter_map(|set| Some((of(&set.rows)?, set.name.as_str())));
    figures.min_by(|a, b| a.0.total_cmp(&b.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Latency;
    use crate::significance::Interval;
    use crate::summary::Estimate;

    fn row(name: &str, ndcg3: f64, ndcg10: f64) -> RowSummary {
        let estimate = |value: f64| Estimate {
            value,
            interval: Interval {
                low: value,
                high: value,
            },
            p: None,
            questions: 10,
        };
        RowSummary {
            name: name.to_owned(),
            estimates: vec![
                (Measure::Ndcg10, estimate(ndcg10)),
                (Measure::Ndcg3, estimate(ndcg3)),
            ],
            calibration: None,
            risk: None,
            latency: Latency { p50: 0.0, p95: 0.0 },
        }
    }

    fn set(name: &str, rows: Vec<RowSummary>) -> SetSummary {
        SetSummary {
            name: name.to_owned(),
            pages: 1,
            questions: 10,
            ranked: 10,
            unanswerable: 0,
            languages: vec!["en".to_owned()],
            skipped: Vec::new(),
            warnings: Vec::new(),
            rows,
            wrong_facts: Vec::new(),
        }
    }

    fn promises(sets: &[SetSummary], mean: &[RowSummary]) -> String {
        let mut out = String::new();
        push_promises(&mut out, sets, mean);
        out
    }

    // A good mean must not hide a set that breaks the promise.
    #[test]
    fn r30_the_gain_over_tf_is_reported_for_the_mean_and_the_worst_set() {
        let rows = |own: f64, bm25: f64, tf: f64| {
            vec![
                row(DEFAULT, own, own),
                row("bm25", bm25, bm25),
                row("tf", tf, tf),
            ]
        };
        let sets = [
            set("good", rows(0.9, 0.8, 0.3)),
            set("poor", rows(0.55, 0.5625, 0.5)),
            set("fair", rows(0.8, 0.7, 0.4)),
        ];
        assert_eq!(
            promises(&sets, &rows(0.75, 0.7, 0.5)),
            "default against tf, nDCG@3: +50.0 %\n\
             default against tf, nDCG@3, lowest gain on a set: +10.0 % (poor)\n\
             default against bm25, nDCG@10, lowest difference on a set: -0.0125 (poor)\n\n"
        );
    }

    // `--only` may leave rows out, and term counting may find nothing.
    #[test]
    fn r30_a_promise_needs_its_measurement() {
        let own = || vec![row(DEFAULT, 0.9, 0.9)];
        assert_eq!(promises(&[set("a", own())], &own()), "\n");
        let nothing = vec![row(DEFAULT, 0.9, 0.9), row("tf", 0.0, 0.0)];
        assert_eq!(promises(&[set("a", nothing.clone())], &nothing), "\n");
    }
}
