//! Checks questions that a language model wrote about a section.

use soru::text::fold;
use soru_ingest::{reads_like_an_instruction, three_letters};
use whatlang::{Detector, Lang, detect, detect_lang};

use super::addresses::Addresses;
use super::fault::Fault;
use super::form::Form;
use super::grounds::Grounds;
use super::plan::Job;

/// The maximum length of a question in characters.
const LONGEST: usize = 200;

/// The minimum number of letters in a question.
const SHORTEST: usize = 3;

/// The minimum number of words for language detection.
const TELLING_WORDS: usize = 6;

/// The minimum confidence of language detection.
const SURE: f64 = 0.95;

/// The section's data against which questions are checked.
pub(crate) struct Checking {
    form: Form,
    grounds: Grounds,
    addresses: Addresses,
    lang: String,
    languages: Vec<Lang>,
}

impl Checking {
    /// Prepares the check. `names` are allowed in questions even if absent from the section.
    pub(crate) fn new<'n>(job: &'n Job, names: impl Iterator<Item = &'n str>) -> Self {
        let headings = job.section.heading.iter().map(String::as_str);
        let own = [&job.title, &job.section.text].map(String::as_str);
        let texts: Vec<&str> = own.into_iter().chain(names).chain(headings).collect();
        let known = job.languages.iter().map(|tag| three_letters(tag));
        Self {
            form: Form::of(texts.iter().copied(), &job.lang),
            grounds: Grounds::of(texts.iter().copied()),
            addresses: Addresses::of(&texts),
            lang: job.lang.clone(),
            // A language that detection does not know cannot be checked.
            languages: known.collect::<Option<_>>().unwrap_or_default(),
        }
    }

    /// Returns the first fault of a question as it was written.
    pub(crate) fn fault(&self, question: &str) -> Option<Fault> {
        self.fault_of_form(question).or_else(|| {
            let unknown = self.grounds.unknown_figure(question);
            let unknown = unknown.map(|_| Fault::Figure);
            let unknown_name = || self.grounds.unknown_name(question, &self.lang);
            unknown.or_else(|| unknown_name().map(|_| Fault::Name))
        })
    }

    /// Returns the first fault that counts for a near miss too. A near miss may ask for a year,
    /// place or person that the section lacks.
    pub(crate) fn fault_of_form(&self, question: &str) -> Option<Fault> {
        let letters = question.chars().filter(|c| c.is_alphanumeric()).count();
        if letters < SHORTEST || question.chars().count() > LONGEST {
            return Some(Fault::Length);
        }
        if question.contains("<<<") || reads_like_an_instruction(question) {
            return Some(Fault::Instruction);
        }
        let form = self.form.fault(question);
        let has_markup = || self.addresses.has_foreign_markup(question);
        let has_address = || self.addresses.has_foreign_address(question);
        form.or_else(|| has_markup().then_some(Fault::Markup))
            .or_else(|| has_address().then_some(Fault::Address))
            .or_else(|| { self.is_in_another_language(question) }.then_some(Fault::Language))
    }

    /// Whether the questions together are in another language, although each is too short to detect
    /// it.
    pub(crate) fn are_in_another_language<'q>(
        &self,
        questions: impl Iterator<Item = &'q str>,
    ) -> bool {
        let all: Vec<&str> = questions.collect();
        let joined = all.join(". ");
        let Some(detected) = detect_lang(&joined) else {
            return false;
        };
        // A few loanwords suffice to change the detected language of a list of keywords.
        let detector = Detector::with_allowlist([&*self.languages, &[detected]].concat());
        let same = all.iter();
        let same = same.filter(|own| detector.detect_lang(own) == Some(detected));
        same.count() * 2 > all.len() && self.is_in_another_language(&joined)
    }

    /// Whether a question is in another language. A few words may fit several languages, unless
    /// their script belongs to none of the requested ones.
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

/// Returns the script of a language, detected from its name.
fn script_of(lang: Lang) -> Option<whatlang::Script> {
    whatlang::detect_script(lang.name())
}

/// Returns a key of a question that ignores spelling.
pub(crate) fn essence(question: &str) -> String {
    let letters = question
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let letters: String = letters.collect();
    let words: Vec<&str> = letters.split_whitespace().collect();
    fold(&words.join(" "))
}
