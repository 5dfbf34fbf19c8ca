//! Lists: items keep a mark, so that a list can be quoted as one.
//!
//! An item begins with `• `, or `→ ` where the page counts its items. Neither sign is a word, so that
//! nothing is found by it; a number would be. What of an item stands apart, such as a second paragraph or
//! a listing, has no mark.

/// The lists that are open.
#[derive(Debug, Default)]
pub(super) struct Lists {
    marks: Vec<&'static str>,
    /// Of the item that was opened, until it says something.
    pending: Option<&'static str>,
}

impl Lists {
    /// A list begins: `ol`, or any other.
    pub(super) fn open(&mut self, name: &str) {
        self.marks.push(if name == "ol" { "→ " } else { "• " });
    }

    pub(super) fn close(&mut self) {
        self.marks.pop();
        self.pending = None;
    }

    pub(super) fn open_item(&mut self) {
        self.pending = self.marks.last().copied();
    }

    pub(super) fn close_item(&mut self) {
        self.pending = None;
    }

    /// The text that stands next, with its mark if it is the first of an item.
    pub(super) fn marked(&mut self, text: String) -> String {
        match self.pending.take() {
            Some(mark) if !text.contains('\n') => format!("{mark}{text}"),
            _ => text,
        }
    }
}
