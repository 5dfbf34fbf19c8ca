//! Requests as a file, and the answers that come back: for an assistant that is used by hand, or a
//! service that works over night.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Value, json};

use super::client::Api;
use super::line::Line;
use super::plan::{Job, Plan};
use super::prompt::Prompt;
use super::replies::{id_in, model_in, text_in};
use super::reply::{Checked, Dropped, check_questions, check_reply};
use crate::place::{Place, Problem, Problems};
use crate::whole_file;

/// A batch of some hundred thousand answers.
const MOST_MEGABYTES: u64 = 1000;

/// Who wrote questions of a batch that does not say which model answered.
const SOMEBODY: &str = "imported";

/// How requests are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum BatchFormat {
    /// As the batch interface of OpenAI and compatible services reads them.
    #[default]
    OpenaiBatch,
    /// `{"id": "...", "messages": [...]}`
    Jsonl,
}

/// The requests about these sections, a line each.
#[must_use]
pub fn requests(jobs: &[&Job], prompt: &Prompt, model: &str, format: BatchFormat) -> String {
    let lines = jobs.iter().map(|job| {
        let messages = prompt.messages(job);
        let line = match format {
            BatchFormat::OpenaiBatch => json!({
                "custom_id": job.id, "method": "POST", "url": "/v1/chat/completions",
                "body": Api::OpenAi.body(model, &messages),
            }),
            BatchFormat::Jsonl => json!({"id": job.id, "messages": messages}),
        };
        format!("{line}\n")
    });
    lines.collect()
}

/// What came back.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// New lines for the file.
    pub lines: Vec<Line>,
    /// Questions that were dropped, by what is wrong with them.
    pub dropped: Dropped,
    /// Answers about sections that have changed since the requests were written, or have questions.
    pub unknown: usize,
    /// Answers without a usable question.
    pub unusable: usize,
}

/// Reads a file of answers about sections of a plan that have no questions yet.
///
/// # Errors
/// If it cannot be read; all lines that are no answer, if there is none that is.
pub fn answers(file: &Path, plan: &Plan<'_>, prompt: &Prompt) -> anyhow::Result<Answers> {
    let bytes = whole_file::read_any(file, MOST_MEGABYTES)
        .with_context(|| format!("{}: the answers cannot be read", file.display()))?;
    let open: HashMap<&str, &Job> = plan
        .open()
        .into_iter()
        .map(|job| (job.id.as_str(), job))
        .collect();
    let (mut answers, mut problems, mut count) = (Answers::default(), Vec::new(), 0);
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        match read(line, &open, prompt) {
            Ok(read) => {
                count += 1;
                answers.take(read);
            }
            Err(message) => problems.push(Place::line(file, number).problem(message)),
        }
    }
    if count == 0 {
        problems.extend(none_in(file, problems.is_empty()));
        Problems::none_or_all(problems)?;
    } else {
        answers.unusable += problems.len();
    }
    Ok(answers)
}

fn none_in(file: &Path, is_empty: bool) -> Option<Problem> {
    is_empty.then(|| Place::file(file).problem("there is no answer in it"))
}

/// What a line says about a section that waits for it: its line, and the rest of the check.
type Read = Option<(Line, Checked)>;

fn read(line: &[u8], open: &HashMap<&str, &Job>, prompt: &Prompt) -> Result<Read, String> {
    let line: Value = serde_json::from_slice(line).map_err(|_| "not JSON".to_owned())?;
    let id = id_in(&line).ok_or("it has no `custom_id` and no `id`: which request is it about?")?;
    let questions = line.get("questions").and_then(Value::as_array);
    let text = text_in(&line);
    if questions.is_none() && text.is_none() {
        return Err(format!("the request `{id}` has no answer"));
    }
    let Some(job) = open.get(id) else {
        return Ok(None);
    };
    let checked = match (questions, text) {
        (Some(list), _) => {
            let texts = list.iter().map(|item| item.as_str().map(str::to_owned));
            check_questions(texts.collect(), job, prompt)
        }
        (None, text) => check_reply(&text.unwrap_or_default(), job, prompt),
    };
    let by = model_in(&line).unwrap_or_else(|| SOMEBODY.to_owned());
    Ok(Some((job.line(checked.questions.clone(), &by), checked)))
}

impl Answers {
    fn take(&mut self, read: Read) {
        let Some((line, checked)) = read else {
            self.unknown += 1;
            return;
        };
        for (fault, count) in &checked.dropped {
            *self.dropped.entry(*fault).or_default() += count;
        }
        if checked.is_usable() {
            self.lines.push(line);
        } else {
            self.unusable += 1;
        }
    }
}
