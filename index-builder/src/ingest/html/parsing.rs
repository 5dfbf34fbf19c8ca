//! Parsing, within bounds.
//!
//! The standard's algorithm takes time that grows with the square of how deep elements are nested
//! and of how many attributes one has, and it can make many elements of few bytes. No page that
//! people read comes near these bounds; one that exceeds them is left out and reported.

use ego_tree::Tree;
use html5ever::driver::{self, ParseOpts, Parser};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{QualName, local_name, ns};
use scraper::{Html, HtmlTreeSink, Node};

use crate::ingest::octets;
use crate::ingest::page::{Reason, Rejection};

/// Levels of elements; browsers stop at a few hundred.
const DEEPEST: usize = 2000;

/// Elements and texts: about 200 MB of memory.
const MOST_NODES: usize = 2_000_000;

/// Attributes of one element.
const MOST_ATTRIBUTES: usize = 1000;

/// So many nodes have room at once, whatever a page may look like at first sight.
const MOST_ROOM: usize = 1 << 16;

/// After so many bytes the bounds are looked at.
const PIECE: usize = 8 * 1024;

/// Elements whose content is not markup, so that a `<` in it begins nothing.
const RAW: [&str; 7] = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title",
];

/// Parses a page.
pub(super) fn document(text: &str) -> Result<Html, Rejection> {
    let mut html = Html::new_document();
    html.tree = Tree::with_capacity(Node::Document, nodes(text));
    let sink = HtmlTreeSink::new(html);
    parse(text, driver::parse_document(sink, ParseOpts::default()))
}

/// About how many nodes a page has: of an element, most often, the start tag makes one and what stands before
/// either tag another. A tree that grows is copied again and again.
fn nodes(text: &str) -> usize {
    let tags = octets::count(text.as_bytes(), |byte| byte == b'<');
    (tags + tags / 8 + 8).min(MOST_ROOM)
}

/// Parses what stands in a page's body.
pub(super) fn fragment(text: &str) -> Result<Html, Rejection> {
    let sink = HtmlTreeSink::new(Html::new_fragment());
    let body = QualName::new(None, ns!(html), local_name!("body"));
    let options = ParseOpts::default();
    parse(
        text,
        driver::parse_fragment(sink, options, body, Vec::new(), false),
    )
}

fn parse(text: &str, mut parser: Parser<HtmlTreeSink>) -> Result<Html, Rejection> {
    // Elements of few attributes are no trouble, and nor are short pages.
    if text.len() > PIECE && has_too_many_attributes(text) {
        return too_complex(format!("a tag of more than {MOST_ATTRIBUTES} attributes"));
    }
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
        parser.process(StrTendril::from_slice(piece));
        check(&parser.tokenizer.sink.sink.0.borrow())?;
        rest = behind;
    }
    Ok(parser.finish())
}

fn check(html: &Html) -> Result<(), Rejection> {
    if html.tree.values().len() > MOST_NODES {
        return too_complex(format!("more than {MOST_NODES} elements and texts"));
    }
    let here = html.tree.nodes().next_back();
    let depth = here.map_or(0, |node| node.ancestors().take(DEEPEST + 1).count());
    if depth > DEEPEST {
        return too_complex(format!("elements nested more than {DEEPEST} levels deep"));
    }
    Ok(())
}

fn too_complex<T>(detail: String) -> Result<T, Rejection> {
    Err(Reason::TooComplex(detail).into())
}

fn has_too_many_attributes(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix("!--") {
            rest = behind.find("-->").map_or("", |end| &behind[end..]);
            continue;
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let name = &rest[..rest.find(ends_name).unwrap_or(rest.len())];
        let (count, behind) = attributes(&rest[name.len()..]);
        if count > MOST_ATTRIBUTES {
            return true;
        }
        rest = RAW
            .iter()
            .find(|raw| name.eq_ignore_ascii_case(raw))
            .map_or(behind, |raw| behind_raw(behind, raw));
    }
    false
}

fn ends_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '/' | '>')
}

/// How many attributes a tag has, and what comes behind it.
fn attributes(tag: &str) -> (usize, &str) {
    let mut rest = tag;
    let mut count = 0;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() || rest.starts_with('>') {
            return (count, rest);
        }
        count += 1;
        // The first character belongs to the name, even if it is a `=`.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let ends = |c: char| ends_name(c) || c == '=';
        let end = rest[first..].find(ends);
        rest = end.map_or("", |end| &rest[first + end..]);
        if let Some(value) = rest.trim_start().strip_prefix('=') {
            rest = behind_value(value.trim_start());
        }
    }
}

fn behind_value(value: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            return quoted.split_once(quote).map_or("", |(_, behind)| behind);
        }
    }
    let ends = |c: char| c.is_ascii_whitespace() || c == '>';
    value.find(ends).map_or("", |end| &value[end..])
}

fn behind_raw<'t>(text: &'t str, name: &str) -> &'t str {
    let mut ends = text.match_indices("</").map(|(at, _)| &text[at..]);
    let closes = |end: &&str| {
        let own = end.get(2..2 + name.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    ends.find(closes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(html: Result<Html, Rejection>) -> String {
        match html {
            Err(Rejection::Skipped(reason)) => reason.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pages_within_the_bounds_are_parsed_as_the_standard_says() {
        let rows = "<tr><td class=a id='b'>x &amp; y</td><p>z".repeat(2000);
        let page = format!("<title>a<b></title><table>{rows}</table><!-- <a b c> -->");
        assert_eq!(document(&page).unwrap(), Html::parse_document(&page));
        assert_eq!(fragment(&page).unwrap(), Html::parse_fragment(&page));
        assert_eq!(document("").unwrap(), Html::parse_document(""));
    }

    #[test]
    fn deep_wide_and_crowded_pages_are_left_out_with_a_reason() {
        for tag in ["<div>", "<b>", "<blockquote>", "<table><tr><td>"] {
            let told = reason(document(&tag.repeat(100_000)));
            assert!(told.contains("nested more than 2000"), "{tag}: {told}");
        }
        let told = reason(fragment(&"<p>x".repeat(1_100_000)));
        assert!(told.contains("elements and texts"), "{told}");
        let many = (0..100_000).map(|i| format!(" a{i}='>'"));
        let told = reason(document(&format!("<p{}>", many.collect::<String>())));
        assert!(told.contains("attributes"), "{told}");
    }

    // What looks like a tag in a script or a comment is none.
    #[test]
    fn scripts_comments_and_long_values_have_no_attributes() {
        let words = " a b c d".repeat(3000);
        for page in [
            format!("<script>if (a <b {words}</script><p>x"),
            format!("<!-- <a {words} --><p>x"),
            format!("<img alt=\"{words}\"><p>x"),
            format!("1 < 2 {words} <p>x"),
            format!("<a b=c>{words}</a>").repeat(3),
        ] {
            assert!(page.len() > PIECE && !has_too_many_attributes(&page));
        }
    }
}
