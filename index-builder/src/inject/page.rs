//! Finds the places for the lines in one page, and edits it.
//!
//! The page is parsed as in a browser, by a parser that reports the byte position of each tag. The
//! lines are inserted between these bytes and nothing else changes, in any encoding that is
//! compatible with ASCII.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use lol_html::{HtmlRewriter, Settings, doc_comments, element, end_tag};

/// The marker before the inserted lines.
const BEGIN: &str = "<!--soru-->";
/// The marker after them.
const END: &str = "<!--/soru-->";

/// The inserted box.
pub(super) const BOX: &str = "<soru-search></soru-search>";

/// A page with the lines, or the reason why it has none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edited {
    /// The whole page.
    Page(Vec<u8>),
    /// The page is skipped.
    Not(&'static str),
}

/// The parser's findings, as positions in the page's bytes.
#[derive(Debug, Default)]
struct PageScan {
    head_end: Option<usize>,
    body: Option<Range<usize>>,
    place: Option<usize>,
    html: bool,
    refuses: bool,
    boxes: Vec<usize>,
    scripts: Vec<usize>,
    begins: Vec<usize>,
    ends: Vec<usize>,
}

/// Inserts `head` and `body` into a page, replacing earlier insertions.
pub(super) fn edit(page: &[u8], head: &str, body: &str) -> Edited {
    if page.starts_with(&[0xff, 0xfe]) || page.starts_with(&[0xfe, 0xff]) {
        return Edited::Not("encoded as UTF-16: save it as UTF-8");
    }
    let Some(scan) = look(page) else {
        return Edited::Not("too deeply nested or too broken to find its tags");
    };
    let Some(marked) = scan.marked().filter(|ranges| are_ours(page, ranges)) else {
        return Edited::Not(
            "its marks `<!--soru-->` and `<!--/soru-->` do not enclose the inserted lines",
        );
    };
    let outside = |at: &&usize| !marked.iter().any(|range| range.contains(at));
    match scan {
        PageScan { refuses: true, .. } => Edited::Not("it has data-soru-no-inject"),
        PageScan { html: false, .. } => Edited::Not("part of a page: no <html>, <head> or <body>"),
        _ if scan.scripts.iter().any(|at| outside(&at)) => {
            Edited::Not("it already loads soru-search.js")
        }
        _ => {
            let has_box = scan.boxes.iter().any(|at| outside(&at));
            let body = if has_box { "" } else { body };
            let edited = with_lines(page, &scan, &marked, head, body);
            let pieces = if has_box { 1 } else { 2 };
            // An element that is never closed treats the following lines as its text.
            match look(&edited).and_then(|scan| scan.marked()) {
                Some(marked) if marked.len() == pieces => Edited::Page(edited),
                _ => Edited::Not("it ends inside a script, a comment or a similar element"),
            }
        }
    }
}

/// Returns the page without the marked ranges, and with the lines inserted.
fn with_lines(
    page: &[u8],
    scan: &PageScan,
    marked: &[Range<usize>],
    head: &str,
    body: &str,
) -> Vec<u8> {
    let end = page.len();
    let start_of_body = scan.body.clone().map(|tag| tag.start);
    let head_at = scan.head_end.or(start_of_body).unwrap_or(end);
    let body_at = scan
        .place
        .or(scan.body.clone().map(|tag| tag.end))
        .or(scan.head_end.map(|at| after_tag(page, at)))
        .unwrap_or(end);
    let mut pieces: Vec<(usize, &str)> = vec![(head_at, head), (body_at, body)];
    pieces.retain(|(_, text)| !text.is_empty());
    // The sort is stable, so the head's lines precede the body's at the same position.
    pieces.sort_by_key(|(at, _)| *at);
    let mut out = Vec::with_capacity(end + head.len() + body.len() + 64);
    let mut cut = marked.iter().peekable();
    let mut at = 0;
    let mut copy = |until: usize, out: &mut Vec<u8>| {
        while let Some(range) = cut.next_if(|range| range.start < until) {
            out.extend_from_slice(&page[at.min(range.start)..range.start]);
            at = range.end;
        }
        out.extend_from_slice(&page[at.min(until)..until]);
        at = at.max(until);
    };
    for (place, text) in pieces {
        copy(place, &mut out);
        for part in [BEGIN, text, END] {
            out.extend_from_slice(part.as_bytes());
        }
    }
    copy(end, &mut out);
    out
}

