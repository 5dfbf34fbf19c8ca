//! The measures: their names, and the contribution of a question to each.

use super::calibration::{aurc, calibration_error};
use super::questions::{FactLabel, Question};
use super::run::AskedQuestion;
use super::scores::{Scores, truth};

/// A measure: the mean over the questions to which it applies, or a statistic of their confidences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// nDCG@10 of the pages found.
    Ndcg10,
    /// nDCG@3 of the pages found.
    Ndcg3,
    /// Mean reciprocal rank within ten.
    Mrr10,
    /// The share of questions with a relevant page first.
    Hit1,
    /// The share of questions with a relevant page among the first three.
    Hit3,
    /// The mean share of the relevant pages that are among the first ten.
    Recall10,
    /// The share of answerable questions for which nothing was found.
    NoResult,
    /// The share of questions whose first page is in their language, for sets in several languages.
    OwnLanguage1,
    /// The share with a relevant page in each language among the first ten, for questions that
    /// pages in several languages answer.
    EveryLanguage10,
    /// The share of questions labelled with a tier that are routed to it.
    Router,
    /// The share of questions labelled with a fact or with none that are answered with a wrong
    /// fact.
    WrongFact,
    /// The share of questions labelled with a fact that are answered with it.
    RightFact,
    /// The share of unanswerable questions that are refused.
    Refused,
    /// The share of answerable questions that are answered.
    Answered,
    /// The share of right answers among those that can be judged.
    Right,
    /// Expected calibration error of the answers that can be judged.
    CalibrationError,
    /// Area under the risk-coverage curve.
    Aurc,
}

impl Measure {
    /// All measures, in the order of reports.
    pub const ALL: [Self; 17] = [
        Self::Ndcg10,
        Self::Ndcg3,
        Self::Mrr10,
        Self::Hit1,
        Self::Hit3,
        Self::Recall10,
        Self::NoResult,
        Self::OwnLanguage1,
        Self::EveryLanguage10,
        Self::Router,
        Self::WrongFact,
        Self::RightFact,
        Self::Refused,
        Self::Answered,
        Self::Right,
        Self::CalibrationError,
        Self::Aurc,
    ];

    /// Its name in JSON.
    pub fn key(self) -> &'static str {
        self.names().0
    }

    /// Its name in tables.
    pub fn title(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Ndcg10 => ("ndcg10", "nDCG@10"),
            Self::Ndcg3 => ("ndcg3", "nDCG@3"),
            Self::Mrr10 => ("mrr10", "MRR@10"),
            Self::Hit1 => ("hit1", "hit@1"),
            Self::Hit3 => ("hit3", "hit@3"),
            Self::Recall10 => ("recall10", "rec@10"),
            Self::NoResult => ("noResult", "none"),
            Self::OwnLanguage1 => ("ownLanguage1", "own@1"),
            Self::EveryLanguage10 => ("everyLanguage10", "both@10"),
            Self::Router => ("router", "router"),
            Self::WrongFact => ("wrongFact", "wrong fact"),
            Self::RightFact => ("rightFact", "right fact"),
            Self::Refused => ("refused", "refused"),
            Self::Answered => ("answered", "answered"),
            Self::Right => ("right", "right"),
            Self::CalibrationError => ("calibrationError", "ECE"),
            Self::Aurc => ("aurc", "AURC"),
        }
    }

    /// The contribution of a ranking; none for measures that need more than the order of pages.
    pub(super) fn of_scores(self, scores: &Scores) -> Option<f64> {
        match self {
            Self::Ndcg10 => Some(scores.ndcg10),
            Self::Ndcg3 => Some(scores.ndcg3),
            Self::Mrr10 => Some(scores.rr10),
            Self::Hit1 => Some(scores.hit1),
            Self::Hit3 => Some(scores.hit3),
            Self::Recall10 => Some(scores.recall10),
            _ => None,
        }
    }

    /// The contribution of a question to a mean; none if the measure does not apply to it, or is
    /// not a mean.
    pub fn contribution(self, question: &Question, asked: &AskedQuestion) -> Option<f64> {
        let scores = asked.scores;
        let reply = &asked.reply;
        match self {
            Self::Ndcg10 | Self::Ndcg3 | Self::Mrr10 | Self::Hit1 | Self::Hit3 | Self::Recall10 => {
                scores.and_then(|scores| self.of_scores(&scores))
            }
            Self::NoResult => scores.map(|_| truth(asked.ranking.is_empty())),
            Self::OwnLanguage1 => asked.own_language_first.map(truth),
            Self::EveryLanguage10 => asked.every_language_found.map(truth),
            Self::Router => question.tier.map(|tier| truth(tier == reply.routed_tier)),
            Self::WrongFact => reply.is_wrong_fact(question).map(truth),
            Self::RightFact => match &question.fact {
                FactLabel::OneOf(right) => {
                    let given = reply.fact.as_ref();
                    Some(truth(given.is_some_and(|fact| right.contains(fact))))
                }
                _ => None,
            },
            Self::Refused => question.unanswerable.then(|| truth(reply.answer.is_none())),
            Self::Answered => scores.map(|_| truth(reply.answer.is_some())),
            Self::Right => asked.right.map(truth),
            Self::CalibrationError | Self::Aurc => None,
        }
    }

    /// The measure's values for all questions of a row, for averaging over samples.
    pub(super) fn column(self, questions: &[Question], asked: &[AskedQuestion]) -> Column {
        match self {
            Self::CalibrationError => Column::Confidence(judged(asked), calibration_error),
            Self::Aurc => Column::Confidence(judged(asked), aurc),
            _ => {
                let pairs = questions.iter().zip(asked);
                Column::Mean(
                    pairs
                        .map(|(q, asked)| self.contribution(q, asked))
                        .collect(),
                )
            }
        }
    }
}

