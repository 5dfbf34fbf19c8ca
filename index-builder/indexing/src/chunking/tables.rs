//! Keeps tables together: half a table looks like a whole one.
//!
//! A chunk never cuts a row, and no table that fits into a chunk. Of a longer table, a chunk ends
//! with a row of ellipses, and the next one begins with the row that names the columns, unless
//! every row names them.

use std::ops::Range;

use soru::text::{Language, count_words, sentences};

use crate::row_labels::{ellipsis, is_row};

/// A part of a text that no chunk cuts, and its words.
pub(super) type Unit = (Range<usize>, usize);

/// Returns the units of a text: sentences, rows, and tables of at most `most` words.
pub(super) fn units(text: &str, language: Language, most: usize) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut table: Vec<Unit> = Vec::new();
    let words = |range: &Range<usize>| count_words(&text[range.clone()], language);
    let (mut line, mut row) = (0..0, None);
    for own in sentences(text) {
        let is_new = own.start >= line.end;
        if is_new {
            line = line_at(text, own.start);
            row = Some(&line)
                .filter(|line| is_row(&text[(*line).clone()]))
                .map(words);
            row = row.filter(|words| *words <= most);
        }
        if let Some(words) = row {
            // A cell may have several sentences.
            if is_new {
                table.push((line.clone(), words));
            }
        } else {
            end_table(&mut table, &mut units, most);
            units.push((own.clone(), words(&own)));
        }
    }
    end_table(&mut table, &mut units, most);
    units
}

fn end_table(table: &mut Vec<Unit>, units: &mut Vec<Unit>, most: usize) {
    let words = table.iter().map(|(_, words)| words).sum();
    match table.as_slice() {
        [(first, _), .., (last, _)] if words <= most => {
            units.push((first.start..last.end, words));
            table.clear();
        }
        _ => units.append(table),
    }
}

/// Returns the line around a byte.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..end
}

/// Returns the lines to put before and behind a part of a text that cuts a table.
pub(super) fn frame(text: &str, part: &Range<usize>) -> (Option<String>, Option<String>) {
    let row = |at: usize| Some(&text[line_at(text, at)]).filter(|line| is_row(line));
    let goes_on = text[part.end..].starts_with('\n') && row(part.end + 1).is_some();
    let foot = row(part.end).filter(|_| goes_on).and_then(ellipsis);
    (head(text, part.start), foot)
}

/// The maximum number of rows above a place in a table among which the row of names is looked for.
const MOST_ROWS: usize = 2000;

/// Returns the row that names the columns of a table, if a place in the middle of the table has
/// rows without names.
fn head(text: &str, at: usize) -> Option<String> {
    // Inside a line, its length would count for each of its chunks.
    if !text[..at].ends_with('\n') {
        return None;
    }
    let line = line_at(text, at);
    let own = &text[line.clone()];
    if !is_row(own) || ellipsis(own).is_some() {
        return None;
    }
    let above = text[..line.start].lines().rev().take(MOST_ROWS);
    let first = { above }.take_while(|line| is_row(line)).last()?;
    let is_value = |c: char| c.is_ascii_digit() || matches!(c, ':' | '@');
    (!first.contains(is_value)).then(|| first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, most: usize) -> Vec<&str> {
        let units = units(text, Language::English, most);
        units.into_iter().map(|(range, _)| &text[range]).collect()
    }

    const TABLE: &str = "Boat: Canoe | Fee: paid once. In May.\nBoat: Raft | Fee: 20";

    #[test]
    fn a_table_that_fits_is_one_unit_and_a_row_always_is() {
        let text = format!("Pay now. Thank you.\n{TABLE}\nThe end.");
        let whole = ["Pay now.", "Thank you.", TABLE, "The end."];
        assert_eq!(texts(&text, 40), whole);
        let rows: Vec<&str> = TABLE.split('\n').collect();
        assert_eq!(texts(&text, 7)[2..4], rows);
        assert_eq!(texts(&text, 1).len(), 6, "a long row is sentences");
    }

    #[test]
    fn a_part_of_a_table_says_that_it_goes_on() {
        let cut = TABLE.find('\n').unwrap();
        let foot = "Boat: … | Fee: …".to_owned();
        assert_eq!(frame(TABLE, &(0..cut)), (None, Some(foot)));
        assert_eq!(frame(TABLE, &(cut + 1..TABLE.len())), (None, None));
        assert_eq!(frame(TABLE, &(0..TABLE.len())), (None, None));
    }

    #[test]
    fn a_part_of_a_table_without_names_in_its_rows_has_the_row_that_names_its_columns() {
        let text = "Pay here.\nBoat | Fee\nCanoe | 12\nRaft | 20\nThe end.";
        let at = text.find("Raft").unwrap();
        let head = Some("Boat | Fee".to_owned());
        assert_eq!(frame(text, &(at..text.len())), (head, None));
        assert_eq!(
            frame(text, &(text.find("Boat").unwrap()..at - 1)),
            (None, None)
        );
        let figures = text.replace("Boat | Fee", "Kayak | 9");
        assert_eq!(
            frame(&figures, &(figures.find("Raft").unwrap()..figures.len())).0,
            None
        );
    }
}
