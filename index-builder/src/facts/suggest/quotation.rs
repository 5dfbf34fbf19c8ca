//! Finds an answer in its section. Only whitespace may differ.

use std::ops::Range;

use soru::text::sentences;
use soru_ingest::tidy_line;

use crate::questions::extent;

/// The maximum length of the context of an answer, in characters.
const LONGEST: usize = 400;

/// A quotation from a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quotation {
    /// The answer, on one line.
    pub(super) answer: String,
    /// The sentences that contain it.
    pub(super) context: String,
}

impl Quotation {
    /// Finds an answer in a section; none if the section does not contain it word for word.
    pub(super) fn find(section: &str, answer: &str) -> Option<Self> {
        let text = tidy_line(section);
        let place = extent(&text, answer)?;
        Some(Self {
            context: context(&text, section, &place),
            answer: text[place].to_owned(),
        })
    }
}

/// Returns the sentences around a place of the text, or only the place itself if they are long.
/// `section` is the text with its line breaks, which also end sentences.
fn context(text: &str, section: &str, place: &Range<usize>) -> String {
    let (mut from, mut around) = (0, place.clone());
    for sentence in sentences(section) {
        let sentence = tidy_line(&section[sentence]);
        let Some(at) = text[from..].find(&sentence) else {
            continue;
        };
        let (start, end) = (from + at, from + at + sentence.len());
        if start < place.end && place.start < end {
            around = around.start.min(start)..around.end.max(end);
        }
        from = end;
    }
    let around = &text[around];
    if around.chars().count() > LONGEST {
        return text[place.clone()].to_owned();
    }
    around.to_owned()
}
