//! Recognises line numbers of code listings, which are not text, by form.
//!
//! Highlighters put line numbers into a table cell beside the code, a `pre` beside it, or an
//! element at the beginning of every line. In each case, consecutive numbers are alone in their
//! elements, next to code.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use super::attributes::style_of;
use super::visibility::Nodes;

/// Adds the line numbers in an element, if it is a listing or a part of one.
pub(super) fn add_line_numbers(element: &ElementRef<'_>, found: &mut Nodes) {
    match element.value().name() {
        "pre" => add_numbers_in_lines(element, found),
        "td" | "th" if is_numbers_beside_code(element) => {
            found.insert(element.id());
        }
        _ => {}
    }
    if element.value().name() == "pre" && is_gutter(element) {
        found.insert(element.id());
    }
}

/// Whether a cell contains the line numbers of the next cell.
fn is_numbers_beside_code(cell: &ElementRef<'_>) -> bool {
    let next = cell.next_siblings().find_map(ElementRef::wrap);
    next.is_some_and(|next| has_code(&next)) && count(cell).is_some()
}

/// Whether a `pre` contains the line numbers of another `pre` beside it.
fn is_gutter(pre: &ElementRef<'_>) -> bool {
    count(pre).is_some_and(|lines| lines > 1) && {
        let holders =
            std::iter::once(*pre).chain(pre.ancestors().take(2).filter_map(ElementRef::wrap));
        let next = holders.map(|holder| holder.next_siblings().find_map(ElementRef::wrap));
        { next.flatten().take(1) }.any(|next| has_code(&next))
    }
}

fn has_code(element: &ElementRef<'_>) -> bool {
    let is_code = |node: ego_tree::NodeRef<'_, Node>| {
        let own = node.value().as_element();
        own.is_some_and(|own| matches!(own.name(), "pre" | "code"))
    };
    element.descendants().take(8).any(is_code)
}

/// Returns the number of consecutive numbers in an element; none if it contains anything else.
fn count(element: &ElementRef<'_>) -> Option<usize> {
    let mut last: Option<u32> = None;
    let mut lines = 0;
    for word in element.text().flat_map(str::split_whitespace) {
        let number: u32 = word.parse().ok()?;
        if last.is_some_and(|last| number != last.wrapping_add(1)) {
            return None;
        }
        last = Some(number);
        lines += 1;
    }
    (lines > 0).then_some(lines)
}

/// Adds the elements that number lines at their beginnings, and parts that a visitor cannot select
/// with the code, such as shell prompts.
fn add_numbers_in_lines(pre: &ElementRef<'_>, found: &mut Nodes) {
    let mut numbers = Vec::new();
    let (mut begins, mut lines) = (true, 0);
    for edge in pre.traverse() {
        let Edge::Open(node) = edge else { continue };
        match node.value() {
            Node::Text(text) => {
                let has_words = text.contains(|c: char| !c.is_whitespace());
                let parent = node.parent().and_then(ElementRef::wrap);
                let number = text.trim().parse::<u32>().ok();
                let number =
                    number.filter(|_| begins && parent.is_some_and(|own| own.id() != pre.id()));
                if let (Some(number), Some(parent)) = (number, parent) {
                    numbers.push((parent.id(), number));
                }
                lines += usize::from(begins && has_words);
                begins = text.ends_with('\n') || begins && !has_words;
            }
            Node::Element(own) => {
                begins |= matches!(own.name(), "br" | "div" | "li" | "tr" | "p");
                if style_of(own).contains("user-select:none") {
                    found.insert(node.id());
                }
            }
            _ => {}
        }
    }
    let consecutive = numbers
        .windows(2)
        .all(|pair| pair[1].1 == pair[0].1.wrapping_add(1));
    if numbers.len() > 1 && consecutive && numbers.len() * 4 >= lines * 3 {
        found.extend(numbers.into_iter().map(|(id, _)| id));
    }
}

#[cfg(test)]
mod tests {
    use scraper::Html;

    use super::*;

    fn text(markup: &str) -> String {
        let html = Html::parse_fragment(markup);
        let mut numbers = Nodes::default();
        for element in html.root_element().descendent_elements() {
            add_line_numbers(&element, &mut numbers);
        }
        let shown = html.tree.root().descendants().filter(|node| {
            !numbers.contains(&node.id())
                && !node.ancestors().any(|above| numbers.contains(&above.id()))
        });
        let texts = shown.filter_map(|node| node.value().as_text());
        let words = texts.flat_map(|text| text.split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn line_numbers_are_found_by_their_form() {
        for markup in [
            "<table><tr><td><pre>8\n9\n10</pre></td><td><pre>ls\ncd\npwd</pre></td></tr></table>",
            "<table><tr><td>1</td><td><code>ls cd</code></td></tr><tr><td>2</td><td><code>pwd</code></td></tr></table>",
            "<figure><table><tr><td><pre><span>1</span><br><span>2</span></pre></td><td><pre>ls cd\npwd</pre>",
            "<div><pre>1\n2</pre><pre>ls cd\npwd</pre></div>",
            "<div><div><pre>1\n2</pre></div><div><pre>ls cd\npwd</pre></div></div>",
            "<pre><i>1</i> ls cd\n<i>2</i> pwd\n</pre>",
            "<pre><code><div><a href='#l1'>1</a><b>ls cd</b></div><div><a>2</a>pwd</div></code></pre>",
            "<pre><span style='user-select: none'>$ </span>ls cd pwd</pre>",
        ] {
            assert_eq!(text(markup), "ls cd pwd", "{markup}");
        }
    }

    #[test]
    fn numbers_that_are_text_stay() {
        for (markup, expected) in [
            ("<pre>1\n2\n3</pre><p>is printed.</p>", "1 2 3 is printed."),
            ("<pre><b>4</b> cups\n<b>7</b> pots</pre>", "4 cups 7 pots"),
            ("<table><tr><td>1</td><td>Law</td></tr></table>", "1 Law"),
        ] {
            assert_eq!(text(markup), expected);
        }
    }
}
