//! Blocks: the content of a page as paragraphs, list items, rows and headings in reading order.
//!
//! One walk over the tree, without recursion, so that deep pages cost no stack. Inline elements are
//! joined, and block elements end a text. An earlier step decided which elements to leave out.

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Node};
use soru::Block;

use super::attributes::attribute;
use super::definitions::Definitions;
use super::flow::{Ended, Flow};
use super::head::own_language;
use super::languages::Switch;
use super::lists::Lists;
use super::names::is_permalink;
use super::tables::Table;
use super::visibility::Nodes;
use crate::ingest::grid::Line;
use crate::ingest::page::Piece;
use crate::ingest::slug::Slugs;
use crate::ingest::tidy;

/// The result of a walk over the content.
#[derive(Debug, Default)]
pub(in crate::ingest) struct Gathered {
    pub(in crate::ingest) pieces: Vec<Piece>,
    pub(in crate::ingest) hrefs: Vec<String>,
    /// The first `h1`.
    pub(in crate::ingest) main_heading: String,
    /// Declarations of languages below the roots.
    pub(in crate::ingest) switches: Vec<Switch>,
}

/// Gathers the blocks below the roots, without the dropped elements. With `slugs`, headings
/// that carry no id get the one GitHub would give them.
pub(super) fn gather(roots: &[ElementRef<'_>], dropped: &Nodes, slugs: Option<Slugs>) -> Gathered {
    let mut walk = Walk {
        slugs,
        ..Walk::default()
    };
    for root in roots {
        walk.root = Some(root.id());
        walk.over(root, dropped);
    }
    walk.end_text();
    walk.gathered
}

#[derive(Default)]
struct Walk {
    gathered: Gathered,
    slugs: Option<Slugs>,
    root: Option<NodeId>,
    flow: Flow,
    heading: Option<Heading>,
    /// The last id before any text, which becomes the anchor of a following heading.
    anchor: Option<String>,
    tables: Vec<Table>,
    lists: Lists,
    definitions: Vec<Definitions>,
    /// The elements that declare a language and are open, with the declared tags.
    languages: Vec<(NodeId, String)>,
}

struct Heading {
    level: u8,
    anchor: Option<String>,
}

impl Walk {
    fn over(&mut self, root: &ElementRef<'_>, dropped: &Nodes) {
        let mut inside: Option<NodeId> = None;
        for edge in root.traverse() {
            match edge {
                Edge::Open(node) if inside.is_none() => {
                    let is_mark = || {
                        self.heading.is_some()
                            && ElementRef::wrap(node).is_some_and(|e| is_permalink(&e))
                    };
                    if dropped.contains(&node.id()) || is_mark() {
                        inside = Some(node.id());
                        self.keep_column(node);
                        self.leave_gap();
                        continue;
                    }
                    match node.value() {
                        Node::Text(text) => self.text(text),
                        Node::Element(_) => {
                            if let Some(element) = ElementRef::wrap(node) {
                                self.open(&element);
                            }
                        }
                        _ => {}
                    }
                }
                Edge::Close(node) if inside == Some(node.id()) => inside = None,
                Edge::Close(node) if inside.is_none() => {
                    if let Node::Element(element) = node.value() {
                        self.close(element.name());
                        self.close_language(node.id());
                    }
                }
                _ => {}
            }
        }
    }

    /// A cell that is left out still has its column.
    fn keep_column(&mut self, node: NodeRef<'_, Node>) {
        let cell = ElementRef::wrap(node);
        if let Some(cell) = cell.filter(|cell| matches!(cell.value().name(), "td" | "th")) {
            self.in_table(|table| table.open_cell(&cell));
            self.in_table(Table::close_cell);
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
            "dt" => self.in_definitions(Definitions::open_term),
            "dd" => self.in_definitions(Definitions::open_definition),
            name => match heading_level(name) {
                Some(level) => self.open_heading(level, element),
                None if is_block(name) => {
                    self.end_text();
                    self.open_language(element);
                }
                None => {}
            },
        }
    }

    /// Notes the language that a block declares. Cells, items and definitions belong to what is
    /// around them.
    fn open_language(&mut self, element: &ElementRef<'_>) {
        if self.root == Some(element.id()) || !self.stands_alone() {
            return;
        }
        if let Some(tag) = own_language(element) {
            self.languages.push((element.id(), tag.clone()));
            self.switch(tag, own_anchor(element));
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
        self.tables.is_empty() && self.definitions.is_empty()
    }

    fn close(&mut self, name: &str) {
        match name {
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
            _ if heading_level(name).is_some() => self.close_heading(),
            _ if is_block(name) => self.end_text(),
            _ => {}
        }
    }

    fn open_link(&mut self, element: &ElementRef<'_>) {
        let href = attribute(element.value(), "href");
        self.flow.open_link(href.unwrap_or_default());
        self.gathered.hrefs.extend(href.map(str::to_owned));
    }

    fn close_list(&mut self) {
        for number in self.lists.close() {
            self.gathered.pieces[number].mark_as_link();
        }
    }

    fn note_anchor(&mut self, element: &ElementRef<'_>) {
        if self.root == Some(element.id()) {
            return;
        }
        let Some(id) = own_anchor(element) else {
            return;
        };
        match &mut self.heading {
            Some(heading) => {
                heading.anchor.get_or_insert(id);
            }
            None => self.anchor = Some(id),
        }
    }

    fn open_heading(&mut self, level: u8, element: &ElementRef<'_>) {
        let own = own_anchor(element);
        self.end_text();
        if self.tables.last().is_some_and(Table::is_in_header) {
            return;
        }
        self.break_row();
        let anchor = own.or(self.anchor.take());
        self.heading = Some(Heading { level, anchor });
    }

    fn close_heading(&mut self) {
        let Some(Heading { level, anchor }) = self.heading.take() else {
            return self.end_text();
        };
        let text = self.flow.end_heading();
        if text.is_empty() {
            self.anchor = anchor;
            return;
        }
        let slug = self.slugs.as_mut().map(|slugs| slugs.slug(&text));
        if level == 1 && self.gathered.main_heading.is_empty() {
            self.gathered.main_heading.clone_from(&text);
        }
        let block = Block::Heading {
            level,
            text,
            anchor: anchor.or(slug),
            is_question: false,
        };
        self.gathered.pieces.push(Piece::Content(block));
    }

    fn open_table(&mut self, element: &ElementRef<'_>) {
        self.end_text();
        self.break_row();
        self.tables.push(Table::of(element));
    }

    /// Headings and tables are never part of a row of data.
    fn break_row(&mut self) {
        let lines = self.tables.last_mut().map(Table::fall_apart);
        self.push_lines(lines.unwrap_or_default());
    }

    fn in_table(&mut self, act: impl FnOnce(&mut Table)) {
        self.end_text();
        if let Some(table) = self.tables.last_mut() {
            act(table);
        }
    }

    fn close_table(&mut self) {
        self.end_text();
        let lines = self.tables.pop().map(|mut table| table.lines());
        self.push_lines(lines.unwrap_or_default());
    }

    fn push_lines(&mut self, lines: Vec<Line>) {
        self.push_texts(lines.into_iter().map(Line::text).collect());
    }

    fn in_definitions(&mut self, act: impl FnOnce(&mut Definitions)) {
        self.end_text();
        if let Some(definitions) = self.definitions.last_mut() {
            act(definitions);
        }
    }

    fn close_definitions(&mut self) {
        self.end_text();
        let terms = self.definitions.pop().map(Definitions::undefined);
        self.push_texts(terms.unwrap_or_default());
    }

    /// Ends the running text and puts it where it belongs.
    fn end_text(&mut self) {
        if self.heading.is_some() {
            return self.flow.part_words();
        }
        let Some(ended) = self.flow.end() else {
            return;
        };
        let Ended {
            text,
            repeatable,
            is_link,
        } = ended;
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
        self.gathered.pieces.extend(text.map(|text| {
            if repeatable && stands_alone {
                Piece::Repeatable(text)
            } else {
                Piece::text(text)
            }
        }));
    }

    fn push_texts(&mut self, texts: Vec<String>) {
        self.gathered
            .pieces
            .extend(texts.into_iter().map(Piece::text));
    }

    fn leave_gap(&mut self) {
        let pieces = &mut self.gathered.pieces;
        if self.heading.is_none() && pieces.last().is_some_and(|piece| *piece != Piece::Gap) {
            pieces.push(Piece::Gap);
        }
    }
}

/// The id an element can be linked by: `id`, or `name` of a link.
fn own_anchor(element: &ElementRef<'_>) -> Option<String> {
    let name = || {
        (element.value().name() == "a")
            .then(|| attribute(element.value(), "name"))
            .flatten()
    };
    let id = attribute(element.value(), "id").or_else(name)?.trim();
    if id.is_empty() {
        None
    } else {
        Some(tidy::nfc(id).into_owned())
    }
}

fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Elements that start on a new line.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "col"
            | "colgroup"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "li"
            | "main"
            | "ol"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}
