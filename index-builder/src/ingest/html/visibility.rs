//! Visibility: finds elements that are never text.
//!
//! These are scripts, form controls, navigation, content hidden from readers, and content that the
//! site owner excluded (`data-soru-ignore`, `input.ignore`). [`boilerplate`](super::boilerplate)
//! guesses which visible parts belong to the template.

use std::collections::HashSet;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use foldhash::fast::RandomState;
use scraper::{ElementRef, Html, Selector};

use super::attributes::{attribute, is_role};
use super::disclosures::Disclosures;
use super::formulas::{drawn_twice, holds_formula, scripted};
use super::listings::add_line_numbers;
use super::meanings::{Meaning, meaning};
use super::notes::is_note;

/// Classes of controls of editors.
const SILENT_CLASSES: [&str; 1] = ["mw-editsection"];

/// Attributes by which site owners, and themes such as Starlight, exclude content from a search.
const IGNORED: [&str; 2] = ["data-soru-ignore", "data-pagefind-ignore"];

/// Some of a page's elements.
pub(super) type Nodes = HashSet<NodeId, RandomState>;

/// The elements of a page that never are text.
///
/// Only the outermost is listed: nothing below it is text either.
#[must_use]
pub(super) fn silent_elements(
    html: &Html,
    disclosures: &Disclosures,
    ignore: &[Selector],
) -> Nodes {
    let disclosed = disclosed_ids(html);
    let mut silent = Nodes::default();
    let mut inside: Option<NodeId> = None;
    for edge in html.tree.root().traverse() {
        match edge {
            Edge::Open(node) if inside.is_none() => {
                let Some(element) = ElementRef::wrap(node) else {
                    continue;
                };
                add_line_numbers(&element, &mut silent);
                let is_ignored = || ignore.iter().any(|s| s.matches(&element));
                if silent.contains(&node.id())
                    || is_silent(&element, disclosures, &disclosed)
                    || is_ignored()
                {
                    silent.insert(node.id());
                    inside = Some(node.id());
                }
            }
            Edge::Close(node) if inside == Some(node.id()) => inside = None,
            _ => {}
        }
    }
    silent
}

/// Ids of panels that a button opens: accordions hide their answers until asked, and those are
/// the very answers a visitor looks for.
fn disclosed_ids(html: &Html) -> HashSet<&str> {
    html.tree
        .values()
        .filter_map(scraper::Node::as_element)
        .filter(|element| attribute(element, "aria-expanded").is_some() || is_role(element, "tab"))
        .filter_map(|element| attribute(element, "aria-controls"))
        .flat_map(str::split_whitespace)
        .collect()
}

fn is_silent(
    element: &ElementRef<'_>,
    disclosures: &Disclosures,
    disclosed: &HashSet<&str>,
) -> bool {
    if matches!(meaning(element), Meaning::Dropped | Meaning::Note) {
        return scripted(element).is_none();
    }
    match element.value().name() {
        "nav" | "noscript" => true,
        "button" => !opens_something(element, disclosures),
        "label" | "legend" => disclosures.is_label(element.id()),
        "sup" => is_note(element),
        "dialog" => attribute(element.value(), "open").is_none(),
        _ if element.value().attrs.is_empty() => false,
        "a" if is_note(element) => true,
        _ if drawn_twice(element) => true,
        _ if holds_formula(element) => false,
        _ => is_hidden(element, disclosed) || is_marked_silent(element, disclosures),
    }
}

/// ARIA roles of navigation, controls and transient windows.
fn is_silent_role(role: &str) -> bool {
    matches!(
        role,
        "alertdialog"
            | "dialog"
            | "doc-toc"
            | "listbox"
            | "menu"
            | "menubar"
            | "navigation"
            | "scrollbar"
            | "search"
            | "slider"
            | "switch"
            | "tablist"
            | "toolbar"
            | "tooltip"
    )
}

