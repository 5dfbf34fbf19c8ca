//! Tables: rows as lines that are readable alone.
//!
//! Cells are joined with ` | `. In a table with a header row and three or more columns, every cell
//! has the name of its column (`Fee: 410`), since a number means nothing without its header; a row
//! of two columns explains itself. A row of whole paragraphs is layout and becomes separate texts.

/// A row longer than this, in bytes, whose cells hold several blocks is layout.
const LONGEST_ROW: usize = 600;

/// From this number of columns on, cells carry the names of their columns.
const NAMED_COLUMNS: usize = 3;

/// A table being read.
#[derive(Debug, Default)]
pub(super) struct Table {
    header: Vec<String>,
    row: Option<TableRow>,
}

#[derive(Debug, Default)]
struct TableRow {
    cells: Vec<Cell>,
    in_cell: bool,
    is_layout: bool,
}

#[derive(Debug, Default)]
struct Cell {
    parts: Vec<String>,
    is_header: bool,
}

impl Cell {
    fn text(&self) -> String {
        self.parts.join(" ").replace('\n', " ")
    }
}

impl Table {
    pub(super) fn open_row(&mut self) {
        self.row = Some(TableRow::default());
    }

    pub(super) fn open_cell(&mut self, is_header: bool) {
        let row = self.row.get_or_insert_default();
        row.in_cell = true;
        row.cells.push(Cell {
            is_header,
            ..Cell::default()
        });
    }

    pub(super) fn close_cell(&mut self) {
        if let Some(row) = &mut self.row {
            row.in_cell = false;
        }
    }

    /// Takes a text of the open cell, or returns it if there is none or the row turned out to be
    /// layout.
    pub(super) fn take(&mut self, text: String) -> Option<String> {
        let Some(row) = self
            .row
            .as_mut()
            .filter(|row| row.in_cell && !row.is_layout)
        else {
            return Some(text);
        };
        if let Some(cell) = row.cells.last_mut() {
            cell.parts.push(text);
        }
        None
    }

    /// Handles content that no data cell contains: the texts of the row become separate.
    pub(super) fn fall_apart(&mut self) -> Vec<String> {
        let Some(row) = &mut self.row else {
            return Vec::new();
        };
        row.is_layout = true;
        row.cells.drain(..).flat_map(|cell| cell.parts).collect()
    }

    /// The lines the row gives.
    pub(super) fn close_row(&mut self) -> Vec<String> {
        let Some(row) = self.row.take() else {
            return Vec::new();
        };
        if row.is_layout {
            return Vec::new();
        }
        let length: usize = row
            .cells
            .iter()
            .flat_map(|cell| &cell.parts)
            .map(String::len)
            .sum();
        if length > LONGEST_ROW && row.cells.iter().any(|cell| cell.parts.len() > 1) {
            return row.cells.into_iter().flat_map(|cell| cell.parts).collect();
        }
        self.line(&row.cells).into_iter().collect()
    }

    fn line(&mut self, cells: &[Cell]) -> Option<String> {
        let texts: Vec<String> = cells.iter().map(Cell::text).collect();
        let is_header = self.header.is_empty()
            && texts.len() > 1
            && cells
                .iter()
                .all(|cell| cell.is_header || cell.parts.is_empty());
        if is_header {
            self.header.clone_from(&texts);
            if texts.len() >= NAMED_COLUMNS {
                return None;
            }
        }
        let line = if self.names_columns(texts.len()) {
            self.named(&texts)
        } else {
            plain(&texts)
        };
        if line.is_empty() { None } else { Some(line) }
    }

    fn names_columns(&self, columns: usize) -> bool {
        columns >= NAMED_COLUMNS && columns == self.header.len()
    }

    fn named(&self, texts: &[String]) -> String {
        let cells = self
            .header
            .iter()
            .zip(texts)
            .filter(|(_, text)| !text.is_empty());
        let cells = cells.map(|(name, text)| match name.trim_end_matches(':') {
            "" => text.clone(),
            name => format!("{name}: {text}"),
        });
        cells.collect::<Vec<_>>().join(" | ")
    }
}

/// A cell that ends with a colon names the next one.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(table: &mut Table, is_header: bool, cells: &[&str]) -> Vec<String> {
        table.open_row();
        for cell in cells {
            table.open_cell(is_header);
            if !cell.is_empty() {
                assert_eq!(table.take((*cell).to_owned()), None);
            }
            table.close_cell();
        }
        table.close_row()
    }

    #[test]
    fn two_columns_are_joined_and_three_carry_their_names() {
        let mut table = Table::default();
        assert_eq!(row(&mut table, true, &["Visa", "Fee"]), ["Visa | Fee"]);
        assert_eq!(row(&mut table, false, &["F-1", "185"]), ["F-1 | 185"]);
        assert_eq!(row(&mut table, true, &["Fee:", "185"]), ["Fee: 185"]);
        let mut table = Table::default();
        assert!(row(&mut table, true, &["Visa", "Fee:", ""]).is_empty());
        assert_eq!(
            row(&mut table, false, &["F-1", "185", "x"]),
            ["Visa: F-1 | Fee: 185 | x"]
        );
        assert_eq!(row(&mut table, false, &["H-1B", "", ""]), ["Visa: H-1B"]);
        assert_eq!(row(&mut table, false, &["total", "185"]), ["total | 185"]);
    }

    #[test]
    fn a_row_of_paragraphs_is_layout() {
        let mut table = Table::default();
        table.open_row();
        table.open_cell(false);
        table.take("menu".into());
        assert_eq!(table.fall_apart(), ["menu"]);
        assert_eq!(table.take("text".into()), Some("text".into()));
        assert!(table.close_row().is_empty());
    }
}
