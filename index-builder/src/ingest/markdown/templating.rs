//! Templating: removes template syntax of site generators from Markdown.
//!
//! | written | becomes |
//! |---|---|
//! | `{% comment %}...{% endcomment %}` | nothing |
//! | `{% raw %}...{% endraw %}` | its content, untouched |
//! | `{% page "/fees/" %}`, `{{< ref "fees.md" >}}` as a link's target | the path |
//! | `{% slack_channel "people" %}` in the text | `people`: its only argument is what it shows |
//! | `{% if %}`, `{% include "x" %}`, `{{ site.url }}`, `{{< figure >}}`, `{: .class}` | nothing |
//! | `:::no-loc text="Azure":::`, `:::no-loc(Azure):::` | `Azure` |
//! | `:::row:::`, `::: moniker range="x"`, `:::note Title` | nothing, `Title` |
//! | `[!INCLUDE [x](y)]`, `[!VIDEO z]`, `[!code-cpp[x](y)]`, `[!NOTE]` | nothing |
//!
//! Fenced and inline code is left unchanged, because there braces are content.

use super::directives::{container_title, is_container, shown};

/// A mark that is not closed within this many bytes is text. Keeps a page of opening marks from
/// being searched to its end for each of them.
const LONGEST_TAG: usize = 4096;

/// A code span that is not closed within this many bytes is text, for the same reason.
const LONGEST_SPAN: usize = 16 * 1024;

/// The text of a page without the marks of its generator.
#[must_use]
pub(super) fn strip(markdown: &str) -> String {
    let mut stripper = Stripper {
        out: String::with_capacity(markdown.len()),
        rest: markdown,
    };
    let mut fence: Option<&str> = None;
    while let Some(line) = stripper.next_line() {
        let mark = fence_mark(line);
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if mark.starts_with(open) && closes(line) => fence = None,
            (None, None) if !is_silent_line(line) => {
                stripper.prose(line);
                continue;
            }
            (None, None) => {
                stripper.out.push('\n');
                stripper.rest = &stripper.rest[line.len()..];
                continue;
            }
            _ => {}
        }
        stripper.code(line.len());
    }
    stripper.out
}

/// The run of backticks or tildes that opens or closes fenced code.
fn fence_mark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = &line[..line.len() - line.trim_start_matches(mark).len()];
    let info = &line[run.len()..];
    (run.len() >= 3 && (mark == '~' || !info.contains('`'))).then_some(run)
}

fn closes(line: &str) -> bool {
    line.trim()
        .trim_start_matches(['>', ' '])
        .chars()
        .all(|c| matches!(c, '`' | '~'))
}

/// Lines that consist of a directive.
fn is_silent_line(line: &str) -> bool {
    let line = line.trim();
    let bare = line.trim_start_matches(['>', ' ']);
    (line.starts_with("{:") && line.ends_with('}'))
        || (bare.starts_with("[!") && bare.ends_with(']') && !bare.contains("]("))
        || ["[!INCLUDE", "[!code", "[!VIDEO", "[!div"]
            .iter()
            .any(|start| bare.starts_with(start))
}

