//! A question for a language model: searched like any other, and passed on only if pages answer it.

use serde::Serialize;

use super::Options;
use super::call::CallState;
use crate::answer::{Answer, Method, SourceReference};
use crate::error::{Error, Result};
use crate::generation::model::{Delimiter, Generation, Message, Role};
use crate::hit::Hit;
use crate::needs::Attempt;

crate::settings! {
    /// An earlier message of a conversation.
    pub struct Turn {
        /// `user` or `assistant`.
        pub role: String = "user".to_owned(),
        /// The text.
        pub content: String = String::new(),
    }
}

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

/// The results before a model's first word.
#[derive(Debug)]
pub struct Begun {
    /// The engine's own answer.
    pub answer: Answer,
    /// The model's passages, by number; empty if none is asked.
    pub sources: Vec<SourceReference>,
    /// The model's answer in progress, or the reason why there is none.
    pub generation: std::result::Result<Box<Generation>, Skipped>,
}

impl CallState {
    pub(crate) fn generate(&mut self) -> Attempt<Begun> {
        let options = &self.stage()?.options.clone();
        let question = self.text.clone();
        let history = history(options)?;
        // Errors of the configuration are reported for every question, not only for those that
        // reach the model.
        let prepare = |tag: &str, hits: &[Hit]| prepare(options, (&question, tag), hits, &history);
        prepare("", &[])?;
        let answer = self.ask()?;
        let least = options.configuration.generation.min_confidence;
        let Some(skipped) = skipped(&answer, least) else {
            let generation = prepare(&answer.lang, &answer.hits)?;
            let sources = generation.sources().iter().map(source).collect();
            let generation = Ok(Box::new(generation));
            return Ok(Begun {
                answer,
                sources,
                generation,
            });
        };
        Ok(Begun {
            answer,
            sources: Vec::new(),
            generation: Err(skipped),
        })
    }
}

fn prepare(
    options: &Options,
    question: (&str, &str),
    hits: &[Hit],
    history: &[Message],
) -> Result<Generation> {
    let delimiter = Delimiter::new(&options.call.delimiter)?;
    let configuration = &options.configuration;
    let site = &configuration.site.url;
    Generation::new(
        &configuration.generation,
        delimiter,
        question,
        hits,
        history,
        site,
    )
}

/// Returns the reason why no model is asked, if the answer is less certain than `least` or needs
/// none.
fn skipped(answer: &Answer, least: f64) -> Option<Skipped> {
    match answer.method {
        Method::FactExact | Method::FactFuzzy => Some(Skipped::Fact),
        Method::SmallTalk => Some(Skipped::SmallTalk),
        Method::None if answer.hits.is_empty() || answer.confidence < least => {
            Some(Skipped::NoAnswer)
        }
        Method::None | Method::Extractive => None,
    }
}

/// Returns the conversation as messages.
fn history(options: &Options) -> Result<Vec<Message>> {
    let message = |(at, turn): (usize, &Turn)| {
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
    };
    options
        .call
        .history
        .iter()
        .enumerate()
        .map(message)
        .collect()
}

fn source(hit: &Hit) -> SourceReference {
    SourceReference {
        title: hit.title.clone(),
        url: hit.url.clone(),
        relevance: hit.relevance.clamp(0.0, 1.0),
        preview: hit.excerpt.clone(),
        heading: hit.heading.clone(),
        lang: hit.lang.clone(),
    }
}
