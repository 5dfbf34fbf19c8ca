//! A sketch of a page: its title and a number for each of its texts.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::scan::{Event, Text, scan};

/// A text with fewer words says little, such as a date or a label.
pub(super) const FEW_WORDS: u16 = 4;

/// The maximum number of texts of a page that a sketch keeps.
const MOST_TEXTS: usize = 3_000;

/// The data of a page that the search for copies keeps.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    /// Numbers of the first main heading and of `<title>`; 0 if absent.
    pub(super) heading: u64,
    pub(super) window: u64,
    /// Its texts that are not links, each once, in ascending order of their numbers.
    pub(super) texts: Vec<TextMark>,
    /// Number of words of its texts, and number of words of the texts that follow a heading or line
    /// that is a link.
    pub(super) words: u32,
    pub(super) listed_words: u32,
    /// Its canonical address, as written.
    pub(super) canonical: Option<Box<str>>,
    /// Whether it is to be indexed.
    pub(super) is_page: bool,
}

/// A text of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextMark {
    pub(super) number: u64,
    pub(super) words: u16,
    pub(super) has_digit: bool,
}

impl TextMark {
    /// Whether two pages that differ in this text say different things.
    pub(super) fn is_telling(self) -> bool {
        self.words >= FEW_WORDS || self.has_digit
    }
}

impl Sketch {
    /// Sketches a page. The name of the version in the page's path is removed from its texts,
    /// because every page of a version mentions it.
    pub(super) fn of(text: &str, version: Option<&str>) -> Self {
        let mut sketch = Self {
            is_page: true,
            ..Self::default()
        };
        let mut owner = Owner::default();
        scan(text, |event| match event {
            Event::Title(title) => {
                if sketch.window == 0 {
                    sketch.window = number(title, version);
                }
            }
            Event::Text(text) => {
                if text.level == Some(1) && sketch.heading == 0 {
                    sketch.heading = number(text.text, version);
                }
                let is_listed = owner.see(&text).is_some();
                sketch.add(&text, version, is_listed);
            }
            Event::Canonical(href) => sketch.canonical = Some(href.into()),
            Event::NoPage => sketch.is_page = false,
            Event::Link(_) => {}
        });
        sketch.texts.sort_unstable();
        sketch.texts.dedup();
        sketch
    }

    fn add(&mut self, text: &Text<'_>, version: Option<&str>, is_listed: bool) {
        if text.is_link || text.level.is_some() || self.texts.len() >= MOST_TEXTS {
            return;
        }
        let mark = mark(text.text, version);
        self.words += u32::from(mark.words);
        if is_listed {
            self.listed_words += u32::from(mark.words);
        }
        self.texts.push(mark);
    }

    /// The number of its main heading, or else of `<title>`.
    pub(super) fn name(&self) -> u64 {
        if self.heading == 0 {
            self.window
        } else {
            self.heading
        }
    }

    pub(super) fn is_called(&self, name: u64) -> bool {
        [self.heading, self.window].contains(&name)
    }

    /// Whether two pages have the same heading or `<title>`.
    pub(super) fn is_called_like(&self, other: &Self) -> bool {
        (self.heading != 0 && self.heading == other.heading)
            || (self.window != 0 && self.window == other.window)
    }

    pub(super) fn has(&self, text: TextMark) -> bool {
        self.texts.binary_search(&text).is_ok()
    }

    /// Returns the number of words in its longer texts that another page has too, and in all of its
    /// longer texts.
    pub(super) fn shared_words(&self, other: &Self) -> (u32, u32) {
        let long = || self.texts.iter().filter(|text| text.words >= FEW_WORDS);
        let words = |text: &TextMark| u32::from(text.words);
        let shared = long().filter(|text| other.has(**text)).map(words).sum();
        (shared, long().map(words).sum())
    }
}

/// Tracks the page that a part of a listing is about. A heading with a link, or a link on its own
/// line, begins a part; another heading ends it.
#[derive(Debug, Default)]
pub(super) struct Owner {
    link: Option<OwnLink>,
    level: Option<u8>,
}

/// The link at the beginning of a part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OwnLink {
    pub(super) href: String,
    /// The number of its text, unless it is a heading: the text must then be the name of the page.
    pub(super) name: Option<u64>,
}

impl Owner {
    /// Returns the link to the page that a text is about.
    pub(super) fn see(&mut self, text: &Text<'_>) -> Option<&OwnLink> {
        let starts = text.level.is_some() || (text.is_link && self.level.is_none());
        match text.href.filter(|_| starts) {
            Some(href) => {
                self.link = Some(OwnLink {
                    href: href.to_owned(),
                    name: text.level.is_none().then(|| number(text.text, None)),
                });
                self.level = text.level;
            }
            None if text.level.is_some() && text.level <= self.level.or(text.level) => {
                (self.link, self.level) = (None, None);
            }
            None => {}
        }
        self.link.as_ref()
    }
}

pub(super) fn mark(text: &str, version: Option<&str>) -> TextMark {
    let words = text.split_whitespace();
    let words = words
        .filter(|word| word.contains(char::is_alphanumeric))
        .count();
    let unspaced = text.chars().filter(|c| *c > '\u{2e80}').count() / 2;
    TextMark {
        number: number(text, version),
        words: u16::try_from(words.max(unspaced)).unwrap_or(u16::MAX),
        has_digit: without(text, version).contains(|c: char| c.is_numeric()),
    }
}

/// Returns a hash that is the same on every machine; 0 only for an empty text.
pub(super) fn number(text: &str, version: Option<&str>) -> u64 {
    let text = without(text, version);
    let text = text.trim();
    if text.is_empty() {
        return 0;
    }
    FixedState::with_seed(7).hash_one(text.as_bytes()) | 1
}

fn without(text: &str, version: Option<&str>) -> String {
    version.map_or_else(|| text.to_owned(), |version| text.replace(version, ""))
}
