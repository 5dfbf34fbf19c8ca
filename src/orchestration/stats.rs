//! Statistics of a bundle, for pages and reports.

use serde::Serialize;

use super::{Configuration, Suggestion};
use crate::index::format::FileEntry;
use crate::ordered::Map;
use crate::settings::Value;

/// Statistics of a bundle, for pages and reports.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// The site's name.
    pub title: String,
    /// The site's address, empty if results have relative addresses.
    pub site_url: String,
    /// The site's languages, the default first.
    pub languages: Vec<String>,
    /// Pages.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// Distinct words.
    pub terms: u64,
    /// Words of text by language.
    pub words: Map<u64>,
    /// Facts.
    pub facts: u64,
    /// Changes whenever anything in the bundle changes.
    pub build_id: String,
    /// Version of the engine that wrote the bundle.
    pub generator: String,
    /// Version of the bundle's format.
    pub format_version: u32,
    /// The data files: those of the manifest, and those of the loaded directories.
    pub files: Vec<StatsFile>,
    /// Texts that replace the element's own.
    pub texts: Map<Map<String>>,
    /// The site's sample questions.
    pub suggestions: Vec<StatsSuggestion>,
    /// Address where visitors can ask a person.
    pub contact_url: String,
    /// The site's settings of language models, as written.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub generation: Value,
}

/// A data file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatsFile {
    /// File name.
    pub name: String,
    /// Size as stored, in bytes.
    pub size: u64,
    /// Sections inside.
    pub sections: Vec<String>,
}

/// A question of the empty box.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatsSuggestion {
    /// The language in which it is shown; empty for all.
    pub lang: String,
    /// The question.
    pub question: String,
    /// The last day on which its answer is current, ISO 8601; empty if there is no such day.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub valid_until: String,
}

/// Returns the site's sample questions.
pub fn suggested(configuration: &Configuration) -> Vec<StatsSuggestion> {
    let own = configuration.suggestions.iter();
    own.map(StatsSuggestion::new).collect()
}

impl StatsFile {
    pub(super) fn new(entry: FileEntry) -> Self {
        Self {
            name: entry.name,
            size: entry.size,
            sections: entry.sections,
        }
    }
}

impl StatsSuggestion {
    fn new(suggestion: &Suggestion) -> Self {
        Self {
            lang: suggestion.lang.clone(),
            question: suggestion.question.clone(),
            valid_until: String::new(),
        }
    }
}
