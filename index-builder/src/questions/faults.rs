//! Faults of questions that a language model wrote about a section.

use std::collections::BTreeMap;

use serde::Serialize;
use soru::text::fold;
use whatlang::{Lang, detect};

use super::addresses::Addresses;
use super::grounds::Grounds;
use super::plan::Job;
use crate::ingest::{reads_like_an_instruction, three_letters};

/// The maximum length of a question in characters.
const LONGEST: usize = 200;

/// The minimum number of letters in a question.
const SHORTEST: usize = 3;

/// The minimum number of words for language detection.
const TELLING_WORDS: usize = 6;

/// The minimum confidence of language detection.
const SURE: f64 = 0.95;

/// The faults of a question. The names never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It is not a text.
    Unreadable,
    /// It is too short or too long.
    Length,
    /// It is in none of the languages.
    Language,
    /// It repeats another question.
    Duplicate,
    /// It reads like an instruction to a language model, or like a part of the prompt.
    Instruction,
    /// It has markup that is absent from the section, or characters that nobody sees.
    Markup,
    /// It has an address or a host that is absent from the section.
    Address,
    /// It has a figure that is absent from the section.
    Figure,
    /// It has a name or a code that is absent from the section.
    Name,
    /// It exceeds the requested number.
    TooMany,
    /// For a fact: its answer is not a quotation from the section.
    Quotation,
    /// For a fact: the same question already has one.
    Known,
}

impl Fault {
    /// A description for people.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Unreadable => "no text",
            Self::Length => "too short or too long",
            Self::Language => "in another language",
            Self::Duplicate => "a repetition",
            Self::Instruction => "like an instruction to a language model",
            Self::Markup => "markup that is not in the section, or invisible characters",
            Self::Address => "an address or host that is not in the section",
            Self::Figure => "a figure that is not in the section",
            Self::Name => "a name or code that is not in the section",
            Self::TooMany => "more than requested",
            Self::Quotation => "an answer that is not a quotation from the section",
            Self::Known => "a question that has a fact",
        }
    }
}

/// Number of dropped questions by fault.
pub type Dropped = BTreeMap<Fault, usize>;

/// The section's data against which questions are checked.
pub(crate) struct Checking {
    grounds: Grounds,
    addresses: Addresses,
    lang: String,
    languages: Vec<Lang>,
}

impl Checking {
    /// `names` are allowed in questions even if absent from the section.
    pub(crate) fn new<'n>(job: &'n Job, names: impl Iterator<Item = &'n str>) -> Self {
        let headings = job.section.heading.iter().map(String::as_str);
        let own = [&job.title, &job.section.text].map(String::as_str);
        let known = job.languages.iter().map(|tag| three_letters(tag));
        let texts: Vec<&str> = own.into_iter().chain(names).chain(headings).collect();
        Self {
            grounds: Grounds::of(texts.iter().copied()),
            addresses: Addresses::of(&texts),
            lang: job.lang.clone(),
            // A language that detection does not know cannot be checked.
            languages: known.collect::<Option<_>>().unwrap_or_default(),
        }
    }

    /// The first fault of a question.
    pub(crate) fn fault(&self, question: &str) -> Option<Fault> {
        let letters = question.chars().filter(|c| c.is_alphanumeric()).count();
        if letters < SHORTEST || question.chars().count() > LONGEST {
            return Some(Fault::Length);
        }
        if question.contains("<<<") || reads_like_an_instruction(question) {
            return Some(Fault::Instruction);
        }
        if self.addresses.has_foreign_markup(question) {
            return Some(Fault::Markup);
        }
        if self.addresses.has_foreign_address(question) {
            return Some(Fault::Address);
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

    /// A few words may fit several languages, unless their script belongs to none of the requested
    /// ones.
    fn is_in_another_language(&self, question: &str) -> bool {
        let Some(detected) = detect(question).filter(|_| !self.languages.is_empty()) else {
            return false;
        };
        let is_asked = self.languages.contains(&detected.lang());
        let is_informative = question.split_whitespace().count() >= TELLING_WORDS;
        let is_sure = is_informative && detected.is_reliable() && detected.confidence() >= SURE;
        let has_script = |lang: &Lang| script_of(*lang) == Some(detected.script());
        !is_asked && (is_sure || !self.languages.iter().any(has_script))
    }
}

/// The script of a language, detected from its name.
fn script_of(lang: Lang) -> Option<whatlang::Script> {
    whatlang::detect_script(lang.name())
}

/// A key of a question that ignores spelling.
pub(crate) fn essence(question: &str) -> String {
    let letters = question
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let letters: String = letters.collect();
    let words: Vec<&str> = letters.split_whitespace().collect();
    fold(&words.join(" "))
}
