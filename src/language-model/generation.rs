//! A model's answer for a page, event by event, from a question's hits.

use std::fmt::Write as _;

use serde::Serialize;

use super::citations::{Citations, Shown};
use super::links::LinkPolicy;
use super::markdown::{Block, Reading, blocks, settled};
use super::prompt::{Delimiter, Message, Prompt};
use super::request::{Api, Request};
use super::response::{Response, Verdict};
use super::secrets::Secrets;
use super::settings::{GenerationSettings, ModelSettings};
use super::stream::{Finish, Protocol, ReadJson, Stream};
use super::thinking::Thinking;
use super::values::{ValueKind, unsupported};
use crate::error::{Error, Result};
use crate::passage::Passage;
use crate::problem::ModelProblem;
use soru::text::is_bidi_control;

/// An event for a page. The order is: any number of the first three, then warnings, then one
/// `Done`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// Further text, in Markdown as the model wrote it, without citations.
    Token {
        /// The text.
        text: String,
    },
    /// A citation, after the text so far.
    Citation {
        /// The number of the source, counted from 1.
        number: usize,
    },
    /// The rendered text from a block on, which replaces all blocks from there.
    Content {
        /// Number of unchanged blocks.
        from: usize,
        /// The blocks after them.
        blocks: Vec<Block>,
    },
    /// A warning for the visitor.
    Warning {
        /// Stable code.
        code: &'static str,
        /// The message.
        message: String,
    },
    /// The model has finished.
    Done {
        /// Its text, with citations as `[1]`.
        text: String,
        /// Numbers of the cited sources, in order.
        cited: Vec<usize>,
        /// Values that no cited source has.
        flagged: Vec<Flag>,
    },
}

/// A value that no cited source has. Offsets count UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Flag {
    /// Its kind.
    pub kind: ValueKind,
    /// The value as the model wrote it.
    pub value: String,
    /// Its start in the text.
    pub start: usize,
    /// Its end in the text.
    pub end: usize,
}

/// Time limits of a model, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// The limit until its first word.
    pub first_token_millis: usize,
    /// The limit between two words.
    pub pause_millis: usize,
    /// The limit in total.
    pub total_millis: usize,
}

/// A model's answer in progress.
#[derive(Debug)]
pub struct Generation {
    api: Api,
    settings: ModelSettings,
    request: Request,
    hits: Vec<Passage>,
    links: LinkPolicy,
    /// Number of requests answered.
    asked: usize,
    secrets: Secrets,
    stream: Stream,
    thinking: Thinking,
    citations: Citations,
    text: String,
    characters: usize,
    /// The start of the blocks that may still change, and the number of blocks before it.
    settled: (usize, usize),
}

impl Generation {
    /// Prepares the answer to a question in the language `tag`. `hits` are the hits for the
    /// question, best first; `site` is the site's address.
    ///
    /// # Errors
    /// [`soru::Error::InvalidValue`] for invalid settings.
    pub fn new(
        settings: &GenerationSettings,
        delimiter: Delimiter,
        question: (&str, &str),
        hits: &[Passage],
        history: &[Message],
        site: &str,
    ) -> Result<Self> {
        settings.check()?;
        let api = Api::named(&settings.model.api)?;
        let prompt = Prompt::new(&settings.context, delimiter);
        let hits = prompt.chosen(hits).to_vec();
        let (question, tag) = question;
        let messages = prompt.messages(question, tag, &hits, history);
        let pages = hits.iter().map(|hit| hit.url.as_str()).chain([site]);
        Ok(Self {
            api,
            request: Request::new(api, &settings.model, &messages)?,
            links: LinkPolicy::new(pages, &settings.model.link_hosts)?,
            settings: settings.model.clone(),
            asked: 0,
            secrets: Secrets::default(),
            stream: Stream::new(Protocol::PlainText),
            thinking: Thinking::default(),
            citations: Citations::new(hits.len()),
            hits,
            text: String::new(),
            characters: 0,
            settled: (0, 0),
        })
    }

    /// Returns the request to send.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Returns the model's sources, by number.
    pub fn sources(&self) -> &[Passage] {
        &self.hits
    }

    /// Returns the time limits.
    pub fn timing(&self) -> Timing {
        Timing {
            first_token_millis: self.settings.first_token_millis.get(),
            pause_millis: self.settings.pause_millis.get(),
            total_millis: self.settings.total_millis.get(),
        }
    }

    /// Returns the number of questions that a visitor's browser may send each day; 0 for no limit.
    pub fn daily_limit(&self) -> usize {
        match self.api {
            Api::Text => 0,
            Api::OpenAi | Api::Ollama => self.settings.daily_limit,
        }
    }

    /// Masks these keys in everything that is built from the reply.
    pub fn hide(&mut self, keys: Vec<String>) {
        self.secrets = Secrets::new(keys);
    }

    /// Decides what to do with the head of a response. `now` is the time in milliseconds since
    /// 1970.
    ///
    /// # Errors
    /// [`Error::Model`] if there will be no answer.
    pub fn respond(
        &mut self,
        response: &Response,
        now: f64,
        json: ReadJson<'_>,
    ) -> Result<Verdict> {
        let verdict = response.verdict(self.api, &self.settings, self.asked, now, json);
        let verdict = verdict.map_err(|error| self.masked(error))?;
        self.asked += 1;
        if let Verdict::Read(protocol) = verdict {
            self.stream = Stream::new(protocol);
        }
        Ok(verdict)
    }

