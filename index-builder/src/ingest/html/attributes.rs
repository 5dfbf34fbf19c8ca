//! Attributes by their names.

use html5ever::ns;
use scraper::node::Element;

/// Returns the value of an attribute. Elements have few attributes, so comparing names is faster
/// than the method of `scraper`, which looks the name up in a table that all threads share.
pub(super) fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    let mut attributes = element.attrs.iter();
    let own = attributes.find(|(own, _)| &*own.local == name && own.ns == ns!());
    own.map(|(_, value)| &**value)
}
