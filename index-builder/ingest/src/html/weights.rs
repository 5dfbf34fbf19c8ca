//! Weights of parts: `data-soru-weight`, from 0 to 10. The innermost one counts.

use scraper::ElementRef;
use soru::document::{USUAL_WEIGHT, hundredths};

use super::attributes::attribute;

/// The maximum weight: with more, one word of a page would outweigh all words of another.
pub(crate) const MOST: f64 = 10.0;

/// Returns the weight that an element states, in hundredths.
pub(super) fn stated(element: &ElementRef<'_>) -> Option<u16> {
    let written = attribute(element.value(), "data-soru-weight")?;
    let weight: f64 = written.trim().parse().ok()?;
    (0.0..=MOST).contains(&weight).then(|| hundredths(weight))
}

/// Returns the weight that holds at the beginning of a part.
pub(super) fn around(root: &ElementRef<'_>) -> u16 {
    let mut above = root.ancestors().filter_map(ElementRef::wrap);
    above
        .find_map(|element| stated(&element))
        .unwrap_or(USUAL_WEIGHT)
}
