//! Parses the subset of Markdown for a model's text into a tree: paragraphs, lists, emphasis, code,
//! links and citations. It never yields images or HTML: anything else is text.
//!
//! An empty line always ends a block, so that text may be shown while it streams: blocks before the
//! last empty line outside code do not change any more.
//!
//! `inline.rs` parses the text within a block.

mod inline;

use std::ops::Range;

use serde::Serialize;

use self::inline::Reader;
use super::links::LinkPolicy;

/// A block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Block {
    /// Running text.
    Paragraph {
        /// Its content.
        children: Vec<Inline>,
    },
    /// A list of items.
    List {
        /// Whether it is numbered.
        ordered: bool,
        /// The number of the first item.
        start: u32,
        /// The items.
        items: Vec<Vec<Inline>>,
    },
    /// Lines of code.
    Code {
        /// The code as written.
        text: String,
    },
}

/// A part of a block's text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Inline {
    /// Text.
    Text {
        /// The text as displayed.
        text: String,
    },
    /// Strong emphasis.
    Strong {
        /// Its content.
        children: Vec<Inline>,
    },
    /// Emphasis.
    Emphasis {
        /// Its content.
        children: Vec<Inline>,
    },
    /// Inline code.
    Code {
        /// The code as written.
        text: String,
    },
    /// A link that the policy allows.
    Link {
        /// Its address.
        url: String,
        /// Its text.
        text: String,
    },
    /// A citation.
    Citation {
        /// The number of the source, counted from 1.
        number: usize,
    },
    /// A value that no cited source has.
    Flagged {
        /// Its content.
        children: Vec<Inline>,
    },
}

/// Inputs of parsing in addition to the text.
#[derive(Debug)]
pub struct Reading<'r> {
    /// Number of sources; other numbers in brackets are text.
    pub sources: usize,
    /// The allowed links.
    pub links: &'r LinkPolicy,
    /// Flagged byte ranges of the text, in order and disjoint.
    pub flagged: &'r [Range<usize>],
}

/// Parses the blocks of `text` from a byte on.
pub fn blocks(text: &str, from: usize, reading: &Reading<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = Lines { text, at: from };
    while let Some(line) = lines.next() {
        if let Some(fence) = Fence::opened_by(&text[line.clone()]) {
            blocks.push(code(&mut lines, fence));
        } else if let Some(item) = Item::of(text, &line) {
            blocks.push(list(&mut lines, item, reading));
        } else if let Some(block) = paragraph(&mut lines, line, reading) {
            blocks.push(block);
        }
    }
    blocks
}

/// Returns the position after the last empty line outside code, searched from a byte on. Later
/// blocks begin there.
pub fn settled(text: &str, from: usize) -> usize {
    let mut lines = Lines { text, at: from };
    let mut settled = from;
    let mut fence: Option<Fence> = None;
    while let Some(line) = lines.next() {
        let is_whole = text[..lines.at].ends_with('\n');
        let line = &text[line];
        match fence {
            Some(open) if open.is_closed_by(line) => fence = None,
            Some(_) => {}
            None => fence = Fence::opened_by(line),
        }
        if is_whole && fence.is_none() && line.trim().is_empty() {
            settled = lines.at;
        }
    }
    settled
}

/// Iterates over the lines of a text as ranges, without their ends.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl Lines<'_> {
    fn peek(&self) -> Option<Range<usize>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').unwrap_or(rest.len());
        Some(self.at..self.at + length)
    }

    fn next(&mut self) -> Option<Range<usize>> {
        let line = self.peek()?;
        self.at = (line.end + 1).min(self.text.len());
        Some(line)
    }
}

#[derive(Debug, Clone, Copy)]
struct Fence {
    mark: char,
    count: usize,
}

impl Fence {
    fn of(line: &str) -> Option<(Self, &str)> {
        let bare = line.trim_start_matches(' ');
        let mark = bare.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let rest = bare.trim_start_matches(mark);
        let count = bare.len() - rest.len();
        (count >= 3 && line.len() - bare.len() <= 3).then_some((Self { mark, count }, rest))
    }

    fn opened_by(line: &str) -> Option<Self> {
        Self::of(line).map(|(fence, _)| fence)
    }

    fn is_closed_by(self, line: &str) -> bool {
        Self::of(line).is_some_and(|(other, rest)| {
            other.mark == self.mark && other.count >= self.count && rest.trim().is_empty()
        })
    }
}

