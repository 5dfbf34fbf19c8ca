//! Defines the meaning of elements for the text of a page, in one table for every HTML reader.
//!
//! The table defines an element by its name and by attributes with a fixed meaning. Meanings that
//! depend on other elements have separate files: `notes` for footnote marks, `listings` for line
//! numbers, `disclosures` for controls that unfold parts. Other modules decide which parts of a
//! page a visitor sees, and which belong to its template.
//!
//! # Adding an element
//! Add its name to the list of its meaning here. No other code in the readers names elements that
//! are text or are dropped.

use scraper::ElementRef;
use scraper::node::Element;

use super::attributes::{attribute, is_role, style_of};

/// The meaning of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A part of the surrounding text.
    Inline,
    /// A part of the surrounding text, separated from a neighbouring element by a space.
    Parted,
    /// A separate text.
    Block,
    /// The heading of the following text, with this level if the page states one.
    Heading(Option<u8>),
    /// A footnote mark, which is not part of the word or number before it.
    Note,
    /// Never text: no browser shows it, it is a form control, or it is struck out.
    Dropped,
}

/// Elements that no browser shows as text: code, embedded media, form controls and their choices,
/// ruby annotations, sources of formulas.
const DROPPED: [&str; 37] = [
    "annotation",
    "annotation-xml",
    "applet",
    "area",
    "audio",
    "base",
    "canvas",
    "datalist",
    "del",
    "embed",
    "frameset",
    "iframe",
    "input",
    "link",
    "map",
    "meta",
    "meter",
    "object",
    "optgroup",
    "option",
    "output",
    "param",
    "progress",
    "rp",
    "rt",
    "rtc",
    "s",
    "script",
    "select",
    "source",
    "strike",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
    "track",
];

/// Elements that begin on a new line.
const BLOCKS: [&str; 43] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "hr",
    "html",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "noscript",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// The maximum depth of nested components that are examined.
const MOST_LEVELS: usize = 12;

/// Returns the meaning of an element.
pub(super) fn meaning(element: &ElementRef<'_>) -> Meaning {
    let own = element.value();
    let name = own.name();
    if let Some(level) = tag_level(name) {
        return Meaning::Heading(Some(level));
    }
    if let Some(meaning) = by_attributes(own) {
        return meaning;
    }
    match name {
        "template" if is_shadow_root(own) => Meaning::Block,
        "summary" | "legend" | "caption" => Meaning::Heading(None),
        _ if BLOCKS.binary_search(&name).is_ok() => Meaning::Block,
        _ if DROPPED.binary_search(&name).is_ok() => Meaning::Dropped,
        _ if is_component(own) => component(element),
        _ => Meaning::Inline,
    }
}

/// Returns the meaning of an element by its attributes, whatever its name.
fn by_attributes(element: &Element) -> Option<Meaning> {
    if element.attrs.is_empty() {
        return None;
    }
    if is_role(element, "heading") {
        let level = attribute(element, "aria-level").and_then(|level| level.trim().parse().ok());
        return Some(Meaning::Heading(Some(level.unwrap_or(2_u8).clamp(1, 6))));
    }
    // Word uses this class in pages saved as HTML.
    if element.classes().any(|class| class.starts_with("MsoTitle")) {
        return Some(Meaning::Heading(Some(1)));
    }
    if is_role(element, "doc-noteref") || is_role(element, "doc-backlink") {
        return Some(Meaning::Note);
    }
    if is_struck(element) {
        return Some(Meaning::Dropped);
    }
    let is_inline = BLOCKS.binary_search(&element.name()).is_err();
    (is_inline && is_block_by_style(element)).then_some(Meaning::Block)
}

fn tag_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Whether an element's style, or its class in common frameworks, strikes the text out.
fn is_struck(element: &Element) -> bool {
    let is_named = |class: &str| matches!(class, "line-through" | "text-decoration-line-through");
    element.classes().any(is_named) || style_of(element).contains("line-through")
}

