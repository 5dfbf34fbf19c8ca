//! Contact lines: finds the runs of a page that look like an address, opening hours, a telephone
//! number or a mail address, with the words that announce them.

use scraper::{ElementRef, Html};

use super::addresses::{contact, has_contact};
use super::attributes::attribute;
use super::runs::{Run, Runs};
use crate::contact_forms::is_contact;
use crate::contacts::ContactLine;
use crate::tidy;

/// The maximum number of words of a run that announces a contact.
const LONGEST_LABEL: usize = 4;

/// The maximum number of words of a contact line.
const MOST_WORDS: usize = 60;

/// The maximum number of contact lines of a page.
const MOST: usize = 60;

/// Returns the contact lines of a page.
pub(super) fn contact_lines(html: &Html, runs: &Runs) -> Vec<ContactLine> {
    let mut lines = Vec::new();
    let mut before: Option<String> = None;
    for run in &runs.all {
        let text = if run.words <= MOST_WORDS && !run.is_hidden {
            text_of(html, runs, run)
        } else {
            String::new()
        };
        let label = before.take();
        let joined = label
            .as_ref()
            .map(|label| format!("{}: {text}", label.trim_end_matches(':')));
        let is_menu = run.linked * 2 > run.words;
        let own = is_contact(&text)
            || (stands_in_address(html, runs, run) && text.contains(|c: char| c.is_ascii_digit()));
        let with_label = || {
            joined.as_deref().is_some_and(is_contact) && text.contains(|c: char| c.is_ascii_digit())
        };
        if !is_menu && lines.len() < MOST && !text.is_empty() && (own || with_label()) {
            lines.push(ContactLine {
                run: run.hash,
                text: joined.unwrap_or_else(|| text.clone()),
                own: text,
            });
        } else if run.linked == 0 && run.words <= LONGEST_LABEL && !text.contains('©') {
            before = Some(text).filter(|text| !text.is_empty());
        }
    }
    lines
}

/// Returns the text of a run, with the contacts in its links.
fn text_of(html: &Html, runs: &Runs, run: &Run) -> String {
    let mut text = String::new();
    for (node, _) in runs.nodes(run) {
        let Some(node) = html.tree.get(*node) else {
            continue;
        };
        let own = node.value().as_text().map(|own| &**own).unwrap_or_default();
        text.push(' ');
        text.push_str(own);
        let link = node
            .ancestors()
            .take(4)
            .filter_map(ElementRef::wrap)
            .find(|own| own.value().name() == "a");
        let href = link.and_then(|link| attribute(link.value(), "href"));
        if let Some(address) = href.and_then(|href| contact(href, false))
            && !has_contact(&text, &address)
        {
            text.extend([" (", &address, ")"]);
        }
    }
    let text = tidy::line(&text);
    [" ,", " .", " :", " ;"]
        .iter()
        .fold(text, |text, mark| text.replace(mark, &mark[1..]))
}

fn stands_in_address(html: &Html, runs: &Runs, run: &Run) -> bool {
    let first = runs
        .nodes(run)
        .first()
        .and_then(|(node, _)| html.tree.get(*node));
    first.is_some_and(|node| {
        let mut above = node.ancestors().filter_map(ElementRef::wrap);
        above.any(|above| above.value().name() == "address")
    })
}
