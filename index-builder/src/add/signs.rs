//! Reads the signs in one page: its names, its policy, and the searches that it has.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use lol_html::html_content::Element;
use lol_html::{HandlerResult, HtmlRewriter, Settings, element, end_tag, text};

use super::searches::{INPUTS, SEARCHES};
use crate::inject::without_lines;

/// One page.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) lang: Option<String>,
    pub(super) site_name: Option<String>,
    pub(super) title: String,
    /// Whether that has ended: pictures have titles too.
    is_titled: bool,
    /// The known searches in it, outside its main part.
    pub(super) searches: Vec<usize>,
    /// Forms that search, outside its main part.
    pub(super) forms: Vec<String>,
    /// Open forms.
    open: Vec<String>,
    /// The number of open main parts.
    main: usize,
    /// The element that a script names for Pagefind.
    pub(super) pagefind: Option<String>,
    pub(super) policies: usize,
    pub(super) box_pieces: usize,
}

type Read = Rc<RefCell<Page>>;

/// Returns the bytes of the tags of `<meta>` elements with a policy.
pub(super) fn policy_tags(page: &[u8]) -> Vec<Range<usize>> {
    let found: Rc<RefCell<Vec<Range<usize>>>> = Rc::default();
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler(element!(
            "meta[http-equiv='content-security-policy' i]",
            |element| {
                found.borrow_mut().push(element.source_location().bytes());
                Ok(())
            }
        ));
    let _ = walk(page, settings);
    found.take()
}

fn walk(page: &[u8], settings: Settings<'_, '_>) -> Option<()> {
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page).ok()?;
    rewriter.end().ok()
}

/// Reads a page; none if the parser gives up.
pub(super) fn read(bytes: &[u8]) -> Option<Page> {
    let page = Read::default();
    let mut settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler(element!("html[lang]", |element| {
            page.borrow_mut().lang = element.get_attribute("lang");
            Ok(())
        }))
        .append_element_content_handler(element!("meta[property='og:site_name']", |element| {
            page.borrow_mut().site_name = element.get_attribute("content");
            Ok(())
        }))
        .append_element_content_handler(element!(
            "meta[http-equiv='content-security-policy' i]",
            |_| {
                page.borrow_mut().policies += 1;
                Ok(())
            }
        ))
        .append_element_content_handler(text!("title", |text| {
            page.borrow_mut()
                .read_title(text.as_str(), text.last_in_text_node());
            Ok(())
        }))
        .append_element_content_handler(text!("script:not([src])", |text| {
            page.borrow_mut().read_script(text.as_str());
            Ok(())
        }))
        .append_element_content_handler(element!("main, [role=main]", |element| main(
            element, &page
        )))
        .append_element_content_handler(element!("form", |element| form(element, &page)))
        .append_element_content_handler(element!(INPUTS, |_| {
            page.borrow_mut().keep_form();
            Ok(())
        }))
        .append_element_content_handler(element!(
            "soru-search, script[src*='soru-search.js']",
            |_| {
                page.borrow_mut().box_pieces += 1;
                Ok(())
            }
        ));
    for (number, known) in SEARCHES.iter().enumerate() {
        let page = Rc::clone(&page);
        settings = settings.append_element_content_handler(element!(known.selector, move |_| {
            page.borrow_mut().keep(number);
            Ok(())
        }));
    }
    let unmarked = without_lines(bytes).ok()?;
    walk(&unmarked, settings)?;
    Some(page.take())
}

impl Page {
    fn read_title(&mut self, text: &str, is_last: bool) {
        if !self.is_titled {
            self.title.push_str(text);
        }
        self.is_titled |= is_last;
    }

    fn keep(&mut self, number: usize) {
        if self.main == 0 && !self.searches.contains(&number) {
            self.searches.push(number);
        }
    }

    fn keep_form(&mut self) {
        if let Some(form) = self
            .open
            .last()
            .filter(|form| self.main == 0 && !form.is_empty())
        {
            self.forms.push(form.clone());
        }
    }

    /// Reads where a script puts Pagefind's or `DocSearch`'s input: `element: "#search"`.
    fn read_script(&mut self, script: &str) {
        let makers = ["PagefindUI(", "docsearch("];
        let Some(call) = makers.iter().find_map(|maker| script.split_once(maker)) else {
            return;
        };
        let keys = ["element", "container"].into_iter();
        let mut values = keys.filter_map(|key| {
            let (_, value) = call.1.split_once(key)?;
            let value = value.trim_start_matches(['"', '\'', ':', ' ']);
            value.split(['"', '\'', '`']).next()
        });
        let named = values
            .find(|value| value.starts_with(['#', '.']) && !value.contains(char::is_whitespace));
        self.pagefind = named.map(str::to_owned).or(self.pagefind.take());
    }
}

fn main(element: &mut Element<'_, '_>, page: &Read) -> HandlerResult {
    page.borrow_mut().main += 1;
    let page = Rc::clone(page);
    element.on_end_tag(end_tag!(move |_| {
        let mut page = page.borrow_mut();
        page.main = page.main.saturating_sub(1);
        Ok(())
    }))
}

fn form(element: &mut Element<'_, '_>, page: &Read) -> HandlerResult {
    page.borrow_mut().open.push(selector(element));
    let page = Rc::clone(page);
    element.on_end_tag(end_tag!(move |_| {
        page.borrow_mut().open.pop();
        Ok(())
    }))
}

/// A CSS selector of a form, empty if nothing tells it from others.
fn selector(form: &Element<'_, '_>) -> String {
    let is_plain = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let class = form.get_attribute("class").unwrap_or_default();
    let mut classes = class.split_whitespace().filter(|class| is_plain(class));
    if let Some(id) = form.get_attribute("id").filter(|id| is_plain(id)) {
        return format!("form#{id}");
    }
    if let Some(class) = classes.next() {
        return format!("form.{class}");
    }
    let action = form
        .get_attribute("action")
        .filter(|action| !action.contains(['\'', '\\']));
    action.map_or_else(String::new, |action| format!("form[action='{action}']"))
}
