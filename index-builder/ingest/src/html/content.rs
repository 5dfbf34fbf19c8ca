//! Content: chooses the part of a page that is indexed.
//!
//! It takes the first of these: the selectors of the site (`input.content`), `data-soru-body`, the
//! content root that follows from the pages of the site ([`root`](super::root)), the landmarks of
//! the page ([`landmarks`](super::landmarks)). If that has no text, the whole body is the content,
//! and the build reports the page.
//!
//! A page whose own words are mostly in links, as in a list of documents or of cards, has little
//! text outside of them: its content root is its `main`, if it has one.

use scraper::{ElementRef, Html, Selector};

use super::attributes::attribute;
use super::landmarks::{add_landmarks, add_menus, content, is_main, outermost};
use super::panels::is_panel;
use super::root::{find_root, idle_parts};
use super::runs::{Run, Runs, body};
use super::trail::{Names, is_trail};
use super::visibility::Silence;
use crate::template::Repeated;

/// Returns the part that the site's owner marked, if any.
pub(super) fn marked_content<'a>(html: &'a Html, selectors: &[Selector]) -> Vec<ElementRef<'a>> {
    let chosen = outermost(html, |element| selectors.iter().any(|s| s.matches(element)));
    if !chosen.is_empty() {
        return chosen;
    }
    outermost(html, |element| {
        attribute(element.value(), "data-soru-body").is_some()
    })
}

/// Finds the content that nobody marked, and adds the parts inside it that are not content to the
/// silent elements.
pub(super) fn find_content<'a>(
    html: &'a Html,
    repeated: &Repeated<'_>,
    silence: &mut Silence,
) -> Vec<ElementRef<'a>> {
    let top = body(html);
    let runs = Runs::of(top, silence);
    let root = root_of(html, &runs, repeated, silence);
    drop_panels(html, &runs, silence);
    root.unwrap_or_else(|| {
        add_landmarks(html, &mut silence.dropped);
        let content = content(html, top, silence);
        if content == [top] {
            add_menus(html, &runs, &mut silence.dropped);
        }
        content
    })
}

/// Returns the content root, without parts that have no text of their own.
fn root_of<'a>(
    html: &'a Html,
    runs: &Runs,
    repeated: &Repeated<'_>,
    silence: &mut Silence,
) -> Option<Vec<ElementRef<'a>>> {
    if repeated.is_unknown() {
        return None;
    }
    let is_repeated: Vec<bool> = runs
        .all
        .iter()
        .map(|run| repeated.contains(run.hash))
        .collect();
    let root = find_root(runs, &is_repeated)?;
    let root = main_of_links(html, runs, root, &is_repeated).unwrap_or(root);
    let idle = idle_parts(runs, root, &is_repeated);
    silence
        .dropped
        .extend(idle.into_iter().map(|part| runs.parts[part].node));
    let node = html.tree.get(runs.parts[root].node)?;
    Some(vec![ElementRef::wrap(node)?])
}

/// Returns the `main` around a root, if the rest of it has more words in links of its own than the
/// root has words.
fn main_of_links(html: &Html, runs: &Runs, root: usize, is_repeated: &[bool]) -> Option<usize> {
    let is_main = |part: &usize| {
        let node = html.tree.get(runs.parts[*part].node);
        node.and_then(ElementRef::wrap)
            .is_some_and(|own| is_main(&own))
    };
    let mut around = (0..root).filter(|part| runs.parts[*part].end > root);
    let main = around.find(is_main)?;
    let within = &runs.parts[root].runs;
    let (mut own, mut linked) = (0, 0);
    for run in runs.parts[main].runs.clone() {
        let Run {
            words,
            linked: in_links,
            is_hidden,
            ..
        } = runs.all[run];
        if is_repeated[run] || is_hidden {
            continue;
        }
        if within.contains(&run) {
            own += words;
        } else {
            linked += in_links;
        }
    }
    (linked > own).then_some(main)
}

/// Drops runs that only lead to other pages.
fn drop_panels(html: &Html, runs: &Runs, silence: &mut Silence) {
    let names = Names::of(html);
    let leads = |run: &&Run| is_panel(html, runs, run) || is_trail(html, runs, run, &names);
    for run in runs.all.iter().filter(leads) {
        silence
            .dropped
            .extend(runs.nodes(run).iter().map(|(node, _)| *node));
    }
}
