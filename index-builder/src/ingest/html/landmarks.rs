//! Landmarks: the content of a page by its elements and roles, where the site does not tell it.
//!
//! A site of one page repeats nothing. Its content is `main`, or `[role=main]`; else the one
//! `article` that has most of the text; else everything. In it, the landmarks of the template go:
//! navigation, and outside of sections the header, the footer and side boxes. No name of a class
//! counts.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Html};

use super::attributes::attribute;
use super::runs::Runs;
use super::visibility::{Nodes, Silence};

/// Adds the landmarks of the template to the elements that are not read.
pub(super) fn add_landmarks(html: &Html, dropped: &mut Nodes) {
    let mut sections = 0_usize;
    let mut inside = None;
    for edge in html.tree.root().traverse() {
        match edge {
            Edge::Open(node) if inside.is_none() => {
                let Some(element) = ElementRef::wrap(node) else {
                    continue;
                };
                if is_template(&element, sections > 0) {
                    dropped.insert(node.id());
                    inside = Some(node.id());
                } else {
                    sections += usize::from(is_section(&element));
                }
            }
            Edge::Close(node) if inside == Some(node.id()) => inside = None,
            Edge::Close(node) if inside.is_none() => {
                let section = ElementRef::wrap(node).is_some_and(|element| is_section(&element));
                sections -= usize::from(section);
            }
            _ => {}
        }
    }
}

/// Elements whose headers, footers and side boxes belong to them and not to the page.
fn is_section(element: &ElementRef<'_>) -> bool {
    matches!(
        element.value().name(),
        "article" | "blockquote" | "details" | "dialog" | "fieldset" | "figure" | "main" | "section" | "td"
    ) || is_main(element)
}

fn is_template(element: &ElementRef<'_>, in_section: bool) -> bool {
    let role = attribute(element.value(), "role").map(|role| role.trim().to_ascii_lowercase());
    match role.as_deref() {
        Some("navigation" | "menu" | "menubar" | "doc-toc" | "search") => true,
        Some("banner" | "contentinfo" | "complementary") => !in_section,
        Some(_) => false,
        None => match element.value().name() {
            "nav" => true,
            "aside" | "footer" | "header" => !in_section,
            _ => false,
        },
    }
}

/// The elements that hold the content; `dropped` has the landmarks of the template.
pub(super) fn content<'h>(html: &'h Html, top: ElementRef<'h>, silence: &Silence) -> Vec<ElementRef<'h>> {
    let words = |element: &ElementRef<'h>| -> usize {
        let runs = Runs::of(*element, silence).runs;
        runs.iter().filter(|run| !run.is_hidden).map(|run| run.words - run.linked).sum()
    };
    let mains = outermost(html, is_main);
    if mains.iter().any(|main| words(main) > 0) {
        return mains;
    }
    let articles = outermost(html, |element| element.value().name() == "article");
    match articles.as_slice() {
        [article] if words(article) * 2 > words(&top) => articles,
        _ => vec![top],
    }
}

fn is_main(element: &ElementRef<'_>) -> bool {
    element.value().name() == "main" || attribute(element.value(), "role") == Some("main")
}

/// All matching elements that are not inside another matching one.
pub(super) fn outermost<'a>(
    html: &'a Html,
    matches: impl Fn(&ElementRef<'a>) -> bool,
) -> Vec<ElementRef<'a>> {
    let mut found: Vec<ElementRef<'a>> = Vec::new();
    for element in html.root_element().descendent_elements() {
        // In document order, an element is inside the one found last or inside none.
        let inside = || {
            let last = found.last().map(|last| last.id());
            last.is_some_and(|last| element.ancestors().any(|node| node.id() == last))
        };
        if matches(&element) && !inside() {
            found.push(element);
        }
    }
    found
}
