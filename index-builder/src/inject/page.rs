//! Edits one page: puts the lines into it, or takes them out.
//!
//! The lines are inserted between the bytes of the page and nothing else changes, in any encoding that
//! is compatible with ASCII.

use std::ops::Range;

use super::scan::{BEGIN, END, PageScan, look};
use crate::project::InjectSettings;

/// The box where a page asks for it.
pub(super) const BOX: &str = "<soru-search></soru-search>";

/// The beginning of the tag of a box in a header.
const HEADER_BOX: &str = "<soru-search form=\"dialog\" header";

/// The end of a box.
const BOX_END: &str = "</soru-search>";

/// A page with the lines, or the reason why it has none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edited {
    /// The whole page.
    Page(Vec<u8>),
    /// The page is skipped.
    Not(&'static str),
}

/// The reason for a page whose marks somebody has changed.
const BROKEN_MARKS: &str =
    "its marks `<!--soru-->` and `<!--/soru-->` do not enclose the inserted lines";

/// Inserts the script and the box into a page, replacing earlier insertions.
pub(super) fn edit(page: &[u8], head: &str, placement: &InjectSettings) -> Edited {
    let page = match strip(page) {
        Edited::Page(page) => page,
        not @ Edited::Not(_) => return not,
    };
    let Some(scan) = look(&page, placement) else {
        return Edited::Not(UNREADABLE);
    };
    match scan {
        PageScan { refuses: true, .. } => Edited::Not("it has data-soru-no-inject"),
        PageScan { html: false, .. } => Edited::Not("part of a page: no <html>, <head> or <body>"),
        PageScan {
            has_script: true, ..
        } => Edited::Not("it already loads soru-search.js"),
        _ => insert(&page, &scan, head, placement),
    }
}

/// The reason for a page that the parser gives up on.
const UNREADABLE: &str = "too deeply nested or too broken to find its tags";

/// Removes earlier insertions.
pub(super) fn strip(page: &[u8]) -> Edited {
    let marked = match marked(page) {
        Ok(marked) => marked,
        Err(reason) => return Edited::Not(reason),
    };
    let mut out = Vec::with_capacity(page.len());
    let mut at = 0;
    for range in marked {
        out.extend_from_slice(&page[at..range.start]);
        at = range.end;
    }
    out.extend_from_slice(&page[at..]);
    Edited::Page(out)
}

/// Returns the bytes of earlier insertions with their markers.
pub(super) fn marked(page: &[u8]) -> Result<Vec<Range<usize>>, &'static str> {
    if page.starts_with(&[0xff, 0xfe]) || page.starts_with(&[0xfe, 0xff]) {
        return Err("encoded as UTF-16: save it as UTF-8");
    }
    let scan = look(page, &InjectSettings::default()).ok_or(UNREADABLE)?;
    let marked = scan.marked().filter(|ranges| are_ours(page, ranges));
    marked.ok_or(BROKEN_MARKS)
}

fn insert(page: &[u8], scan: &PageScan, head: &str, placement: &InjectSettings) -> Edited {
    let mut pieces = vec![(head_place(page, scan), head.to_owned())];
    if !scan.has_box {
        pieces.extend(boxes(page, scan, placement));
    }
    let count = pieces.len();
    let edited = with_pieces(page, pieces);
    // An element that is never closed treats the following lines as its text.
    match look(&edited, placement).and_then(|scan| scan.marked()) {
        Some(marked) if marked.len() == count => Edited::Page(edited),
        _ => Edited::Not("it ends inside a script, a comment or a similar element"),
    }
}

fn head_place(page: &[u8], scan: &PageScan) -> usize {
    let start_of_body = scan.body.clone().map(|tag| tag.start);
    scan.head_end.or(start_of_body).unwrap_or(page.len())
}

fn body_place(page: &[u8], scan: &PageScan) -> usize {
    let after_head = || scan.head_end.map(|at| after_tag(page, at));
    let after_body = scan.body.clone().map(|tag| tag.end);
    after_body.or_else(after_head).unwrap_or(page.len())
}

/// Returns the box with its place, in one piece or around an older search.
fn boxes(page: &[u8], scan: &PageScan, placement: &InjectSettings) -> Vec<(usize, String)> {
    if let Some(at) = scan.own_place {
        return vec![(at, BOX.to_owned())];
    }
    if scan.is_drawn {
        return vec![(body_place(page, scan), drawn_box(scan, placement))];
    }
    if let Some(old) = &scan.replaced {
        let replace = quoted(&placement.replace);
        let opening = format!("{HEADER_BOX} instead=\"{replace}\">");
        return vec![(old.start, opening), (old.end, BOX_END.to_owned())];
    }
    let found = || scan.beginning.tree().place().map(|place| place.at);
    let at = scan.chosen.or_else(found);
    let at = at.unwrap_or_else(|| body_place(page, scan));
    vec![(at, format!("{HEADER_BOX}>{BOX_END}"))]
}

