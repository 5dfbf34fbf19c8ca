//! Compares two runs, question by question.
//!
//! Runs are reports written by `soru eval --json`. Sets are matched by name, and questions by id
//! and text. Sets and questions that only one run has are left out, with a note.

mod text;

use std::collections::BTreeMap;

use anyhow::bail;
use serde::Serialize;

pub use self::text::changes_text;
use super::json::{EvalReport, ReplyReport, RowReport, SetReport};
use super::measures::{Measure, mean};
use super::questions::Question;
use super::significance::{Chance, Interval};

/// The maximum difference in a question's nDCG@10 that rounding explains.
const SAME: f64 = 1e-9;

/// The differences between a row of one run and the row of the same name in another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The row.
    pub row: String,
    /// The sets that both runs have.
    pub sets: Vec<SetComparison>,
    /// The measures by key. Each is the mean over the sets of one language, or over all sets if
    /// there is no such set.
    pub measures: Vec<MeasureComparison>,
    /// Every question whose nDCG@10 or answer changed, the largest gain first.
    pub changes: Vec<Change>,
    /// Notes on parts that could not be compared.
    pub notes: Vec<String>,
}

/// A measure before and after.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeasureComparison {
    /// Its key.
    pub measure: &'static str,
    /// In the first run.
    pub before: f64,
    /// In the second.
    pub after: f64,
    /// The 95 % confidence interval of the difference.
    pub interval: Option<Interval>,
    /// The probability of so large a difference if the runs were equally good.
    pub p: f64,
}

/// A set's nDCG@10 before and after.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetComparison {
    /// Its name.
    pub set: String,
    /// In the first run.
    pub before: f64,
    /// In the second.
    pub after: f64,
    /// Questions that gained.
    pub better: usize,
    /// Questions that lost.
    pub worse: usize,
    /// Unchanged questions.
    pub unchanged: usize,
    /// The probability of so large a difference if the runs were equally good.
    pub p: f64,
}

/// A question that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The set.
    pub set: String,
    /// The question's id.
    pub id: String,
    /// The question's text.
    pub text: String,
    /// nDCG@10 before and after; none if no page is relevant.
    pub ndcg10: Option<[f64; 2]>,
    /// The first pages before.
    pub before: Vec<String>,
    /// The first pages after.
    pub after: Vec<String>,
    /// Answers before and after, if they differ.
    pub answers: Option<[Option<String>; 2]>,
}

impl Change {
    /// The increase of nDCG@10.
    pub fn gain(&self) -> f64 {
        self.ndcg10.map_or(0.0, |[before, after]| after - before)
    }
}

/// Compares a row of two runs.
///
/// # Errors
/// If they have no set in common, or a common set has no common question.
pub fn compare(
    before: &EvalReport,
    after: &EvalReport,
    row: &str,
    chance: &Chance,
) -> anyhow::Result<Comparison> {
    let mut notes = Vec::new();
    let mut pairs = Vec::new();
    for set in &before.sets {
        match after.sets.iter().find(|other| other.name == set.name) {
            Some(other) => pairs.extend(Pair::new(set, other, row, &mut notes)),
            None => notes.push(format!("{} is only in the first run", set.name)),
        }
    }
    for set in &after.sets {
        if !before.sets.iter().any(|other| other.name == set.name) {
            notes.push(format!("{} is only in the second run", set.name));
        }
    }
    if pairs.is_empty() {
        bail!("the two runs share no set with a row `{row}` and the same questions");
    }
    let mut changes: Vec<Change> = pairs.iter().flat_map(Pair::changes).collect();
    changes.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
    Ok(Comparison {
        row: row.to_owned(),
        sets: pairs.iter().map(|pair| pair.summary(chance)).collect(),
        measures: measures(&pairs, chance),
        changes,
        notes,
    })
}

/// The common questions of a set, with the row's replies in both runs.
struct Pair<'r> {
    set: &'r SetReport,
    questions: Vec<(&'r Question, &'r ReplyReport, &'r ReplyReport)>,
}

impl<'r> Pair<'r> {
    fn new(
        set: &'r SetReport,
        other: &'r SetReport,
        row: &str,
        notes: &mut Vec<String>,
    ) -> Option<Self> {
        let named = |set: &'r SetReport| set.rows.iter().find(|other| other.figures.name == row);
        let (Some(before), Some(after)) = (named(set), named(other)) else {
            notes.push(format!("{}: the row `{row}` is not in both runs", set.name));
            return None;
        };
        let after = by_question(other, after);
        let questions: Vec<_> = set
            .questions
            .iter()
            .zip(&before.questions)
            .filter_map(|(question, reply)| {
                let key = (question.id.as_str(), question.text.as_str());
                Some((question, reply, *after.get(&key)?))
            })
            .collect();
        let all = set.questions.len().max(other.questions.len());
        if questions.len() < all {
            notes.push(format!(
                "{}: {} of {all} questions are the same in both runs",
                set.name,
                questions.len()
            ));
        }
        (!questions.is_empty()).then_some(Self { set, questions })
    }

