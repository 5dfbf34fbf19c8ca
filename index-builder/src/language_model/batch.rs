//! Writes requests and reads answers as files, for an assistant that is used by hand or a service
//! that works overnight.

use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Value, json};
use soru_files::place::{Place, Problem, Problems};
use soru_files::whole_file;

use super::client::Api;
use super::message::Message;
use super::replies::{id_in, model_in, text_in};

/// The maximum size of a file of answers in megabytes, enough for some hundred thousand answers.
const MOST_MEGABYTES: u64 = 1000;

/// The format of requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum BatchFormat {
    /// The format of the batch interface of OpenAI and compatible services.
    #[default]
    OpenaiBatch,
    /// `{"id": "...", "messages": [...]}`
    Jsonl,
}

/// Writes requests with their ids, one per line.
pub fn requests<'a>(
    asked: impl Iterator<Item = (&'a str, [Message; 2])>,
    model: &str,
    format: BatchFormat,
) -> String {
    let lines = asked.map(|(id, messages)| {
        let line = match format {
            BatchFormat::OpenaiBatch => json!({
                "custom_id": id, "method": "POST", "url": "/v1/chat/completions",
                "body": Api::OpenAi.body(model, &messages),
            }),
            BatchFormat::Jsonl => json!({"id": id, "messages": messages}),
        };
        format!("{line}\n")
    });
    lines.collect()
}

/// The answer to one request.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchAnswer {
    /// The id of the request.
    pub id: String,
    /// The model's name, if the line states it.
    pub model: Option<String>,
    /// The content.
    pub content: ReplyContent,
}

/// The content of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum ReplyContent {
    /// The model's text.
    Text(String),
    /// A list that was already extracted from it.
    List(Vec<Value>),
}

/// Reads a file of answers; `list` is the key of a list that replaces a model's text. The number
/// counts the invalid lines.
///
/// # Errors
/// If the file cannot be read; if all lines are invalid, their errors.
pub fn read_answers(file: &Path, list: &str) -> anyhow::Result<(Vec<BatchAnswer>, usize)> {
    let bytes = whole_file::read_any(file, MOST_MEGABYTES)
        .with_context(|| format!("{}: the answers cannot be read", file.display()))?;
    let (mut answers, mut problems) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        match line.trim_ascii() {
            b"" => {}
            line => match read(line, list) {
                Ok(answer) => answers.push(answer),
                Err(message) => problems.push(Place::line(file, number).problem(message)),
            },
        }
    }
    if !answers.is_empty() {
        return Ok((answers, problems.len()));
    }
    problems.extend(none_in(file, problems.is_empty()));
    Problems::none_or_all(problems)?;
    Ok((answers, 0))
}

fn none_in(file: &Path, is_empty: bool) -> Option<Problem> {
    is_empty.then(|| Place::file(file).problem("the file has no answers"))
}

fn read(line: &[u8], list: &str) -> Result<BatchAnswer, String> {
    let mut line: Value = serde_json::from_slice(line).map_err(|_| "not JSON".to_owned())?;
    let id = id_in(&line).ok_or("it has no `custom_id` or `id`: add the id of its request")?;
    let id = id.to_owned();
    let content = match line.get_mut(list).map(Value::take) {
        Some(Value::Array(items)) => Some(ReplyContent::List(items)),
        _ => text_in(&line).map(ReplyContent::Text),
    };
    Ok(BatchAnswer {
        model: model_in(&line),
        content: content.ok_or_else(|| format!("the request `{id}` has no answer"))?,
        id,
    })
}
