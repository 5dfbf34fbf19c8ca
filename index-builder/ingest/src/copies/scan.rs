//! Scans a page for its texts, links and metadata in one pass over its source.
//!
//! Copies are found before any page is read, so every page is scanned one additional time. A scan
//! must take microseconds, so it builds no tree. A text ends where an element begins or ends that
//! is not part of a line. Two pages with the same texts yield the same texts here, whatever a
//! reader makes of them.

use crate::tags::{raw_end, tag_end, tag_name, value};

/// A part of a page that a scan reports.
#[derive(Debug, PartialEq)]
pub(super) enum Event<'t> {
    /// The content of `<title>`.
    Title(&'t str),
    /// A text, on one line.
    Text(Text<'t>),
    /// The target of a link.
    Link(&'t str),
    /// The canonical address.
    Canonical(&'t str),
    /// The page is not to be indexed, or redirects.
    NoPage,
}

/// A text between two elements that are not part of a line.
#[derive(Debug, PartialEq)]
#[expect(clippy::struct_field_names, reason = "its letters are its text")]
pub(super) struct Text<'t> {
    pub(super) text: &'t str,
    /// The level, if it is a heading.
    pub(super) level: Option<u8>,
    /// The target of the last link in it.
    pub(super) href: Option<&'t str>,
    /// Whether the whole text is a link.
    pub(super) is_link: bool,
}

/// Elements that are a part of a line.
const INLINE: [&str; 34] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

/// Elements without text, or whose text is not part of the page.
const SILENT: [&str; 8] = [
    "noscript", "script", "select", "style", "svg", "template", "textarea", "title",
];

/// Types of structured data that state questions and answers.
const ANSWERS: [&str; 3] = ["acceptedAnswer", "suggestedAnswer", "HowToStep"];

/// Scans an HTML page.
pub(super) fn scan(text: &str, mut see: impl FnMut(Event<'_>)) {
    let mut line = Line::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        line.push(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("<!--") {
            rest.find("-->").map_or(rest.len(), |end| end + 3)
        } else {
            let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
            if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                tag(rest, &mut line, &mut see)
            } else if rest[1..].starts_with(['!', '?', '/']) {
                rest.find('>').map_or(rest.len(), |end| end + 1)
            } else {
                line.push("<");
                1
            }
        };
        rest = &rest[length..];
    }
    line.push(rest);
    line.end(&mut see);
}

/// Handles a tag. Returns its length, including content that the scan skips.
fn tag<'t>(text: &'t str, line: &mut Line<'t>, see: &mut impl FnMut(Event<'_>)) -> usize {
    let is_end = text.as_bytes()[1] == b'/';
    let name = tag_name(&text[usize::from(is_end)..]);
    let (length, _) = tag_end(text, 1 + usize::from(is_end) + name.len());
    let tag = &text[..length];
    let is = |known: &&str| name.eq_ignore_ascii_case(known);
    if name.eq_ignore_ascii_case("a") {
        line.link = (!is_end).then(|| value(tag, "href")).flatten();
        if let Some(href) = line.link {
            see(Event::Link(href));
        }
    } else if !INLINE.iter().any(is) {
        line.end(see);
        line.level = heading_level(name).filter(|_| !is_end);
        metadata(tag, name, see);
    }
    if is_end || !SILENT.iter().any(is) {
        return length;
    }
    let content = &text[length..];
    let end = raw_end(content, name);
    if name.eq_ignore_ascii_case("title") {
        see(Event::Title(&content[..end]));
    } else if states_answers(&content[..end]) {
        line.push(&content[..end]);
        line.end(see);
    }
    length + end
}

/// Whether a script states questions and answers, which may be the only content of a page. Other
/// structured data is ignored, because it may differ between copies, such as a date or an address.
fn states_answers(script: &str) -> bool {
    script.contains("schema.org") && ANSWERS.iter().any(|kind| script.contains(kind))
}

fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h' | b'H', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

