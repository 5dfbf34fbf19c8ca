//! Cuts a document into the sections for which questions are written, with the engine.
//!
//! A section is the text under a heading. A long one is split: a model writes better questions
//! about a few paragraphs than about several pages, and a question then leads to the right ones.

use std::ops::Range;

use soru::Document;
use soru::index::format::{hex, sha256};
use soru_indexing::{ChunkingSettings, chunk};

/// The length of a hash in bytes.
const HASH_BYTES: usize = 8;

/// The number of characters that distinguish a section from others under the same heading.
const STARTS: usize = 80;

/// A section, or a part of a long one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The headings above it, below the page's title.
    pub heading: Vec<String>,
    /// The id of the nearest heading that has one, for links; empty if none has.
    pub anchor: String,
    /// Its text, a line for each paragraph.
    pub text: String,
    /// Its range in the document's text.
    pub range: Range<usize>,
    /// Whether it is one of several under the same headings.
    pub is_part: bool,
}

impl Section {
    /// Returns the first 16 hexadecimal digits of the SHA-256 of its text.
    pub fn hash(&self) -> String {
        hash(&self.text)
    }

    /// Returns its first characters.
    pub fn starts(&self) -> String {
        let start: String = self.text.chars().take(STARTS).collect();
        start.replace('\n', " ").trim_end().to_owned()
    }
}

pub(super) fn hash(text: &str) -> String {
    hex(&sha256(text.as_bytes())[..HASH_BYTES])
}

/// Returns the sections of a document in order; sections of more than `max_words` words are split.
pub fn sections(document: &Document, max_words: usize) -> Vec<Section> {
    let settings = ChunkingSettings {
        max_words,
        overlap_words: 0,
        min_words: 0,
        ..ChunkingSettings::default()
    };
    let text = document.text();
    let mut sections: Vec<Section> = chunk(document, &settings)
        .into_iter()
        .filter_map(|chunk| {
            let start = chunk.start as usize;
            let range = start..start + chunk.text.len();
            // A page without text has a chunk with its description, which is not in its text.
            let is_there = text.get(range.clone()) == Some(chunk.text.as_str());
            let quotable = chunk.quotable().into_owned();
            (is_there && !quotable.is_empty()).then(|| {
                let own = chunk.sections.into_iter().next().unwrap_or_default();
                Section {
                    heading: own.heading,
                    anchor: own.anchor,
                    text: quotable,
                    range,
                    is_part: false,
                }
            })
        })
        .collect();
    mark_parts(&mut sections);
    sections
}

/// Marks sections under the same headings: parts of one section, or sections with identical
/// headings.
fn mark_parts(sections: &mut [Section]) {
    let headings: Vec<Vec<String>> = sections.iter().map(|s| s.heading.clone()).collect();
    let mut sorted: Vec<&Vec<String>> = headings.iter().collect();
    sorted.sort();
    for section in sections {
        let first = sorted.partition_point(|heading| **heading < section.heading);
        section.is_part = sorted
            .get(first + 1)
            .is_some_and(|next| **next == section.heading);
    }
}
