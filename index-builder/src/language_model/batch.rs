//! Requests as a file, and the answers that come back: for an assistant that is used by hand, or a
//! service that works over night.

use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use serde_json::{Value, json};

use super::client::Api;
use super::message::Message;
use super::replies::{id_in, model_in, text_in};
use crate::place::{Place, Problem, Problems};
use crate::whole_file;

/// A batch of some hundred thousand answers.
const MOST_MEGABYTES: u64 = 1000;

/// How requests are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum BatchFormat {
    /// As the batch interface of OpenAI and compatible services reads them.
    #[default]
    OpenaiBatch,
    /// `{"id": "...", "messages": [...]}`
    Jsonl,
}

/// Requests with their ids, a line each.
#[must_use]
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

/// What came back for one request.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchAnswer {
    /// The id of the request.
    pub id: String,
    /// What the model calls itself, if the line says so.
    pub model: Option<String>,
    /// What it said.
    pub said: Said,
}

/// What a model said.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// Its words.
    Text(String),
    /// The list that somebody has taken out of them.
    List(Vec<Value>),
}

/// Reads a file of answers; `list` is the key of a list that stands there instead of a model's words. The
/// number is that of the lines that are no answers.
///
/// # Errors
/// If it cannot be read; all lines that are no answer, if there is none that is.
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
    is_empty.then(|| Place::file(file).problem("there is no answer in it"))
}

fn read(line: &[u8], list: &str) -> Result<BatchAnswer, String> {
    let mut line: Value = serde_json::from_slice(line).map_err(|_| "not JSON".to_owned())?;
    let id = id_in(&line).ok_or("it has no `custom_id` and no `id`: which request is it about?")?;
    let id = id.to_owned();
    let said = match line.get_mut(list).map(Value::take) {
        Some(Value::Array(items)) => Some(Said::List(items)),
        _ => text_in(&line).map(Said::Text),
    };
    Ok(BatchAnswer {
        model: model_in(&line),
        said: said.ok_or_else(|| format!("the request `{id}` has no answer"))?,
        id,
    })
}
