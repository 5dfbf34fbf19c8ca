//! Finds the visible text of directives, the marks of Markdown dialects.
//!
//! | written | by | name and title |
//! |---|---|---|
//! | `:::tip[Title]`, `:::note Title` | Docusaurus, `VitePress` | `tip`, `Title` |
//! | `:::{note} Title`, a fence of backticks with `{note} Title` | `MyST` | `note`, `Title` |
//! | `::: {.callout-tip title="T"}` | Quarto, Pandoc | `callout-tip`, `T` |
//! | `!!! note "Title"`, `??? faq "Title"`, `=== "Title"` | `MkDocs` | `note`, `Title` |
//! | `:::no-loc text="Azure":::` | Microsoft Learn | in a line: `Azure` |

use super::attributes::Attributes;

/// A directive that opens a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Directive<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
}

/// Whether a line is like `:::note Title`, but not `:::no-loc(extern)::: int i;`.
pub(super) fn is_container(line: &str) -> bool {
    line.trim()
        .strip_prefix(":::")
        .is_some_and(|rest| !rest.trim_start_matches(':').contains(":::"))
}

/// Returns the directive that opens a container; none for the line that closes it.
pub(super) fn container(line: &str) -> Option<Directive<'_>> {
    let bare = line.trim().trim_start_matches(':').trim();
    if bare.is_empty() {
        return None;
    }
    if let Some(inner) = bare.strip_prefix('{') {
        return Some(braced(inner));
    }
    let end = bare.find([' ', '[', '{']).unwrap_or(bare.len());
    let (name, rest) = bare.split_at(end);
    let rest = rest.trim_start();
    let title = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((title, _)) => title,
        None if rest.contains('=') => Attributes::read(rest).shown().unwrap_or_default(),
        None => rest.split('{').next().unwrap_or_default().trim(),
    };
    Some(Directive { name, title })
}

/// Reads the text after the brace of `{note} Title` or `{.callout-note title="T"}`.
pub(super) fn braced(inner: &str) -> Directive<'_> {
    let (inner, title) = inner.split_once('}').unwrap_or((inner, ""));
    let classes = inner.trim_start();
    let name = classes.split_whitespace().next().unwrap_or_default();
    match name.strip_prefix('.') {
        None if !name.starts_with('#') => Directive {
            name,
            title: title.trim(),
        },
        class => Directive {
            name: class.unwrap_or_default(),
            title: Attributes::read(classes).shown().unwrap_or_default(),
        },
    }
}

/// Whether a visitor unfolds or chooses the content of the directive, so that its title is a
/// heading.
pub(super) fn unfolds(name: &str) -> bool {
    let name = name.to_lowercase();
    let starts = [
        "details",
        "dropdown",
        "collaps",
        "accordion",
        "expand",
        "tab-item",
        "tabitem",
        "tab",
        "toggle",
        "spoiler",
        "question",
        "faq",
        "panel",
        "step",
    ];
    starts.iter().any(|start| name.starts_with(start))
}

/// Whether a directive contains no text of this page: lists of pages, external files,
/// bibliographies.
pub(super) fn is_silent(name: &str) -> bool {
    matches!(
        name,
        "toctree"
            | "tableofcontents"
            | "contents"
            | "include"
            | "literalinclude"
            | "bibliography"
            | "raw"
            | "eval-rst"
            | "autodoc2-object"
            | "automodule"
            | "autoclass"
            | "currentmodule"
            | "index"
            | "iframe"
            | "dataview"
            | "dataviewjs"
            | "comment"
            | "todo"
            | "embed"
            | "video"
            | "youtube"
    )
}

/// Whether a directive shows its content literally: code, diagrams, formulas.
pub(super) fn is_literal(name: &str) -> bool {
    name.starts_with("code")
        || matches!(
            name,
            "sourcecode"
                | "math"
                | "mermaid"
                | "parsed-literal"
                | "doctest"
                | "graphviz"
                | "prompt"
        )
}

/// Returns the text of an inline directive: `no-loc(extern)`, `no-loc text="Azure"`.
pub(super) fn shown(directive: &str) -> &str {
    let argument = || {
        directive
            .split_once('(')
            .and_then(|(_, rest)| rest.strip_suffix(')'))
    };
    Attributes::read(directive)
        .get("text")
        .or_else(argument)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directive_has_its_name_and_title_in_every_dialect() {
        let cases = [
            (":::tip[Erken gel]", "tip", "Erken gel"),
            (":::note Take care", "note", "Take care"),
            (
                "::: {.callout-note title=\"Ek süre\"}",
                "callout-note",
                "Ek süre",
            ),
            ("::::{grid} 2", "grid", "2"),
            (":::{note}", "note", ""),
            ("::: moniker range=\"x\"", "moniker", ""),
            ("::: {#fig-a}", "", ""),
        ];
        for (line, name, title) in cases {
            assert_eq!(container(line), Some(Directive { name, title }), "{line}");
        }
        assert_eq!(container(":::"), None);
    }
}