    /// Reads further bytes of the stream.
    ///
    /// # Errors
    /// [`Error::Model`] for an error in the stream, for bytes that are not such a stream, and for
    /// an answer that is too long.
    pub fn feed(&mut self, bytes: &[u8], json: ReadJson<'_>) -> Result<Vec<Event>> {
        let text = self.stream.feed(bytes, json);
        let text = plain(&text.map_err(|error| self.masked(error))?);
        let text = self.thinking.feed(&text);
        let mut events = Vec::new();
        let shown = self.citations.feed(&text);
        self.show(shown, &mut events)?;
        self.content(&mut events);
        Ok(events)
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// [`Error::Model`] if it was cut off, was not a stream, or was empty.
    pub fn finish(&mut self, json: ReadJson<'_>) -> Result<Vec<Event>> {
        let ended = self.stream.finish(json);
        let (rest, finish) = ended.map_err(|error| self.masked(error))?;
        let rest = self.thinking.feed(&plain(&rest)) + &self.thinking.finish();
        let mut events = Vec::new();
        let mut shown = self.citations.feed(&rest);
        shown.extend(self.citations.finish());
        self.show(shown, &mut events)?;
        let rest = self.secrets.finish();
        self.say(rest, &mut events);
        if self.text.trim().is_empty() {
            return Err(Error::model(ModelProblem::Empty, ""));
        }
        self.content(&mut events);
        self.conclude(finish, &mut events);
        Ok(events)
    }

    /// Makes the error for a problem outside the engine: in the network, the browser or the page.
    pub fn failed(&self, problem: &str, detail: &str) -> Error {
        let problem = match problem {
            "unreachable" => ModelProblem::Unreachable,
            "timed out" => ModelProblem::TimedOut,
            "cut" => ModelProblem::Cut,
            "unavailable" => ModelProblem::Unavailable,
            "limit" => ModelProblem::Limit,
            "no room" => ModelProblem::NoRoom,
            _ => ModelProblem::Failed,
        };
        self.masked(Error::model(problem, detail))
    }

    fn masked(&self, error: Error) -> Error {
        match error {
            Error::Model { problem, detail } => {
                Error::model(problem, &self.secrets.masked(&detail))
            }
            setting @ Error::Setting(_) => setting,
        }
    }

    fn show(&mut self, shown: Vec<Shown>, events: &mut Vec<Event>) -> Result<()> {
        for part in shown {
            match part {
                Shown::Text(text) => {
                    let text = self.secrets.feed(&text);
                    self.say(text, events);
                }
                Shown::Citation(number) => {
                    let before = self.secrets.finish();
                    self.say(before, events);
                    // Writing to a string cannot fail.
                    let _ = write!(self.text, "[{number}]");
                    events.push(Event::Citation { number });
                }
            }
        }
        if self.characters > self.settings.max_answer_characters.get() {
            return Err(Error::model(ModelProblem::TooLong, ""));
        }
        Ok(())
    }

    fn say(&mut self, text: String, events: &mut Vec<Event>) {
        if !text.is_empty() {
            self.text.push_str(&text);
            self.characters += text.chars().count();
            events.push(Event::Token { text });
        }
    }

    /// Emits the changed blocks. Blocks before the last empty line do not change.
    fn content(&mut self, events: &mut Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let (at, from) = self.settled;
        let reading = Reading {
            sources: self.hits.len(),
            links: &self.links,
            flagged: &[],
        };
        let next = settled(&self.text, at);
        let mut all = blocks(&self.text[..next], at, &reading);
        self.settled = (next, from + all.len());
        all.extend(blocks(&self.text, next, &reading));
        events.push(Event::Content { from, blocks: all });
    }

    /// Checks the finished text.
    fn conclude(&mut self, finish: Finish, events: &mut Vec<Event>) {
        let cited = self.citations.cited();
        let mut warn = |code, message: &str| {
            let message = message.to_owned();
            events.push(Event::Warning { code, message });
        };
        match finish {
            Finish::Complete => {}
            Finish::Length => warn("answer_cut", "the model reached its length limit"),
            Finish::Filtered => warn("answer_filtered", "a filter stopped the model"),
        }
        if self.citations.unknown() > 0 {
            warn(
                "unknown_citation",
                "citations of unknown sources were removed",
            );
        }
        if cited.is_empty() {
            warn(
                "no_citation",
                "the answer cites no source: check it against the pages",
            );
        }
        let sources: Vec<&Passage> = cited.iter().map(|number| &self.hits[number - 1]).collect();
        let found = unsupported(&self.text, &sources);
        if !found.is_empty() {
            warn(
                "unsupported_value",
                "values that no cited source contains are marked",
            );
            let ranges: Vec<_> = found.iter().map(|value| value.range.clone()).collect();
            let reading = Reading {
                sources: self.hits.len(),
                links: &self.links,
                flagged: &ranges,
            };
            let blocks = blocks(&self.text, 0, &reading);
            events.push(Event::Content { from: 0, blocks });
        }
        let units = |at: usize| self.text[..at].encode_utf16().count();
        let flagged = found.into_iter().map(|value| Flag {
            kind: value.kind,
            start: units(value.range.start),
            end: units(value.range.end),
            value: self.text[value.range].to_owned(),
        });
        events.push(Event::Done {
            flagged: flagged.collect(),
            cited,
            text: self.text.clone(),
        });
    }
}

/// Returns a model's text without characters that would make it look like a different text.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_bidi_control(*c)).collect()
}

#[cfg(test)]
mod tests;
