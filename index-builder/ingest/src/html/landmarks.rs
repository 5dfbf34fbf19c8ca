//! Finds the content of a page by its elements and roles, when the site does not reveal it.
//!
//! A site with one page repeats nothing. Its content is `main` or `[role=main]`, or else the one
//! `article` with most of the text, or else everything. From it, the landmarks of the template are
//! removed: navigation, and outside of sections the header, the footer and side boxes. If nothing
//! marks the content, so are lists of links before its main heading. Class names do not count.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Html};

use super::attributes::attribute;
use super::runs::{Kind, Part, Runs};
use super::visibility::{Nodes, Silence};

/// The minimum number of links of a menu.
const FEWEST_LINKS: usize = 5;

/// The minimum number of words outside of links below the main heading of a page with a menu.
const FEWEST_WORDS: usize = 8;

/// Adds the landmarks of the template to the dropped elements.
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

/// Adds the lists of links before the main heading of a page to the dropped elements: its menus. A
/// page without a text below that heading keeps them.
pub(super) fn add_menus(html: &Html, runs: &Runs, dropped: &mut Nodes) {
    let is_main_heading = |part: &&Part| {
        let node = html.tree.get(part.node).and_then(ElementRef::wrap);
        part.kind == Kind::Heading && node.is_some_and(|own| own.value().name() == "h1")
    };
    let Some(heading) = runs.parts.iter().find(is_main_heading) else {
        return;
    };
    let (above, below) = runs.all.split_at(heading.runs.start);
    let text: usize = below.iter().map(|run| run.words - run.linked).sum();
    if text < FEWEST_WORDS {
        return;
    }
    let is_menu = |part: &Part| {
        let own = above.get(part.runs.clone()).unwrap_or_default();
        own.len() >= FEWEST_LINKS && own.iter().all(|run| run.linked == run.words)
    };
    let mut part = 0;
    while let Some(own) = runs.parts.get(part) {
        let is_dropped = own.kind != Kind::Grid && is_menu(own);
        if is_dropped {
            dropped.insert(own.node);
        }
        part = if is_dropped { own.end } else { part + 1 };
    }
}

/// Whether headers, footers and side boxes in an element belong to it and not to the page.
fn is_section(element: &ElementRef<'_>) -> bool {
    matches!(
        element.value().name(),
        "article"
            | "blockquote"
            | "details"
            | "dialog"
            | "fieldset"
            | "figure"
            | "main"
            | "section"
            | "td"
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

/// Returns the elements that contain the content; `dropped` contains the landmarks of the template.
pub(super) fn content<'h>(
    html: &'h Html,
    top: ElementRef<'h>,
    silence: &Silence,
) -> Vec<ElementRef<'h>> {
    let words = |element: &ElementRef<'h>| -> usize {
        let runs = Runs::of(*element, silence).all;
        runs.iter()
            .filter(|run| !run.is_hidden)
            .map(|run| run.words - run.linked)
            .sum()
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

pub(super) fn is_main(element: &ElementRef<'_>) -> bool {
    element.value().name() == "main" || attribute(element.value(), "role") == Some("main")
}

/// Returns all matching elements that are not inside another matching one.
pub(super) fn outermost<'a>(
    html: &'a Html,
    matches: impl Fn(&ElementRef<'a>) -> bool,
) -> Vec<ElementRef<'a>> {
    let mut found: Vec<ElementRef<'a>> = Vec::new();
    for element in html.root_element().descendent_elements() {
        // In document order, an element is inside the last match or inside none.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::runs::body;

    fn kept(markup: &str) -> String {
        let html = Html::parse_document(markup);
        let mut silence = Silence::default();
        add_landmarks(&html, &mut silence.dropped);
        let roots = content(&html, body(&html), &silence);
        let runs = roots.iter().map(|root| Runs::of(*root, &silence));
        let nodes = runs.flat_map(|runs| {
            let nodes = runs.all.iter().flat_map(|run| runs.nodes(run).to_vec());
            nodes.collect::<Vec<_>>()
        });
        let texts = nodes.filter_map(|(node, _)| {
            let text = html.tree.get(node)?.value().as_text()?.trim().to_owned();
            (!text.is_empty()).then_some(text)
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    const LONG: &str = "<p>Prose about the fees and the dates of an application.</p>";

    #[test]
    fn main_is_the_content_however_short_it_is() {
        let page = format!("<div>{LONG}{LONG}</div><main>Kapalı.</main>");
        assert_eq!(kept(&page), "Kapalı.");
        assert_eq!(
            kept("<main></main><div>a</div>"),
            "a",
            "an empty one is not"
        );
        assert_eq!(kept("<article>a b c</article><div>d</div>"), "a b c");
        assert_eq!(
            kept("<article>a</article><article>b</article><div>c</div>"),
            "a b c"
        );
    }

    #[test]
    fn landmarks_of_the_page_go_and_those_of_sections_stay() {
        let page = "<header>x</header><nav>x</nav><aside>x</aside><div role=search>x</div>\
                    <section><header>a</header>b<footer>c</footer></section>\
                    <div class='social menu sidebar'>d</div><footer>x</footer>";
        assert_eq!(kept(page), "a b c d");
    }

    // Every landmark was compared with all before it: 800 KB of them took 45 s. `cargo xtask bench
    // --growth` measures it.
    #[test]
    fn a_page_of_many_landmarks_has_them_all() {
        let html = Html::parse_document(&"<main><p>x</p></main>".repeat(40_000));
        assert_eq!(outermost(&html, is_main).len(), 40_000);
    }
}
