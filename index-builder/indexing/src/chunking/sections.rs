//! Splits a document into sections: the text under each of its headings.
//!
//! Consecutive headings without text between them are a list, and become the lines of the section
//! that contains them: names of people, titles of files. A single heading without text has no
//! section, since there is nothing to show; its words find the page ([`bare_headings`]).

use std::ops::Range;

use soru::document::{Block, Document};
use soru::text::has_question_mark;

use super::asking::Questions;

/// A heading with the text under it.
pub(super) struct Section {
    pub(super) heading: Vec<String>,
    pub(super) anchor: String,
    /// The section's text, one line per block.
    pub(super) text: String,
    /// Byte offset in the document's text.
    pub(super) start: usize,
    /// Whether it answers the question in its heading.
    pub(super) is_answer: bool,
    /// Whether a heading without text is before it.
    pub(super) follows_bare: bool,
    /// Whether it is never joined with another one.
    pub(super) stands_alone: bool,
    /// Byte ranges in the document's text that are never quoted.
    pub(super) unquoted: Vec<Range<usize>>,
}

/// A heading above the blocks read so far.
struct Above<'d> {
    level: u8,
    text: &'d str,
    /// The id to link to: its own, or the id of the last heading before it that has one.
    anchor: &'d str,
    is_question: bool,
    /// Whether that id does not depend on its words.
    has_mark: bool,
}

/// Returns the sections of a document, in order, including those without text.
pub(super) fn sections(document: &Document) -> Vec<Section> {
    let questions = Questions::of(&document.lang);
    let mut path: Vec<Above<'_>> = Vec::new();
    let mut sections = vec![Section::new(&[], 0, &document.title)];
    let (mut anchor, mut offset, mut bare) = ("", 0, false);
    let blocks = blocks(document);
    for (i, block) in blocks.iter().enumerate() {
        match block {
            Block::Weight(_) => {}
            Block::Heading {
                level,
                text,
                anchor: own,
                is_question,
            } => {
                anchor = own.as_deref().unwrap_or(anchor);
                path.retain(|above| above.level < *level);
                path.push(Above {
                    level: *level,
                    text,
                    anchor,
                    is_question: *is_question || questions.has(text),
                    has_mark: *is_question || has_question_mark(text),
                });
                let end = offset + text.len() + 1;
                match kind_of(&blocks, i) {
                    HeadingKind::Section => {
                        let section = Section::new(&path, end, &document.title);
                        sections.push(section.behind(&mut bare));
                    }
                    HeadingKind::Line => {
                        path.pop();
                        let section = Section::new(&path, offset, &document.title);
                        begin(&mut sections, section.behind(&mut bare));
                        if let Some(section) = sections.last_mut() {
                            section.push(text, offset);
                        }
                    }
                    HeadingKind::Bare => bare = true,
                }
                offset = end;
            }
            Block::End(level) => {
                path.retain(|above| above.level < *level);
                let section = Section::new(&path, offset, &document.title);
                begin(&mut sections, section.behind(&mut bare));
            }
            Block::Text(text) | Block::Unquoted(text) => {
                if let Some(section) = sections.last_mut() {
                    section.push(text, offset);
                    if matches!(block, Block::Unquoted(_)) {
                        section.unquoted.push(offset..offset + text.len());
                    }
                }
                offset += text.len() + 1;
            }
        }
    }
    sections
}

/// Begins a section, unless the last one has the same headings and directly precedes it.
fn begin(sections: &mut Vec<Section>, section: Section) {
    let is_continued = |last: &Section| last.heading == section.heading && !section.follows_bare;
    if !sections.last().is_some_and(is_continued) {
        sections.push(section);
    }
}

/// Returns the headings of a document that have nothing under them and are not lines of a list.
pub(crate) fn bare_headings(document: &Document) -> impl Iterator<Item = &str> {
    let blocks = blocks(document);
    let bare = |at: usize| match blocks[at] {
        Block::Heading { text, .. } if kind_of(&blocks, at) == HeadingKind::Bare => Some(text),
        _ => None,
    };
    let bare: Vec<&str> = { 0..blocks.len() }
        .filter_map(bare)
        .map(String::as_str)
        .collect();
    bare.into_iter()
}

/// Returns the blocks of a document without weights, which part nothing.
fn blocks(document: &Document) -> Vec<&Block> {
    let blocks = document.blocks.iter();
    blocks
        .filter(|block| !matches!(block, Block::Weight(_)))
        .collect()
}

/// The role of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeadingKind {
    /// Text or other headings are under it.
    Section,
    /// It has nothing under it, and neither has the heading of its level before or after it.
    Line,
    /// It has nothing under it.
    Bare,
}

fn kind_of(blocks: &[&Block], at: usize) -> HeadingKind {
    let is_end = |block: &&&Block| matches!(block, Block::End(_));
    let Some(level) = leaf(blocks, at) else {
        return HeadingKind::Section;
    };
    let before = blocks[..at].iter().rev().skip_while(is_end).count();
    let before = before
        .checked_sub(1)
        .and_then(|before| leaf(blocks, before));
    let ends = blocks[at + 1..].iter().take_while(is_end).count();
    if [before, leaf(blocks, at + 1 + ends)].contains(&Some(level)) {
        HeadingKind::Line
    } else {
        HeadingKind::Bare
    }
}

/// Returns the level of a heading that has nothing under it.
fn leaf(blocks: &[&Block], at: usize) -> Option<u8> {
    let Some(Block::Heading { level, .. }) = blocks.get(at) else {
        return None;
    };
    let is_leaf = match blocks.get(at + 1) {
        None => true,
        Some(Block::Heading { level: next, .. } | Block::End(next)) => next <= level,
        Some(Block::Text(_) | Block::Unquoted(_) | Block::Weight(_)) => false,
    };
    is_leaf.then_some(*level)
}

impl Section {
    fn new(path: &[Above<'_>], start: usize, title: &str) -> Self {
        let heading = { path.iter() }
            .map(|above| above.text.to_owned())
            .filter(|text| text != title && !text.is_empty())
            .collect();
        let last = path.last();
        Self {
            heading,
            anchor: last.map_or("", |above| above.anchor).to_owned(),
            text: String::new(),
            start,
            is_answer: last.is_some_and(|above| above.is_question && above.text != title),
            follows_bare: false,
            stands_alone: last.is_some_and(|above| above.has_mark && above.text != title),
            unquoted: Vec::new(),
        }
    }

    /// Records whether a heading without text precedes it.
    fn behind(mut self, bare: &mut bool) -> Self {
        self.follows_bare = std::mem::take(bare);
        self
    }

    fn push(&mut self, text: &str, offset: usize) {
        if self.text.is_empty() {
            self.start = offset;
        } else {
            self.text.push('\n');
        }
        self.text.push_str(text);
    }
}
