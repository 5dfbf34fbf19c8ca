//! Recognises footnote marks and other superscripts by form.
//!
//! `500<sup>1</sup> euros` are 500 euros, but `25 m<sup>2</sup>` is an area. A superscript after a
//! number or a word is a mark. After a unit, a variable or a base, it is an exponent. At the
//! beginning of a text, it is the number of the note itself.

use scraper::{ElementRef, Node};

use super::attributes::attribute;

/// The maximum length of a mark in characters.
const LONGEST: usize = 6;

/// Units of length, in which areas and volumes are stated.
const UNITS: [&str; 12] = [
    "m", "dm", "cm", "mm", "km", "hm", "µm", "ft", "in", "yd", "mi", "nm",
];

/// Whether an element is a footnote mark.
pub(super) fn is_note(element: &ElementRef<'_>) -> bool {
    match element.value().name() {
        "sup" => is_raised_note(element),
        "a" => is_linked_note(element),
        _ => false,
    }
}

/// Returns the text of a superscript that is an exponent and follows a base or a unit.
pub(super) fn exponent(element: &ElementRef<'_>) -> Option<String> {
    let text = short_text(element)?;
    let is_number = text
        .trim_start_matches(['-', '−', '+'])
        .bytes()
        .all(|b| b.is_ascii_digit());
    let before = before(element);
    let base = last_word(&before);
    let is_unit = UNITS.contains(&base);
    let is_base =
        base.ends_with(|c: char| c.is_ascii_digit()) || (1..3).contains(&base.chars().count());
    (is_number && !text.is_empty() && is_base && !is_unit).then(|| format!("^{text}"))
}

fn is_raised_note(sup: &ElementRef<'_>) -> bool {
    let Some(text) = short_text(sup) else {
        return false;
    };
    let is_linked = {
        sup.descendent_elements()
            .chain(sup.ancestors().take(2).filter_map(ElementRef::wrap))
    }
    .any(|element| leads_within(&element));
    if !is_mark(&text) {
        return is_linked && text.chars().all(|c| !c.is_alphabetic());
    }
    let before = before(sup);
    let Some(last) = before.trim_end().chars().last() else {
        return stands_alone(sup);
    };
    if is_linked || text.starts_with(['[', '(']) || before.ends_with(char::is_whitespace) {
        return true;
    }
    let word = last_word(&before);
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match last {
        _ if last.is_ascii_digit() && is_number => !matches!(word, "10" | "2"),
        // `1e`, `2º` and `1a` are ordinals.
        _ if last.is_ascii_digit() => word.len() > 2,
        _ if last.is_alphabetic() && is_number => {
            let is_variable = word.chars().count() < 3 && matches!(text.as_str(), "2" | "3");
            word.chars().count() > 1 && !is_variable && !UNITS.contains(&word)
        }
        // `nº` and `Mᵐᵉ` are abbreviations, which are short.
        _ if last.is_alphabetic() => word.chars().count() > 3,
        ')' => !is_factor(&before),
        _ => true,
    }
}

/// Whether no text follows a mark at the beginning of its block, because the note is a separate
/// block.
fn stands_alone(sup: &ElementRef<'_>) -> bool {
    let mut next = sup.next_siblings().filter(|node| match node.value() {
        Node::Text(text) => !text.trim().is_empty(),
        node => node.is_element(),
    });
    let next = next.next().and_then(|node| node.value().as_element());
    let text_follows = sup.next_sibling().is_some_and(|node| {
        node.value()
            .as_text()
            .is_some_and(|text| !text.trim().is_empty())
    });
    !text_follows && next.is_none_or(|next| matches!(next.name(), "p" | "div" | "ul" | "ol"))
}

/// Whether a link leads to a place on the page and consists of a mark: `[1]`, or a number directly
/// after a word.
fn is_linked_note(link: &ElementRef<'_>) -> bool {
    if !leads_within(link) {
        return false;
    }
    let Some(text) = short_text(link).filter(|text| is_mark(text)) else {
        return false;
    };
    let before = before(link);
    let is_behind = before.ends_with(|c: char| !c.is_whitespace());
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    let is_bracketed = text.starts_with('[') && has_digit;
    !before.trim().is_empty() && (is_bracketed || is_behind && has_digit)
}

fn leads_within(element: &ElementRef<'_>) -> bool {
    element.value().name() == "a"
        && attribute(element.value(), "href").is_some_and(|href| href.starts_with('#'))
}

