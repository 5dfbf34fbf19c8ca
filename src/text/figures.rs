//! Figures of a text: years, versions, numbers.

/// Returns whether any figure of a text is wanted: `2026`, `2.0`.
///
/// ```
/// use soru::text::any_figure;
/// assert!(any_figure("docs/2.0/fees-2026.html", &mut |figure| figure == "2.0"));
/// assert!(!any_figure("Since 2026.", &mut |figure| figure != "2026"));
/// ```
pub fn any_figure(text: &str, is_wanted: &mut dyn FnMut(&str) -> bool) -> bool {
    for part in text.split(|c: char| !c.is_ascii_digit() && c != '.') {
        let figure = part.trim_matches('.');
        if !figure.is_empty() && is_wanted(figure) {
            return true;
        }
    }
    false
}
