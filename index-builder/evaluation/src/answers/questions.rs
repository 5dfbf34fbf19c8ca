//! Reads questions and the texts that a right answer contains.
//!
//! A line is a question, or a JSON object:
//!
//! | key | |
//! |---|---|
//! | `text` | the question; `question` is the same |
//! | `must` | texts of which a right answer contains one |
//! | `partly` | texts that are on the subject but miss the point |
//! | `kind` | group in the figures; `unanswerable`: nothing on the site answers it |
//! | `page`, `heading` | the place of the answer, for readers of the report |
//! | `lang` | language tag, the second grouping of figures |
//! | `id` | default: the number of the question |
//!
//! Each of these texts may be a list of texts. Other keys are ignored. A question without `must`
//! and `partly` that is not `unanswerable` has no label: it is asked, but not judged.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Deserializer, Serialize};

use super::matching::is_comparable;
use soru_files::place::{Place, Problem, Problems};
use soru_files::whole_file;

/// The kind of questions without an answer on the site.
const UNANSWERABLE: &str = "unanswerable";

/// The maximum size of a file of questions in megabytes.
const MOST_MEGABYTES: u64 = 100;

/// A question and its labels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its id in the file.
    #[serde(default)]
    pub id: String,
    /// Its text.
    #[serde(alias = "question")]
    pub text: String,
    /// Language tag, empty if not labelled.
    #[serde(default, deserialize_with = "text_or_null")]
    pub lang: String,
    /// Its group in the figures, empty if not labelled.
    #[serde(default, deserialize_with = "text_or_null")]
    pub kind: String,
    /// Whether the site has no answer to it.
    #[serde(default)]
    pub unanswerable: bool,
    /// The pages with the answer.
    #[serde(default, deserialize_with = "texts")]
    pub page: Vec<String>,
    /// The headings above the answer.
    #[serde(default, deserialize_with = "texts")]
    pub heading: Vec<String>,
    /// Texts of which a right answer contains one.
    #[serde(default, deserialize_with = "texts")]
    pub must: Vec<String>,
    /// Texts of which an answer that misses the point contains one.
    #[serde(default, deserialize_with = "texts")]
    pub partly: Vec<String>,
    /// Its line in the file, from 1.
    #[serde(skip)]
    pub line: usize,
}

impl Question {
    /// Reads a file of questions.
    ///
    /// # Errors
    /// If it cannot be read or has no question; otherwise all mistakes in its lines together.
    pub fn read(file: &Path) -> anyhow::Result<Vec<Self>> {
        let bytes = whole_file::read_any(file, MOST_MEGABYTES)
            .with_context(|| format!("{}: cannot be read", file.display()))?;
        let (questions, mut problems) = parse(file, &bytes);
        if questions.is_empty() && problems.is_empty() {
            let message = "the file has no questions; write one per line";
            problems.push(Place::file(file).problem(message));
        }
        Problems::none_or_all(problems)?;
        Ok(questions)
    }

    /// Whether the answer can be judged.
    pub fn is_labelled(&self) -> bool {
        self.unanswerable || !self.must.is_empty() || !self.partly.is_empty()
    }

    fn of_line(line: &str) -> Result<Self, String> {
        let mut question = if line.starts_with('{') {
            serde_json::from_str(line).map_err(|error| not_a_question(&error))?
        } else {
            Self {
                text: line.to_owned(),
                ..Self::default()
            }
        };
        question.unanswerable |= question.kind == UNANSWERABLE;
        question.must.retain(|text| !text.trim().is_empty());
        question.partly.retain(|text| !text.trim().is_empty());
        question.checked()
    }

    fn checked(self) -> Result<Self, String> {
        if self.text.trim().is_empty() {
            return Err("the question is empty".to_owned());
        }
        let mut labels = self.must.iter().chain(&self.partly);
        if let Some(label) = labels.find(|label| !is_comparable(label)) {
            return Err(format!(
                "`{label}` has no letter or digit, so every answer would match it"
            ));
        }
        if self.unanswerable && !self.must.is_empty() {
            return Err("it is `unanswerable` and has `must`: remove one of them".to_owned());
        }
        Ok(self)
    }
}

