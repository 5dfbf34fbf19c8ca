//! `expected.jsonl`: the texts to be read in each document.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

/// A document's expectations: phrases that its text must and must not have.
#[derive(Debug, Deserialize)]
pub(crate) struct Expected {
    pub(crate) file: String,
    /// `text`, or the reason why it is not read: `partial`, `no-text`, `password`, `broken`,
    /// `unsupported`.
    pub(crate) expect: String,
    /// Its language.
    #[serde(default)]
    pub(crate) lang: String,
    #[serde(default)]
    pub(crate) must: Vec<Phrase>,
    #[serde(default)]
    pub(crate) must_not: Vec<String>,
    #[serde(default)]
    pub(crate) questions: Vec<Question>,
}

/// A phrase that must be read.
#[derive(Debug, Deserialize)]
pub(crate) struct Phrase {
    pub(crate) text: String,
}

/// A question, and the page that answers it.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    pub(crate) q: String,
    pub(crate) page: Option<u32>,
}

pub(crate) fn read(folder: &Path) -> anyhow::Result<Vec<Expected>> {
    let file = folder.join("expected.jsonl");
    let place = || file.display().to_string();
    let text = std::fs::read_to_string(&file).with_context(place)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let parsed = lines.map(|line| serde_json::from_str(line).with_context(place));
    parsed.collect()
}
