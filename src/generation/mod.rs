//! Generation: from the best hits to an answer.
//!
//! An [`AnswerGenerator`] reads hits and returns what answers the question, or nothing. The stage
//! also makes the parts of every displayed answer: excerpts with marks, sources, confidence. It
//! neither ranks (post-retrieval) nor decides whether the hits are good enough to answer from
//! (orchestration). Answers in a language model's words are a crate of their own,
//! `src/language-model`.
//!
//! | operator | answers with | use it when |
//! |---|---|---|
//! | [`Extractive`] | a passage of a hit, word for word | always: it needs only the hits |
//!
//! # Adding one
//! Copy `extractive/`, add it to the table, call it in `orchestration/pipeline.rs`, list it in
//! `tests/contracts/generation.rs`.

mod confidence;
mod excerpt;
mod expected;
mod extractive;
mod features;
mod fragment;
mod fragments;
mod likeness;
mod lists;
mod marks;
mod prepared;
mod sources;
mod text_features;
mod unfit;
mod units;

use std::fmt;
use std::ops::Range;

pub use confidence::{
    CalibratedSettings, Confidence, ConfidenceSettings, DEFAULT_FORMULAS, FORMULAS, Formula,
    FormulaSource, MakeFormula,
};
pub use excerpt::excerpt;
pub(crate) use excerpt::excerpt_around;
pub use expected::Expected;
pub(crate) use expected::has_subject;
pub use extractive::{Extractive, ExtractiveSettings};
pub use features::{Features, Rivals};
pub use fragment::quoted_url;
pub(crate) use fragments::fragments;
pub(crate) use likeness::Likeness;
pub(crate) use marks::best_part;
pub use marks::marks;
pub use prepared::Comparison;
pub(crate) use sources::fact_preview;
pub use sources::{SourceSettings, cited, sources};
pub(crate) use text_features::{expected_kind, has_question};
pub(crate) use units::{Asked, Units};

use crate::error::Result;
use crate::hit::Hit;
use crate::query::{Missing, Query};

/// Words that answer a question, taken from a hit.
#[derive(Debug, Clone, PartialEq)]
pub struct Extract {
    /// The words, exactly as in the hit's text.
    pub text: String,
    /// Positions of the question's words in it, in UTF-16 code units.
    pub marks: Vec<[u32; 2]>,
    /// Position of its best sentence, in UTF-16 code units.
    pub highlight: [u32; 2],
    /// The same position in bytes.
    pub best: Range<usize>,
    /// Number of their hit.
    pub hit: usize,
    /// Number of the hit's section, if there are several.
    pub section: usize,
    /// Their start in the hit's text, in bytes.
    pub start: usize,
    /// Score, 0 or more.
    pub score: f64,
    /// Words of the question that its section, headings, title and address lack.
    pub missing: Missing,
    /// Comparison with the nearest question prepared for the section, if there are any.
    pub prepared: Option<Comparison>,
    /// Whether the question is nearer to one that the section only seems to answer than to every one
    /// prepared for it.
    pub is_near_miss: bool,
    /// Whether the question asks for a kind of thing, such as a date, that they lack.
    pub lacks_kind: bool,
    /// Whether it lacks a word of the question that is in the heading of another hit.
    pub has_rival: bool,
    /// Whether the site states a question that this answers, and which.
    pub stated: Stated,
}

/// The question that a site states for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stated {
    /// None.
    Nothing,
    /// Not quite the visitor's.
    Another,
    /// The visitor's, or the section is titled with what this asks to define.
    Asked,
}

impl Extract {
    /// Returns whether it may be asserted, if its confidence suffices. A passage does not answer if
    /// it lacks the kind of thing asked for, or if the question is nearest to a near miss. A section
    /// that states a question does not answer another one, however similar: one with a word that no
    /// page or another section has, or one that differs in kind, in a figure or in a negation.
    pub fn may_answer(&self) -> bool {
        let differs = self.prepared.is_some_and(|prepared| prepared.differs);
        let is_other = self.stated != Stated::Nothing
            && (differs || self.has_rival || self.missing.unknown > 0);
        self.stated == Stated::Asked || !(self.is_near_miss || self.lacks_kind || is_other)
    }
}

/// Finds the words that answer a question.
///
/// # Contract
/// `tests/contracts/generation.rs` holds every implementation to this:
/// * the text is not empty and occurs in the text of the hit that it names, word for word;
/// * marks are in order, do not overlap and lie within the text, and so does the highlight;
/// * the same input gives the same answer;
/// * no hits gives no answer, and that is not an error.
pub trait AnswerGenerator {
    /// Returns the name for the trace.
    fn name(&self) -> &str;

    /// Returns the words that answer, if there are any.
    ///
    /// # Errors
    /// Any reason that prevents an answer.
    fn answer(&self, query: &Query, hits: &[Hit]) -> Result<Option<Extract>>;
}

// Prints the name only: requiring `Debug` of every implementation would add the code to print all
// its parts to the download.
impl fmt::Debug for dyn AnswerGenerator + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
