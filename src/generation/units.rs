//! Splits a text into units, which are shown whole or not at all: sentences, items of lists, rows
//! of tables.

use std::ops::Range;

use super::expected::{Expected, Sentence};
use super::lists;
use super::marks::Found;
use super::unfit::{is_menu, is_program, is_unfit};
use crate::hit::Hit;
use crate::text::{Language, WordLists, tokenise};

/// A text, split into units.
#[derive(Debug)]
pub(crate) struct Units<'t> {
    pub(crate) text: &'t str,
    pub(crate) all: Vec<Unit>,
    /// Byte ranges of its lists.
    pub(crate) lists: Vec<Range<usize>>,
}

/// The use of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An answer.
    Statement,
    /// The beginning of an answer: a question, or a sentence that ends in a colon.
    Lead,
    /// The heading of the text after it.
    Heading,
    /// Program text: no answer by itself, but part of one.
    Code,
    /// No answer: navigation, the frame of a form.
    Unfit,
    /// Never shown: the site does not say it, or not in these words.
    Unquoted,
}

/// A part of a text, and its match with the question.
#[derive(Debug)]
pub(crate) struct Unit {
    /// In bytes, without the mark of an item.
    pub(crate) range: Range<usize>,
    pub(crate) form: Form,
    /// Numbers of the question's terms in it, each once, with their values here.
    pub(crate) terms: Vec<(usize, f64)>,
    /// Share of the total value of the question's words, 0 to 1.
    pub(crate) value: f64,
    /// Likelihood that it has the kind of thing asked for: 0, a half or 1.
    pub(crate) expected: f64,
}

/// The question's properties.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'q> {
    pub(crate) text: &'q str,
    pub(crate) language: Language,
    pub(crate) expected: Option<Expected>,
    pub(crate) words: &'q WordLists,
    /// Total value of its words.
    pub(crate) total: f64,
}

impl<'t> Units<'t> {
    /// Splits the text of a hit in which the question's words were found.
    pub(crate) fn new(hit: &'t Hit, found: &[Found], asked: Asked<'_>) -> Self {
        let text = hit.text.as_str();
        let lists = lists::lists(text);
        let ranges = lists::lines(text, &lists);
        let is_heading = |at: usize| {
            let mut later = hit.sections.iter().skip(1);
            later.any(|section| (section.headed..section.start).contains(&at))
        };
        let mut all = Vec::with_capacity(ranges.len());
        for (number, range) in ranges.iter().enumerate() {
            let form = if hit.unquoted.iter().any(|own| own.contains(&range.start)) {
                Form::Unquoted
            } else if is_heading(range.start) {
                Form::Heading
            } else if is_unfit(text, range, ranges.get(number + 1), asked.text, asked.words)
                || is_menu(text, &ranges, number)
            {
                Form::Unfit
            } else if is_program(&text[range.clone()], asked.text) {
                Form::Code
            } else {
                form(&text[range.clone()])
            };
            all.push(Unit::new(text, range.clone(), form, found, asked));
        }
        Self { text, all, lists }
    }

    /// Returns the bytes of consecutive units, with the mark of the first if it is an item and
    /// there are several.
    pub(crate) fn bytes(&self, run: &Range<usize>) -> Range<usize> {
        let first = self.all[run.start].range.start;
        let last = self.all[run.end - 1].range.end;
        // The mark of a single item has no meaning.
        let start = if run.len() > 1 {
            self.marked_start(first)
        } else {
            first
        };
        start..last
    }

    /// Returns the start of the line that a unit has to itself: an item, a row, a heading, or the
    /// unit after one.
    pub(crate) fn line_of(&self, unit: usize) -> Option<usize> {
        let start = self.marked_start(self.all[unit].range.start);
        let begins_line = self.text[..start].trim_end_matches(' ').ends_with('\n');
        let before = unit.checked_sub(1);
        let is_own = self.is_line(unit) || before.is_some_and(|before| self.is_line(before));
        (begins_line && is_own).then_some(start)
    }

