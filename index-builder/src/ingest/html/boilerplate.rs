//! Boilerplate: finds the visible parts of a page that belong to its template.
//!
//! These are menus, breadcrumbs, cookie banners, language switchers, tables of contents, comment
//! sections and copyright lines, recognised by element, name and structure. In doubt the text is
//! kept: no element with the main heading or half of the text of the page is dropped for its name,
//! since layouts are called `with-sidebar` and `has-toc` too. [`Survey`](crate::ingest::Survey)
//! later finds text that the template repeats on many pages.

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::{ElementRef, Html};

use super::attributes::attribute;
use super::names::{names_callout, names_discussion, names_furniture};
use super::visibility::Nodes;
use super::weight::{Weight, Weights};

/// The beginnings of "skip to the content" links.
const SKIP_LINKS: [&str; 6] = [
    "skip to",
    "skip navigation",
    "jump to",
    "içeriğe",
    "ana içeriğe",
    "menüyü atla",
];

/// "This page is available in the following languages:"
const LONGEST_SWITCHER_LABEL: usize = 60;

/// A copyright line longer than this is a text about copyright.
const LONGEST_COPYRIGHT: usize = 300;

/// Adds the parts of the template to the elements without text. Returns whether there are any.
pub(super) fn add_boilerplate(html: &Html, weights: &Weights, dropped: &mut Nodes) -> bool {
    let before = dropped.len();
    let judge = Judge {
        weights,
        all: weights.get(&html.root_element()).text,
    };
    let mut inside: Option<NodeId> = None;
    for edge in html.tree.root().traverse() {
        match edge {
            Edge::Open(node) if inside.is_none() => {
                let Some(element) = ElementRef::wrap(node) else {
                    continue;
                };
                if dropped.contains(&node.id()) || judge.is_boilerplate(&element) {
                    dropped.insert(node.id());
                    inside = Some(node.id());
                }
            }
            Edge::Close(node) if inside == Some(node.id()) => inside = None,
            _ => {}
        }
    }
    dropped.len() > before
}

/// Elements that can be a part of a template.
fn is_part(name: &str) -> bool {
    matches!(
        name,
        "a" | "address"
            | "aside"
            | "details"
            | "div"
            | "footer"
            | "form"
            | "header"
            | "ol"
            | "p"
            | "section"
            | "table"
            | "ul"
    )
}

struct Judge<'a> {
    weights: &'a Weights,
    /// Length of the whole page.
    all: usize,
}

impl Judge<'_> {
    fn is_boilerplate(&self, element: &ElementRef<'_>) -> bool {
        let name = element.value().name();
        if !is_part(name) {
            return false;
        }
        let weight = self.weights.get(element);
        if weight.text == 0 {
            return false;
        }
        match name {
            "a" => is_skip_link(element),
            "ul" | "ol" if is_table_of_contents(&weight) => true,
            _ => {
                is_language_switcher(&weight)
                    || is_link_row(&weight)
                    || is_copyright(element, &weight)
                    || (!self.is_most(&weight) && is_part_of_template(element, &weight))
            }
        }
    }

    fn is_most(&self, weight: &Weight) -> bool {
        weight.is_main || weight.text * 2 > self.all
    }
}

fn is_part_of_template(element: &ElementRef<'_>, weight: &Weight) -> bool {
    match element.value().name() {
        "footer" => !has_ancestor(element, "blockquote"),
        "header" if !is_inside_main(element) => true,
        "aside" if !belongs_to_text(element, weight) => true,
        _ => {
            is_named_furniture(element)
                || is_landmark_of_template(element)
                || is_discussion(element)
        }
    }
}

/// A list of links to parts of the same page.
fn is_table_of_contents(weight: &Weight) -> bool {
    weight.links >= 1 && weight.inner_links == weight.links && weight.linked * 5 >= weight.text * 4
}

/// Links to other languages with hardly any other words.
fn is_language_switcher(weight: &Weight) -> bool {
    let announced = weight.language_links >= 1 && weight.language_links * 2 >= weight.links;
    let named = weight.links >= 1 && weight.links_named_languages == weight.links;
    (announced || named) && !weight.is_main && weight.prose() <= LONGEST_SWITCHER_LABEL
}

/// Links with nothing but separators between them: `Home > Docs > Install`, `News | Contact`.
fn is_link_row(weight: &Weight) -> bool {
    weight.links >= 2 && weight.parts && weight.structures == 0 && !weight.speaks && !weight.is_main
}

fn is_skip_link(link: &ElementRef<'_>) -> bool {
    if !attribute(link.value(), "href").is_some_and(|href| href.starts_with('#')) {
        return false;
    }
    let text = beginning(link);
    SKIP_LINKS.iter().any(|start| text.starts_with(start))
}

fn is_copyright(element: &ElementRef<'_>, weight: &Weight) -> bool {
    if weight.text > LONGEST_COPYRIGHT || weight.structures > 0 {
        return false;
    }
    let text = beginning(element);
    let marked = text.starts_with('©') || text.starts_with("(c) ");
    let worded = text.starts_with("copyright") || text.starts_with("telif hakkı");
    marked || (worded && text.chars().any(|c| c.is_ascii_digit() || c == '©'))
}

/// Returns the first words of an element in lower case. It looks at a limited number of nodes, so
/// that a page of nested elements costs no more than another.
fn beginning(element: &ElementRef<'_>) -> String {
    let texts = element
        .descendants()
        .take(50)
        .filter_map(|node| node.value().as_text());
    let chars = texts.flat_map(|text| text.chars()).take(200);
    let text = chars.skip_while(|c| c.is_whitespace()).take(24);
    let mut beginning = String::with_capacity(32);
    beginning.extend(text.flat_map(char::to_lowercase));
    beginning
}

