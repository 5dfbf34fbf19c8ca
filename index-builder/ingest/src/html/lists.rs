//! Lists: marks items, so that a list can be quoted as one.
//!
//! An item begins with `• `, or `→ ` if the page numbers its items, or `↗ ` if it consists of a
//! link in a list of links. These signs are not words, so no question finds them; numbers would be
//! words. Other blocks of an item, such as a second paragraph or a listing, have no mark.

use soru::Block;

use crate::page::Piece;

const ITEM: &str = "• ";
const STEP: &str = "→ ";
const LINK: &str = "↗ ";

/// Signs that authors write before an item themselves.
const OWN: [char; 7] = ['•', '·', '●', '◦', '▪', '‣', '○'];

impl Piece {
    /// Gives an item the mark of links.
    pub(super) fn mark_as_link(&mut self) {
        if let Self::Content(Block::Text(text)) = self {
            let bare = text.strip_prefix(ITEM).or_else(|| text.strip_prefix(STEP));
            *text = format!("{LINK}{}", bare.unwrap_or(text));
        }
    }
}

/// The open lists.
#[derive(Debug, Default)]
pub(super) struct Lists {
    marks: Vec<&'static str>,
    /// The mark of the open item, until its first text.
    pending: Option<&'static str>,
    /// Number of items of the outermost list that have text.
    items: usize,
    /// Numbers of the pieces that are such items and consist of a link.
    links: Vec<usize>,
}

impl Lists {
    /// Opens a list: `ol`, or any other.
    pub(super) fn open(&mut self, name: &str) {
        self.marks.push(if name == "ol" { STEP } else { ITEM });
    }

    /// Closes a list. For an outermost list, returns the pieces that get the mark of links.
    pub(super) fn close(&mut self) -> Vec<usize> {
        self.marks.pop();
        self.pending = None;
        if !self.marks.is_empty() {
            return Vec::new();
        }
        let items = std::mem::take(&mut self.items);
        let links = std::mem::take(&mut self.links);
        // One or two items of an ordinary list may link to a form, so such a list is not a list of
        // links.
        if links.len() > 1 && links.len() * 2 >= items {
            links
        } else {
            Vec::new()
        }
    }

    pub(super) fn open_item(&mut self) {
        self.pending = self.marks.last().copied();
    }

    pub(super) fn close_item(&mut self) {
        self.pending = None;
    }

    /// Returns the next text, as piece `number`, with its mark if it is the first text of an item.
    pub(super) fn marked(&mut self, text: String, is_link: bool, number: usize) -> String {
        match self.pending.take() {
            Some(mark) if !text.contains('\n') => {
                self.items += 1;
                if is_link {
                    self.links.push(number);
                }
                let bare = text.trim_start_matches(OWN).trim_start();
                format!("{mark}{bare}")
            }
            _ => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_one_mark() {
        let mut lists = Lists::default();
        lists.open("ul");
        for written in ["Loom", "• Loom", "·Loom"] {
            lists.open_item();
            assert_eq!(lists.marked(written.into(), false, 0), "• Loom");
        }
    }
}
