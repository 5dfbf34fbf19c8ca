//! Finds an answer in its section. Only whitespace may differ.

use std::ops::Range;

use soru::text::sentences;

use crate::ingest::tidy_line;

/// The maximum length of the context of an answer, in characters.
const LONGEST: usize = 400;

/// Scripts from this character on do not separate words by spaces.
const WITHOUT_SPACES: char = '\u{2e80}';

/// A quotation from a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quotation {
    /// The answer, on one line.
    pub(super) answer: String,
    /// The sentences that contain it.
    pub(super) context: String,
}

impl Quotation {
    /// Finds an answer in a section; none if the section does not contain it word for word. A model
    /// may have put it in quotation marks, or a full stop behind it.
    pub(super) fn find(section: &str, answer: &str) -> Option<Self> {
        let text = tidy_line(section);
        let answer = tidy_line(answer);
        let bare = answer
            .trim_matches(['"', '\'', '“', '”', '„', '«', '»'])
            .trim();
        let unended = bare.strip_suffix('.').unwrap_or(bare);
        let readings = [answer.as_str(), bare, unended];
        let place = readings.iter().find_map(|answer| place_of(&text, answer))?;
        Some(Self {
            context: context(&text, section, &place),
            answer: text[place].to_owned(),
        })
    }
}

/// The place of an answer as whole words.
fn place_of(text: &str, answer: &str) -> Option<Range<usize>> {
    if !answer.contains(char::is_alphanumeric) {
        return None;
    }
    let places = text.match_indices(answer);
    let mut places = places.map(|(at, _)| at..at + answer.len());
    places.find(|place| {
        let cuts = |before: Option<char>, after: Option<char>| {
            before.is_some_and(is_of_a_word) && after.is_some_and(is_of_a_word)
        };
        let (start, end) = (&text[..place.start], &text[place.end..]);
        !cuts(start.chars().next_back(), answer.chars().next())
            && !cuts(answer.chars().next_back(), end.chars().next())
    })
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() && c < WITHOUT_SPACES
}

/// The sentences around a place of the text; only the place itself if they are long. `section` is
/// the text with its line breaks, which also end sentences.
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
