//! Recognises trails (breadcrumbs): runs that lead from the start page to this page.
//!
//! `Home › Studies › Tuition fees` differs from page to page, so no run is repeated. A trail
//! consists of links and of the page's own name.

use scraper::{ElementRef, Html};

use super::runs::{Run, Runs};
use crate::tidy;

/// The maximum number of words of a trail; a longer run is a sentence.
const MOST_WORDS: usize = 40;

/// The names of a page by which a trail can end.
pub(super) struct Names {
    heading: String,
    window: String,
}

impl Names {
    pub(super) fn of(html: &Html) -> Self {
        let text_of = |name: &str| {
            let mut elements = html.root_element().descendent_elements();
            let found = elements.find(|element| element.value().name() == name);
            found.map_or_else(String::new, |element| {
                plain(&element.text().collect::<String>())
            })
        };
        Self {
            heading: text_of("h1"),
            window: text_of("title"),
        }
    }

    /// Whether a text is the heading of the page, or the beginning of `<title>`.
    fn has(&self, text: &str) -> bool {
        let rest = self.window.strip_prefix(text);
        text == self.heading || rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    }
}

/// Whether a run is a trail to the page with these names.
pub(super) fn is_trail(html: &Html, runs: &Runs, run: &Run, names: &Names) -> bool {
    if run.is_heading || run.linked == 0 || run.words > MOST_WORDS {
        return false;
    }
    let mut last = String::new();
    for (node, is_linked) in runs.nodes(run) {
        let node = html.tree.get(*node);
        let text = node.and_then(|node| node.value().as_text());
        let text = plain(text.map(|text| &**text).unwrap_or_default());
        if text.is_empty() {
            continue;
        }
        // Words between the links form a sentence, unless they are the page's name at the end.
        if !is_linked && !names.has(&text) {
            return false;
        }
        last = text;
    }
    names.has(&last) && !is_only_link(html, runs, run)
}

/// Whether a run is a single link: it is a heading that leads to its own page, not a trail.
fn is_only_link(html: &Html, runs: &Runs, run: &Run) -> bool {
    let links = runs.nodes(run).iter().filter(|(_, is_linked)| *is_linked);
    let mut links = links.filter_map(|(node, _)| {
        let mut above = html
            .tree
            .get(*node)?
            .ancestors()
            .filter_map(ElementRef::wrap);
        above.find(|element| element.value().name() == "a")
    });
    let first = links.next().map(|link| link.id());
    run.linked == run.words && links.all(|link| Some(link.id()) == first)
}

/// Returns a text in lower case without surrounding punctuation.
fn plain(text: &str) -> String {
    let line = tidy::line(text).to_lowercase();
    line.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::runs::body;
    use crate::html::visibility::Silence;

    fn is_trail_of(markup: &str) -> bool {
        let html = Html::parse_document(&format!(
            "<title>Harçlar | Göl Üniversitesi</title>{markup}<h1>Harçlar</h1>"
        ));
        let runs = Runs::of(body(&html), &Silence::default());
        is_trail(&html, &runs, &runs.all[0], &Names::of(&html))
    }

    #[test]
    fn trails_are_told_from_sentences_and_rows_of_links() {
        for trail in [
            "<p><a href=/>Ana sayfa</a> › <a href=/s/>Öğrenci</a> › Harçlar</p>",
            "<div><a href=/>Ana sayfa</a> / <b>Harçlar</b></div>",
            "<p><a href=/>Ana sayfa</a> &gt; <a href=>Harçlar</a>",
        ] {
            assert!(is_trail_of(trail), "{trail}");
        }
        for text in [
            "<p><a href=/>Ana sayfa</a> üzerinden ödenen Harçlar</p>",
            "<p><a href=a>İzin formu</a> | <a href=b>Sınav formu</a>",
            "<p><a href=>Harçlar</a>",
            "<p>Harçlar",
        ] {
            assert!(!is_trail_of(text), "{text}");
        }
    }
}