fn code(lines: &mut Lines<'_>, fence: Fence) -> Block {
    let mut text = String::new();
    while let Some(line) = lines.next() {
        let line = &lines.text[line];
        if fence.is_closed_by(line) {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    Block::Code { text }
}

/// The beginning of a list item.
#[derive(Debug)]
struct Item {
    /// Its number in a numbered list.
    number: Option<u32>,
    /// The start of its text.
    start: usize,
    end: usize,
}

impl Item {
    fn of(text: &str, line: &Range<usize>) -> Option<Self> {
        let whole = &text[line.clone()];
        let bare = whole.trim_start_matches([' ', '\t']);
        let digits = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let figures = &bare[..bare.len() - digits.len()];
        let (number, rest) = if figures.is_empty() {
            (None, bare.strip_prefix(['-', '*', '+', '•'])?)
        } else {
            let number = figures.parse().ok().filter(|_| figures.len() <= 3)?;
            (Some(number), digits.strip_prefix(['.', ')'])?)
        };
        let inside = rest.trim_start_matches([' ', '\t']);
        let is_item = inside.len() < rest.len() && !inside.is_empty() && !is_rule(bare);
        is_item.then(|| Self {
            number,
            start: line.end - inside.len(),
            end: line.end,
        })
    }
}

/// Returns the range of a list item's number and mark at the beginning of a line; empty if it is
/// not one.
pub(super) fn item_mark(text: &str, line: &Range<usize>) -> Range<usize> {
    Item::of(text, line).map_or(line.start..line.start, |item| line.start..item.start)
}

fn list(lines: &mut Lines<'_>, first: Item, reading: &Reading<'_>) -> Block {
    let text = lines.text;
    let start = first.number;
    let mut items = Vec::new();
    let mut item = first;
    while let Some(line) = lines.peek() {
        let begun = Item::of(text, &line);
        let same_kind = |next: &Item| next.number.is_some() == start.is_some();
        match begun {
            Some(next) if same_kind(&next) => items.push(std::mem::replace(&mut item, next)),
            None if continues(&text[line.clone()]) => item.end = line.end,
            _ => break,
        }
        lines.next();
    }
    items.push(item);
    let read = |item: Item| Reader::new(text, item.start..item.end, reading).read();
    Block::List {
        ordered: start.is_some(),
        start: start.unwrap_or(1),
        items: items.into_iter().map(read).collect(),
    }
}

/// Returns whether a line continues the paragraph or item before it.
fn continues(line: &str) -> bool {
    let bare = line.trim();
    !bare.is_empty() && Fence::opened_by(line).is_none() && heading(bare).is_none()
}

fn paragraph(lines: &mut Lines<'_>, first: Range<usize>, reading: &Reading<'_>) -> Option<Block> {
    let text = lines.text;
    let line = &text[first.clone()];
    let bare = line.trim();
    if bare.is_empty() || is_rule(bare) {
        return None;
    }
    let start = first.end - line.trim_start().len();
    let read = |range| Reader::new(text, range, reading).read();
    if let Some(inside) = heading(bare) {
        let end = start + bare.len();
        let children = read(end - inside.len()..end);
        let children = vec![Inline::Strong { children }];
        return Some(Block::Paragraph { children });
    }
    if let Some(quoted) = bare.strip_prefix('>') {
        let end = start + bare.len();
        let children = read(end - quoted.trim_start().len()..end);
        return Some(Block::Paragraph { children });
    }
    let mut end = first.end;
    while let Some(line) = lines.peek() {
        let next = &text[line.clone()];
        if !continues(next) || Item::of(text, &line).is_some() || next.trim().starts_with('>') {
            break;
        }
        end = line.end;
        lines.next();
    }
    let children = read(start..end);
    Some(Block::Paragraph { children })
}

/// Returns the text of `## Heading`, displayed as strong text: the page has its own headings.
fn heading(bare: &str) -> Option<&str> {
    let rest = bare.trim_start_matches('#');
    let level = bare.len() - rest.len();
    (1..=6)
        .contains(&level)
        .then_some(rest)?
        .strip_prefix(' ')
        .map(str::trim)
}

/// Returns whether a line is a rule, `---`, `***`, which is left out.
fn is_rule(bare: &str) -> bool {
    let mut marks = bare.chars().filter(|c| *c != ' ');
    let Some(mark) = marks.next().filter(|c| matches!(c, '-' | '*' | '_')) else {
        return false;
    };
    let count = 1 + marks.clone().count();
    count >= 3 && marks.all(|c| c == mark)
}

#[cfg(test)]
mod tests;
