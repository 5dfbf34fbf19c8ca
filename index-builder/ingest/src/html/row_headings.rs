//! Headings of rows of questions, which no element marks: bold lines in capitals above bold
//! questions. `HOME CLEANING`, `Who can apply?`, `HOME CARE`, `Who can apply?`: without them, the
//! answer of the first service would reach into the second one.

use ego_tree::NodeId;
use html5ever::{LocalName, QualName, ns};
use scraper::{ElementRef, Html, Node};

use super::asked::is_question;
use super::meanings::{Meaning, meaning};
use super::tables::is_bold;

/// The maximum length of a heading in bytes.
const LONGEST: usize = 200;

/// Makes headings of these lines, one level below the heading above them.
pub(super) fn mark(html: &mut Html) {
    let mut level = 1;
    let mut lines: Vec<(NodeId, u8)> = Vec::new();
    for element in html.root_element().descendent_elements() {
        level = level_of(&element).unwrap_or(level);
        lines.extend(lines_in(&element, level));
    }
    for (line, level) in lines {
        if let Some(mut node) = html.tree.get_mut(line)
            && let Node::Element(element) = node.value()
        {
            element.name = QualName::new(None, ns!(html), LocalName::from(format!("h{level}")));
        }
    }
}

fn level_of(element: &ElementRef<'_>) -> Option<u8> {
    match meaning(element) {
        Meaning::Heading(level) => level,
        _ => None,
    }
}

/// Returns the lines that divide the questions among the children of an element, with their levels;
/// none if they divide nothing, or if a question is in capitals too.
fn lines_in(parent: &ElementRef<'_>, mut level: u8) -> Vec<(NodeId, u8)> {
    let mut lines = Vec::new();
    let mut divided = 0;
    let mut is_below_line = false;
    for child in parent.child_elements() {
        level = level_of(&child).unwrap_or(level);
        if child.value().name() != "p" || !is_bold(&child) {
            continue;
        }
        let is_capital = is_in_capitals(&child);
        match is_question(&child) {
            Some(true) if is_capital => return Vec::new(),
            Some(true) => divided += usize::from(std::mem::take(&mut is_below_line)),
            Some(false) if is_capital => {
                lines.push((child.id(), (level + 1).min(6)));
                is_below_line = true;
            }
            _ => {}
        }
    }
    if divided < 2 {
        lines.clear();
    }
    lines
}

fn is_in_capitals(element: &ElementRef<'_>) -> bool {
    let text: String = element.text().collect();
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    text.len() <= LONGEST && letters().nth(2).is_some() && letters().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use soru::Block;

    use crate::Reader;
    use crate::html::HtmlReader;
    use crate::page::Piece;
    use crate::settings::InputSettings;

    /// Returns the levels and texts of a page's headings.
    fn headings(body: &str) -> Vec<String> {
        let page = format!("<main><h2>Services</h2>{body}</main>");
        let reader = HtmlReader::new(&InputSettings::default()).unwrap();
        let page = reader.read("a.html", page.as_bytes()).unwrap();
        let pieces = page.pieces.into_iter();
        pieces
            .filter_map(|piece| match piece {
                Piece::Content(Block::Heading { text, level, .. }) => {
                    Some(format!("{level} {text}"))
                }
                _ => None,
            })
            .collect()
    }

    const ROW: &str = "<p><b>HOME CARE</b></p><p>Nurses visit.</p><p><b>Who can apply?</b></p>\
        <ul><li>The sick</ul><p><b>HOME CLEANING</b></p><p>Cleaners visit.</p>\
        <p><b>Who can apply?</b></p><ul><li>The old</ul>";

    #[test]
    fn bold_lines_in_capitals_head_the_questions_below_them() {
        let expected = [
            "2 Services",
            "3 HOME CARE",
            "4 Who can apply?",
            "3 HOME CLEANING",
            "4 Who can apply?",
        ];
        assert_eq!(headings(ROW), expected);
        let turkish = ROW.replace("HOME CARE", "EVDE BAKIM").replace("HOME", "İŞ");
        assert_eq!(headings(&turkish)[1], "3 EVDE BAKIM");
    }

    #[test]
    fn other_bold_lines_are_text() {
        for body in [
            ROW.replace("HOME CLEANING", "Please note"),
            ROW.replace("HOME CARE", "NB")
                .replace("HOME CLEANING", "NB"),
            ROW.replace("Who can apply?", "WHO CAN APPLY?"),
            ROW.replace("<b>HOME", "HOME")
                .replace("</b></p><p>Nurses", "</p><p>Nurses"),
        ] {
            let found = headings(&body);
            assert!(
                !found.iter().any(|own| own.starts_with("3 HOME")),
                "{found:?}"
            );
        }
    }
}
