//! Finds the header rows of a table, and the names that they give to the columns.
//!
//! The file states the headers (`thead`, `th`, Word's repeated rows), or the first row reveals
//! them: all its cells are bold, or it has words where all rows below have figures.

use std::collections::HashSet;
use std::ops::Range;

use super::labels::{has_digits, has_figures, is_label, resembles};
use super::slots::{At, Slots};
use super::{Cell, Emphasis, Scope};

/// The maximum number of consecutive header rows; a file with more marks all of its rows as
/// headers.
const MOST_HEADS: usize = 6;

/// The maximum length of a column's name in bytes; a longer one is truncated.
const LONGEST_NAME: usize = 160;

/// The names of the columns, from left to right; empty for a column without a name.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Reads the names in these rows.
    pub(super) fn of(slots: &Slots<'_>, rows: Range<usize>) -> Self {
        let name = |column: usize| {
            let mut parts: Vec<(At, String)> = Vec::new();
            for row in rows.clone().filter(|row| !is_title(slots, *row)) {
                let at = slots.row(row).get(column).copied().flatten();
                let Some(at) = at else { continue };
                let text = name(slots.cell(at));
                let is_known = |(other, said): &(At, String)| *other == at || *said == text;
                if !text.is_empty() && !parts.iter().any(is_known) {
                    parts.push((at, text));
                }
            }
            let parts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
            parts.join(", ")
        };
        Self((0..slots.width).map(name).collect())
    }

    /// Whether no column has a name.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }

    /// Returns the number of columns up to the last one with a name.
    pub(super) fn columns(&self) -> usize {
        let last = self.0.iter().rposition(|name| !name.is_empty());
        last.map_or(0, |last| last + 1)
    }

    /// Returns the names of these columns, each once.
    pub(super) fn over(&self, columns: &Range<usize>) -> String {
        let mut names: Vec<&str> = Vec::new();
        let own = self.0.get(columns.clone()).unwrap_or_default();
        for name in own.iter().map(String::as_str) {
            if !name.is_empty() && names.last() != Some(&name) {
                names.push(name);
            }
        }
        names.join(" / ")
    }
}

/// Returns the text of a header as a name.
pub(super) fn name(cell: &Cell) -> String {
    let mut text = cell.text();
    if text.len() > LONGEST_NAME {
        let end = text.floor_char_boundary(LONGEST_NAME);
        text.truncate(text[..end].rfind(' ').unwrap_or(end));
        text.push('…');
    }
    text.trim_end_matches([':', ' ']).to_owned()
}

/// Returns the header rows at the top; empty if the table has none.
pub(super) fn at_top(slots: &Slots<'_>) -> Range<usize> {
    let is_above = |row: &usize| slots.cells(*row).is_empty() || filled(slots, *row) == 0;
    let first = (0..slots.len()).take_while(is_above).count();
    let stated = (first..slots.len()).take_while(|row| slots.is_head(*row) || is_above(row));
    let titles = |from: usize| {
        let rows = from..slots.len();
        from + rows.take_while(|row| is_title(slots, *row)).count()
    };
    let stated = first..first + stated.count();
    if stated.clone().any(|row| filled(slots, row) > 1)
        && stated.len() <= MOST_HEADS
        && stated.end < slots.len()
    {
        return with_second_row(slots, stated);
    }
    let first = titles(first);
    let marked = first
        ..first
            + (first..slots.len())
                .take_while(|row| is_head(slots, *row))
                .count();
    if !marked.is_empty() && marked.end < slots.len() {
        return with_second_row(slots, with_spans(slots, marked));
    }
    if is_bold_head(slots, first) {
        let head = with_spans(slots, first..first + 1);
        return with_second_row(slots, head);
    }
    let head = with_second_row(slots, with_spans(slots, first..first + 1));
    if first < slots.len() && stands_over_figures(slots, &head) {
        return head;
    }
    first..first
}

