//! Computes means with their intervals and p-values, for one set and over several.
//!
//! A mean over several sets is the mean of the sets' means, so that a large set has the same weight
//! as a small one. Questions are drawn, and signs flipped, within each set.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::calibration::{Calibration, RiskCoverage};
use super::measures::{Column, Judged, Measure, mean};
use super::run::{AskedQuestion, Latency, Measured, MeasuredRow, SkippedRow};
use super::significance::{Chance, Interval};

/// A measure's value with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its 95 % confidence interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// The probability of a difference to the first row at least as large if the rows were equally
    /// good; none for the first row itself and for a measure that is not a mean.
    pub p: Option<f64>,
    /// The number of questions to which it applies.
    pub questions: usize,
}

/// The figures of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct RowSummary {
    /// The row's name.
    pub name: String,
    /// The measures that the questions' labels allow, in the order of [`Measure::ALL`].
    pub estimates: Vec<(Measure, Estimate)>,
    /// The reliability diagram, all questions together.
    pub calibration: Option<Calibration>,
    /// The risk-coverage curve, all questions together.
    pub risk: Option<RiskCoverage>,
    /// The latency of asking.
    pub latency: Latency,
}

/// The figures of a set.
#[derive(Debug, Clone, PartialEq)]
pub struct SetSummary {
    /// The set's name.
    pub name: String,
    /// Pages in its bundle.
    pub pages: usize,
    /// Number of questions.
    pub questions: usize,
    /// Number of questions with a relevant page, by which the order of pages is scored.
    pub ranked: usize,
    /// Number of unanswerable questions.
    pub unanswerable: usize,
    /// Languages of the pages.
    pub languages: Vec<String>,
    /// Rows that the bundle cannot serve, with the reasons.
    pub skipped: Vec<SkippedRow>,
    /// Possible faults of the labels.
    pub warnings: Vec<String>,
    /// The rows.
    pub rows: Vec<RowSummary>,
    /// Questions that the first row answered with a wrong fact, with that fact's question.
    pub wrong_facts: Vec<[String; 2]>,
}

impl RowSummary {
    /// The estimate of a measure, if the questions allow one.
    pub fn estimate(&self, measure: Measure) -> Option<&Estimate> {
        let mut estimates = self.estimates.iter();
        estimates
            .find(|(other, _)| *other == measure)
            .map(|(_, estimate)| estimate)
    }

    /// The value of a measure.
    pub fn value(&self, measure: Measure) -> Option<f64> {
        self.estimate(measure).map(|estimate| estimate.value)
    }
}

impl SetSummary {
    /// Whether its pages are in several languages.
    pub fn is_multilingual(&self) -> bool {
        self.languages.len() > 1
    }
}

/// Computes the figures of a set.
pub fn summarise(measured: &Measured, chance: &Chance) -> SetSummary {
    let questions = &measured.set.questions;
    SetSummary {
        name: measured.set.name.clone(),
        pages: measured.set.languages.len(),
        questions: questions.len(),
        ranked: questions.iter().filter(|q| q.is_ranked()).count(),
        unanswerable: questions.iter().filter(|q| q.unanswerable).count(),
        languages: measured.set.tags().into_iter().map(str::to_owned).collect(),
        skipped: measured.skipped.clone(),
        warnings: measured.set.warnings.clone(),
        rows: mean_over(&[measured], chance),
        wrong_facts: wrong_facts(measured),
    }
}

fn wrong_facts(measured: &Measured) -> Vec<[String; 2]> {
    let asked = measured.rows.first().into_iter().flat_map(|row| &row.asked);
    let pairs = measured.set.questions.iter().zip(asked);
    pairs
        .filter(|(question, asked)| asked.reply.is_wrong_fact(question) == Some(true))
        .filter_map(|(question, asked)| Some([question.text.clone(), asked.reply.fact.clone()?]))
        .collect()
}

