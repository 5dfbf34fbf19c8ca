//! Evaluation: measures how well a bundle answers questions with known answers (R40).
//!
//! Each method of asking ([`rows`]) is asked all questions of one or several sets. Each question
//! gets scores, each score a mean with an interval, and each row a comparison with the first. This
//! crate neither prints nor depends on the command line, and the index builder gives it a function
//! that builds bundles ([`Build`]).
//!
//! | file | does |
//! |---|---|
//! | `questions.rs` | reads questions, relevance judgements and answers |
//! | `building.rs` | [`Build`]: the function that builds the bundle under test |
//! | `set.rs` | [`LabelledSet`]: questions with the bundle under test |
//! | `held_facts.rs` | turns some questions into facts, and asks the others |
//! | `rows.rs` | [`Row`]: the methods of asking |
//! | `run.rs` | asks, and measures times |
//! | `reply.rs` | the text that a visitor reads, and whether it is right |
//! | `scores.rs` | the measures of a ranking: nDCG, reciprocal rank, recall |
//! | `measures.rs` | [`Measure`]: the contribution of each question to each mean |
//! | `calibration.rs` | measures how well confidence predicts right answers |
//! | `calibrate/` | fits the weights of confidence to answers of several sites |
//! | `significance.rs` | intervals and p-values |
//! | `summary.rs` | means, intervals and p-values of sets, and over sets |
//! | `table.rs`, `report.rs` | the report as text |
//! | `json.rs` | the report as JSON |
//! | `plot.rs` | the report as a picture |
//! | `answers/` | judges the answers that visitors see |
//! | `compare/` | compares two reports, question by question, and as text |
//! | `vocabulary.rs` | checks that every word of a bundle is found in all ways to type it |
//! | `spelling.rs` | [`Spelling`]: the ways to type a word |
//!
//! # Adding a measure
//! Add a variant to [`Measure`] with its name and its contribution per question; text, JSON,
//! intervals and comparisons follow. A measure that is not a mean over questions belongs beside
//! `calibration.rs`.

pub mod answers;
mod building;
mod calibrate;
mod calibration;
mod compare;
mod held_facts;
mod json;
mod measures;
mod plot;
mod questions;
mod reply;
mod report;
mod rows;
mod run;
mod scores;
mod set;
mod significance;
mod spelling;
mod summary;
mod table;
pub mod vocabulary;

pub use building::{Build, Settings, Source};
pub use calibrate::{Asserted, Calibrated, CalibratedSite, calibrate, calibrated_text};
pub use calibration::{Bin, Calibration, RiskCoverage};
pub use compare::{Change, Comparison, changes_text, compare};
pub use json::{EvalReport, SCHEMA, json};
pub use measures::Measure;
pub use plot::svg;
pub use questions::{FactLabel, Files, Question};
pub use reply::Reply;
pub use report::{closing_text, set_text};
pub use rows::{Row, rows};
pub use run::{AskedQuestion, Latency, Measured, MeasuredRow, measure};
pub use scores::Scores;
pub use set::{LabelledSet, Origin};
pub use significance::{Chance, Interval};
pub use spelling::Spelling;
pub use summary::{RowSummary, SetSummary, mean_over, summarise};
