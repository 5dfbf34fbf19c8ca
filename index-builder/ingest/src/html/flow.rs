//! Running text: joins inline elements until a block ends the text.

use super::addresses::{has_contact, spelled_out};
use crate::tidy;

/// Running text, not tidied yet.
#[derive(Debug, Default)]
pub(super) struct Flow {
    text: String,
    /// Number of bytes in links that are not white space.
    linked: usize,
    /// Whether one of its links is an answer itself: a telephone number or an email address.
    has_contact: bool,
    /// Number of open links.
    links: usize,
    /// The start of the last link and its contact, if it is a mail address or a telephone number.
    contact: Option<(usize, String)>,
    /// Text alternatives of pictures, which are not part of the running text.
    pictures: Vec<String>,
    /// Number of open code listings, in which every line and space counts.
    listings: usize,
}

/// A completed text.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) text: String,
    /// Whether it consists of links to other pages.
    pub(super) is_link: bool,
}

impl Flow {
    pub(super) fn push(&mut self, text: &str) {
        if self.links > 0 {
            self.linked += dense(text);
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

    /// Separates words at a block within a heading.
    pub(super) fn part_words(&mut self) {
        self.text.push(' ');
    }

    /// Adds the text alternative of a picture.
    pub(super) fn add(&mut self, alternative: String) {
        self.pictures.push(alternative);
    }

    pub(super) fn pictures(&mut self) -> Vec<String> {
        std::mem::take(&mut self.pictures)
    }

    pub(super) fn open_link(&mut self, contact: Option<String>) {
        self.links += 1;
        self.has_contact |= contact.is_some();
        self.contact = contact.map(|contact| (self.text.len(), contact));
    }

    /// Ends a link. A contact in its target is appended unless the link's words contain it.
    pub(super) fn close_link(&mut self) {
        self.links = self.links.saturating_sub(1);
        let Some((start, contact)) = self.contact.take() else {
            return;
        };
        let words = self.text.get(start..).unwrap_or_default();
        let read = spelled_out(words);
        if has_contact(read.as_deref().unwrap_or(words), &contact) {
            return;
        }
        if tidy::has_words(words) {
            let end = self.text.trim_end().len();
            self.text.truncate(end);
            self.text.extend([" (", contact.as_str(), ")"]);
        } else {
            self.text.push_str(&contact);
        }
    }

    pub(super) fn open_listing(&mut self) {
        self.listings += 1;
    }

    pub(super) fn close_listing(&mut self) {
        self.listings = self.listings.saturating_sub(1);
    }

    /// Ends a heading, and returns it on one line.
    pub(super) fn end_heading(&mut self) -> String {
        (self.linked, self.has_contact) = (0, false);
        let text = tidy::line(&self.text);
        self.text.clear();
        text
    }

    /// Ends a text that has letters or digits.
    pub(super) fn end(&mut self) -> Option<Ended> {
        let linked = std::mem::take(&mut self.linked);
        let has_contact = std::mem::take(&mut self.has_contact);
        let is_listing = self.listings > 0;
        let text = if is_listing {
            tidy::code(&self.text)
        } else {
            tidy::lines(&self.text)
        };
        // The buffer is reused for the next text.
        self.text.clear();
        let is_link = !has_contact && is_all_linked(&text, linked);
        tidy::has_words(&text).then_some(Ended { text, is_link })
    }
}

/// Whether at least 95 % of a text are links, apart from a leading number and trailing punctuation:
/// `2.1 Fees.`
fn is_all_linked(text: &str, linked: usize) -> bool {
    let named = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let named = named.trim_end_matches(|c: char| !c.is_alphanumeric());
    !named.is_empty() && linked * 20 >= dense(named) * 19
}

/// Returns the length of a text without its white space.
fn dense(text: &str) -> usize {
    text.split_whitespace().map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::super::addresses::contact;
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
    fn a_text_is_a_link_if_all_of_it_is_linked() {
        let is_link = |before: &str, href: &str, linked: &str, behind: &str| {
            let mut flow = Flow::default();
            flow.push(before);
            flow.open_link(contact(href, true));
            flow.push(linked);
            flow.close_link();
            flow.push(behind);
            flow.end().unwrap().is_link
        };
        assert!(is_link("", "a.html", "Application\n    forms", ""));
        assert!(is_link("2.1 ", "#fees", "Fees", "."));
        assert!(!is_link("", "a.html", "Fees", ": 500 euros a term"));
        assert!(!is_link("Pay the ", "a.html", "fees", ""));
        assert!(!is_link(
            "",
            "tel:+902125551020",
            "0212 555 10 20 Office",
            ""
        ));
        assert!(!is_link("", "mailto:a@b.example", "a@b.example", ""));
    }
}
