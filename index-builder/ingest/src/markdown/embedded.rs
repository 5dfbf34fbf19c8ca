//! Reads Markdown within a line of HTML: `<li>**May** [Fees](fees.md)</li>`.
//!
//! MDX, and kramdown in elements such as `small`, show bold type and a link. `CommonMark` shows the
//! marks, which no author wants.

use pulldown_cmark::{Event, Parser, html::push_html};

/// Elements in which marks are content, and their ends.
const LITERAL: [(&str, &str); 5] = [
    ("<pre", "</pre>"),
    ("<code", "</code>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
    ("<!--", "-->"),
];

/// Reads the events of a page in order.
#[derive(Debug, Default)]
pub(super) struct Embedded {
    /// The end of the open literal element.
    end: Option<&'static str>,
}

impl Embedded {
    /// Returns the event, with Markdown in its HTML rendered.
    pub(super) fn read<'e>(&mut self, event: Event<'e>) -> Event<'e> {
        match event {
            Event::Html(line) if !self.is_literal(&line) && has_marks(&line) => {
                Event::Html(rendered(&line).into())
            }
            other => other,
        }
    }

    fn is_literal(&mut self, line: &str) -> bool {
        if let Some(end) = self.end {
            if line.contains(end) {
                self.end = None;
            }
            return true;
        }
        let opened = LITERAL.iter().find(|(start, _)| line.contains(start));
        self.end = opened
            .map(|(_, end)| *end)
            .filter(|end| !line.contains(end));
        opened.is_some()
    }
}

fn has_marks(text: &str) -> bool {
    text.contains("**") || text.contains("](")
}

/// Renders the texts between the tags of a line.
fn rendered(line: &str) -> String {
    let mut out = String::with_capacity(line.len() * 3 / 2);
    for piece in line.split_inclusive('>') {
        let (text, tag) = piece.split_at(piece.rfind('<').unwrap_or(piece.len()));
        out.push_str(&in_paragraph(text).unwrap_or_else(|| text.to_owned()));
        out.push_str(tag);
    }
    out
}

/// Renders a text with marks that is a single paragraph.
fn in_paragraph(text: &str) -> Option<String> {
    let bare = text.trim();
    if !has_marks(bare) {
        return None;
    }
    let mut html = String::new();
    push_html(&mut html, Parser::new(bare));
    let inner = html.trim_end().strip_prefix("<p>")?.strip_suffix("</p>")?;
    let start = &text[..text.len() - text.trim_start().len()];
    let end = &text[text.trim_end().len()..];
    (!inner.contains("<p>")).then(|| format!("{start}{inner}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> String {
        let mut embedded = Embedded::default();
        let events = lines.iter().map(|line| Event::Html((*line).into()));
        let mut out = String::new();
        push_html(&mut out, events.map(|event| embedded.read(event)));
        out
    }

    #[test]
    fn marks_between_tags_are_rendered() {
        assert_eq!(
            read(&["<li title=\"**x**\">**Mayıs** [Ücretler](a.md) açılır.</li>\n"]),
            "<li title=\"**x**\"><strong>Mayıs</strong> <a href=\"a.md\">Ücretler</a> açılır.</li>\n"
        );
        for line in ["<li>2 ** 3</li>\n", "<p>a[0](1\n", "- **a**\n"] {
            assert_eq!(read(&[line]), line);
        }
    }

    #[test]
    fn marks_in_code_and_comments_stay() {
        let lines = ["<pre>\n", "f(**a, **b)\n", "</pre>\n", "<p>**c**</p>\n"];
        let rendered = "<pre>\nf(**a, **b)\n</pre>\n<p><strong>c</strong></p>\n";
        assert_eq!(read(&lines), rendered);
    }
}
