//! Runs: represents a page as a tree of elements with runs of text, counted in one pass.
//!
//! A run is the text between two block boundaries: a paragraph, an item, a cell. Its identity is a
//! hash of its words and of the names of the elements around it, so that the same line of a
//! template is the same run on every page. [`root`](super::root) finds the content by these counts;
//! this module decides nothing.

use std::ops::Range;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Html, Node};

use super::attributes::attribute;
use super::visibility::Silence;

/// Elements that do not end a run.
const INLINE: [&str; 37] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn",
    "em", "font", "i", "img", "ins", "kbd", "label", "mark", "nobr", "q", "rb", "ruby", "s",
    "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
];

/// The use of an element as the root of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It may contain the content of a page.
    Holder,
    /// An element inside it may contain the content.
    Structure,
    /// A table or a list of definitions: an element inside it may contain the content, and its rows
    /// remain even if they are repeated links.
    Grid,
    /// A heading.
    Heading,
    /// A paragraph or a listing.
    Leaf,
}

/// An element that is not inline.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) node: NodeId,
    pub(super) kind: Kind,
    /// The number of the first part after all parts inside it.
    pub(super) end: usize,
    /// The runs in it.
    pub(super) runs: Range<usize>,
}

/// A run of text.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    /// The hash of its words and its path.
    pub(super) hash: u64,
    /// The hash of its words.
    pub(super) text: u64,
    pub(super) words: usize,
    /// Number of words in links, except telephone numbers and mail addresses.
    pub(super) linked: usize,
    /// Number of words in links to another part of the page.
    pub(super) inner: usize,
    pub(super) is_heading: bool,
    /// Whether it is hidden, and nothing on the page opens it.
    pub(super) is_hidden: bool,
    /// Its text nodes.
    nodes: Range<usize>,
}

/// The elements and runs of a page, in document order.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) parts: Vec<Part>,
    /// The runs.
    pub(super) all: Vec<Run>,
    /// Text nodes, and whether they are in a link.
    nodes: Vec<(NodeId, bool)>,
}

impl Runs {
    /// Collects the runs below an element, except dropped text.
    pub(super) fn of(top: ElementRef<'_>, silence: &Silence) -> Self {
        let mut growth = Growth::default();
        let mut inside: Option<NodeId> = None;
        for edge in top.traverse() {
            match edge {
                Edge::Open(node) if inside.is_none() => {
                    if silence.dropped.contains(&node.id()) {
                        inside = Some(node.id());
                    } else {
                        growth.open(node, silence);
                    }
                }
                Edge::Close(node) if inside == Some(node.id()) => inside = None,
                Edge::Close(node) if inside.is_none() => growth.close(node),
                _ => {}
            }
        }
        growth.runs
    }

    /// Returns the text nodes of a run, and whether they are in a link.
    pub(super) fn nodes(&self, run: &Run) -> &[(NodeId, bool)] {
        &self.nodes[run.nodes.clone()]
    }

    /// Returns the parts directly inside another.
    pub(super) fn children(&self, part: usize) -> impl Iterator<Item = usize> {
        let end = self.parts[part].end;
        let first = Some(part + 1).filter(|first| *first < end);
        std::iter::successors(first, move |last| {
            Some(self.parts[*last].end).filter(|next| *next < end)
        })
    }
}

/// Returns the body, or its equivalent in a fragment or a frameset.
pub(super) fn body(html: &Html) -> ElementRef<'_> {
    let root = html.root_element();
    root.child_elements()
        .find(|child| child.value().name() == "body")
        .unwrap_or(root)
}

#[derive(Default)]
struct Growth {
    runs: Runs,
    /// The open parts, each with the hash of its path.
    open: Vec<(usize, u64)>,
    run: Run,
    in_word: bool,
    links: usize,
    inner_links: usize,
    /// The outermost open element that is hidden.
    hidden: Option<NodeId>,
}

impl Growth {
    fn open(&mut self, node: NodeRef<'_, Node>, silence: &Silence) {
        if let Node::Text(text) = node.value() {
            return self.text(node.id(), text);
        }
        let Some(element) = ElementRef::wrap(node) else {
            return;
        };
        let name = element.value().name();
        if is_inline(name) {
            self.open_inline(name, &element);
        } else {
            self.open_part(name, node.id());
        }
        if self.hidden.is_none() && silence.hidden.contains(&node.id()) {
            self.end_run();
            self.hidden = Some(node.id());
        }
    }

