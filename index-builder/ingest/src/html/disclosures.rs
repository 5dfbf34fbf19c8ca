//! Disclosures: finds the controls of a page that open a part of it, and the labels of its form
//! controls.
//!
//! A control that opens a part is the heading of that part: sites often write a question on it and
//! its answer below. [`controls`](super::controls) lists the kinds.
//!
//! A heading in or around a control becomes the heading of the part. Controls that share their
//! words (`Show more`) are not headings.

use std::collections::{HashMap, HashSet};

use ego_tree::NodeId;
use foldhash::fast::RandomState;
use scraper::{ElementRef, Html, Node};
use soru::text::has_question_mark;

use super::asked::{Count, group_of, in_rows};
use super::attributes::attribute;
use super::controls::{Candidate, Opens, candidate};
use super::meanings::{Meaning, meaning};
use crate::tidy;

type Map<V> = HashMap<NodeId, V, RandomState>;

/// The controls of a page and the parts that they open.
#[derive(Debug, Default)]
pub(super) struct Disclosures {
    /// The control of each opened element, which is its heading.
    controls: Map<NodeId>,
    /// The opened element of each control, and of a heading in or around it.
    panels: Map<NodeId>,
    /// The last element of the answer to each question that stands in a row with others.
    ends: Map<NodeId>,
    /// Labels of form controls and of groups of them.
    labels: HashSet<NodeId, RandomState>,
}

impl Disclosures {
    pub(super) fn of(html: &Html) -> Self {
        let elements = html.root_element().descendent_elements();
        let candidates: Vec<Candidate<'_>> = elements.filter_map(candidate).collect();
        let mut all = Self {
            ends: in_rows(html).into_iter().collect(),
            ..Self::default()
        };
        if candidates.is_empty() {
            return all;
        }
        let ids = ids(html);
        let lists = lists_of_items(&candidates);
        let mut open: Vec<(ElementRef<'_>, ElementRef<'_>, bool)> = Vec::new();
        for Candidate { control, opens } in candidates {
            let is_sure = !matches!(opens, Opens::MaybeNext);
            let panel = match opens {
                Opens::Named(id) => ids.get(id).copied(),
                Opens::Next | Opens::MaybeNext => block_behind(&control),
                Opens::Parent => all.titled(&control),
                Opens::Item { item, asks } => Some(item).filter(|item| is_in(item, asks, &lists)),
                Opens::Label => all.labelled(&control, &ids),
            };
            open.extend(
                panel
                    .filter(|panel| is_part(&control, panel))
                    .map(|panel| (control, panel, is_sure)),
            );
        }
        for (control, panel) in distinct(&open) {
            all.add(control, panel);
        }
        all
    }

    fn add(&mut self, control: &ElementRef<'_>, panel: &ElementRef<'_>) {
        let heading = heading_of(control).map(|heading| heading.id());
        let is_inside = control.ancestors().any(|above| above.id() == panel.id());
        if heading.is_none() && !is_inside {
            self.controls.entry(panel.id()).or_insert(control.id());
        }
        let heading = heading.unwrap_or(control.id());
        self.panels.entry(heading).or_insert(panel.id());
    }

    /// Returns the element of which a `summary`, `legend` or `caption` is the title. The legend of
    /// a group that has only form controls is a label.
    fn titled<'h>(&mut self, title: &ElementRef<'h>) -> Option<ElementRef<'h>> {
        let parent = title.parent().and_then(ElementRef::wrap)?;
        let name = title.value().name();
        let wanted = match name {
            "summary" => "details",
            "legend" => "fieldset",
            _ => "table",
        };
        if name == "legend" && !has_prose(&parent) {
            self.labels.insert(title.id());
            return None;
        }
        (parent.value().name() == wanted).then_some(parent)
    }

    /// Returns the block that a label of a checkbox or radio button opens, and records other labels
    /// of form controls.
    fn labelled<'h>(&mut self, label: &ElementRef<'h>, ids: &Ids<'h>) -> Option<ElementRef<'h>> {
        let named = attribute(label.value(), "for").and_then(|id| ids.get(id.trim()).copied());
        let inner = || label.descendent_elements().find(is_form_control);
        let control = named.filter(is_form_control).or_else(inner);
        let control = control.or_else(|| form_control_beside(label))?;
        let kind = attribute(control.value(), "type").unwrap_or_default();
        let opens = named.is_some() && ["checkbox", "radio"].contains(&kind);
        let block = block_behind(label).filter(|block| opens && !has_form_control(block));
        let is_in_form = || {
            label
                .ancestors()
                .filter_map(ElementRef::wrap)
                .any(|above| above.value().name() == "form")
        };
        if block.is_none() && (!opens || is_in_form()) {
            self.labels.insert(label.id());
        }
        block
    }

    /// Returns the control that is the heading of an element.
    pub(super) fn control_of(&self, panel: NodeId) -> Option<NodeId> {
        self.controls.get(&panel).copied()
    }

    /// Returns the element that a heading or control opens, or with which its answer ends.
    pub(super) fn panel_of(&self, heading: NodeId) -> Option<NodeId> {
        let panel = self.panels.get(&heading);
        panel.or_else(|| self.ends.get(&heading)).copied()
    }

    /// Whether a control opens an element.
    pub(super) fn opens(&self, element: NodeId) -> bool {
        self.controls.contains_key(&element) || self.panels.values().any(|own| *own == element)
    }

    /// Whether an element labels form controls and is not a heading.
    pub(super) fn is_label(&self, element: NodeId) -> bool {
        self.labels.contains(&element)
    }
}

