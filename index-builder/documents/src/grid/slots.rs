//! Slots: finds the columns and rows that cells occupy, as browsers and word processors lay them
//! out.

use std::collections::HashMap;
use std::ops::Range;

use super::{Cell, Table};

/// The maximum number of columns that a cell spans, as in browsers.
const MOST_COLUMNS: usize = 1000;

/// The maximum number of slots per cell; a table whose spans take more is not laid out.
const MOST_SLOTS: usize = 64;

/// A cell, identified by its row and its number in the row.
pub(super) type At = (usize, usize);

/// The layout of a table.
#[derive(Debug)]
pub(super) struct Slots<'t> {
    table: &'t Table,
    /// The cell of each column, row by row. Rows may have fewer columns than the table.
    rows: Vec<Vec<Option<At>>>,
    /// Rows in which two cells claim one slot.
    overlaps: Vec<bool>,
    pub(super) width: usize,
}

impl<'t> Slots<'t> {
    /// Lays out a table; returns none if its spans are excessive.
    pub(super) fn of(table: &'t Table) -> Option<Self> {
        let cells: usize = table.rows.iter().map(|row| row.cells.len()).sum();
        let mut left = MOST_SLOTS * (cells + 1);
        let width = width(table);
        let mut slots = Self {
            table,
            rows: Vec::with_capacity(table.rows.len()),
            overlaps: Vec::with_capacity(table.rows.len()),
            width: 0,
        };
        let mut carried: Vec<Option<(At, usize)>> = Vec::new();
        for (number, row) in table.rows.iter().enumerate() {
            if number > 0 && table.rows[number - 1].part != row.part {
                carried.clear();
            }
            let (placed, overlaps) = place(number, &row.cells, width, &mut carried);
            left = left.checked_sub(placed.len())?;
            slots.width = slots.width.max(placed.len());
            slots.rows.push(placed);
            slots.overlaps.push(overlaps);
        }
        Some(slots)
    }

    pub(super) fn cell(&self, (row, cell): At) -> &'t Cell {
        &self.table.rows[row].cells[cell]
    }

    pub(super) fn row(&self, row: usize) -> &[Option<At>] {
        &self.rows[row]
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether two cells of the row claim one slot.
    pub(super) fn overlaps(&self, row: usize) -> bool {
        self.overlaps[row]
    }

    pub(super) fn is_head(&self, row: usize) -> bool {
        self.table.rows[row].is_head
    }

    /// The cells that begin in a row.
    pub(super) fn own(&self, row: usize) -> &'t [Cell] {
        &self.table.rows[row].cells
    }

    /// Returns the text of a row that has a single text.
    pub(super) fn only_text(&self, row: usize) -> String {
        let filled = self.own(row).iter().find(|cell| !cell.is_empty());
        filled.map(Cell::text).unwrap_or_default()
    }

    /// Returns the cells by their ids; of equal ids the first counts, as in browsers.
    pub(super) fn ids(&self) -> HashMap<&'t str, At> {
        let mut ids = HashMap::new();
        for (row, all) in self.table.rows.iter().enumerate() {
            for (number, cell) in all.cells.iter().enumerate() {
                if let Some(id) = &cell.id {
                    ids.entry(id.as_str()).or_insert((row, number));
                }
            }
        }
        ids
    }

    /// Returns the cells in a row, each once, with the columns that it spans.
    pub(super) fn cells(&self, row: usize) -> Vec<(At, Range<usize>)> {
        let mut cells: Vec<(At, Range<usize>)> = Vec::new();
        for (column, at) in self.rows[row].iter().enumerate() {
            let Some(at) = *at else { continue };
            match cells.last_mut() {
                Some((last, columns)) if *last == at && columns.end == column => {
                    columns.end = column + 1;
                }
                _ => cells.push((at, column..column + 1)),
            }
        }
        cells
    }
}

/// Returns the number of columns in the rows with several cells: a single cell may claim more
/// columns than exist.
fn width(table: &Table) -> usize {
    let several = table.rows.iter().filter(|row| row.cells.len() > 1);
    let claimed = several.map(|row| row.cells.iter().map(columns).sum());
    claimed.max().unwrap_or(1)
}

fn columns(cell: &Cell) -> usize {
    cell.columns.clamp(1, MOST_COLUMNS)
}

fn place(
    number: usize,
    cells: &[Cell],
    width: usize,
    carried: &mut Vec<Option<(At, usize)>>,
) -> (Vec<Option<At>>, bool) {
    let mut row: Vec<Option<At>> = carried.iter().map(|from| from.map(|(at, _)| at)).collect();
    let mut overlaps = false;
    for from in carried.iter_mut() {
        *from = from.and_then(|(at, left)| (left > 1).then(|| (at, left.saturating_sub(1))));
    }
    let mut column = 0;
    for (cell, own) in cells.iter().enumerate() {
        while row.get(column).is_some_and(Option::is_some) {
            column += 1;
        }
        let most = if cells.len() == 1 {
            width
        } else {
            MOST_COLUMNS
        };
        let end = column + columns(own).min(most.saturating_sub(column).max(1));
        let rows = if own.rows == 0 { usize::MAX } else { own.rows };
        if row.len() < end {
            row.resize(end, None);
        }
        if carried.len() < end && rows > 1 {
            carried.resize(end, None);
        }
        for slot in column..end {
            overlaps |= row[slot].is_some();
            row[slot] = Some((number, cell));
            if rows > 1 {
                carried[slot] = Some(((number, cell), rows - 1));
            }
        }
        column = end;
    }
    while row.last() == Some(&None) {
        row.pop();
    }
    while carried.last() == Some(&None) {
        carried.pop();
    }
    (row, overlaps)
}
