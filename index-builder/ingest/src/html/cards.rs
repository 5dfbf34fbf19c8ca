//! Puts the parts of a card in the order in which they belong together.
//!
//! Many layouts show a figure, a date, a keyword or a picture above the heading of a card:
//! `<div><b>$500</b><h3>Travel grant</h3>…</div>`. Read in this order, the figure would be the last
//! line of the card before. Of several cards alike, the heading comes first here.
//!
//! Cards that are links stand beside each other on a page, and each has lines of its own here. Terms
//! and definitions in another element than a list of definitions become such a list.

use ego_tree::NodeId;
use scraper::{ElementRef, Html};

use super::asked::wrap;
use super::attributes::attribute;
use crate::tidy;

/// The maximum length of the text above the heading of a card in bytes.
const LONGEST: usize = 100;

/// The maximum number of nodes above the heading of a card.
const MOST_NODES: usize = 100;

/// Moves the heading of each card to its beginning.
pub(super) fn head(html: &mut Html) {
    let mut moves: Vec<(NodeId, NodeId)> = Vec::new();
    for parent in html.root_element().descendent_elements() {
        let cards = parent.child_elements().filter_map(|card| {
            let (level, heading) = heading_of(&card)?;
            Some((level, card.id(), heading))
        });
        let cards: Vec<(u8, NodeId, NodeId)> = cards.collect();
        let mut of_level = [0_usize; 7];
        for (level, ..) in &cards {
            of_level[usize::from(*level - b'0')] += 1;
        }
        let several = cards
            .iter()
            .filter(|(level, ..)| of_level[usize::from(*level - b'0')] > 1);
        moves.extend(several.map(|(_, card, heading)| (*card, *heading)));
    }
    for (card, heading) in moves {
        if let Some(mut card) = html.tree.get_mut(card) {
            card.prepend_id(heading);
        }
    }
}

/// Returns the level and the heading of a card with a short text or a picture above its heading.
/// Deeper headings may follow.
fn heading_of(card: &ElementRef<'_>) -> Option<(u8, NodeId)> {
    if !matches!(
        card.value().name(),
        "a" | "article" | "div" | "li" | "section"
    ) {
        return None;
    }
    let mut above = String::new();
    let mut has_picture = false;
    for node in card.descendants().take(MOST_NODES) {
        if let Some(text) = node.value().as_text() {
            above.push_str(text.trim());
            if above.len() > LONGEST {
                return None;
            }
        }
        let Some(own) = ElementRef::wrap(node) else {
            continue;
        };
        match own.value().name().as_bytes() {
            [b'h', level @ b'1'..=b'6'] => {
                let is_led = has_picture || tidy::has_words(&above);
                let is_first = is_led && is_highest(card, &own, *level);
                return is_first.then_some((*level, node.id()));
            }
            b"img" => {
                has_picture |= attribute(own.value(), "alt").is_some_and(tidy::has_words);
            }
            // The heading of a control opens what follows the control.
            b"button" | b"summary" | b"label" | b"table" | b"form" | b"nav" | b"script"
            | b"style" | b"dt" => return None,
            _ => {}
        }
    }
    None
}

/// Whether all other headings of a card are below this one.
fn is_highest(card: &ElementRef<'_>, heading: &ElementRef<'_>, level: u8) -> bool {
    let others = card
        .descendent_elements()
        .filter(|own| own.id() != heading.id());
    { others }.all(|own| !matches!(own.value().name().as_bytes(), [b'h', other @ b'1'..=b'6'] if *other <= level))
}

/// Puts each of several links that are cards into an element of its own: `a` does not end a line.
pub(super) fn divide(html: &mut Html) {
    let mut cards: Vec<NodeId> = Vec::new();
    for parent in html.root_element().descendent_elements() {
        let own = parent.child_elements().filter(is_linked_card);
        let own: Vec<NodeId> = own.map(|card| card.id()).collect();
        let mut texts = parent.children().filter_map(|node| node.value().as_text());
        if own.len() > 1 && !texts.any(|text| tidy::has_words(text)) {
            cards.extend(own);
        }
    }
    for card in cards {
        wrap(html, &[card], "div");
    }
}