/// Returns the box of a page whose header a script draws again: it goes there by itself, later.
fn drawn_box(scan: &PageScan, placement: &InjectSettings) -> String {
    let InjectSettings { place, replace } = placement;
    let named = [replace, place]
        .into_iter()
        .find(|selector| !selector.is_empty());
    let found = || scan.beginning.tree().place().map(|place| place.selector);
    let selector = named.cloned().or_else(found).unwrap_or_default();
    let header = match &*selector {
        "" => HEADER_BOX.to_owned(),
        selector => format!("{HEADER_BOX}=\"{}\"", quoted(selector)),
    };
    match &**replace {
        "" => format!("{header}>{BOX_END}"),
        replace => format!("{header} instead=\"{}\">{BOX_END}", quoted(replace)),
    }
}

/// A text as the value of an attribute, without angle brackets, which would end our marks.
fn quoted(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the page with texts inserted, each between marks.
fn with_pieces(page: &[u8], mut pieces: Vec<(usize, String)>) -> Vec<u8> {
    // The sort is stable, so the head's lines precede the body's at the same position.
    pieces.sort_by_key(|(at, _)| *at);
    let mut out = Vec::with_capacity(page.len() + 512);
    let mut at = 0;
    for (place, text) in pieces {
        out.extend_from_slice(&page[at..place]);
        for part in [BEGIN, &text, END] {
            out.extend_from_slice(part.as_bytes());
        }
        at = place;
    }
    out.extend_from_slice(&page[at..]);
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
        is_script || is_box(text)
    })
}

