//! Writes a table as text, with the first column left-aligned and figures right-aligned. A table
//! that is too wide continues below, with the first column repeated.

use std::fmt;
use std::ops::Range;

/// A table of texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

/// The maximum length of a line in characters.
const WIDTH: usize = 100;

/// Characters between columns.
const GAP: usize = 2;

/// The placeholder for an absent figure.
pub(super) const NOTHING: &str = "-";

impl Table {
    pub(super) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        let mut table = Self::default();
        table.push(head);
        table
    }

    pub(super) fn push<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Leaves out columns in which no row has a figure.
    pub(super) fn without_empty_columns(mut self) -> Self {
        let columns = self.rows.first().map_or(0, Vec::len);
        for column in (1..columns).rev() {
            let is_empty = |row: &Vec<String>| row.get(column).is_none_or(|cell| cell == NOTHING);
            if self.rows.iter().skip(1).all(is_empty) {
                for row in &mut self.rows {
                    row.remove(column);
                }
            }
        }
        self
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or_default()
        };
        (0..columns).map(width).collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        for (number, columns) in pages(&widths).into_iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            for row in &self.rows {
                writeln!(f, "{}", line(row, &widths, columns.clone()).trim_end())?;
            }
        }
        Ok(())
    }
}

/// Distributes the columns after the first over pages of the line width.
fn pages(widths: &[usize]) -> Vec<Range<usize>> {
    let first = widths.first().copied().unwrap_or_default();
    let mut pages = Vec::new();
    let mut start = 1;
    let mut width = first;
    for (column, own) in widths.iter().enumerate().skip(1) {
        width += GAP + own;
        if width > WIDTH && column > start {
            pages.push(start..column);
            start = column;
            width = first + GAP + own;
        }
    }
    pages.push(start..widths.len());
    pages
}

fn line(row: &[String], widths: &[usize], columns: Range<usize>) -> String {
    let cell = |column: usize| row.get(column).map_or("", String::as_str);
    let space = |column: usize| " ".repeat(widths[column] - cell(column).chars().count());
    let mut line = cell(0).to_owned();
    line.push_str(&space(0));
    for column in columns {
        line.extend([" ".repeat(GAP), space(column), cell(column).to_owned()]);
    }
    line
}

/// A share or score with three decimals, for tables with many columns.
pub(super) fn figure(value: Option<f64>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| format!("{value:.3}"))
}

/// A p-value.
pub(super) fn probability(p: Option<f64>) -> String {
    match p {
        None => NOTHING.to_owned(),
        Some(p) if p < 0.001 => "<.001".to_owned(),
        Some(p) => format!("{p:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_aligned_and_empty_columns_are_left_out() {
        let mut table = Table::new(["row", "nDCG", "none", "ms"]);
        table.push(["ücret", "0.784", NOTHING, "1.5"]);
        table.push(["b", "1.000", NOTHING, "12.5"]);
        let text = table.without_empty_columns().to_string();
        assert_eq!(
            text,
            "row     nDCG    ms\nücret  0.784   1.5\nb      1.000  12.5\n"
        );
    }

    #[test]
    fn a_wide_table_is_continued_below() {
        let long = "x".repeat(40);
        let mut table = Table::new(["row", &long, &long, &long]);
        table.push(["a", "1", "2", "3"]);
        let text = table.to_string();
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        let starts: Vec<&str> = text
            .lines()
            .map(|line| line.get(..1).unwrap_or(""))
            .collect();
        assert_eq!(starts, ["r", "a", "", "r", "a"]);
    }

    #[test]
    fn a_table_of_names_alone_is_a_list() {
        assert_eq!(Table::new(["row"]).to_string(), "row\n");
    }
}
