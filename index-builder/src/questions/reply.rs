//! What a language model replied, read and checked like any bytes from outside: what is no question that
//! the section could answer is dropped, and counted by what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use serde_json::Value;
use soru::text::fold;
use whatlang::{Lang, detect};

use super::grounds::Grounds;
use super::plan::Job;
use super::prompt::Prompt;
use crate::ingest::{reads_like_an_instruction, three_letters, tidy_line};

/// Characters of a question, at the most.
const LONGEST: usize = 200;

/// Letters of a question, at the least.
const SHORTEST: usize = 3;

/// Words from which on a language can be told.
const TELLING_WORDS: usize = 6;

/// How sure it has to be.
const SURE: f64 = 0.95;

/// Bytes of a reply that are read, at the most.
const MOST_BYTES: usize = 100_000;

/// What can be wrong with a question. The names never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It is no text.
    Unreadable,
    /// It is too short or too long.
    Length,
    /// It is in none of the languages.
    Language,
    /// It says what another one says.
    Duplicate,
    /// It reads like an instruction to a language model, or like a part of the prompt.
    Instruction,
    /// It has a figure that the section does not have.
    Figure,
    /// It has a name or a code that the section does not have.
    Name,
    /// There are more than were asked for.
    TooMany,
}

impl Fault {
    /// For people.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Unreadable => "no text",
            Self::Length => "too short or too long",
            Self::Language => "in another language",
            Self::Duplicate => "a repetition",
            Self::Instruction => "like an instruction to a language model",
            Self::Figure => "a figure that the section does not have",
            Self::Name => "a name or code that the section does not have",
            Self::TooMany => "more than were asked for",
        }
    }
}

/// How many questions had which fault.
pub type Dropped = BTreeMap<Fault, usize>;

/// A reply after the check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// What remains.
    pub questions: Vec<String>,
    /// What does not.
    pub dropped: Dropped,
}

impl Checked {
    /// Whether the model said that the section answers nothing, or something that is right.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        !self.questions.is_empty() || self.dropped.is_empty()
    }
}

/// What of a reply is a question that the section may answer.
#[must_use]
pub fn check_reply(reply: &str, job: &Job, prompt: &Prompt) -> Checked {
    let Some(written) = read(reply) else {
        return Checked {
            questions: Vec::new(),
            dropped: [(Fault::Unreadable, 1)].into(),
        };
    };
    check_questions(written, job, prompt)
}

/// The same for questions that are read already; what is none is no text.
#[must_use]
pub fn check_questions(written: Vec<Option<String>>, job: &Job, prompt: &Prompt) -> Checked {
    let checking = Checking::new(job, prompt);
    let (mut checked, mut seen) = (Checked::default(), BTreeSet::new());
    for written in written {
        let fault = match written.map(|text| tidy_line(&text)) {
            None => Fault::Unreadable,
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

/// The first thing that is wrong with each question that somebody else checked or wrote.
#[must_use]
pub fn faults_of(questions: &[String], job: &Job, prompt: &Prompt) -> Vec<Option<Fault>> {
    let checking = Checking::new(job, prompt);
    questions
        .iter()
        .map(|question| checking.fault(question))
        .collect()
}

/// What a section's questions are held against.
struct Checking {
    grounds: Grounds,
    lang: String,
    languages: Vec<Lang>,
}

impl Checking {
    fn new(job: &Job, prompt: &Prompt) -> Self {
        let headings = job.section.heading.iter().map(String::as_str);
        let own = [&job.title, &job.section.text].map(String::as_str);
        let known = job.languages.iter().map(|tag| three_letters(tag));
        Self {
            grounds: Grounds::of(own.into_iter().chain(prompt.names()).chain(headings)),
            lang: job.lang.clone(),
            // Of a language that cannot be told nothing can be said.
            languages: known.collect::<Option<_>>().unwrap_or_default(),
        }
    }

    fn fault(&self, question: &str) -> Option<Fault> {
        let letters = question.chars().filter(|c| c.is_alphanumeric()).count();
        if letters < SHORTEST || question.chars().count() > LONGEST {
            return Some(Fault::Length);
        }
        if question.contains("<<<") || reads_like_an_instruction(question) {
            return Some(Fault::Instruction);
        }
        if self.grounds.unknown_figure(question).is_some() {
            return Some(Fault::Figure);
        }
        if self.is_in_another_language(question) {
            return Some(Fault::Language);
        }
        let name = self.grounds.unknown_name(question, &self.lang);
        name.map(|_| Fault::Name)
    }

    /// A few words may be of several languages, unless their letters are of none that was asked for.
    fn is_in_another_language(&self, question: &str) -> bool {
        let Some(told) = detect(question).filter(|_| !self.languages.is_empty()) else {
            return false;
        };
        let is_asked = self.languages.contains(&told.lang());
        let is_telling = question.split_whitespace().count() >= TELLING_WORDS;
        let is_sure = is_telling && told.is_reliable() && told.confidence() >= SURE;
        let has_script = |lang: &Lang| script_of(*lang) == Some(told.script());
        !is_asked && (is_sure || !self.languages.iter().any(has_script))
    }
}

/// The script of a language, told by its own name.
fn script_of(lang: Lang) -> Option<whatlang::Script> {
    whatlang::detect_script(lang.name())
}

/// What is left of a question if spelling does not count.
fn essence(question: &str) -> String {
    let letters = question
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let letters: String = letters.collect();
    let words: Vec<&str> = letters.split_whitespace().collect();
    fold(&words.join(" "))
}

/// The texts of a reply; none if there is nothing that could be a question.
fn read(reply: &str) -> Option<Vec<Option<String>>> {
    let mut end = reply.len().min(MOST_BYTES);
    while !reply.is_char_boundary(end) {
        end -= 1;
    }
    let reply = without_thinking(&reply[..end]).trim();
    let bare = reply.trim_start_matches("```json").trim_matches('`').trim();
    in_json(bare)
        .or_else(|| in_json(between(bare, '[', ']')?))
        .or_else(|| in_json(between(bare, '{', '}')?))
        .or_else(|| in_broken_json(bare))
        .or_else(|| in_lines(bare))
}

/// Behind what a model says to itself first.
fn without_thinking(reply: &str) -> &str {
    match reply.rsplit_once("</think>") {
        Some((_, rest)) => rest,
        None => reply,
    }
}

fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.get(text.find(open)?..=text.rfind(close)?)
}

/// A list of texts, or an object with one.
fn in_json(text: &str) -> Option<Vec<Option<String>>> {
    match serde_json::from_str(text).ok()? {
        Value::Array(items) => Some(items.into_iter().map(text_in).collect()),
        Value::Object(fields) => {
            let lists = fields.into_iter().filter_map(|(_, value)| match value {
                Value::Array(items) => Some(items),
                _ => None,
            });
            let items: Vec<Value> = lists.flatten().collect();
            (!items.is_empty()).then(|| items.into_iter().map(text_in).collect())
        }
        _ => None,
    }
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

/// The complete texts of a list that was cut off.
fn in_broken_json(text: &str) -> Option<Vec<Option<String>>> {
    static TEXT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#""(?:[^"\\\n]|\\.)*""#).expect("sound"));
    let list = &text[text.find('[')?..];
    let texts = TEXT.find_iter(list);
    let texts: Vec<_> = texts
        .map(|found| serde_json::from_str(found.as_str()).ok())
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// Lines with a mark of a list, or that end like questions; others are talk.
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
