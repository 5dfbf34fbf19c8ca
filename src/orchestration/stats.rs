//! Statistics of a bundle, for pages and reports.

use serde::Serialize;

use super::{Configuration, SiteSettings, Suggestion};
use crate::fact::Fact;
use crate::index::format::FileEntry;
use crate::ordered::Map;

/// Maximum number of suggested questions of facts: the search box compares each at every keystroke.
const MOST_SUGGESTED: usize = 200;

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
    /// Suggested questions: the site's own, then those of the facts, once the index is open.
    pub suggestions: Vec<StatsSuggestion>,
    /// Address where visitors can ask a person.
    pub contact_url: String,
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

/// A question that can be suggested.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatsSuggestion {
    /// The language in which it is shown; empty for all.
    pub lang: String,
    /// The question.
    pub question: String,
    /// For a fact only: the last day on which it is valid, ISO 8601, empty if there is no such day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<String>,
}

/// Returns the suggested questions: the site's own, then those of its facts.
#[must_use]
pub fn suggested(configuration: &Configuration, facts: &[Fact]) -> Vec<StatsSuggestion> {
    let own = configuration.suggestions.iter();
    let mut all: Vec<StatsSuggestion> = own.map(StatsSuggestion::new).collect();
    let facts = facts.iter().take(MOST_SUGGESTED);
    all.extend(facts.map(|fact| StatsSuggestion::of_fact(fact, &configuration.site)));
    all
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
            valid_until: None,
        }
    }

    fn of_fact(fact: &Fact, site: &SiteSettings) -> Self {
        let lang = if fact.lang.is_empty() {
            site.languages.first()
        } else {
            Some(&fact.lang)
        };
        Self {
            lang: lang.cloned().unwrap_or_default(),
            question: fact.question.clone(),
            valid_until: Some(fact.valid_until.clone()),
        }
    }
}
