//! Recognises navigation panels: runs that lead to the previous, next and parent pages.
//!
//! Books by `LaTeX2HTML`, Texinfo and `DocBook` have `Next: Printing Up: Guide` on every page, each
//! with other links, so no run is repeated. Such a run consists of links and of words for these
//! relations; its other words are titles of other pages.

use scraper::{ElementRef, Html};

use super::attributes::attribute;
use super::runs::{Run, Runs};

/// The maximum number of words of a panel; a longer run is a sentence.
const MOST_WORDS: usize = 60;

/// Words for the previous, next and parent pages, and for the beginning, contents and index.
const RELATIONS: [&str; 71] = [
    "anterior",
    "arriba",
    "beginning",
    "bottom",
    "contenido",
    "contents",
    "dizin",
    "end",
    "first",
    "haut",
    "home",
    "hoch",
    "index",
    "indice",
    "inhalt",
    "inhoud",
    "içindekiler",
    "last",
    "monter",
    "naar",
    "nach",
    "next",
    "nächste",
    "oben",
    "omhoog",
    "page",
    "précédent",
    "précédente",
    "prev",
    "previous",
    "próximo",
    "seguinte",
    "siguiente",
    "sommaire",
    "sonraki",
    "start",
    "su",
    "successivo",
    "suivant",
    "suivante",
    "table",
    "of",
    "top",
    "up",
    "volgende",
    "vorherige",
    "vorige",
    "weiter",
    "yukarı",
    "zurück",
    "índice",
    "önceki",
    "üst",
    "вверх",
    "вперёд",
    "далее",
    "назад",
    "оглавление",
    "предыдущая",
    "следующая",
    "содержание",
    "上へ",
    "上一页",
    "下一页",
    "前へ",
    "次へ",
    "目录",
    "目次",
    "上一頁",
    "下一頁",
    "目錄",
];

/// Whether a run is a navigation panel.
pub(super) fn is_panel(html: &Html, runs: &Runs, run: &Run) -> bool {
    if run.is_heading || run.linked == 0 || run.words > MOST_WORDS {
        return false;
    }
    let mut relations = 0;
    for (node, is_linked) in runs.nodes(run) {
        let Some(node) = html.tree.get(*node) else {
            return false;
        };
        let text = node
            .value()
            .as_text()
            .map(|text| &**text)
            .unwrap_or_default();
        if !text.contains(char::is_alphanumeric) {
            continue;
        }
        let named = text.split_once([':', '：']).map(|(relation, _)| relation);
        if is_relation(text) || (*is_linked && named.is_some_and(says_relation)) {
            relations += 1;
        } else if !is_linked {
            return false;
        } else if let Some(link) = node.ancestors().filter_map(ElementRef::wrap).find(is_link) {
            relations += usize::from(states_relation(&link));
        }
    }
    relations > 0
}

/// Whether the words before the title of another page name its relation: `Next: Printing`.
fn says_relation(text: &str) -> bool {
    text.contains(char::is_alphanumeric) && is_relation(text)
}

/// Whether a text has only words for relations.
fn is_relation(text: &str) -> bool {
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.all(|word| {
        let word = word.to_lowercase();
        RELATIONS.contains(&&*word)
    })
}

fn is_link(element: &ElementRef<'_>) -> bool {
    element.value().name() == "a"
}

/// Whether a link says that it leads to the previous, next or parent page.
fn states_relation(link: &ElementRef<'_>) -> bool {
    let rel = attribute(link.value(), "rel").unwrap_or_default();
    let is_neighbour = |rel: &str| {
        let rel = rel.to_ascii_lowercase();
        ["next", "prev", "previous", "up", "start", "contents"].contains(&&*rel)
    };
    let key = attribute(link.value(), "accesskey")
        .unwrap_or_default()
        .trim();
    rel.split_ascii_whitespace().any(is_neighbour)
        || matches!(key, "n" | "N" | "p" | "P" | "u" | "U")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::runs::body;
    use crate::html::visibility::Silence;

    fn is_navigation(markup: &str) -> bool {
        let html = Html::parse_document(markup);
        let runs = Runs::of(body(&html), &Silence::default());
        is_panel(&html, &runs, &runs.all[0])
    }

    #[test]
    fn panels_of_books_are_told_from_sentences_with_links() {
        for panel in [
            "<b>Next:</b> <a href=b>Printing</a> <b>Up:</b> <a href=i>Guide</a>",
            "Sonraki: <a href=b>Baskı</a>, Üst: <a href=i>Kılavuz</a>",
            "<p>[<a rel=next href=b>Printing</a>] [<a rel=contents href=i>Guide</a>]",
            "<p><a accesskey=n href=b>Baskı</a>",
            "<p>← <a href=a>Previous</a> | <a href=b>Next</a>",
            "<a href=b>Next: Weaving</a> <a href=i>Up: Manual</a>",
        ] {
            assert!(is_navigation(panel), "{panel}");
        }
        for text in [
            "<p>The next <a href=b>deadline</a> is in May.",
            "<p>Form: <a href=a>Leave</a> Word: <a href=b>Exam</a>",
            "<p><a href=a>Erasmus form</a> | <a href=b>Learning agreement</a>",
            "<p>Next",
            "<p><a href=a>Note: bring a passport</a>",
        ] {
            assert!(!is_navigation(text), "{text}");
        }
    }
}
