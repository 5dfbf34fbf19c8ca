//! Parses the text of a paragraph or an item: emphasis, code, links, citations.
//!
//! First the text is split into parts, then marks of emphasis are paired on a stack. Brackets have
//! a bounded lookahead, so both steps take time linear in the length of the text.

use std::ops::Range;

use super::{Inline, Reading};

/// Maximum length of a link's text and of its address, in bytes.
const LONGEST_TEXT: usize = 400;
const LONGEST_URL: usize = 2000;

/// A part of the text: finished, or a mark of emphasis that may still be paired.
#[derive(Debug)]
enum Part {
    Done(Inline),
    Mark(Mark),
    Begin,
    End(bool),
}

/// A mark: `*`, `_`, or two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    c: char,
    is_strong: bool,
    opens: bool,
    closes: bool,
}

impl Mark {
    fn pairs(self, other: Self) -> bool {
        self.c == other.c && self.is_strong == other.is_strong
    }

    fn text(self) -> String {
        self.c
            .to_string()
            .repeat(if self.is_strong { 2 } else { 1 })
    }
}

pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    reading: &'t Reading<'t>,
    /// The start of the text that is not emitted yet.
    pending: usize,
    parts: Vec<Part>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, range: Range<usize>, reading: &'t Reading<'t>) -> Self {
        Self {
            text,
            at: range.start,
            end: range.end,
            reading,
            pending: range.start,
            parts: Vec::new(),
        }
    }

    pub(super) fn read(mut self) -> Vec<Inline> {
        while let Some(c) = self.rest().chars().next() {
            self.part(c);
        }
        self.emit(self.end);
        tree(paired(self.parts))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    fn part(&mut self, c: char) {
        let rest = self.rest();
        let read = match c {
            '\\' => {
                let next = rest[1..].chars().next();
                if next.is_some_and(|next| next.is_ascii_punctuation()) {
                    self.emit(self.at);
                    self.pending = self.at + 1;
                    self.at += 2;
                    return;
                }
                false
            }
            '`' => self.code(),
            '*' | '_' => self.mark(c),
            '!' => self.image(),
            '[' => self.citation() || self.link(),
            '<' => self.bracketed_address(),
            'h' | 'H' => self.address(),
            _ => false,
        };
        if !read {
            self.at += c.len_utf8();
        }
    }

    /// Emits the text up to a byte, with its flagged ranges.
    fn emit(&mut self, to: usize) {
        let mut from = self.pending;
        for flagged in self.flags_in(from..to) {
            self.push_text(from..flagged.start);
            let text = self.text[flagged.clone()].to_owned();
            let children = vec![Inline::Text { text }];
            self.parts.push(Part::Done(Inline::Flagged { children }));
            from = flagged.end;
        }
        self.push_text(from..to);
        self.pending = to;
    }

    fn push_text(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            let text = self.text[range].to_owned();
            self.parts.push(Part::Done(Inline::Text { text }));
        }
    }

    /// Returns the flagged ranges within a range.
    fn flags_in(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let flagged = self.reading.flagged;
        let first = flagged.partition_point(|flag| flag.end <= range.start);
        let there = flagged[first..]
            .iter()
            .take_while(|flag| flag.start < range.end);
        there
            .map(|flag| flag.start.max(range.start)..flag.end.min(range.end))
            .collect()
    }

    /// Replaces the text up to a byte with a part.
    fn put(&mut self, to: usize, inline: Inline) -> bool {
        let range = self.at..to;
        self.emit(self.at);
        let is_flagged = !self.flags_in(range).is_empty();
        self.parts.push(Part::Done(if is_flagged {
            let children = vec![inline];
            Inline::Flagged { children }
        } else {
            inline
        }));
        (self.at, self.pending) = (to, to);
        true
    }

    /// Parses code from one sequence of backticks to the next of the same length, or to the end, as
    /// for citations.
    fn code(&mut self) -> bool {
        let rest = self.rest();
        let inside = rest.trim_start_matches('`');
        let count = rest.len() - inside.len();
        let mut at = 0;
        while let Some(found) = inside[at..].find('`') {
            let start = at + found;
            let after = inside[start..].trim_start_matches('`');
            at = inside.len() - after.len();
            if at - start == count {
                let text = inside[..start].trim().to_owned();
                return self.put(self.at + count + at, Inline::Code { text });
            }
        }
        let text = inside.trim().to_owned();
        self.put(self.end, Inline::Code { text })
    }

    fn mark(&mut self, c: char) -> bool {
        let rest = self.rest();
        let inside = rest.trim_start_matches(c);
        let count =
            (rest.len() - inside.len()).min(if rest.len() - inside.len() > 3 { 0 } else { 3 });
        if count == 0 {
            // A longer sequence of marks is a line, or a gap to fill in.
            self.at += rest.len() - inside.len();
            return true;
        }
        let before = self.text[..self.at].chars().next_back();
        let after = inside.chars().next();
        let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let opens = !(is_space(after) || c == '_' && is_letter(before));
        let closes = !(is_space(before) || c == '_' && is_letter(after));
        self.emit(self.at);
        // Three marks are one mark inside two: the outer one begins first and ends last.
        let kinds: &[bool] = match count {
            1 => &[false],
            2 => &[true],
            _ if opens => &[true, false],
            _ => &[false, true],
        };
        for is_strong in kinds {
            self.parts.push(Part::Mark(Mark {
                c,
                is_strong: *is_strong,
                opens,
                closes,
            }));
        }
        self.at += count;
        self.pending = self.at;
        true
    }

    /// Parses an image; only its text is shown.
    fn image(&mut self) -> bool {
        let Some((text, _, length)) = bracketed(&self.rest()[1..]) else {
            return false;
        };
        let text = text.to_owned();
        self.put(self.at + 1 + length, Inline::Text { text })
    }

    fn citation(&mut self) -> bool {
        let rest = self.rest();
        let Some((inside, after)) = rest[1..]
            .split_once(']')
            .filter(|(inside, _)| inside.len() <= 3)
        else {
            return false;
        };
        let number: Option<usize> = inside
            .parse()
            .ok()
            .filter(|_| inside.bytes().all(|b| b.is_ascii_digit()));
        let known = number.filter(|number| (1..=self.reading.sources).contains(number));
        if number.is_none() || after.starts_with('(') {
            return false;
        }
        let end = self.at + rest.len() - after.len();
        match known {
            Some(number) => self.put(end, Inline::Citation { number }),
            None => self.put(
                end,
                Inline::Text {
                    text: String::new(),
                },
            ),
        }
    }

    fn link(&mut self) -> bool {
        let Some((text, url, length)) = bracketed(self.rest()) else {
            return false;
        };
        let (text, url) = (text.to_owned(), url.to_owned());
        let inline = self.linked(text, url);
        self.put(self.at + length, inline)
    }

    fn linked(&self, text: String, url: String) -> Inline {
        if self.reading.links.allows(&url) {
            Inline::Link { url, text }
        } else {
            Inline::Text { text }
        }
    }

    /// Parses `<https://…>`.
    fn bracketed_address(&mut self) -> bool {
        let rest = self.rest();
        let length = address_length(&rest[1..]);
        if length == 0 || !rest[1 + length..].starts_with('>') {
            return false;
        }
        let url = rest[1..=length].to_owned();
        let inline = self.linked(url.clone(), url);
        self.put(self.at + length + 2, inline)
    }

    /// Parses a bare address in a sentence.
    fn address(&mut self) -> bool {
        let before = self.text[..self.at].chars().next_back();
        let url = &self.rest()[..address_length(self.rest())];
        let url = url.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'', '*', '_']);
        if url.is_empty() || before.is_some_and(char::is_alphanumeric) {
            return false;
        }
        let inline = self.linked(url.to_owned(), url.to_owned());
        self.put(self.at + url.len(), inline)
    }
}

