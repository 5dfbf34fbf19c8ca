//! The values of R30 and R36 in a report of `soru eval --json`, and whether they are met.
//!
//! R30: the default gains at least 20 % of nDCG@3 over `tf`, on the mean of the sets, and loses no
//! nDCG@10 to `bm25` alone on any set. A difference counts as a loss if chance explains it in fewer
//! than one of twenty cases. R36: the calibration error of the default is at most .05, all answers
//! of all sets together.

use anyhow::{Context, Result};
use serde_json::Value;

/// The least gain of nDCG@3 over `tf`.
const GAIN: f64 = 0.2;
/// The p-value from which a difference may be chance.
const CHANCE: f64 = 0.05;
/// The largest calibration error.
const CALIBRATION_ERROR: f64 = 0.05;

/// The value of a requirement.
#[derive(Debug, PartialEq)]
pub(super) struct Measured {
    /// The requirement and its value, for people.
    pub(super) text: String,
    pub(super) is_met: bool,
}

/// Returns the values of all requirements.
///
/// # Errors
/// If the report lacks a row or a measure, as with `--only`.
pub(super) fn measured(report: &Value) -> Result<Vec<Measured>> {
    let sets = report["sets"].as_array().context("no sets")?;
    Ok(vec![gain(sets)?, loss(sets)?, calibration(sets)?])
}

fn gain(sets: &[Value]) -> Result<Measured> {
    let mean = |name: &str| -> Result<f64> {
        let values = sets.iter().map(|set| measure(row(set, name)?, "ndcg3"));
        Ok(values.sum::<Result<f64>>()? / sets.len() as f64)
    };
    let gain = mean("default")? / mean("tf")? - 1.0;
    Ok(Measured {
        text: format!(
            "R30: default against tf, nDCG@3: {:+.1} %, at least {:+.0} %",
            100.0 * gain,
            100.0 * GAIN
        ),
        is_met: gain >= GAIN,
    })
}

/// Returns the largest loss that is not chance, or else the largest.
fn loss(sets: &[Value]) -> Result<Measured> {
    let mut worst: Option<(bool, f64, String)> = None;
    for set in sets {
        let words = row(set, "bm25")?;
        let difference = measure(row(set, "default")?, "ndcg10")? - measure(words, "ndcg10")?;
        let p = words["measures"]["ndcg10"]["p"].as_f64().unwrap_or(1.0);
        let is_kept = difference >= 0.0 || p >= CHANCE;
        let name = set["name"].as_str().unwrap_or_default();
        let text = format!("{difference:+.4}, p = {p:.3} ({name})");
        if worst
            .as_ref()
            .is_none_or(|(other_kept, other, _)| (is_kept, difference) < (*other_kept, *other))
        {
            worst = Some((is_kept, difference, text));
        }
    }
    let (is_met, _, text) = worst.context("no sets")?;
    Ok(Measured {
        text: format!(
            "R30: default against bm25, nDCG@10, worst set: {text}, no loss beyond chance"
        ),
        is_met,
    })
}

/// Merges the bins of all sets.
fn calibration(sets: &[Value]) -> Result<Measured> {
    let mut bins: Vec<[f64; 3]> = Vec::new();
    for set in sets {
        let own = &row(set, "default")?["calibration"]["bins"];
        for (at, bin) in own.as_array().into_iter().flatten().enumerate() {
            bins.resize(bins.len().max(at + 1), [0.0; 3]);
            let [count, confidence, right] =
                ["count", "confidence", "right"].map(|key| bin[key].as_f64().unwrap_or_default());
            let sums = &mut bins[at];
            sums[0] += count;
            sums[1] += count * confidence;
            sums[2] += count * right;
        }
    }
    let count: f64 = bins.iter().map(|bin| bin[0]).sum();
    let off: f64 = bins.iter().map(|bin| (bin[1] - bin[2]).abs()).sum();
    anyhow::ensure!(count > 0.0, "no answer of the default can be judged");
    let error = off / count;
    Ok(Measured {
        text: format!(
            "R36: calibration error of {count} answers: {error:.3}, at most {CALIBRATION_ERROR}"
        ),
        is_met: error <= CALIBRATION_ERROR,
    })
}