struct Stripper<'a> {
    out: String,
    rest: &'a str,
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

    /// Code is copied as it is, but for the tags that protect it from the generator and the
    /// marks that protect it from translators.
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

    /// One line outside code; a tag may reach beyond its end.
    fn prose(&mut self, line: &str) {
        let line_end = self.rest.len() - line.len();
        if is_container(line) {
            self.out.push_str(container_title(line));
            self.out.push('\n');
            return self.skip(line.len());
        }
        while self.rest.len() > line_end {
            let here = &self.rest[..self.rest.len() - line_end];
            let Some(at) = here.find(['`', '{', ':']) else {
                return self.copy(here.len());
            };
            self.copy(at);
            self.mark(self.rest.len() - line_end);
        }
    }

    /// Something that may be a mark of the generator starts here.
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
        } else {
            self.copy(1);
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

    /// Up to the closing tag: copied, or dropped.
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

    /// Returns the text of a tag: its path, or its only argument.
    fn argument(&mut self, name: &str, inner: &str) {
        let is_target = self.out.ends_with("](") || self.out.ends_with("=\"");
        let quoted = only_quoted(inner);
        let unquoted = || inner[name.len()..].trim();
        match quoted {
            Some(path) if is_target => self.push_target(path),
            None if is_target => self.push_target(unquoted()),
            Some(text) if !is_silent_tag(name) => self.out.push_str(text),
            _ => {}
        }
    }

    /// Such paths count from the site's root.
    fn push_target(&mut self, path: &str) {
        if !path.starts_with('/') && !path.contains("://") {
            self.out.push('/');
        }
        self.out.extend(
            path.chars()
                .map(|c| if c.is_whitespace() { '+' } else { c }),
        );
    }

    /// `{{ value }}`, `{{< shortcode >}}`, `{{% shortcode %}}`.
    fn expression(&mut self) {
        let Some(inner) = inside(self.rest, "}}") else {
            return self.copy(2);
        };
        self.skip(inner.len() + 4);
        let inner = inner.trim_matches(['<', '>', '%', ' ', '-']);
        let name = inner.split_whitespace().next().unwrap_or_default();
        if matches!(name, "ref" | "relref")
            && let Some(path) = only_quoted(inner)
        {
            self.push_target(path);
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

/// Tags that steer the generator and show nothing of their own.
fn is_silent_tag(name: &str) -> bool {
    name.starts_with("end")
        || matches!(
            name,
            "assign"
                | "block"
                | "break"
                | "capture"
                | "case"
                | "code"
                | "continue"
                | "cycle"
                | "data"
                | "decrement"
                | "else"
                | "elseif"
                | "elsif"
                | "end"
                | "extends"
                | "figure"
                | "filter"
                | "for"
                | "from"
                | "gist"
                | "highlight"
                | "if"
                | "image"
                | "img"
                | "import"
                | "include"
                | "include_cached"
                | "include_relative"
                | "increment"
                | "layout"
                | "liquid"
                | "macro"
                | "render"
                | "section"
                | "set"
                | "tab"
                | "tablerow"
                | "unless"
                | "video"
                | "when"
                | "with"
                | "youtube"
        )
}

/// Returns the text between the first two characters and the closing mark.
fn inside<'t>(text: &'t str, closing: &str) -> Option<&'t str> {
    let inner = text.get(2..)?;
    let inner = &inner[..inner.floor_char_boundary(LONGEST_TAG)];
    inner.find(closing).map(|end| &inner[..end])
}

/// A tag without the dashes that trim whitespace around it.
fn trimmed(inner: &str) -> &str {
    inner.trim_matches(['-', ' ', '\n', '\t'])
}

/// The content of the quotes, if there is exactly one pair.
fn only_quoted(inner: &str) -> Option<&str> {
    let quote = inner.chars().find(|c| matches!(c, '"' | '\''))?;
    let mut parts = inner.split(quote);
    let (_, content, _) = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(content)
}

/// The length of the code span that starts here, or of the backticks if it never ends.
fn code_span(rest: &str) -> usize {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let rest = &rest[..rest.floor_char_boundary(ticks + LONGEST_SPAN)];
    let mut at = ticks;
    while let Some(found) = rest[at..].find('`') {
        let start = at + found;
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == ticks {
            return start + run;
        }
        at = start + run;
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("text\n{: .class}\nmore", "text\n\nmore"),
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

    // Every run was searched to the end of the line: 4.5 MB took 29 s.
    #[test]
    fn unclosed_runs_of_backticks_are_read_in_linear_time() {
        let runs = (1..1500).map(|length| "`".repeat(length) + "a");
        let line: String = runs.collect();
        let start = std::time::Instant::now();
        assert_eq!(strip(&line), line);
        let seconds = start.elapsed().as_secs_f64();
        assert!(seconds < 10.0, "{seconds} s");
    }

    #[test]
    fn code_is_kept_without_its_escape_tags() {
        assert_eq!(
            strip("```\n:::no-loc(int)::: x;\n```\n"),
            "```\nint x;\n```\n"
        );
    }

    #[test]
    fn directives_leave_their_text() {
        let cases = [
            ("::: moniker range=\"a\"\nb\n::: moniker-end", "\nb\n\n"),
            (
                ":::row:::\n   :::column span=\"\":::\n      b",
                "\n   \n      b",
            ),
            (":::no-loc(extern)::: int :::no-loc(i):::;", "extern int i;"),
            (":::note Take care\nb\n:::", "Take care\nb\n\n"),
            ("The :::no-loc text=\"Azure\"::: cloud", "The Azure cloud"),
            (":::no-loc text=\"Azure\"::: cloud", "Azure cloud"),
            ("> [!NOTE]\n> b", "\n> b"),
            ("[!INCLUDE [x](y.md)]\nb", "\nb"),
            ("see [!a](b) c", "see [!a](b) c"),
        ];
        for (written, text) in cases {
            assert_eq!(strip(written), text, "{written}");
        }
    }
}
