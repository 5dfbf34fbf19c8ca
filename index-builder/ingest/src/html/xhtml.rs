//! Converts empty elements and CDATA sections of XHTML to HTML.
//!
//! `<script src="a.js"/>` is a complete element in XML. In HTML the slash has no meaning, and the
//! rest of the page would be the script. A page that declares itself XHTML is meant as XML: a
//! browser that received it as HTML would show an empty page after that script, and its author
//! would have noticed.

use std::borrow::Cow;

use crate::tags::{raw_end, tag_end, tag_name};

/// The number of first bytes in which a page declares itself.
const HEAD: usize = 1024;

/// Elements that are empty in HTML too.
const EMPTY: [&str; 18] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// Returns the page as HTML.
pub(super) fn as_html(text: &str) -> Cow<'_, str> {
    if !is_xhtml(text) || !(text.contains("/>") || text.contains(CDATA)) {
        return Cow::Borrowed(text);
    }
    let mut html = String::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        html.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = push_markup(rest, &mut html);
        rest = &rest[length..];
    }
    html.push_str(rest);
    Cow::Owned(html)
}

const CDATA: &str = "<![CDATA[";

/// Whether a page is XHTML, by its document type, its XML declaration or its namespace.
fn is_xhtml(text: &str) -> bool {
    let head = &text.as_bytes()[..text.len().min(HEAD)];
    let has = |mark: &[u8]| {
        head.windows(mark.len())
            .any(|own| own.eq_ignore_ascii_case(mark))
    };
    head.trim_ascii_start().starts_with(b"<?xml ") || has(b"//dtd xhtml ") || has(b"/1999/xhtml")
}

/// Writes markup that begins with a `<`, and returns its length.
fn push_markup(text: &str, html: &mut String) -> usize {
    let behind = |mark: &str| text.find(mark).map_or(text.len(), |at| at + mark.len());
    if let Some(inside) = text.strip_prefix(CDATA) {
        let end = inside.find("]]>");
        push_escaped(&inside[..end.unwrap_or(inside.len())], html);
        return end.map_or(text.len(), |end| CDATA.len() + end + 3);
    }
    let length = if text.starts_with("<!--") {
        behind("-->")
    } else if text[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        return push_tag(text, html);
    } else {
        1
    };
    html.push_str(&text[..length]);
    length
}

fn push_escaped(text: &str, html: &mut String) {
    for part in text.split_inclusive(['<', '&']) {
        match part.as_bytes().last() {
            Some(b'<') => html.extend([&part[..part.len() - 1], "&lt;"]),
            Some(b'&') => html.extend([part, "amp;"]),
            _ => html.push_str(part),
        }
    }
}

fn push_tag(text: &str, html: &mut String) -> usize {
    let name = tag_name(text);
    let (length, is_closed) = tag_end(text, 1 + name.len());
    let is = |known: &&str| name.eq_ignore_ascii_case(known);
    if is_closed && !EMPTY.iter().any(is) {
        html.push_str(&text[..length - 2]);
        html.extend(["></", name, ">"]);
        return length;
    }
    // A script contains no markup.
    let raw = ["script", "style"].iter().find(|known| is(known));
    let length = raw
        .filter(|_| !is_closed)
        .map_or(length, |raw| length + raw_end(&text[length..], raw));
    html.push_str(&text[..length]);
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: &str = "<html xmlns=\"http://www.w3.org/1999/xhtml\">";

    #[test]
    fn empty_elements_get_an_end() {
        for (written, html) in [
            ("<script src='a>b.js'/>a", "<script src='a>b.js'></script>a"),
            (
                "<div class=\"x/>\" />a<br/>b",
                "<div class=\"x/>\" ></div>a<br/>b",
            ),
            (
                "<a href=/x/>a</a><A id=x />",
                "<a href=/x/>a</a><A id=x ></A>",
            ),
            ("<title/><p/>", "<title></title><p></p>"),
            (
                "<!-- <p/> --><script>'<p/>'</script><i/>",
                "<!-- <p/> --><script>'<p/>'</script><i></i>",
            ),
            ("<p><![CDATA[a < b & c]]></p>", "<p>a &lt; b &amp; c</p>"),
            ("1 < 2 <i/", "1 < 2 <i/"),
            ("<script>a", "<script>a"),
            ("<![CDATA[a", "a"),
        ] {
            assert_eq!(
                as_html(&format!("{OPEN}{written}")),
                format!("{OPEN}{html}")
            );
        }
    }

    #[test]
    fn only_a_page_that_declares_itself_xhtml_is_rewritten() {
        let page = "<script src='a.js'/><div/>";
        for head in [
            "<?xml version='1.0'?>",
            "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'>",
        ] {
            assert!(
                as_html(&format!("{head}{page}")).contains("</script><div></div>"),
                "{head}"
            );
        }
        let html = format!("<!doctype html>{page}");
        assert_eq!(as_html(&html), html);
    }
}
