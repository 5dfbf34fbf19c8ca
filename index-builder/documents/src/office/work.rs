//! Limits the work of reading a package, whatever its files state.
//!
//! | counted | where |
//! |---|---|
//! | tags and attributes, while a file is unpacked | [`Markup`] |
//! | depth, attributes of an element, names in scope, before XML is parsed | [`check`] |
//! | looks at elements and attributes, and letters put out, while it is read | [`step`], [`put_out`] |
//!
//! Each document is read on a separate thread with separate counts. When a count reaches its limit,
//! readers find no further content, so they end soon, and [`finish`] refuses the document.

use std::cell::Cell;

use super::super::{DocumentError, MOST_TEXT};

/// The maximum nesting depth of elements, more than in real documents.
const DEEPEST: usize = 400;

/// The maximum number of tags and attributes (`<` and `=`) in all files of a package.
const MOST_MARKUP: usize = 5_000_000;

/// The maximum number of attributes of an element, because the parser compares them with each
/// other.
const MOST_ATTRIBUTES: usize = 500;

/// The maximum number of names in scope. The parser searches them for every element and copies them
/// for every declaration.
const MOST_NAMES: usize = 256;

/// The maximum number of name comparisons for all declarations.
const MOST_COMPARISONS: usize = 100_000_000;

/// The maximum number of visits to elements and attributes.
const MOST_STEPS: usize = 60_000_000;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(MOST_STEPS) };
    static LETTERS: Cell<usize> = const { Cell::new(MOST_TEXT) };
}

/// Starts counting for a document.
pub(super) fn begin() {
    STEPS.set(MOST_STEPS);
    LETTERS.set(MOST_TEXT);
}

/// Counts a visit to an element or attribute, and returns whether another is allowed.
pub(super) fn step() -> bool {
    spend(&STEPS, 1)
}

/// Counts bytes of text that the document yields, and returns whether they are allowed.
pub(super) fn put_out(bytes: usize) -> bool {
    spend(&LETTERS, bytes)
}

fn spend(left: &'static std::thread::LocalKey<Cell<usize>>, amount: usize) -> bool {
    let rest = left.get().saturating_sub(amount);
    left.set(rest);
    rest > 0
}

/// Refuses a document that has reached a limit.
pub(super) fn finish() -> Result<(), DocumentError> {
    if STEPS.get() == 0 || LETTERS.get() == 0 {
        return Err(DocumentError::TooComplex);
    }
    Ok(())
}

/// The number of tags and attributes that a package may still have.
#[derive(Debug)]
pub(super) struct Markup(usize);

impl Default for Markup {
    fn default() -> Self {
        Self(MOST_MARKUP)
    }
}

impl Markup {
    /// Counts the tags and attributes in a part of a file.
    pub(super) fn count(&mut self, part: &[u8]) -> Result<(), DocumentError> {
        let marks = part.iter().filter(|byte| matches!(byte, b'<' | b'='));
        let left = self.0.checked_sub(marks.count());
        self.0 = left.ok_or(DocumentError::TooComplex)?;
        Ok(())
    }
}

/// Refuses XML that takes long to parse for its size. The parser finds other faults.
pub(super) fn check(text: &str) -> Result<(), DocumentError> {
    let mut rest = text;
    let mut scopes = vec![0];
    let mut comparisons = 0_usize;
    while let Some((_, tag)) = rest.split_once('<') {
        if let Some(end) = no_element(tag) {
            rest = tag.split_once(end).map_or("", |(_, after)| after);
            scopes.truncate((scopes.len() - usize::from(tag.starts_with('/'))).max(1));
            continue;
        }
        let start = Start::of(tag);
        let names = scopes.last().copied().unwrap_or_default() + start.names;
        if start.names > 0 {
            comparisons = comparisons.saturating_add(names * names);
        }
        let is_too_much = start.attributes > MOST_ATTRIBUTES
            || names > MOST_NAMES
            || comparisons > MOST_COMPARISONS;
        if is_too_much || scopes.len() > DEEPEST {
            return Err(DocumentError::TooComplex);
        }
        if !start.is_closed {
            scopes.push(names);
        }
        rest = &tag[start.length..];
    }
    Ok(())
}

/// Returns the end of a construct that begins like a tag but opens no element.
fn no_element(tag: &str) -> Option<&'static str> {
    match tag.as_bytes() {
        [b'!', b'-', b'-', ..] => Some("-->"),
        [b'!', b'[', ..] => Some("]]>"),
        [b'/' | b'!', ..] => Some(">"),
        [b'?', ..] => Some("?>"),
        _ => None,
    }
}

/// The size of an element's start, and the number of its attributes.
#[derive(Debug, Default)]
struct Start {
    /// Length in bytes without the angle brackets.
    length: usize,
    attributes: usize,
    /// Number of attributes that declare names.
    names: usize,
    is_closed: bool,
}

impl Start {
    fn of(tag: &str) -> Self {
        let mut start = Self::default();
        let mut quote = None;
        let mut name = 0;
        for (at, byte) in tag.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) => quote = Some(open).filter(|open| *open != byte),
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'>') => {
                    start.length = at;
                    start.is_closed = tag[..at].ends_with('/');
                    return start;
                }
                (None, b'=') => {
                    start.attributes += 1;
                    start.names += usize::from(tag[name..at].starts_with("xmlns"));
                }
                (None, b' ' | b'\t' | b'\n' | b'\r') => name = at + 1,
                _ => {}
            }
        }
        start.length = tag.len();
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_markup_passes() {
        let text = "<?xml version='1.0'?><!-- <a <b --><a xmlns:b='b' c = \"1>2\"><b:c d='/'/>\
            <![CDATA[<<<]]>text</a>";
        assert_eq!(check(text), Ok(()));
        let declared = "<p xmlns:a='a' xmlns:b='b'/>".repeat(5_000);
        assert_eq!(check(&format!("<d>{declared}</d>")), Ok(()));
    }

    #[test]
    fn markup_that_takes_long_to_parse_is_refused() {
        let many = |count: usize, one: &dyn Fn(usize) -> String| -> String {
            (0..count).map(one).collect()
        };
        let deep = "<a>".repeat(DEEPEST + 1);
        let attributes = format!("<a {}/>", many(501, &|i| format!("b{i}='' ")));
        let names = many(300, &|i| format!("<a xmlns:n{i}='x'>"));
        let scope = many(200, &|i| format!(" xmlns:n{i}='x'"));
        let copies = format!("<a{scope}>{}", "<b xmlns:c='d'/>".repeat(3_000));
        for text in [deep, attributes, names, copies] {
            assert_eq!(check(&text), Err(DocumentError::TooComplex), "{text:.60}");
        }
    }

    #[test]
    fn tags_hidden_in_values_and_comments_do_not_close_elements() {
        let hidden = "<a b='</a>'><!-- </a> -->".repeat(DEEPEST + 1);
        assert_eq!(check(&hidden), Err(DocumentError::TooComplex));
    }
}