/// Returns the questions of the lines, and the problems of the other lines.
fn parse(file: &Path, bytes: &[u8]) -> (Vec<Question>, Vec<Problem>) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let (mut questions, mut problems) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        match read_line(line) {
            Ok(None) => {}
            Ok(Some(mut question)) => {
                question.line = number;
                if question.id.is_empty() {
                    question.id = (questions.len() + 1).to_string();
                }
                if !known.insert(question.id.clone()) {
                    let message = format!("the id `{}` occurs twice", question.id);
                    problems.push(Place::line(file, number).problem(message));
                }
                questions.push(question);
            }
            Err(message) => problems.push(Place::line(file, number).problem(message)),
        }
    }
    (questions, problems)
}

fn read_line(line: &[u8]) -> Result<Option<Question>, String> {
    let line = std::str::from_utf8(line)
        .map_err(|_| "the file is not UTF-8; save it as UTF-8 in your editor")?;
    match line.trim() {
        "" => Ok(None),
        line => Question::of_line(line).map(Some),
    }
}

fn not_a_question(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    format!("not a question: {message}")
}

/// A text, a list of texts, or `null`.
fn texts<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a text or a list of texts")]
    enum Texts {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Option::deserialize(source)? {
        None => Vec::new(),
        Some(Texts::One(text)) => vec![text],
        Some(Texts::Several(texts)) => texts,
    })
}

fn text_or_null<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(source)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Result<Vec<Question>, Vec<String>> {
        let (questions, problems) = parse(Path::new("q.jsonl"), text);
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        if problems.is_empty() {
            Ok(questions)
        } else {
            Err(problems)
        }
    }

    #[test]
    fn a_line_states_the_content_of_a_right_answer() {
        let line = r#"{"id": "a", "text": "Fee?", "lang": "en", "kind": "amount", "page": ["a.md", "b.md"],
            "heading": null, "must": "410 crowns", "partly": [" ", "every term"], "note": 1}"#;
        let line = line.replace('\n', " ");
        let question = read(line.as_bytes()).unwrap().remove(0);
        assert_eq!((question.id.as_str(), question.line), ("a", 1));
        assert_eq!(question.page, ["a.md", "b.md"]);
        assert_eq!(question.must, ["410 crowns"]);
        assert_eq!(question.partly, ["every term"]);
        assert!(question.is_labelled() && !question.unanswerable);
    }

    #[test]
    fn a_line_may_be_a_question_alone() {
        let questions = read("\u{feff}where do i park?\r\n\n{\"question\": \"fee\"}\n".as_bytes());
        let questions = questions.unwrap();
        assert_eq!(questions[0].text, "where do i park?");
        assert_eq!((questions[1].id.as_str(), questions[1].line), ("2", 3));
        assert!(questions.iter().all(|question| !question.is_labelled()));
    }

    #[test]
    fn the_kind_or_a_key_marks_a_question_as_unanswerable() {
        let lines = br#"{"text": "a", "kind": "unanswerable", "must": []}
{"text": "b", "unanswerable": true}"#;
        assert!(read(lines).unwrap().iter().all(|one| one.unanswerable));
    }

    #[test]
    fn mistakes_are_reported_with_their_lines() {
        let lines = b"{\"text\": \" \"}\n{\"id\": \"a\"}\nca\xff\n{\"text\": \"a\", \"must\": 7}\n{\"text\": \"a\", \"must\": \"?!\"}\n\
            {\"text\": \"a\", \"kind\": \"unanswerable\", \"must\": \"b\"}\n{\"id\": \"x\", \"text\": \"a\"}\n{\"id\": \"x\", \"text\": \"a\"}";
        let problems = read(lines).unwrap_err();
        for (problem, expected) in problems.iter().zip([
            "q.jsonl:1: the question is empty",
            "q.jsonl:2: not a question: missing field `text`",
            "q.jsonl:3: the file is not UTF-8; save it as UTF-8",
            "q.jsonl:4: not a question: expected a text or a list of texts",
            "q.jsonl:5: `?!` has no letter or digit",
            "q.jsonl:6: it is `unanswerable` and has `must`",
            "q.jsonl:8: the id `x` occurs twice",
        ]) {
            assert!(problem.starts_with(expected), "{problem}");
        }
        assert_eq!(problems.len(), 7, "{problems:?}");
    }
}
