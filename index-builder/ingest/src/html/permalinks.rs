//! Recognises permalinks: the mark in a heading that links to the heading itself, and the link to
//! edit its section.

use scraper::ElementRef;

use super::attributes::attribute;

/// URL parameters by which wikis edit a section.
const EDITING: [&str; 2] = ["action=edit", "veaction=edit"];

/// Whether an element in a heading is such a mark, and not part of the heading's words.
pub(super) fn is_permalink(element: &ElementRef<'_>) -> bool {
    let own = |element: &ElementRef<'_>| {
        attribute(element.value(), "href")
            .map(str::trim)
            .map(str::to_owned)
    };
    match own(element) {
        Some(href) if EDITING.iter().any(|parameter| href.contains(parameter)) => true,
        Some(href) => href
            .strip_prefix('#')
            .is_some_and(|id| !says_something(element) || leads_back(element, id)),
        None => edits(element),
    }
}

fn says_something(element: &ElementRef<'_>) -> bool {
    element
        .text()
        .any(|text| text.contains(char::is_alphanumeric))
}

/// Whether a link in a heading leads to the heading and does not contain all of its words.
fn leads_back(link: &ElementRef<'_>, id: &str) -> bool {
    let is_heading = |element: &ElementRef<'_>| {
        matches!(
            element.value().name(),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        )
    };
    let above = link.ancestors().filter_map(ElementRef::wrap);
    let Some(heading) = { above }.take(8).find(is_heading) else {
        return false;
    };
    let is_named = |element: &ElementRef<'_>| {
        element.value().id() == Some(id) || attribute(element.value(), "name") == Some(id)
    };
    let section = heading.parent().and_then(ElementRef::wrap);
    let leads_here = heading
        .descendent_elements()
        .take(16)
        .any(|own| is_named(&own))
        || is_named(&heading)
        || section.as_ref().is_some_and(is_named);
    leads_here && !is_whole(&heading, link)
}

/// Some templates wrap the heading's own words in the link.
fn is_whole(heading: &ElementRef<'_>, link: &ElementRef<'_>) -> bool {
    let letters = |element: &ElementRef<'_>| -> usize {
        element
            .text()
            .flat_map(str::chars)
            .filter(|c| c.is_alphanumeric())
            .count()
    };
    letters(heading) <= letters(link)
}

/// Whether an element consists of links to edit a section: `[edit | edit source]`.
fn edits(element: &ElementRef<'_>) -> bool {
    let mut links = element
        .descendent_elements()
        .take(9)
        .filter(|own| own.value().name() == "a");
    let is_editing = |link: ElementRef<'_>| {
        let href = attribute(link.value(), "href").unwrap_or_default();
        EDITING.iter().any(|parameter| href.contains(parameter))
    };
    element.value().name() == "span"
        && links.next().is_some_and(is_editing)
        && links.all(is_editing)
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;

    fn is_mark(heading: &str) -> bool {
        let html = Html::parse_fragment(heading);
        let mark = Selector::parse("[m]").unwrap();
        is_permalink(&html.select(&mark).next().unwrap())
    }

    #[test]
    fn marks_of_headings_are_told_by_where_they_lead() {
        assert!(is_mark("<h2 id=a>Harçlar <a m href='#a'>¶</a></h2>"));
        assert!(is_mark(
            "<h2 id=a>Fees <a m href='#a'>Link to this heading</a></h2>"
        ));
        assert!(is_mark(
            "<div id=a><h2>Fees <a m href='#a'>link</a></h2></div>"
        ));
        assert!(is_mark(
            "<h2>Fees <span m>[<a href='/w?action=edit'>edit</a>]</span></h2>"
        ));
        assert!(!is_mark("<h2 id=a><a m href='#a'>Fees</a></h2>"));
        assert!(!is_mark(
            "<h2>Fees of <a m href='#law'>the law school</a></h2>"
        ));
        assert!(!is_mark("<h2><span m>Fees</span></h2>"));
    }
}