/// Whether a text has the form of a mark: a number of up to three digits, a lower-case letter, or
/// several of these, with or without brackets.
fn is_mark(text: &str) -> bool {
    let bare = text.trim_matches(['[', ']', '(', ')']);
    let mut parts = bare
        .split([',', ' ', '-', '–'])
        .filter(|part| !part.is_empty());
    let is_part = |part: &str| {
        let is_number = part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number || matches!(part.as_bytes(), [b'a'..=b'z'])
    };
    !bare.is_empty() && parts.all(is_part)
}

/// Whether a text ends with a short term in brackets: `(a+b)`.
fn is_factor(before: &str) -> bool {
    let opened = before.rfind('(').map(|at| &before[at..]);
    opened.is_some_and(|term| term.len() <= 12 && !term.contains(char::is_whitespace))
}

fn short_text(element: &ElementRef<'_>) -> Option<String> {
    let mut text = String::new();
    for part in element.text().take(LONGEST) {
        text.push_str(part);
        if text.len() > 4 * LONGEST {
            return None;
        }
    }
    let text = text.trim();
    (text.chars().count() <= LONGEST).then(|| text.to_owned())
}

/// Returns the end of the running text before an element, within its block.
fn before(element: &ElementRef<'_>) -> String {
    let mut texts: Vec<&str> = Vec::new();
    let mut node = **element;
    // The number of steps is limited, because a page may nest elements without end.
    for _ in 0..12 {
        match node.prev_sibling() {
            Some(previous) => {
                node = previous;
                match node.value() {
                    Node::Text(text) => texts.push(text),
                    Node::Element(own) if matches!(own.name(), "br" | "p" | "div" | "li") => break,
                    Node::Element(own) if own.name() == "sup" => {}
                    Node::Element(_) => {
                        let last = node
                            .descendants()
                            .take(24)
                            .filter_map(|node| node.value().as_text());
                        texts.extend(last.last().map(|text| &**text));
                    }
                    _ => continue,
                }
                if texts.iter().any(|text| !text.trim().is_empty()) {
                    break;
                }
            }
            None => match node.parent().and_then(ElementRef::wrap) {
                Some(parent) if is_inline(parent.value().name()) => node = *parent,
                _ => break,
            },
        }
    }
    texts.iter().rev().copied().collect()
}

fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "bdi"
            | "em"
            | "font"
            | "i"
            | "mark"
            | "small"
            | "span"
            | "strong"
            | "sup"
            | "u"
    )
}

/// Returns the last word or number of a text.
fn last_word(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',');
    let start = text.trim_end_matches(is_part).len();
    text[start..].trim_matches(['.', ','])
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;

    fn found(markup: &str) -> (bool, Option<String>) {
        let html = Html::parse_fragment(markup);
        let element = html
            .select(&Selector::parse("sup, a").unwrap())
            .next()
            .unwrap();
        (is_note(&element), exponent(&element))
    }

    #[test]
    fn marks_behind_amounts_and_words_are_notes() {
        for markup in [
            "500<sup>1</sup> euros",
            "<td>1,550<sup>3</sup></td>",
            "<b>450</b><sup><a href='#n2'>2</a></sup>",
            "Ücret 1.200<sup>a</sup>",
            "<td>Doktora<sup>b</sup></td>",
            "The fee<sup>2</sup> is due",
            "The fee.<sup>1, 2</sup>",
            "500<a href='#n1'>1</a>",
            "The fee <a href='#fn1'>[1]</a> is due",
            "x<sup>[3]</sup>",
            "<div><sup>1</sup><p>Paid back.</p></div>",
        ] {
            assert!(found(markup).0, "{markup}");
        }
    }

    #[test]
    fn exponents_ordinals_and_numbers_of_notes_are_no_marks() {
        for (markup, exponent) in [
            ("25 m<sup>2</sup>", None),
            ("10<sup>3</sup> people", Some("^3")),
            ("x<sup>2</sup>", Some("^2")),
            ("E = mc<sup>2</sup>", Some("^2")),
            ("n<sup>o</sup> 5", None),
            ("the 1<sup>st</sup> of May", None),
            ("le 1<sup>er</sup> mai", None),
            ("<p><sup>1</sup> Paid back.</p>", None),
            ("ACME<sup>TM</sup>", None),
            ("See chapter <a href='#c2'>2</a>", None),
            ("<a href='#c2'>Fees</a>", None),
        ] {
            let (is_note, found) = found(markup);
            assert!(!is_note, "{markup}");
            assert_eq!(found.as_deref(), exponent, "{markup}");
        }
    }
}
