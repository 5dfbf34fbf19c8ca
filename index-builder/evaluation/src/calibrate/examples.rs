//! Training examples: the features of each question, and whether its best passage is right.

use soru::generation::Features;

use super::super::answers::{AnswerRow, State, Verdict};
use super::super::calibration::calibration_error;
use super::super::measures::Judged;
use super::logistic::{Example, Weights, fit, probability};

/// The total weight of a site's passages, which makes all sites count the same. It is about the
/// number of a site's questions, so that the penalty on the weights matches that many examples.
const SITE_WEIGHT: f64 = 300.0;

/// The questions of a site, without questions that a fact answers.
#[derive(Debug, Clone, Default)]
pub(super) struct Examples {
    pub(super) name: String,
    /// Number of questions that a fact answers, whose confidence is a constant.
    pub(super) facts: usize,
    cases: Vec<Case>,
}

/// A question, and the verdict on its passage.
#[derive(Debug, Clone, Copy)]
struct Case {
    /// The features of its passage; none if there is no passage.
    features: Option<[f64; Features::COUNT]>,
    verdict: Verdict,
}

/// A question with the confidence that some weights give its passage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judgement {
    /// The confidence; none if there is no passage.
    pub(super) confidence: Option<f64>,
    /// The verdict if the passage is asserted.
    pub(super) verdict: Verdict,
}

impl Examples {
    /// Collects the labelled rows.
    pub(super) fn of(name: &str, rows: &[AnswerRow]) -> Self {
        let is_fact = |row: &&AnswerRow| row.shown.state == State::Fact;
        let labelled = || rows.iter().filter(|row| row.verdict.is_some());
        Self {
            name: name.to_owned(),
            facts: labelled().filter(is_fact).count(),
            cases: labelled()
                .filter(|row| !is_fact(row))
                .filter_map(Case::of)
                .collect(),
        }
    }

    /// The passages, each with its weight.
    fn examples(&self) -> Vec<Example> {
        let passages = || {
            self.cases
                .iter()
                .filter_map(|case| Some((case, case.features?)))
        };
        let weight = SITE_WEIGHT / passages().count().max(1) as f64;
        let example = |(case, features): (&Case, _)| Example {
            features,
            right: case.verdict == Verdict::Right,
            weight,
        };
        passages().map(example).collect()
    }

    /// Every question, with the confidence that the weights give its passage.
    pub(super) fn judged_by(&self, weights: &Weights) -> Vec<Judgement> {
        let judged = |case: &Case| Judgement {
            confidence: case
                .features
                .map(|features| probability(weights, &features)),
            verdict: case.verdict,
        };
        self.cases.iter().map(judged).collect()
    }
}

impl Case {
    /// Converts a row; none without labels.
    fn of(row: &AnswerRow) -> Option<Self> {
        let features = row.shown.features.filter(|_| row.is_shown());
        Some(Self {
            features: features.map(|features| features.values()),
            verdict: row.verdict?,
        })
    }
}

impl Judgement {
    /// Returns the verdict if passages are asserted from this confidence on.
    pub(super) fn verdict_from(&self, threshold: f64) -> Verdict {
        match self.confidence {
            Some(confidence) if confidence >= threshold => self.verdict,
            _ if self.verdict.is_of_answerable() => Verdict::None,
            _ => Verdict::Refused,
        }
    }
}

/// Fits weights to the sites.
pub(super) fn fitted(sites: &[&Examples]) -> Weights {
    let examples: Vec<Example> = sites.iter().flat_map(|site| site.examples()).collect();
    fit(&examples)
}

/// Whether there are both right and wrong passages; otherwise fitting is impossible.
pub(super) fn has_both(sites: &[&Examples]) -> bool {
    let is_there = |right| {
        let mut examples = sites.iter().flat_map(|site| site.examples());
        examples.any(|example| example.right == right)
    };
    is_there(true) && is_there(false)
}

/// Returns the expected calibration error over all passages; none without passages.
pub(super) fn error(judged: &[Judgement]) -> Option<f64> {
    let answers = judged.iter().filter_map(|one| {
        Some(Judged::Answer {
            confidence: one.confidence?,
            right: one.verdict == Verdict::Right,
        })
    });
    calibration_error(&answers.collect::<Vec<_>>())
}

