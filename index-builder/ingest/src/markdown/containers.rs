//! Converts containers to Markdown: blocks that generators open and close with special marks.
//!
//! A title of content that a visitor unfolds or chooses becomes the `summary` of a `details`. Any
//! other title becomes a line in bold type. The content is read like the rest of the page.
//!
//! | written | becomes |
//! |---|---|
//! | `!!! note "T"`, `:::note[T]`, a fence with `{note} T`, `/// note \| T` | `**T**` and the content |
//! | `??? faq "T"`, `=== "T"`, `:::details T`, `<TabItem label="T">` | a `details` |
//! | `> [!faq]- T` | `> **T**` |
//! | `import X from 'y'`, `(label)=`, `--8<-- "x"`, `*[ECTS]: ...`, `% comment` | nothing |
//! | a cell `{python}` with `#\| echo: false` | its caption; others without their options |
//!
//! To add a dialect, add its lines to [`Opener::block`].

use super::attributes::Attributes;
use super::components::{self, TagKind};
use super::directives::{
    Directive, braced, container, is_container, is_literal, is_silent, unfolds,
};
use super::fences::{closes, fence_mark};
use super::lines::{
    INDENT, admonition, callout, columns, indented_options, is_cell, is_silent as is_silent_line,
    options, outdented, plain, titled,
};
use super::{listed, pipes};

/// The maximum depth of blocks; deeper ones are text.
const DEEPEST: usize = 16;

/// Returns the page with the generator's blocks converted to Markdown.
pub(super) fn open(markdown: &str) -> String {
    let lines: Vec<&str> = markdown.lines().collect();
    let mut opener = Opener {
        out: String::with_capacity(markdown.len() + markdown.len() / 8),
        opened: Vec::new(),
        has_comments: ["{ref}`", "```{", ":::{", ")=\n", "{doc}`"]
            .iter()
            .any(|mark| markdown.contains(mark)),
    };
    opener.lines(&lines, "", 0);
    opener.out
}

/// An open block.
struct Opened {
    /// The mark that closes it: the name of a component, `:::`, `///`.
    key: String,
    is_details: bool,
    /// The number of columns by which its content is indented.
    indent: usize,
}

struct Opener {
    out: String,
    opened: Vec<Opened>,
    /// Whether the page is in a dialect in which `%` begins a comment.
    has_comments: bool,
}

impl Opener {
    fn lines(&mut self, lines: &[&str], indent: &str, depth: usize) {
        let open_before = self.opened.len();
        let mut at = 0;
        while at < lines.len() {
            at += self.block(&lines[at..], indent, depth).max(1);
        }
        while self.opened.len() > open_before {
            self.close_last(indent);
        }
    }

    /// Reads the block that begins here, and returns the number of its lines.
    fn block(&mut self, lines: &[&str], indent: &str, depth: usize) -> usize {
        let line = lines[0];
        if fence_mark(line).is_some() {
            return self.fence(lines, indent, depth);
        }
        if depth < DEEPEST
            && let Some(directive) = admonition(line)
        {
            return self.indented(lines, &directive, indent, depth);
        }
        if is_container(line) || line.trim_start().starts_with("///") {
            self.container(line, indent);
            let mark = line.trim_start_matches([' ', '\t', ':']);
            return 1 + match mark.chars().next() {
                Some('{') => options(&lines[1..]),
                Some('/') => indented_options(&lines[1..]),
                _ => 0,
            };
        }
        if let Some((count, table)) = pipes::table(lines, self.last_line()) {
            for line in &table {
                self.copy(line, indent);
            }
            return count;
        }
        if let Some(tag) = components::tag(lines) {
            let mut after = lines[tag.lines..].iter();
            self.component(&tag, after.find(|line| !line.trim().is_empty()), indent);
            return tag.lines;
        }
        if let Some(count) = components::statement(lines) {
            self.copy("", indent);
            return count;
        }
        if components::holds_markdown(line) {
            return self.markdown_inside(lines, indent);
        }
        match callout(line) {
            Some((quote, title)) => {
                self.copy(&format!("{quote}**{title}**"), indent);
                self.copy(quote.trim_end(), indent);
            }
            None if is_silent_line(line, lines.get(1).copied(), self.has_comments) => {
                self.copy("", indent);
            }
            None => self.copy(line, indent),
        }
        1
    }

