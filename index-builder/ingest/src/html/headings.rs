//! Tracks the headings above a text, with or without levels, and answers to questions, which end
//! before the next heading.

use ego_tree::NodeId;
use soru::Block;
use soru::text::has_question_mark;

/// A heading being read.
#[derive(Debug)]
pub(super) struct Heading {
    /// The element that ends with the heading.
    pub(super) element: NodeId,
    /// The level, if the page states it.
    pub(super) level: Option<u8>,
    pub(super) anchor: Option<String>,
    /// The element that it opens, if it is not a heading of everything that follows.
    pub(super) opens: Option<NodeId>,
    /// Whether the page marks it as a question.
    pub(super) is_question: bool,
}

/// The headings above the current text.
#[derive(Debug, Default)]
pub(super) struct Headings {
    open: Option<Heading>,
    /// Their levels, outermost first.
    levels: Vec<u8>,
    /// Elements with a heading of their own, and its level.
    opened: Vec<(NodeId, u8)>,
}

impl Headings {
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether an element is the heading being read.
    pub(super) fn is_at(&self, element: NodeId) -> bool {
        self.open.as_ref().is_some_and(|own| own.element == element)
    }

    pub(super) fn begin(&mut self, heading: Heading) {
        self.open = Some(heading);
    }

    /// Gives the current heading an anchor, or returns the anchor if there is no heading.
    pub(super) fn take_anchor(&mut self, id: String) -> Option<String> {
        match &mut self.open {
            Some(heading) => {
                heading.anchor.get_or_insert(id);
                None
            }
            None => Some(id),
        }
    }

    pub(super) fn end(&mut self) -> Option<Heading> {
        self.open.take()
    }

    /// Returns the block of a heading with this text. The following text is below it.
    pub(super) fn enter(&mut self, heading: Heading, text: String) -> Block {
        let level = self.level_of(&heading);
        self.levels.retain(|above| *above < level);
        self.levels.push(level);
        if let Some(panel) = heading.opens {
            self.opened.push((panel, level));
        }
        Block::Heading {
            level,
            is_question: heading.is_question || has_question_mark(&text),
            text,
            anchor: heading.anchor,
        }
    }

    /// Returns the level of a heading. Without a stated level, it is one below the last heading; a
    /// heading in an answer never ends the answer.
    fn level_of(&self, heading: &Heading) -> u8 {
        let below = |level: u8| (level + 1).min(6);
        let least = self.opened.last().map_or(1, |(_, level)| below(*level));
        let above = self.levels.last().copied().unwrap_or(1);
        heading.level.unwrap_or(below(above)).max(least)
    }

    /// Returns the level of the heading that ends with an element, if the heading belonged to this
    /// element only.
    pub(super) fn leave(&mut self, element: NodeId) -> Option<u8> {
        let at = self.opened.iter().rposition(|(own, _)| *own == element)?;
        let (_, level) = self.opened[at];
        self.opened.truncate(at);
        self.levels.retain(|above| *above < level);
        Some(level)
    }
}