fn is_block_by_style(element: &Element) -> bool {
    const DISPLAYS: [&str; 5] = ["block", "flex", "grid", "list-item", "table"];
    let style = style_of(element);
    let display = style
        .split(';')
        .find_map(|own| own.strip_prefix("display:"));
    display.is_some_and(|display| DISPLAYS.contains(&display.trim_end_matches("!important")))
}

/// Whether a template is the shadow tree of its parent, which browsers show.
pub(super) fn is_shadow_root(element: &Element) -> bool {
    element.name() == "template"
        && (attribute(element, "shadowrootmode").is_some()
            || attribute(element, "shadowroot").is_some())
}

/// Returns the meaning of a custom element or a slot. A component is a block, unless there is text
/// beside or around it: `read the <x-link>rules</x-link>`.
fn component(element: &ElementRef<'_>) -> Meaning {
    let is_text = |node: ego_tree::NodeRef<'_, scraper::Node>| {
        let text = node.value().as_text();
        text.is_some_and(|text| text.contains(|c: char| !c.is_whitespace()))
    };
    for parent in element.ancestors().take(MOST_LEVELS) {
        if parent.children().any(is_text) {
            return Meaning::Parted;
        }
        let own = parent.value().as_element();
        if !own.is_some_and(is_component) {
            let is_laid_out = own.is_none_or(|own| {
                matches!(own.name(), "td" | "th" | "template")
                    || BLOCKS.binary_search(&own.name()).is_ok()
                    || is_block_by_style(own)
            });
            return if is_laid_out && !in_heading(element) {
                Meaning::Block
            } else {
                Meaning::Parted
            };
        }
    }
    Meaning::Block
}

fn is_component(element: &Element) -> bool {
    let name = element.name();
    name == "slot" || name.contains('-') || attribute(element, "slot").is_some()
}

fn in_heading(element: &ElementRef<'_>) -> bool {
    let above = element.ancestors().take(4).filter_map(ElementRef::wrap);
    { above }.any(|above| tag_level(above.value().name()).is_some())
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;

    fn of(markup: &str) -> Meaning {
        let html = Html::parse_fragment(markup);
        let all = Selector::parse("[x], x-y").unwrap();
        meaning(&html.select(&all).next().unwrap())
    }

    #[test]
    fn the_lists_ascend_so_that_they_can_be_searched() {
        assert!(DROPPED.is_sorted() && BLOCKS.is_sorted());
    }

    #[test]
    fn elements_mean_what_their_names_and_attributes_say() {
        for (markup, expected) in [
            ("<b x>", Meaning::Inline),
            ("<section x>", Meaning::Block),
            ("<span x style='display: block'>", Meaning::Block),
            ("<h3 x>", Meaning::Heading(Some(3))),
            (
                "<div x role=heading aria-level=4>",
                Meaning::Heading(Some(4)),
            ),
            ("<div x role=heading>", Meaning::Heading(Some(2))),
            ("<p x class=MsoTitleCxSpFirst>", Meaning::Heading(Some(1))),
            ("<details><summary x>", Meaning::Heading(None)),
            ("<del x>", Meaning::Dropped),
            (
                "<span x style='text-decoration : line-through'>",
                Meaning::Dropped,
            ),
            (
                "<span x class=text-decoration-line-through>",
                Meaning::Dropped,
            ),
            ("<ruby>字<rt x>", Meaning::Dropped),
            ("<a x role=doc-noteref>", Meaning::Note),
            ("<template x>", Meaning::Dropped),
            ("<template x shadowrootmode=open>", Meaning::Block),
        ] {
            assert_eq!(of(markup), expected, "{markup}");
        }
    }

    #[test]
    fn components_are_blocks_unless_text_stands_beside_them() {
        assert_eq!(of("<div><x-y>a</x-y><x-z>b</x-z></div>"), Meaning::Block);
        assert_eq!(of("<p>Read the <x-y>rules</x-y>!"), Meaning::Parted);
        assert_eq!(of("<p>Read <b><x-y>rules</x-y></b>!"), Meaning::Parted);
        assert_eq!(
            of("<p>Read <x-z><x-y x>rules</x-y></x-z>!"),
            Meaning::Parted
        );
        assert_eq!(of("<h2><x-y>a</x-y></h2>"), Meaning::Parted);
    }
}