/// Returns the length of an address with a scheme at the beginning of a text; 0 if there is none.
fn address_length(text: &str) -> usize {
    let starts = |scheme: &str| {
        text.get(..scheme.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    };
    if !starts("https://") && !starts("http://") {
        return 0;
    }
    let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '[' | ']');
    let length = text.find(ends).unwrap_or(text.len());
    if length > LONGEST_URL { 0 } else { length }
}

/// Returns text, address and length of `[text](address "title")` at the beginning of a text.
fn bracketed(rest: &str) -> Option<(&str, &str, usize)> {
    let inside = rest.strip_prefix('[')?;
    let near = |text: &str, most: usize, ends: &[char]| {
        let mut chars = text.char_indices().take_while(|(at, _)| *at <= most);
        chars.find(|(_, c)| ends.contains(c))
    };
    let (end, _) = near(inside, LONGEST_TEXT, &['[', ']', '\n']).filter(|(_, c)| *c == ']')?;
    let target = inside[end + 1..].strip_prefix('(')?;
    let (close, _) = near(target, LONGEST_URL, &[')', '\n']).filter(|(_, c)| *c == ')')?;
    let url = target[..close]
        .split_whitespace()
        .next()
        .unwrap_or_default();
    let url = url.trim_start_matches('<').trim_end_matches('>');
    let length = 1 + end + 1 + 1 + close + 1;
    Some((&inside[..end], url, length))
}

/// Pairs marks of emphasis; unpaired ones are text. Every mark is pushed and popped at most once,
/// and looks for its partner among [`DEEPEST`] open marks at most.
fn paired(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::with_capacity(parts.len());
    let mut open: Vec<(usize, Mark)> = Vec::new();
    for part in parts {
        let Part::Mark(mark) = part else {
            out.push(part);
            continue;
        };
        let has_partner =
            mark.closes && open.iter().rev().take(DEEPEST).any(|(_, o)| o.pairs(mark));
        if has_partner {
            while let Some((at, opener)) = open.pop() {
                if opener.pairs(mark) {
                    out[at] = Part::Begin;
                    break;
                }
            }
            out.push(Part::End(mark.is_strong));
            continue;
        }
        if mark.opens && open.len() < DEEPEST {
            open.push((out.len(), mark));
        }
        out.push(Part::Mark(mark));
    }
    out
}

/// Maximum nesting of emphasis.
const DEEPEST: usize = 8;

fn tree(parts: Vec<Part>) -> Vec<Inline> {
    let mut levels: Vec<Vec<Inline>> = vec![Vec::new()];
    for part in parts {
        let inline = match part {
            Part::Done(inline) => inline,
            Part::Mark(mark) => Inline::Text { text: mark.text() },
            Part::Begin => {
                levels.push(Vec::new());
                continue;
            }
            Part::End(is_strong) => {
                let children = if levels.len() > 1 { levels.pop() } else { None };
                let children = children.unwrap_or_default();
                if is_strong {
                    Inline::Strong { children }
                } else {
                    Inline::Emphasis { children }
                }
            }
        };
        if let Some(level) = levels.last_mut() {
            push(level, inline);
        }
    }
    // Begin and end come in pairs, so exactly one level is left.
    levels.swap_remove(0)
}

/// Merges adjacent texts.
fn push(level: &mut Vec<Inline>, inline: Inline) {
    match (level.last_mut(), inline) {
        (Some(Inline::Text { text }), Inline::Text { text: more }) => text.push_str(&more),
        (_, inline) => level.push(inline),
    }
}
