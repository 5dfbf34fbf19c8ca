//! Reads and checks the reply of a language model like any untrusted bytes: it drops everything
//! that is not a question which the section could answer, and counts the faults.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::addresses::has_invisible;
use super::faults::{Checking, Dropped, Fault, essence};
use super::plan::Job;
use super::prompt::Prompt;
use crate::ingest::tidy_line;
use crate::language_model::{bare, values_in};

/// A reply after the check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedReply {
    /// The accepted questions.
    pub questions: Vec<String>,
    /// The number of dropped ones, by fault.
    pub dropped: Dropped,
}

impl CheckedReply {
    /// Whether some question was accepted, or the model replied that the section answers none.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        !self.questions.is_empty() || self.dropped.is_empty()
    }
}

/// Accepts the questions of a reply that the section may answer.
#[must_use]
pub fn check_reply(reply: &str, job: &Job, prompt: &Prompt) -> CheckedReply {
    let Some(written) = read(reply) else {
        return CheckedReply {
            questions: Vec::new(),
            dropped: [(Fault::Unreadable, 1)].into(),
        };
    };
    check_questions(written, job, prompt)
}

/// The same check for parsed questions; none is an item that is not a text.
#[must_use]
pub fn check_questions(written: Vec<Option<String>>, job: &Job, prompt: &Prompt) -> CheckedReply {
    let checking = Checking::new(job, prompt.names());
    let (mut checked, mut seen) = (CheckedReply::default(), BTreeSet::new());
    for written in written {
        let is_garbled = written.as_deref().is_some_and(has_invisible);
        let fault = match written.map(|text| tidy_line(&text)) {
            None => Fault::Unreadable,
            Some(_) if is_garbled => Fault::Markup,
            Some(question) => match checking.fault(&question) {
                Some(fault) => fault,
                None if !seen.insert(essence(&question)) => Fault::Duplicate,
                None if checked.questions.len() >= prompt.most(job) => Fault::TooMany,
                None => {
                    checked.questions.push(question);
                    continue;
                }
            },
        };
        *checked.dropped.entry(fault).or_default() += 1;
    }
    checked
}

/// The first fault of each question that was written or checked elsewhere.
#[must_use]
pub fn faults_of(questions: &[String], job: &Job, prompt: &Prompt) -> Vec<Option<Fault>> {
    let checking = Checking::new(job, prompt.names());
    questions
        .iter()
        .map(|question| checking.fault(question))
        .collect()
}

/// The texts of a reply; none if it has nothing like a question.
fn read(reply: &str) -> Option<Vec<Option<String>>> {
    let text = bare(reply);
    let values = values_in(text);
    let texts = values.map(|values| values.into_iter().map(text_in).collect());
    texts.or_else(|| in_lines(text))
}

fn text_in(item: Value) -> Option<String> {
    match item {
        Value::String(text) => Some(text),
        Value::Object(mut fields) => ["question", "text", "q"]
            .iter()
            .find_map(|key| fields.remove(*key)?.as_str().map(str::to_owned)),
        _ => None,
    }
}

/// Lines with a list marker, or with the ending of a question; others are skipped.
fn in_lines(text: &str) -> Option<Vec<Option<String>>> {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+").expect("sound"));
    let lines = text.lines().filter_map(|line| {
        let bare = MARK.replace(line, "");
        let is_listed = bare.len() < line.len() || bare.trim_end().ends_with(['?', '？', '؟']);
        let bare = bare.trim().trim_matches(['"', '*', '`', ',']).trim();
        (is_listed && !bare.is_empty()).then(|| Some(bare.to_owned()))
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then_some(lines)
}
