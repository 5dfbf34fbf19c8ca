//! The sections of a document: the text under each of its headings.

use crate::document::{Block, Document};

/// A heading with the text under it.
pub(super) struct Section {
    pub(super) heading: Vec<String>,
    pub(super) anchor: String,
    /// The section's text, a line per block.
    pub(super) text: String,
    /// Byte offset in the document's text.
    pub(super) start: usize,
}

/// Returns the sections of a document, in order, including those without text.
pub(super) fn sections(document: &Document) -> Vec<Section> {
    let mut path: Vec<(u8, &str)> = Vec::new();
    let mut sections = vec![Section::new(&[], "", 0, &document.title)];
    let mut anchor = String::new();
    let mut offset = 0;
    for (i, block) in document.blocks.iter().enumerate() {
        match block {
            Block::Heading {
                level,
                text,
                anchor: own,
            } => {
                path.retain(|(above, _)| above < level);
                path.push((*level, text));
                anchor = own.clone().unwrap_or(anchor);
                sections.push(Section::new(
                    &path,
                    &anchor,
                    offset + text.len() + 1,
                    &document.title,
                ));
                let leaf = is_leaf_without_text(&document.blocks[i + 1..], *level);
                if let Some(section) = sections.last_mut().filter(|_| leaf) {
                    section.push(text, offset);
                }
                offset += text.len() + 1;
            }
            Block::Text(text) => {
                if let Some(section) = sections.last_mut() {
                    section.push(text, offset);
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
        Some(Block::Heading { level: next, .. }) => *next <= level,
        Some(Block::Text(_)) => false,
    }
}

impl Section {
    fn new(path: &[(u8, &str)], anchor: &str, start: usize, title: &str) -> Self {
        let heading = path
            .iter()
            .map(|(_, text)| (*text).to_owned())
            .filter(|text| text != title && !text.is_empty())
            .collect();
        Self {
            heading,
            anchor: anchor.to_owned(),
            text: String::new(),
            start,
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

    pub(super) fn is_question(&self) -> bool {
        let heading = self.heading.last();
        heading.is_some_and(|heading| heading.trim_end().ends_with('?'))
    }
}
