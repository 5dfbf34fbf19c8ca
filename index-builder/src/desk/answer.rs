//! A fact as the owner of a site writes it at the desk.

use jiff::civil::Date;
use serde::Deserialize;
use soru::Fact;
use soru_ingest::{tidy_line, tidy_lines};

/// The most wordings of a fact.
const MOST_ALIASES: usize = 50;

/// An answer to write down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// Its language.
    pub language: String,
    /// Other wordings, each added by the owner, since facts are public.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The answer.
    pub answer: String,
    /// The address of the source.
    pub source_url: String,
    /// Its title.
    #[serde(default)]
    pub source_title: String,
    /// The day on which the owner compared both.
    pub checked_on: String,
    /// The last day on which the answer is right.
    #[serde(default)]
    pub valid_until: String,
    /// A group of facts.
    #[serde(default)]
    pub category: String,
}

impl Answer {
    /// Returns the fact.
    ///
    /// # Errors
    /// What the owner has to change, in words. The reader of facts checks the rest.
    pub fn fact(&self) -> Result<Fact, String> {
        let question = tidy_line(&self.question);
        let aliases: Vec<String> = self.aliases.iter().map(|alias| wording(alias)).collect();
        let aliases: Vec<String> = aliases
            .into_iter()
            .filter(|alias| !alias.is_empty() && *alias != question)
            .collect();
        if let Some(alias) = aliases.iter().find(|alias| alias.contains('|')) {
            return Err(format!(
                "the wording `{alias}` has a `|`, which separates wordings"
            ));
        }
        if aliases.len() > MOST_ALIASES {
            return Err(format!("a fact has at most {MOST_ALIASES} wordings"));
        }
        for (what, day) in [
            ("checked on", &self.checked_on),
            ("valid until", &self.valid_until),
        ] {
            if !day.is_empty() && day.parse::<Date>().is_err() {
                return Err(format!("`{what}` is a day such as 2026-11-20, not `{day}`"));
            }
        }
        if self.checked_on.is_empty() {
            return Err(
                "state the day on which you compared the answer with its source".to_owned(),
            );
        }
        Ok(Fact {
            question: wording(&question),
            aliases,
            answer: tidy_lines(&self.answer),
            source_url: self.source_url.trim().to_owned(),
            source_title: tidy_line(&self.source_title),
            lang: self.language.clone(),
            category: tidy_line(&self.category),
            checked_on: self.checked_on.clone(),
            valid_until: self.valid_until.clone(),
            ..Fact::default()
        })
    }
}

/// A question as a visitor typed it, without what a spreadsheet would calculate.
fn wording(typed: &str) -> String {
    let line = tidy_line(typed);
    line.trim_start_matches(crate::facts::FORMULA)
        .trim()
        .to_owned()
}
