//! Writes the request for questions to a language model: an instruction and a section.
//!
//! The instruction is `[questions] prompt` of the project; a site adds to it with `about`. The
//! default is a short list, because small models on a desktop follow short lists best.

use soru_ingest::name_of_language;

use super::plan::Job;
use crate::language_model::{About, Message, drawn, messages};
use crate::project::Project;

/// Approximate tokens of a generated question with the words that answer it, including quotation
/// marks.
const TOKENS: usize = 48;

/// Writes the messages about a site's sections.
#[derive(Debug, Clone)]
pub struct Prompt {
    rules: String,
    per_section: usize,
    about: About,
}

impl Prompt {
    /// Uses the project's prompt and limits.
    pub fn new(project: &Project) -> Self {
        Self {
            rules: project.questions.prompt.clone(),
            per_section: project.questions.per_section.get(),
            about: About::of(project),
        }
    }

    /// Returns the site's description of itself: questions may use names from it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.about.names()
    }

    /// The maximum number of questions for a section.
    pub fn most(&self, job: &Job) -> usize {
        self.per_section * job.languages.len()
    }

    /// The number of tokens in a reply about a section, approximately.
    pub fn tokens_back(&self, job: &Job) -> usize {
        self.most(job) * TOKENS
    }

    /// Returns the messages for a section: an instruction, then the section.
    pub fn messages(&self, job: &Job) -> [Message; 2] {
        self.messages_with(job, &drawn())
    }

    /// Returns the messages for a section whose first reply was refused for these reasons.
    pub(crate) fn messages_again(&self, job: &Job, reasons: &str) -> [Message; 2] {
        let [system, mut user] = self.messages(job);
        user.content = format!(
            "An earlier reply was refused: {reasons}. Reply without these faults.\n\n{}",
            user.content
        );
        [system, user]
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
