//! Tables of Word: reads rows, cells, and cells that are merged vertically.
//!
//! A merged cell continues in each row below as a cell without content.

use std::collections::HashSet;

use roxmltree::Node;

use super::has_words;
use super::package::{attribute, child, is_on};
use crate::grid::{Cell, Emphasis, Row, Table};

/// Returns the rows of a table, except deleted ones.
pub(super) fn rows<'a, 'i>(table: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    let is_kept = |row: &Node<'a, 'i>| {
        let properties = child(*row, "trPr");
        properties.is_none_or(|properties| child(properties, "del").is_none())
    };
    named(table, "tr").filter(is_kept)
}

/// Returns the children with this name, including children inside content controls and tracked
/// changes.
pub(super) fn named<'a, 'i>(
    parent: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let is_around = |node: &Node<'a, 'i>| {
        matches!(
            node.tag_name().name(),
            "sdt" | "sdtContent" | "customXml" | "ins"
        )
    };
    let mut rest: Vec<Node<'a, 'i>> = parent.children().collect();
    rest.reverse();
    std::iter::from_fn(move || {
        while let Some(node) = rest.pop() {
            if node.tag_name().name() == name {
                return Some(node);
            }
            if is_around(&node) {
                let from = rest.len();
                rest.extend(node.children());
                rest[from..].reverse();
            }
        }
        None
    })
}

/// Whether a cell has several paragraphs of text, or a table.
pub(super) fn holds_several(cell: Node<'_, '_>) -> bool {
    let is_text = |node: Node<'_, '_>| node.text().is_some_and(has_words);
    let has_text = |paragraph: &Node<'_, '_>| paragraph.descendants().any(is_text);
    named(cell, "p").filter(has_text).nth(1).is_some() || named(cell, "tbl").next().is_some()
}

/// The styles that make text bold, for paragraphs and for the first rows of tables.
#[derive(Debug, Default)]
pub(super) struct BoldStyles {
    texts: HashSet<String>,
    first_rows: HashSet<String>,
}

impl BoldStyles {
    /// Collects them from all styles of a file.
    pub(super) fn of(styles: &[Node<'_, '_>]) -> Self {
        let mut bold = Self::default();
        // A style may be based on a later one.
        for _ in 0..4 {
            for style in styles {
                bold.add(*style);
            }
        }
        bold
    }

    fn add(&mut self, style: Node<'_, '_>) {
        let Some(id) = attribute(style, "styleId") else {
            return;
        };
        let base = child(style, "basedOn").and_then(|base| attribute(base, "val"));
        let inherits = |known: &HashSet<String>| base.is_some_and(|base| known.contains(base));
        let own = is_on(child(style, "rPr"), "b");
        if own.unwrap_or(inherits(&self.texts)) {
            self.texts.insert(id.to_owned());
        }
        let first = style
            .children()
            .find(|part| attribute(*part, "type") == Some("firstRow"));
        let first = first.and_then(|first| is_on(child(first, "rPr"), "b"));
        if first.unwrap_or(inherits(&self.first_rows)) {
            self.first_rows.insert(id.to_owned());
        }
    }

    /// Whether the style of a table makes its first row bold.
    pub(super) fn sets_off_first_row(&self, table: Node<'_, '_>) -> bool {
        let properties = child(table, "tblPr");
        let look = properties.and_then(|properties| child(properties, "tblLook"));
        let is_asked = look.is_some_and(|look| {
            let bits = attribute(look, "val").and_then(|bits| u32::from_str_radix(bits, 16).ok());
            match attribute(look, "firstRow") {
                Some(stated) => matches!(stated, "1" | "true" | "on"),
                None => bits.is_some_and(|bits| bits & 0x20 != 0),
            }
        });
        let style = properties.and_then(|properties| child(properties, "tblStyle"));
        let style = style.and_then(|style| attribute(style, "val"));
        is_asked && style.is_some_and(|style| self.first_rows.contains(style))
    }

