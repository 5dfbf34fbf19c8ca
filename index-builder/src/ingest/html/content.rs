//! Content: finds the main part of a page.
//!
//! In this order: the selectors of the site (`input.content`), `data-soru-body`, the landmarks
//! `main`, `[role=main]` and `article`, and last the smallest element that contains nearly all
//! prose outside the template.

use scraper::{ElementRef, Html, Selector};

use super::attributes::attribute;
use super::visibility::Nodes;
use super::weight::Weights;

/// An element with this share of the prose of a page is its content.
const NEARLY_ALL: (usize, usize) = (85, 100);

/// A landmark with less than this share of the page's prose is not where the content is.
const LANDMARK_SHARE: (usize, usize) = (25, 100);

/// The main part of a page.
#[derive(Debug)]
pub(super) struct Content<'a> {
    /// The elements that hold it, in document order, none inside another.
    pub(super) roots: Vec<ElementRef<'a>>,
    /// Whether the author marked it, so that no guesses apply inside it.
    pub(super) is_marked: bool,
}

/// The part the site's owner marked, if any.
pub(super) fn marked_content<'a>(html: &'a Html, selectors: &[Selector]) -> Option<Content<'a>> {
    let chosen = outermost(html, |element| selectors.iter().any(|s| s.matches(element)));
    let roots = if chosen.is_empty() {
        outermost(html, |element| {
            attribute(element.value(), "data-soru-body").is_some()
        })
    } else {
        chosen
    };
    if roots.is_empty() {
        None
    } else {
        Some(Content {
            roots,
            is_marked: true,
        })
    }
}

/// The main part by landmark or by where the prose is; `weights` are without the template.
pub(super) fn find_content<'a>(html: &'a Html, weights: &Weights, dropped: &Nodes) -> Content<'a> {
    let top = body(html);
    let enough = weights.get(&top).prose() * LANDMARK_SHARE.0 / LANDMARK_SHARE.1;
    let landmarks: [fn(&ElementRef<'_>) -> bool; 2] = [is_main, is_article];
    for is_landmark in landmarks {
        let roots = outermost(html, is_landmark);
        let prose: usize = roots.iter().map(|root| weights.get(root).prose()).sum();
        if !roots.is_empty() && prose > 0 && prose >= enough {
            return Content {
                roots,
                is_marked: false,
            };
        }
    }
    Content {
        roots: vec![densest(top, weights, dropped)],
        is_marked: false,
    }
}

fn is_main(element: &ElementRef<'_>) -> bool {
    element.value().name() == "main" || attribute(element.value(), "role") == Some("main")
}

fn is_article(element: &ElementRef<'_>) -> bool {
    element.value().name() == "article"
}

/// Returns the body, or its equivalent in a fragment or a frameset.
fn body(html: &Html) -> ElementRef<'_> {
    let root = html.root_element();
    root.child_elements()
        .find(|child| child.value().name() == "body")
        .unwrap_or(root)
}

/// All matching elements that are not inside another matching one.
fn outermost<'a>(html: &'a Html, matches: impl Fn(&ElementRef<'a>) -> bool) -> Vec<ElementRef<'a>> {
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

/// Descends as long as one child contains nearly all the prose.
fn densest<'a>(top: ElementRef<'a>, weights: &Weights, dropped: &Nodes) -> ElementRef<'a> {
    let mut here = top;
    loop {
        let enough = weights.get(&here).prose() * NEARLY_ALL.0 / NEARLY_ALL.1;
        let heavy = here
            .child_elements()
            .filter(|child| is_container(child) && !dropped.contains(&child.id()))
            .find(|child| enough > 0 && weights.get(child).prose() > enough);
        match heavy {
            Some(child) => here = child,
            None => return here,
        }
    }
}

/// Elements of layouts. A list or table that contains all the prose is content itself.
fn is_container(element: &ElementRef<'_>) -> bool {
    matches!(
        element.value().name(),
        "div" | "section" | "form" | "center" | "td" | "tr" | "tbody" | "table" | "font" | "span"
    ) && !(element.value().name() == "table" && is_data_table(element))
}

/// Layout tables have no header cells.
fn is_data_table(table: &ElementRef<'_>) -> bool {
    table
        .descendent_elements()
        .any(|cell| matches!(cell.value().name(), "th" | "caption"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content_of(body: &str) -> String {
        let html = Html::parse_document(body);
        let nothing = Nodes::default();
        let weights = Weights::of(&html, &nothing);
        let selectors = [Selector::parse(".text").unwrap()];
        let content = marked_content(&html, &selectors)
            .unwrap_or_else(|| find_content(&html, &weights, &nothing));
        content.roots.iter().flat_map(ElementRef::text).collect()
    }

    #[test]
    fn content_is_the_marked_part_else_landmarks_else_the_densest_prose() {
        let long = "Long prose about the fees and the dates of an application.";
        assert_eq!(
            content_of(&format!("<main>{long}<p class=text>a</p></main>")),
            "a"
        );
        assert_eq!(content_of("<main>b<p data-soru-body>a</p></main>"), "a");
        assert_eq!(content_of("<div>b</div><main>aaaa</main>"), "aaaa");
        assert_eq!(
            content_of("<p>b</p><article>aaaa</article><article>cc</article>"),
            "aaaacc"
        );
        assert_eq!(
            content_of(&format!("<div>b</div><div><div>{long}</div>c</div>")),
            long
        );
    }

    // Every landmark was compared with all before it: 800 KB of them took 45 s.
    #[test]
    fn a_page_of_landmarks_is_read_in_linear_time() {
        let html = Html::parse_document(&"<main><p>x</p></main>".repeat(40_000));
        let start = std::time::Instant::now();
        let roots = outermost(&html, is_main);
        assert_eq!(roots.len(), 40_000);
        assert!(start.elapsed().as_secs() < 15, "{:?}", start.elapsed());
    }

    // An empty landmark is filled by a script, or is a template's mistake.
    #[test]
    fn a_landmark_without_text_is_passed_over() {
        assert_eq!(
            content_of("<main></main><div>all the text is here</div>"),
            "all the text is here"
        );
    }
}
