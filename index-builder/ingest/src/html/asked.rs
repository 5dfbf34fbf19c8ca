//! Finds questions that no element marks as headings: at the beginning of list items and
//! paragraphs, and in a row with their answers between them.
//!
//! | form | how it is read |
//! |---|---|
//! | `<li><b>When?</b> In May.`, `<li>When?<p>In May.`, `<p><b>When?</b><br>In May.` | [`part`] gives question and answer an element each |
//! | `<p><b>When?</b></p><p>In May.</p>`, `<p>1. When?</p><p>In May.</p>` | [`in_rows`] finds the end of each answer |
//! | `<ol><li>When?</ol><p>In May.</p><ol start=2><li>Where?</ol>` | the same |
//!
//! One question may be a figure of speech, so there have to be several of a form. In a list of
//! questions, items of the same form without a question mark are questions too.

use std::collections::HashMap;

use ego_tree::{NodeId, NodeRef};
use foldhash::fast::RandomState;
use html5ever::{LocalName, QualName, ns};
use scraper::node::Element;
use scraper::{ElementRef, Html, Node};
use soru::text::has_question_mark;

use super::meanings::{Meaning, meaning};
use super::tables::is_bold;
use crate::tidy;

/// The maximum length of a question in bytes.
const LONGEST: usize = 300;

/// The maximum number of nodes that are examined for words.
const MOST_NODES: usize = 200;

/// The questions of a group of items, and its other items of the same form.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Count {
    asked: usize,
    others: usize,
}

impl Count {
    pub(super) fn add(&mut self, asks: bool) {
        self.asked += usize::from(asks);
        self.others += usize::from(!asks);
    }

    /// Whether an item of the group is a question.
    pub(super) fn holds(self, asks: bool) -> bool {
        self.asked > 1 && (asks || self.asked > self.others)
    }
}

/// Returns the group of an item: numbered lists are often interrupted, so that all lists in the
/// same element are one.
pub(super) fn group_of(item: &ElementRef<'_>) -> Option<NodeId> {
    let parent = item.parent()?;
    let above = parent.parent().filter(|_| item.value().name() == "li");
    Some(above.unwrap_or(parent).id())
}

/// Returns whether the words of an element are a question; none if it has no words.
pub(super) fn is_question(element: &ElementRef<'_>) -> Option<bool> {
    asks(texts(&[**element]))
}

fn asks<'t>(parts: impl Iterator<Item = &'t str>) -> Option<bool> {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
        if text.len() > LONGEST {
            return Some(false);
        }
    }
    tidy::has_words(&text).then(|| has_question_mark(&text))
}

/// An item that begins with a short text.
struct Lead {
    first: Vec<NodeId>,
    rest: Vec<NodeId>,
    asks: bool,
    group: (NodeId, &'static str),
}

/// Gives the question at the beginning of an item or a paragraph an element of its own, and its
/// answer another.
pub(super) fn part(html: &mut Html) {
    let elements = html.root_element().descendent_elements();
    let leads: Vec<Lead> = elements.filter_map(|element| lead_of(&element)).collect();
    let mut counts: HashMap<(NodeId, &str), Count, RandomState> = HashMap::default();
    for lead in &leads {
        counts.entry(lead.group).or_default().add(lead.asks);
    }
    // A paragraph that is a question is of the same form as one that begins with a question.
    for element in html.root_element().descendent_elements() {
        let is_alone = element.value().name() == "p" && is_question(&element) == Some(true);
        if let Some(group) = group_of(&element).filter(|_| is_alone && is_bold(&element)) {
            counts.entry((group, "p")).or_default().add(true);
        }
    }
    for lead in &leads {
        if counts[&lead.group].holds(lead.asks) {
            wrap(html, &lead.first, "p");
            wrap(html, &lead.rest, "div");
        }
    }
}

fn lead_of(item: &ElementRef<'_>) -> Option<Lead> {
    let name = ["li", "p", "div"]
        .into_iter()
        .find(|name| *name == item.value().name())?;
    let is_blank = |node: &NodeRef<'_, Node>| match node.value() {
        Node::Text(text) => !text.contains(|c: char| !c.is_whitespace()),
        Node::Element(own) => own.name() == "br",
        _ => true,
    };
    let mut children = item.children().skip_while(is_blank).peekable();
    let begins_bold = ElementRef::wrap(*children.peek()?).is_some_and(|own| is_label(&own));
    let first: Vec<NodeRef<'_, Node>> = if begins_bold {
        children.next().into_iter().collect()
    } else if name == "li" {
        std::iter::from_fn(|| children.next_if(|node| !ends_line(node))).collect()
    } else {
        return None;
    };
    let rest: Vec<NodeRef<'_, Node>> = children.collect();
    let asks = asks(texts(&first))?;
    let is_short = || texts(&first).map(str::len).sum::<usize>() <= LONGEST;
    let has_answer = texts(&rest).any(tidy::has_words);
    let ids = |nodes: &[NodeRef<'_, Node>]| nodes.iter().map(NodeRef::id).collect();
    (has_answer && (asks || name == "li" && is_short())).then_some(Lead {
        first: ids(&first),
        rest: ids(&rest),
        asks,
        group: (group_of(item)?, name),
    })
}

