//! Calibrating confidence (R36): weights with which it says how probable an answer is right.
//!
//! Every answer of every set is an example: what the engine saw ([`Features`]), and whether it was
//! right. Sets weigh the same, however many questions they have. What the weights are worth is told
//! by answers that did not choose them: in five parts of all sets, each left out in turn, and for each
//! set by the others.
//!
//! Where a set says that nothing answers a question, or another page does, and the first page's title is
//! the question word for word, that page was written to answer it: the set's label is out of date. Such
//! answers neither choose the weights nor judge them; the area that counts them is told beside the other.
//!
//! The area under the risk-coverage curve can be no less than that of the best order there is, which
//! depends on how many answers are right. What an order adds to that is its excess. Source: Y. Geifman, G.
//! Uziel, R. El-Yaniv, "Bias-reduced uncertainty estimation for deep neural classifiers" (2019).

mod logistic;

use std::fmt::Write as _;

use serde::Serialize;
use soru::generation::Features;

use self::logistic::{Example, Weights, fit, probability};
use super::calibration::{aurc, calibration_error};
use super::measures::Judged;
use super::questions::Question;
use super::reply::Reply;
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
    /// The least that area could be.
    pub least_aurc: f64,
    /// Answers left out of all this, since the label contradicts the page's title.
    pub contradicted: usize,
    /// The areas with them, as they are labelled.
    pub aurc_as_labelled: [f64; 3],
}

impl CalibratedSet {
    /// How much of the area that the score has beyond the least there is, the fitted confidence saves.
    fn excess_saved(&self) -> f64 {
        let excess = self.aurc[0] - self.least_aurc;
        if excess > 0.0 {
            (self.aurc[0] - self.aurc[2]) / excess
        } else {
            0.0
        }
    }
}

/// A set's answers.
struct Answers {
    name: String,
    /// Those whose labels hold, then the others, which weigh nothing.
    examples: Vec<Example>,
    /// Confidence as it is, and the first hit's score.
    now: Vec<[f64; 2]>,
    /// How many labels hold.
    held: usize,
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
    let fitted: Vec<Judged> = set.examples.iter().map(|one| by(&weights, one)).collect();
    let orders = [set.judged(1), set.judged(0), fitted];
    let held = |order: &Vec<Judged>| order[..set.held].to_vec();
    let error = |order: &Vec<Judged>| calibration_error(&held(order)).unwrap_or_default();
    let area = |order: &[Judged]| aurc(order).unwrap_or_default();
    let right = set.examples[..set.held].iter().filter(|one| one.right);
    let right = right.count();
    CalibratedSet {
        name: set.name.clone(),
        answers: set.held,
        right: right as f64 / set.held.max(1) as f64,
        error: [error(&orders[1]), error(&orders[2])],
        aurc: orders.each_ref().map(|order| area(&held(order))),
        least_aurc: least_aurc(right, set.held),
        contradicted: set.examples.len() - set.held,
        aurc_as_labelled: orders.each_ref().map(|order| area(order)),
    }
}

/// The area if all right answers came first: then one wrong answer more at each step.
fn least_aurc(right: usize, answers: usize) -> f64 {
    let risk = |given: usize| (given - right) as f64 / given as f64;
    (right + 1..=answers).map(risk).sum::<f64>() / answers.max(1) as f64
}

impl Answers {
    fn of(measured: &Measured) -> Self {
        let rows = measured.rows.iter().take(1);
        let (held, contradicted): (Vec<Seen>, Vec<Seen>) = rows
            .flat_map(|row| measured.set.questions.iter().zip(&row.asked))
            .filter_map(|(question, asked)| Seen::of(question, asked.right, &asked.reply))
            .partition(|seen| !seen.is_contradicted);
        // A thousand questions in all from each set, so that the penalty means the same.
        let weight = 1000.0 / held.len().max(1) as f64;
        let weights = std::iter::repeat_n(weight, held.len()).chain(std::iter::repeat(0.0));
        let all = || held.iter().chain(&contradicted);
        let example = |(seen, weight): (&Seen, f64)| Example {
            weight,
            ..seen.example
        };
        Self {
            name: measured.set.name.clone(),
            examples: all().zip(weights).map(example).collect(),
            now: all().map(|seen| seen.now).collect(),
            held: held.len(),
        }
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

/// What was left out, and what it would change.
fn contradictions(sets: &[CalibratedSet]) -> String {
    let mut out = String::new();
    for set in sets.iter().filter(|set| set.contradicted > 0) {
        let [score, now, fitted] = set.aurc_as_labelled;
        let _ = writeln!(
            out,
            "\n{}: {} answers are left out, from pages whose title is the question word for word, though the\n\
             labels call them wrong. With them, AURC by score {score:.3}, now {now:.3}, fitted {fitted:.3}.",
            set.name, set.contradicted
        );
    }
    out
}

/// An answer that can be judged.
struct Seen {
    example: Example,
    now: [f64; 2],
    /// Whether its label says that it is wrong, and the page's title that it is not.
    is_contradicted: bool,
}

impl Seen {
    /// None of a fact: its confidence is a constant.
    fn of(question: &Question, right: Option<bool>, reply: &Reply) -> Option<Self> {
        let (features, right) = (reply.features?, right?);
        reply.fact.is_none().then(|| Self {
            example: Example {
                features: features.values(),
                right,
                weight: 1.0,
            },
            now: [reply.confidence, reply.score],
            is_contradicted: !right && reply.is_titled_so && question.answers.is_empty(),
        })
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
        "{:<widest$}  answers  right  ECE now  fitted  AURC score    now  fitted  least  excess saved",
        "set"
    );
    for set in &calibrated.sets {
        let _ = writeln!(
            out,
            "{:<widest$}  {:>7}  {:>5.3}  {:>7.3}  {:>6.3}  {:>10.3}  {:>5.3}  {:>6.3}  {:>5.3}  {:>10.0} %",
            set.name,
            set.answers,
            set.right,
            set.error[0],
            set.error[1],
            set.aurc[0],
            set.aurc[1],
            set.aurc[2],
            set.least_aurc,
            100.0 * set.excess_saved()
        );
    }
    out.push_str(&contradictions(&calibrated.sets));
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

    // Three of five right: 0/1, 0/2, 0/3, 1/4, 2/5.
    #[test]
    fn r36_the_least_area_by_hand() {
        assert!((least_aurc(3, 5) - 0.65 / 5.0).abs() < 1e-12);
        assert!((least_aurc(0, 4) - 1.0).abs() < 1e-12);
        assert!(least_aurc(0, 0).abs() < 1e-12);
    }

    #[test]
    fn r36_a_label_that_the_page_s_title_contradicts_judges_nothing() {
        let judged = |right: bool, is_titled_so: bool, answers: &[&str]| {
            let question = Question {
                answers: answers.iter().map(|text| (*text).to_owned()).collect(),
                ..Question::default()
            };
            let reply = Reply {
                features: Features::of(&[soru::hit::Hit::default()], 0.0),
                is_titled_so,
                ..Reply::none()
            };
            Seen::of(&question, Some(right), &reply).map(|seen| seen.is_contradicted)
        };
        assert_eq!(judged(false, true, &[]), Some(true));
        assert_eq!(judged(true, true, &[]), Some(false));
        assert_eq!(judged(false, false, &[]), Some(false));
        // What the answer should say is known, and it does not say so.
        assert_eq!(judged(false, true, &["1923"]), Some(false));
    }

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