/// Buttons are controls, except as the heading of the content that they unfold.
fn opens_something(button: &ElementRef<'_>, disclosures: &Disclosures) -> bool {
    disclosures.panel_of(button.id()).is_some()
        || attribute(button.value(), "aria-expanded").is_some()
        || has_ancestor(
            button,
            &["h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"],
        )
}

fn has_ancestor(element: &ElementRef<'_>, names: &[&str]) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|ancestor| names.contains(&ancestor.value().name()))
}

fn is_hidden(element: &ElementRef<'_>, disclosed: &HashSet<&str>) -> bool {
    let hidden = match attribute(element.value(), "hidden") {
        Some(value) => !value.eq_ignore_ascii_case("until-found"),
        None => attribute(element.value(), "style").is_some_and(hides_by_style),
    };
    if hidden {
        return !element
            .value()
            .id()
            .is_some_and(|id| disclosed.contains(id));
    }
    attribute(element.value(), "aria-hidden")
        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
        && !element
            .value()
            .id()
            .is_some_and(|id| disclosed.contains(id))
}

fn hides_by_style(style: &str) -> bool {
    let compact: String = style
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    compact.contains("display:none") || compact.contains("visibility:hidden")
}

fn is_marked_silent(element: &ElementRef<'_>, disclosures: &Disclosures) -> bool {
    let is_set_aside = |value: &str| !value.eq_ignore_ascii_case("false");
    let mut marks = IGNORED.iter();
    marks.any(|mark| attribute(element.value(), mark).is_some_and(is_set_aside))
        || attribute(element.value(), "role")
            .is_some_and(|role| has_silent_role(element, role, disclosures))
        || element
            .value()
            .classes()
            .any(|class| SILENT_CLASSES.contains(&class))
}

fn has_silent_role(element: &ElementRef<'_>, role: &str, disclosures: &Disclosures) -> bool {
    match role.to_ascii_lowercase().as_str() {
        "button" => !opens_something(element, disclosures),
        role => is_silent_role(role),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visible_text(html: &str) -> String {
        let html = Html::parse_document(html);
        let ignore = [Selector::parse(".secret").unwrap()];
        let silent = silent_elements(&html, &Disclosures::of(&html), &ignore);
        let visible_text: Vec<&str> = html
            .tree
            .root()
            .descendants()
            .filter(|node| {
                !node
                    .ancestors()
                    .any(|ancestor| silent.contains(&ancestor.id()))
            })
            .filter_map(|node| node.value().as_text().map(|text| text.trim()))
            .filter(|text| !text.is_empty())
            .collect();
        visible_text.join(" ")
    }

    #[test]
    fn scripts_controls_navigation_and_asides_are_not_read() {
        assert_eq!(
            visible_text(
                "<script>x</script><style>x</style><svg><text>x</text></svg><nav>x</nav>\
                 <p>a</p><p hidden>x</p><p aria-hidden=true>x</p><p data-soru-ignore>x</p>\
                 <p data-pagefind-ignore=all>x</p><p data-pagefind-ignore=false></p>\
                 <p class=secret>x</p><p style='display: none'>x</p><div role=search>x</div>\
                 <form><label>x</label><input value=x><select><option>x</select>\
                 <button>x</button><p>b</p></form>"
            ),
            "a b"
        );
    }

    // The usual accordion of a frequently-asked-questions page.
    #[test]
    fn an_accordion_keeps_its_questions_and_its_folded_answers() {
        assert_eq!(
            visible_text(
                "<h4><button aria-expanded=false aria-controls=a1>What is OPT?</button></h4>\
                 <div id=a1 hidden>Work permission.</div><div id=a2 hidden>x</div>"
            ),
            "What is OPT? Work permission."
        );
    }

    #[test]
    fn a_label_outside_a_form_is_the_title_of_an_accordion() {
        assert_eq!(
            visible_text("<input type=checkbox id=q><label for=q>Fees?</label>"),
            "Fees?"
        );
    }
}
