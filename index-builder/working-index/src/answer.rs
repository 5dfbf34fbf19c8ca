//! The answer of a gateway as it is written; `docs/design/gateway.md` describes it.
//!
//! Unknown fields are ignored, since a later gateway may add some.

use serde::Deserialize;

/// The answer to `POST /v1/search`.
#[derive(Debug, Deserialize)]
pub(crate) struct Answer {
    pub(crate) complete: bool,
    pub(crate) languages: Vec<Language>,
    pub(crate) words: Vec<Word>,
    pub(crate) hits: Vec<Hit>,
}

/// Counts of a language of the site.
#[derive(Debug, Deserialize)]
pub(crate) struct Language {
    #[serde(rename = "language")]
    pub(crate) tag: String,
    pub(crate) chunks: u32,
    pub(crate) mean_words: [f64; 3],
}

/// Counts of a word of the question.
#[derive(Debug, Deserialize)]
pub(crate) struct Word {
    #[serde(rename = "word")]
    pub(crate) text: String,
    pub(crate) language: String,
    pub(crate) chunks: [u32; 3],
    #[serde(default)]
    pub(crate) spellings: Vec<Spelling>,
}

/// A word that was searched for in place of another.
#[derive(Debug, Deserialize)]
pub(crate) struct Spelling {
    pub(crate) word: String,
    pub(crate) chunks: [u32; 3],
}

/// A chunk.
#[derive(Debug, Deserialize)]
pub(crate) struct Hit {
    pub(crate) page: String,
    pub(crate) position: u32,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) url: String,
    pub(crate) language: String,
    #[serde(default)]
    pub(crate) importance: f64,
    pub(crate) text: String,
    pub(crate) sections: Vec<Section>,
    #[serde(default)]
    pub(crate) meta: Vec<(String, String)>,
    #[serde(default)]
    pub(crate) questions: Vec<String>,
    #[serde(default)]
    pub(crate) answers: Vec<[u32; 2]>,
    #[serde(default)]
    pub(crate) near_misses: Vec<String>,
    #[serde(default)]
    pub(crate) unquoted: Vec<[u32; 2]>,
    #[serde(default)]
    pub(crate) also: String,
    #[serde(default)]
    pub(crate) group: String,
    #[serde(default)]
    pub(crate) translation: String,
    #[serde(default)]
    pub(crate) newest: String,
    #[serde(default)]
    pub(crate) news: bool,
    #[serde(default)]
    pub(crate) weight: Option<f64>,
}

/// A section of a chunk.
#[derive(Debug, Deserialize)]
pub(crate) struct Section {
    pub(crate) start: u32,
    #[serde(default)]
    pub(crate) headings: Vec<String>,
    #[serde(default)]
    pub(crate) anchor: String,
    #[serde(default)]
    pub(crate) is_answer: bool,
}
