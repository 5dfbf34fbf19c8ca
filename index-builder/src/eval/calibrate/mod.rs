//! Calibrating confidence (R36): weights with which it says how probable an answer is right.
//!
//! Every answer of every set is an example: what the engine saw ([`Features`]), and whether it was
//! right. Sets weigh the same, however many questions they have. What the weights are worth is told
//! by answers that did not choose them: in five parts of all sets, each left out in turn, and for each
//! set by the others.

mod logistic;

use std::fmt::Write as _;

use serde::Serialize;
use soru::generation::Features;

use self::logistic::{Example, Weights, fit, probability};
use super::calibration::{aurc, calibration_error};
use super::measures::Judged;
use super::run::Measured;

/// Parts of the cross-validation.
const PARTS: usize = 5;

/// What calibration gave.
#[derive(Debug, Serialize)]
pub struct Calibrated {
    /// The settings, by name.
    pub weights: Vec<(String, f64)>,
    /// Answers that were judged.
    pub answers: usize,
    /// Expected calibration error by cross-validation over all sets, each of which weighs the same.
    pub error: f64,
    /// The same of confidence as it is now.
    pub error_before: f64,
    /// How each set fares by the weights of the others.
    pub sets: Vec<CalibratedSet>,
}

/// One set, by weights that the other sets chose.
#[derive(Debug, Serialize)]
pub struct CalibratedSet {
    /// Its name.
    pub name: String,
    /// Answers that were judged.
    pub answers: usize,
    /// Share of them that is right.
    pub right: f64,
    /// Expected calibration error of confidence as it is now, and as it would be.
    pub error: [f64; 2],
    /// Area under the risk-coverage curve by the first hit's score, by confidence as it is now, and
    /// as it would be.
    pub aurc: [f64; 3],
}

/// A set's answers.
struct Answers {
    name: String,
    examples: Vec<Example>,
    /// Confidence as it is, and the first hit's score.
    now: Vec<[f64; 2]>,
}

/// Fits the weights to the first row of every measured set.
#[must_use]
pub fn calibrate(measured: &[Measured]) -> Calibrated {
    let sets: Vec<Answers> = measured.iter().map(Answers::of).collect();
    let all: Vec<Example> = sets.iter().flat_map(|set| set.examples.clone()).collect();
    let part = |left: usize| move |number: usize| number % PARTS == left;
    let mut judged: Vec<Weighed> = Vec::new();
    for left in 0..PARTS {
        let is_out = part(left);
        let rest = all.iter().enumerate().filter(|(n, _)| !is_out(*n));
        let weights = fit(&rest.map(|(_, example)| *example).collect::<Vec<_>>());
        let out = all.iter().enumerate().filter(|(n, _)| is_out(*n));
        judged.extend(out.map(|(_, example)| (probability(&weights, example), *example)));
    }
    let before = sets
        .iter()
        .flat_map(|set| set.now.iter().zip(&set.examples));
    let before: Vec<Weighed> = before.map(|(now, example)| (now[0], *example)).collect();
    let weights = fit(&all);
    let names = std::iter::once("intercept").chain(Features::NAMES);
    Calibrated {
        weights: names.map(str::to_owned).zip(weights).collect(),
        answers: all.len(),
        error: weighted_error(&judged),
        error_before: weighted_error(&before),
        sets: (0..sets.len())
            .map(|number| left_out(&sets, number))
            .collect(),
    }
}

/// A confidence, and the answer that it is about.
type Weighed = (f64, Example);

/// Expected calibration error (`calibration.rs`) where answers count by their weight.
fn weighted_error(answers: &[Weighed]) -> f64 {
    let total: f64 = answers.iter().map(|(_, example)| example.weight).sum();
    let off = |bin: usize| {
        let is_in = |confidence: f64| {
            let tenth = (confidence * 10.0).clamp(0.0, 9.0);
            (bin as f64..(bin + 1) as f64).contains(&tenth)
        };
        let inside = answers.iter().filter(|(confidence, _)| is_in(*confidence));
        let difference = inside.map(|(confidence, example)| {
            example.weight * (confidence - f64::from(u8::from(example.right)))
        });
        difference.sum::<f64>().abs()
    };
    (0..10).map(off).sum::<f64>() / total.max(f64::MIN_POSITIVE)
}

