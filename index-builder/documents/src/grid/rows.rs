//! Rows: writes the lines of a table.

use std::collections::HashMap;
use std::ops::Range;

use super::groups::{Groups, Lone, Lones};
use super::heads::{self, Names};
use super::parallel::{self, Parallel};
use super::slots::{At, Slots};
use super::{Cell, Line, Table};

/// The maximum length of a row of data in bytes; a longer row whose cells have several paragraphs
/// only arranges texts.
const LONGEST_ROW: usize = 600;

/// The maximum ratio of the lines' size to the table's size: headers and cells that span rows are
/// repeated.
const MOST_REPETITION: usize = 16;

/// The size of a cell without text in bytes.
const EMPTY_CELL: usize = 8;

/// Returns the lines of a table.
pub(super) fn lines(table: &Table) -> Vec<Line> {
    let size = |cell: &Cell| EMPTY_CELL + cell.texts.iter().map(String::len).sum::<usize>();
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    let most = MOST_REPETITION * cells.map(size).sum::<usize>();
    let written = Slots::of(table).and_then(|slots| Writing::new(&slots, most).write());
    written.unwrap_or_else(|| as_written(table))
}

/// Returns the rows without headers, for tables with excessive spans or headers.
fn as_written(table: &Table) -> Vec<Line> {
    let line = |row: &super::Row| {
        let texts: Vec<String> = row.cells.iter().map(Cell::text).collect();
        plain(&texts)
    };
    let lines = table.rows.iter().map(line).filter(|line| !line.is_empty());
    lines.map(Line::Unquoted).collect()
}

struct Writing<'s, 't> {
    slots: &'s Slots<'t>,
    names: Names,
    groups: Groups,
    /// The header rows that no line has named yet, and the number of lines before them.
    unnamed: (Range<usize>, usize),
    ids: HashMap<&'t str, At>,
    lines: Vec<Line>,
    /// Number of bytes that may still be written; none after it was exceeded.
    left: Option<usize>,
}

impl<'s, 't> Writing<'s, 't> {
    fn new(slots: &'s Slots<'t>, most: usize) -> Self {
        Self {
            slots,
            names: Names::default(),
            groups: Groups::default(),
            unnamed: (0..0, 0),
            ids: slots.ids(),
            lines: Vec::new(),
            left: Some(most),
        }
    }

    /// Writes all rows; returns none if the repetition is excessive.
    fn write(mut self) -> Option<Vec<Line>> {
        let heads = heads::all(self.slots);
        let mut is_head = vec![false; self.slots.len()];
        for head in &heads {
            is_head[head.clone()].fill(true);
        }
        let lones = Lones::of(self.slots, &is_head);
        let mut heads = heads.into_iter().peekable();
        for (row, is_head) in is_head.into_iter().enumerate() {
            if let Some(head) = heads.next_if(|head| head.start == row) {
                self.leave_heads();
                self.names = Names::of(self.slots, head.clone());
                self.unnamed = (head, self.lines.len());
            }
            match lones.get(row) {
                Some(Lone::Group(rank)) => self.groups.open(rank, self.slots.only_text(row)),
                Some(Lone::Note) => self.apart(row),
                None if is_head => {}
                None => self.data(row),
            }
            self.left?;
        }
        self.leave_heads();
        Some(self.lines)
    }

    /// Headers that no row names are written as texts.
    fn leave_heads(&mut self) {
        let (rows, at) = std::mem::take(&mut self.unnamed);
        let below = self.lines.split_off(at.min(self.lines.len()));
        for row in rows {
            let texts: Vec<String> = self.slots.own(row).iter().map(Cell::text).collect();
            self.push(plain(&texts), Line::Text);
        }
        self.lines.extend(below);
    }

    fn push(&mut self, text: String, line: fn(String) -> Line) {
        self.left = self.left.and_then(|left| left.checked_sub(text.len()));
        if text.is_empty() || self.left.is_none() {
            return;
        }
        self.lines.push(line(text));
    }

    /// Writes the texts of a row separately.
    fn apart(&mut self, row: usize) {
        for text in self.slots.own(row).iter().flat_map(|cell| &cell.texts) {
            self.push(text.clone(), Line::Text);
        }
    }

