//! Finds the content root of a page: it compares the page with the text that the site repeats.
//!
//! A run is repeated if it is on many pages of the site
//! ([`Template`](crate::template::Template)). The content root is the deepest element that
//! contains nearly all words that are neither repeated nor linked. Everything inside is content,
//! even if repeated; everything outside is the template. Only parts without text of their own are
//! removed from the root: repeated menus, tables of contents that repeat the page's headings, and
//! panels of links to the previous, next and parent pages ([`panels`](super::panels)).

use std::collections::HashSet;

use super::runs::{Kind, Run, Runs};

/// At most one in this number of the counted words may be outside the root,
const OUTSIDE: usize = 10;

/// and at most this number, however long the page is.
const MOST_OUTSIDE: usize = 100;

/// If fewer words than this count, words in links count too: the page is a list of links.
const FEW: usize = 5;

/// Finds the number of the part that is the content root, if the page has any text of its own.
pub(super) fn find_root(runs: &Runs, is_repeated: &[bool]) -> Option<usize> {
    let own = |run: &Run, repeated: bool, words: usize| {
        if repeated || run.is_hidden { 0 } else { words }
    };
    let sums = |words: fn(&Run) -> usize| {
        let mut sums = vec![0];
        for (run, repeated) in runs.all.iter().zip(is_repeated) {
            sums.push(sums[sums.len() - 1] + own(run, *repeated, words(run)));
        }
        sums
    };
    let unlinked = sums(|run| run.words - run.linked);
    if *unlinked.last()? >= FEW {
        return Some(deepest(runs, &unlinked));
    }
    let all = sums(|run| run.words);
    (*all.last()? >= FEW).then(|| deepest(runs, &all))
}

/// Descends as long as one part contains nearly all the words.
fn deepest(runs: &Runs, sums: &[usize]) -> usize {
    let within = |part: usize| {
        let range = &runs.parts[part].runs;
        sums[range.end] - sums[range.start]
    };
    let all = within(0);
    let most_outside = MOST_OUTSIDE.min(all / OUTSIDE);
    let (mut here, mut root) = (0, 0);
    loop {
        let heavy = runs
            .children(here)
            .find(|child| all - within(*child) <= most_outside);
        match heavy.filter(|child| !matches!(runs.parts[*child].kind, Kind::Leaf | Kind::Heading)) {
            Some(child) => here = child,
            None => return root,
        }
        if runs.parts[here].kind == Kind::Holder {
            root = here;
        }
    }
}

/// Returns the parts within the root to remove: repeated menus, repeated hidden parts, and tables
/// of contents.
pub(super) fn idle_parts(runs: &Runs, root: usize, is_repeated: &[bool]) -> Vec<usize> {
    let headings = runs.all.iter().filter(|run| run.is_heading);
    let headings: HashSet<u64> = headings.map(|run| run.text).collect();
    let is_idle = |part: usize| {
        let range = runs.parts[part].runs.clone();
        let (own, repeated) = (&runs.all[range.clone()], &is_repeated[range]);
        !own.is_empty() && (is_menu(own, repeated) || is_contents(own, &headings))
    };
    let mut idle = Vec::new();
    let mut part = root + 1;
    while part < runs.parts[root].end {
        if runs.parts[part].kind == Kind::Grid {
            part = runs.parts[part].end;
        } else if is_idle(part) {
            idle.push(part);
            part = runs.parts[part].end;
        } else {
            part += 1;
        }
    }
    idle
}

/// Whether all runs are repeated, and half of their words are in links or invisible.
fn is_menu(runs: &[Run], repeated: &[bool]) -> bool {
    let words: usize = runs.iter().map(|run| run.words).sum();
    let idle = |run: &Run| if run.is_hidden { run.words } else { run.linked };
    let linked: usize = runs.iter().map(idle).sum();
    linked * 2 >= words && repeated.iter().all(|repeated| *repeated)
}

/// Whether all runs are links to headings of the page, with the words of these headings.
fn is_contents(runs: &[Run], headings: &HashSet<u64>) -> bool {
    runs.len() > 1
        && runs
            .iter()
            .all(|run| run.inner == run.words && headings.contains(&run.text))
}

#[cfg(test)]
mod tests {
    use scraper::Html;

    use super::*;
    use crate::html::runs::body;
    use crate::html::visibility::Silence;

    /// Returns the names of the root and of the removed parts; runs with `again` are repeated.
    fn found(markup: &str) -> (String, Vec<String>) {
        let html = Html::parse_document(markup);
        let runs = Runs::of(body(&html), &Silence::default());
        let is_repeated = |run: &Run| {
            runs.nodes(run).iter().any(|(node, _)| {
                let node = html.tree.get(*node).unwrap();
                node.value().as_text().unwrap().contains("again")
            })
        };
        let is_repeated: Vec<bool> = runs.all.iter().map(is_repeated).collect();
        let name = |part: usize| {
            let node = html.tree.get(runs.parts[part].node).unwrap();
            let element = node.value().as_element().unwrap();
            format!("{}{}", element.name(), element.id().unwrap_or_default())
        };
        let root = find_root(&runs, &is_repeated).unwrap();
        let idle = idle_parts(&runs, root, &is_repeated);
        (name(root), idle.into_iter().map(name).collect())
    }

    const OWN: &str = "<p>Başvurular bu yıl mart ayının sonuna kadar kabul edilir.</p>";

    #[test]
    fn the_root_is_the_deepest_element_with_nearly_all_words_of_the_page_itself() {
        let page = format!("<div id=1>again <div id=2><h1>Harç</h1>{OWN}{OWN}</div></div>");
        assert_eq!(found(&page).0, "div2");
        let page = format!(
            "<div id=1><p>Other words of this page are here too.</p><div id=2>{OWN}</div></div>"
        );
        assert_eq!(found(&page).0, "div1");
        let page = format!("<table><tr><td id=1>again<td id=2>{OWN}</table>");
        assert_eq!(found(&page).0, "td2", "a layout table");
        let page = format!("<main><ul><li>{OWN}</ul></main>");
        assert_eq!(found(&page).0, "main", "no list");
    }

    #[test]
    fn a_long_page_keeps_its_short_chapters() {
        let short = "<section id=2>".to_owned() + &OWN.repeat(20) + "</section>";
        let page = format!(
            "<div id=1><section>{}</section>{short}</div>",
            OWN.repeat(400)
        );
        assert_eq!(found(&page).0, "div1");
    }

    #[test]
    fn a_list_of_links_is_content_if_nothing_else_is() {
        let page = "<nav><a href=a>again</a></nav><div id=1><ul><li><a href=x>Rules for a thesis</a>\
                    <li><a href=y>Rules for an exam</a></ul></div>";
        assert_eq!(found(page).0, "div1");
        let html = Html::parse_document("<p>again");
        let runs = Runs::of(body(&html), &Silence::default());
        assert_eq!(find_root(&runs, &[true]), None);
    }

    #[test]
    fn repeated_menus_and_repeated_headings_go_and_repeated_prose_stays() {
        let page = format!(
            "<main>{OWN}<ul><li><a href=a>again one</a><li>again</ul><p>What is said again.</p>\
             <ul><li><a href=a>Form of leave</a><li><a href=b>Another</a></ul>\
             <table><tr><td><a href=c>again</a></table>\
             <ol><li><a href='#f'>Fees</a><li><a href='#d'>Dates</a></ol><h2 id=f>Fees</h2>\
             <h2 id=d>Dates</h2></main>"
        );
        assert_eq!(
            found(&page),
            ("main".into(), vec!["ul".into(), "ol".into()])
        );
    }
}