/// Whether a text is a box without content, or the start or the end of one.
fn is_box(text: &str) -> bool {
    let start = text.strip_suffix(BOX_END).unwrap_or(text);
    let tag = start
        .strip_prefix("<soru-search")
        .and_then(|tag| tag.strip_suffix('>'));
    text == BOX_END || tag.is_some_and(|tag| !tag.contains(['<', '>']))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: &str = "<script src=\"soru-search.js\"></script>";
    const H: &str = "<!--soru--><script src=\"soru-search.js\"></script><!--/soru-->";
    const B: &str = "<!--soru--><soru-search form=\"dialog\" header></soru-search><!--/soru-->";
    const I: &str = "<!--soru--><soru-search></soru-search><!--/soru-->";

    fn placed(place: &str, replace: &str) -> InjectSettings {
        InjectSettings {
            place: place.to_owned(),
            replace: replace.to_owned(),
        }
    }

    fn edited_by(page: &str, placement: &InjectSettings) -> String {
        match edit(page.as_bytes(), HEAD, placement) {
            Edited::Page(page) => String::from_utf8(page).unwrap(),
            Edited::Not(reason) => panic!("{page}: {reason}"),
        }
    }

    fn edited(page: &str) -> String {
        match edit(page.as_bytes(), HEAD, &InjectSettings::default()) {
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
                format!("<html><head>{H}</head><body>a<div data-soru-box>{I}b</div>"),
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
        let usual = InjectSettings::default();
        let Edited::Page(old) = edit(page.as_bytes(), script, &usual) else {
            panic!("it is a page")
        };
        let new = edit(&old, HEAD, &usual);
        assert_eq!(new, edit(page.as_bytes(), HEAD, &usual));
        assert_eq!(strip(&old), Edited::Page(page.into()));
        // An earlier version wrote the box without a form.
        let earlier = page.replace(
            "<p>",
            "<!--soru--><soru-search></soru-search><!--/soru--><p>",
        );
        assert_eq!(edit(earlier.as_bytes(), HEAD, &usual), new);
    }

    #[test]
    fn the_button_stands_in_the_header_before_the_menu_and_what_unfolds_it() {
        let links = "<ul><li><a href=a>A</a></li><li><a href=b>B</a></li></ul>";
        for body in [
            format!("<header><div><a href=/>Harbour</a>|<nav>{links}</nav></div></header>"),
            format!(
                "<a href='#m' class=skip>Skip</a><div class=site-header><h1>H</h1>|{links}</div>"
            ),
            format!(
                "<nav class=navbar><div><a>H</a>|<button class=navbar-toggler>M</button><div class=collapse>{links}</div></div></nav>"
            ),
            format!("<header><p>Ministry</p></header><header><img>|<nav>{links}</nav></header>"),
            format!("<header><div>Tel</div><div><a>H</a>|<nav>{links}</nav></div></header>"),
            format!(
                "<main><nav class=bar><a class=brand>H</a>|<div>{links}</div></nav><header><h1>T</h1></header></main>"
            ),
            // A menu alone, or no menu: the start of the row.
            format!("<header><nav>|{links}</nav></header>"),
            "<header>|<h1>Harbour</h1></header>".to_owned(),
            // Neither the header of an article nor that of a window.
            format!(
                "|<dialog><header><nav>{links}</nav></header></dialog><main><h1>T</h1><header><nav>{links}</nav></header></main>"
            ),
        ] {
            let page = format!(
                "<html><head></head><body>{}</body></html>",
                body.replace('|', "")
            );
            let expected = format!(
                "<html><head>{H}</head><body>{}</body></html>",
                body.replace('|', B)
            );
            assert_eq!(edited(&page), expected);
        }
    }

    #[test]
    fn the_project_file_names_the_place_and_the_search_that_it_replaces() {
        let page = |body: &str| format!("<html><head></head><body>{body}</body></html>");
        let expect = |body: &str| format!("<html><head>{H}</head><body>{body}</body></html>");
        let header = "<header><a>H</a><i>x</i></header><form class=find><input></form><p>t";
        let placed_before = header.replace("<i>", &format!("{B}<i>"));
        assert_eq!(
            edited_by(&page(header), &placed("header i", "")),
            expect(&placed_before)
        );
        let around = "<!--soru--><soru-search form=\"dialog\" header instead=\"form.find\"><!--/soru--><form class=find><input></form><!--soru--></soru-search><!--/soru-->";
        let replaced = header.replace("<form class=find><input></form>", around);
        let form = placed("", "form.find");
        let twice = edited_by(&page(header), &form);
        assert_eq!(twice, expect(&replaced));
        assert_eq!(edited_by(&twice, &form), twice);
        assert_eq!(strip(twice.as_bytes()), Edited::Page(page(header).into()));
        // A page without that search, and a search that is never closed.
        let other = "<header><a>H</a></header><form class=find><input>";
        assert!(edited_by(&page(other), &form).contains(&format!("<header>{B}<a>")));
    }

    #[test]
    fn in_a_page_that_a_script_draws_the_box_is_told_where_to_go() {
        let page = "<html><head></head><body><div id=__next><header class=top><a>H</a><nav><a>1</a><a>2</a></nav></header></div></body></html>";
        let bare = edited(page);
        assert!(bare.contains("<body><!--soru--><soru-search form=\"dialog\" header=\"header.top &gt; nav\"></soru-search><!--/soru--><div id=__next>"), "{bare}");
        let replacing = edited_by(page, &placed("", "[a=\"x\"]"));
        assert!(
            replacing.contains("header=\"[a=&quot;x&quot;]\" instead=\"[a=&quot;x&quot;]\">"),
            "{replacing}"
        );
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
            let Edited::Not(message) = edit(page.as_bytes(), HEAD, &InjectSettings::default())
            else {
                panic!("{page} was changed")
            };
            assert!(message.contains(reason), "{page}: {message}");
        }
        assert!(matches!(
            edit(b"\xff\xfe<\0", HEAD, &InjectSettings::default()),
            Edited::Not(_)
        ));
    }

    #[test]
    fn bytes_that_are_no_utf_8_stay() {
        let page = b"<html><head><title>\xd6\xfe</title></head><body>\xfd\x80</body>";
        let Edited::Page(out) = edit(page, HEAD, &InjectSettings::default()) else {
            panic!("it is a page")
        };
        let [before, after] = [
            &b"<title>\xd6\xfe</title><!--soru-->"[..],
            b"<!--/soru-->\xfd\x80</body>",
        ];
        assert!(out.windows(before.len()).any(|part| part == before));
        assert!(out.ends_with(after));
    }

    // The work must not grow with the square of the depth.
    #[test]
    fn deeply_nested_headers_cost_little() {
        let page = format!(
            "<html><head></head><body>{}",
            "<header><nav><ul><a href=a>".repeat(5000)
        );
        let start = std::time::Instant::now();
        let _ = edit(page.as_bytes(), HEAD, &InjectSettings::default());
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }

    proptest! {
        // Tags in any order: the lines are inserted once, nothing else is lost, and a second run
        // changes nothing.
        #[test]
        fn any_page_keeps_its_bytes(parts in proptest::collection::vec(prop_oneof![
            Just("<html>"), Just("<head>"), Just("</head>"), Just("<body>"), Just("</body>"), Just("<svg>"),
            Just("<!--"), Just("-->"), Just("<script>"), Just("</script>"), Just("<title>"), Just("é<"),
            Just("<template>"), Just("</template>"), Just("<header>"), Just("<nav>"), Just("</nav>"), Just("<a>"), Just("<form>"),
            Just("</form>"), Just("<!--soru-->"), Just("<!--/soru-->"), Just("</html>"),
        ], 0..24)) {
            let page = parts.concat();
            let placement = placed("", "form");
            if let Edited::Page(once) = edit(page.as_bytes(), HEAD, &placement) {
                if !page.contains("soru") {
                    prop_assert_eq!(strip(&once), Edited::Page(page.into()));
                }
                prop_assert_eq!(edit(&once, HEAD, &placement), Edited::Page(once));
            }
        }
    }
}
