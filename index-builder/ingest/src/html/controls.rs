//! Recognises by form the controls that open a part of a page, and the titles of parts.
//!
//! | control | opens |
//! |---|---|
//! | `aria-expanded` with `aria-controls`, a tab with `aria-controls` | the element of that id |
//! | Bootstrap 3 to 5: `data-toggle`, `data-bs-toggle` with a target or an `href` | that element |
//! | the label of a checkbox or radio button in front of a block | the block |
//! | a button in front of a block, if `aria-expanded`, a question, or one of several | the block |
//! | a link to nowhere in front of a block, if it is one of several | the block |
//! | `summary`, `legend`, `caption` | the element that it stands in |
//! | a question that is the first part of several alike, and the first paragraph of an item of a list of questions | the other parts |

use scraper::ElementRef;
use scraper::node::Element;

use super::asked::is_question;
use super::attributes::{attribute, is_role};
use crate::tidy;

/// A control that may open something.
pub(super) struct Candidate<'h> {
    pub(super) control: ElementRef<'h>,
    pub(super) opens: Opens<'h>,
}

/// The way in which a control identifies the part that it opens.
pub(super) enum Opens<'h> {
    /// The control names it by an id.
    Named(&'h str),
    /// The control states that it unfolds the following element.
    Next,
    /// The control is a button that may unfold the following element.
    MaybeNext,
    /// The control is the title of its parent element.
    Parent,
    /// The control is the first part of this element, and may be a question.
    Item { item: ElementRef<'h>, asks: bool },
    /// The control is the label of a form control.
    Label,
}

/// Returns what an element may open, if it is a control or a title.
pub(super) fn candidate(control: ElementRef<'_>) -> Option<Candidate<'_>> {
    let own = control.value();
    let opens = match own.name() {
        "summary" | "legend" | "caption" => Opens::Parent,
        "label" => Opens::Label,
        name => {
            if let Some((item, asks)) = item_of(&control) {
                let opens = Opens::Item { item, asks };
                return Some(Candidate { control, opens });
            }
            if own.attrs.is_empty() && !matches!(name, "a" | "button") {
                return None;
            }
            let expands = attribute(own, "aria-expanded").is_some();
            let is_tab = is_role(own, "tab");
            let controlled = attribute(own, "aria-controls").filter(|_| expands || is_tab);
            let controlled = controlled.and_then(|ids| ids.split_whitespace().next());
            match controlled.or_else(|| bootstrap_target(own)) {
                Some(id) => Opens::Named(id),
                None if expands => Opens::Next,
                None if is_plain_button(own) || leads_nowhere(own) => Opens::MaybeNext,
                None => return None,
            }
        }
    };
    Some(Candidate { control, opens })
}

/// Returns the id of the element that a Bootstrap control shows.
fn bootstrap_target(element: &Element) -> Option<&str> {
    let either =
        |name: &str, other: &str| attribute(element, name).or_else(|| attribute(element, other));
    let kind = either("data-bs-toggle", "data-toggle")?;
    let target = either("data-bs-target", "data-target").or_else(|| attribute(element, "href"));
    let id = target?.trim().strip_prefix('#')?;
    ["collapse", "tab", "pill"].contains(&kind).then_some(id)
}

/// Whether a button neither sends a form nor opens a menu.
fn is_plain_button(button: &Element) -> bool {
    let kind = attribute(button, "type").unwrap_or("button");
    button.name() == "button"
        && kind.eq_ignore_ascii_case("button")
        && attribute(button, "aria-haspopup").is_none()
        && attribute(button, "data-dismiss").is_none()
        && attribute(button, "data-bs-dismiss").is_none()
}

/// Whether a link is a control: a script runs when it is clicked.
fn leads_nowhere(link: &Element) -> bool {
    let href = attribute(link, "href").unwrap_or_default().trim();
    let is_nowhere = matches!(href, "" | "#" | "#!") || href.starts_with("javascript:");
    link.name() == "a"
        && is_nowhere
        && attribute(link, "name").is_none()
        && attribute(link, "id").is_none()
}

/// The maximum length of the first paragraph of an item that is no question, in bytes.
const LONGEST_TITLE: usize = 300;

/// Returns the element that begins with a question and also contains an answer, and whether it is a
/// question: in a list of questions, the first paragraph of an item is one without a mark.
fn item_of<'h>(question: &ElementRef<'h>) -> Option<(ElementRef<'h>, bool)> {
    let mut next = question.next_siblings().filter_map(ElementRef::wrap);
    let answer = next.next()?;
    let is_first = question
        .prev_siblings()
        .all(|node| !node.value().is_element());
    let item = question
        .parent()
        .and_then(ElementRef::wrap)
        .filter(|_| is_first)?;
    let name = item.value().name();
    let is_item = matches!(name, "article" | "div" | "li" | "section");
    let has_text = |element: &ElementRef<'_>| {
        let mut nodes = element.children().filter_map(|node| node.value().as_text());
        nodes.any(|text| tidy::has_words(text))
    };
    let is_answer = is_question(&answer) == Some(false);
    let is_title = || {
        let length: usize = question.text().take(30).map(str::len).sum();
        name == "li" && question.value().name() == "p" && length <= LONGEST_TITLE
    };
    let asks = is_question(question).filter(|_| is_item && is_answer && !has_text(&item))?;
    (asks || is_title()).then_some((item, asks))
}
