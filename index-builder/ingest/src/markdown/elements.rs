//! Sets HTML inside Markdown apart from the text around it, as kramdown and MDX do.
//!
//! An element reaches to its closing tag. For `CommonMark` it ends at the next blank line, so that
//! indented tags below that line would be code, and Markdown directly below the closing tag would
//! be part of the element.
//!
//! | written | becomes |
//! |---|---|
//! | in an element, indented lines that begin with a tag, and the text below them | the same, not indented |
//! | text directly below a closing tag or a `<br>` | a paragraph of its own |

use super::fences::{closes, code_span, fence_mark};
use super::lines::{INDENT, columns};

/// Elements that always have a closing tag.
const CLOSED: [&str; 18] = [
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "div",
    "dl",
    "fieldset",
    "figure",
    "footer",
    "form",
    "header",
    "main",
    "nav",
    "ol",
    "section",
    "table",
    "ul",
];

/// Other elements after whose closing tag a paragraph may begin.
const BLOCKS: [&str; 8] = ["h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"];

/// Returns the page with its elements set apart.
pub(super) fn set_apart(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len() + markdown.len() / 16);
    let mut elements = Elements::default();
    let mut fence: Option<&str> = None;
    let mut lines = markdown.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        match (fence, fence_mark(line)) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(_)) if closes(line, open) => fence = None,
            (None, None) => {
                elements.copy(line, &mut out);
                let next = lines.peek().map_or("", |next| next.trim_start());
                if elements.has_ended && !next.is_empty() && !next.starts_with('<') {
                    out.push('\n');
                }
                continue;
            }
            _ => {}
        }
        out.push_str(line);
    }
    out
}

/// The elements that are open.
#[derive(Debug, Default)]
struct Elements {
    depth: usize,
    /// The number of columns by which the outermost is indented.
    base: usize,
    /// Whether the last line was in an element and belongs to an indented tag.
    is_indented: bool,
    /// Whether no element is open behind the last line, which ended one.
    has_ended: bool,
    is_comment: bool,
}

impl Elements {
    fn copy(&mut self, line: &str, out: &mut String) {
        let bare = line.trim_start();
        let own = columns(line);
        let is_tag = bare.starts_with('<');
        if bare.is_empty() {
            self.has_ended = false;
            return out.push_str(line);
        }
        let is_open = self.depth > 0;
        let is_deep = own >= self.base + INDENT;
        if is_open && is_deep && (is_tag || self.is_indented) {
            out.push_str(&" ".repeat(self.base));
            out.push_str(bare);
        } else {
            out.push_str(line);
        }
        self.is_indented = is_open && (is_tag && own > self.base || self.is_indented && is_deep);
        if is_tag && !is_open {
            self.base = own;
        }
        if is_tag || is_open {
            self.tags(bare);
        }
        self.has_ended = self.depth == 0 && (is_tag || is_open) && ends(bare.trim_end());
    }

    /// Counts the tags of a line, outside of code and comments.
    fn tags(&mut self, mut rest: &str) {
        while let Some(at) = rest.find(['<', '`', '-']) {
            rest = &rest[at..];
            let mut length = 1;
            if self.is_comment {
                self.is_comment = !rest.starts_with("-->");
            } else if rest.starts_with("<!--") {
                self.is_comment = true;
            } else if rest.starts_with('`') {
                length = code_span(rest);
            } else if let Some(closed) = rest.strip_prefix("</") {
                self.depth -= usize::from(self.depth > 0 && is_one(closed, &CLOSED));
            } else if let Some(opened) = rest.strip_prefix('<') {
                self.depth += usize::from(is_one(opened, &CLOSED));
            }
            rest = &rest[length..];
        }
    }
}

/// Whether a line ends with a closing tag, or is a `<br>`.
fn ends(line: &str) -> bool {
    let Some((_, tag)) = line.rsplit_once('<').filter(|_| line.ends_with('>')) else {
        return false;
    };
    let closed = tag.strip_prefix('/');
    let is_break = line.len() == tag.len() + 1 && is_one(tag, &["br", "hr", "img"]);
    is_break || closed.is_some_and(|tag| is_one(tag, &CLOSED) || is_one(tag, &BLOCKS))
}

/// Whether a tag has one of these names.
fn is_one(tag: &str, names: &[&str]) -> bool {
    let end = tag.find(|letter: char| !letter.is_ascii_alphanumeric());
    let name = &tag[..end.unwrap_or(tag.len())];
    let is_whole = end.is_some_and(|end| !tag[end..].starts_with(['-', ':', '.']));
    is_whole && names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indented_tags_in_an_element_are_not_code() {
        let page = "<div>\n  <section>\n\n    <p>\n      Dokuzda\n\n      açılır.\n    </p>\n\n\
                    \u{20} </section>\n</div>\n\n    <p>kod</p>\n";
        let apart = "<div>\n  <section>\n\n<p>\nDokuzda\n\naçılır.\n</p>\n\n  </section>\n\
                     </div>\n\n    <p>kod</p>\n";
        assert_eq!(set_apart(page), apart);
    }

    #[test]
    fn text_below_an_element_is_apart() {
        let cases = [
            ("<p>a</p>\n[b](c)\n", "<p>a</p>\n\n[b](c)\n"),
            ("<br>\n**a**<br>\nb\n", "<br>\n\n**a**<br>\nb\n"),
            ("<div>\n</div>\n- a\n", "<div>\n</div>\n\n- a\n"),
            (
                "<div>\n<p>a</p>\nb\n</div>\n",
                "<div>\n<p>a</p>\nb\n</div>\n",
            ),
        ];
        for (page, apart) in cases {
            assert_eq!(set_apart(page), apart, "{page}");
        }
    }

    #[test]
    fn code_comments_lists_and_blocks_of_generators_keep_their_indentation() {
        for page in [
            "```\n<div>\n```\n\n    <p>a</p>\n",
            "Use `<div>`.\n\n    <p>a</p>\n",
            "<!--\n<div>\n-->\n\n    <p>a</p>\n",
            "<div-x>\n\n    <p>a</p>\n",
            "<details>\n<summary>a</summary>\n\n    kod\n\n- b\n    - c\n</details>\n",
            "!!! note\n    <div>\n    <p>a</p>\n    </div>\n",
        ] {
            assert_eq!(set_apart(page), page);
        }
    }
}
