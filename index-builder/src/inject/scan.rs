//! Walks through the tags of one page.
//!
//! The page is parsed as in a browser, by a parser that reports the byte position of each tag.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use lol_html::html_content::Element;
use lol_html::{
    ElementContentHandlers, HandlerResult, HtmlRewriter, Selector, Settings, doc_comments, element,
    end_tag,
};

use super::beginning::{Beginning, Part};
use crate::project::InjectSettings;

/// The marker before the inserted lines.
pub(super) const BEGIN: &str = "<!--soru-->";
/// The marker after them.
pub(super) const END: &str = "<!--/soru-->";

/// Signs of pages that a script draws again when they have loaded.
const DRAWN: &str = "#__docusaurus, #__next, #__nuxt, #___gatsby, [data-reactroot], [data-server-rendered], \
    script[src*='/_next/'], script[src*='/_nuxt/'], [data-sveltekit-preload-data], \
    meta[name=generator][content^='VitePress']";

/// The parser's findings, as positions in the page's bytes.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign in the page")]
pub(super) struct PageScan {
    pub(super) head_end: Option<usize>,
    pub(super) body: Option<Range<usize>>,
    /// The place that the page names.
    pub(super) own_place: Option<usize>,
    /// The place that the project file names.
    pub(super) chosen: Option<usize>,
    /// The older search that the project file names.
    pub(super) replaced: Option<Range<usize>>,
    pub(super) beginning: Beginning,
    pub(super) html: bool,
    pub(super) refuses: bool,
    /// Whether a script draws the page again when it has loaded.
    pub(super) is_drawn: bool,
    pub(super) has_box: bool,
    pub(super) has_script: bool,
    begins: Vec<usize>,
    ends: Vec<usize>,
}

type Scan = Rc<RefCell<PageScan>>;

impl PageScan {
    /// Returns the marked ranges including their markers, if these come in pairs.
    pub(super) fn marked(&self) -> Option<Vec<Range<usize>>> {
        let pairs = self.begins.iter().zip(&self.ends);
        let ranges: Vec<_> = pairs.map(|(begin, end)| *begin..*end + END.len()).collect();
        let in_order = ranges.iter().all(|range| range.start < range.end)
            && ranges.windows(2).all(|two| two[0].end <= two[1].start);
        (self.begins.len() == self.ends.len() && in_order).then_some(ranges)
    }
}

/// Walks through the page's tags; none if the parser gives up.
pub(super) fn look(page: &[u8], placement: &InjectSettings) -> Option<PageScan> {
    // The parser may keep end-tag handlers alive for any time.
    let scan = Scan::default();
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler(element!("html, head, body", |element| frame(
            element, &scan
        )))
        .append_element_content_handler(element!("*", |element| beginning(element, &scan)))
        .append_element_content_handler(element!("[data-soru-no-inject]", |_| {
            scan.borrow_mut().refuses = true;
            Ok(())
        }))
        .append_element_content_handler(element!("[data-soru-box]", |element| {
            let end = element.source_location().bytes().end;
            scan.borrow_mut().own_place.get_or_insert(end);
            Ok(())
        }))
        .append_element_content_handler(element!("soru-search", |_| {
            scan.borrow_mut().has_box = true;
            Ok(())
        }))
        .append_element_content_handler(element!("script[src*=\"soru-search.js\"]", |_| {
            scan.borrow_mut().has_script = true;
            Ok(())
        }))
        .append_element_content_handler(element!(DRAWN, |_| {
            scan.borrow_mut().is_drawn = true;
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
    let settings = with_selector(settings, &placement.place, |element| {
        let start = element.source_location().bytes().start;
        scan.borrow_mut().chosen.get_or_insert(start);
        Ok(())
    });
    let settings = with_selector(settings, &placement.replace, |element| {
        older(element, &scan)
    });
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page).ok()?;
    rewriter.end().ok()?;
    let mut scan = scan.take();
    // A stray closing tag, which browsers ignore.
    let body = scan.body.as_ref().map_or(page.len(), |tag| tag.start);
    scan.head_end = scan.head_end.filter(|at| *at <= body);
    Some(scan)
}

/// Adds a handler for a selector, unless it is empty or none.
fn with_selector<'h, 's>(
    settings: Settings<'h, 's>,
    selector: &str,
    handler: impl FnMut(&mut Element<'_, '_>) -> HandlerResult + 'h,
) -> Settings<'h, 's> {
    match selector.parse::<Selector>() {
        Ok(selector) => settings.append_element_content_handler((
            Cow::Owned(selector),
            ElementContentHandlers::default().element(handler),
        )),
        Err(_) => settings,
    }
}

fn frame(element: &mut Element<'_, '_>, scan: &Scan) -> HandlerResult {
    if element.tag_name() == "head" && element.can_have_content() {
        let scan = Rc::clone(scan);
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
}

/// Keeps an element of the page's beginning.
fn beginning(element: &mut Element<'_, '_>, scan: &Scan) -> HandlerResult {
    let value = |name: &str| element.get_attribute(name).unwrap_or_default();
    let part = Part {
        tag: element.tag_name(),
        id: value("id"),
        class: value("class"),
        role: value("role"),
        label: value("aria-label"),
        href: value("href"),
        is_hidden: element.has_attribute("hidden"),
        open: element.source_location().bytes(),
        ..Part::default()
    };
    let Some(number) = scan.borrow_mut().beginning.open(part) else {
        return Ok(());
    };
    if !element.can_have_content() {
        scan.borrow_mut().beginning.close(number);
        return Ok(());
    }
    let scan = Rc::clone(scan);
    element.on_end_tag(end_tag!(move |_| {
        scan.borrow_mut().beginning.close(number);
        Ok(())
    }))
}

/// Keeps the bytes of the first older search that is closed by its own tag, with all of it.
fn older(element: &mut Element<'_, '_>, scan: &Scan) -> HandlerResult {
    let bytes = element.source_location().bytes();
    if !element.can_have_content() {
        scan.borrow_mut().replaced.get_or_insert(bytes);
        return Ok(());
    }
    let (name, scan) = (element.tag_name(), Rc::clone(scan));
    element.on_end_tag(end_tag!(move |tag| {
        let end = tag.source_location().bytes().end;
        let mut scan = scan.borrow_mut();
        let holds_it = |first: &Range<usize>| bytes.start < first.start && first.end < end;
        if tag.name() == name && scan.replaced.as_ref().is_none_or(holds_it) {
            scan.replaced = Some(bytes.start..end);
        }
        Ok(())
    }))
}
