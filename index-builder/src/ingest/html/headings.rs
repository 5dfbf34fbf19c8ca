//! The headings that a text is under, with or without levels of their own, and the answers of
//! questions, which end before the next heading.

use ego_tree::NodeId;
use soru::Block;
use soru::text::has_question_mark;

/// A heading being read.
#[derive(Debug)]
pub(super) struct Heading {
    /// The element whose end is that of the heading.
    pub(super) element: NodeId,
    /// The level that the page states, if it does.
    pub(super) level: Option<u8>,
    pub(super) anchor: Option<String>,
    /// The element that it opens, if it does not head all that follows.
    pub(super) opens: Option<NodeId>,
    /// Whether the page states it as a question, whatever its words.
    pub(super) is_question: bool,
}

/// The headings above the text that is read.
#[derive(Debug, Default)]
pub(super) struct Headings {
    open: Option<Heading>,
    /// Their levels, outermost first.
    levels: Vec<u8>,
    /// Elements that have a heading to themselves, and its level.
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

    /// Gives the heading being read an anchor; returns it if there is no heading.
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

    /// Returns the block of a heading with this text, below which the following text is.
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

    /// A heading without a level of its own is one below the last; none in an answer ends it.
    fn level_of(&self, heading: &Heading) -> u8 {
        let below = |level: u8| (level + 1).min(6);
        let least = self.opened.last().map_or(1, |(_, level)| below(*level));
        let above = self.levels.last().copied().unwrap_or(1);
        heading.level.unwrap_or(below(above)).max(least)
    }

    /// Returns the level of the heading that ends with an element, if it had one to itself.
    pub(super) fn leave(&mut self, element: NodeId) -> Option<u8> {
        let at = self.opened.iter().rposition(|(own, _)| *own == element)?;
        let (_, level) = self.opened[at];
        self.opened.truncate(at);
        self.levels.retain(|above| *above < level);
        Some(level)
    }
}