    fn scores(&self, measure: Measure) -> Vec<Option<[f64; 2]>> {
        let key = measure.key();
        self.questions
            .iter()
            .map(|(_, before, after)| Some([*before.scores.get(key)?, *after.scores.get(key)?]))
            .collect()
    }

    fn differences(&self, measure: Measure) -> Vec<f64> {
        let scores = self.scores(measure).into_iter().flatten();
        scores.map(|[before, after]| after - before).collect()
    }

    fn summary(&self, chance: &Chance) -> SetComparison {
        let differences = self.differences(Measure::Ndcg10);
        let scores = self.scores(Measure::Ndcg10);
        let at = |side: usize| mean(scores.iter().flatten().map(|pair| pair[side]));
        let count = |is: fn(f64) -> bool| differences.iter().filter(|one| is(**one)).count();
        let (better, worse) = (count(|one| one > SAME), count(|one| one < -SAME));
        SetComparison {
            set: self.set.name.clone(),
            before: at(0).unwrap_or_default(),
            after: at(1).unwrap_or_default(),
            better,
            worse,
            unchanged: differences.len() - better - worse,
            p: chance.p_value(&[differences]),
        }
    }

    fn changes(&self) -> impl Iterator<Item = Change> {
        self.questions
            .iter()
            .filter_map(|(question, before, after)| {
                let key = Measure::Ndcg10.key();
                let ndcg10 = before
                    .scores
                    .get(key)
                    .copied()
                    .zip(after.scores.get(key).copied());
                let moved = ndcg10.is_some_and(|(before, after)| (after - before).abs() > SAME);
                let answered = before.answer != after.answer;
                (moved || answered).then(|| Change {
                    set: self.set.name.clone(),
                    id: question.id.clone(),
                    text: question.text.clone(),
                    ndcg10: ndcg10.map(<[f64; 2]>::from),
                    before: before.ranking.clone(),
                    after: after.ranking.clone(),
                    answers: answered.then(|| [before.answer.clone(), after.answer.clone()]),
                })
            })
    }
}

fn by_question<'r>(
    set: &'r SetReport,
    row: &'r RowReport,
) -> BTreeMap<(&'r str, &'r str), &'r ReplyReport> {
    let questions = set.questions.iter().zip(&row.questions);
    questions
        .map(|(question, reply)| ((question.id.as_str(), question.text.as_str()), reply))
        .collect()
}

/// Computes the measures over the sets of one language, like the headline.
fn measures(pairs: &[Pair<'_>], chance: &Chance) -> Vec<MeasureComparison> {
    let single = |pair: &&Pair<'_>| pair.set.languages.len() < 2;
    let chosen: Vec<&Pair<'_>> = pairs.iter().filter(single).collect();
    let chosen = if chosen.is_empty() {
        pairs.iter().collect()
    } else {
        chosen
    };
    let all = Measure::ALL.iter();
    all.filter_map(|measure| compared(&chosen, *measure, chance))
        .collect()
}

fn compared(pairs: &[&Pair<'_>], measure: Measure, chance: &Chance) -> Option<MeasureComparison> {
    let scores: Vec<Vec<[f64; 2]>> = pairs
        .iter()
        .map(|pair| pair.scores(measure).into_iter().flatten().collect())
        .filter(|scores: &Vec<_>| !scores.is_empty())
        .collect();
    let side = |side: usize| {
        let of_set = |scores: &Vec<[f64; 2]>| mean(scores.iter().map(|pair| pair[side]));
        mean(scores.iter().filter_map(of_set))
    };
    let differences: Vec<Vec<f64>> = scores
        .iter()
        .map(|scores| {
            scores
                .iter()
                .map(|[before, after]| after - before)
                .collect()
        })
        .collect();
    let sizes: Vec<usize> = differences.iter().map(Vec::len).collect();
    let interval = chance.interval(&sizes, |samples| {
        let groups = differences.iter().zip(samples);
        mean(groups.filter_map(|(values, sample)| mean(sample.iter().map(|at| values[*at]))))
    });
    Some(MeasureComparison {
        measure: measure.key(),
        before: side(0)?,
        after: side(1)?,
        interval,
        p: chance.p_value(&differences),
    })
}

#[cfg(test)]
mod tests;