fn texts<'h>(nodes: &[NodeRef<'h, Node>]) -> impl Iterator<Item = &'h str> {
    let inside = nodes.iter().flat_map(NodeRef::descendants);
    let inside = inside.take(MOST_NODES);
    inside.filter_map(|node| node.value().as_text().map(|text| &**text))
}

/// Whether a node ends the line before it.
fn ends_line(node: &NodeRef<'_, Node>) -> bool {
    let element = ElementRef::wrap(*node);
    element.is_some_and(|own| {
        own.value().name() == "br" || matches!(meaning(&own), Meaning::Block | Meaning::Heading(_))
    })
}

/// Whether an element of the running text is bold.
fn is_label(element: &ElementRef<'_>) -> bool {
    let is_inline = meaning(element) == Meaning::Inline && element.value().name() != "a";
    is_inline && (matches!(element.value().name(), "b" | "strong") || is_bold(element))
}

/// Puts siblings into a new element at the place of the first.
pub(super) fn wrap(html: &mut Html, nodes: &[NodeId], name: &str) {
    let Some(mut first) = nodes.first().and_then(|first| html.tree.get_mut(*first)) else {
        return;
    };
    let name = QualName::new(None, ns!(html), LocalName::from(name));
    let element = Node::Element(Element::new(name, Vec::new()));
    let wrapper = first.insert_before(element).id();
    for node in nodes {
        if let Some(mut wrapper) = html.tree.get_mut(wrapper) {
            wrapper.append_id(*node);
        }
    }
}

/// A question in a row of siblings.
struct Asked<'h> {
    control: ElementRef<'h>,
    /// Whether the answer begins in the same sibling.
    is_answered: bool,
}

/// Returns the questions that stand in a row with their answers, each with the last element of its
/// answer.
pub(super) fn in_rows(html: &Html) -> Vec<(NodeId, NodeId)> {
    let mut all = Vec::new();
    for parent in html.root_element().descendent_elements() {
        let row = row_of(&parent);
        if row.len() > 1 {
            all.extend(row);
        }
    }
    all
}

fn row_of(parent: &ElementRef<'_>) -> Vec<(NodeId, NodeId)> {
    let mut row = Vec::new();
    if parent
        .child_elements()
        .filter_map(|child| asked(&child))
        .nth(1)
        .is_none()
    {
        return row;
    }
    let mut open: Option<(NodeId, Option<NodeId>)> = None;
    for child in parent.child_elements() {
        let asked = asked(&child);
        if asked.is_some() || open.is_some() && begins_section(&child) {
            row.extend(
                open.take()
                    .and_then(|(question, end)| Some((question, end?))),
            );
        }
        if let Some(Asked {
            control,
            is_answered,
        }) = asked
        {
            open = Some((control.id(), is_answered.then(|| child.id())));
        } else if let Some((_, end)) = open.as_mut().filter(|_| has_words(&child)) {
            *end = Some(child.id());
        }
    }
    row.extend(open.and_then(|(question, end)| Some((question, end?))));
    row
}

fn asked<'h>(child: &ElementRef<'h>) -> Option<Asked<'h>> {
    let inside = child.child_elements().next();
    match child.value().name() {
        "p" => {
            if let Some(question) = inside.filter(|own| own.value().name() == "p") {
                return Some(Asked {
                    control: question,
                    is_answered: true,
                });
            }
            let is_marked = is_question(child)? && (is_bold(child) || is_numbered(child));
            (is_marked && !is_link(child)).then_some(Asked {
                control: *child,
                is_answered: false,
            })
        }
        name @ ("ol" | "ul") => {
            let item = inside.filter(|_| child.child_elements().nth(1).is_none())?;
            let is_marked = name == "ol" || is_bold(&item);
            (is_marked && is_question(&item)? && !is_link(&item)).then_some(Asked {
                control: item,
                is_answered: false,
            })
        }
        _ => None,
    }
}

/// Whether a question leads to its answer elsewhere.
fn is_link(element: &ElementRef<'_>) -> bool {
    let mut inside = element.descendent_elements().take(MOST_NODES);
    inside.any(|own| {
        own.value().name() == "a" && own.value().attr("href").is_some() && has_words(&own)
    })
}

