//! Finds numbers, dates, amounts and addresses of a model's text that no cited source contains
//! (R35).
//!
//! A value is compared by meaning, not by spelling: `1.500,50 TL` is `₺1500.5`, `15 Eylül` is
//! `September 15`, `5 pm` is `17.00`. A page may also state the value in words, or state the unit
//! elsewhere (`Fees in TL`). A number in words is checked only before a countable noun or a unit.
//!
//! | file | does |
//! |---|---|
//! | `scan.rs` | splits a text into figures, words, signs and addresses |
//! | `claims.rs` | the values in them, by meaning |
//! | `figures.rs` | values that begin with figures: times, telephones, amounts |
//! | `spelled.rs` | numbers in words: `twenty days` |
//! | `words.rs` | months, units, number words |
//! | `evidence.rs` | the values that a source has |

mod claims;
mod evidence;
mod figures;
mod scan;
mod spelled;
mod words;

use std::ops::Range;

use serde::Serialize;

use self::claims::{Meaning, Value, values};
use self::evidence::Evidence;
use super::markdown::item_mark;
use crate::passage::Passage;

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// A plain number.
    Number,
    /// A number with a currency or percent.
    Amount,
    /// A day or a month.
    Date,
    /// A time of the day.
    Time,
    /// The name of a form, a visa or a course.
    Code,
    /// A telephone number.
    Telephone,
    /// An address of a page or an e-mail address.
    Address,
}

/// A value that no cited source has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// Its position, in bytes.
    pub range: Range<usize>,
    /// Its kind.
    pub kind: ValueKind,
}

/// Returns the values of a text that none of the sources has, in order and without overlaps.
/// Numbers of citations and of list items do not count.
pub fn unsupported(text: &str, sources: &[&Passage]) -> Vec<Unsupported> {
    let evidence: Vec<Evidence> = sources.iter().map(|hit| Evidence::of(hit)).collect();
    let marks = marks(text);
    let mut found: Vec<Unsupported> = Vec::new();
    for value in values(text) {
        let is_mark = marks
            .iter()
            .any(|mark| mark.start <= value.range.start && value.range.end <= mark.end);
        let is_known = |evidence: &Evidence| {
            let before = &text[..value.range.start];
            value
                .meanings
                .iter()
                .any(|meaning| evidence.has(meaning, before))
        };
        let overlaps = found
            .last()
            .is_some_and(|last| last.range.end > value.range.start);
        if is_mark || is_citation(text, &value.range) || overlaps || evidence.iter().any(is_known) {
            continue;
        }
        let kind = kind(&value);
        found.push(Unsupported {
            range: value.range,
            kind,
        });
    }
    found
}

/// Returns the ranges of the marks of list items.
fn marks(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let lines = text.split('\n').map(|line| {
        let range = at..at + line.len();
        at = range.end + 1;
        range
    });
    let marks = lines.map(|line| item_mark(text, &line));
    marks.filter(|mark| !mark.is_empty()).collect()
}

fn is_citation(text: &str, range: &Range<usize>) -> bool {
    text[..range.start].ends_with('[') && text[range.end..].starts_with(']')
}

fn kind(value: &Value) -> ValueKind {
    match value.meanings[0] {
        Meaning::Number(_) => ValueKind::Number,
        Meaning::Amount(..) => ValueKind::Amount,
        Meaning::Date(_) => ValueKind::Date,
        Meaning::Time(..) => ValueKind::Time,
        Meaning::Code(_) => ValueKind::Code,
        Meaning::Telephone(_) => ValueKind::Telephone,
        Meaning::Address(_) => ValueKind::Address,
    }
}

#[cfg(test)]
mod tests;
