//! Templating: removes template syntax of site generators from Markdown.
//!
//! | written | becomes |
//! |---|---|
//! | `{% comment %}...{% endcomment %}`, `{{/* ... */}}` | nothing |
//! | `{% raw %}...{% endraw %}` | its content, untouched |
//! | `{% page "/fees/" %}`, `{{< ref "fees.md" >}}` as a link's target | the path |
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
use super::directives::shown;
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
            _ => self.argument(name, inner),
        }
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
        let is_target = self.out.ends_with("](") || self.out.ends_with("=\"");
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
        if matches!(name, "ref" | "relref") {
            if let Some(path) = Attributes::read(&inner[name.len()..]).quoted() {
                self.push_target(path);
            }
        } else if matches!(name, "meta" | "param" | "var") {
            let wanted = inner[name.len()..].trim().trim_matches('"');
            self.out
                .push_str(&self.front.shown(wanted).unwrap_or_default());
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
mod tests {
    use super::*;

    fn strip(markdown: &str) -> String {
        super::strip(markdown, &FrontMatter::default())
    }

    #[test]
    fn liquid_leaves_its_text_and_nothing_else() {
        let cases = [
            ("a {% comment %} b\nc {% endcomment %}d", "a d"),
            ("{% raw %}{{ x }}{% endraw %} y", "{{ x }} y"),
            ("[a]({% page \"/fees/#x\" %}) b", "[a](/fees/#x) b"),
            ("[a]({% link _posts/x.md %})", "[a](/_posts/x.md)"),
            ("ask in {% slack_channel \"people\" %}.", "ask in people."),
            ("{% include \"x.html\" %}a{% if b %}c{% endif %}", "ac"),
            ("{{ site.url }}/a and {{< figure src=\"x\" >}}", "/a and "),
            ("[a]({{< ref \"fees.md\" >}})", "[a](/fees.md)"),
            ("{% hint style=\"info\" %}a{% endhint %}", "a"),
            ("{% include box.html content=\"Bring it.\" %}", "Bring it."),
            ("{% tab title=\"Yurt\" %}", "Yurt"),
            ("open {% never", "open {% never"),
            ("{%} {{} {%", "{%} {{} {%"),
        ];
        for (written, text) in cases {
            assert_eq!(strip(written), text, "{written}");
        }
    }

    #[test]
    fn code_is_left_alone() {
        let code = "`{{ x }}` and ``a ` {% b %}``\n```yaml\nx: ${{ y }}\n::: z\n```\n";
        assert_eq!(strip(code), code);
        assert_eq!(strip("`{% raw %}{{ x }}{% endraw %}` y"), "`{{ x }}` y");
        assert_eq!(strip("```\n{{ a }}\n```\n{{ b }}c"), "```\n{{ a }}\n```\nc");
    }

    // Every run was searched to the end of the line: 4.5 MB took 29 s. `cargo xtask bench --growth`
    // measures it.
    #[test]
    fn unclosed_runs_of_backticks_are_text() {
        let runs = (1..1500).map(|length| "`".repeat(length) + "a");
        let line: String = runs.collect();
        assert_eq!(strip(&line), line);
    }

    #[test]
    fn code_is_kept_without_its_escape_tags() {
        assert_eq!(
            strip("```\n:::no-loc(int)::: x;\n```\n"),
            "```\nint x;\n```\n"
        );
    }

    #[test]
    fn directives_in_a_line_leave_their_text() {
        let cases = [
            (
                ":::row:::\n   :::column span=\"\":::\n      b",
                "\n   \n      b",
            ),
            (":::no-loc(extern)::: int :::no-loc(i):::;", "extern int i;"),
            ("The :::no-loc text=\"Azure\"::: cloud", "The Azure cloud"),
            (":::no-loc text=\"Azure\"::: cloud", "Azure cloud"),
            ("see [!a](b) c", "see [!a](b) c"),
        ];
        for (written, text) in cases {
            assert_eq!(strip(written), text, "{written}");
        }
    }

    #[test]
    fn values_of_the_front_matter_are_shown() {
        let (front, _) = crate::markdown::front_matter::split("---\nfee: 40 TL\n---\n").unwrap();
        let written = "{{ page.fee }}, {{< meta fee >}}, {{ fee }}, {{ site.name }}.";
        assert_eq!(super::strip(written, &front), "40 TL, 40 TL, 40 TL, .");
    }
}
