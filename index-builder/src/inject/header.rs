//! Finds the place for the button in a page's header.
//!
//! The header is the
//! element that says so, or that is named like one; its row is the innermost part that has the name of
//! the site beside the menu. The button goes before the menu and before what unfolds it, so that both
//! may be folded away on a narrow page, or else to the start of the row. What only a browser knows,
//! such as the style of the row, is left to `www/element/forms/header.ts`.

use super::beginning::{Part, Tree, UNSEEN, has_word};

/// Elements that hold a row, or are one.
const CONTAINERS: [&str; 6] = ["div", "nav", "section", "header", "span", "center"];

/// Words in the names of headers, the surest first.
const HEADER_NAMES: [&str; 8] = [
    "site-header",
    "page-header",
    "masthead",
    "navbar",
    "topbar",
    "top-bar",
    "nav-bar",
    "header",
];

/// Words in the names of controls that unfold a menu.
const TOGGLER_NAMES: [&str; 8] = [
    "toggle",
    "hamburger",
    "burger",
    "menu-btn",
    "menu-button",
    "menu-icon",
    "nav-trigger",
    "drawer",
];

/// Words in the names of controls that unfold something else.
const OTHER_TOGGLERS: [&str; 5] = ["theme", "dark", "lang", "color", "search"];

/// The place of the button: before an element, or at the start of one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The position in the page.
    pub(super) at: usize,
    /// A CSS selector of the element that follows.
    pub(super) selector: String,
}

impl Tree<'_> {
    /// Returns the place in the header, if there is one.
    pub(super) fn place(&self) -> Option<Place> {
        let row = self.row(self.header()?);
        let kids = self.kids(row);
        let is_menu = |kid: &usize| self.has_menu(*kid) || self.is_toggler(*kid);
        let before = kids.iter().position(is_menu).filter(|kid| *kid > 0);
        let first = kids.first().copied();
        let (at, next) = match before {
            Some(before) => (self.parts[kids[before]].open.start, Some(kids[before])),
            None => (self.parts[row].open.end, first),
        };
        let selector = match next {
            Some(next) => self.selector(next),
            None => format!("{} > *", self.name(row)),
        };
        Some(Place { at, selector })
    }

    /// Returns the header: the first element that says so and has a menu, or else an image or a link.
    fn header(&self) -> Option<usize> {
        let said = |part: &Part| part.tag == "header" || part.role == "banner";
        let by_name = HEADER_NAMES.iter().map(|name| {
            move |part: &Part| CONTAINERS.contains(&&*part.tag) && has_word(part, &[name])
        });
        let saying = self.numbers(said);
        let named = by_name.flat_map(|is_it| self.numbers(is_it));
        let navs = self
            .numbers(|part| part.tag == "nav" && !has_word(part, &["breadcrumb", "skip", "toc"]));
        let all: Vec<usize> = saying.into_iter().chain(named).chain(navs).collect();
        let (outside, inside): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|part| !self.is_in_main[**part]);
        let mut with_menu = outside.iter().filter(|part| self.has_menu(**part));
        let mut others = outside.iter().filter(|part| self.has_brand(**part));
        // Some templates begin their main part with the header.
        let mut bars = inside
            .iter()
            .filter(|part| self.has_menu(**part) && self.is_first(**part));
        with_menu
            .next()
            .or_else(|| bars.next())
            .or_else(|| others.next())
            .copied()
    }

    /// Whether an element is the first in the main part.
    fn is_first(&self, part: usize) -> bool {
        let parent = self.parts[part].parent.map(|parent| &self.parts[parent]);
        parent.is_some_and(|parent| parent.tag == "main" && parent.children.first() == Some(&part))
    }

    fn numbers(&self, is_it: impl Fn(&Part) -> bool) -> Vec<usize> {
        let all = 0..self.parts.len();
        all.filter(|part| is_it(&self.parts[*part]) && !self.is_unseen[*part])
            .collect()
    }

    /// Returns the row of a header that has the name of the site beside the menu.
    fn row(&self, header: usize) -> usize {
        let mut row = header;
        loop {
            let kids = self.kids(row);
            let is_container = |kid: &&usize| {
                let part = &self.parts[**kid];
                CONTAINERS.contains(&&*part.tag) && !part.children.is_empty()
            };
            let mut containers = kids.iter().filter(is_container);
            let whole = |kid: &&usize| self.has_menu(**kid) && self.has_brand(**kid);
            let next = match kids.len() {
                1 => containers.next(),
                _ => containers.find(whole),
            };
            match next {
                Some(next) => row = *next,
                None => return row,
            }
        }
    }

    /// The children that take room in a row.
    fn kids(&self, parent: usize) -> Vec<usize> {
        let takes_room = |kid: &usize| {
            let part = &self.parts[*kid];
            let is_control = part.tag == "input" || part.is_hidden;
            let is_skip_link =
                part.tag == "a" && (has_word(part, &["skip"]) || part.href.starts_with('#'));
            let is_cover = has_word(part, &["backdrop", "overlay"]) && part.children.is_empty();
            !is_control && !is_skip_link && !is_cover && !UNSEEN.contains(&&*part.tag)
        };
        let children = self.parts[parent].children.iter().copied();
        children.filter(takes_room).collect()
    }

    fn is_toggler(&self, part: usize) -> bool {
        let is_control = matches!(
            &*self.parts[part].tag,
            "button" | "label" | "a" | "div" | "span"
        );
        let named = |words: &[&str]| {
            let mut inner = self.parts[part..self.ends[part]].iter();
            inner.any(|inner| has_word(inner, words))
        };
        is_control && has_word(&self.parts[part], &TOGGLER_NAMES) && !named(&OTHER_TOGGLERS)
    }

    /// A CSS selector of an element by its name and that of the one around it.
    fn selector(&self, part: usize) -> String {
        let own = self.name(part);
        match self.parts[part].parent {
            Some(parent) if !own.contains('#') => format!("{} > {own}", self.name(parent)),
            _ => own,
        }
    }

    /// A CSS selector of an element by its id, or else by its first classes.
    fn name(&self, part: usize) -> String {
        let Part { tag, id, class, .. } = &self.parts[part];
        if is_plain(id) {
            return format!("{tag}#{id}");
        }
        let classes = class.split_whitespace().filter(|class| is_plain(class));
        classes
            .take(2)
            .fold(tag.clone(), |name, class| format!("{name}.{class}"))
    }
}

/// Whether a name needs no escapes in a selector.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}
