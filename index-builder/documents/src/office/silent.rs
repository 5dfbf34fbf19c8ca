//! Detects struck and hidden text, which is not read: a run's own format or its style marks it.

use std::collections::HashSet;

use roxmltree::Node;

use super::package::{attribute, child, is_on};

/// Word formats that strike text or hide it.
const FORMATS: [&str; 3] = ["strike", "dstrike", "vanish"];

/// The styles of a file that strike text or hide it.
#[derive(Debug, Default)]
pub(super) struct SilentStyles(HashSet<String>);

impl SilentStyles {
    /// Finds these styles in a Word file. A style may be based on a later one.
    pub(super) fn of_word(styles: &[Node<'_, '_>]) -> Self {
        let mut silent = Self::default();
        for _ in 0..4 {
            for style in styles {
                let base = child(*style, "basedOn").and_then(|base| attribute(base, "val"));
                let inherited = base.is_some_and(|base| silent.0.contains(base));
                let own = stated(child(*style, "rPr"));
                if own.unwrap_or(inherited) {
                    silent
                        .0
                        .extend(attribute(*style, "styleId").map(str::to_owned));
                }
            }
        }
        silent
    }

    /// Finds these styles in a file of `LibreOffice`.
    pub(super) fn of_writer(files: &[Node<'_, '_>]) -> Self {
        let mut silent = Self::default();
        for _ in 0..4 {
            let all = files.iter().flat_map(Node::descendants);
            for style in all.filter(|node| node.tag_name().name() == "style") {
                let base = attribute(style, "parent-style-name");
                let inherited = base.is_some_and(|base| silent.0.contains(base));
                let own = child(style, "text-properties").and_then(is_silent_format);
                if own.unwrap_or(inherited) {
                    silent.0.extend(attribute(style, "name").map(str::to_owned));
                }
            }
        }
        silent
    }

    /// Whether a run of Word is struck or hidden, by its own format, its style or the style of its
    /// paragraph.
    pub(super) fn has_run(&self, run: Node<'_, '_>) -> bool {
        let properties = child(run, "rPr");
        let style_of = |properties: Option<Node<'_, '_>>, name| {
            let style = child(properties?, name)?;
            attribute(style, "val").map(|style| self.0.contains(style))
        };
        let paragraph = || {
            let paragraph = run.ancestors().find(|node| node.tag_name().name() == "p");
            paragraph.and_then(|paragraph| child(paragraph, "pPr"))
        };
        stated(properties)
            .or_else(|| style_of(properties, "rStyle"))
            .or_else(|| style_of(paragraph(), "pStyle"))
            .unwrap_or_default()
    }

    /// Whether an element of Writer has such a style.
    pub(super) fn has(&self, element: Node<'_, '_>) -> bool {
        let style = attribute(element, "style-name");
        style.is_some_and(|style| self.0.contains(style))
    }
}

/// Whether properties of Word hide or strike text; none if they do not state it.
fn stated(properties: Option<Node<'_, '_>>) -> Option<bool> {
    let said = FORMATS
        .iter()
        .filter_map(|format| is_on(properties, format));
    said.reduce(|one, other| one || other)
}

/// Whether properties of Writer hide or strike text; none if they do not state it.
fn is_silent_format(properties: Node<'_, '_>) -> Option<bool> {
    let through = attribute(properties, "text-line-through-style")
        .or_else(|| attribute(properties, "text-line-through-type"));
    let is_struck = through.map(|through| through != "none");
    let is_hidden = attribute(properties, "display").map(|display| display == "none");
    is_struck
        .into_iter()
        .chain(is_hidden)
        .reduce(|one, other| one || other)
}
