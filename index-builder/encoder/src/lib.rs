//! Encoding: the vector of a text by a sentence encoder that a site's owner supplies.
//!
//! An [`Encoder`] is a folder in the format of sentence-transformers, of the BERT family. It embeds
//! the chunks when a site is built, and the sentences from which a site's table is learnt; it never
//! runs in a browser.
//!
//! | file | does |
//! |---|---|
//! | `folder.rs` | the description of the encoder: sizes, pooling, window |
//! | `weights.rs` | its tensors, with their required shapes |
//! | `rows.rs` | a matrix in floats, or in steps of 8 or 4 bits |
//! | `layers.rs` | dense layers, layer norms, GELU, softmax |
//! | `bert.rs` | the transformer |
//! | `pieces.rs` | cuts texts into word pieces |
//! | `vectors.rs` | many texts at once, on all threads, with a cache |
//! | `package/` | encoders installed once on a machine |
//! | `table/` | tables by which browsers encode questions |
//!
//! All numbers are 32-bit floats. Texts of a batch are concatenated without padding, so that other
//! texts of the batch do not change a text's vector. Processors round sums of products differently,
//! so vectors differ in their last bits: bundles with an encoder are reproducible on one machine,
//! not across machines.
//!
//! # Adding an architecture
//! Name it in `folder.rs`, and give it a case in `tests/encoder/`, recorded from the reference
//! implementation by the script there.

mod bert;
mod folder;
mod layers;
pub mod package;
mod pieces;
mod rows;
pub mod table;
#[cfg(test)]
mod tests;
mod vectors;
mod weights;

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Result;

use self::bert::Bert;
use self::folder::Description;
pub use self::folder::Prompts;
use self::package::Manifest;
use self::pieces::Pieces;
pub use self::vectors::Done;
use self::weights::Weights;

/// A sentence encoder.
pub struct Encoder {
    folder: PathBuf,
    description: Description,
    pieces: Pieces,
    bert: Bert,
    fingerprint: [u8; 32],
    /// SHA-256 of the weights file on disk.
    own: [u8; 32],
    languages: Vec<String>,
}

impl Encoder {
    /// Loads a sentence-transformers folder.
    ///
    /// # Errors
    /// If a file is missing or damaged, or the folder has an encoder of another kind; the message
    /// names the file and the requirement.
    pub fn open(folder: &Path) -> Result<Self> {
        let description = Description::read(folder)?;
        let pieces = Pieces::read(folder, &description)?;
        let weights = Weights::read(folder)?;
        let own = weights.fingerprint();
        let manifest = Manifest::read(folder)?;
        let published = manifest.as_ref().map(Manifest::fingerprint).transpose()?;
        let bert = Bert::new(&weights, &description)?;
        Ok(Self {
            folder: folder.to_owned(),
            description,
            pieces,
            bert,
            fingerprint: published.unwrap_or(own),
            own,
            languages: manifest
                .map(|manifest| manifest.languages)
                .unwrap_or_default(),
        })
    }

    /// The encoder's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Numbers in a vector.
    pub fn dimensions(&self) -> usize {
        self.description.sizes.hidden
    }

    /// The maximum number of word pieces of a text, including the pieces that mark its ends.
    pub fn window(&self) -> usize {
        self.description.window
    }

    /// Tags of the languages that the encoder declares; empty if it declares none.
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// SHA-256 of the weights as published, in whatever precision they are stored: vectors of
    /// encoders with different fingerprints are not comparable.
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// The prefixes of questions and passages.
    pub fn prompts(&self) -> &Prompts {
        &self.description.prompts
    }

    /// The word pieces in the tokenizer's spelling, by number.
    pub fn vocabulary(&self) -> Vec<String> {
        self.pieces.vocabulary()
    }

    /// The tokenizer's own description, `tokenizer.json`.
    pub fn tokenizer(&self) -> &serde_json::Value {
        self.pieces.json()
    }

    /// Returns the numbers of a text's word pieces, without the pieces that mark its ends.
    ///
    /// # Errors
    /// If the tokenizer cannot read the text.
    pub fn pieces(&self, text: &str) -> Result<Vec<u32>> {
        self.pieces.of(text)
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("folder", &self.folder)
            .field("description", &self.description)
            .finish_non_exhaustive()
    }
}
