//! Running text: what inline elements flow together to, until a block ends it.

use crate::ingest::tidy;

/// A prose text shorter than this may well stand on many pages ("Note", "Example").
const SHORTEST_REPEAT: usize = 20;

/// Running text, not yet tidied.
#[derive(Debug, Default)]
pub(super) struct Flow {
    text: String,
    /// How much of it stands in links.
    linked: usize,
    /// Links that are open.
    links: usize,
    /// Listings that are open: there, every line and space counts.
    listings: usize,
}

/// A text that came to its end.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) text: String,
    /// Whether a template may have put it there: prose, or links alone.
    pub(super) repeatable: bool,
}

impl Flow {
    pub(super) fn push(&mut self, text: &str) {
        if self.links > 0 {
            self.linked += text.trim().len();
        }
        if self.listings > 0 {
            self.text.push_str(text);
        } else {
            for (number, line) in text.split('\n').enumerate() {
                if number > 0 {
                    self.text.push(' ');
                }
                self.text.push_str(line);
            }
        }
    }

    pub(super) fn break_line(&mut self) {
        self.text.push('\n');
    }

    /// A block within a heading parts its words and nothing more.
    pub(super) fn part_words(&mut self) {
        self.text.push(' ');
    }

    pub(super) fn open_link(&mut self) {
        self.links += 1;
    }

    pub(super) fn close_link(&mut self) {
        self.links = self.links.saturating_sub(1);
    }

    pub(super) fn open_listing(&mut self) {
        self.listings += 1;
    }

    pub(super) fn close_listing(&mut self) {
        self.listings = self.listings.saturating_sub(1);
    }

    /// Ends a heading: all on one line.
    pub(super) fn end_heading(&mut self) -> String {
        self.linked = 0;
        let text = tidy::line(&self.text);
        self.text.clear();
        text
    }

    /// Ends a text, if it says anything.
    pub(super) fn end(&mut self) -> Option<Ended> {
        let linked = std::mem::take(&mut self.linked);
        let is_listing = self.listings > 0;
        let text = if is_listing {
            tidy::code(&self.text)
        } else {
            tidy::lines(&self.text)
        };
        // Its room is kept for the next text.
        self.text.clear();
        let is_link = linked * 10 >= text.len() * 8;
        let repeatable = !is_listing && (text.len() >= SHORTEST_REPEAT || is_link);
        tidy::has_words(&text).then_some(Ended { text, repeatable })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_count_in_listings_only() {
        let mut flow = Flow::default();
        flow.push("one\n  two");
        flow.break_line();
        flow.push(" three");
        assert_eq!(flow.end().unwrap().text, "one two\nthree");
        flow.open_listing();
        flow.push("a\n  b");
        assert_eq!(flow.end().unwrap().text, "a\n  b");
    }

    #[test]
    fn short_texts_repeat_only_as_links() {
        let mut flow = Flow::default();
        flow.push("Example");
        assert!(!flow.end().unwrap().repeatable);
        flow.open_link();
        flow.push("Home");
        flow.close_link();
        assert!(flow.end().unwrap().repeatable);
        flow.push(" – ");
        assert!(flow.end().is_none());
    }
}
