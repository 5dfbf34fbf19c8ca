//! Reads the stream of a language model's server incrementally.

use super::lines::{Characters, Lines};
use crate::error::{Error, Result};
use crate::problem::ModelProblem;
use soru::settings::Value;

/// Parses JSON; none for invalid JSON. The browser has a parser, so the engine contains none.
pub type ReadJson<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// The format of a streamed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Server-sent events, as from `/chat/completions` with `stream`.
    ServerSentEvents,
    /// A JSON object per line, as from Ollama's `/api/chat`.
    JsonLines,
    /// One JSON object, from a server that does not stream.
    WholeJson,
    /// Plain text, from a page's function or the browser's built-in model.
    PlainText,
}

/// Maximum length of a line of a stream, and of an answer that is not streamed, in bytes.
const LONGEST: usize = 1 << 20;

/// The end of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// The model finished.
    Complete,
    /// It reached the maximum number of tokens.
    Length,
    /// A filter stopped it.
    Filtered,
}

/// An incremental reader of a stream.
#[derive(Debug)]
pub struct Stream {
    protocol: Protocol,
    lines: Lines,
    characters: Characters,
    state: State,
}

#[derive(Debug, Default)]
struct State {
    /// The data lines of the current event.
    data: String,
    has_data: bool,
    /// Whether anything was understood.
    any: bool,
    finish: Option<Finish>,
    ended: bool,
}

impl Stream {
    /// Creates a reader of a stream.
    pub fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            lines: Lines::new(LONGEST),
            characters: Characters::default(),
            state: State::default(),
        }
    }

    /// Returns the text in further bytes. Bytes after the end are ignored.
    ///
    /// # Errors
    /// [`Error::Model`] for a line that is too long, an error that the server reports, and bytes
    /// that are not such a stream.
    pub fn feed(&mut self, bytes: &[u8], json: ReadJson<'_>) -> Result<String> {
        let mut text = String::new();
        match self.protocol {
            Protocol::PlainText => {
                text = self.characters.feed(bytes);
                self.state.any |= !text.is_empty();
            }
            Protocol::WholeJson => self.state.keep(&self.characters.feed(bytes))?,
            Protocol::ServerSentEvents => {
                let state = &mut self.state;
                let each = &mut |line: &str| state.event_line(line, json, &mut text);
                self.lines.feed(bytes, each)?;
            }
            Protocol::JsonLines => {
                let state = &mut self.state;
                let each = &mut |line: &str| state.json_line(line, json, &mut text);
                self.lines.feed(bytes, each)?;
            }
        }
        Ok(text)
    }

    /// Returns the rest of the text, and its end, when the connection has ended.
    ///
    /// # Errors
    /// [`ModelProblem::Cut`] if the stream is not marked as complete, and
    /// [`ModelProblem::NotAStream`] if nothing in it was understood.
    pub fn finish(&mut self, json: ReadJson<'_>) -> Result<(String, Finish)> {
        let mut text = String::new();
        let state = &mut self.state;
        match self.protocol {
            Protocol::PlainText => {
                text.push_str(self.characters.finish());
                state.ended = true;
            }
            Protocol::WholeJson => {
                let whole = std::mem::take(&mut state.data);
                let object = json(&whole).ok_or_else(|| not_a_stream(&whole))?;
                state.object(&object, &mut text)?;
                state.ended |= state.any;
            }
            Protocol::ServerSentEvents => {
                self.lines
                    .finish(&mut |line| state.event_line(line, json, &mut text))?;
                // A server may end its last event without an empty line.
                state.end_event(json, &mut text)?;
            }
            Protocol::JsonLines => {
                self.lines
                    .finish(&mut |line| state.json_line(line, json, &mut text))?;
            }
        }
        if state.ended || state.finish.is_some() {
            return Ok((text, state.finish.unwrap_or(Finish::Complete)));
        }
        let problem = if state.any {
            ModelProblem::Cut
        } else {
            ModelProblem::NotAStream
        };
        Err(Error::model(problem, ""))
    }
}

