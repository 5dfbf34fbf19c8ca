//! Reads and checks the reply of a language model like any untrusted bytes: it drops everything
//! that is not a question which the section could answer, and counts the faults.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use soru_ingest::tidy_line;

use super::addresses::has_invisible;
use super::checking::{Checking, essence};
use super::common::CommonQuestions;
use super::extent::extent;
use super::fault::{Dropped, Fault};
use super::plan::Job;
use super::prompt::Prompt;
use super::question::Question;
use crate::language_model::{bare, value_in};

/// A reply after the check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedReply {
    /// The accepted questions, each with the section's words that answer it.
    pub questions: Vec<Question>,
    /// The accepted questions that the section seems to answer but does not.
    pub near_misses: Vec<String>,
    /// The number of dropped ones, by fault.
    pub dropped: Dropped,
}

impl CheckedReply {
    /// Whether some question was accepted, or the model replied that the section answers none.
    pub fn is_usable(&self) -> bool {
        !self.questions.is_empty() || self.dropped.is_empty()
    }

    /// Whether most of its questions were dropped, so that another request is worthwhile.
    pub fn is_poor(&self) -> bool {
        let surplus = |fault: &Fault| [Fault::TooMany, Fault::Duplicate].contains(fault);
        let junk = self.dropped.iter().filter(|(fault, _)| !surplus(fault));
        junk.map(|(_, count)| count).sum::<usize>() > self.questions.len()
    }

    /// Drops the questions that many sections have.
    pub(crate) fn drop_common(&mut self, common: &CommonQuestions) {
        self.drop_if(Fault::Common, |question| common.has(&question.text));
    }

    /// Drops the questions of a first reply about the same section, and more than `most` of both.
    pub(crate) fn drop_known(&mut self, first: &Self, most: usize) {
        let is_known = |own: &Question| {
            let mut known = first.questions.iter();
            known.any(|known| essence(&known.text) == essence(&own.text))
        };
        self.drop_if(Fault::Duplicate, is_known);
        let mut left = most.saturating_sub(first.questions.len());
        self.drop_if(Fault::TooMany, |_| {
            let is_full = left == 0;
            left = left.saturating_sub(1);
            is_full
        });
    }

    fn drop_if(&mut self, fault: Fault, mut is_faulty: impl FnMut(&Question) -> bool) {
        let before = self.questions.len();
        self.questions.retain(|question| !is_faulty(question));
        let removed = before - self.questions.len();
        if removed > 0 {
            *self.dropped.entry(fault).or_default() += removed;
        }
    }

    fn drop(&mut self, fault: Fault) {
        *self.dropped.entry(fault).or_default() += 1;
    }
}

/// The content of a reply before the check. An item that is not a question is stored as none.
#[derive(Debug, Default)]
struct Written {
    questions: Vec<Option<Question>>,
    near_misses: Vec<String>,
}

/// Accepts the questions of a reply that the section may answer.
pub fn check_reply(reply: &str, job: &Job, prompt: &Prompt) -> CheckedReply {
    let text = bare(reply);
    let mut written = Written::default();
    let is_read = value_in(text).is_some_and(|value| written.read(value));
    let is_read = is_read || in_lines(text).is_some_and(|lines| written.add_all(lines));
    if !is_read {
        return CheckedReply {
            dropped: [(Fault::Unreadable, 1)].into(),
            ..CheckedReply::default()
        };
    }
    written.checked(job, prompt)
}

/// Checks a list that was already extracted from a reply in the same way.
pub fn check_questions(items: Vec<Value>, job: &Job, prompt: &Prompt) -> CheckedReply {
    let mut written = Written::default();
    written.read(Value::Array(items));
    written.checked(job, prompt)
}

/// Returns the first fault of each question that was written or checked elsewhere.
pub fn faults_of(questions: &[Question], job: &Job, prompt: &Prompt) -> Vec<Option<Fault>> {
    let checking = Checking::new(job, prompt.names());
    let is_foreign = checking.are_in_another_language({ questions.iter() }.map(|own| &*own.text));
    let fault = |question: &Question| {
        let fault = checking.fault(&question.text);
        let fault = fault.or_else(|| is_foreign.then_some(Fault::Language));
        fault.or_else(|| answer_in(job, &question.answer).err())
    };
    questions.iter().map(fault).collect()
}

/// Returns the first fault of each near miss that was written or checked elsewhere.
pub fn faults_of_near_misses(
    near_misses: &[String],
    job: &Job,
    prompt: &Prompt,
) -> Vec<Option<Fault>> {
    let checking = Checking::new(job, prompt.names());
    let faults = near_misses.iter();
    faults.map(|text| checking.fault_of_form(text)).collect()
}

