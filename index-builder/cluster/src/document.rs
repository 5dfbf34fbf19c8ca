//! A chunk as a document of both engines.

use std::fmt::Write as _;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use sha2::{Digest, Sha256};

use crate::details::Details;
use crate::terms::ChunkTerms;
use crate::weights::{FIELDS, FOLDS, FORMS, name};

/// The bytes of a hash that are kept: documents are compared with their own former versions.
const HASH_BYTES: usize = 16;

/// A key and value of metadata in the filters is not indexed if it is longer: engines refuse terms
/// of 32 KB.
const LONGEST_FILTER: usize = 1024;

/// The properties of a chunk.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Chunk {
    pub(crate) id: String,
    pub(crate) page: String,
    pub(crate) position: u32,
    pub(crate) title: String,
    pub(crate) headings: Vec<String>,
    pub(crate) text: String,
    pub(crate) url: String,
    pub(crate) lang: String,
    /// `key=value`, as shown.
    pub(crate) meta: Vec<String>,
    /// `key=value`, as filtered by.
    pub(crate) filters: Vec<String>,
    pub(crate) importance: f64,
    pub(crate) questions: Vec<String>,
    /// JSON within JSON: the engines keep it as a text.
    #[serde(serialize_with = "as_text")]
    pub(crate) details: Details,
    #[serde(flatten)]
    pub(crate) terms: Terms,
}

fn as_text<S: Serializer>(details: &Details, serializer: S) -> Result<S::Ok, S::Error> {
    let text = serde_json::to_string(details).map_err(serde::ser::Error::custom)?;
    serializer.serialize_str(&text)
}

/// The terms of a chunk, each field under its name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms(pub(crate) ChunkTerms);

impl Serialize for Terms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !self.0.folds.is_empty() {
            map.serialize_entry(FOLDS, &self.0.folds)?;
        }
        for (field, texts) in FIELDS.iter().zip(&self.0.fields) {
            for (form, text) in FORMS.iter().zip(texts) {
                if !text.is_empty() {
                    map.serialize_entry(&name(*field, *form), text)?;
                }
            }
        }
        map.end()
    }
}

/// A document ready to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) id: String,
    /// The hash of the content.
    pub(crate) digest: String,
    /// The content with the hash, as a JSON object.
    pub(crate) json: String,
}

impl Document {
    pub(crate) fn new(chunk: &Chunk) -> anyhow::Result<Self> {
        let mut json = serde_json::to_string(chunk)?;
        let digest = hash(&[json.as_bytes()]);
        json.pop();
        let _ = write!(json, ",\"digest\":\"{digest}\"}}");
        Ok(Self {
            id: chunk.id.clone(),
            digest,
            json,
        })
    }
}

/// Returns the id of a chunk, which stays as long as its page has as many chunks before it.
pub(crate) fn id(page: &str, position: u32) -> String {
    hash(&[page.as_bytes(), &position.to_be_bytes()])
}

/// Returns the filters of metadata. A value that is a list (`a, b`) matches by each of its parts.
pub(crate) fn filters(key: &str, value: &str) -> impl Iterator<Item = String> {
    let whole = std::iter::once(value);
    let parts = value.split(',').map(str::trim);
    let parts = parts.filter(move |part| *part != value && !part.is_empty());
    whole
        .chain(parts)
        .map(move |value| format!("{key}={value}"))
        .filter(|filter| filter.len() <= LONGEST_FILTER)
}

/// Returns the hash of texts in hexadecimal digits.
pub(crate) fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let mut digits = String::new();
    for byte in &hasher.finalize()[..HASH_BYTES] {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_property_changes_the_digest_and_not_the_id() {
        let chunk = Chunk {
            id: id("fees.html", 2),
            page: "fees.html".into(),
            ..Chunk::default()
        };
        let one = Document::new(&chunk).unwrap();
        let other = Document::new(&Chunk {
            importance: 0.5,
            ..chunk
        })
        .unwrap();
        assert_eq!(one.id, other.id);
        assert_ne!(one.digest, other.digest);
        let json: serde_json::Value = serde_json::from_str(&one.json).unwrap();
        assert_eq!(json["digest"], one.digest.as_str());
    }

    #[test]
    fn ids_of_different_chunks_differ() {
        assert_ne!(id("a", 1), id("a", 2));
        assert_ne!(id("a", 1), id("b", 1));
    }

    #[test]
    fn a_list_of_metadata_is_filtered_by_each_part() {
        let own: Vec<String> = filters("section", "Fees, Housing").collect();
        assert_eq!(
            own,
            ["section=Fees, Housing", "section=Fees", "section=Housing"]
        );
        assert_eq!(filters("a", "b").count(), 1);
        assert_eq!(filters("a", &"x".repeat(2000)).count(), 0);
    }
}
