//! Keeps text alternatives of pictures that add something to the surrounding text.
//!
//! Three words are informative; file names, sources of formulas and repetitions are not. If a cell
//! or a heading contains nothing else, one word is enough: `<td><img alt="yes">`.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::attributes::{attribute, is_role};
use crate::tidy;

/// The minimum number of words, or letters in scripts without spaces, of an informative text.
const FEWEST_WORDS: usize = 3;
const FEWEST_LETTERS: usize = 8;

/// The maximum length of surrounding text to compare, in bytes.
const LONGEST: usize = 4000;

/// A text alternative.
#[derive(Debug, PartialEq)]
pub(super) enum Alternative {
    /// The alternative replaces the picture within a text.
    Inline(String),
    /// The alternative is a separate text.
    Alone(String),
}

/// Returns the text alternative of a picture, if it is informative.
pub(super) fn alternative(element: &ElementRef<'_>) -> Option<Alternative> {
    let text = tidy::line(&written(element)?);
    if !tidy::has_words(&text) || is_name(&text) || is_decorative(element) {
        return None;
    }
    if is_all_of_its_holder(element) {
        return Some(Alternative::Inline(text));
    }
    (says_something(&text) && !is_repeated(element, &text)).then_some(Alternative::Alone(text))
}

/// Returns the stated alternative of a picture.
fn written(element: &ElementRef<'_>) -> Option<String> {
    let own = element.value();
    match own.name() {
        "img" => attribute(own, "alt").map(str::to_owned),
        "svg" => {
            let title = element
                .child_elements()
                .find(|child| child.value().name() == "title");
            let title = title.map(|title| title.text().take(8).collect::<String>());
            attribute(own, "aria-label").map(str::to_owned).or(title)
        }
        _ if is_role(own, "img") => attribute(own, "aria-label").map(str::to_owned),
        _ => None,
    }
}

fn is_decorative(element: &ElementRef<'_>) -> bool {
    let own = element.value();
    is_role(own, "presentation")
        || is_role(own, "none")
        || attribute(own, "aria-hidden").is_some_and(|hidden| hidden.eq_ignore_ascii_case("true"))
}

/// Whether a text is a file name, an address or the source of a formula.
fn is_name(text: &str) -> bool {
    let is_extended = text.rsplit_once('.').is_some_and(|(_, extension)| {
        let is_word = extension.chars().all(|c| c.is_ascii_alphanumeric());
        (2..=4).contains(&extension.len())
            && is_word
            && !text.trim_end().contains(". ")
            && extension.chars().any(char::is_alphabetic)
    });
    let is_one_word = !text.contains(char::is_whitespace);
    let has_signs = text.contains(['\\', '{', '_']) || text.contains("://");
    is_extended && (is_one_word || is_picture_file(text))
        || has_signs
        || is_one_word && text.chars().filter(char::is_ascii_digit).count() > 4
}

fn is_picture_file(text: &str) -> bool {
    const FILES: [&str; 9] = [
        ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".tiff",
    ];
    let lower = text.to_lowercase();
    FILES.iter().any(|file| lower.ends_with(file))
}

fn says_something(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| tidy::has_words(word))
        .count();
    let wide = text.chars().filter(|c| *c >= '\u{2e80}').count();
    words >= FEWEST_WORDS || wide >= FEWEST_LETTERS
}

/// Whether a cell or a heading contains no text besides this picture.
fn is_all_of_its_holder(element: &ElementRef<'_>) -> bool {
    let holder = { element.ancestors().take(6).filter_map(ElementRef::wrap) }.find(|above| {
        !matches!(
            above.value().name(),
            "a" | "b" | "figure" | "picture" | "span" | "strong"
        )
    });
    holder.is_some_and(|holder| {
        let is_held = matches!(
            holder.value().name(),
            "td" | "th" | "dt" | "dd" | "summary" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        );
        is_held && !holder.text().take(50).any(tidy::has_words)
    })
}

/// Whether the text around a picture repeats its alternative, such as its caption or the link's
/// words.
fn is_repeated(element: &ElementRef<'_>, text: &str) -> bool {
    let letters = letters(text);
    let around = element.ancestors().take(3).filter_map(ElementRef::wrap);
    { around }.any(|above| holds(*above, element, &letters))
}

/// Whether a text is around a picture; the picture's own title does not count.
fn holds(node: NodeRef<'_, Node>, picture: &ElementRef<'_>, wanted: &str) -> bool {
    let mut own = String::new();
    let is_own = |node: &NodeRef<'_, Node>| {
        let mut above = node.ancestors().take(2);
        above.any(|above| above.id() == picture.id())
    };
    let others = node.descendants().filter(|node| !is_own(node));
    for text in others.filter_map(|node| node.value().as_text()) {
        own.push_str(&letters(text));
        if own.len() > LONGEST {
            break;
        }
    }
    own.contains(wanted)
}

/// Returns the letters and digits of a text in lower case.
pub(super) fn letters(text: &str) -> String {
    let own = text.chars().filter(|c| c.is_alphanumeric());
    own.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;

    fn of(markup: &str) -> Option<Alternative> {
        let html = Html::parse_fragment(markup);
        let pictures = Selector::parse("img, svg, [role=img]").unwrap();
        alternative(&html.select(&pictures).next().unwrap())
    }

    #[test]
    fn an_alternative_that_says_something_is_a_text() {
        let poster = "Kulüp tanışma günü, 3 Ekim, orta bahçe";
        for markup in [
            format!("<figure><img alt='{poster}'></figure>"),
            format!("<div><svg><title>{poster}</title><path/></svg></div>"),
            format!("<div role=img aria-label='{poster}'></div>"),
        ] {
            assert_eq!(
                of(&markup),
                Some(Alternative::Alone(poster.into())),
                "{markup}"
            );
        }
        let yes = Some(Alternative::Inline("yes".into()));
        assert_eq!(of("<table><tr><td><img alt=yes>"), yes);
        assert_eq!(
            of("<h1><a><img alt='Law Faculty'></a></h1>"),
            Some(Alternative::Inline("Law Faculty".into()))
        );
    }

    #[test]
    fn names_of_files_decoration_and_repetitions_are_none() {
        for markup in [
            "<p><img alt=''>",
            "<p><img alt='Logo'>",
            "<p><img alt='IMG_20240301.jpg'>",
            "<p><img alt='map of the campus.png'>",
            "<p><img alt='{\\displaystyle m \\geq 50}'>",
            "<p><img alt='a b c d' role=presentation>",
            "<td>Open <img alt=yes>",
            "<figure><img alt='The new reading room'><figcaption>The new reading room.</figcaption></figure>",
            "<a><img alt='Fees of the year'><span>Fees of the year</span></a>",
        ] {
            assert_eq!(of(markup), None, "{markup}");
        }
    }
}
