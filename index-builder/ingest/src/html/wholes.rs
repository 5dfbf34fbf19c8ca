//! Reads elements as a whole if their text differs from the text inside them.

use scraper::ElementRef;

use super::addresses::{is_turned, protected, turned};
use super::formulas::{formula, scripted};
use super::notes::exponent;

/// Returns the text of such an element. With `decodes`, obfuscated mail addresses are read.
pub(super) fn read_whole(element: &ElementRef<'_>, decodes: bool) -> Option<String> {
    let own = element.value();
    match own.name() {
        "math" => Some(formula(element)),
        "script" => scripted(element),
        "sup" => exponent(element),
        _ if own.attrs.is_empty() || !decodes => None,
        _ => protected(element).or_else(|| {
            let text = || element.text().collect::<String>();
            is_turned(own).then(text).and_then(|text| turned(&text))
        }),
    }
}
