//! Positions of the question's words in a text.

pub(super) use crate::occurrences::{Occurrence as Found, find};
use crate::query::Matcher;

/// Returns the part of a text with the largest weight of the question's different words; the first
/// of equals. `starts` are byte offsets, ascending; `found` are the words in the text.
pub(crate) fn best_part(starts: &[usize], found: &[Found]) -> usize {
    if starts.len() < 2 {
        return 0;
    }
    let mut best = (0.0, 0);
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(usize::MAX);
        let mut seen: Vec<usize> = Vec::new();
        let mut total = 0.0;
        for found in found
            .iter()
            .filter(|found| (*start..end).contains(&found.start))
        {
            if !seen.contains(&found.term) {
                seen.push(found.term);
                total += found.value;
            }
        }
        if total > best.0 {
            best = (total, number);
        }
    }
    best.1
}

/// Returns the positions of the question's words in a text: start and end in UTF-16 code units, in
/// order, without overlaps.
///
/// ```
/// use soru::generation::marks;
/// use soru::query::{Matcher, Origin, Reading, Term};
/// use soru::text::Language;
/// let term = Term::new("ucret", Language::Turkish, 1.0, Origin::Typed);
/// let matcher = Matcher::new(&Reading::new("tr", 1.0, "ucret", vec![term]));
/// assert_eq!(marks("🎓 Ücret: 5 TL", &matcher), [[3, 8]]);
/// ```
pub fn marks(text: &str, matcher: &Matcher) -> Vec<[u32; 2]> {
    let spans = find(text, matcher);
    utf16(text, spans.iter().map(|found| (found.start, found.end)))
}

/// Converts a byte range to a range of UTF-16 code units.
pub(super) fn span(text: &str, range: std::ops::Range<usize>) -> [u32; 2] {
    let mut ruler = Ruler {
        text,
        at: 0,
        units: 0,
    };
    [ruler.advance(range.start), ruler.advance(range.end)]
}

/// Converts byte ranges, ordered by start, to ranges of UTF-16 code units. Merges overlapping
/// ranges.
pub(super) fn utf16(text: &str, spans: impl Iterator<Item = (usize, usize)>) -> Vec<[u32; 2]> {
    let mut ruler = Ruler {
        text,
        at: 0,
        units: 0,
    };
    merged(spans)
        .into_iter()
        .map(|(start, end)| [ruler.advance(start), ruler.advance(end)])
        .collect()
}

fn merged(spans: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (start, end) in spans {
        match out.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => out.push((start, end)),
        }
    }
    out
}

/// Counts UTF-16 code units from left to right.
struct Ruler<'t> {
    text: &'t str,
    at: usize,
    units: u32,
}

impl Ruler<'_> {
    fn advance(&mut self, to: usize) -> u32 {
        for c in self.text[self.at..to].chars() {
            self.units += if c.len_utf16() == 2 { 2 } else { 1 };
        }
        self.at = to;
        self.units
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::query::{Origin, Query, Reading, Term};
    use crate::text::{Language, WordLists, normalise};

    /// Returns a question that has only content words.
    pub(in crate::generation) fn query(text: &str, tag: &str) -> Query {
        let language = Language::from_tag(tag);
        let term = |(position, word): (u32, &str)| {
            let mut term = Term::new(word, language, 1.0, Origin::Typed);
            term.position = position;
            term
        };
        let words = normalise(text, language);
        let terms = (0..).zip(words.split(' ')).map(term).collect();
        Query {
            text: text.to_owned(),
            language: tag.to_owned(),
            readings: vec![Reading::new(tag, 1.0, text, terms)],
            words: WordLists::of_languages(&["tr", "en"]),
            ..Query::default()
        }
    }

    pub(in crate::generation) fn marked(text: &str, marks: &[[u32; 2]]) -> Vec<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        marks
            .iter()
            .map(|[start, end]| String::from_utf16(&units[*start as usize..*end as usize]).unwrap())
            .collect()
    }

    #[test]
    fn marks_count_utf16_units_as_javascript_does() {
        let text = "🎓 ÜCRET 🎓🎓 ücretin";
        let found = marks(text, &query("ucret", "tr").matcher("tr"));
        assert_eq!(marked(text, &found), ["ÜCRET", "ücretin"]);
    }

    #[test]
    fn a_compound_and_its_parts_are_marked_once() {
        let text = "Add-drop and H-1B";
        let found = marks(text, &query("add drop adddrop h1b 1b", "en").matcher("en"));
        assert_eq!(marked(text, &found), ["Add-drop", "H-1B"]);
    }

    #[test]
    fn a_question_without_words_marks_nothing() {
        assert!(marks("any text", &Matcher::default()).is_empty());
    }
}
