//! Parses HTML within limits.
//!
//! The standard's algorithm takes quadratic time for the nesting depth and for the number of
//! attributes of an element, and it can create many elements from few bytes. No page that people
//! read comes near these limits; a page that exceeds them is left out and reported. `bounded`
//! limits the tree while it is built; this module limits single tags.

use ego_tree::{NodeId, Tree};
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{ElementFlags, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{QualName, local_name, ns};
use scraper::{Html, HtmlTreeSink, Node};

use super::bounded::{Bounded, MOST_ATTRIBUTES};
use super::xhtml::as_html;
use crate::octets;
use crate::page::{Rejection, SkipReason};

/// The maximum number of nodes allocated in advance, whatever the estimate for a page.
const MOST_ROOM: usize = 1 << 16;

/// The number of bytes between checks of the limits, and between additions to a long text.
const PIECE: usize = 8 * 1024;

/// Elements whose content is not markup, so a `<` in it begins no tag.
const RAW: [&str; 7] = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title",
];

/// Parses a page.
pub(super) fn document(text: &str) -> Result<Html, Rejection> {
    let text = &*as_html(text);
    let mut html = Html::new_document();
    html.tree = Tree::with_capacity(Node::Document, nodes(text));
    let builder = TreeBuilder::new(HtmlTreeSink::new(html), TreeBuilderOpts::default());
    parse(text, builder, TokenizerOpts::default())
}

/// Estimates the number of nodes: most elements create one node for the start tag and one for the
/// text before either tag. Without an estimate, the growing tree would be copied repeatedly.
fn nodes(text: &str) -> usize {
    let tags = octets::count(text.as_bytes(), |byte| byte == b'<');
    (tags + tags / 8 + 8).min(MOST_ROOM)
}

/// Parses the body of a page.
pub(super) fn fragment(text: &str) -> Result<Html, Rejection> {
    let sink = HtmlTreeSink::new(Html::new_fragment());
    let body = QualName::new(None, ns!(html), local_name!("body"));
    let body = sink.create_element(body, Vec::new(), ElementFlags::default());
    let builder = TreeBuilder::new_for_fragment(sink, body, None, TreeBuilderOpts::default());
    let options = TokenizerOpts {
        initial_state: Some(builder.tokenizer_state_for_context_elem(false)),
        ..TokenizerOpts::default()
    };
    parse(text, builder, options)
}

fn parse(
    text: &str,
    builder: TreeBuilder<NodeId, HtmlTreeSink>,
    options: TokenizerOpts,
) -> Result<Html, Rejection> {
    // Elements with few attributes are harmless, and so are short pages.
    if text.len() > PIECE && has_too_many_attributes(text) {
        return too_complex(format!("a tag of more than {MOST_ATTRIBUTES} attributes"));
    }
    let tokenizer = Tokenizer::new(Bounded::new(builder), options);
    let waiting = BufferQueue::default();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
        waiting.push_back(StrTendril::from_slice(piece));
        // Scripts do not run.
        while !matches!(tokenizer.feed(&waiting), TokenizerResult::Done) {}
        if tokenizer.sink.exceeded().is_some() {
            break;
        }
        rest = behind;
    }
    tokenizer.end();
    match tokenizer.sink.exceeded() {
        Some(objection) => too_complex(objection),
        None => Ok(tokenizer.sink.into_tree()),
    }
}

fn too_complex<T>(detail: String) -> Result<T, Rejection> {
    Err(SkipReason::TooComplex(detail).into())
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

/// Returns the number of attributes of a tag, and the rest of the text.
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
    fn pages_within_the_limits_are_parsed_by_the_standard() {
        let rows = "<tr><td class=a id='b'>x &amp; y</td><p>z".repeat(2000);
        let page = format!("<title>a<b></title><table>{rows}</table><!-- <a b c> -->");
        assert_eq!(document(&page).unwrap(), Html::parse_document(&page));
        assert_eq!(fragment(&page).unwrap(), Html::parse_fragment(&page));
        assert_eq!(document("").unwrap(), Html::parse_document(""));
    }

    #[test]
    fn deep_wide_and_crowded_pages_are_left_out_with_a_reason() {
        for tag in ["<div>", "<b>", "<blockquote>", "<table><tr><td>"] {
            let message = reason(document(&tag.repeat(100_000)));
            assert!(
                message.contains("nested more than 2000"),
                "{tag}: {message}"
            );
        }
        let message = reason(fragment(&"<p>x".repeat(1_000_000)));
        assert!(message.contains("a tree of more than 256 MB"), "{message}");
        let many = (0..100_000).map(|i| format!(" a{i}='>'"));
        let message = reason(document(&format!("<p{}>", many.collect::<String>())));
        assert!(message.contains("attributes"), "{message}");
    }

    // Each `<p>` creates another `<b>` with all its attributes: 805 KB became 8.2 GB.
    #[test]
    fn repairs_that_multiply_attributes_are_bounded() {
        let attributes = (0..990).map(|i| format!(" a{i}"));
        let attributes = attributes.collect::<Vec<_>>().concat();
        let page = format!("<p><b{attributes}>{}", "<p>x".repeat(200_000));
        let message = reason(document(&page));
        assert!(message.contains("a tree of more than 256 MB"), "{message}");
    }

    // At every 8,192th byte, the newest node was a comment near the root.
    #[test]
    fn depth_is_bounded_for_any_nesting() {
        let (open, close) = ("</html><!--", "-->");
        let tags = "<div>".repeat(1000);
        let filler = "x".repeat(PIECE - tags.len() - open.len() - close.len());
        let piece = [&tags, open, &filler, close].concat();
        let message = reason(document(&piece.repeat(10)));
        assert!(message.contains("nested more than 2000"), "{message}");
    }

    #[test]
    fn many_tags_in_a_deep_place_are_bounded() {
        let page = "<div>".repeat(1900) + &"<i></i>".repeat(300_000);
        let message = reason(document(&page));
        assert!(message.contains("deeply nested"), "{message}");
    }

    #[test]
    fn attributes_that_later_tags_add_to_the_page_are_bounded() {
        let tag = |n: usize| {
            let names = (0..900).map(|i| format!(" a{n}-{i}"));
            format!("<body{}>", names.collect::<Vec<_>>().concat())
        };
        let message = reason(document(&(0..100).map(tag).collect::<Vec<_>>().concat()));
        assert!(message.contains("`html` or `body`"), "{message}");
    }

    // Text in a script or a comment may resemble a tag, but is not one.
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