/// Returns the groups of items that begin with a question or a title, counted.
fn lists_of_items(candidates: &[Candidate<'_>]) -> Map<Count> {
    let mut counts: Map<Count> = Map::default();
    for candidate in candidates {
        if let Opens::Item { item, asks } = &candidate.opens
            && let Some(group) = group_of(item)
        {
            counts.entry(group).or_default().add(*asks);
        }
    }
    counts
}

fn is_in(item: &ElementRef<'_>, asks: bool, lists: &Map<Count>) -> bool {
    let count = group_of(item).and_then(|group| lists.get(&group));
    count.is_some_and(|count| count.holds(asks))
}

/// Elements by their ids; the first element of each id counts.
type Ids<'h> = HashMap<&'h str, ElementRef<'h>, RandomState>;

fn ids(html: &Html) -> Ids<'_> {
    let mut ids = Ids::default();
    for element in html.root_element().descendent_elements() {
        if let Some(id) = attribute(element.value(), "id") {
            ids.entry(id.trim()).or_insert(element);
        }
    }
    ids
}

/// Returns the block directly after a control, or after the element that contains only the control.
fn block_behind<'h>(control: &ElementRef<'h>) -> Option<ElementRef<'h>> {
    let mut here = *control;
    for _ in 0..4 {
        for next in here.next_siblings() {
            if let Some(element) = ElementRef::wrap(next) {
                let is_block = meaning(&element) == Meaning::Block && !has_button(&element);
                return is_block.then_some(element);
            }
            if next
                .value()
                .as_text()
                .is_some_and(|text| tidy::has_words(text))
            {
                return None;
            }
        }
        let parent = here.parent().and_then(ElementRef::wrap)?;
        let has_more = parent
            .text()
            .take(50)
            .filter(|text| tidy::has_words(text))
            .count()
            > control
                .text()
                .take(50)
                .filter(|text| tidy::has_words(text))
                .count();
        if has_more || parent.value().name() == "body" {
            return None;
        }
        here = parent;
    }
    None
}

/// Whether a control opens another part of the page, and both have words.
fn is_part(control: &ElementRef<'_>, panel: &ElementRef<'_>) -> bool {
    let is_title = matches!(control.value().name(), "summary" | "legend" | "caption")
        || control
            .parent()
            .is_some_and(|parent| parent.id() == panel.id());
    let holds = || control.ancestors().any(|above| above.id() == panel.id());
    has_words(control) && has_words(panel) && (is_title || !holds())
}

/// Drops controls with the same words, and buttons that may open nothing.
fn distinct<'o, 'h>(
    open: &'o [(ElementRef<'h>, ElementRef<'h>, bool)],
) -> impl Iterator<Item = (&'o ElementRef<'h>, &'o ElementRef<'h>)> {
    let words: Vec<String> = { open.iter() }
        .map(|(control, ..)| tidy::line(&control.text().take(50).collect::<String>()))
        .collect();
    let mut counts: HashMap<&str, usize, RandomState> = HashMap::default();
    for own in &words {
        *counts.entry(own).or_default() += 1;
    }
    let is_alone = |own: &str| counts[own] == 1;
    let all = words.iter().zip(open);
    let unsure = all
        .filter(|(own, (.., is_sure))| !is_sure && is_alone(own))
        .count();
    let is_kept: Vec<bool> = { words.iter().zip(open) }
        .map(|(own, (control, _, is_sure))| {
            let is_asked = has_question_mark(own);
            let is_title = matches!(control.value().name(), "caption" | "legend");
            is_asked || is_title || is_alone(own) && (*is_sure || unsure > 1)
        })
        .collect();
    let all = open.iter().zip(is_kept);
    all.filter(|(_, is_kept)| *is_kept)
        .map(|((control, panel, _), _)| (control, panel))
}

/// Returns the heading around a control, or in it.
fn heading_of<'h>(control: &ElementRef<'h>) -> Option<ElementRef<'h>> {
    let is_heading =
        |element: &ElementRef<'_>| matches!(meaning(element), Meaning::Heading(Some(_)));
    let mut above = control.ancestors().take(5).filter_map(ElementRef::wrap);
    let mut inside = control.descendent_elements().skip(1).take(8);
    above.find(is_heading).or_else(|| inside.find(is_heading))
}

fn has_words(element: &ElementRef<'_>) -> bool {
    element.text().any(tidy::has_words)
}

fn has_button(element: &ElementRef<'_>) -> bool {
    element.value().name() == "button"
}

fn is_form_control(element: &ElementRef<'_>) -> bool {
    matches!(
        element.value().name(),
        "input" | "meter" | "output" | "progress" | "select" | "textarea"
    )
}

