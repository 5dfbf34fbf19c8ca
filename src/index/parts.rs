//! Parts of the index reader that an engine for few questions does not need.

use super::section_cache::{EXCERPTS, Excerpts};

/// The parts of an index.
#[derive(Debug, Clone, Copy)]
pub struct IndexParts {
    /// Whether the file with all texts, if there is one, is needed first. Further questions will
    /// need most of it; for a few, texts are requested one by one through the directories.
    pub(super) all_texts: bool,
    /// Keeps the passages that were read when their shard is evicted; if absent, they are evicted
    /// too.
    pub(super) excerpts: Option<&'static Excerpts>,
}

impl IndexParts {
    /// All parts.
    pub const ALL: Self = Self {
        all_texts: true,
        excerpts: Some(EXCERPTS),
    };

    /// The parts for a few questions.
    pub const ESSENTIAL: Self = Self {
        all_texts: false,
        excerpts: None,
    };
}