    /// Whether all text of a cell is bold.
    pub(super) fn are_all_of(&self, cell: Node<'_, '_>) -> bool {
        let is_text = |node: &Node<'_, '_>| {
            node.tag_name().name() == "t" && node.text().is_some_and(has_words)
        };
        let mut texts = cell.descendants().filter(is_text).peekable();
        texts.peek().is_some() && texts.all(|text| self.is_bold(text))
    }

    fn is_bold(&self, text: Node<'_, '_>) -> bool {
        let above = |name: &str| text.ancestors().find(|node| node.tag_name().name() == name);
        let run = above("r").and_then(|run| child(run, "rPr"));
        let paragraph = above("p").and_then(|paragraph| child(paragraph, "pPr"));
        let has_style = |properties: Option<Node<'_, '_>>, name| {
            let style = properties.and_then(|properties| child(properties, name));
            let style = style.and_then(|style| attribute(style, "val"));
            style.is_some_and(|style| self.texts.contains(style))
        };
        is_on(run, "b")
            .unwrap_or_else(|| has_style(run, "rStyle") || has_style(paragraph, "pStyle"))
    }
}

/// A table whose cells are added in order.
#[derive(Debug, Default)]
pub(super) struct Merging {
    table: Table,
    /// The cells that may continue below, by their first column.
    open: Vec<(usize, (usize, usize))>,
    still_open: Vec<(usize, (usize, usize))>,
    column: usize,
}

impl Merging {
    pub(super) fn row(&mut self, row: Node<'_, '_>) {
        let properties = child(row, "trPr");
        self.open = std::mem::take(&mut self.still_open);
        self.column = 0;
        self.table.rows.push(Row {
            is_head: is_on(properties, "tblHeader").unwrap_or_default(),
            ..Row::default()
        });
        let before = properties.and_then(|properties| number(properties, "gridBefore"));
        if let Some(columns) = before.filter(|columns| *columns > 0) {
            self.push(Cell {
                columns,
                ..Cell::default()
            });
        }
    }

    /// Adds a cell with its text, unless it continues another one.
    pub(super) fn cell(&mut self, cell: Node<'_, '_>, texts: Vec<String>, emphasis: Emphasis) {
        let properties = child(cell, "tcPr");
        let merge = |name| {
            let node = properties.and_then(|properties| child(properties, name))?;
            Some(attribute(node, "val") == Some("restart"))
        };
        let columns = properties.and_then(|properties| number(properties, "gridSpan"));
        let columns = columns.unwrap_or(1).max(1);
        if merge("hMerge") == Some(false) {
            let last = self
                .table
                .rows
                .last_mut()
                .and_then(|row| row.cells.last_mut());
            if let Some(last) = last {
                last.columns += columns;
                self.column += columns;
                return;
            }
        }
        let begins = merge("vMerge");
        if begins == Some(false) && self.continues(columns) {
            return;
        }
        let column = self.column;
        let at = self.push(Cell {
            texts,
            columns,
            emphasis,
            ..Cell::default()
        });
        self.still_open.extend(begins.map(|_| (column, at)));
    }

    /// Extends the cell above into this row.
    fn continues(&mut self, columns: usize) -> bool {
        let column = self.column;
        let above = self
            .open
            .iter()
            .find(|(begin, _)| *begin == column)
            .copied();
        let Some((_, (row, number))) = above else {
            return false;
        };
        let cell = &mut self.table.rows[row].cells[number];
        if cell.columns != columns {
            return false;
        }
        cell.rows += 1;
        self.still_open.push((column, (row, number)));
        self.column += columns;
        true
    }

    fn push(&mut self, cell: Cell) -> (usize, usize) {
        self.column += cell.columns;
        let row = self.table.rows.len().saturating_sub(1);
        let cells = &mut self.table.rows[row].cells;
        cells.push(cell);
        (row, cells.len() - 1)
    }

    pub(super) fn finish(&mut self) -> Table {
        std::mem::take(self).table
    }
}

fn number(properties: Node<'_, '_>, name: &str) -> Option<usize> {
    let node = child(properties, name)?;
    attribute(node, "val")?.trim().parse().ok()
}
