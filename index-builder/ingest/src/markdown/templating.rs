//! Templating: removes template syntax of site generators from Markdown.
//!
//! | written | becomes |
//! |---|---|
//! | `{% comment %}...{% endcomment %}`, `{{/* ... */}}`, `{/* ... */}` | nothing |
//! | `{% tab title="Cash" %}...{% endtab %}` | a `details`, see [`shortcodes`](super::shortcodes) |
//! | `{% raw %}...{% endraw %}` | its content, untouched |
//! | `{% page "/fees/" %}`, `{{< link "fees.md" >}}` as a link's target | the path |
//! | `{% slack_channel "people" %}` in the text | `people`: its only argument is what it shows |
//! | `{% include note.html content="x" %}`, `{{< figure caption="x" >}}` | `x`, see [`shortcodes`](super::shortcodes) |
//! | `{{ page.fee }}`, `{{< meta fee >}}` | the value in the front matter |
//! | `{% if %}`, `{{ site.url }}` | nothing |
//! | `:::no-loc text="Azure":::`, `:::no-loc(Azure):::` | `Azure` |
//! | marks of [`inline`](super::inline) | their text |
//!
//! Fenced and inline code is left unchanged, because braces in code are content.

use std::collections::HashMap;

use super::attributes::Attributes;
use super::directives::{shown, unfolds};
use super::fences::{closes, code_span, fence_mark};
use super::front_matter::FrontMatter;
use super::{inline, shortcodes};

/// The maximum length of a mark in bytes; a longer one is text. Without this limit, a page of
/// opening marks would be searched to its end for each of them.
const LONGEST_TAG: usize = 4096;

/// Returns the text of a page without the marks of its generator.
pub(super) fn strip(markdown: &str, front: &FrontMatter) -> String {
    let mut stripper = Stripper {
        out: String::with_capacity(markdown.len()),
        rest: markdown,
        front,
        closings: shortcodes::closings(markdown),
        comments: markdown.rfind("*/}").map(|at| markdown.len() - at),
        opened: Vec::new(),
        is_heading: false,
    };
    let mut fence: Option<&str> = None;
    while let Some(line) = stripper.next_line() {
        match (fence, fence_mark(line)) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(_)) if closes(line, open) => fence = None,
            (None, None) => {
                stripper.prose(line);
                continue;
            }
            _ => {}
        }
        stripper.code(line.len());
    }
    stripper.out
}

struct Stripper<'a> {
    out: String,
    rest: &'a str,
    front: &'a FrontMatter,
    closings: HashMap<&'a str, usize>,
    /// The number of bytes from the end of the last comment of MDX.
    comments: Option<usize>,
    /// The open tags that have a closing tag: whether each became a `details`.
    opened: Vec<bool>,
    /// Whether the line is a heading.
    is_heading: bool,
}