fn row<'r>(set: &'r Value, name: &str) -> Result<&'r Value> {
    let rows = set["rows"].as_array().into_iter().flatten();
    let mut rows = rows.filter(|row| row["name"] == name);
    rows.next()
        .with_context(|| format!("set {}: no row `{name}`", set["name"]))
}

fn measure(row: &Value, key: &str) -> Result<f64> {
    let value = row["measures"][key]["value"].as_f64();
    value.with_context(|| format!("row {}: no {key}", row["name"]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bins(count: usize, confidence: f64, right: f64) -> Value {
        let empty = json!({ "count": 0, "confidence": 0.0, "right": 0.0 });
        let last = json!({ "count": count, "confidence": confidence, "right": right });
        json!({ "bins": [empty, last] })
    }

    /// Returns a set with nDCG@3 of default and tf, nDCG@10 of default and bm25, and a p-value.
    fn set(name: &str, ndcg3: [f64; 2], ndcg10: [f64; 2], p: f64, calibration: &Value) -> Value {
        let row = |name: &str, three: f64, ten: f64| {
            json!({
                "name": name,
                "measures": { "ndcg3": { "value": three }, "ndcg10": { "value": ten, "p": p } },
                "calibration": calibration,
            })
        };
        json!({ "name": name, "rows": [
            row("default", ndcg3[0], ndcg10[0]),
            row("bm25", 0.0, ndcg10[1]),
            row("tf", ndcg3[1], 0.0),
        ] })
    }

    fn judged(sets: &[Value]) -> Vec<Measured> {
        measured(&json!({ "sets": sets })).unwrap()
    }

    fn met(sets: &[Value]) -> Vec<bool> {
        judged(sets).iter().map(|one| one.is_met).collect()
    }

    #[test]
    fn r30_r36_the_values_are_of_all_sets_together_and_of_the_worst() {
        let sets = [
            set("a", [0.9, 0.5], [0.8, 0.7], 0.01, &bins(30, 0.9, 1.0)),
            set("b", [0.3, 0.5], [0.7, 0.71], 0.4, &bins(10, 0.9, 0.8)),
        ];
        let texts: Vec<String> = judged(&sets).into_iter().map(|one| one.text).collect();
        assert!(texts[0].contains("+20.0 %"), "{texts:?}");
        assert!(texts[1].contains("-0.0100, p = 0.400 (b)"), "{texts:?}");
        assert!(texts[2].contains("40 answers: 0.050"), "{texts:?}");
    }

    #[test]
    fn r30_a_small_gain_over_tf_is_missed() {
        let good = set("a", [0.61, 0.5], [0.8, 0.7], 0.5, &bins(9, 0.9, 0.9));
        assert_eq!(met(&[good]), [true, true, true]);
        let poor = set("a", [0.59, 0.5], [0.8, 0.7], 0.5, &bins(9, 0.9, 0.9));
        assert_eq!(met(&[poor]), [false, true, true]);
    }

    // The larger loss may be chance, and the smaller none.
    #[test]
    fn r30_a_loss_to_bm25_beyond_chance_is_missed() {
        let chance = set("a", [0.9, 0.5], [0.6, 0.7], 0.06, &bins(9, 0.9, 0.9));
        let loss = set("b", [0.9, 0.5], [0.69, 0.7], 0.04, &bins(9, 0.9, 0.9));
        assert_eq!(met(std::slice::from_ref(&chance)), [true, true, true]);
        assert_eq!(met(&[chance.clone(), loss.clone()]), [true, false, true]);
        assert!(judged(&[chance, loss])[1].text.contains("(b)"));
    }

    #[test]
    fn r36_a_calibration_error_above_a_twentieth_is_missed() {
        let sets = [set("a", [0.9, 0.5], [0.8, 0.7], 0.5, &bins(9, 0.9, 0.84))];
        assert_eq!(met(&sets), [true, true, false]);
    }

    #[test]
    fn r30_a_report_without_a_row_says_which() {
        let report = json!({ "sets": [{ "name": "a", "rows": [] }] });
        let error = measured(&report).unwrap_err().to_string();
        assert!(error.contains("no row `default`"), "{error}");
    }
}
