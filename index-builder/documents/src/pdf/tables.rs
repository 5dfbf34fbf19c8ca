//! Tables: converts the cells of ruled tables to lines that name their columns.
//!
//! Precision comes first: boxes of forms, framed texts and drawings stay as they are. A table that
//! continues at the top of the next page keeps its headers.

use hayro_interpret::kurbo::Rect;

use super::glyphs::Glyph;
use super::hyphens::KnownWords;
use super::lines::{self, Line};
use super::placed::place;
use super::rules::{Frame, Rules};
use crate::grid::{self, Cell, Emphasis, Row, Table};

/// The maximum number of cells of a table; more cells form a drawing.
const MOST_CELLS: usize = 5_000;

/// The maximum length of a cell in characters.
const LONGEST: usize = 700;

/// The maximum mean length of a table's cells in characters.
const LONGEST_MEAN: usize = 160;

/// The maximum number of tables on a page.
const MOST_TABLES: usize = 50;

/// The headers of the last table, which may continue on the next page.
#[derive(Debug, Default)]
pub(super) struct LastHead {
    edges: Vec<f64>,
    rows: Vec<Row>,
}

/// Returns the lines of a page: its letters in drawing order, with tables in place of their
/// letters.
pub(super) fn lines(glyphs: Vec<Glyph>, rules: Rules, last: &mut LastHead) -> Vec<Line> {
    let frames = rules.frames();
    let mut layouts: Vec<Layout> = { frames.iter() }
        .filter_map(Layout::of)
        .take(MOST_TABLES)
        .collect();
    let places = sort_into(&glyphs, &mut layouts);
    let tables: Vec<Option<Vec<Line>>> = layouts.iter().map(|layout| layout.lines(last)).collect();
    let mut all = Vec::new();
    let mut apart = Vec::new();
    let mut is_written = vec![false; tables.len()];
    for (glyph, place) in glyphs.into_iter().zip(places) {
        match place.and_then(|table| Some((table, tables[table].as_ref()?))) {
            None => apart.push(glyph),
            Some((table, rows)) if !is_written[table] => {
                is_written[table] = true;
                all.extend(lines::lines(std::mem::take(&mut apart)));
                all.extend(rows.iter().cloned());
            }
            Some(_) => {}
        }
    }
    all.extend(lines::lines(apart));
    all
}

/// Assigns the letters to their cells, and returns the table of each letter.
fn sort_into(glyphs: &[Glyph], layouts: &mut [Layout]) -> Vec<Option<usize>> {
    let place = |glyph: &Glyph| {
        let at = (
            f64::midpoint(glyph.x0, glyph.x1),
            glyph.y - 0.3 * glyph.size,
        );
        let mut places = layouts.iter_mut().enumerate();
        places.find_map(|(number, layout)| {
            let cell = layout.cell_at(at)?;
            layout.cells[cell].glyphs.push(glyph.clone());
            Some(number)
        })
    };
    glyphs.iter().map(place).collect()
}

/// The cells of a ruled table.
#[derive(Debug)]
struct Layout {
    /// The edges of its columns from left to right, and of its rows from top to bottom.
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// The cell of each slot, row by row.
    slots: Vec<usize>,
    cells: Vec<Area>,
}

/// A cell and the letters in it.
#[derive(Debug)]
struct Area {
    row: usize,
    column: usize,
    rows: usize,
    columns: usize,
    glyphs: Vec<Glyph>,
}

impl Layout {
    /// Returns the cells between the rules; none unless two rows have two cells.
    fn of(frame: &Frame) -> Option<Self> {
        let (columns, rows) = frame.edges();
        let (across, down) = (columns.len().checked_sub(1)?, rows.len().checked_sub(1)?);
        if across < 2 || down < 2 || across * down > MOST_CELLS {
            return None;
        }
        let mut layout = Self {
            columns,
            rows,
            slots: vec![usize::MAX; across * down],
            cells: Vec::new(),
        };
        for row in 0..down {
            for column in 0..across {
                if layout.slots[row * across + column] == usize::MAX {
                    layout.add_cell(frame, row, column);
                }
            }
        }
        Some(layout)
    }

    fn add_cell(&mut self, frame: &Frame, row: usize, column: usize) {
        let (across, down) = (self.columns.len() - 1, self.rows.len() - 1);
        let is_parted = |row: usize, edge: usize| {
            frame.parts_columns(self.columns[edge], self.rows[row], self.rows[row + 1])
        };
        let is_free = |row: usize, column: usize| self.slots[row * across + column] == usize::MAX;
        let mut right = column + 1;
        while right < across && is_free(row, right) && !is_parted(row, right) {
            right += 1;
        }
        let mut below = row + 1;
        let goes_on = |below: usize| {
            let (from, to) = (self.columns[column], self.columns[right]);
            (column..right).all(|column| is_free(below, column))
                && !frame.parts_rows(self.rows[below], from, to)
                && !(column + 1..right).any(|edge| is_parted(below, edge))
        };
        while below < down && goes_on(below) {
            below += 1;
        }
        for row in row..below {
            self.slots[row * across + column..row * across + right].fill(self.cells.len());
        }
        self.cells.push(Area {
            row,
            column,
            rows: below - row,
            columns: right - column,
            glyphs: Vec::new(),
        });
    }

    fn cell_at(&self, (x, y): (f64, f64)) -> Option<usize> {
        let column = slot(&self.columns, x)?;
        let row = slot(&self.rows, y)?;
        Some(self.slots[row * (self.columns.len() - 1) + column])
    }

