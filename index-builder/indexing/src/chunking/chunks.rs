//! Defines chunks, the units that are found.

use std::borrow::Cow;
use std::ops::Range;

use soru::document::USUAL_WEIGHT;
use soru::index::format::Section as Part;
use soru::text::without;

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its sections, in order; at least one.
    pub sections: Vec<Part>,
    /// Its text.
    pub text: String,
    /// Byte offset of its text in the document's text, which has one line per block.
    pub start: u32,
    /// Questions written for its sections.
    pub questions: Vec<String>,
    /// For each question, the byte range of the text that answers it; empty if it is unknown.
    pub extents: Vec<Range<u32>>,
    /// Questions that its sections seem to answer but do not.
    pub near_misses: Vec<String>,
    /// Byte ranges of its text that are never quoted, ascending.
    pub unquoted: Vec<Range<u32>>,
    /// Its weight in hundredths: the mean of its text.
    pub weight: u16,
}

impl Default for Chunk {
    fn default() -> Self {
        Self {
            sections: Vec::new(),
            text: String::new(),
            start: 0,
            questions: Vec::new(),
            extents: Vec::new(),
            near_misses: Vec::new(),
            unquoted: Vec::new(),
            weight: USUAL_WEIGHT,
        }
    }
}

impl Chunk {
    /// Returns its text without the parts that are never quoted.
    pub fn quotable(&self) -> Cow<'_, str> {
        let ranges = self.unquoted.iter();
        let ranges: Vec<_> = ranges
            .map(|range| range.start as usize..range.end as usize)
            .collect();
        without(&self.text, &ranges)
    }

    /// Returns the headings of all its sections, each once.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let mut seen: Vec<&str> = Vec::new();
        let all = self.sections.iter().flat_map(|section| &section.heading);
        all.filter_map(move |heading| {
            let new = !seen.contains(&heading.as_str());
            seen.push(heading);
            new.then_some(heading.as_str())
        })
    }
}
