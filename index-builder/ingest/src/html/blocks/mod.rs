//! Converts the content of a page to blocks: paragraphs, list items, rows and headings in reading
//! order.
//!
//! It walks over the tree once and without recursion, so deep pages use no stack. It joins inline
//! elements, and ends a text at block elements. An earlier step decided which elements to omit.
//!
//! | file | does |
//! |---|---|
//! | `sections.rs` | headings, and the parts of a page below them |
//! | `rows.rs` | tables, lists and definitions |

mod rows;
mod sections;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Node};
use soru::Block;
use soru::document::USUAL_WEIGHT;

use super::addresses::{contact, spelled_out};
use super::attributes::{anchor_of, attribute};
use super::definitions::Definitions;
use super::flow::{Ended, Flow};
use super::gathered::{Gathered, Known};
use super::head::own_language;
use super::headings::Headings;
use super::languages::Switch;
use super::lists::Lists;
use super::meanings::{Meaning, meaning};
use super::permalinks::is_permalink;
use super::pictures::{Alternative, alternative};
use super::tables::Table;
use super::weights;
use super::wholes::read_whole;
use crate::page::Piece;
use crate::slug::Slugs;
use crate::tidy;

/// Gathers the blocks below the roots. With `slugs`, headings without an id get the one that GitHub
/// would give them.
pub(super) fn gather(roots: &[ElementRef<'_>], page: Known<'_>, slugs: Option<Slugs>) -> Gathered {
    let mut walk = Walk::new(page, slugs);
    for root in roots {
        walk.root = Some(root.id());
        walk.begin_weights(root);
        walk.over(root);
    }
    walk.end_text();
    walk.gathered
}

struct Walk<'p> {
    page: Known<'p>,
    gathered: Gathered,
    slugs: Option<Slugs>,
    root: Option<NodeId>,
    flow: Flow,
    headings: Headings,
    /// The outermost open element that is hidden.
    hidden: Option<NodeId>,
    /// The last id before any text, which becomes the anchor of a following heading.
    anchor: Option<String>,
    tables: Vec<Table>,
    lists: Lists,
    definitions: Vec<Definitions>,
    /// The open elements that declare a language, with the declared tags.
    languages: Vec<(NodeId, String)>,
    /// The open elements that state a weight, with the weights; that around the root first.
    weights: Vec<(Option<NodeId>, u16)>,
}

impl<'p> Walk<'p> {
    fn new(page: Known<'p>, slugs: Option<Slugs>) -> Self {
        Self {
            page,
            gathered: Gathered::default(),
            slugs,
            root: None,
            flow: Flow::default(),
            headings: Headings::default(),
            hidden: None,
            anchor: None,
            tables: Vec::new(),
            lists: Lists::default(),
            definitions: Vec::new(),
            languages: Vec::new(),
            weights: Vec::new(),
        }
    }

