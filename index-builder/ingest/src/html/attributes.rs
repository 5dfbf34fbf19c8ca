//! Reads attributes by name.

use std::borrow::Cow;

use html5ever::ns;
use scraper::ElementRef;
use scraper::node::Element;

use crate::tidy;

/// Returns the value of an attribute. Elements have few attributes, so comparing names is faster
/// than the method of `scraper`, which looks the name up in a table that all threads share.
pub(super) fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    let mut attributes = element.attrs.iter();
    let own = attributes.find(|(own, _)| &*own.local == name && own.ns == ns!());
    own.map(|(_, value)| &**value)
}

/// Whether an element has this ARIA role.
pub(super) fn is_role(element: &Element, role: &str) -> bool {
    attribute(element, "role").is_some_and(|written| written.eq_ignore_ascii_case(role))
}

/// Returns the declarations of an element's `style` in lower case and without spaces.
pub(super) fn style_of(element: &Element) -> Cow<'_, str> {
    let Some(style) = attribute(element, "style") else {
        return Cow::Borrowed("");
    };
    let compact = style.chars().filter(|c| !c.is_whitespace());
    Cow::Owned(compact.collect::<String>().to_ascii_lowercase())
}

/// Returns the id by which links can point to an element: `id`, or `name` of a link.
pub(super) fn anchor_of(element: &ElementRef<'_>) -> Option<String> {
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
