//! Removes parts of a text.

use std::borrow::Cow;
use std::ops::Range;

/// Returns the text without these byte ranges, which must ascend; the remaining parts are joined by
/// line breaks.
pub fn without<'t>(text: &'t str, ranges: &[Range<usize>]) -> Cow<'t, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let starts = std::iter::once(0).chain(ranges.iter().map(|range| range.end));
    let ends = ranges.iter().map(|range| range.start).chain([text.len()]);
    let parts = starts
        .zip(ends)
        .filter_map(|(start, end)| text.get(start..end));
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    Cow::Owned(parts.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_left_out_with_the_line_breaks_around_them() {
        let text = "Fees.\nHidden.\nPay in May.";
        let left = |parts: &[(usize, usize)]| {
            let parts: Vec<_> = parts.iter().map(|(start, end)| *start..*end).collect();
            without(text, &parts)
        };
        assert_eq!(left(&[(6, 13)]), "Fees.\nPay in May.");
        assert_eq!(left(&[(0, 5), (14, 25)]), "Hidden.");
        assert_eq!(left(&[(0, 25)]), "");
        assert_eq!(left(&[]), text);
        assert_eq!(left(&[(90, 99)]), "");
    }
}