/// Whether a text begins with a number: `1. `, `2) `.
fn is_numbered(element: &ElementRef<'_>) -> bool {
    let text: String = texts(&[**element]).take(5).collect();
    let text = text.trim_start();
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - behind.len();
    (1..=3).contains(&digits) && behind.starts_with(['.', ')'])
}

fn has_words(element: &ElementRef<'_>) -> bool {
    let is_text = !matches!(element.value().name(), "script" | "style" | "template");
    is_text && texts(&[**element]).any(tidy::has_words)
}

/// Whether an element is a heading or contains one.
fn begins_section(element: &ElementRef<'_>) -> bool {
    let is_heading =
        |own: ElementRef<'_>| matches!(own.value().name().as_bytes(), [b'h', b'1'..=b'6']);
    is_heading(*element) || element.descendent_elements().any(is_heading)
}

#[cfg(test)]
mod tests {
    use crate::Reader;
    use crate::html::HtmlReader;
    use crate::page::Piece;
    use crate::settings::InputSettings;
    use soru::Block;

    /// Returns the questions of a page with the texts below them.
    fn answers(body: &str) -> Vec<(String, String)> {
        let page = format!("<main><p>Read this.</p>{body}</main>");
        let reader = HtmlReader::new(&InputSettings::default()).unwrap();
        let page = reader.read("a.html", page.as_bytes()).unwrap();
        let mut all: Vec<(String, String)> = Vec::new();
        let mut is_open = false;
        for piece in page.pieces {
            match piece {
                Piece::Content(Block::Heading {
                    text, is_question, ..
                }) if is_question => {
                    all.push((text, String::new()));
                    is_open = true;
                }
                Piece::Content(Block::Text(text)) if is_open => all.last_mut().unwrap().1 += &text,
                _ => is_open = false,
            }
        }
        all
    }

    #[test]
    fn questions_without_headings_have_their_own_answers() {
        let expected = ["When?", "Where?"].map(String::from);
        let expected = [(&expected[0], "In May."), (&expected[1], "Here.")];
        for body in [
            "<ol><li><b>When?</b> In May.<li><b>Where?</b> Here.</ol>",
            "<ol><li><b>When?</b><br>In May.<li><strong>Where?</strong><br>Here.</ol>",
            "<ol><li>When?<p>In May.</p><li>Where?<p>Here.</p></ol>",
            "<ol><li><p>When?</p><p>In May.</p></ol><ol start=2><li><p>Where?</p><p>Here.</p></ol>",
            "<ol><li>When?</ol><p>In May.</p><ol start=2><li>Where?</ol><p>Here.</p>",
            "<p><b>When?</b></p><p>In May.</p><p><b>Where?</b></p><p>Here.</p>",
            "<p><b>When?</b><br>In May.</p><p><b>Where?</b><br>Here.</p>",
            "<p><b>When?</b></p><p>In May.</p><p><b>Where?</b> Here.</p>",
            "<div><b>When?</b> In May.</div><div><b>Where?</b> Here.</div>",
            "<p><b>When?</b></p><p>In May.</p><p><b>Where?</b></p><p>Here.</p><h2>End</h2><p>End.</p>",
        ] {
            let found = answers(body);
            let found: Vec<_> = found.iter().map(|(own, text)| (own, &**text)).collect();
            assert_eq!(found, expected, "{body}");
        }
    }

    #[test]
    fn in_a_list_of_questions_items_of_the_same_form_are_questions() {
        let items = "<li><p>When?</p><p>In May.</p><li><p>Where?</p><p>Here.</p>\
                     <li><p>I have lost my key.</p><p>Ring.</p>";
        assert_eq!(answers(&format!("<ol>{items}</ol>")).len(), 3);
        assert_eq!(
            answers(&format!("<ol>{items}<li><p>A.</p><p>B.</p></ol>")).len(),
            2
        );
    }

    #[test]
    fn a_single_question_and_questions_without_an_answer_are_text() {
        for body in [
            "<ol><li><b>When?</b> In May.<li>Come.</ol>",
            "<ol><li><b>When?</b><li><b>Where?</b></ol>",
            "<p><b>When?</b></p><p><b>Where?</b></p><h2>End</h2><p>End.</p>",
            "<p>1. <a href='#a'>When?</a></p><p>2. <a href='#b'>Where?</a></p><p>Read on.</p>",
            "<p>When?</p><p>In May.</p><p>Where?</p><p>Here.</p>",
        ] {
            assert!(answers(body).is_empty(), "{body}");
        }
    }
}