    fn over(&mut self, root: &ElementRef<'_>) {
        let mut inside: Option<NodeId> = None;
        for edge in root.traverse() {
            match edge {
                Edge::Open(node) if inside.is_none() => match node.value() {
                    Node::Text(_) if self.page.silence.dropped.contains(&node.id()) => {}
                    Node::Text(text) => self.text(text),
                    Node::Element(_) => {
                        let element = ElementRef::wrap(node);
                        if element.is_some_and(|element| self.is_passed(&element)) {
                            inside = Some(node.id());
                        } else if let Some(element) = element {
                            self.open_hidden(node.id());
                            self.open_weight(&element);
                            self.open(&element);
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) if inside == Some(node.id()) => {
                    inside = None;
                    self.close_section(node.id());
                }
                Edge::Close(node) if inside.is_none() => {
                    if let Some(element) = ElementRef::wrap(node) {
                        self.close(&element);
                        self.close_language(node.id());
                        self.close_hidden(node.id());
                        self.close_section(node.id());
                        self.close_weight(node.id());
                    }
                }
                _ => {}
            }
        }
    }

    /// The weight that holds at the beginning of a root.
    fn begin_weights(&mut self, root: &ElementRef<'_>) {
        let before = self
            .weights
            .last()
            .map_or(USUAL_WEIGHT, |(_, weight)| *weight);
        let weight = weights::around(root);
        self.weights = vec![(None, weight)];
        if weight != before {
            self.push_weight(weight);
        }
    }

    /// The text of an element with a weight is a text of its own, except within a heading or a
    /// table, which are one.
    fn open_weight(&mut self, element: &ElementRef<'_>) {
        if self.headings.is_open() || !self.tables.is_empty() {
            return;
        }
        if let Some(weight) = weights::stated(element) {
            self.weights.push((Some(element.id()), weight));
            self.push_weight(weight);
        }
    }

    fn close_weight(&mut self, element: NodeId) {
        if self
            .weights
            .last()
            .is_some_and(|(open, _)| *open == Some(element))
        {
            self.weights.pop();
            let weight = self
                .weights
                .last()
                .map_or(USUAL_WEIGHT, |(_, weight)| *weight);
            self.push_weight(weight);
        }
    }

    fn push_weight(&mut self, weight: u16) {
        self.end_text();
        let block = Block::Weight(weight);
        self.gathered.pieces.push(Piece::Content(block));
    }

    /// Text that stays hidden becomes a separate text, which no answer quotes.
    fn open_hidden(&mut self, node: NodeId) {
        let is_hidden = || self.page.silence.hidden.contains(&node);
        if self.hidden.is_none() && !self.headings.is_open() && is_hidden() {
            self.end_text();
            self.hidden = Some(node);
        }
    }

    fn close_hidden(&mut self, node: NodeId) {
        if self.hidden == Some(node) {
            self.end_text();
            self.hidden = None;
        }
    }

    fn push_hidden(&mut self, text: String) {
        let block = Block::Unquoted(text);
        self.gathered.pieces.push(Piece::Content(block));
    }

    /// Whether an element is omitted, or was read as a whole.
    fn is_passed(&mut self, element: &ElementRef<'_>) -> bool {
        let is_mark = || self.headings.is_open() && is_permalink(element);
        if self.page.silence.dropped.contains(&element.id()) || is_mark() {
            self.keep_column(element);
            self.leave_gap();
            if element.value().name() == "svg" {
                self.picture(element);
            }
            return true;
        }
        if self.is_heading_elsewhere(element) {
            return true;
        }
        let read = read_whole(element, self.page.decodes);
        if let Some(text) = &read {
            self.text(text);
        }
        read.is_some()
    }

    /// Whether an element is the heading of another element, which already begins with it.
    fn is_heading_elsewhere(&self, control: &ElementRef<'_>) -> bool {
        let panel = self.page.disclosures.panel_of(control.id());
        panel.is_some_and(|panel| self.page.disclosures.control_of(panel) == Some(control.id()))
    }

    fn picture(&mut self, element: &ElementRef<'_>) {
        match alternative(element) {
            Some(Alternative::Inline(text)) => {
                self.flow.part_words();
                self.text(&text);
                self.flow.part_words();
            }
            Some(Alternative::Alone(text)) if !self.headings.is_open() => self.flow.add(text),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.anchor.is_some() && tidy::has_words(text) {
            self.anchor = None;
        }
        self.flow.push(text);
    }

    fn open(&mut self, element: &ElementRef<'_>) {
        self.note_anchor(element);
        self.open_panel(element);
        if self.heads(element) {
            return self.open_heading(element);
        }
        match element.value().name() {
            "a" => self.open_link(element),
            "br" => self.flow.break_line(),
            "pre" => {
                self.end_text();
                self.flow.open_listing();
            }
            "table" => self.open_table(element),
            "thead" | "tbody" | "tfoot" => self.in_table(Table::open_part),
            "tr" => self.in_table(|table| table.open_row(element)),
            "td" | "th" => self.in_table(|table| table.open_cell(element)),
            "ol" | "ul" | "menu" => {
                self.end_text();
                self.lists.open(element.value().name());
            }
            "li" => {
                self.end_text();
                self.lists.open_item();
            }
            "dl" => {
                self.end_text();
                self.definitions.push(Definitions::default());
            }
            "dt" => self.open_term(element),
            "dd" => self.in_definitions(Definitions::open_definition),
            "img" => self.picture(element),
            _ => self.open_other(element),
        }
    }

    fn open_other(&mut self, element: &ElementRef<'_>) {
        match meaning(element) {
            Meaning::Block | Meaning::Heading(_) => {
                self.end_text();
                self.open_language(element);
            }
            Meaning::Parted if is_element(element.prev_sibling()) => self.flow.part_words(),
            _ => {}
        }
        if attribute(element.value(), "role") == Some("img") {
            self.picture(element);
        }
    }

    /// Records the language that a block declares. Cells, items and definitions have the language
    /// of their surroundings.
    fn open_language(&mut self, element: &ElementRef<'_>) {
        if self.root == Some(element.id()) || !self.stands_alone() {
            return;
        }
        if let Some(tag) = own_language(element) {
            self.languages.push((element.id(), tag.clone()));
            self.switch(tag, anchor_of(element));
        }
    }

    fn close_language(&mut self, element: NodeId) {
        if self
            .languages
            .pop_if(|(open, _)| *open == element)
            .is_some()
        {
            let outer = self.languages.last();
            self.switch(outer.map(|(_, tag)| tag.clone()).unwrap_or_default(), None);
        }
    }

    fn switch(&mut self, tag: String, anchor: Option<String>) {
        let piece = self.gathered.pieces.len();
        self.gathered.switches.push(Switch { piece, tag, anchor });
    }

    /// Returns whether a text is not part of a table or of a list of definitions.
    fn stands_alone(&self) -> bool {
        self.tables.is_empty() && self.definitions.iter().all(|list| list.is_section)
    }

    fn close(&mut self, element: &ElementRef<'_>) {
        match element.value().name() {
            _ if self.headings.is_at(element.id()) => self.close_heading(),
            "a" => self.flow.close_link(),
            "pre" => {
                self.end_text();
                self.flow.close_listing();
            }
            "table" => self.close_table(),
            "tr" => self.in_table(Table::close_row),
            "td" | "th" => {
                self.end_text();
                self.in_table(Table::close_cell);
            }
            "ol" | "ul" | "menu" => {
                self.end_text();
                self.close_list();
            }
            "li" => {
                self.end_text();
                self.lists.close_item();
            }
            "dl" => self.close_definitions(),
            "dt" => self.in_definitions(Definitions::close_term),
            _ => match meaning(element) {
                Meaning::Block | Meaning::Heading(_) => self.end_text(),
                Meaning::Parted if is_element(element.next_sibling()) => self.flow.part_words(),
                _ => {}
            },
        }
    }

    fn open_link(&mut self, element: &ElementRef<'_>) {
        let href = attribute(element.value(), "href");
        let contact = contact(href.unwrap_or_default(), self.page.decodes);
        self.flow.open_link(contact);
        self.gathered.hrefs.extend(href.map(str::to_owned));
    }

    /// Ends the running text and puts it into the open cell, list or definition, or makes it a
    /// block.
    fn end_text(&mut self) {
        if self.headings.is_open() {
            return self.flow.part_words();
        }
        let pictures = self.flow.pictures();
        self.end_running_text();
        let alternatives = pictures.into_iter().map(Piece::Picture);
        self.gathered.pieces.extend(alternatives);
    }

    fn end_running_text(&mut self) {
        let Some(ended) = self.flow.end() else {
            return;
        };
        let Ended { text, is_link } = ended;
        if self.hidden.is_some() {
            return self.push_hidden(text);
        }
        let text = match spelled_out(&text).filter(|_| self.page.decodes) {
            Some(read) => read,
            None => text,
        };
        let text = match self.tables.last_mut() {
            Some(table) => table.take(text),
            None => Some(text),
        };
        let text = match (text, self.definitions.last_mut()) {
            (Some(text), Some(definitions)) => definitions.take(text),
            (text, _) => text,
        };
        let stands_alone = self.stands_alone();
        let text = text.map(|text| {
            if stands_alone {
                self.lists.marked(text, is_link, self.gathered.pieces.len())
            } else {
                text
            }
        });
        self.gathered.pieces.extend(text.map(Piece::text));
    }

    fn leave_gap(&mut self) {
        let pieces = &mut self.gathered.pieces;
        if !self.headings.is_open() && pieces.last().is_some_and(|piece| *piece != Piece::Gap) {
            pieces.push(Piece::Gap);
        }
    }
}

fn is_element(node: Option<NodeRef<'_, Node>>) -> bool {
    node.is_some_and(|node| node.value().is_element())
}