fn is_named_furniture(element: &ElementRef<'_>) -> bool {
    element.value().classes().any(names_furniture)
        || element
            .value()
            .id()
            .is_some_and(|id| names_furniture(id) && !heads_section(element))
}

/// Generators name a section by its heading: `<section id="cookies"><h2>Cookies</h2>`.
fn heads_section(element: &ElementRef<'_>) -> bool {
    element
        .child_elements()
        .next()
        .is_some_and(|first| is_heading(first.value().name()))
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

fn is_landmark_of_template(element: &ElementRef<'_>) -> bool {
    match attribute(element.value(), "role") {
        Some("contentinfo") => true,
        Some("banner") => !is_inside_main(element),
        _ => false,
    }
}

/// A section that is, or whose heading is, named for readers' comments.
fn is_discussion(section: &ElementRef<'_>) -> bool {
    let heading = section
        .child_elements()
        .next()
        .filter(|first| is_heading(first.value().name()));
    let anchors = heading.iter().flat_map(ElementRef::descendent_elements);
    let mut names = anchors.filter_map(|anchor| {
        attribute(anchor.value(), "id").or_else(|| attribute(anchor.value(), "name"))
    });
    section.value().id().is_some_and(names_discussion) || names.any(names_discussion)
}

/// Notes and warnings are often marked up as asides; teasers of other pages are too.
fn belongs_to_text(aside: &ElementRef<'_>, weight: &Weight) -> bool {
    attribute(aside.value(), "role") == Some("note")
        || aside.value().classes().any(names_callout)
        || (is_inside_main(aside) && weight.linked * 10 < weight.text * 3)
}

fn is_inside_main(element: &ElementRef<'_>) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|ancestor| {
            matches!(ancestor.value().name(), "main" | "article")
                || attribute(ancestor.value(), "role") == Some("main")
        })
}

fn has_ancestor(element: &ElementRef<'_>, name: &str) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|above| above.value().name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(body: &str) -> String {
        let html = Html::parse_document(&format!("<body>{body}"));
        let mut dropped = Nodes::default();
        let weights = Weights::of(&html, &dropped);
        add_boilerplate(&html, &weights, &mut dropped);
        let texts = html.tree.root().descendants().filter(|node| {
            !node
                .ancestors()
                .any(|ancestor| dropped.contains(&ancestor.id()))
        });
        let texts = texts.filter_map(|node| node.value().as_text().map(|text| text.trim()));
        texts
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    const PROSE: &str = "<p>Applications are accepted until the first of March each year.</p>";

    #[test]
    fn menus_banners_breadcrumbs_and_footers_are_not_text() {
        for part in [
            "<a href='#main'>Skip to content</a>",
            "<ul class='main-menu'><li><a href=a>Home</a><li><a href=b>News</a></ul>",
            "<div id=path><a href=a>Home</a> &gt; <a href=b>Docs</a> &gt; <a href=c>Install</a></div>",
            "<div class='cookie-banner'>We use cookies. Do you agree?</div>",
            "<p>Available: <a href=a hreflang=en>en</a> | <a href=b hreflang=tr>tr</a></p>",
            "<p>Available: <a href=a title=English>en</a></p>",
            "<ul><li><a href=a>Türkçe</a></li><li><a href=b>English</a></li></ul>",
            "<ul><li><a href='#one'>One</a></li><li><a href='#two'>Two</a></li></ul>",
            "<footer>Imprint and more</footer>",
            "<p>Copyright 2026 The Example University.</p>",
            "<p>© Example University</p>",
            "<header><p>Example University</p></header>",
            "<aside><a href=x>Another page</a> <a href=y>Yet another</a></aside>",
        ] {
            let kept = kept(&format!("{part}{PROSE}{PROSE}{PROSE}"));
            assert!(kept.starts_with("Applications"), "{part} left {kept}");
        }
    }

    #[test]
    fn the_discussion_below_a_page_is_not_text() {
        let body = format!(
            "{PROSE}<div class=section><h2><a id=comments_section>Comments</a></h2>\
             <p>Be polite.</p></div>"
        );
        assert!(!kept(&body).contains("polite"));
    }

    #[test]
    fn a_part_that_contains_a_language_switcher_is_text() {
        let switcher = "<p>Available: <a href=a hreflang=en>en</a></p>";
        let kept = kept(&format!(
            "<div><h1>Fees</h1>{switcher}<p>They are due.</p></div>{PROSE}"
        ));
        assert!(kept.starts_with("Fees They are due."), "{kept}");
    }

    // Documentation generators name sections by their headings.
    #[test]
    fn a_section_about_cookies_is_text() {
        let body = format!(
            "{PROSE}{PROSE}<section id=cookies><h2>Cookies</h2><p>We set two.</p></section>"
        );
        assert!(kept(&body).ends_with("We set two."));
    }

    #[test]
    fn the_main_part_is_text_under_any_name() {
        let body = format!("<div class='with-sidebar'><h1>Fees</h1>{PROSE}</div>");
        assert!(kept(&body).starts_with("Fees"));
    }

    #[test]
    fn links_in_a_row_of_commas_are_text() {
        let kept = kept(&format!(
            "{PROSE}<p><a href=a>Form A</a>, <a href=b>Form B</a></p>"
        ));
        assert!(kept.ends_with("Form A , Form B"), "{kept}");
    }

    #[test]
    fn notes_marked_up_as_asides_are_text() {
        let body =
            format!("<main><h1>A</h1>{PROSE}<aside class=note>Bring your passport.</aside></main>");
        assert!(kept(&body).ends_with("Bring your passport."));
    }
}
