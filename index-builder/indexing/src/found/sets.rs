//! Sets of found chunks and pages by the names that they share.

use std::collections::{BTreeMap, BTreeSet};

use super::given::FoundChunk;
use crate::postings::count;

/// Numbers the names of chunks from 1 on, in the order of first appearance. A chunk has no number
/// if an earlier chunk of its page has the name, or no chunk of another page.
pub(super) fn numbered<'c>(
    chunks: &[&'c FoundChunk],
    name: impl Fn(&'c FoundChunk) -> &'c str,
) -> Vec<u32> {
    let mut pages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for chunk in chunks {
        pages.entry(name(chunk)).or_default().insert(&chunk.page.id);
    }
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut numbered: BTreeSet<(&str, &str)> = BTreeSet::new();
    let number = |chunk: &&'c FoundChunk| {
        let own = name(chunk);
        let is_shared = !own.is_empty() && pages[own].len() > 1;
        if !is_shared || !numbered.insert((own, &chunk.page.id)) {
            return 0;
        }
        let next = count(numbers.len() + 1);
        *numbers.entry(own).or_insert(next)
    };
    chunks.iter().map(number).collect()
}

/// Returns for each page the number of its newest version plus 1; 0 if there is none, or it was not
/// found. `pages` are the first chunks of the pages.
pub(super) fn newest(pages: &[&FoundChunk]) -> Vec<u32> {
    let newest = |page: &&FoundChunk| {
        let is_other = page.newest != page.page.id;
        let mut found = pages.iter().filter(|_| is_other);
        let at = found.position(|other| other.page.id == page.newest);
        at.map_or(0, |at| count(at + 1))
    };
    pages.iter().map(newest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(page: &str, group: &str) -> FoundChunk {
        let mut chunk = FoundChunk {
            group: group.into(),
            ..FoundChunk::default()
        };
        chunk.page.id = page.into();
        chunk
    }

    #[test]
    fn a_name_that_one_page_has_is_no_set() {
        let chunks = [("a", "y"), ("a", "y"), ("b", "x"), ("c", "x"), ("c", "x")];
        let chunks = chunks.map(|(page, group)| chunk(page, group));
        let chunks: Vec<&FoundChunk> = chunks.iter().collect();
        assert_eq!(numbered(&chunks, |chunk| &chunk.group), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn a_newest_version_that_was_not_found_is_none() {
        let mut pages = [chunk("a", ""), chunk("b", ""), chunk("c", "")];
        pages[0].newest = "c".into();
        pages[1].newest = "d".into();
        pages[2].newest = "c".into();
        assert_eq!(newest(&pages.iter().collect::<Vec<_>>()), [3, 0, 0]);
    }
}
