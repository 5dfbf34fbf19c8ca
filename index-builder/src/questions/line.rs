//! A line of `questions.jsonl`: a section and its questions.
//!
//! | key | |
//! |---|---|
//! | `page` | the id of the page; `id` is the same |
//! | `heading` | the headings above the section, below the page's title; absent: the whole page |
//! | `starts` | the first characters of the section, for one of several under the same heading |
//! | `hash` | hash of the section's text when the questions were written, see [`super::Section::hash`] |
//! | `languages` | the requested languages, if not only the page's own |
//! | `questions` | the questions: texts, or objects of a `question` and its `answer`, the words of the section that answer it |
//! | `near_misses` | questions that the section seems to answer and does not |
//! | `by` | the name of the model, `visitor`, or `hand`, the default |
//! | `sum` | checksum of the model's questions: if it differs, somebody has edited them |

use std::cmp::Ordering;

use serde::{Deserialize, Deserializer, Serialize};
use soru::index::format::{hex, sha256};
use soru::text::is_bidi_control;
use soru_ingest::tidy_line;

use super::question::Question;

/// The author of questions written by people.
pub const HAND: &str = "hand";

/// The author of questions from a query log.
pub const VISITOR: &str = "visitor";

/// The length of a checksum in bytes.
const SUM_BYTES: usize = 4;

/// A section and its questions. Unknown keys are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Line {
    /// The id of the page.
    #[serde(alias = "id", deserialize_with = "text_or_number")]
    pub page: String,
    /// The headings above the section, below the page's title. If absent, the line is about the
    /// whole page.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "texts"
    )]
    pub heading: Option<Vec<String>>,
    /// The first characters of the section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<String>,
    /// Hash of the section's text when the questions were written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The languages in which the questions were requested. If empty, it is the page's own
    /// language, see [`super::languages_of`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// The questions.
    pub questions: Vec<Question>,
    /// Questions that the section seems to answer but does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near_misses: Vec<String>,
    /// The author of the questions.
    #[serde(default = "hand")]
    pub by: String,
    /// The checksum of the questions as a model wrote them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
}

impl Line {
    /// # Errors
    /// The fault of a line, and the correct form.
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut line: Self = serde_json::from_str(line).map_err(|error| {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default();
            format!(
                "not a section with its questions: {what}. A line is {{\"page\": \"...\", \
                 \"heading\": [...], \"questions\": [...]}}"
            )
        })?;
        if line.page.trim().is_empty() {
            return Err("`page` is empty: it must be the id of a page".to_owned());
        }
        let texts = line.questions.iter_mut().map(|question| &mut question.text);
        for text in texts.chain(&mut line.near_misses) {
            *text = tidied(text);
        }
        line.questions.retain(|question| !question.text.is_empty());
        line.near_misses.retain(|text| !text.is_empty());
        if line.by.trim().is_empty() {
            HAND.clone_into(&mut line.by);
        }
        Ok(line)
    }

    /// Returns the line as JSON, without a line break.
    ///
    /// # Errors
    /// None in practice: every line is valid text.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let json = serde_json::to_string(self)?;
        Ok(spaced(&json))
    }

    /// Returns the checksum of the present questions, their answers and the near misses.
    pub fn current_sum(&self) -> String {
        let with_answer = |question: &Question| match question.answer.as_str() {
            "" => question.text.clone(),
            answer => format!("{}\t{answer}", question.text),
        };
        let mut texts: Vec<String> = self.questions.iter().map(with_answer).collect();
        texts.extend(self.near_misses.iter().map(|text| format!("\t{text}")));
        let digits = sha256(texts.join("\n").as_bytes());
        hex(&digits[..SUM_BYTES])
    }

    /// Whether a model wrote the questions and nobody has edited them since, so that they may be
    /// replaced.
    pub fn is_replaceable(&self) -> bool {
        let is_by_model = ![HAND, VISITOR].contains(&self.by.as_str());
        is_by_model && self.sum.as_ref() == Some(&self.current_sum())
    }

    /// Returns the order of lines about the same section, independent of their previous order.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let by_writer = (&self.heading, &self.by).cmp(&(&other.heading, &other.by));
        by_writer
            .then_with(|| self.questions.cmp(&other.questions))
            .then_with(|| self.near_misses.cmp(&other.near_misses))
            .then_with(|| self.starts.cmp(&other.starts))
            .then_with(|| (&self.hash, &self.sum).cmp(&(&other.hash, &other.sum)))
            .then_with(|| self.languages.cmp(&other.languages))
    }
}

/// Puts a text on one line. Direction control characters remain, so that `soru questions check`
/// reports them.
fn tidied(text: &str) -> String {
    let text = text.trim();
    if text.contains(is_bidi_control) {
        return text.to_owned();
    }
    tidy_line(text)
}

fn hand() -> String {
    HAND.to_owned()
}

/// Reads an id, which is often a number.
fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "`page` must be a text")]
    enum Id {
        Text(String),
        Number(serde_json::Number),
    }
    Ok(match Id::deserialize(from)? {
        Id::Text(text) => text,
        Id::Number(number) => number.to_string(),
    })
}

/// Reads a path of headings; a single heading is a path of one.
fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "`heading` must be a list of texts")]
    enum Path {
        One(String),
        Many(Vec<String>),
    }
    Ok(Option::<Path>::deserialize(from)?.map(|path| match path {
        Path::One(heading) => vec![heading],
        Path::Many(path) => path,
    }))
}

/// Adds a space after every comma and colon outside of JSON strings, for readability.
fn spaced(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 32);
    let (mut in_text, mut escaped) = (false, false);
    for c in json.chars() {
        out.push(c);
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = in_text,
            '"' => in_text = !in_text,
            ',' | ':' if !in_text => out.push(' '),
            _ => {}
        }
    }
    out
}