/// Returns the section's words that a model gave as an answer; empty if it gave none.
fn answer_in(job: &Job, answer: &str) -> Result<String, Fault> {
    if answer.trim().is_empty() {
        return Ok(String::new());
    }
    let text = &job.section.text;
    let place = extent(text, answer).ok_or(Fault::Quotation)?;
    Ok(tidy_line(&text[place]))
}

impl Written {
    /// Adds the questions of a list, or of an object with lists; returns whether there is a list.
    fn read(&mut self, value: Value) -> bool {
        match value {
            Value::Array(items) => {
                for item in items {
                    let question = self.question(item);
                    self.questions.push(question);
                }
                true
            }
            Value::Object(mut fields) => {
                let near_misses = fields.remove("near_misses");
                self.add_near_misses(near_misses);
                let lists = fields.into_iter().filter(|(_, value)| value.is_array());
                let lists: Vec<Value> = lists.map(|(_, value)| value).collect();
                let is_there = !lists.is_empty();
                for list in lists {
                    self.read(list);
                }
                is_there
            }
            _ => false,
        }
    }

    fn question(&mut self, item: Value) -> Option<Question> {
        let mut fields = match item {
            Value::String(text) => return Some(text.into()),
            Value::Object(fields) => fields,
            _ => return None,
        };
        let near_misses = fields.remove("near_misses");
        self.add_near_misses(near_misses);
        let keys = ["question", "text", "q"];
        let text = keys.iter().find_map(|key| fields.remove(*key));
        let answer = match fields.remove("answer") {
            Some(Value::String(answer)) => answer,
            None | Some(Value::Null) => String::new(),
            Some(_) => return None,
        };
        let text = text?.as_str()?.to_owned();
        Some(Question { text, answer })
    }

    fn add_near_misses(&mut self, value: Option<Value>) {
        if let Some(Value::Array(items)) = value {
            let texts = items.into_iter().filter_map(|item| match item {
                Value::String(text) => Some(text),
                Value::Object(fields) => Some(fields.get("question")?.as_str()?.to_owned()),
                _ => None,
            });
            self.near_misses.extend(texts);
        }
    }

    fn add_all(&mut self, lines: Vec<String>) -> bool {
        let questions = lines.into_iter().map(|line| Some(line.into()));
        self.questions.extend(questions);
        true
    }

    fn checked(self, job: &Job, prompt: &Prompt) -> CheckedReply {
        let checking = Checking::new(job, prompt.names());
        let (mut checked, mut seen) = (CheckedReply::default(), BTreeSet::new());
        let most = prompt.most(job);
        for written in self.questions {
            let accepted = written.ok_or(Fault::Unreadable).and_then(|written| {
                let is_full = checked.questions.len() >= most;
                accept(&written, job, &checking, &mut seen, is_full)
            });
            match accepted {
                Ok(question) => checked.questions.push(question),
                Err(fault) => checked.drop(fault),
            }
        }
        let texts = checked.questions.iter().map(|own| &*own.text);
        if checking.are_in_another_language(texts) {
            checked
                .dropped
                .insert(Fault::Language, checked.questions.len());
            checked.questions.clear();
        }
        for text in self.near_misses {
            let fault = checking.fault_of_form(&text);
            let fault =
                fault.or_else(|| (!seen.insert(essence(&text))).then_some(Fault::Duplicate));
            let is_full = checked.near_misses.len() >= most;
            match fault.or_else(|| is_full.then_some(Fault::TooMany)) {
                Some(fault) => checked.drop(fault),
                None => checked.near_misses.push(tidy_line(&text)),
            }
        }
        checked
    }
}

/// Accepts a question without faults.
fn accept(
    written: &Question,
    job: &Job,
    checking: &Checking,
    seen: &mut BTreeSet<String>,
    is_full: bool,
) -> Result<Question, Fault> {
    if has_invisible(&written.text) {
        return Err(Fault::Markup);
    }
    let text = tidy_line(&written.text);
    if let Some(fault) = checking.fault(written.text.trim()) {
        return Err(fault);
    }
    let answer = answer_in(job, &written.answer)?;
    if !seen.insert(essence(&text)) {
        return Err(Fault::Duplicate);
    }
    if is_full {
        return Err(Fault::TooMany);
    }
    Ok(Question { text, answer })
}

/// Returns lines with a list marker, or with the ending of a question; others are skipped.
fn in_lines(text: &str) -> Option<Vec<String>> {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+").expect("sound"));
    let lines = text.lines().filter_map(|line| {
        let bare = MARK.replace(line, "");
        let is_listed = bare.len() < line.len() || bare.trim_end().ends_with(['?', '？', '؟']);
        let bare = bare.trim().trim_matches(['"', '*', '`', ',']).trim();
        (is_listed && !bare.is_empty()).then(|| bare.to_owned())
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then_some(lines)
}