/// Returns the form control next to a label that names no control.
fn form_control_beside<'h>(label: &ElementRef<'h>) -> Option<ElementRef<'h>> {
    let is_other = |element: &ElementRef<'_>| element.value().name() != "br";
    let behind = label
        .next_siblings()
        .filter_map(ElementRef::wrap)
        .find(is_other);
    let before = label
        .prev_siblings()
        .filter_map(ElementRef::wrap)
        .find(is_other);
    behind
        .filter(is_form_control)
        .or_else(|| before.filter(is_form_control))
}

fn has_form_control(element: &ElementRef<'_>) -> bool {
    element
        .descendent_elements()
        .any(|own| is_form_control(&own))
}

/// Whether a group of form controls has text besides its labels, buttons and choices.
fn has_prose(group: &ElementRef<'_>) -> bool {
    let is_label = |node: ego_tree::NodeRef<'_, Node>| {
        let own = node.value().as_element();
        own.is_some_and(|own| {
            matches!(
                own.name(),
                "label" | "legend" | "button" | "option" | "textarea" | "script"
            )
        })
    };
    let texts = group.descendants().filter(|node| {
        let text = node.value().as_text();
        text.is_some_and(|text| text.split_whitespace().count() > 2)
    });
    { texts }.any(|text| !text.ancestors().take(6).any(is_label))
}

#[cfg(test)]
mod tests {
    use scraper::Selector;

    use super::*;

    /// Returns the words of headings and of the parts that they open.
    fn opened(markup: &str) -> Vec<(String, String)> {
        let html = Html::parse_document(markup);
        let all = Disclosures::of(&html);
        let words = |id| {
            let element = ElementRef::wrap(html.tree.get(id).unwrap()).unwrap();
            tidy::line(&element.text().collect::<String>())
        };
        let elements = html.root_element().descendent_elements();
        let own = elements.filter_map(|own| Some((own.id(), all.panel_of(own.id())?)));
        own.map(|(heading, panel)| (words(heading), words(panel)))
            .collect()
    }

    #[test]
    fn controls_are_the_headings_of_what_they_open() {
        for markup in [
            "<button aria-expanded=false aria-controls=a>Fees</button><p>x</p><div id=a>Ten.</div>",
            "<h3><a data-toggle=collapse href='#a'>Fees</a></h3><div id=a>Ten.</div>",
            "<a data-bs-toggle=collapse data-bs-target='#a'><h3>Fees</h3></a><div id=a>Ten.</div>",
            "<div><span role=button aria-expanded=false>Fees</span></div><div>Ten.</div>",
            "<input type=checkbox id=c><label for=c>Fees</label><div>Ten.</div>",
            "<div id=a role=tabpanel>Ten.</div><b role=tab aria-controls=a>Fees</b>",
        ] {
            assert_eq!(opened(markup), [("Fees".into(), "Ten.".into())], "{markup}");
        }
    }

    #[test]
    fn plain_buttons_open_something_if_they_ask_or_are_several() {
        let two = "<button>Fees</button><div>Ten.</div><button>Dates</button><div>May.</div>";
        assert_eq!(opened(two).len(), 2);
        assert_eq!(opened("<button>How much?</button><div>Ten.</div>").len(), 1);
        let links = two.replace("button", "a");
        assert_eq!(opened(&links).len(), 2);
        let items =
            "<ul><li><b>How much?</b><div>Ten.</div></li><li><i>When?</i><p>In May.</p></li></ul>";
        assert_eq!(opened(items)[1], ("When?".into(), "When?In May.".into()));
        for markup in [
            "<button>Apply</button><div>Ten.</div>",
            "<button>Apply</button><div>Ten.</div><button>Copy</button><pre>a</pre><button>Copy</button><pre>b</pre>",
            "<button>Copy</button><pre>a</pre><button>Copy</button><pre>b</pre>",
            "<button>Fees</button> and <div>Ten.</div><button>Dates</button>",
            "<div><b>How much?</b><div>Ten.</div></div>",
            "<ul><li><p>How much?</p><p>When?</p></li><li><p>Where?</p><p>Who?</p></li></ul>",
            "<button type=submit>Send it?</button><div>Ten.</div>",
            "<details><summary>More</summary>a</details><details><summary>More</summary>b</details>",
        ] {
            assert!(opened(markup).is_empty(), "{markup}");
        }
    }

    #[test]
    fn labels_of_form_controls_head_nothing() {
        let html = Html::parse_document(
            "<form><fieldset><legend>Gender</legend><input type=radio id=r><label for=r>a</label></fieldset>\
             <fieldset><legend>Late</legend><p>Late students pay more.</p></fieldset>\
             <label>Name <input></label><p><label>Street</label><br><input></p>\
             <p><label>Open from ten</label></p></form>",
        );
        let all = Disclosures::of(&html);
        let labels = Selector::parse("label, legend").unwrap();
        let is_label: Vec<bool> = html
            .select(&labels)
            .map(|own| all.is_label(own.id()))
            .collect();
        assert_eq!(is_label, [true, true, false, true, true, false]);
    }
}
