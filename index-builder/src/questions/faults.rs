//! What can be wrong with a question that a language model wrote about a section.

use std::collections::BTreeMap;

use serde::Serialize;
use soru::text::fold;
use whatlang::{Lang, detect};

use super::grounds::Grounds;
use super::plan::Job;
use crate::ingest::{reads_like_an_instruction, three_letters};

/// Characters of a question, at the most.
const LONGEST: usize = 200;

/// Letters of a question, at the least.
const SHORTEST: usize = 3;

/// Words from which on a language can be told.
const TELLING_WORDS: usize = 6;

/// How sure it has to be.
const SURE: f64 = 0.95;

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
    /// Of a fact: its answer is no quotation from the section.
    Quotation,
    /// Of a fact: there is one for the same question.
    Known,
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
            Self::Quotation => "an answer that is no quotation from the section",
            Self::Known => "a question that has a fact",
        }
    }
}

/// How many questions had which fault.
pub type Dropped = BTreeMap<Fault, usize>;

/// What a section's questions are held against.
pub(crate) struct Checking {
    grounds: Grounds,
    lang: String,
    languages: Vec<Lang>,
}

impl Checking {
    /// `names` is what questions may name although the section does not.
    pub(crate) fn new<'n>(job: &'n Job, names: impl Iterator<Item = &'n str>) -> Self {
        let headings = job.section.heading.iter().map(String::as_str);
        let own = [&job.title, &job.section.text].map(String::as_str);
        let known = job.languages.iter().map(|tag| three_letters(tag));
        Self {
            grounds: Grounds::of(own.into_iter().chain(names).chain(headings)),
            lang: job.lang.clone(),
            // Of a language that cannot be told nothing can be said.
            languages: known.collect::<Option<_>>().unwrap_or_default(),
        }
    }

    /// The first thing that is wrong with a question.
    pub(crate) fn fault(&self, question: &str) -> Option<Fault> {
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
pub(crate) fn essence(question: &str) -> String {
    let letters = question
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let letters: String = letters.collect();
    let words: Vec<&str> = letters.split_whitespace().collect();
    fold(&words.join(" "))
}