/// The rows that all sets have, averaged over the sets.
pub fn mean_over(sets: &[&Measured], chance: &Chance) -> Vec<RowSummary> {
    let names = common_names(sets);
    let Some(first) = names.first() else {
        return Vec::new();
    };
    let reference = Groups::of(sets, first);
    names
        .par_iter()
        .map(|name| Groups::of(sets, name).summary(name, &reference, name == first, chance))
        .collect()
}

/// Names of the rows that every set has, in the order of the first.
fn common_names(sets: &[&Measured]) -> Vec<String> {
    let names = |set: &Measured| -> BTreeSet<String> {
        set.rows.iter().map(|row| row.row.name.clone()).collect()
    };
    let others: Vec<BTreeSet<String>> = sets.iter().map(|set| names(set)).collect();
    let first = sets.first().map_or(&[][..], |set| set.rows.as_slice());
    first
        .iter()
        .map(|row| row.row.name.clone())
        .filter(|name| others.iter().all(|others| others.contains(name)))
        .collect()
}

/// A row's replies, set by set.
struct Groups<'m> {
    groups: Vec<(&'m Measured, &'m MeasuredRow)>,
}

impl<'m> Groups<'m> {
    fn of(sets: &[&'m Measured], name: &str) -> Self {
        let row = |set: &&'m Measured| {
            let row = set.rows.iter().find(|row| row.row.name == name);
            row.map(|row| (*set, row))
        };
        Self {
            groups: sets.iter().filter_map(row).collect(),
        }
    }

    fn summary(&self, name: &str, first: &Self, is_first: bool, chance: &Chance) -> RowSummary {
        let reference = Some(first).filter(|_| !is_first);
        let estimates = Measure::ALL.iter().filter_map(|measure| {
            let estimate = self.estimate(*measure, reference, chance)?;
            Some((*measure, estimate))
        });
        let judged: Vec<Judged> = self.asked().map(AskedQuestion::judged).collect();
        RowSummary {
            name: name.to_owned(),
            estimates: estimates.collect(),
            calibration: Calibration::of(&judged),
            risk: RiskCoverage::of(&judged),
            latency: self.latency(),
        }
    }

    fn estimate(
        &self,
        measure: Measure,
        reference: Option<&Self>,
        chance: &Chance,
    ) -> Option<Estimate> {
        let columns = self.columns(measure);
        let sizes: Vec<usize> = self.groups.iter().map(|(_, row)| row.asked.len()).collect();
        let value = mean(
            columns
                .iter()
                .zip(&sizes)
                .filter_map(|(column, size)| column.over(0..*size)),
        )?;
        let interval = chance.interval(&sizes, |samples| {
            let groups = columns.iter().zip(samples);
            mean(groups.filter_map(|(column, sample)| column.over(sample.iter().copied())))
        })?;
        Some(Estimate {
            value,
            interval,
            p: reference.and_then(|first| Self::p_value(&columns, &first.columns(measure), chance)),
            questions: columns.iter().map(Column::count).sum(),
        })
    }

    fn p_value(columns: &[Column], reference: &[Column], chance: &Chance) -> Option<f64> {
        let pairs = columns.iter().zip(reference);
        let differences: Option<Vec<Vec<f64>>> =
            pairs.map(|(column, other)| column.minus(other)).collect();
        Some(chance.p_value(&differences?))
    }

    fn columns(&self, measure: Measure) -> Vec<Column> {
        let groups = self.groups.iter();
        groups
            .map(|(measured, row)| measure.column(&measured.set.questions, &row.asked))
            .collect()
    }

    fn asked(&self) -> impl Iterator<Item = &AskedQuestion> {
        self.groups.iter().flat_map(|(_, row)| &row.asked)
    }

    fn latency(&self) -> Latency {
        let over = |of: fn(&Latency) -> f64| {
            mean(self.groups.iter().map(|(_, row)| of(&row.latency))).unwrap_or_default()
        };
        Latency {
            p50: over(|latency| latency.p50),
            p95: over(|latency| latency.p95),
        }
    }
}
