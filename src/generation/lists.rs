//! Finds lists and rows of tables within a passage, by its lines.
//!
//! The builder's readers write `• ` before an item, `→ ` before a step and `↗ ` before an item that
//! is only a link; texts taken over unchanged have their own marks (`- `, `* `, `1. `, `2) `). A
//! row of a table is a line with cells separated by ` | `.

use std::ops::Range;

use crate::text::{holds, is_capital, sentences};

/// Mark of an item that is only a link to elsewhere.
pub(super) const LINK: &str = "↗ ";

/// Separates the cells of a row.
const CELLS: &str = " | ";

/// An item's mark.
struct Mark {
    /// In bytes, with the white space after it.
    length: usize,
    /// Its number; 0 if it has none.
    number: u32,
}

/// Returns the mark at the beginning of a line, if text follows it.
fn mark(line: &str) -> Option<Mark> {
    let mut number = 0;
    for (at, c) in line.char_indices() {
        let is_first = at == 0 && matches!(c, '•' | '→' | '↗' | '-' | '*' | '–');
        let is_counted = (1..=2).contains(&at) && matches!(c, '.' | ')');
        if is_first || is_counted {
            let after = &line[at + c.len_utf8()..];
            let text = after.trim_start();
            let is_item = text.len() < after.len() && !text.is_empty();
            return is_item.then(|| Mark {
                length: line.len() - text.len(),
                number,
            });
        }
        number = number * 10 + c.to_digit(10).filter(|_| at < 2)?;
    }
    None
}

/// Returns byte ranges of the lists of a text: at least two consecutive items. Numbers must count
/// up from one, since `3. sınıf` is not an item.
pub(super) fn lists(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(Range<usize>, usize, u32)> = None;
    let mut at = 0;
    for line in text.split('\n') {
        let range = at..at + line.len();
        at = range.end + 1;
        let item = mark(line).map(|mark| mark.number);
        open = match (open.take(), item) {
            (Some((own, items, before)), Some(number)) if number == 0 || number == before + 1 => {
                Some((own.start..range.end, items + 1, number))
            }
            (ended, item) => {
                found.extend(ended.and_then(of_several));
                item.filter(|number| *number <= 1)
                    .map(|number| (range, 1, number))
            }
        };
    }
    found.extend(open.and_then(of_several));
    found
}

fn of_several((range, items, _): (Range<usize>, usize, u32)) -> Option<Range<usize>> {
    (items > 1).then_some(range)
}

/// Returns the sentences of a text as byte ranges: without the marks of items, and rows of tables
/// whole.
pub(super) fn lines(text: &str, lists: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for range in sentences(text) {
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.start..]
            .find('\n')
            .map_or(text.len(), |at| range.start + at);
        if is_row(&text[start..end]) {
            if found.last().is_none_or(|last| last.start < start) {
                found.push(start..end);
            }
            continue;
        }
        let is_listed = lists.iter().any(|list| list.contains(&start));
        let mark = mark(&text[start..end]).filter(|mark| is_listed || mark.number == 0);
        let begin = mark.map_or(range.start, |mark| range.start.max(start + mark.length));
        // In `1. Apply` the number may be detected as a sentence.
        if begin < range.end {
            // So may that of `6.10. Students …`, which belongs to the text after it.
            let begin = match found.last() {
                Some(last) if last.start >= start && is_number(&text[last.clone()]) => last.start,
                _ => begin,
            };
            found.pop_if(|last| last.start == begin);
            push_clauses(text, begin..range.end, &mut found);
        }
    }
    found
}

/// Returns whether a sentence is a clause number of a regulation, `6.10.`.
fn is_number(sentence: &str) -> bool {
    sentence.len() > 2 && sentence.bytes().all(|b| b == b'.' || b.is_ascii_digit())
}

/// Splits a sentence into clauses: a regulation numbers them, `(2) …`, and separates long ones by
/// semicolons.
fn push_clauses(text: &str, sentence: Range<usize>, found: &mut Vec<Range<usize>>) {
    const LONG: usize = 240;
    let own = &text[sentence.clone()];
    let mut start = 0;
    for (space, _) in own.match_indices(' ') {
        let (before, after) = (&own[..space], &own[space + 1..]);
        let ends_clause = before.ends_with(';') && own.len() - start > LONG;
        let ends_point = before.ends_with([',', ';']) && is_lettered(after);
        if space > start && (ends_clause || ends_point || is_counted(after)) {
            found.push(sentence.start + start..sentence.start + space);
            start = space + 1;
        }
    }
    found.push(sentence.start + start..sentence.end);
}

