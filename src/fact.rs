//! Facts: checked questions and answers, the first tier of answering.

use serde::{Deserialize, Serialize};

/// A question with its checked answer and source.
///
/// Dates are ISO 8601 days (`2026-11-20`); empty texts mean "not given".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Fact {
    /// The question as a visitor would ask it.
    pub question: String,
    /// The whole answer, a self-contained text.
    pub answer: String,
    /// Address of the source: absolute, or relative to the site's root.
    pub source_url: String,
    /// Other wordings of the question.
    pub aliases: Vec<String>,
    /// Language of question and answer, empty for the site's first language.
    pub lang: String,
    /// A group for display and reports.
    pub category: String,
    /// The day on which somebody compared the answer with its source.
    pub checked_on: String,
    /// The last day on which the answer is current.
    pub valid_until: String,
    /// Title of the source page.
    pub source_title: String,
    /// The words of the source that support it.
    pub source_quote: String,
    /// `extended` if its source is not official; empty or `official` if it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub authority: String,
    /// The site whose fact it is, if several are searched.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub site: String,
}