fn by(weights: &Weights, example: &Example) -> Judged {
    Judged::Answer {
        confidence: probability(weights, example),
        right: example.right,
    }
}

fn left_out(sets: &[Answers], number: usize) -> CalibratedSet {
    let others = sets
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != number);
    let others: Vec<Example> = others.flat_map(|(_, set)| set.examples.clone()).collect();
    let weights = fit(&others);
    let set = &sets[number];
    let judged: Vec<Judged> = set.examples.iter().map(|one| by(&weights, one)).collect();
    let right = set.examples.iter().filter(|one| one.right).count();
    let error = |judged: &[Judged]| calibration_error(judged).unwrap_or_default();
    let area = |judged: &[Judged]| aurc(judged).unwrap_or_default();
    CalibratedSet {
        name: set.name.clone(),
        answers: set.examples.len(),
        right: right as f64 / set.examples.len().max(1) as f64,
        error: [error(&set.judged(0)), error(&judged)],
        aurc: [area(&set.judged(1)), area(&set.judged(0)), area(&judged)],
    }
}

impl Answers {
    fn of(measured: &Measured) -> Self {
        let mut answers = Self {
            name: measured.set.name.clone(),
            examples: Vec::new(),
            now: Vec::new(),
        };
        for asked in measured.rows.iter().take(1).flat_map(|row| &row.asked) {
            // A fact's confidence is a constant.
            let reply = &asked.reply;
            if let (Some(features), Some(right), None) = (&reply.features, asked.right, &reply.fact)
            {
                answers.examples.push(Example {
                    features: features.values(),
                    right,
                    weight: 1.0,
                });
                answers.now.push([reply.confidence, reply.score]);
            }
        }
        // A thousand questions in all from each set, so that the penalty means the same.
        let weight = 1000.0 / answers.examples.len().max(1) as f64;
        for example in &mut answers.examples {
            example.weight = weight;
        }
        answers
    }

    /// By confidence as it is (0), or by score (1).
    fn judged(&self, what: usize) -> Vec<Judged> {
        let pairs = self.examples.iter().zip(&self.now);
        let judged = pairs.map(|(example, now)| Judged::Answer {
            confidence: now[what],
            right: example.right,
        });
        judged.collect()
    }
}

/// The result as text, with the lines for `soru.toml`.
#[must_use]
pub fn calibrated_text(calibrated: &Calibrated) -> String {
    let mut out = String::new();
    let widest = calibrated.sets.iter().map(|set| set.name.len()).max();
    let widest = widest.unwrap_or_default().max(3);
    let _ = writeln!(
        out,
        "{:<widest$}  answers  right  ECE now  fitted  AURC score    now  fitted",
        "set"
    );
    for set in &calibrated.sets {
        let _ = writeln!(
            out,
            "{:<widest$}  {:>7}  {:>5.3}  {:>7.3}  {:>6.3}  {:>10.3}  {:>5.3}  {:>6.3}",
            set.name,
            set.answers,
            set.right,
            set.error[0],
            set.error[1],
            set.aurc[0],
            set.aurc[1],
            set.aurc[2]
        );
    }
    let _ = writeln!(
        out,
        "\nEach set by weights that the other sets chose. Over all {} answers, by five-fold cross-\n\
         validation, in which sets weigh the same: ECE {:.3}, now {:.3}.\n",
        calibrated.answers, calibrated.error, calibrated.error_before
    );
    let _ = writeln!(out, "[answer.confidence.calibrated]");
    for (name, weight) in &calibrated.weights {
        let _ = writeln!(out, "{name} = {weight:.2}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // Bin .9: mean confidence .95 against half of the weight right, weight 4; bin .2: .25 against
    // none, weight 1. (4 · .45 + 1 · .25) / 5 = .41.
    #[test]
    fn r36_weighted_calibration_error_by_hand() {
        let answer = |confidence: f64, right: bool, weight: f64| {
            let features = [0.0; Features::COUNT];
            let example = Example {
                features,
                right,
                weight,
            };
            (confidence, example)
        };
        let answers = [
            answer(0.95, true, 2.0),
            answer(0.95, false, 2.0),
            answer(0.25, false, 1.0),
        ];
        assert!((weighted_error(&answers) - 0.41).abs() < 1e-12);
        assert!(weighted_error(&[]).abs() < 1e-12);
    }
}