/// Returns the position after the tag that starts at `at`.
fn after_tag(page: &[u8], at: usize) -> usize {
    let length = page[at..].iter().position(|&byte| byte == b'>');
    length.map_or(page.len(), |length| at + length + 1)
}

/// Whether the marked ranges contain only our lines, so that they can be replaced.
fn are_ours(page: &[u8], marked: &[Range<usize>]) -> bool {
    marked.iter().all(|range| {
        let inside = &page[range.start + BEGIN.len()..range.end - END.len()];
        let Ok(text) = std::str::from_utf8(inside) else {
            return false;
        };
        let is_script = text.starts_with("<script ")
            && text.ends_with("</script>")
            && text.contains("soru-search.js\"")
            && text.matches("</script>").count() <= 2;
        is_script || text == BOX
    })
}

impl PageScan {
    /// Returns the marked ranges including their markers, if these come in pairs.
    fn marked(&self) -> Option<Vec<Range<usize>>> {
        let pairs = self.begins.iter().zip(&self.ends);
        let ranges: Vec<_> = pairs.map(|(begin, end)| *begin..*end + END.len()).collect();
        let in_order = ranges.iter().all(|range| range.start < range.end)
            && ranges.windows(2).all(|two| two[0].end <= two[1].start);
        (self.begins.len() == self.ends.len() && in_order).then_some(ranges)
    }
}

