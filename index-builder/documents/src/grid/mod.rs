//! Tables: writes rows as lines that are readable alone.
//!
//! A reader of any format passes a [`Table`]: rows of cells with their spans. This module assigns
//! cells to columns and rows. Every row of data becomes a line that names all its headers, since a
//! number is meaningless without them: `Level: Master | International, Spring: 1,560`. A row
//! without headers joins its cells with ` | `. Search and answers recognise a row by this
//! separator.
//!
//! The module never guesses where a wrong guess would put a figure under another header. A row with
//! uncertain cells becomes a text that search finds but no answer quotes ([`Line::Unquoted`]).
//!
//! | file | does |
//! |---|---|
//! | `slots.rs` | gives cells their columns and rows |
//! | `heads.rs` | tells rows of headers from rows of data, and names the columns |
//! | `labels.rs` | tells names from figures |
//! | `groups.rs` | finds rows that name the rows below them: `Monday, 3 February` |
//! | `parallel.rs` | splits a row whose cells have a line for each of several things |
//! | `rows.rs` | writes the lines |
//!
//! # Adding a format
//! Read its cells into a [`Table`], and leave their interpretation to this module. A span counts as
//! the file states it; a cell that a span covers is omitted.

mod groups;
mod heads;
mod labels;
mod parallel;
mod rows;
mod slots;

#[cfg(test)]
mod tests;

use std::ops::Range;

/// A cell as the file states it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Its paragraphs, whose lines are separated by line breaks.
    pub texts: Vec<String>,
    /// The number of columns that it spans.
    pub columns: usize,
    /// The number of rows that it spans; 0 for all rows to the end of the table part.
    pub rows: usize,
    /// How its text is emphasised.
    pub emphasis: Emphasis,
    /// The direction in which it is a header.
    pub scope: Scope,
    /// Its id, if it has one.
    pub id: Option<String>,
    /// The ids of its headers, if it names them.
    pub headers: Vec<String>,
}

impl Default for Cell {
    fn default() -> Self {
        Self {
            texts: Vec::new(),
            columns: 1,
            rows: 1,
            emphasis: Emphasis::default(),
            scope: Scope::default(),
            id: None,
            headers: Vec::new(),
        }
    }
}

/// The emphasis of a cell, weakest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Emphasis {
    /// At least a part of its text is not bold.
    #[default]
    Plain,
    /// All its text is bold.
    Bold,
    /// The file states that it is a header.
    Header,
}

/// The direction in which a header applies, if the file states it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scope {
    /// The file states none.
    #[default]
    Unstated,
    /// The header names its row.
    Row,
    /// The header names its column.
    Column,
    /// The header names a group of rows.
    Group,
}

impl Cell {
    fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the whole text on one line. Figures on separate lines are not one long number.
    fn text(&self) -> String {
        let lines: Vec<&str> = self.lines().collect();
        let between = if parallel::are_values(&lines) {
            " / "
        } else {
            " "
        };
        lines.join(between)
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().flat_map(|text| text.lines())
    }
}

/// A row of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Its cells, without those that cells of earlier rows span.
    pub cells: Vec<Cell>,
    /// Whether the file marks it as a header row.
    pub is_head: bool,
    /// The number of the table part that contains it; no cell extends into another part.
    pub part: usize,
}

/// A table as the file states it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Its rows in order.
    pub rows: Vec<Row>,
}

/// A line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A row with its headers.
    Row(String),
    /// A note, a title, or a text of a table that only arranges texts.
    Text(String),
    /// A row whose headers are uncertain: search finds it, but no answer quotes it.
    Unquoted(String),
}

impl Line {
    /// Joins the cells of a row as words of one text.
    pub fn run_on(&mut self) {
        if let Self::Row(text) | Self::Unquoted(text) = self {
            *text = text.replace(" | ", " ");
        }
    }

    /// Returns its text.
    pub fn text(self) -> String {
        match self {
            Self::Row(text) | Self::Text(text) | Self::Unquoted(text) => text,
        }
    }
}

impl Table {
    /// Returns its header rows at the top.
    pub fn head(&self) -> Range<usize> {
        slots::Slots::of(self).map_or(0..0, |slots| heads::at_top(&slots))
    }

    /// Returns the lines of the table.
    pub fn lines(&self) -> Vec<Line> {
        rows::lines(self)
    }
}