/// Returns whether a text begins with a lettered point of a clause, `b) ö`.
fn is_lettered(text: &str) -> bool {
    let mut chars = text.chars();
    let letter = chars.next().is_some_and(char::is_alphabetic);
    letter && chars.next() == Some(')') && chars.next() == Some(' ')
}

/// Returns whether a text begins with `(2) Ö`: a number in brackets, then a capital.
fn is_counted(text: &str) -> bool {
    let rest = text.strip_prefix('(');
    let Some((number, after)) = rest.and_then(|rest| rest.split_once(") ")) else {
        return false;
    };
    let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    is_number && after.starts_with(is_capital)
}

/// Returns a line without its mark as an item.
pub(super) fn unmarked(line: &str) -> &str {
    mark(line).map_or(line, |mark| &line[mark.length..])
}

/// Returns the values of the first and the last cell of a row, without the names of their columns,
/// which are elsewhere on the page; none for a line that is not a row.
pub(super) fn ends_of_row(line: &str) -> Option<(&str, &str)> {
    // Searching for single characters needs less code than for texts.
    let value = |cell: &'_ str| cell.find(':').map_or(0, |at| at + 1);
    let (first, last) = (line.find('|')?, line.rfind('|')?);
    let (first, last) = (&line[..first], &line[last + 1..]);
    is_row(line).then(|| (first[value(first)..].trim(), last[value(last)..].trim()))
}

/// Returns whether a line is a row of a table.
pub(super) fn is_row(line: &str) -> bool {
    holds(line, CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        lists(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn r32_consecutive_items_are_a_list() {
        assert_eq!(
            of("Gerekenler:\n• form\n• pasaport\nBilgi."),
            ["• form\n• pasaport"]
        );
        assert_eq!(of("→ Find\n→ Fill in"), ["→ Find\n→ Fill in"]);
        assert_eq!(
            of("1. Find\n2. Fill in\n3) Hand in\nEnd"),
            ["1. Find\n2. Fill in\n3) Hand in"]
        );
        for none in [
            "• one",
            "3. sınıf\n4. sınıf",
            "2026. yıl\n2027. yıl",
            "-5 °C\n-6 °C",
            "•\n•",
            "",
        ] {
            assert!(of(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn r32_rows_lose_column_names_and_items_lose_marks() {
        assert_eq!(
            ends_of_row("Unit: Law | Fee: 5 € | Due: May"),
            Some(("Law", "May"))
        );
        assert_eq!(ends_of_row("Law | 5 €"), Some(("Law", "5 €")));
        assert_eq!(ends_of_row("No row: at all"), None);
        assert_eq!(
            [unmarked("→ Find"), unmarked("2. Fill"), unmarked("Plain")],
            ["Find", "Fill", "Plain"]
        );
    }

    #[test]
    fn r32_a_clause_keeps_its_number() {
        let text = "6.9. Grants are paid twice. 6.10. Students pay on. In 2026. 7.1. End.";
        let found = lines(text, &[]).into_iter().map(|range| &text[range]);
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                "6.9. Grants are paid twice.",
                "6.10. Students pay on.",
                "In 2026.",
                "7.1. End."
            ]
        );
    }

    #[test]
    fn r32_clauses_of_a_regulation_are_separate_units() {
        let text = format!(
            "Article 16 (1) The load is 20 (2) Loads of {}; bees, c) cows (3) Dogs have 35.",
            "ants and ".repeat(40).trim()
        );
        let found: Vec<&str> = lines(&text, &[])
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert!(found[2].ends_with("and;"), "{found:?}");
        assert_eq!(found[..2], ["Article 16", "(1) The load is 20"]);
        assert_eq!(found[3..], ["bees,", "c) cows", "(3) Dogs have 35."]);
    }

    #[test]
    fn r32_sentences_of_items_begin_after_the_mark_and_rows_stay_whole() {
        let text =
            "• Sign it. Hand it in.\n• Wait.\nUnit: Law Sch. Annex | Fee: 5. Paid once.\nEnd.";
        let found: Vec<&str> = lines(text, &lists(text))
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(
            found,
            [
                "Sign it.",
                "Hand it in.",
                "Wait.",
                "Unit: Law Sch. Annex | Fee: 5. Paid once.",
                "End."
            ]
        );
    }
}