impl<'a> Stripper<'a> {
    fn next_line(&self) -> Option<&'a str> {
        let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        (end > 0).then(|| &self.rest[..end])
    }

    fn copy(&mut self, length: usize) {
        self.out.push_str(&self.rest[..length]);
        self.rest = &self.rest[length..];
    }

    /// Copies code unchanged, except tags that protect it from the generator and marks that protect
    /// it from translators.
    fn code(&mut self, length: usize) {
        let mut code = &self.rest[..length];
        let unprotected;
        if code.contains("raw %}") {
            unprotected = code.replace("{% raw %}", "").replace("{% endraw %}", "");
            code = &unprotected;
        }
        while let Some((before, after)) = code.split_once(":::no-loc(") {
            let Some((word, rest)) = after.split_once("):::") else {
                break;
            };
            self.out.push_str(before);
            self.out.push_str(word);
            code = rest;
        }
        self.out.push_str(code);
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        self.rest = &self.rest[length.min(self.rest.len())..];
    }

    /// Copies a line outside code; a tag may extend beyond its end.
    fn prose(&mut self, line: &str) {
        let line_end = self.rest.len() - line.len();
        let after = self.rest[line.len()..].trim_start_matches(' ');
        let is_underlined = after.starts_with("---") || after.starts_with("===");
        self.is_heading = is_underlined || line.trim_start().starts_with('#');
        while self.rest.len() > line_end {
            let here = &self.rest[..self.rest.len() - line_end];
            let Some(at) = here.find(is_start) else {
                return self.copy(here.len());
            };
            self.copy(at);
            self.mark(self.rest.len() - line_end);
        }
    }

    /// Reads a possible mark of the generator.
    fn mark(&mut self, line_left: usize) {
        let rest = self.rest;
        if rest.starts_with('`') {
            self.code(code_span(&rest[..line_left.min(rest.len())]));
        } else if rest.starts_with("{%") {
            self.tag();
        } else if rest.starts_with("{{") {
            self.expression();
        } else if rest.starts_with("{/*") {
            self.comment();
        } else if rest.starts_with(":::") {
            self.inline_directive();
        } else if let Some((length, text)) = inline::mark(self.context(), rest) {
            self.out.push_str(&text);
            self.skip(length);
        } else {
            self.copy(1);
        }
    }

    fn context(&self) -> inline::Context {
        inline::Context {
            before: self.out.chars().next_back(),
            is_heading: self.is_heading,
        }
    }

    /// Drops a comment of MDX, which may extend over several lines.
    fn comment(&mut self) {
        let is_closed = self.comments.is_some_and(|end| end < self.rest.len());
        let end = is_closed.then(|| self.rest.find("*/}")).flatten();
        match end {
            Some(end) => self.skip(end + 3),
            None => self.copy(3),
        }
    }

    fn tag(&mut self) {
        let Some(inner) = inside(self.rest, "%}") else {
            return self.copy(2);
        };
        self.skip(inner.len() + 4);
        let inner = trimmed(inner);
        let name = inner.split_whitespace().next().unwrap_or_default();
        match name {
            "raw" => self.until("endraw", true),
            "comment" => self.until("endcomment", false),
            _ if self.is_closed(name) => self.open(inner),
            _ if self.closings.contains_key(name) => {
                if self.opened.pop() == Some(true) {
                    self.out
                        .push_str(&shortcodes::shown(&name.replacen("end", "/", 1), false));
                }
            }
            _ => self.argument(name, inner),
        }
    }

    /// Whether content to unfold begins with a tag, and a tag below ends it.
    fn is_closed(&self, name: &str) -> bool {
        let closing = self.closings.get(format!("end{name}").as_str());
        unfolds(name) && closing.is_some_and(|closing| *closing < self.rest.len())
    }

    /// Reads a tag such as `{% tab title="Cash" %}`. Without a title its content is text.
    fn open(&mut self, inner: &str) {
        let name = inner.split_whitespace().next().unwrap_or_default();
        let has_title = Attributes::read(&inner[name.len()..]).shown().is_some();
        if has_title {
            self.out.push_str(&shortcodes::shown(inner, true));
        }
        self.opened.push(has_title);
    }

    /// Copies or drops the text up to the closing tag.
    fn until(&mut self, closing: &str, keep: bool) {
        let closes = |at: usize| {
            let inner = inside(&self.rest[at..], "%}")?;
            (trimmed(inner) == closing).then(|| (at, at + inner.len() + 4))
        };
        let found = self.rest.match_indices("{%").find_map(|(at, _)| closes(at));
        let (inner_end, outer_end) = found.unwrap_or((self.rest.len(), self.rest.len()));
        if keep {
            self.out.push_str(&self.rest[..inner_end]);
        }
        self.skip(outer_end);
    }

    /// Returns the text of a tag: its path, the visible text of its attributes, or its only
    /// argument.
    fn argument(&mut self, name: &str, inner: &str) {
        let is_target = self.is_target();
        let arguments = inner[name.len()..].trim();
        let attributes = Attributes::read(arguments);
        match attributes.quoted() {
            Some(path) if is_target => self.push_target(path),
            None if is_target => self.push_target(arguments),
            quoted => {
                let only = quoted.filter(|_| !is_silent_tag(name) && only_quoted(arguments));
                let text = only.or_else(|| attributes.shown().filter(|_| !is_control(name)));
                self.out.push_str(text.unwrap_or_default());
            }
        }
    }

    /// Whether the target of a link begins here.
    fn is_target(&self) -> bool {
        self.out.ends_with("](") || self.out.ends_with("=\"")
    }

    /// Such paths are relative to the site's root.
    fn push_target(&mut self, path: &str) {
        if !path.starts_with('/') && !path.contains("://") {
            self.out.push('/');
        }
        self.out.extend(
            path.chars()
                .map(|c| if c.is_whitespace() { '+' } else { c }),
        );
    }

    /// Reads `{{ value }}`, `{{< shortcode >}}` and `{{% shortcode %}}`.
    fn expression(&mut self) {
        let Some(inner) = inside(self.rest, "}}") else {
            return self.copy(2);
        };
        let left = self.rest.len();
        self.skip(inner.len() + 4);
        let is_shortcode = inner.starts_with(['<', '%']);
        let inner = inner.trim_matches(['<', '>', '%', ' ', '-']);
        let name = inner.split_whitespace().next().unwrap_or_default();
        if matches!(name, "meta" | "param" | "var") {
            let wanted = inner[name.len()..].trim().trim_matches('"');
            self.out
                .push_str(&self.front.shown(wanted).unwrap_or_default());
        } else if is_shortcode && self.is_target() || matches!(name, "ref" | "relref") {
            if let Some(path) = Attributes::read(&inner[name.len()..]).quoted() {
                self.push_target(path);
            }
        } else if is_shortcode {
            self.out.push_str(&shortcodes::shown(
                inner,
                self.closings
                    .get(name)
                    .is_some_and(|closing| *closing < left),
            ));
        } else {
            let value = inner.split('|').next().unwrap_or_default().trim();
            self.out
                .push_str(&self.front.shown(value).unwrap_or_default());
        }
        // `[text]( "title")` is no link.
        if self.out.ends_with("](") && self.rest.starts_with(' ') {
            self.out.push('#');
        }
    }

    fn inline_directive(&mut self) {
        let Some(length) = self.rest[3..].find(":::") else {
            return self.copy(3);
        };
        let inner = &self.rest[3..3 + length];
        if inner.contains('\n') {
            return self.copy(3);
        }
        self.out.push_str(shown(inner));
        self.skip(length + 6);
    }
}

