//! Parts of answers as texts for a terminal: styles, marks, titles, the words for kinds.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use soru::answer::{Level, Method};
use soru::hit::Hit;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const LINK: Style = AnsiColor::Cyan.on_default();

pub(super) fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}

/// The method of an answer, in words.
pub(super) fn kind(method: Method) -> &'static str {
    match method {
        Method::FactExact => "checked fact",
        Method::FactFuzzy => "checked fact, worded differently",
        Method::Extractive => "quoted from a page",
        Method::None => "no answer",
        Method::SmallTalk => "not a question, not searched",
    }
}

pub(super) fn level(level: Level) -> &'static str {
    match level {
        Level::High => "high",
        Level::Low => "low",
    }
}

/// Title and headings of a hit.
pub(super) fn path(hit: &Hit) -> String {
    let title = if hit.title.is_empty() {
        &hit.id
    } else {
        &hit.title
    };
    let path: Vec<&str> = std::iter::once(title)
        .chain(&hit.heading)
        .map(String::as_str)
        .collect();
    path.join(" › ")
}

/// The text with its marked parts bold. Marks count UTF-16 units.
pub(super) fn marked(text: &str, marks: &[[u32; 2]]) -> String {
    let mut out = String::with_capacity(text.len() + marks.len() * 8);
    let mut marks = marks.iter().peekable();
    let mut at = 0;
    for c in text.chars() {
        if marks.peek().is_some_and(|[start, _]| *start == at) {
            let _ = write!(out, "{BOLD}");
        }
        out.push(c);
        at += u32::try_from(c.len_utf16()).unwrap_or(1);
        if marks
            .peek()
            .is_some_and(|[start, end]| *start < at && *end <= at)
        {
            let _ = write!(out, "{BOLD:#}");
            marks.next();
        }
    }
    if marks.peek().is_some_and(|[start, _]| *start < at) {
        let _ = write!(out, "{BOLD:#}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, marks: &[[u32; 2]]) -> String {
        let bold = |text: String| {
            text.replace(&format!("{BOLD}"), "<")
                .replace(&format!("{BOLD:#}"), ">")
        };
        bold(marked(text, marks))
    }

    // JavaScript counts a character beyond the basic multilingual plane as two.
    #[test]
    fn marks_count_as_javascript_does() {
        assert_eq!(shown("🎓 staj nedir", &[[3, 7]]), "🎓 <staj> nedir");
        assert_eq!(shown("staj", &[[0, 4]]), "<staj>");
        assert_eq!(shown("a b", &[[0, 1], [2, 3]]), "<a> <b>");
        assert_eq!(shown("abc", &[[1, 9]]), "a<bc>");
    }
}
