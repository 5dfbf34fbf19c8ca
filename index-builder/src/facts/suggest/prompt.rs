//! Writes the request for facts to a language model: an instruction and a section.
//!
//! The instruction is `[questions] facts_prompt` of the project, beside the prompt of `soru
//! questions write`.

use soru_ingest::name_of_language;

use crate::language_model::{About, Message, drawn, messages};
use crate::project::Project;
use crate::questions::Job;

/// Approximate tokens of a generated wording, including quotation marks.
const WORDING: usize = 16;

/// Approximate tokens of an answer, including the keys of its object.
const ANSWER: usize = 30;

/// Writes the messages about a site's sections.
#[derive(Debug, Clone)]
pub struct FactsPrompt {
    rules: String,
    per_section: usize,
    aliases: usize,
    about: About,
    languages: Vec<String>,
}

impl FactsPrompt {
    /// Uses the project's prompt and limits.
    pub fn new(project: &Project) -> Self {
        Self {
            rules: project.questions.facts_prompt.clone(),
            per_section: project.facts.per_section.get(),
            aliases: project.facts.aliases,
            about: About::of(project),
            languages: project.languages(),
        }
    }

    /// Returns the site's description of itself: questions may use names from it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.about.names()
    }

    /// Returns the language of a fact from a section, if it is one of the site's languages.
    pub(super) fn lang(&self, job: &Job) -> Option<String> {
        Some(job.lang.clone()).filter(|lang| self.languages.contains(lang))
    }

    /// The maximum number of suggested facts per section.
    pub fn most(&self) -> usize {
        self.per_section
    }

    /// The maximum number of aliases per fact.
    pub fn most_aliases(&self) -> usize {
        self.aliases
    }

    /// The maximum number of tokens in a reply about a section, approximately.
    pub fn tokens_back(&self) -> usize {
        self.per_section * (ANSWER + (1 + self.aliases) * WORDING)
    }

    /// The messages for a section: an instruction, then the section.
    pub fn messages(&self, job: &Job) -> [Message; 2] {
        let language = name_of_language(&job.lang).unwrap_or(&job.lang);
        let count = format!("at most {} facts in {language}", self.per_section);
        let rules = self
            .rules
            .replace("{count}", &count)
            .replace("{aliases}", &self.aliases.to_string());
        messages(&rules, &self.about, &job.excerpt(), &count, &drawn())
    }
}