    /// Writes an opening tag whose content is Markdown, and the pictures directly after it, as
    /// blocks of HTML of their own. Indented content would become code.
    fn markdown_inside(&mut self, lines: &[&str], indent: &str) -> usize {
        let is_picture = |line: &&&str| {
            let line = line.trim();
            line.starts_with("<img ") && line.find('>') == Some(line.len() - 1)
        };
        let count = 1 + lines[1..].iter().take_while(is_picture).count();
        let next = lines.get(count).copied().unwrap_or_default();
        let is_code = next.starts_with("    ") || next.starts_with('\t');
        for line in &lines[..count] {
            self.copy(line, indent);
            if !is_code {
                self.copy("", indent);
            }
        }
        count
    }

    fn last_line(&self) -> &str {
        let out = self.out.strip_suffix('\n').unwrap_or(&self.out);
        out.rsplit('\n').next().unwrap_or_default()
    }

    fn copy(&mut self, line: &str, indent: &str) {
        let line = outdented(line, self.opened.last().map_or(0, |opened| opened.indent));
        if !line.trim().is_empty() {
            self.out.push_str(indent);
            self.out.push_str(line);
        }
        self.out.push('\n');
    }

    /// Opens a block with a title; returns whether it is a `details`.
    fn head(&mut self, directive: &Directive<'_>, indent: &str) -> bool {
        let title = directive.title.trim();
        let is_details = !title.is_empty() && (unfolds(directive.name) || title.ends_with('?'));
        self.out.push('\n');
        if is_details {
            let title = plain(title);
            self.out
                .extend([indent, "<details><summary>", &title, "</summary>\n\n"]);
        } else if !title.is_empty() {
            self.out.extend([indent, "**", title, "**\n\n"]);
        }
        is_details
    }

    fn push(&mut self, key: &str, directive: &Directive<'_>, content: usize, indent: &str) {
        let is_details = self.head(directive, indent);
        self.opened.push(Opened {
            key: key.to_owned(),
            is_details,
            indent: content,
        });
    }

    fn close_last(&mut self, indent: &str) {
        if let Some(opened) = self.opened.pop() {
            self.end(opened.is_details, indent);
        }
    }

    fn end(&mut self, is_details: bool, indent: &str) {
        self.out.push('\n');
        if is_details {
            self.out.extend([indent, "</details>\n\n"]);
        }
    }

    /// Closes the innermost block with this key, and all open blocks in it.
    fn close(&mut self, key: &str, indent: &str) {
        if let Some(at) = self.opened.iter().rposition(|opened| opened.key == key) {
            while self.opened.len() > at {
                self.close_last(indent);
            }
        } else {
            self.out.push('\n');
        }
    }

    /// Reads a line `:::...` or `///...`.
    fn container(&mut self, line: &str, indent: &str) {
        let own = &line[..line.len() - line.trim_start().len()];
        let indent = &format!("{indent}{own}");
        let bare = line.trim();
        if let Some(rest) = bare.strip_prefix("///") {
            let (name, title) = rest.split_once('|').unwrap_or((rest, ""));
            match name.trim() {
                "" => self.close("///", indent),
                name if rest.starts_with(' ') => {
                    self.push("///", &Directive { name, title }, 0, indent);
                }
                _ => self.copy(line, indent),
            }
            return;
        }
        match container(bare) {
            None => self.close(":::", indent),
            Some(directive) if directive.name.ends_with("-end") => self.out.push('\n'),
            Some(directive) if matches!(directive.name, "moniker" | "zone") => self.out.push('\n'),
            Some(directive) => self.push(":::", &titled(&directive), 0, indent),
        }
    }

    /// Reads the tag of a component, and the text after it on its line.
    fn component(&mut self, tag: &components::Tag, next: Option<&&str>, indent: &str) {
        self.tag(tag, next.map_or(0, |line| columns(line)), indent);
        let mut rest = tag.rest.clone();
        while !rest.is_empty() {
            rest = match components::tag(&[&rest]) {
                Some(tag) => {
                    self.tag(&tag, 0, indent);
                    tag.rest
                }
                None => self.before_tag(&rest, indent),
            };
        }
    }

    fn tag(&mut self, tag: &components::Tag, content: usize, indent: &str) {
        let attributes = Attributes::read(&tag.attributes);
        let directive = Directive {
            name: &tag.name,
            title: attributes.shown().unwrap_or_default(),
        };
        match tag.kind {
            TagKind::Opens => self.push(&tag.name, &directive, content, indent),
            TagKind::Closes => self.close(&tag.name, indent),
            TagKind::Alone => {
                let is_details = self.head(&directive, indent);
                self.end(is_details, indent);
            }
        }
    }

