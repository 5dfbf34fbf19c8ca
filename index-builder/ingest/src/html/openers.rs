//! Finds openers: elements by which a visitor opens hidden parts of a page. Parts without an opener
//! stay hidden.
//!
//! Many pages hide the very answers that a visitor looks for until a click: panels of tabs and
//! accordions, windows with details. One of these opens a hidden element:
//!
//! * a control outside it that names its id in any attribute: `aria-controls`, `data-target`,
//!   `href="#id"`, `popovertarget`, a script in `onclick`;
//! * its role, if it is the panel of a tab;
//! * the element directly before it, if this is a heading, a term, a button or an element with a
//!   script; or a button directly after it;
//! * a script of the site, if the page has several such pairs: a text, followed by a hidden element
//!   of the same class.

use std::collections::HashMap;

use ego_tree::NodeId;
use foldhash::fast::RandomState;
use scraper::node::Element;
use scraper::{ElementRef, Html};

use super::attributes::attribute;

/// The maximum number of controls of an id that are examined.
const MOST_OPENERS: usize = 8;

/// Attributes that name an id without opening the element.
const NAMES: [&str; 12] = [
    "alt",
    "aria-describedby",
    "aria-label",
    "aria-labelledby",
    "class",
    "data-dismiss",
    "id",
    "name",
    "src",
    "style",
    "title",
    "value",
];

/// The controls of a page, and the number of hidden elements of each kind.
#[derive(Debug, Default)]
pub(super) struct Openers<'h> {
    by_id: HashMap<&'h str, Vec<NodeId>, RandomState>,
    pairs: HashMap<(&'h str, &'h str), usize, RandomState>,
}

impl<'h> Openers<'h> {
    /// Collects the openers of a page with these hidden elements.
    pub(super) fn of(html: &'h Html, hidden: &[ElementRef<'h>]) -> Self {
        let mut openers = Self::default();
        for element in hidden {
            if let Some(id) = element.value().id() {
                openers.by_id.insert(id, Vec::new());
            }
            if let Some(kind) = class_of(element).filter(|_| text_before(element)) {
                *openers.pairs.entry(kind).or_default() += 1;
            }
        }
        if !openers.by_id.is_empty() {
            openers.look_for_controls(html);
        }
        openers
    }

    fn look_for_controls(&mut self, html: &'h Html) {
        for element in html.root_element().descendent_elements() {
            if !is_control(element.value()) {
                continue;
            }
            for (name, value) in element.value().attrs() {
                if NAMES.contains(&name) || (name == "href" && !value.starts_with('#')) {
                    continue;
                }
                for id in value.split(|c: char| !is_id_character(c)) {
                    if let Some(found) = self.by_id.get_mut(id)
                        && found.len() < MOST_OPENERS
                    {
                        found.push(element.id());
                    }
                }
            }
        }
    }

    /// Whether something opens a hidden element.
    pub(super) fn opens(&self, hidden: &ElementRef<'_>, html: &Html) -> bool {
        is_role(hidden.value(), &["tabpanel"])
            || self.is_named_by_control(hidden, html)
            || hidden
                .prev_siblings()
                .find_map(ElementRef::wrap)
                .is_some_and(|before| leads(&before))
            || hidden
                .next_siblings()
                .find_map(ElementRef::wrap)
                .is_some_and(|behind| is_clicked(&behind))
            || class_of(hidden)
                .is_some_and(|kind| self.pairs.get(&kind).is_some_and(|pairs| *pairs > 1))
    }

    /// The close button of a window does not open it.
    fn is_named_by_control(&self, hidden: &ElementRef<'_>, html: &Html) -> bool {
        let controls = hidden.value().id().and_then(|id| self.by_id.get(id));
        let is_outside = |control: &NodeId| {
            let node = html.tree.get(*control);
            node.is_some_and(|node| node.ancestors().all(|above| above.id() != hidden.id()))
        };
        controls.is_some_and(|controls| controls.iter().any(is_outside))
    }
}

/// Returns the tag and classes of an element that has classes.
fn class_of<'h>(element: &ElementRef<'h>) -> Option<(&'h str, &'h str)> {
    let class = attribute(element.value(), "class")?.trim();
    (!class.is_empty()).then(|| (element.value().name(), class))
}