fn judged(asked: &[AskedQuestion]) -> Vec<Judged> {
    asked.iter().map(AskedQuestion::judged).collect()
}

/// The judgement of a reply with its confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Judged {
    /// An answer with its confidence, right or not.
    Answer {
        /// The confidence, 0 to 1.
        confidence: f64,
        /// Whether it is right by the question's labels.
        right: bool,
    },
    /// No answer was given.
    Refusal,
    /// An answer without a label.
    Unknown,
}

/// The values of one measure for every question of a row.
#[derive(Debug)]
pub(super) enum Column {
    Mean(Vec<Option<f64>>),
    Confidence(Vec<Judged>, fn(&[Judged]) -> Option<f64>),
}

impl Column {
    /// Computes the measure over a sample of questions, by their numbers, which may repeat.
    pub(super) fn over(&self, sample: impl Iterator<Item = usize>) -> Option<f64> {
        match self {
            Self::Mean(values) => mean(sample.filter_map(|at| values[at])),
            Self::Confidence(judged, statistic) => {
                let sample: Vec<Judged> = sample.map(|at| judged[at]).collect();
                statistic(&sample)
            }
        }
    }

    /// The number of questions to which it applies.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Mean(values) => values.iter().flatten().count(),
            Self::Confidence(judged, _) => {
                let answers = judged
                    .iter()
                    .filter(|one| matches!(one, Judged::Answer { .. }));
                answers.count()
            }
        }
    }

    /// Returns the differences of two columns where both have a value; none for a measure that is
    /// not a mean.
    pub(super) fn minus(&self, other: &Self) -> Option<Vec<f64>> {
        match (self, other) {
            (Self::Mean(values), Self::Mean(reference)) => {
                let pairs = values.iter().zip(reference);
                Some(pairs.filter_map(|(a, b)| Some((*a)? - (*b)?)).collect())
            }
            _ => None,
        }
    }
}

/// The mean; none without values.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), value| {
        (sum + value, count + 1)
    });
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_measure_has_unique_names() {
        let keys: BTreeSet<&str> = Measure::ALL.iter().map(|measure| measure.key()).collect();
        let titles: BTreeSet<&str> = Measure::ALL.iter().map(|measure| measure.title()).collect();
        assert_eq!(keys.len(), Measure::ALL.len());
        assert_eq!(titles.len(), Measure::ALL.len());
    }

    #[test]
    fn a_column_is_averaged_over_the_questions_that_have_a_value() {
        let column = Column::Mean(vec![Some(1.0), None, Some(0.5)]);
        assert_eq!(column.over(0..3), Some(0.75));
        assert_eq!(column.over([1, 1].into_iter()), None);
        let other = Column::Mean(vec![Some(0.5), Some(1.0), None]);
        assert_eq!(column.minus(&other), Some(vec![0.5]));
    }
}
