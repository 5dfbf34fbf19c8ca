//! The sections of a document: the text under each of its headings.

use std::ops::Range;

use super::asking::Questions;
use crate::document::{Block, Document};
use crate::text::has_question_mark;

/// A heading with the text under it.
pub(super) struct Section {
    pub(super) heading: Vec<String>,
    pub(super) anchor: String,
    /// The section's text, a line per block.
    pub(super) text: String,
    /// Byte offset in the document's text.
    pub(super) start: usize,
    /// Whether it answers the question that its heading is.
    pub(super) is_answer: bool,
    /// Whether it is never joined with another one.
    pub(super) stands_alone: bool,
    /// Byte ranges in the document's text that are never quoted.
    pub(super) unquoted: Vec<Range<usize>>,
}

/// A heading that the blocks read so far are under.
struct Above<'d> {
    level: u8,
    text: &'d str,
    /// The id to link to: its own, or that of the last heading before it with one.
    anchor: &'d str,
    is_question: bool,
    /// Whether that does not depend on its words.
    has_mark: bool,
}

/// Returns the sections of a document, in order, including those without text.
pub(super) fn sections(document: &Document) -> Vec<Section> {
    let questions = Questions::of(&document.lang);
    let mut path: Vec<Above<'_>> = Vec::new();
    let mut sections = vec![Section::new(&[], 0, &document.title)];
    let (mut anchor, mut offset) = ("", 0);
    for (i, block) in document.blocks.iter().enumerate() {
        match block {
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
                let mut section = Section::new(&path, end, &document.title);
                if is_leaf_without_text(&document.blocks[i + 1..], *level) {
                    section.push(text, offset);
                    section.is_answer = false;
                }
                sections.push(section);
                offset = end;
            }
            Block::End(level) => {
                path.retain(|above| above.level < *level);
                sections.push(Section::new(&path, offset, &document.title));
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

/// Returns whether a heading has nothing under it; it is then its own text.
fn is_leaf_without_text(following: &[Block], level: u8) -> bool {
    match following.first() {
        None => true,
        Some(Block::Heading { level: next, .. } | Block::End(next)) => *next <= level,
        Some(Block::Text(_) | Block::Unquoted(_)) => false,
    }
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
            stands_alone: last.is_some_and(|above| above.has_mark && above.text != title),
            unquoted: Vec::new(),
        }
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
