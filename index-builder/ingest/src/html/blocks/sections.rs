//! Headings, and the parts of a page below them.

use ego_tree::NodeId;
use scraper::ElementRef;
use soru::Block;

use super::Walk;
use crate::html::attributes::anchor_of;
use crate::html::definitions::{Definitions, headed};
use crate::html::headings::Heading;
use crate::html::meanings::{Meaning, meaning};
use crate::html::tables::Table;
use crate::page::Piece;
use crate::tidy;

impl Walk<'_> {
    /// Whether an element is a heading here, by its meaning or because it opens something. In table
    /// cells, only heading elements are headings.
    pub(super) fn heads(&self, element: &ElementRef<'_>) -> bool {
        let name = element.value().name();
        if matches!(name.as_bytes(), [b'h', b'1'..=b'6']) {
            return true;
        }
        let opens = self.page.disclosures.panel_of(element.id()).is_some();
        let is_within = self.tables.len() > usize::from(name == "caption");
        let is_heading = || opens || matches!(meaning(element), Meaning::Heading(Some(_)));
        !is_within && !self.headings.is_open() && is_heading()
    }

    pub(super) fn note_anchor(&mut self, element: &ElementRef<'_>) {
        if self.root == Some(element.id()) {
            return;
        }
        let Some(id) = anchor_of(element) else {
            return;
        };
        if let Some(id) = self.headings.take_anchor(id) {
            self.anchor = Some(id);
        }
    }

    pub(super) fn open_heading(&mut self, element: &ElementRef<'_>) {
        let level = match meaning(element) {
            Meaning::Heading(level) => level,
            _ => None,
        };
        let own = anchor_of(element);
        self.end_text();
        if self.tables.last().is_some_and(Table::is_in_header) {
            return;
        }
        self.break_row();
        let opens = self.page.disclosures.panel_of(element.id());
        let is_title = matches!(element.value().name(), "caption" | "legend");
        self.headings.begin(Heading {
            element: element.id(),
            level,
            anchor: own.or(self.anchor.take()),
            opens,
            is_question: opens.is_some() && !is_title,
        });
    }

    pub(super) fn close_heading(&mut self) {
        let Some(mut heading) = self.headings.end() else {
            return self.end_text();
        };
        let text = self.flow.end_heading();
        // Signs such as `»` and `–` only decorate.
        if !tidy::has_words(&text) {
            self.anchor = heading.anchor;
            return;
        }
        if self.hidden.is_some() {
            return self.push_hidden(text);
        }
        // Generators give ids only to headings.
        let slugs = self.slugs.as_mut().filter(|_| heading.level.is_some());
        let slug = slugs.map(|slugs| slugs.slug(&text));
        if heading.level == Some(1) && self.gathered.main_heading.is_empty() {
            self.gathered.main_heading.clone_from(&text);
        }
        // A list item that is a section has no mark.
        self.lists.close_item();
        heading.anchor = heading.anchor.or(slug);
        let block = self.headings.enter(heading, text);
        self.gathered.pieces.push(Piece::Content(block));
    }

    /// Puts the words of a control before the part that it opens, as its heading.
    pub(super) fn open_panel(&mut self, panel: &ElementRef<'_>) {
        let control = self.page.disclosures.control_of(panel.id());
        let control = control.and_then(|id| ElementRef::wrap(panel.tree().get(id)?));
        let Some(control) = control.filter(|_| !self.headings.is_open()) else {
            return;
        };
        let text = self.page.words_of(&control);
        self.end_text();
        if !self.tables.is_empty() {
            self.flow.push(&text);
            return self.end_text();
        }
        let heading = Heading {
            element: control.id(),
            level: None,
            anchor: anchor_of(&control).or_else(|| self.anchor.take()),
            opens: Some(panel.id()),
            is_question: true,
        };
        self.lists.close_item();
        let block = self.headings.enter(heading, text);
        self.gathered.pieces.push(Piece::Content(block));
    }

    /// Ends the part below a heading.
    pub(super) fn close_section(&mut self, element: NodeId) {
        if let Some(level) = self.headings.leave(element) {
            self.end_text();
            self.gathered.pieces.push(Piece::Content(Block::End(level)));
        }
    }

    pub(super) fn open_term(&mut self, term: &ElementRef<'_>) {
        let definition =
            headed(term).filter(|_| self.tables.is_empty() && !self.headings.is_open());
        let Some(definition) = definition.filter(|_| !self.definitions.is_empty()) else {
            return self.in_definitions(Definitions::open_term);
        };
        self.in_definitions(Definitions::open_section);
        let anchor = anchor_of(term).or(self.anchor.take());
        self.headings.begin(Heading {
            element: term.id(),
            level: None,
            anchor,
            opens: Some(definition.id()),
            is_question: true,
        });
    }
}