/// Whether a link has several parts, and no text besides.
fn is_linked_card(element: &ElementRef<'_>) -> bool {
    let mut texts = element.children().filter_map(|node| node.value().as_text());
    element.value().name() == "a"
        && element.child_elements().nth(1).is_some()
        && !texts.any(|text| tidy::has_words(text))
}

/// Puts terms and definitions that stand in another element into a list of definitions.
pub(super) fn define(html: &mut Html) {
    let is_list = |element: &ElementRef<'_>| element.value().name() == "dl";
    let elements = html.root_element().descendent_elements();
    let lists: Vec<Vec<NodeId>> = elements
        .filter(|own| {
            !own.ancestors()
                .take(3)
                .filter_map(ElementRef::wrap)
                .any(|above| is_list(&above))
        })
        .filter(|own| !is_list(own))
        .filter_map(|own| terms_of(&own))
        .collect();
    for list in lists {
        wrap(html, &list, "dl");
    }
}

/// Returns the children of an element from its first term to its last definition.
fn terms_of(element: &ElementRef<'_>) -> Option<Vec<NodeId>> {
    let children: Vec<_> = element.children().collect();
    let is = |at: &usize, name: &str| {
        let own = children[*at].value().as_element();
        own.is_some_and(|own| own.name() == name)
    };
    let first = (0..children.len()).find(|at| is(at, "dt"))?;
    let last = (0..children.len()).rfind(|at| is(at, "dd"))?;
    (first < last).then(|| {
        children[first..=last]
            .iter()
            .map(ego_tree::NodeRef::id)
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str, change: fn(&mut Html)) -> String {
        let mut html = Html::parse_document(&format!("<body>{body}"));
        change(&mut html);
        let body = html.root_element().child_elements().last().unwrap();
        body.inner_html()
    }

    #[test]
    fn the_heading_of_cards_alike_comes_before_their_figures_and_pictures() {
        for (card, expected) in [
            ("<b>5</b><h3>A</h3>c", "<h3>A</h3><b>5</b>c"),
            (
                "<p>5</p><div><h3>A</h3>c</div>",
                "<h3>A</h3><p>5</p><div>c</div>",
            ),
            ("<img alt=\"a\"><h3>A</h3>", "<h3>A</h3><img alt=\"a\">"),
        ] {
            let cards = format!("<div>{card}</div><div>{card}</div>");
            let expected = format!("<div>{expected}</div>").repeat(2);
            assert_eq!(read(&cards, head), expected);
        }
        let long = "Of the last part. ".repeat(9);
        for kept in [
            "<div><b>5</b><h3>A</h3></div>",
            "<div><b>5</b><h3>A</h3></div><div><b>6</b><h4>B</h4></div>",
            "<div><b>5</b><h3>A</h3><h2>C</h2></div><div><b>6</b><h3>B</h3><h2>D</h2></div>",
            "<div><button>5</button><h3>A</h3></div><div><button>6</button><h3>B</h3></div>",
            &format!("<div>{long}<h3>A</h3></div><div>{long}<h3>B</h3></div>"),
        ] {
            assert_eq!(read(kept, head), kept);
        }
    }

    #[test]
    fn terms_outside_a_list_are_one() {
        let terms = "<dt>A</dt><dd>1</dd><dt>B</dt><dd>2</dd>";
        let expected = format!("<p>x</p><dl>{terms}</dl>");
        assert_eq!(read(&format!("<p>x</p>{terms}"), define), expected);
        let list = "<dl><div><dt>A</dt><dd>1</dd></div></dl><dt>B</dt>";
        assert_eq!(read(list, define), list);
    }

    #[test]
    fn several_links_with_parts_have_lines_of_their_own() {
        let card = "<a href=\"b\"><i>01</i><b>Rent</b></a>";
        let cards = read(&format!("{card} {card}"), divide);
        assert_eq!(cards, format!("<div>{card}</div> <div>{card}</div>"));
        for kept in [card, &format!("{card} and {card}"), "<a>b</a><a>c</a>"] {
            assert_eq!(read(kept, divide), kept);
        }
    }
}