/// Whether a mark may begin with a character.
fn is_start(letter: char) -> bool {
    letter == '`' || inline::STARTS.contains(&letter)
}

/// Whether a tag controls the generator.
fn is_control(name: &str) -> bool {
    name.starts_with("end")
        || matches!(
            name,
            "assign"
                | "block"
                | "break"
                | "capture"
                | "case"
                | "continue"
                | "cycle"
                | "decrement"
                | "else"
                | "elseif"
                | "elsif"
                | "end"
                | "extends"
                | "filter"
                | "for"
                | "from"
                | "if"
                | "import"
                | "increment"
                | "layout"
                | "liquid"
                | "macro"
                | "set"
                | "tablerow"
                | "unless"
                | "when"
                | "with"
        )
}

/// Whether the argument of a tag is a file, a language or an address.
fn is_silent_tag(name: &str) -> bool {
    is_control(name)
        || matches!(
            name,
            "code"
                | "data"
                | "embed"
                | "figure"
                | "gist"
                | "highlight"
                | "image"
                | "img"
                | "include"
                | "include_cached"
                | "include_relative"
                | "render"
                | "section"
                | "video"
                | "youtube"
        )
}

/// Returns the text between the first two characters and the closing mark.
fn inside<'t>(text: &'t str, closing: &str) -> Option<&'t str> {
    let inner = text.get(2..)?;
    let inner = &inner[..inner.floor_char_boundary(LONGEST_TAG)];
    inner.find(closing).map(|end| &inner[..end])
}

/// Returns a tag without the dashes that trim surrounding whitespace.
fn trimmed(inner: &str) -> &str {
    inner.trim_matches(['-', ' ', '\n', '\t'])
}

/// Whether the arguments consist of one text in quotes.
fn only_quoted(arguments: &str) -> bool {
    let quote = arguments.chars().next().filter(|c| matches!(c, '"' | '\''));
    quote.is_some_and(|quote| arguments.ends_with(quote) && arguments.matches(quote).count() == 2)
}

#[cfg(test)]
mod tests;
