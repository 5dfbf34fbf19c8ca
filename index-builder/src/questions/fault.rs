//! The faults of questions that a language model wrote about a section.

use std::collections::BTreeMap;

use serde::Serialize;

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
    /// It has a figure that is absent from the section.
    Figure,
    /// It has a name or a code that is absent from the section.
    Name,
    /// It exceeds the requested number.
    TooMany,
    /// It is several questions in one line.
    Several,
    /// A word is cut in two.
    CutWord,
    /// It has an address or a host that is absent from the section.
    Address,
    /// It has markup that is absent from the section, or invisible characters.
    Markup,
    /// Many sections have the same question.
    Common,
    /// Its answer is not a quotation from the section.
    Quotation,
    /// It is a question that already has a fact.
    Known,
}

impl Fault {
    /// A description for people.
    pub fn message(self) -> &'static str {
        match self {
            Self::Unreadable => "no text",
            Self::Length => "too short or too long",
            Self::Language => "in another language",
            Self::Duplicate => "a repetition",
            Self::Instruction => "like an instruction to a language model",
            Self::Figure => "a figure that is not in the section",
            Self::Name => "a name or code that is not in the section",
            Self::TooMany => "more than requested",
            Self::Several => "several questions in one line",
            Self::CutWord => "a word cut in two",
            Self::Address => "an address or host that is not in the section",
            Self::Markup => "markup that is not in the section, or invisible characters",
            Self::Common => "the same question as in many sections",
            Self::Quotation => "an answer that is not a quotation from the section",
            Self::Known => "a question that has a fact",
        }
    }
}

/// Number of dropped questions by fault.
pub type Dropped = BTreeMap<Fault, usize>;
