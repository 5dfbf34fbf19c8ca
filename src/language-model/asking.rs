//! Reads the settings and options of a visitor's question to a language model, and decides whether
//! to ask.

use serde::Serialize;
use soru::orchestration::Turn;
use soru::settings::{Setting, Settings, Value, snake_case, unknown_key};

use crate::error::{Error, Result};
use crate::generation::Generation;
use crate::passage::{Found, text_of};
use crate::prompt::{Delimiter, Message, Role};
use crate::settings::GenerationSettings;

/// The reason why no model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Skipped {
    /// A checked fact answers.
    Fact,
    /// The site does not answer (R31).
    NoAnswer,
    /// There is nothing to search for (R9).
    SmallTalk,
}

/// Shorthands for keys of `generation.model`.
const MODEL: [&str; 4] = ["api", "daily_limit", "endpoint", "model"];

/// A question for a model.
#[derive(Debug)]
pub struct Asking {
    question: String,
    site: String,
    delimiter: Delimiter,
    history: Vec<Turn>,
    settings: GenerationSettings,
}

impl Asking {
    /// Reads a question as `www/element/model/generator.ts` passes it: `question`, `site` (the
    /// site's address), `delimiter` (a word drawn at random), `settings` (the site's section
    /// `[generation]`), and the call's `options`: the same section as `generation`, the shorthands
    /// `api`, `dailyLimit`, `endpoint` and `model`, and `history`, the earlier messages.
    ///
    /// # Errors
    /// [`crate::Error::Setting`], naming the setting or the option as written.
    pub fn read(given: &Value) -> Result<Self> {
        let mut asking = Self {
            question: text_of(given, "question").to_owned(),
            site: text_of(given, "site").to_owned(),
            delimiter: Delimiter::new(text_of(given, "delimiter"))?,
            history: Vec::new(),
            settings: GenerationSettings::default(),
        };
        if let Some(settings) = given.get("settings").filter(|own| **own != Value::Null) {
            asking.settings.set(settings, "generation")?;
        }
        if let Some(Value::Map(options)) = given.get("options") {
            // JavaScript passes every option of a destructured object.
            for (key, value) in options.iter().filter(|(_, own)| *own != Value::Null) {
                asking.set(key, value)?;
            }
        }
        Ok(asking)
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<()> {
        let name = snake_case(key);
        match name.as_str() {
            "history" => self.history.set(value, key)?,
            "generation" => self.settings.set(value, key)?,
            name if MODEL.contains(&name) => self.settings.model.set_key(name, value, key)?,
            _ => {
                let known = MODEL.into_iter().chain(["generation", "history"]);
                return Err(unknown_key(key, known.collect()).into());
            }
        }
        Ok(())
    }

    /// Prepares the model's answer from the engine's, or returns the reason why the model is not
    /// asked.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] for invalid settings, even if the question does not reach the
    /// model.
    pub fn begin(&self, found: &Found) -> Result<std::result::Result<Generation, Skipped>> {
        let generation = Generation::new(
            &self.settings,
            self.delimiter.clone(),
            (&self.question, &found.lang),
            &found.passages,
            &self.messages()?,
            &self.site,
        )?;
        Ok(match skipped(found, self.settings.min_confidence) {
            Some(reason) => Err(reason),
            None => Ok(generation),
        })
    }

    /// Returns the conversation as messages.
    fn messages(&self) -> Result<Vec<Message>> {
        self.history.iter().enumerate().map(message).collect()
    }
}

fn message((at, turn): (usize, &Turn)) -> Result<Message> {
    let role = match turn.role.as_str() {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        other => {
            let path = format!("history[{at}].role");
            let expected = "`user` or `assistant`";
            return Err(Error::invalid(path, format!("\"{other}\""), expected));
        }
    };
    let content = turn.content.clone();
    Ok(Message { role, content })
}

/// Returns the reason why no model is asked, if the answer is less certain than `least` or needs
/// none.
fn skipped(found: &Found, least: f64) -> Option<Skipped> {
    match found.method.as_str() {
        "fact_exact" | "fact_fuzzy" => Some(Skipped::Fact),
        "small_talk" => Some(Skipped::SmallTalk),
        "none" if found.passages.is_empty() || found.confidence < least => Some(Skipped::NoAnswer),
        _ => None,
    }
}