/// Walks through the page's tags.
fn look(page: &[u8]) -> Option<PageScan> {
    // The parser may keep end-tag handlers alive for any time.
    let scan = Rc::new(RefCell::new(PageScan::default()));
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler(element!("html, head, body", |element| {
            if element.tag_name() == "head" && element.can_have_content() {
                let scan = Rc::clone(&scan);
                element.on_end_tag(end_tag!(move |tag| {
                    // The tag of the body, or of an enclosing element, can close an open head.
                    if tag.name() == "head" {
                        let start = tag.source_location().bytes().start;
                        scan.borrow_mut().head_end.get_or_insert(start);
                    }
                    Ok(())
                }))?;
            }
            let mut scan = scan.borrow_mut();
            scan.html = true;
            if element.tag_name() == "body" {
                scan.body.get_or_insert(element.source_location().bytes());
            }
            Ok(())
        }))
        .append_element_content_handler(element!("[data-soru-no-inject]", |_| {
            scan.borrow_mut().refuses = true;
            Ok(())
        }))
        .append_element_content_handler(element!("[data-soru-box]", |element| {
            let end = element.source_location().bytes().end;
            scan.borrow_mut().place.get_or_insert(end);
            Ok(())
        }))
        .append_element_content_handler(element!("soru-search", |element| {
            let start = element.source_location().bytes().start;
            scan.borrow_mut().boxes.push(start);
            Ok(())
        }))
        .append_element_content_handler(element!("script[src*=\"soru-search.js\"]", |element| {
            let start = element.source_location().bytes().start;
            scan.borrow_mut().scripts.push(start);
            Ok(())
        }))
        .append_document_content_handler(doc_comments!(|comment| {
            let start = comment.source_location().bytes().start;
            match comment.text().as_str() {
                "soru" => scan.borrow_mut().begins.push(start),
                "/soru" => scan.borrow_mut().ends.push(start),
                _ => {}
            }
            Ok(())
        }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page).ok()?;
    rewriter.end().ok()?;
    let mut scan = scan.take();
    // A stray closing tag, which browsers ignore.
    let body = scan.body.as_ref().map_or(page.len(), |tag| tag.start);
    scan.head_end = scan.head_end.filter(|at| *at <= body);
    Some(scan)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: &str = "<script src=\"soru-search.js\"></script>";
    const BODY: &str = BOX;
    const H: &str = "<!--soru--><script src=\"soru-search.js\"></script><!--/soru-->";
    const B: &str = "<!--soru--><soru-search></soru-search><!--/soru-->";

    fn edited(page: &str) -> String {
        match edit(page.as_bytes(), HEAD, BODY) {
            Edited::Page(page) => String::from_utf8(page).unwrap(),
            Edited::Not(reason) => panic!("{page}: {reason}"),
        }
    }

    #[test]
    fn r41_the_script_ends_the_head_and_the_box_begins_the_body() {
        for (page, expected) in [
            (
                "<!doctype html><html><head><title>a</title></head>\n<body class=x>\r\n<p>b",
                format!(
                    "<!doctype html><html><head><title>a</title>{H}</head>\n<body class=x>{B}\r\n<p>b"
                ),
            ),
            // Tags may be omitted, and names may be upper case.
            ("<HTML><BODY>a", format!("<HTML>{H}<BODY>{B}a")),
            (
                "<html><head><title>a</title><body>b",
                format!("<html><head><title>a</title>{H}<body>{B}b"),
            ),
            ("<head></head><p>a", format!("<head>{H}</head>{B}<p>a")),
            ("<html><p>a", format!("<html><p>a{H}{B}")),
            // This text only resembles a tag.
            (
                "<html><head><!-- </head> --><script>'</head>'</script></head><body title='>'>a",
                format!(
                    "<html><head><!-- </head> --><script>'</head>'</script>{H}</head><body title='>'>{B}a"
                ),
            ),
            (
                "<html><head></head><body>a<div data-soru-box>b</div>",
                format!("<html><head>{H}</head><body>a<div data-soru-box>{B}b</div>"),
            ),
            (
                "<html><head></head><body><soru-search lang=tr></soru-search>",
                format!("<html><head>{H}</head><body><soru-search lang=tr></soru-search>"),
            ),
        ] {
            assert_eq!(edited(page), expected);
            assert_eq!(edited(&expected), expected, "a second time");
        }
    }

    #[test]
    fn earlier_insertions_are_replaced() {
        let page = "<html><head></head><body><p>a</p></body></html>";
        let script = "<script src=\"old/soru-search.js\"></script>";
        let Edited::Page(old) = edit(page.as_bytes(), script, BOX) else {
            panic!("it is a page")
        };
        let new = edit(&old, HEAD, BODY);
        assert_eq!(new, edit(page.as_bytes(), HEAD, BODY));
    }

    #[test]
    fn pages_that_should_stay_as_they_are_do() {
        for (page, reason) in [
            (
                "<html data-soru-no-inject><head></head><body>",
                "data-soru-no-inject",
            ),
            ("<nav>a part</nav>", "part of a page"),
            (
                "<html><head><script type=module src=/x/soru-search.js></script></head>",
                "already",
            ),
            ("<html><head><!--soru--></head><body>", "mark"),
            (
                "<html><head></head><body><!--soru--><p>a<!--/soru-->",
                "mark",
            ),
            ("<html><head><!--/soru--><!--soru--></head><body>", "mark"),
            ("\u{feff}", "part of a page"),
            ("<html><script>a", "inside a script"),
        ] {
            let Edited::Not(message) = edit(page.as_bytes(), HEAD, BODY) else {
                panic!("{page} was changed")
            };
            assert!(message.contains(reason), "{page}: {message}");
        }
        assert!(matches!(edit(b"\xff\xfe<\0", HEAD, BODY), Edited::Not(_)));
    }

    #[test]
    fn bytes_that_are_no_utf_8_stay() {
        let page = b"<html><head><title>\xd6\xfe</title></head><body>\xfd\x80</body>";
        let Edited::Page(out) = edit(page, HEAD, BODY) else {
            panic!("it is a page")
        };
        let [before, after] = [
            &b"<title>\xd6\xfe</title><!--soru-->"[..],
            b"<!--/soru-->\xfd\x80</body>",
        ];
        assert!(out.windows(before.len()).any(|part| part == before));
        assert!(out.ends_with(after));
    }

    proptest! {
        // Tags in any order: the lines are inserted once, nothing else is lost, and a second run
        // changes nothing.
        #[test]
        fn any_page_keeps_its_bytes(parts in proptest::collection::vec(prop_oneof![
            Just("<html>"), Just("<head>"), Just("</head>"), Just("<body>"), Just("</body>"), Just("<svg>"),
            Just("<!--"), Just("-->"), Just("<script>"), Just("</script>"), Just("<title>"), Just("é<"),
            Just("<template>"), Just("</template>"), Just("<!--soru-->"), Just("<!--/soru-->"), Just("</html>"),
        ], 0..24)) {
            let page = parts.concat();
            if let Edited::Page(once) = edit(page.as_bytes(), HEAD, BODY) {
                let text = String::from_utf8(once.clone()).unwrap();
                if !page.contains("soru") {
                    prop_assert_eq!(text.replacen(H, "", 1).replacen(B, "", 1), page);
                }
                prop_assert_eq!(edit(&once, HEAD, BODY), Edited::Page(once));
            }
        }
    }
}