/// Returns the header rows that begin with a row in the middle of a table: a repetition of the rows
/// at the top, or rows that the file marks as headers. A row of totals has figures.
fn within(slots: &Slots<'_>, first: usize, top: &Range<usize>) -> Range<usize> {
    let says_the_same = |row: usize| {
        let texts = |row: usize| slots.own(row).iter().map(Cell::text);
        top.clone().any(|head| texts(head).eq(texts(row)))
    };
    let is_words = |row: usize| {
        let mut own = slots.own(row).iter();
        own.all(|cell| cell.is_empty() || is_label(cell))
    };
    let is_below_title = |row: usize| row > 0 && is_title(slots, row - 1);
    let is_again = |row: &usize| {
        let row = *row;
        says_the_same(row)
            || is_words(row)
                && (is_head(slots, row) || is_below_title(row) && is_bold_head(slots, row))
    };
    let rows = (first..slots.len()).take_while(is_again);
    let head = first..first + rows.count();
    if head.is_empty() || head.len() > MOST_HEADS || head.end == slots.len() {
        return first..first;
    }
    with_spans(slots, head)
}

/// Returns all groups of header rows, from top to bottom.
pub(super) fn all(slots: &Slots<'_>) -> Vec<Range<usize>> {
    let top = at_top(slots);
    let mut row = top.end;
    let mut heads = vec![top.clone()];
    while row < slots.len() {
        let head = within(slots, row, &top);
        row = head.end.max(row + 1);
        heads.push(head);
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// Whether a row has a single cell that spans all columns.
pub(super) fn is_title(slots: &Slots<'_>, row: usize) -> bool {
    match slots.cells(row).as_slice() {
        [(at, columns)] => {
            slots.width > 1
                && columns.len() == slots.width
                && at.0 == row
                && !slots.cell(*at).is_empty()
        }
        _ => false,
    }
}

/// Returns the number of filled cells that begin in a row.
pub(super) fn filled(slots: &Slots<'_>, row: usize) -> usize {
    let own = slots.own(row).iter();
    own.filter(|cell| !cell.is_empty()).count()
}

/// Whether the file marks all filled cells of a row as column headers. The corner above the row
/// headers may be an ordinary cell.
fn is_head(slots: &Slots<'_>, row: usize) -> bool {
    let own = slots.own(row);
    let is_header = |cell: &Cell| {
        cell.emphasis == Emphasis::Header && !matches!(cell.scope, Scope::Row | Scope::Group)
    };
    let headers = own
        .iter()
        .filter(|cell| is_header(cell) && !cell.is_empty());
    let others = own
        .iter()
        .filter(|cell| !is_header(cell) && !cell.is_empty());
    let corner_only = own.first().is_some_and(|corner| !is_header(corner)) && row == 0;
    let headers = headers.count();
    match others.count() {
        0 => headers > 1,
        1 => corner_only && headers > 1,
        _ => false,
    }
}

/// Whether the first row is bold, and a row below it is not. A row of data may be bold too: it
/// begins with a figure, or has figures of the same form as the rows below.
fn is_bold_head(slots: &Slots<'_>, row: usize) -> bool {
    let is_bold = |cell: &Cell| cell.emphasis == Emphasis::Bold;
    let all_bold = |row: usize| {
        let mut filled = slots.own(row).iter().filter(|cell| !cell.is_empty());
        filled.clone().next().is_some() && filled.all(is_bold)
    };
    let is_key = |row: usize| slots.own(row).first().is_some_and(is_bold);
    let resembles_below = |(at, columns): &(At, Range<usize>)| {
        resembles(slots.cell(*at), &column_below(slots, row, columns.start))
    };
    // If a table has two columns with bold texts, the first names the second.
    let has_keys = || slots.width == 2 && (row + 1..slots.len()).all(is_key);
    row < slots.len()
        && all_bold(row)
        && !has_keys()
        && is_complete(slots, row)
        && slots
            .own(row)
            .first()
            .is_some_and(|first| first.is_empty() || !has_figures(first))
        && !slots.cells(row).iter().any(resembles_below)
        && (row + 1..slots.len()).any(|below| filled(slots, below) > 1 && !all_bold(below))
}

/// Returns the filled cells of a column below a row.
fn column_below<'t>(slots: &Slots<'t>, row: usize, column: usize) -> Vec<&'t Cell> {
    let rows = row + 1..slots.len();
    let cells = rows.filter_map(|row| slots.row(row).get(column).copied().flatten());
    let cells = cells.map(|at| slots.cell(at));
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// Whether a row has several cells, none of them empty except the corner.
fn is_complete(slots: &Slots<'_>, row: usize) -> bool {
    let own = slots.own(row);
    own.len() > 1
        && slots.row(row).len() == slots.width
        && own.iter().skip(1).all(|cell| !cell.is_empty())
        && (filled(slots, row) > 1 || slots.width == 2)
}

/// Adds the rows into which cells of the first row extend.
fn with_spans(slots: &Slots<'_>, head: Range<usize>) -> Range<usize> {
    let is_head =
        |cell: &Cell| cell.is_empty() || cell.emphasis == Emphasis::Header || is_label(cell);
    let reaches = |row: usize| {
        let mut from = slots.row(row).iter().flatten();
        from.any(|at| head.contains(&at.0))
            && filled(slots, row) > 0
            && slots.own(row).iter().all(is_head)
    };
    let mut end = head.end;
    while end < slots.len() && end - head.start < MOST_HEADS && reaches(end) {
        end += 1;
    }
    // A cell at the left that spans the whole table names rows, not columns.
    if end < slots.len() {
        head.start..end
    } else {
        head
    }
}

/// Adds the row below if it divides the columns of headers into several: it has words, and only
/// below these headers.
fn with_second_row(slots: &Slots<'_>, head: Range<usize>) -> Range<usize> {
    let (Some(last), below) = (head.clone().next_back(), head.end) else {
        return head;
    };
    if below + 1 >= slots.len() || head.len() >= MOST_HEADS {
        return head;
    }
    let is_wide = |column: usize| {
        let cells = slots.cells(last);
        cells.iter().any(|(_, columns)| {
            columns.len() > 1 && columns.len() < slots.width && columns.contains(&column)
        })
    };
    let cells = slots.cells(below);
    let mut names = 0;
    let divides = cells.iter().all(|(at, columns)| {
        let cell = slots.cell(*at);
        let is_under = is_wide(columns.start);
        names += usize::from(is_under && !cell.is_empty());
        if is_under {
            is_label(cell)
        } else {
            cell.is_empty() || at.0 < below
        }
    });
    if divides && names > 1 {
        head.start..below + 1
    } else {
        head
    }
}

/// Whether rows have words or years above columns of which most have figures in nearly all rows:
/// among prices may be `free` or `n/a`.
fn stands_over_figures(slots: &Slots<'_>, head: &Range<usize>) -> bool {
    let Some(row) = head.clone().next_back() else {
        return false;
    };
    if slots.width < 3 || row + 2 >= slots.len() || !is_complete(slots, head.start) {
        return false;
    }
    let can_name = |(at, columns): &(At, Range<usize>)| {
        let cell = slots.cell(*at);
        is_label(cell) && !resembles(cell, &column_below(slots, row, columns.start))
            || cell.is_empty() && columns.start == 0
    };
    let names = Names::of(slots, head.clone());
    let distinct: HashSet<&String> = names.0.iter().collect();
    let is_of_figures = |column: &usize| {
        let below = column_below(slots, row, *column);
        let figures = below.iter().filter(|cell| has_digits(cell)).count();
        figures > 1 && figures * 3 >= below.len() * 2
    };
    let columns = 1..slots.width;
    head.clone()
        .all(|row| slots.cells(row).iter().all(can_name))
        && distinct.len() == slots.width
        && columns.clone().filter(is_of_figures).count() * 2 > columns.len()
}
