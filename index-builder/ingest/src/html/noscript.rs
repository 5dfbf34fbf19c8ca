//! Unfolds content for browsers without scripts: some pages draw a table by a script and repeat it
//! in `noscript`. The parser treats such an element as text; this module parses it to elements.

use ego_tree::NodeId;
use scraper::{ElementRef, Html};

use super::parsing;

/// The maximum number of letters and digits of a request to enable scripts.
const LONGEST_PLEA: usize = 250;

/// Elements that such a request does not contain.
const STRUCTURES: [&str; 7] = ["<table", "<ul", "<ol", "<dl", "<h1", "<h2", "<h3"];

/// Makes the content of every informative `noscript` in the body a part of the page. Any other
/// `noscript` has no text.
pub(super) fn unfold(html: &mut Html) {
    let elements = html.root_element().descendent_elements();
    let found = elements.filter(|element| element.value().name() == "noscript");
    let markup: Vec<(NodeId, String)> = found
        .filter(is_in_body)
        .map(|element| (element.id(), element.text().collect()))
        .collect();
    for (node, markup) in markup {
        let Ok(content) = parsing::fragment(&markup) else {
            continue;
        };
        if is_plea(&markup, &content) {
            continue;
        }
        let Some(mut noscript) = html.tree.get_mut(node) else {
            continue;
        };
        while let Some(mut child) = noscript.first_child() {
            child.detach();
        }
        noscript.append_subtree(content.tree);
    }
}

fn is_in_body(element: &ElementRef<'_>) -> bool {
    let above = element.ancestors().filter_map(ElementRef::wrap);
    { above }.any(|above| above.value().name() == "body")
}

/// Whether the content only asks visitors to enable scripts, or is a tracking picture.
fn is_plea(markup: &str, content: &Html) -> bool {
    let text: String = content
        .root_element()
        .text()
        .collect::<String>()
        .to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let lower = markup.to_lowercase();
    let has_structure = || STRUCTURES.iter().any(|tag| lower.contains(tag));
    let names_scripts = || {
        ["javascript", "java script"]
            .iter()
            .any(|name| text.contains(name))
    };
    letters == 0 || (letters <= LONGEST_PLEA && names_scripts() && !has_structure())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(body: &str) -> String {
        let mut html = Html::parse_document(&format!("<body>{body}"));
        unfold(&mut html);
        let elements = html.root_element().descendent_elements();
        let kept = elements.filter(|own| matches!(own.value().name(), "td" | "p"));
        kept.flat_map(|own| own.text().collect::<Vec<_>>())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn content_for_browsers_without_scripts_is_a_part_of_the_page() {
        let table = "<noscript><table><tr><td>Statik<td>12 Ocak</table></noscript>";
        assert_eq!(text_of(table), "Statik 12 Ocak");
        let plea = "<noscript><p>Bu sayfa için JavaScript açın.</p></noscript>";
        assert_eq!(text_of(plea), "");
        assert_eq!(text_of("<noscript><img src=x alt=''></noscript>"), "");
        let both = "<noscript><p>Without JavaScript: <ul><li><p>12 May</p></ul></noscript>";
        assert!(text_of(both).contains("12 May"));
    }
}