    fn data(&mut self, row: usize) {
        self.groups.go_on();
        let cells = self.slots.cells(row);
        let lists: Vec<Vec<&str>> = { cells.iter() }
            .map(|(at, _)| self.slots.cell(*at))
            .map(|cell| {
                if cell.rows == 1 {
                    cell.lines().collect()
                } else {
                    Vec::new()
                }
            })
            .collect();
        match parallel::compare(&lists) {
            Parallel::Several(count) => {
                for number in 0..count {
                    let texts =
                        cells
                            .iter()
                            .zip(&lists)
                            .map(|((at, _), lines)| match lines.get(number) {
                                Some(line) if lines.len() == count => (*line).to_owned(),
                                _ => self.slots.cell(*at).text(),
                            });
                    let texts = texts.collect();
                    self.line(row, &cells, texts, true);
                }
            }
            Parallel::One if self.is_layout(row) => self.apart(row),
            relation => {
                let texts = cells.iter().map(|(at, _)| self.slots.cell(*at).text());
                let texts = texts.collect();
                self.line(row, &cells, texts, relation == Parallel::One);
            }
        }
    }

    /// Whether a row arranges texts instead of stating values: it is long or the only row, and has
    /// cells with several lines.
    fn is_layout(&self, row: usize) -> bool {
        let cells = self.slots.own(row);
        let texts = cells.iter().flat_map(|cell| &cell.texts);
        let is_long = texts.map(String::len).sum::<usize>() > LONGEST_ROW;
        is_long && cells.iter().any(|cell| cell.texts.len() > 1)
            || self.slots.len() == 1 && cells.iter().any(|cell| cell.lines().count() > 1)
    }

    /// Writes a line from the texts of cells.
    fn line(
        &mut self,
        row: usize,
        cells: &[(At, Range<usize>)],
        texts: Vec<String>,
        is_certain: bool,
    ) {
        if texts.iter().all(String::is_empty) {
            return;
        }
        let is_certain = is_certain && self.fits(row, cells);
        let groups = self.groups.names().map(str::to_owned);
        let parts: Vec<String> = if self.names.is_empty() || !self.fits(row, cells) {
            groups.chain([plain(&texts)]).collect()
        } else {
            let named = self.named(row, cells, texts);
            self.unnamed.0 = 0..0;
            groups.chain(named).collect()
        };
        self.push(
            parts.join(" | "),
            if is_certain {
                Line::Row
            } else {
                Line::Unquoted
            },
        );
    }

    /// Whether the cells of a row correspond one by one to the headers.
    fn fits(&self, row: usize, cells: &[(At, Range<usize>)]) -> bool {
        let named = self.names.columns();
        let filled = || {
            cells
                .iter()
                .filter(|(at, _)| !self.slots.cell(*at).is_empty())
        };
        let is_beside = |columns: &Range<usize>| columns.start >= named;
        let is_short = self.slots.row(row).len() < named;
        let is_named = named > 1 && filled().count() > 1;
        !self.slots.overlaps(row)
            && !(is_named && (is_short || filled().any(|(_, columns)| is_beside(columns))))
    }

    /// Returns the texts with the names of their columns. Neighbours with the same name are joined.
    fn named(&self, row: usize, cells: &[(At, Range<usize>)], texts: Vec<String>) -> Vec<String> {
        let mut named: Vec<(String, String)> = Vec::new();
        let all = cells.iter().zip(texts).filter(|(_, text)| !text.is_empty());
        for ((at, columns), text) in all {
            let name = self.stated(row, self.slots.cell(*at));
            let name = name.unwrap_or_else(|| self.names.over(columns));
            match named
                .last_mut()
                .filter(|(other, _)| *other == name && !name.is_empty())
            {
                Some((_, before)) => *before = format!("{before} / {text}"),
                None => named.push((name, text)),
            }
        }
        let cell = |(name, text): (String, String)| match name.as_str() {
            "" => text,
            name => format!("{name}: {text}"),
        };
        named.into_iter().map(cell).collect()
    }

    /// Returns the headers that a cell itself names, except headers in its row and of its group.
    fn stated(&self, row: usize, cell: &Cell) -> Option<String> {
        let all: Option<Vec<At>> = { cell.headers.iter() }
            .map(|id| self.ids.get(id.as_str()).copied())
            .collect();
        let others = all?.into_iter().filter(|at| at.0 != row);
        let names = others.map(|at| heads::name(self.slots.cell(at)));
        let names: Vec<String> = names
            .filter(|name| !name.is_empty() && self.groups.names().all(|group| group != name))
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// Joins the texts of a row without headers. A text that ends with a colon names the next one.
fn plain(texts: &[String]) -> String {
    let mut line = String::new();
    for text in texts.iter().filter(|text| !text.is_empty()) {
        match line.chars().last() {
            None => {}
            Some(':') => line.push(' '),
            Some(_) => line.push_str(" | "),
        }
        line.push_str(text);
    }
    line
}