#[cfg(test)]
pub(super) mod tests {
    use soru::generation::Rivals;
    use soru::hit::Hit;
    use soru::query::Query;

    use super::super::super::answers::{Question, Shown};
    use super::*;

    /// Creates a row whose first hit has this relevance.
    pub(in super::super) fn row(verdict: Verdict, relevance: f64) -> AnswerRow {
        let hit = Hit {
            relevance,
            ..Hit::default()
        };
        let is_shown = !matches!(verdict, Verdict::None | Verdict::Refused);
        AnswerRow {
            question: Question::default(),
            verdict: Some(verdict),
            in_first: None,
            in_three: None,
            seen: None,
            shown: Shown {
                state: [State::Pages, State::Passage][usize::from(is_shown)],
                shown: is_shown.then(|| "a passage".to_owned()),
                features: Features::of(&Query::default(), &[hit], Rivals::default(), None),
                ..Shown::default()
            },
        }
    }

    pub(in super::super) fn judgement(confidence: f64, verdict: Verdict) -> Judgement {
        Judgement {
            confidence: Some(confidence),
            verdict,
        }
    }

    // A wrong answer counts like an answer to an unanswerable question. Every labelled question is
    // used except those that a fact answers.
    #[test]
    fn r36_every_labelled_passage_is_an_example_and_only_right_ones_are_right() {
        let verdicts = [
            Verdict::Right,
            Verdict::Partly,
            Verdict::Wrong,
            Verdict::Answered,
            Verdict::None,
            Verdict::Refused,
        ];
        let mut rows: Vec<AnswerRow> = verdicts.map(|verdict| row(verdict, 0.5)).into();
        let mut fact = row(Verdict::Right, 0.5);
        fact.shown.state = State::Fact;
        let mut unlabelled = row(Verdict::Right, 0.5);
        unlabelled.verdict = None;
        rows.extend([fact, unlabelled]);
        let site = Examples::of("site", &rows);
        assert_eq!((site.facts, site.cases.len()), (1, 6));
        let examples = site.examples();
        let right: Vec<bool> = examples.iter().map(|example| example.right).collect();
        assert_eq!(right, [true, false, false, false]);
        let total: f64 = examples.iter().map(|example| example.weight).sum();
        assert!((total - SITE_WEIGHT).abs() < 1e-9);
    }

    #[test]
    fn r36_a_passage_that_is_not_asserted_does_not_count_as_an_answer() {
        let wrong = judgement(0.5, Verdict::Wrong);
        assert_eq!(wrong.verdict_from(0.5), Verdict::Wrong);
        assert_eq!(wrong.verdict_from(0.51), Verdict::None);
        let vain = judgement(0.5, Verdict::Answered);
        assert_eq!(vain.verdict_from(0.0), Verdict::Answered);
        assert_eq!(vain.verdict_from(0.51), Verdict::Refused);
        let nothing = Judgement {
            confidence: None,
            verdict: Verdict::None,
        };
        assert_eq!(nothing.verdict_from(0.0), Verdict::None);
    }

    // .95 occurs twice and one is right: off by .45; .25 is wrong: off by .25. (2 · .45 + .25) / 3.
    // A question without a passage does not count.
    #[test]
    fn r36_the_calibration_error_is_that_of_passages() {
        let judged = [
            judgement(0.95, Verdict::Right),
            judgement(0.95, Verdict::Answered),
            judgement(0.25, Verdict::Partly),
            Judgement {
                confidence: None,
                verdict: Verdict::Refused,
            },
        ];
        assert!((error(&judged).unwrap() - 1.15 / 3.0).abs() < 1e-12);
        assert!(error(&[]).is_none());
    }

    #[test]
    fn r36_without_right_and_wrong_passages_nothing_can_be_learnt() {
        let site = |verdict| Examples::of("site", &[row(verdict, 0.5)]);
        let [right, wrong] = [site(Verdict::Right), site(Verdict::Answered)];
        assert!(!has_both(&[&right]) && !has_both(&[&wrong, &wrong]));
        assert!(has_both(&[&right, &wrong]));
    }
}
