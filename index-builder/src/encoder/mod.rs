//! Encoding: a vector for a text, by a sentence encoder that a site's owner brings along.
//!
//! An [`Encoder`] is a folder as sentence-transformers writes it, of the BERT family. It runs when a
//! site is built, over its chunks, and when a query table is distilled from it
//! ([`crate::distillation`]); never in a browser. What is done with the vectors is the business of
//! [`crate::embedding`].
//!
//! | file | does |
//! |---|---|
//! | `folder.rs` | what the folder says of the encoder: sizes, pooling, window |
//! | `weights.rs` | its tensors, with the shapes that they must have |
//! | `rows.rs` | a matrix in floats, or in steps of 8 or 4 bits |
//! | `layers.rs` | dense layers, layer norms, GELU, softmax |
//! | `bert.rs` | the transformer |
//! | `pieces.rs` | texts to word pieces |
//! | `vectors.rs` | many texts at once, on all threads, with a cache |
//!
//! Everything is 32-bit floats. Texts of a batch stand one behind the other, without padding, so that
//! what a text is embedded with does not change its vector. Processors differ in how they round sums
//! of products, and so do vectors in their last bits: bundles with an encoder are the same bytes on
//! one machine, not on all.
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
    /// SHA-256 of the file of weights as it is.
    own: [u8; 32],
    languages: Vec<String>,
}

impl Encoder {
    /// Loads a sentence-transformers folder.
    ///
    /// # Errors
    /// If a file is missing or damaged, or the folder holds an encoder of another kind; the message
    /// says which file, and what is needed.
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

    /// The folder it came from.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Numbers in a vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.description.sizes.hidden
    }

    /// The most word pieces that it reads of a text, those that mark its ends among them.
    #[must_use]
    pub fn window(&self) -> usize {
        self.description.window
    }

    /// Tags of the languages that it says it is for; empty if it does not say.
    #[must_use]
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// SHA-256 of the weights as they were published, whatever they are kept in: vectors of encoders with
    /// different fingerprints cannot be compared.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// What the encoder wants in front of questions and passages.
    #[must_use]
    pub fn prompts(&self) -> &Prompts {
        &self.description.prompts
    }

    /// The word pieces, in the tokenizer's spelling and by their numbers.
    #[must_use]
    pub fn vocabulary(&self) -> Vec<String> {
        self.pieces.vocabulary()
    }

    /// The tokenizer's own description, `tokenizer.json`.
    #[must_use]
    pub fn tokenizer(&self) -> &serde_json::Value {
        self.pieces.json()
    }

    /// The numbers of a text's word pieces, without those that mark its ends.
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
