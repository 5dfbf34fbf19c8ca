//! Weight: the amount of text and of links in every element.
//!
//! Counted once per page in one pass, so that the guesses in
//! [`boilerplate`](super::boilerplate) and [`content`](super::content) are look-ups.

use std::collections::HashMap;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use foldhash::fast::RandomState;
use scraper::{ElementRef, Html, Node};
use soru::text::is_alphanumeric;

use super::attributes::attribute;
use super::visibility::Nodes;
use crate::ingest::octets;

/// Separators between the links of a breadcrumb or a menu on one line; commas separate those of a
/// sentence.
const ROW_MARKS: [char; 11] = ['>', '<', '|', '/', '\\', '»', '«', '›', '→', '·', '•'];

/// Languages as they call themselves.
const LANGUAGE_NAMES: [&str; 24] = [
    "Azərbaycanca",
    "Deutsch",
    "English",
    "Español",
    "Français",
    "Italiano",
    "Kurdî",
    "Magyar",
    "Nederlands",
    "Polski",
    "Português",
    "Română",
    "Svenska",
    "Türkçe",
    "Ελληνικά",
    "Български",
    "Русский",
    "Українська",
    "العربية",
    "فارسی",
    "中文",
    "日本語",
    "简体中文",
    "한국어",
];

/// The content of an element, in characters other than whitespace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Weight {
    /// All text.
    pub(super) text: usize,
    /// Text inside links.
    pub(super) linked: usize,
    /// Number of links.
    pub(super) links: usize,
    /// Links to another part of the same page.
    pub(super) inner_links: usize,
    /// Links that announce the language of their target.
    pub(super) language_links: usize,
    /// Links that are called by a language.
    pub(super) links_named_languages: usize,
    /// Whether it has letters or digits outside links.
    pub(super) speaks: bool,
    /// Whether it has texts outside links, other than the separators of a row of links: `>`, `|`.
    pub(super) parts: bool,
    /// Lists, tables and headings, which mark a part with its own structure.
    pub(super) structures: usize,
    /// Whether it has an element that occurs only in the main part of a page: `h1`, `main`,
    /// `article`.
    pub(super) is_main: bool,
}

impl Weight {
    /// Text outside links.
    pub(super) fn prose(&self) -> usize {
        self.text - self.linked
    }

    fn add(&mut self, other: &Weight) {
        self.text += other.text;
        self.linked += other.linked;
        self.links += other.links;
        self.inner_links += other.inner_links;
        self.language_links += other.language_links;
        self.links_named_languages += other.links_named_languages;
        self.speaks |= other.speaks;
        self.parts |= other.parts;
        self.structures += other.structures;
        self.is_main |= other.is_main;
    }
}

/// The weights of all elements of a page, leaving out those in `without`.
#[derive(Debug)]
pub(super) struct Weights(HashMap<NodeId, Weight, RandomState>);

impl Weights {
    pub(super) fn of(html: &Html, without: &Nodes) -> Self {
        let mut scale = Scale::default();
        let mut inside: Option<NodeId> = None;
        for edge in html.tree.root().traverse() {
            match edge {
                Edge::Open(node) if inside.is_none() => {
                    if without.contains(&node.id()) {
                        inside = Some(node.id());
                    } else {
                        scale.open(node);
                    }
                }
                Edge::Close(node) if inside == Some(node.id()) => inside = None,
                Edge::Close(node) if inside.is_none() => scale.close(node.id(), node.value()),
                _ => {}
            }
        }
        Self(scale.done)
    }

    pub(super) fn get(&self, element: &ElementRef<'_>) -> Weight {
        self.0.get(&element.id()).copied().unwrap_or_default()
    }
}

#[derive(Default)]
struct Scale {
    open: Vec<Weight>,
    links: usize,
    done: HashMap<NodeId, Weight, RandomState>,
}

impl Scale {
    fn open(&mut self, node: NodeRef<'_, Node>) {
        if let Node::Text(text) = node.value() {
            self.text(text);
        } else if let Some(element) = ElementRef::wrap(node) {
            self.links += usize::from(element.value().name() == "a");
            self.open.push(own_weight(&element));
        }
    }

    fn text(&mut self, text: &str) {
        let Some(holder) = self.open.last_mut() else {
            return;
        };
        let length = length(text);
        holder.text += length;
        if self.links > 0 {
            holder.linked += length;
        } else {
            let speaks = text.chars().any(is_alphanumeric);
            holder.speaks |= speaks;
            // A text with words is not a row, whatever separates them.
            holder.parts |= !speaks && text.contains(ROW_MARKS);
        }
    }

    fn close(&mut self, id: NodeId, node: &Node) {
        let Node::Element(element) = node else { return };
        self.links -= usize::from(element.name() == "a");
        let Some(weight) = self.open.pop() else {
            return;
        };
        if let Some(parent) = self.open.last_mut() {
            parent.add(&weight);
        }
        self.done.insert(id, weight);
    }
}

/// Characters other than whitespace.
fn length(text: &str) -> usize {
    // Whitespace outside ASCII begins with one of these bytes.
    let is_wide = |byte: u8| matches!(byte, 0xc2 | 0xe1..=0xe3);
    if octets::any(text.as_bytes(), is_wide) {
        return text.chars().filter(|c| !c.is_whitespace()).count();
    }
    // Bytes are quicker to look at than characters, each of which has one that begins it.
    let begins = |byte: u8| byte & 0xc0 != 0x80 && !matches!(byte, b'\t'..=b'\r' | b' ');
    octets::count(text.as_bytes(), begins)
}

fn own_weight(element: &ElementRef<'_>) -> Weight {
    let mut weight = Weight::default();
    match element.value().name() {
        "a" => {
            let href = attribute(element.value(), "href").unwrap_or_default();
            weight.links = usize::from(!href.is_empty());
            weight.inner_links = usize::from(href.starts_with('#'));
            weight.language_links = usize::from(attribute(element.value(), "hreflang").is_some());
            weight.links_named_languages = usize::from(is_named_language(element));
        }
        "h1" | "main" | "article" => weight.is_main = true,
        "ul" | "ol" | "dl" | "table" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" => {
            weight.structures = 1;
        }
        _ => weight.is_main = attribute(element.value(), "role") == Some("main"),
    }
    weight
}

/// Whether the title or text of a link is the name of a language in that language.
fn is_named_language(link: &ElementRef<'_>) -> bool {
    let is_name = |text: &str| LANGUAGE_NAMES.contains(&text.trim());
    attribute(link.value(), "title").is_some_and(is_name) || link.text().take(3).any(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_of_any_kind_has_no_weight() {
        let all = (0..0x11000).filter_map(char::from_u32);
        for c in all.filter(|c| c.is_whitespace() || c.is_alphabetic()) {
            let text = format!("ş {c}\n\t");
            assert_eq!(length(&text), 1 + usize::from(!c.is_whitespace()), "{c:?}");
        }
    }

    #[test]
    fn text_links_and_structure_are_counted_up_the_tree() {
        let html = Html::parse_document(
            "<body><p>one <a href='#x'>two</a></p><ul><li><a href=b hreflang=tr>tr</a></ul>",
        );
        let body = html
            .select(&scraper::Selector::parse("body").unwrap())
            .next()
            .unwrap();
        let weight = Weights::of(&html, &Nodes::default()).get(&body);
        assert_eq!(
            weight,
            Weight {
                text: 8,
                linked: 5,
                links: 2,
                inner_links: 1,
                language_links: 1,
                links_named_languages: 0,
                speaks: true,
                parts: false,
                structures: 1,
                is_main: false,
            }
        );
    }
}
