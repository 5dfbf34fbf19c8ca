//! Finds the title of a Word file by the size of its type, where no style marks it.

use roxmltree::Node;

use super::package::{attribute, child};
use super::plain;
use crate::{Text, leading};

/// The number of paragraphs whose sizes are compared.
pub(super) const MOST: usize = 40;

/// The number of texts at the beginning of a file among which the title is.
const FIRST: usize = 8;

/// The size of text without one of its own, in half points.
const USUAL: u32 = 22;

/// Returns the smallest size of type in a paragraph, in half points.
pub(super) fn of(paragraph: Node<'_, '_>) -> u32 {
    let runs = { paragraph.descendants() }
        .filter(|node| node.tag_name().name() == "r" && node.descendants().any(is_text));
    runs.map(size_of_run).min().unwrap_or(USUAL)
}

fn is_text(node: Node<'_, '_>) -> bool {
    let text = (node.tag_name().name() == "t")
        .then(|| node.text())
        .flatten();
    text.is_some_and(|text| !text.trim().is_empty())
}

fn size_of_run(run: Node<'_, '_>) -> u32 {
    let size = child(run, "rPr").and_then(|properties| child(properties, "sz"));
    let size = size.and_then(|size| attribute(size, "val")?.parse().ok());
    size.unwrap_or(USUAL)
}

/// Returns the first lines in a type that is larger than that of the text.
pub(super) fn largest(texts: &[Text], sizes: &[(usize, u32)]) -> Option<String> {
    let mut all: Vec<u32> = sizes.iter().map(|(_, size)| *size).collect();
    all.sort_unstable();
    let body = *all.get(all.len() / 2)?;
    let is_before = |(at, _): &&(usize, u32)| {
        let above = texts.get(..=*at);
        *at < FIRST
            && above
                .is_some_and(|above| !above.iter().any(|text| matches!(text, Text::Heading(..))))
    };
    let named = |(at, _): &&(usize, u32)| leading::has_name(plain(&texts[*at]));
    let lines = sizes.iter().take_while(is_before).filter(named);
    let largest = lines.clone().map(|(_, size)| *size).max()?;
    let lines = lines.skip_while(|(_, size)| *size < largest);
    let lines =
        lines.map(|(at, size)| leading::Line::set_off(plain(&texts[*at]), *size == largest));
    // Type that is one point larger may be the choice of another program.
    (largest * 10 > body * 11).then(|| leading::title(lines))?
}
