//! What a language model is told: what to write, and the section to write it for.
//!
//! The instruction is `[questions] prompt` of the project; a site adds to it by `about`. The default is
//! short and says everything as a list, since a model that runs on a desktop follows a short list best.

use super::plan::Job;
use crate::ingest::name_of_language;
use crate::language_model::{About, Message, drawn, messages};
use crate::project::Project;

/// Tokens of a question that a model writes, with its quotation marks.
const TOKENS: usize = 16;

/// Writes the messages about a site's sections.
#[derive(Debug, Clone)]
pub struct Prompt {
    rules: String,
    per_section: usize,
    about: About,
}

impl Prompt {
    /// As the project says.
    #[must_use]
    pub fn new(project: &Project) -> Self {
        Self {
            rules: project.questions.prompt.clone(),
            per_section: project.questions.per_section.get(),
            about: About::of(project),
        }
    }

    /// What the site says of itself: questions may name what stands there.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.about.names()
    }

    /// The most questions that a section gets.
    #[must_use]
    pub fn most(&self, job: &Job) -> usize {
        self.per_section * job.languages.len()
    }

    /// Tokens that come back for a section, about.
    #[must_use]
    pub fn tokens_back(&self, job: &Job) -> usize {
        self.most(job) * TOKENS
    }

    /// What a model is told about a section: an instruction, then the section.
    #[must_use]
    pub fn messages(&self, job: &Job) -> [Message; 2] {
        self.messages_with(job, &drawn())
    }

    pub(super) fn messages_with(&self, job: &Job, delimiter: &str) -> [Message; 2] {
        let counts = job.languages.iter().map(|tag| {
            let name = name_of_language(tag).unwrap_or(tag);
            format!("{} questions in {name}", self.per_section)
        });
        let count = counts.collect::<Vec<_>>().join(" and ");
        let rules = self.rules.replace("{count}", &count);
        messages(&rules, &self.about, &job.excerpt(), &count, delimiter)
    }
}
