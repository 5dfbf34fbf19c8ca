//! Joins short sections into chunks, and cuts long ones.

use std::ops::Range;

use soru::document::Document;
use soru::index::format::Section as Part;
use soru::text::{Language, count_words_up_to};

use super::chunks::Chunk;
use super::runs::runs;
use super::sections::{Section, sections};
use super::tables::{frame, units};
use crate::settings::ChunkingSettings;

/// Sections that are chunked together, mostly one.
pub(super) struct Joined {
    sections: Vec<Part>,
    text: String,
    start: usize,
    /// Words in total, and in the last section; above the limit for joining, counting stops.
    words: usize,
    last_words: usize,
    stands_alone: bool,
    /// Byte ranges in the document's text that are never quoted.
    unquoted: Vec<Range<usize>>,
}

/// Returns the sections of a document that have text, joining those that are too short to be
/// separate.
pub(super) fn join(
    document: &Document,
    language: Language,
    settings: &ChunkingSettings,
) -> Vec<Joined> {
    let mut all: Vec<Joined> = Vec::new();
    let text = document.text();
    // A section longer than this is not joined, so its exact length does not matter.
    let most = settings.joined_words.max(settings.min_words);
    for section in sections(document) {
        if section.text.is_empty() {
            continue;
        }
        let words = count_words_up_to(most, &section.text, language);
        match all.last_mut() {
            Some(last) if last.takes(&section, words, settings) => last.add(section, words, &text),
            _ => all.push(Joined::new(section, words)),
        }
    }
    all
}

impl Joined {
    fn new(section: Section, words: usize) -> Self {
        Self {
            stands_alone: section.stands_alone,
            sections: vec![Part {
                start: 0,
                heading: section.heading,
                anchor: section.anchor,
                is_answer: section.is_answer,
            }],
            text: section.text,
            start: section.start,
            words,
            last_words: words,
            unquoted: section.unquoted,
        }
    }

    fn takes(&self, section: &Section, words: usize, settings: &ChunkingSettings) -> bool {
        words.min(self.last_words) < settings.min_words
            && self.words + words <= settings.joined_words
            && !self.stands_alone
            && !section.stands_alone
            && !section.follows_bare
    }

    /// Adds a section with the text before it, its heading. `text` is the text of the document.
    fn add(&mut self, section: Section, words: usize, text: &str) {
        let end = section.start + section.text.len();
        let start = section.start - self.start;
        let Some(text) = text.get(self.start..end) else {
            return;
        };
        text.clone_into(&mut self.text);
        self.sections.push(Part {
            // The text between two sections is the heading of the later one.
            start: u32::try_from(start).unwrap_or(u32::MAX),
            heading: section.heading,
            anchor: section.anchor,
            is_answer: section.is_answer,
        });
        self.unquoted.extend(section.unquoted);
        self.words += words;
        self.last_words = words;
    }

    /// Adds its chunks.
    pub(super) fn cut(
        &self,
        language: Language,
        settings: &ChunkingSettings,
        out: &mut Vec<Chunk>,
    ) {
        let units = units(&self.text, language, settings.max_words);
        for run in runs(&units, settings) {
            let range = units[run.start].0.start..units[run.end - 1].0.end;
            let (head, foot) = frame(&self.text, &range);
            let before = head.map_or_else(String::new, |head| head + "\n");
            let behind = foot.map_or_else(String::new, |foot| format!("\n{foot}"));
            let start = self.start + range.start - before.len();
            out.push(Chunk {
                sections: self.within(&range, before.len()),
                text: before.clone() + &self.text[range.clone()] + &behind,
                start: u32::try_from(start).unwrap_or(u32::MAX),
                unquoted: self.unquoted_within(&range, before.len()),
                ..Chunk::default()
            });
        }
    }

    /// Returns the parts of a range of the text that are never quoted, relative to the range behind
    /// a text of `before` bytes.
    fn unquoted_within(&self, part: &Range<usize>, before: usize) -> Vec<Range<u32>> {
        let place = |at: usize| at.saturating_sub(self.start).clamp(part.start, part.end);
        let relative =
            |at: usize| u32::try_from(place(at) - part.start + before).unwrap_or(u32::MAX);
        let ranges = self.unquoted.iter();
        let ranges = ranges.map(|range| relative(range.start)..relative(range.end));
        ranges.filter(|range| !range.is_empty()).collect()
    }

    /// Returns the sections that overlap a part of the text, behind a text of `before` bytes.
    fn within(&self, range: &Range<usize>, before: usize) -> Vec<Part> {
        let place = |start: usize| match start.checked_sub(range.start) {
            None | Some(0) => 0,
            Some(behind) => behind + before,
        };
        let starts = self.sections.iter().map(|section| section.start as usize);
        let first = starts
            .clone()
            .take_while(|start| *start <= range.start)
            .count();
        let own = self.sections.iter().zip(starts).enumerate();
        own.filter(|(number, (_, start))| *start < range.end && number + 1 >= first)
            .map(|(_, (section, start))| Part {
                start: u32::try_from(place(start)).unwrap_or(u32::MAX),
                ..section.clone()
            })
            .collect()
    }
}
