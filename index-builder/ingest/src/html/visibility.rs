//! Finds the elements that are never text, and the elements that nobody sees.
//!
//! Scripts, form controls and requests to enable scripts are never text, nor are elements that the
//! site's owner excluded (`data-soru-ignore`, `input.ignore`). An element is hidden if the page
//! hides it and nothing on the page opens it ([`openers`](super::openers)). [`root`](super::root)
//! decides which visible parts belong to the template.

use std::collections::HashSet;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use foldhash::fast::RandomState;
use scraper::{ElementRef, Html, Selector};

use super::attributes::attribute;
use super::disclosures::Disclosures;
use super::formulas::{drawn_twice, is_formula, scripted};
use super::listings::add_line_numbers;
use super::meanings::{Meaning, meaning};
use super::notes::is_note;
use super::openers::Openers;

/// Attributes by which site owners, and themes such as Starlight, exclude content from search.
const IGNORED: [&str; 2] = ["data-soru-ignore", "data-pagefind-ignore"];

/// Some of a page's elements.
pub(super) type Nodes = HashSet<NodeId, RandomState>;

/// The elements of a page that a visitor does not read. Of nested elements only the outermost is
/// listed.
#[derive(Debug, Clone, Default)]
pub(super) struct Silence {
    /// Elements that are never text.
    pub(super) dropped: Nodes,
    /// Elements whose text stays hidden.
    pub(super) hidden: Nodes,
}

impl Silence {
    /// Finds the elements of a page that are never text or stay hidden.
    pub(super) fn of(html: &Html, disclosures: &Disclosures, ignore: &[Selector]) -> Self {
        let mut silence = Self::default();
        let mut hidden: Vec<ElementRef<'_>> = Vec::new();
        let mut inside: Option<NodeId> = None;
        for edge in html.tree.root().traverse() {
            match edge {
                Edge::Open(node) if inside.is_none() => {
                    let Some(element) = ElementRef::wrap(node) else {
                        continue;
                    };
                    add_line_numbers(&element, &mut silence.dropped);
                    let is_ignored = || ignore.iter().any(|s| s.matches(&element));
                    if silence.dropped.contains(&node.id())
                        || is_silent(&element, disclosures)
                        || is_ignored()
                    {
                        silence.dropped.insert(node.id());
                        inside = Some(node.id());
                    } else if is_hidden(&element) && !is_formula(&element) {
                        hidden.push(element);
                    }
                }
                Edge::Close(node) if inside == Some(node.id()) => inside = None,
                _ => {}
            }
        }
        if !hidden.is_empty() {
            let openers = Openers::of(html, &hidden);
            let is_panel = |element: &ElementRef<'_>| disclosures.opens(element.id());
            hidden.retain(|element| !is_panel(element) && !openers.opens(element, html));
            silence.hidden = hidden.iter().map(|element| element.id()).collect();
        }
        silence
    }
}

fn is_silent(element: &ElementRef<'_>, disclosures: &Disclosures) -> bool {
    if matches!(meaning(element), Meaning::Dropped | Meaning::Note) {
        return scripted(element).is_none();
    }
    match element.value().name() {
        "button" => !opens_something(element, disclosures),
        "label" | "legend" => disclosures.is_label(element.id()),
        // Its informative content has been converted to elements before.
        "noscript" => {
            element.child_elements().next().is_none()
                && element
                    .first_child()
                    .is_some_and(|child| child.value().is_text())
        }
        "sup" => is_note(element),
        _ if element.value().attrs.is_empty() => false,
        "a" if is_note(element) => true,
        _ if drawn_twice(element) => true,
        _ if is_formula(element) => false,
        _ => is_decoration(element) || is_marked_silent(element, disclosures),
    }
}

/// Whether an inline element is hidden from screen readers, such as an icon or a mark.
fn is_decoration(element: &ElementRef<'_>) -> bool {
    hides_from_listeners(element) && meaning(element) == Meaning::Inline
}

fn hides_from_listeners(element: &ElementRef<'_>) -> bool {
    attribute(element.value(), "aria-hidden").is_some_and(|own| own.eq_ignore_ascii_case("true"))
}

/// ARIA roles of controls.
fn is_silent_role(role: &str) -> bool {
    matches!(
        role,
        "combobox" | "listbox" | "progressbar" | "scrollbar" | "slider" | "spinbutton" | "switch"
    )
}

/// Buttons are controls, unless they are the heading of the content that they unfold.
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

fn is_hidden(element: &ElementRef<'_>) -> bool {
    let own = element.value();
    match own.name() {
        "dialog" => return attribute(own, "open").is_none(),
        _ if own.attrs.is_empty() => return false,
        _ => {}
    }
    let hidden =
        attribute(own, "hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"));
    let popover = || attribute(own, "popover").is_some();
    let window = || {
        attribute(own, "role").is_some_and(|role| {
            role.eq_ignore_ascii_case("dialog") || role.eq_ignore_ascii_case("alertdialog")
        })
    };
    hidden
        || attribute(own, "style").is_some_and(hides_by_style)
        || (hides_from_listeners(element) && !is_formula(element))
        || popover()
        || window()
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
        let Silence { dropped, hidden } = Silence::of(&html, &Disclosures::of(&html), &ignore);
        let visible_text: Vec<&str> = html
            .tree
            .root()
            .descendants()
            .filter(|node| {
                !node
                    .ancestors()
                    .any(|above| dropped.contains(&above.id()) || hidden.contains(&above.id()))
            })
            .filter_map(|node| node.value().as_text().map(|text| text.trim()))
            .filter(|text| !text.is_empty())
            .collect();
        visible_text.join(" ")
    }

    #[test]
    fn scripts_controls_and_hidden_elements_are_not_read() {
        assert_eq!(
            visible_text(
                "<script>x</script><style>x</style><svg><text>x</text></svg>\
                 <p>a</p><p hidden>x</p><p aria-hidden=true>x</p><p data-soru-ignore>x</p>\
                 <p data-pagefind-ignore=all>x</p><p data-pagefind-ignore=false></p>\
                 <p class=secret>x</p><p style='display: none'>x</p>\
                 <form><label>x</label><input value=x><select><option>x</select>\
                 <button>x</button><p>b</p></form>"
            ),
            "a b"
        );
    }

    // This is the usual accordion of a page with frequently asked questions.
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
