//! The report as JSON, for scripts and for comparing two runs.
//!
//! A change that readers of the old format cannot handle increases `schema`:
//!
//! ```json
//! {
//!   "schema": 1,
//!   "generator": "soru 0.1.0",
//!   "chance": { "seed": 1, "resamples": 2000, "permutations": 10000 },
//!   "sets": [{
//!     "name": "...", "pages": 33, "languages": ["en"], "warnings": [],
//!     "skipped": [{ "row": "...", "reason": "..." }],
//!     "questions": [{ "id": "...", "text": "...", "lang": "en", "unanswerable": false,
//!                     "relevant": { "page": 1 }, "tier": 2 }],
//!     "rows": [{
//!       "name": "default",
//!       "options": {},
//!       "measures": { "ndcg10": { "value": 0.85, "low": 0.8, "high": 0.9, "p": null,
//!                                 "questions": 104 } },
//!       "calibration": { "error": 0.1, "bins": [{ "count": 3, "confidence": 0.9, "right": 1 }] },
//!       "risk": { "area": 0.1, "points": [[0.01, 0]] },
//!       "latency": { "p50": 1.2, "p95": 2.3 },
//!       "questions": [{ "ranking": ["page"], "scores": { "ndcg10": 1 }, "answer": "...",
//!                       "method": "extractive", "routedTier": 2, "confidence": 0.7,
//!                       "fact": null, "right": true }]
//!     }]
//!   }],
//!   "mean": { "sets": ["..."], "rows": [{ "name": "default", "measures": {} }] }
//! }
//! ```
//!
//! Measures have the names of [`Measure::key`], and only those that the labels allow are present.
//! Shares and scores are 0 to 1, latencies milliseconds. A row's questions are in the order of the
//! set's questions, and their `scores` are their contributions to each mean. `mean` is over the
//! sets of one language, or null.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use soru::settings::Value;

use super::calibration::{Calibration, RiskCoverage};
use super::measures::Measure;
use super::questions::Question;
use super::run::{AskedQuestion, Latency, Measured, MeasuredRow, SkippedRow};
use super::significance::Chance;
use super::summary::{Estimate, RowSummary, SetSummary};

/// The version of the report's shape.
pub const SCHEMA: u32 = 1;

/// The whole report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvalReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote it.
    pub generator: String,
    /// Parameters of the random draws for intervals and p-values.
    pub chance: Chance,
    /// The sets.
    pub sets: Vec<SetReport>,
    /// The mean over the sets of one language.
    pub mean: Option<MeanReport>,
}

/// A set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetReport {
    /// Its name.
    pub name: String,
    /// Pages in its bundle.
    pub pages: usize,
    /// Their languages.
    pub languages: Vec<String>,
    /// Possible faults of the labels.
    pub warnings: Vec<String>,
    /// Rows that the bundle cannot serve.
    pub skipped: Vec<SkippedRow>,
    /// The questions.
    pub questions: Vec<Question>,
    /// The rows.
    pub rows: Vec<RowReport>,
}

/// A row of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowReport {
    /// Its figures.
    #[serde(flatten)]
    pub figures: RowFigures,
    /// Its options.
    pub options: Value,
    /// Its replies, in the order of the set's questions.
    pub questions: Vec<ReplyReport>,
}

/// The figures of a row, over one set or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowFigures {
    /// Its name.
    pub name: String,
    /// The measures by key.
    pub measures: BTreeMap<String, Estimate>,
    /// The reliability diagram.
    pub calibration: Option<Calibration>,
    /// The risk-coverage curve.
    pub risk: Option<RiskCoverage>,
    /// The latency of asking.
    pub latency: Latency,
}

/// A row's reply to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplyReport {
    /// The first ten pages.
    pub ranking: Vec<String>,
    /// The question's contribution to each mean, by key.
    pub scores: BTreeMap<String, f64>,
    /// The answer, if one was given.
    pub answer: Option<String>,
    /// The method that gave it.
    pub method: String,
    /// The tier chosen by the router.
    pub routed_tier: u8,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// The question of the fact that answered.
    pub fact: Option<String>,
    /// Whether the answer is right, if known.
    pub right: Option<bool>,
}

/// The mean over sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeanReport {
    /// The sets' names.
    pub sets: Vec<String>,
    /// The rows.
    pub rows: Vec<RowFigures>,
}

/// Builds the report of the measurements. `mean` has the names of the sets that it covers, and its
/// rows.
pub fn json(
    measured: &[Measured],
    sets: &[SetSummary],
    mean: Option<(Vec<String>, &[RowSummary])>,
    chance: Chance,
) -> EvalReport {
    EvalReport {
        schema: SCHEMA,
        generator: format!("soru {}", env!("CARGO_PKG_VERSION")),
        chance,
        sets: measured
            .iter()
            .zip(sets)
            .map(|(measured, summary)| set(measured, summary))
            .collect(),
        mean: mean.map(|(sets, rows)| MeanReport {
            sets,
            rows: rows.iter().map(RowFigures::of).collect(),
        }),
    }
}

fn set(measured: &Measured, summary: &SetSummary) -> SetReport {
    let questions = &measured.set.questions;
    SetReport {
        name: summary.name.clone(),
        pages: summary.pages,
        languages: summary.languages.clone(),
        warnings: summary.warnings.clone(),
        skipped: summary.skipped.clone(),
        questions: questions.clone(),
        rows: measured
            .rows
            .iter()
            .zip(&summary.rows)
            .map(|(measured, summary)| row(measured, summary, questions))
            .collect(),
    }
}

fn row(measured: &MeasuredRow, summary: &RowSummary, questions: &[Question]) -> RowReport {
    let pairs = questions.iter().zip(&measured.asked);
    RowReport {
        figures: RowFigures::of(summary),
        options: measured.row.options.clone(),
        questions: pairs
            .map(|(question, asked)| reply(question, asked))
            .collect(),
    }
}

impl RowFigures {
    fn of(summary: &RowSummary) -> Self {
        let measures = summary.estimates.iter();
        let measures = measures.map(|(measure, estimate)| (measure.key().to_owned(), *estimate));
        Self {
            name: summary.name.clone(),
            measures: measures.collect(),
            calibration: summary.calibration.clone(),
            risk: summary.risk.clone(),
            latency: summary.latency,
        }
    }
}

fn reply(question: &Question, asked: &AskedQuestion) -> ReplyReport {
    let scores = Measure::ALL.iter().filter_map(|measure| {
        let score = measure.contribution(question, asked)?;
        Some((measure.key().to_owned(), score))
    });
    let reply = &asked.reply;
    ReplyReport {
        ranking: asked.ranking.clone(),
        scores: scores.collect(),
        answer: reply.answer.clone(),
        method: name_of(&reply.method),
        routed_tier: reply.routed_tier,
        confidence: reply.confidence,
        fact: reply.fact.clone(),
        right: asked.right,
    }
}

/// The name of a value in JSON, as in `ask()`.
pub(super) fn name_of(value: &impl Serialize) -> String {
    let name = serde_json::to_value(value);
    let name = name.ok().and_then(|name| Some(name.as_str()?.to_owned()));
    name.unwrap_or_default()
}
