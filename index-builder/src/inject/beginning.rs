//! The beginning of a page as a tree of its tags, with what is in each element.
//!
//! Everything is counted once, in the order of the page, so that the work is bounded by the number of
//! tags, however they are nested.

use std::ops::Range;

/// The number of tags that are kept; a header is at the beginning.
const MOST_PARTS: usize = 1500;

/// Elements that show nothing by themselves.
pub(super) const UNSEEN: [&str; 11] = [
    "script", "style", "link", "meta", "template", "noscript", "dialog", "br", "hr", "base",
    "title",
];

/// Words in the names of links that are the name of the site.
const BRAND_NAMES: [&str; 5] = ["brand", "logo", "title", "name", "home"];

/// An element of the beginning of a page.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) tag: String,
    pub(super) id: String,
    pub(super) class: String,
    pub(super) role: String,
    /// The accessible name.
    pub(super) label: String,
    pub(super) href: String,
    pub(super) is_hidden: bool,
    /// The bytes of the start tag.
    pub(super) open: Range<usize>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

/// The beginning of a page.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    parts: Vec<Part>,
    open: Vec<usize>,
}

impl Beginning {
    /// Adds an element, and returns its number unless it has no place in the tree.
    pub(super) fn open(&mut self, mut part: Part) -> Option<usize> {
        if self.parts.len() >= MOST_PARTS || matches!(&*part.tag, "html" | "head" | "body") {
            return None;
        }
        let number = self.parts.len();
        part.parent = self.open.last().copied();
        if let Some(parent) = part.parent {
            self.parts[parent].children.push(number);
        }
        self.parts.push(part);
        self.open.push(number);
        Some(number)
    }

    /// Ends an element, and with it all that were opened in it.
    pub(super) fn close(&mut self, number: usize) {
        if let Some(depth) = self.open.iter().position(|open| *open == number) {
            self.open.truncate(depth);
        }
    }

    /// Counts what is in each element.
    pub(super) fn tree(&self) -> Tree<'_> {
        let mut tree = Tree {
            parts: &self.parts,
            ends: ends(&self.parts),
            is_unseen: self.inherited(|part| {
                part.is_hidden
                    || UNSEEN.contains(&&*part.tag)
                    || matches!(&*part.tag, "footer" | "aside" | "article" | "svg")
            }),
            is_in_main: self.inherited(|part| part.tag == "main" || part.role == "main"),
            menus: Vec::new(),
            brands: Vec::new(),
        };
        let links = counts(self.parts.iter().map(|part| part.tag == "a"));
        let lists = counts(self.parts.iter().map(is_list));
        let in_list = self.inherited(is_list);
        let is_menu = |(number, part): (usize, &Part)| {
            let is_one = is_list(part)
                || part.tag == "nav"
                || matches!(&*part.role, "navigation" | "menubar");
            is_one && tree.count(&links, number) > 1
        };
        let menus = counts(self.parts.iter().enumerate().map(is_menu));
        let navs = self.navs();
        let is_brand = |(number, part): (usize, &Part)| {
            let is_one = matches!(&*part.tag, "img" | "svg" | "h1" | "h2" | "a" | "p");
            // The links of a menu that is no list.
            let is_bare = navs[number].is_some_and(|nav| tree.count(&lists, nav) == 0);
            let is_of_menu = part.tag == "a" && is_bare && !has_word(part, &BRAND_NAMES);
            is_one && !in_list[number] && !is_of_menu
        };
        let brands = counts(self.parts.iter().enumerate().map(is_brand));
        (tree.menus, tree.brands) = (menus, brands);
        tree
    }

    /// Whether each element, or one around it, is of a kind.
    fn inherited(&self, is_it: impl Fn(&Part) -> bool) -> Vec<bool> {
        let mut all: Vec<bool> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            all.push(is_it(part) || part.parent.is_some_and(|parent| all[parent]));
        }
        all
    }

    /// The menu around each element.
    fn navs(&self) -> Vec<Option<usize>> {
        let mut all: Vec<Option<usize>> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            all.push(
                part.parent
                    .and_then(|parent| match &*self.parts[parent].tag {
                        "nav" => Some(parent),
                        _ => all[parent],
                    }),
            );
        }
        all
    }
}

/// The elements with what is in each.
#[derive(Debug)]
pub(super) struct Tree<'p> {
    pub(super) parts: &'p [Part],
    /// The number after the last element in each; those in it follow it.
    pub(super) ends: Vec<usize>,
    /// Whether an element shows nothing, or belongs to another part of the page.
    pub(super) is_unseen: Vec<bool>,
    pub(super) is_in_main: Vec<bool>,
    /// The numbers of menus, and of names and pictures of the site outside of them, before each element.
    menus: Vec<usize>,
    brands: Vec<usize>,
}

impl Tree<'_> {
    /// Whether an element is a menu or has one.
    pub(super) fn has_menu(&self, part: usize) -> bool {
        self.count(&self.menus, part) > 0
    }

    /// Whether an element has a name or a picture of the site, outside of its menu.
    pub(super) fn has_brand(&self, part: usize) -> bool {
        self.count(&self.brands, part) > 0
    }

    /// What was counted in an element, itself included.
    fn count(&self, counts: &[usize], part: usize) -> usize {
        counts[self.ends[part]] - counts[part]
    }
}

fn is_list(part: &Part) -> bool {
    matches!(&*part.tag, "ul" | "ol")
}

fn ends(parts: &[Part]) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=parts.len()).collect();
    for (number, part) in parts.iter().enumerate().rev() {
        if let Some(parent) = part.parent {
            ends[parent] = ends[parent].max(ends[number]);
        }
    }
    ends
}

/// The number of hits before each element, and before the end.
fn counts(hits: impl Iterator<Item = bool>) -> Vec<usize> {
    let mut count = 0;
    let mut all = vec![0];
    for hit in hits {
        count += usize::from(hit);
        all.push(count);
    }
    all
}

/// Whether a name of the element has one of the words.
pub(super) fn has_word(part: &Part, words: &[&str]) -> bool {
    let names = [&part.id, &part.class, &part.label];
    let names = names.map(|name| name.to_ascii_lowercase());
    names
        .iter()
        .any(|name| words.iter().any(|word| name.contains(word)))
}
