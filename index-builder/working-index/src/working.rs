//! Makes a working index.

use soru::index::format::{MANIFEST_NAME, Manifest, Pack};
use soru::settings::Value;
use soru_indexing::index_found;

use crate::answer::Answer;
use crate::counts::counts;
use crate::found::found;
use crate::unreadable::Unreadable;

/// The longest answer that is read, in bytes. Answers have some 100 KB.
const LONGEST: usize = 4 << 20;

/// The sections of a site that a working index has as well: facts, and words of its languages.
const KEPT: [&str; 2] = ["facts", "words"];

/// The settings of a site, and the sections that do not depend on a question.
#[derive(Debug, Clone)]
pub struct Basis {
    configuration: Value,
    kept: Vec<(String, Vec<u8>)>,
    gateway: String,
}

/// An index of found chunks: a bundle of one data file.
#[derive(Debug, Clone)]
pub struct WorkingIndex {
    /// The bytes of its manifest.
    pub manifest: Vec<u8>,
    /// The name of its data file.
    pub file: String,
    /// The inflated content of the file.
    pub content: Vec<u8>,
}

impl Basis {
    /// Reads the manifest of a site's bundle, and the inflated content of the data file that every
    /// question needs.
    ///
    /// # Errors
    /// The errors of [`Manifest::read`], and [`soru::Error::Corrupt`] for a damaged data file.
    pub fn read(manifest: &[u8], content: &[u8]) -> soru::Result<Self> {
        let mut basis = Self {
            configuration: Manifest::read(manifest)?.configuration,
            kept: Vec::new(),
            gateway: String::new(),
        };
        for (name, bytes) in Pack::read("core", content)?.into_sections() {
            if KEPT.contains(&name.as_str()) {
                basis.kept.push((name, bytes));
            } else if name == "gateway" {
                basis.gateway = String::from_utf8(bytes).unwrap_or_default();
            }
        }
        Ok(basis)
    }

    /// Returns the address of the site's gateway; empty if the bundle names none.
    #[must_use]
    pub fn gateway(&self) -> &str {
        &self.gateway
    }

    /// Makes the index of a gateway's answer, as it was received.
    ///
    /// # Errors
    /// If the answer is not what the contract says.
    pub fn index(&self, answer: &[u8]) -> Result<WorkingIndex, Unreadable> {
        if answer.len() > LONGEST {
            return Err(Unreadable::new("it is too long"));
        }
        let answer: Answer = serde_json::from_slice(answer).map_err(Unreadable::new)?;
        let configuration = self.configuration(answer.complete);
        let counts = counts(&answer)?;
        let built = index_found(
            found(answer.hits)?,
            &counts,
            self.kept.clone(),
            configuration,
        )?;
        let mut files = built.into_files(&|bytes| Ok(bytes.to_vec()))?.into_iter();
        let mut index = WorkingIndex {
            manifest: Vec::new(),
            file: String::new(),
            content: Vec::new(),
        };
        for (name, bytes) in &mut files {
            if name == MANIFEST_NAME {
                index.manifest = bytes;
            } else {
                (index.file, index.content) = (name, bytes);
            }
        }
        Ok(index)
    }

    /// Returns the site's settings with those of a working index. Nothing is asserted if a part of
    /// the cluster did not answer.
    fn configuration(&self, is_complete: bool) -> Value {
        let mut configuration = self.configuration.clone();
        set(&mut configuration, "retrieval", "retriever", "bm25".into());
        // All lists are there, so none is left out.
        set(&mut configuration, "retrieval", "pruning", 0.0.into());
        if !is_complete {
            set(&mut configuration, "answer", "min_confidence", 1.0.into());
        }
        configuration
    }
}

/// Sets a key in a section.
fn set(configuration: &mut Value, section: &str, key: &str, value: Value) {
    let section = entry(configuration, section, Value::default());
    if let Some(own) = section.and_then(|section| entry(section, key, Value::Null)) {
        *own = value;
    }
}

/// Returns the value of a key in a table, which gets the key if it lacks it.
fn entry<'v>(table: &'v mut Value, key: &str, value: Value) -> Option<&'v mut Value> {
    let Value::Map(entries) = table else {
        return None;
    };
    let at = entries.iter().position(|(known, _)| known == key);
    let at = at.unwrap_or_else(|| {
        entries.push((key.to_owned(), value));
        entries.len() - 1
    });
    Some(&mut entries[at].1)
}