    fn open_inline(&mut self, name: &str, element: &ElementRef<'_>) {
        match name {
            "br" | "img" => self.in_word = false,
            "a" => {
                let (links, inner) = link_kind(element);
                self.links += links;
                self.inner_links += inner;
            }
            _ => {}
        }
    }

    fn open_part(&mut self, name: &str, node: NodeId) {
        self.end_run();
        let path = self.open.last().map_or(0, |(_, path)| *path);
        let path = name
            .bytes()
            .fold(mixed(path, 1), |hash, byte| mixed(hash, byte.into()));
        self.open.push((self.runs.parts.len(), path));
        let first = self.runs.all.len();
        self.runs.parts.push(Part {
            node,
            kind: kind(name),
            end: 0,
            runs: first..first,
        });
    }

    fn text(&mut self, node: NodeId, text: &str) {
        let before = self.run.words;
        for c in text.chars() {
            if !c.is_alphanumeric() {
                self.in_word = false;
                continue;
            }
            let is_word = is_ideographic(c);
            if !self.in_word || is_word {
                self.run.words += 1;
                self.run.text = mixed(self.run.text, 1);
            }
            self.in_word = !is_word;
            self.run.text = mixed(self.run.text, c.into());
        }
        let words = self.run.words - before;
        if self.links > 0 {
            self.run.linked += words;
        }
        if self.inner_links > 0 {
            self.run.inner += words;
        }
        self.runs.nodes.push((node, self.links > 0));
    }

    fn close(&mut self, node: NodeRef<'_, Node>) {
        let Some(element) = ElementRef::wrap(node) else {
            return;
        };
        if self.hidden == Some(node.id()) {
            self.end_run();
            self.hidden = None;
        }
        let name = element.value().name();
        if !is_inline(name) {
            return self.close_part();
        }
        if name == "a" {
            let (links, inner) = link_kind(&element);
            self.links -= links;
            self.inner_links -= inner;
        }
    }

    fn close_part(&mut self) {
        self.end_run();
        if let Some((part, _)) = self.open.pop() {
            let end = self.runs.parts.len();
            let part = &mut self.runs.parts[part];
            part.end = end;
            part.runs.end = self.runs.all.len();
        }
    }

    fn end_run(&mut self) {
        self.in_word = false;
        let end = self.runs.nodes.len();
        let mut run = std::mem::take(&mut self.run);
        let begin = run.nodes.start;
        self.run.nodes = end..end;
        if run.words == 0 {
            return;
        }
        let Some((part, path)) = self.open.last() else {
            return;
        };
        run.hash = mixed(run.text, *path);
        run.nodes = begin..end;
        run.is_heading = self.runs.parts[*part].kind == Kind::Heading;
        run.is_hidden = self.hidden.is_some();
        self.runs.all.push(run);
    }
}

/// Performs a step of the Fowler–Noll–Vo hash, on one character at a time.
fn mixed(hash: u64, value: u64) -> u64 {
    (hash ^ value.wrapping_add(0xcbf2_9ce4_8422_2325))
        .wrapping_mul(0x0000_0100_0000_01b3)
        .rotate_left(23)
}

/// Whether a character belongs to a script without spaces between words; each one counts as a word.
fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

fn is_inline(name: &str) -> bool {
    INLINE.binary_search(&name).is_ok()
}

fn kind(name: &str) -> Kind {
    match name {
        "table" | "dl" => Kind::Grid,
        "ul" | "ol" | "li" | "dt" | "dd" | "menu" | "dir" | "thead" | "tbody" | "tfoot" | "tr" => {
            Kind::Structure
        }
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Kind::Heading,
        "p" | "pre" | "button" | "caption" | "figcaption" | "legend" | "summary" => Kind::Leaf,
        _ => Kind::Holder,
    }
}

/// Returns whether a link counts as one, and whether it leads to another part of the page.
fn link_kind(link: &ElementRef<'_>) -> (usize, usize) {
    let href = attribute(link.value(), "href").unwrap_or_default().trim();
    let is_contact = ["mailto:", "tel:"].iter().any(|scheme| {
        let start = href.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let is_link = !href.is_empty() && !is_contact;
    (
        usize::from(is_link),
        usize::from(href.len() > 1 && href.starts_with('#')),
    )
}