fn metadata(tag: &str, name: &str, see: &mut impl FnMut(Event<'_>)) {
    let is = |own: Option<&str>, word: &str| {
        own.is_some_and(|own| own.trim().eq_ignore_ascii_case(word))
    };
    if name.eq_ignore_ascii_case("link") {
        if is(value(tag, "rel"), "canonical")
            && let Some(href) = value(tag, "href")
        {
            see(Event::Canonical(href.trim()));
        }
    } else if name.eq_ignore_ascii_case("meta") {
        let content = || {
            value(tag, "content")
                .unwrap_or_default()
                .to_ascii_lowercase()
        };
        let is_robots = is(value(tag, "name"), "robots") || is(value(tag, "name"), "soru");
        let is_refresh = is(value(tag, "http-equiv"), "refresh");
        if (is_robots && content().contains("noindex")) || (is_refresh && content().contains("url"))
        {
            see(Event::NoPage);
        }
    }
}

/// The text since the last element that is not part of a line.
#[derive(Default)]
struct Line<'t> {
    text: String,
    /// Number of bytes of the text that belong to links.
    linked: usize,
    link: Option<&'t str>,
    href: Option<&'t str>,
    level: Option<u8>,
}

impl Line<'_> {
    fn push(&mut self, text: &str) {
        let before = self.text.len();
        if text.starts_with(|c: char| c.is_whitespace()) && before > 0 && !self.text.ends_with(' ')
        {
            self.text.push(' ');
        }
        for word in text.split_whitespace() {
            if !self.text.is_empty() && !self.text.ends_with(' ') && self.text.len() > before {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        if text.ends_with(|c: char| c.is_whitespace())
            && !self.text.is_empty()
            && !self.text.ends_with(' ')
        {
            self.text.push(' ');
        }
        if let Some(href) = self.link {
            self.linked += self.text.len() - before;
            self.href = Some(href);
        }
    }

    fn end(&mut self, see: &mut impl FnMut(Event<'_>)) {
        let text = self.text.trim();
        if text.chars().any(char::is_alphanumeric) {
            see(Event::Text(Text {
                text,
                level: self.level,
                href: self.href,
                is_link: self.linked + 1 >= text.len(),
            }));
        }
        self.text.clear();
        self.linked = 0;
        self.href = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(page: &str) -> Vec<String> {
        let mut events = Vec::new();
        scan(page, |event| {
            events.push(match event {
                Event::Text(text) => format!(
                    "{}{}{}{}",
                    text.level
                        .map_or(String::new(), |level| format!("h{level} ")),
                    text.text,
                    text.href
                        .map_or(String::new(), |href| format!(" -> {href}")),
                    if text.is_link { " !" } else { "" }
                ),
                other => format!("{other:?}"),
            });
        });
        events
    }

    #[test]
    fn texts_links_and_metadata_are_seen_in_order() {
        let page = "<!doctype html><title>Oda</title><link rel=canonical href='/oda/'>
            <script>var x = '<p>no';</script><!-- <p>no --><nav><a href=/>Ana sayfa</a></nav>
            <h2><a href='/yurt/'>Yurt</a></h2><p>Depozito  <b>iki</b> aylık
            kiradır.<br>1 < 2</p><p> - </p><style>p{}</style>";
        assert_eq!(
            events(page),
            [
                "Title(\"Oda\")",
                "Canonical(\"/oda/\")",
                "Link(\"/\")",
                "Ana sayfa -> / !",
                "Link(\"/yurt/\")",
                "h2 Yurt -> /yurt/ !",
                "Depozito iki aylık kiradır.",
                "1 < 2",
            ]
        );
        for page in [
            "<meta name=robots content='noindex'>",
            "<meta http-equiv=refresh content='0; URL=x'>",
        ] {
            assert_eq!(events(page), ["NoPage"]);
        }
    }

    #[test]
    fn torn_pages_are_scanned_to_their_end() {
        for page in [
            "<",
            "<a",
            "<a href=",
            "</",
            "<!--",
            "<title>x",
            "<script>",
            "a<b",
            "<p title='",
        ] {
            events(page);
        }
        assert_eq!(events("a <b>c"), ["a c"]);
    }
}
