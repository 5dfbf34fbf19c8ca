//! Judges the answers that a visitor sees. The parent folder measures which pages are found.
//!
//! A file of questions lists texts that a right answer contains ([`Question`]). Each question is
//! asked once, as a visitor asks it, and the answer gets a verdict ([`AnswerRow`]). This folder
//! neither prints nor depends on the command line.
//!
//! | file | does |
//! |---|---|
//! | `questions.rs` | reads questions and their labels |
//! | `matching.rs` | tests whether a text contains a phrase, whatever its Markdown, case or quotation marks |
//! | `site.rs` | [`Site`]: the bundle under test, built first if necessary |
//! | `rows.rs` | [`AnswerRow`]: the response to a question, and the verdict |
//! | `figures.rs` | [`Figures`]: counts of verdicts |
//! | `coverage.rs` | precision against coverage |
//! | `report.rs` | [`AnswerReport`]: the whole report, for JSON |
//! | `text.rs` | the failures, for a site's owner |
//! | `details.rs` | tables |
//! | `picture.rs` | precision against coverage as a picture |
//! | `compare.rs` | compares two reports, figure by figure and question by question |
//!
//! # Adding a figure
//! Add a count to [`Figures`], its column to `details.rs` and its line to `compare.rs`.

mod compare;
mod coverage;
mod details;
mod figures;
mod matching;
mod picture;
mod questions;
mod report;
mod rows;
mod site;
mod text;

pub use compare::{AnswerComparison, FigureChange, VerdictChange, compare};
pub use coverage::Point;
pub use details::details_text;
pub use figures::Figures;
pub(crate) use figures::share;
pub use picture::svg;
pub use questions::Question;
pub use report::{ANSWERS, AnswerReport, SCHEMA};
pub use rows::{AnswerRow, Shown, ShownPassage, Source, State, Verdict};
pub use site::Site;
pub use text::answers_text;