    /// Returns the lines of the table; none if the boxes contain something else.
    fn lines(&self, last: &mut LastHead) -> Option<Vec<Line>> {
        let cells: Vec<Vec<Line>> = self.cells.iter().map(Area::lines).collect();
        if !self.is_table(&cells) {
            return None;
        }
        let words = KnownWords::of(cells.iter().flatten());
        let mut table = Table::default();
        table.rows.resize(self.rows.len() - 1, Row::default());
        for (area, lines) in self.cells.iter().zip(&cells) {
            let right = self.columns[area.column + area.columns];
            table.rows[area.row].cells.push(Cell {
                texts: text(lines, right, &words).into_iter().collect(),
                columns: area.columns,
                rows: area.rows,
                emphasis: if !lines.is_empty() && lines.iter().all(|line| line.bold) {
                    Emphasis::Bold
                } else {
                    Emphasis::Plain
                },
                ..Cell::default()
            });
        }
        if is_right_to_left(&cells) {
            table.rows.iter_mut().for_each(|row| row.cells.reverse());
        }
        self.go_on(&mut table, last);
        let mut lines = table.lines();
        if table.head().is_empty() {
            // A table without headers reads like the text around it.
            lines.iter_mut().for_each(grid::Line::run_on);
        }
        Some(place(lines, self.area(), &cells.iter().flatten()))
    }

    /// Whether most cells are filled, with short texts, in several rows and columns.
    fn is_table(&self, cells: &[Vec<Line>]) -> bool {
        let length = |lines: &Vec<Line>| -> usize {
            lines.iter().map(|line| line.text.chars().count()).sum()
        };
        let filled = || {
            self.cells
                .iter()
                .zip(cells)
                .filter(|(_, lines)| !lines.is_empty())
        };
        let several = |place: fn(&Area) -> usize| {
            let mut places = filled().map(|(area, _)| place(area));
            let first = places.next();
            places.any(|place| Some(place) != first)
        };
        let count = filled().count();
        let sum: usize = cells.iter().map(length).sum();
        let mut in_rows = vec![0; self.rows.len()];
        filled().for_each(|(area, _)| in_rows[area.row] += 1);
        let several_in_row = in_rows.iter().filter(|count| **count > 1).count();
        let one_in_row = in_rows.iter().filter(|count| **count == 1).count();
        count >= 4
            && several_in_row >= one_in_row
            && count * 2 > cells.len()
            && several(|area| area.row)
            && several(|area| area.column)
            && sum <= LONGEST_MEAN * count
            && sum > 3 * count
            && cells.iter().map(length).all(|length| length <= LONGEST)
    }

    fn area(&self) -> Rect {
        let (across, down) = (self.columns.len() - 1, self.rows.len() - 1);
        Rect::new(
            self.columns[0],
            self.rows[0],
            self.columns[across],
            self.rows[down],
        )
    }

    /// Gives a table without headers the headers of the previous table, if their columns are the
    /// same.
    fn go_on(&self, table: &mut Table, last: &mut LastHead) {
        let own = table.head();
        let is_same = last.edges.len() == self.columns.len()
            && last
                .edges
                .iter()
                .zip(&self.columns)
                .all(|(a, b)| (a - b).abs() < 3.0);
        if own.is_empty() && is_same {
            table.rows.splice(0..0, last.rows.iter().cloned());
            return;
        }
        let head = table.rows[own].iter().cloned();
        *last = LastHead {
            edges: self.columns.clone(),
            rows: head
                .map(|row| Row {
                    is_head: true,
                    ..row
                })
                .collect(),
        };
    }
}

impl Area {
    /// Returns the lines of the cell, from top to bottom.
    fn lines(&self) -> Vec<Line> {
        let mut found = lines::lines(self.glyphs.clone());
        found.sort_by(|a, b| a.y.total_cmp(&b.y));
        let mut rows: Vec<Line> = Vec::new();
        for line in found {
            match rows.last_mut() {
                Some(last) if (line.y - last.y).abs() < 0.3 * last.size => join(last, line),
                _ => rows.push(line),
            }
        }
        rows
    }
}

/// Joins two parts of one line.
fn join(left: &mut Line, mut right: Line) {
    if right.x0 < left.x0 {
        std::mem::swap(left, &mut right);
    }
    left.text = format!("{} {}", left.text, right.text);
    left.x1 = left.x1.max(right.x1);
    left.bold &= right.bold;
}

/// Returns the text of a cell. Its line breaks count if each line has room for the next word,
/// because the author then broke the lines.
fn text(lines: &[Line], right: f64, words: &KnownWords) -> Option<String> {
    let has_room = |pair: &[Line]| {
        let next = &pair[1];
        let letters = next.text.chars().count().max(1) as f64;
        let first = next
            .text
            .split(' ')
            .next()
            .unwrap_or_default()
            .chars()
            .count() as f64;
        let wanted = (next.x1 - next.x0) / letters * (first + 1.0);
        pair[0].x1 + wanted + 0.5 * next.size < right
    };
    let (first, rest) = lines.split_first()?;
    let mut text = first.text.clone();
    let is_broken = lines.windows(2).all(has_room);
    for line in rest {
        if is_broken {
            text.push('\n');
            text.push_str(&line.text);
        } else {
            words.join(&mut text, &line.text);
        }
    }
    text.contains(char::is_alphanumeric).then_some(text)
}

fn is_right_to_left(cells: &[Vec<Line>]) -> bool {
    let letters = || cells.iter().flatten().flat_map(|line| line.text.chars());
    let right = letters().filter(|letter| lines::is_rtl(*letter)).count();
    right * 2 > letters().filter(|letter| letter.is_alphabetic()).count()
}

/// Returns the number of the slot between edges that contains a position.
fn slot(edges: &[f64], at: f64) -> Option<usize> {
    let after = edges.partition_point(|edge| *edge <= at);
    (1..edges.len()).contains(&after).then(|| after - 1)
}