    /// Copies the text before the next closing tag of a line, and returns the rest.
    fn before_tag(&mut self, line: &str, indent: &str) -> String {
        let ends = line.match_indices("</").map(|(at, _)| at);
        let mut ends = ends.filter(|at| *at > 0 && components::tag(&[&line[*at..]]).is_some());
        let end = ends.next().unwrap_or(line.len());
        self.copy(line[..end].trim_end(), indent);
        line[end..].to_owned()
    }

    /// Reads a block whose content is indented.
    fn indented(
        &mut self,
        lines: &[&str],
        directive: &Directive<'_>,
        indent: &str,
        depth: usize,
    ) -> usize {
        let own = columns(lines[0]);
        let is_content = |line: &&&str| line.trim().is_empty() || columns(line) >= own + INDENT;
        let count = lines[1..].iter().take_while(is_content).count();
        let content: Vec<&str> = lines[1..=count]
            .iter()
            .map(|line| outdented(line, own + INDENT))
            .collect();
        let indent = format!("{indent}{}", " ".repeat(own));
        let is_details = self.head(directive, &indent);
        self.lines(&content, &indent, depth + 1);
        self.end(is_details, &indent);
        count + 1
    }

    /// Reads fenced code, or a directive that is written as fenced code.
    fn fence(&mut self, lines: &[&str], indent: &str, depth: usize) -> usize {
        let mark = fence_mark(lines[0]).unwrap_or_default();
        let closing = lines[1..].iter().position(|line| closes(line, mark));
        let count = closing.map_or(lines.len(), |at| at + 2);
        let content = &lines[1..closing.map_or(lines.len(), |at| at + 1)];
        let info = lines[0].trim().trim_start_matches(['>', ' ']);
        let info = info.trim_start_matches(mark).trim();
        let braces = info.strip_prefix('{');
        match braces.filter(|inner| !inner.starts_with(['.', '#'])) {
            Some(inner) if is_cell(braced(inner).name) => self.cell(mark, info, content, indent),
            Some(inner) if depth < DEEPEST => {
                let own = columns(lines[0]);
                let indent = format!("{indent}{}", " ".repeat(own));
                let content: Vec<&str> = content.iter().map(|line| outdented(line, own)).collect();
                self.directive(mark, braced(inner), &content, &indent, depth);
            }
            None if is_silent(info) => self.out.push('\n'),
            _ => lines[..count]
                .iter()
                .for_each(|line| self.copy(line, indent)),
        }
        count
    }

    /// Reads a directive that is written as fenced code.
    fn directive(
        &mut self,
        mark: &str,
        directive: Directive<'_>,
        content: &[&str],
        indent: &str,
        depth: usize,
    ) {
        let content = &content[options(content)..];
        if is_silent(directive.name) || directive.name.starts_with('=') {
            self.out.push('\n');
        } else if is_literal(directive.name) {
            self.code(mark, content, indent);
        } else if listed::is_table(directive.name) {
            self.head(&directive, indent);
            let table = listed::table(directive.name, content);
            for line in &table {
                self.copy(line, indent);
            }
            self.end(false, indent);
        } else {
            let is_details = self.head(&titled(&directive), indent);
            self.lines(content, indent, depth + 1);
            self.end(is_details, indent);
        }
    }

    fn code(&mut self, mark: &str, content: &[&str], indent: &str) {
        self.copy(mark, indent);
        for line in content {
            self.copy(line, indent);
        }
        self.copy(mark, indent);
    }

    /// Reads a cell that the generator runs: its code, if it is shown, and its caption.
    fn cell(&mut self, mark: &str, info: &str, content: &[&str], indent: &str) {
        let is_option = |line: &&&str| {
            ["#|", "//|", "--|", "%%|"]
                .iter()
                .any(|start| line.trim_start().starts_with(start))
        };
        let settings: Vec<&str> = content.iter().take_while(is_option).copied().collect();
        let says = |what: &str| settings.iter().any(|line| line.contains(what));
        let is_hidden = says("echo: false")
            || says("include: false")
            || info.contains("echo=FALSE")
            || info.contains("include=FALSE");
        if !is_hidden {
            let code = &content[settings.len()..];
            let code: Vec<&str> = code[options(code)..].to_vec();
            self.code(mark, &code, indent);
        }
        let captions = settings.iter().filter_map(|line| line.split_once("-cap:"));
        for (_, caption) in captions {
            let caption = caption.trim().trim_matches(['"', '\'']);
            self.out.extend(["\n", indent, caption, "\n\n"]);
        }
    }
}