    /// Returns whether a unit is a heading, an item or a row.
    pub(crate) fn is_line(&self, unit: usize) -> bool {
        let Unit { range, form, .. } = &self.all[unit];
        *form == Form::Heading
            || self.marked_start(range.start) < range.start
            || lists::is_row(&self.text[range.clone()])
    }

    /// Returns the length of a unit with its mark and everything before the next one.
    pub(crate) fn characters(&self, number: usize) -> usize {
        let start = |unit: &Unit| self.marked_start(unit.range.start);
        let end = self.all.get(number + 1).map_or(self.text.len(), start);
        let own = self.text.get(start(&self.all[number])..end);
        own.map_or(0, |text| text.trim_end().chars().count())
    }

    /// Returns the start of a unit, including its mark if it is the beginning of an item.
    fn marked_start(&self, start: usize) -> usize {
        let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        let is_item = self.lists.iter().any(|list| list.contains(&line));
        let unmarked = self.text.len() - lists::unmarked(&self.text[line..]).len();
        if is_item && unmarked == start {
            line
        } else {
            start
        }
    }

    /// Returns the units that begin within a byte range.
    pub(crate) fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        let first = |at: usize| self.all.partition_point(|unit| unit.range.start < at);
        first(bytes.start)..first(bytes.end)
    }
}

impl Unit {
    fn new(text: &str, range: Range<usize>, form: Form, found: &[Found], asked: Asked<'_>) -> Self {
        let mut terms: Vec<(usize, f64)> = Vec::new();
        let sentence = &text[range.clone()];
        // The name in an address says nothing about who has it.
        let is_said = |own: &&Found| !is_in_address(sentence, own.start - range.start);
        let within = found.iter().filter(|own| range.contains(&own.start));
        for own in within.filter(is_said) {
            add(&mut terms, own.term, own.value);
        }
        let expected = asked.expected.map_or(0.0, |kind| {
            // The question's own words do not answer it.
            let is_asked = |start: usize| found.iter().any(|own| own.start == range.start + start);
            let mut tokens = tokenise(sentence, asked.language);
            if !kind.is_measured() {
                tokens.retain(|token| !is_asked(token.start));
            }
            kind.shown_by(&Sentence {
                text: sentence,
                start: 0,
                tokens: &tokens,
                words: asked.words,
            })
        });
        Self {
            value: share(&terms, asked.total),
            range,
            form,
            terms,
            expected,
        }
    }
}

/// Letters of an address that are read in each direction; some texts have no spaces.
const LONGEST_ADDRESS: usize = 200;

/// Returns whether a place in a text is in an address: of mail, or of a page.
fn is_in_address(text: &str, at: usize) -> bool {
    let is_inside = |byte: &&u8| !byte.is_ascii_whitespace();
    let before = text.as_bytes()[..at].iter().rev().take(LONGEST_ADDRESS);
    let start = at - before.take_while(is_inside).count();
    let word = text.as_bytes()[start..].iter().take(2 * LONGEST_ADDRESS);
    let mut has_host = false;
    for byte in word.take_while(is_inside) {
        match byte {
            b'@' => return true,
            b'/' if has_host => return true,
            _ => has_host |= matches!(byte, b'.' | b':'),
        }
    }
    false
}

/// Adds a term once, with its highest value. Terms are in ascending order, so that units with the
/// same terms have exactly the same value.
pub(crate) fn add(terms: &mut Vec<(usize, f64)>, term: usize, value: f64) {
    match terms.binary_search_by_key(&term, |known| known.0) {
        Ok(at) => terms[at].1 = terms[at].1.max(value),
        Err(at) => terms.insert(at, (term, value)),
    }
}

/// Returns the share of the terms in the total value of the question's words, 0 to 1.
pub(crate) fn share(terms: &[(usize, f64)], total: f64) -> f64 {
    let sum: f64 = terms.iter().map(|(_, value)| value).sum();
    if total > 0.0 {
        (sum / total).min(1.0)
    } else {
        0.0
    }
}

fn form(sentence: &str) -> Form {
    let bare = sentence.trim_end_matches(['"', '\'', '”', '’', '»', ')', '*', '_']);
    if bare.ends_with(['?', ':']) {
        Form::Lead
    } else {
        Form::Statement
    }
}
