//! The prompt of a language model: an instruction, the conversation so far, and a message with
//! numbered sources and the question.
//!
//! Pages may contain anything, including text that resembles an instruction, a source or the end of
//! the data. So every chunk is between two lines with a delimiter drawn at random for each
//! question. No page can know it, and it is removed from any text that contains it.

use std::fmt::Write as _;

use super::settings::ContextSettings;
use crate::error::{Error, Result};
use crate::passage::Passage;
use soru::ordered::Map;
use soru::text::{Language, is_hidden, place_in};

/// The speaker of a message in a conversation with a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The site.
    System,
    /// The visitor.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// Returns its name in both interfaces.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The speaker.
    pub role: Role,
    /// The text.
    pub content: String,
}

/// A word drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimiter(String);

impl Delimiter {
    /// Minimum number of characters, each one of 16: this gives 64 bits, which no page can guess.
    const SHORTEST: usize = 16;

    /// # Errors
    /// [`soru::Error::InvalidValue`] for a word that is too short or has characters other than ASCII
    /// letters and digits.
    pub fn new(word: &str) -> Result<Self> {
        let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if word.len() < Self::SHORTEST || !plain {
            let expected = "at least 16 letters and digits drawn at random";
            return Err(Error::invalid("delimiter", format!("\"{word}\""), expected));
        }
        Ok(Self(word.to_owned()))
    }

    /// Removes the word from a text, ignoring case. The replacement is not a letter, so that the
    /// word cannot reappear.
    fn out_of(&self, text: &str) -> String {
        // Lower-casing ASCII keeps byte positions.
        let (lower, word) = (text.to_ascii_lowercase(), self.0.to_ascii_lowercase());
        let mut out = String::with_capacity(text.len());
        let mut from = 0;
        while let Some(found) = place_in(&lower[from..], &word) {
            out.push_str(&text[from..from + found]);
            out.push('-');
            from += found + word.len();
        }
        out.push_str(&text[from..]);
        out
    }
}

/// Writes the messages for a language model.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    settings: ContextSettings,
    delimiter: Delimiter,
}

impl Prompt {
    /// Creates it with checked settings ([`super::GenerationSettings::check`]).
    pub fn new(settings: &ContextSettings, delimiter: Delimiter) -> Self {
        Self {
            settings: settings.clone(),
            delimiter,
        }
    }

    /// Returns the chunks that fit, best first. Their numbers in the message are their positions
    /// here, counted from 1.
    pub fn chosen<'h>(&self, hits: &'h [Passage]) -> &'h [Passage] {
        let mut characters = 0;
        let fits = |(number, hit): (usize, &Passage)| {
            characters += hit.text.chars().count();
            number == 0 || characters <= self.settings.max_characters
        };
        let most = &hits[..hits.len().min(self.settings.chunks.get())];
        let count = most
            .iter()
            .enumerate()
            .map(fits)
            .take_while(|fits| *fits)
            .count();
        &most[..count]
    }

    /// Returns the chunks as `[Source n] title` and text, each between two lines with the
    /// delimiter. Only these lines begin with `<<<` and the delimiter, two for each chunk.
    pub fn context(&self, hits: &[Passage]) -> String {
        let mut out = String::new();
        for (number, hit) in self.chosen(hits).iter().enumerate() {
            if number > 0 {
                out.push_str("\n\n");
            }
            let word = &self.delimiter.0;
            // A title is one line.
            let title = self.clean(&hit.title).replace('\n', " ");
            let text = self.clean(&hit.text);
            let number = number + 1;
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "<<<{word} source {number}>>>\n[Source {number}] {title}\n{text}\n<<<{word} end>>>"
            );
        }
        out
    }

    /// Returns all messages, in the language of the question: instruction, conversation, sources
    /// and question.
    pub fn messages(
        &self,
        question: &str,
        tag: &str,
        hits: &[Passage],
        history: &[Message],
    ) -> Vec<Message> {
        let instruction = by_language(&self.settings.instructions, tag);
        let mut messages = vec![Message {
            role: Role::System,
            content: fill(instruction, &[("{delimiter}", &self.delimiter.0)]),
        }];
        let latest = history.len().saturating_sub(self.settings.history_messages);
        messages.extend(history[latest..].iter().map(|message| Message {
            role: message.role,
            content: self.clean(&message.content),
        }));
        let template = by_language(&self.settings.templates, tag);
        let (data, query) = (self.context(hits), self.clean(question));
        messages.push(Message {
            role: Role::User,
            content: fill(template, &[("{data}", &data), ("{query}", &query)]),
        });
        messages
    }

    /// Removes the delimiter, and invisible characters that a model may read.
    fn clean(&self, text: &str) -> String {
        let seen = |c: &char| !is_hidden(*c);
        let visible: String = text.chars().filter(seen).collect();
        self.delimiter.out_of(&visible)
    }
}

/// Selects a text by tag, or else by language, or else in English, or else any.
fn by_language<'t>(texts: &'t Map<String>, tag: &str) -> &'t str {
    let language = Language::from_tag(tag);
    let same = |key: &&String| Language::from_tag(key) == language;
    let key = Some(tag)
        .filter(|tag| texts.contains_key(tag))
        .or_else(|| texts.keys().find(same).map(String::as_str))
        .unwrap_or("en");
    let any = || texts.values().next();
    texts.get(key).or_else(any).map_or("", String::as_str)
}

/// Fills in values in one pass, so that braces in a page or in the question are not replaced.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let known = values.iter().find(|(name, _)| rest.starts_with(name));
        let (value, length) = known.map_or(("{", 1), |(name, value)| (*value, name.len()));
        out.push_str(value);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
