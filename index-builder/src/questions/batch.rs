//! Reads answers of a batch from a file, for the sections that lack questions.

use std::collections::HashMap;
use std::path::Path;

use super::fault::Dropped;
use super::line::Line;
use super::plan::{Job, Plan};
use super::prompt::Prompt;
use super::reply::{check_questions, check_reply};
use crate::language_model::{BatchAnswer, ReplyContent, read_answers};

/// The author of questions in a batch that does not name its model.
const SOMEBODY: &str = "imported";

/// The content of a file of answers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// New lines for the file.
    pub lines: Vec<Line>,
    /// Number of dropped questions, by fault.
    pub dropped: Dropped,
    /// Answers about sections that have changed since the requests were written, or that have
    /// questions already.
    pub unknown: usize,
    /// Answers without a usable question.
    pub unusable: usize,
}

/// Reads a file of answers about sections of a plan that have no questions yet.
///
/// # Errors
/// If the file cannot be read; if no line is an answer, the faults of all.
pub fn answers(file: &Path, plan: &Plan<'_>, prompt: &Prompt) -> anyhow::Result<Answers> {
    let (read, unreadable) = read_answers(file, "questions")?;
    let open: HashMap<&str, &Job> = plan
        .open()
        .into_iter()
        .map(|job| (job.id.as_str(), job))
        .collect();
    let mut answers = Answers {
        unusable: unreadable,
        ..Answers::default()
    };
    for answer in read {
        match open.get(answer.id.as_str()) {
            Some(job) => answers.take(answer, job, prompt),
            None => answers.unknown += 1,
        }
    }
    Ok(answers)
}

impl Answers {
    fn take(&mut self, answer: BatchAnswer, job: &Job, prompt: &Prompt) {
        let checked = match answer.content {
            ReplyContent::Text(text) => check_reply(&text, job, prompt),
            ReplyContent::List(items) => check_questions(items, job, prompt),
        };
        for (fault, count) in &checked.dropped {
            *self.dropped.entry(*fault).or_default() += count;
        }
        if checked.is_usable() {
            let by = answer.model.as_deref().unwrap_or(SOMEBODY);
            let line = job.line(checked.questions, checked.near_misses, by);
            self.lines.push(line);
        } else {
            self.unusable += 1;
        }
    }
}
