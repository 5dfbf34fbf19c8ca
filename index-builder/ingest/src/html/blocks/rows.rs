//! Tables, lists and definitions.

use scraper::ElementRef;
use soru::Block;
use soru_documents::grid::Line;

use super::Walk;
use crate::html::definitions::Definitions;
use crate::html::tables::Table;
use crate::page::Piece;

impl Walk<'_> {
    pub(super) fn open_table(&mut self, element: &ElementRef<'_>) {
        self.end_text();
        self.break_row();
        self.tables.push(Table::of(element));
    }

    /// Headings and tables are never part of a row of data.
    pub(super) fn break_row(&mut self) {
        let lines = self.tables.last_mut().map(Table::fall_apart);
        self.push_lines(lines.unwrap_or_default());
    }

    pub(super) fn in_table(&mut self, act: impl FnOnce(&mut Table)) {
        self.end_text();
        if let Some(table) = self.tables.last_mut() {
            act(table);
        }
    }

    pub(super) fn close_table(&mut self) {
        self.end_text();
        let lines = self.tables.pop().map(|mut table| table.lines());
        self.push_lines(lines.unwrap_or_default());
    }

    fn push_lines(&mut self, lines: Vec<Line>) {
        let piece = |line| match line {
            Line::Row(text) | Line::Text(text) => Piece::text(text),
            Line::Unquoted(text) => Piece::Content(Block::Unquoted(text)),
        };
        self.gathered.pieces.extend(lines.into_iter().map(piece));
    }

    pub(super) fn in_definitions(&mut self, act: impl FnOnce(&mut Definitions)) {
        self.end_text();
        if let Some(definitions) = self.definitions.last_mut() {
            act(definitions);
        }
    }

    pub(super) fn close_definitions(&mut self) {
        self.end_text();
        let terms = self.definitions.pop().map(Definitions::undefined);
        self.push_texts(terms.unwrap_or_default());
    }

    pub(super) fn close_list(&mut self) {
        for number in self.lists.close() {
            self.gathered.pieces[number].mark_as_link();
        }
    }

    /// An omitted cell still occupies its column.
    pub(super) fn keep_column(&mut self, cell: &ElementRef<'_>) {
        if matches!(cell.value().name(), "td" | "th") {
            self.in_table(|table| table.open_cell(cell));
            self.in_table(Table::close_cell);
        }
    }

    fn push_texts(&mut self, texts: Vec<String>) {
        self.gathered
            .pieces
            .extend(texts.into_iter().map(Piece::text));
    }
}
