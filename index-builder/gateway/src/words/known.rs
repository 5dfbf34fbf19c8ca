//! A word as the cluster knows it.

use serde::Serialize;

/// Numbers of chunks whose text has a word, its stem, its prefix.
pub(super) type Chunks = [u64; 3];

/// The facts that the cluster knows of a word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KnownWord {
    /// In the word's language.
    pub(crate) chunks: Chunks,
    /// In all languages of the site.
    pub(crate) of_site: Chunks,
    pub(crate) spellings: Vec<Spelling>,
}

/// Another word for an asked one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Spelling {
    pub(crate) word: String,
    pub(crate) kind: SpellingKind,
    pub(crate) chunks: Chunks,
}

/// The relation of a spelling to the word that was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SpellingKind {
    /// The same letters with their diacritics.
    Diacritics,
    /// A near word of the site, which lacks the asked one.
    Correction,
    /// A near word of the found texts, which is counted and not searched for.
    Form,
}
