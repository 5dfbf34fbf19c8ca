//! The document of an index that describes the site as a whole. It is swapped with the index.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::json;
use soru::Attempt;
use soru::index::Index;
use soru_files::bundle::Bundle;

use crate::document::{Document, hash};

/// The id of the document. Ids of chunks are hashes.
pub const SITE: &str = "site";

/// The maximum number of keys of metadata by which visitors can filter.
const MOST_KEYS: usize = 256;

/// The site at the last push.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SiteDescription {
    /// The name of the index.
    pub index: String,
    /// Number of chunks.
    pub chunks: u64,
    /// Its languages, the default one first.
    pub languages: Vec<LanguageDescription>,
    /// Keys of the pages' metadata, sorted.
    pub filters: Vec<String>,
}

/// A language of the site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LanguageDescription {
    /// Its tag.
    pub language: String,
    /// Number of chunks.
    pub chunks: u64,
    /// Mean lengths of body, headings and title in words.
    pub mean_words: [f64; 3],
}

/// Returns the document of a bundle for an index.
pub(crate) fn document(bundle: &Bundle, index: &str) -> anyhow::Result<Document> {
    let mut site = bundle.look_up(describe)?;
    index.clone_into(&mut site.index);
    let text = serde_json::to_string(&site)?;
    let digest = hash(&[text.as_bytes()]);
    Ok(Document {
        id: SITE.to_owned(),
        json: json!({"id": SITE, "site": text, "digest": digest}).to_string(),
        digest,
    })
}

fn describe(index: &Index) -> Attempt<SiteDescription> {
    let languages = index.languages().iter();
    let keys = index.metadata()?.iter();
    let keys: BTreeSet<&str> = keys
        .flat_map(|page| page.iter().map(|(key, _)| key.as_ref()))
        .collect();
    Ok(SiteDescription {
        index: String::new(),
        chunks: index.chunks().len() as u64,
        languages: languages
            .map(|own| LanguageDescription {
                language: own.tag.clone(),
                chunks: own.chunks.into(),
                mean_words: own.mean_words,
            })
            .collect(),
        filters: keys
            .into_iter()
            .take(MOST_KEYS)
            .map(str::to_owned)
            .collect(),
    })
}