fn text_before(element: &ElementRef<'_>) -> bool {
    let before = element.prev_siblings().find_map(ElementRef::wrap);
    before.is_some_and(|before| {
        let mut texts = before
            .descendants()
            .take(50)
            .filter_map(|node| node.value().as_text());
        texts.any(|text| text.contains(char::is_alphanumeric))
    })
}

fn is_id_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.')
}

/// Elements that a visitor clicks.
fn is_control(element: &Element) -> bool {
    matches!(
        element.name(),
        "a" | "area" | "button" | "input" | "label" | "option" | "summary"
    ) || is_role(
        element,
        &["button", "tab", "link", "menuitem", "option", "switch"],
    ) || element
        .attrs()
        .any(|(name, _)| is_script(name) || name == "tabindex" || name.starts_with("data-"))
}

fn is_script(attribute: &str) -> bool {
    [
        "onclick",
        "onmouseover",
        "onkeypress",
        "@click",
        "v-on:click",
        "ng-click",
        "x-on:click",
    ]
    .contains(&attribute)
}

fn is_role(element: &Element, roles: &[&str]) -> bool {
    attribute(element, "role").is_some_and(|own| {
        roles
            .iter()
            .any(|role| own.trim().eq_ignore_ascii_case(role))
    })
}

/// Whether an element, or its only child element, opens the hidden element after it.
fn leads(before: &ElementRef<'_>) -> bool {
    let mut here = *before;
    for _ in 0..4 {
        let is_title = matches!(
            here.value().name(),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "summary" | "legend"
        );
        if is_title || is_clicked(&here) {
            return true;
        }
        let mut children = here.child_elements();
        match (children.next(), children.next()) {
            (Some(child), None) => here = child,
            _ => return false,
        }
    }
    false
}

fn is_clicked(element: &ElementRef<'_>) -> bool {
    let own = element.value();
    let is_link_to_script = || {
        let href = attribute(own, "href").unwrap_or("#").trim();
        href.starts_with('#') || href.starts_with("javascript:")
    };
    match own.name() {
        "button" => true,
        "a" => is_link_to_script(),
        "label" => attribute(own, "for").is_some(),
        _ => {
            is_role(own, &["button", "tab"])
                || attribute(own, "aria-expanded").is_some()
                || own.attrs().any(|(name, _)| is_script(name))
        }
    }
}

#[cfg(test)]
mod tests {
    use scraper::Selector;

    use super::*;

    fn is_opened(markup: &str) -> bool {
        let html = Html::parse_fragment(markup);
        let hidden = Selector::parse("[hidden]").unwrap();
        let hidden: Vec<ElementRef<'_>> = html.select(&hidden).collect();
        Openers::of(&html, &hidden).opens(&hidden[0], &html)
    }

    #[test]
    fn what_a_visitor_can_open_is_opened() {
        for markup in [
            "<a href='#w'>Ayrıntılar</a><p>x</p><div id=w hidden>a</div>",
            "<button popovertarget=w>?</button><p>x</p><div id=w hidden>a</div>",
            "<p><span onclick=\"open('w')\">x</span></p><p>x</p><div id=w hidden>a</div>",
            "<p><a data-src='#w' href='javascript:;'>x</a></p><p>x</p><div id=w hidden>a</div>",
            "<p>x</p><div role=tabpanel hidden>a</div>",
            "<h3>When?</h3><div hidden>a</div>",
            "<div><h3><button>When?</button></h3></div><div hidden>a</div>",
            "<p>x</p><div hidden>a</div><button>More</button>",
            "<div>Ne zaman?</div><div class=a hidden>a</div><div>Nerede?</div><div class=a hidden>b</div>",
        ] {
            assert!(is_opened(markup), "{markup}");
        }
    }

    #[test]
    fn what_nothing_opens_stays_hidden() {
        for markup in [
            "<p>x</p><p hidden>Leave this empty</p>",
            "<p>x</p><div id=w hidden>a<button onclick=\"close('w')\">x</button></div>",
            "<a href='/other#w'>x</a><p>x</p><div id=w hidden>a</div>",
            "<label for=w>x</label><p>x</p><div id=v hidden>a</div>",
            "<p>x</p><div class=a hidden>a</div>",
        ] {
            assert!(!is_opened(markup), "{markup}");
        }
    }
}