impl State {
    fn keep(&mut self, text: &str) -> Result<()> {
        self.data.push_str(text);
        if self.data.len() > LONGEST {
            return Err(Error::model(ModelProblem::TooLong, ""));
        }
        Ok(())
    }

    /// Reads a line of an event stream (HTML standard, "Server-sent events"). Only `data` matters
    /// here.
    fn event_line(&mut self, line: &str, json: ReadJson<'_>, out: &mut String) -> Result<()> {
        if self.ended {
            return Ok(());
        }
        if line.is_empty() {
            return self.end_event(json, out);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field != "data" {
            return Ok(());
        }
        if self.has_data {
            self.keep("\n")?;
        }
        self.has_data = true;
        self.keep(value.strip_prefix(' ').unwrap_or(value))
    }

    fn end_event(&mut self, json: ReadJson<'_>, out: &mut String) -> Result<()> {
        let data = std::mem::take(&mut self.data);
        if !std::mem::take(&mut self.has_data) || self.ended {
            return Ok(());
        }
        if data.trim() == "[DONE]" {
            (self.ended, self.any) = (true, true);
            return Ok(());
        }
        let object = json(&data).ok_or_else(|| self.unreadable(&data))?;
        self.object(&object, out)
    }

    fn json_line(&mut self, line: &str, json: ReadJson<'_>, out: &mut String) -> Result<()> {
        if self.ended || line.trim().is_empty() {
            return Ok(());
        }
        let object = json(line).ok_or_else(|| self.unreadable(line))?;
        self.object(&object, out)
    }

    fn unreadable(&self, data: &str) -> Error {
        if self.any {
            Error::model(ModelProblem::Cut, "")
        } else {
            not_a_stream(data)
        }
    }

    /// Reads an object of either interface.
    fn object(&mut self, object: &Value, out: &mut String) -> Result<()> {
        if let Some(said) = error_in(object) {
            return Err(Error::model(ModelProblem::Failed, &said));
        }
        let choice = first(object.get("choices"));
        let message = choice.and_then(|choice| choice.get("delta").or(choice.get("message")));
        let message = message.or(object.get("message"));
        self.any |= choice.is_some() || message.is_some() || object.get("choices").is_some();
        if let Some(content) = message.and_then(|message| message.get("content")) {
            push_content(content, out);
        }
        let reason = choice.and_then(|choice| choice.get("finish_reason"));
        if let Some(Value::Text(reason)) = reason.or(object.get("done_reason")) {
            self.finish = Some(finish(reason));
        }
        self.ended |= object.get("done") == Some(&Value::Bool(true));
        Ok(())
    }
}

fn finish(reason: &str) -> Finish {
    match reason {
        "length" => Finish::Length,
        "content_filter" => Finish::Filtered,
        _ => Finish::Complete,
    }
}

fn first(list: Option<&Value>) -> Option<&Value> {
    match list {
        Some(Value::List(items)) => items.first(),
        _ => None,
    }
}

/// Appends a text, or a list of parts with texts.
fn push_content(content: &Value, out: &mut String) {
    match content {
        Value::Text(text) => out.push_str(text),
        Value::List(parts) => {
            for part in parts {
                if let Some(Value::Text(text)) = part.get("text") {
                    out.push_str(text);
                }
            }
        }
        _ => {}
    }
}

/// Returns the error in an object: `error` as a text or an object with a `message`, or `detail`.
pub(super) fn error_in(object: &Value) -> Option<String> {
    let said = object.get("error").or(object.get("detail"))?;
    let text = match said {
        Value::Null => return None,
        Value::Text(text) => text,
        other => match other.get("message") {
            Some(Value::Text(text)) => text,
            _ => "an error without a message",
        },
    };
    Some(shortened(text))
}

fn not_a_stream(data: &str) -> Error {
    Error::model(ModelProblem::NotAStream, &shortened(data))
}

/// Shortens a server's message, keeping enough to recognise it.
pub(super) fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(200).collect()
}

#[cfg(test)]
mod tests;
