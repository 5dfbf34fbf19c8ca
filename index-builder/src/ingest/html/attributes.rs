//! Attributes by their names.

use html5ever::ns;
use scraper::node::Element;

/// The value of an element's attribute. Elements have few, so comparing names is quicker than what
/// `scraper` does: it looks the name up among the names of all pages, where threads wait for each other.
pub(super) fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    let mut attributes = element.attrs.iter();
    let own = attributes.find(|(own, _)| &*own.local == name && own.ns == ns!());
    own.map(|(_, value)| &**value)
}
