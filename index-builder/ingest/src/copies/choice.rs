//! Chooses which one of several copies is kept, and by which rule.

use std::collections::{BTreeMap, HashSet};

use crate::folders::{newest_first, outside_preview};
use crate::page::CopyRule;

/// Properties of the pages of a site by which a copy is chosen.
#[derive(Debug)]
pub(super) struct Known<'s> {
    pub(super) paths: Vec<&'s str>,
    /// The canonical page of each page, if that page has its text.
    pub(super) canonical: Vec<Option<usize>>,
    /// Pages that the site's sitemap lists.
    pub(super) sitemap: HashSet<usize>,
    /// The pages that link to each page of a group.
    pub(super) linking: BTreeMap<usize, Vec<usize>>,
}

impl Known<'_> {
    /// Returns the page of a group to keep, and for each of the others the rule by which it is
    /// dropped.
    pub(super) fn keep(&self, group: &[usize]) -> (usize, Vec<(usize, CopyRule)>) {
        let mut left = group.to_vec();
        let mut dropped = Vec::new();
        for rule in [
            CopyRule::Preview,
            CopyRule::Canonical,
            CopyRule::Sitemap,
            CopyRule::Links,
            CopyRule::Version,
            CopyRule::Address,
        ] {
            let best = self.best(&left, group, rule);
            let rest = left.iter().filter(|page| !best.contains(page));
            dropped.extend(rest.map(|page| (*page, rule)));
            left = best;
        }
        (left[0], dropped)
    }

    /// Returns the pages that a rule keeps, or all of them if the rule does not distinguish them.
    fn best(&self, left: &[usize], group: &[usize], rule: CopyRule) -> Vec<usize> {
        let kept = |is_kept: &dyn Fn(usize) -> bool| {
            let kept: Vec<usize> = left.iter().copied().filter(|page| is_kept(*page)).collect();
            if kept.is_empty() { left.to_vec() } else { kept }
        };
        match rule {
            CopyRule::Preview => kept(&|page| outside_preview(self.paths[page]).is_empty()),
            CopyRule::Canonical => {
                let named: HashSet<usize> = group
                    .iter()
                    .filter_map(|page| self.canonical[*page])
                    .collect();
                kept(&|page| named.contains(&page))
            }
            CopyRule::Sitemap => kept(&|page| self.sitemap.contains(&page)),
            CopyRule::Links => {
                let most = left.iter().map(|page| self.links(*page, left)).max();
                kept(&|page| Some(self.links(page, left)) == most)
            }
            CopyRule::Version => {
                let newest = left
                    .iter()
                    .min_by(|a, b| newest_first(self.paths[**a], self.paths[**b]));
                let newest = newest.map(|page| self.paths[*page]).unwrap_or_default();
                kept(&|page| newest_first(self.paths[page], newest).is_eq())
            }
            _ => {
                let address = |page: usize| {
                    let path = self.paths[page];
                    let path = path.strip_suffix("index.html").unwrap_or(path);
                    (path.len(), path)
                };
                left.iter()
                    .copied()
                    .min_by_key(|page| address(*page))
                    .into_iter()
                    .collect()
            }
        }
    }

    /// Returns the number of pages that link to a page. Links from its own folder do not count if
    /// none of its copies is there, because pages of a version or a preview link to each other.
    fn links(&self, page: usize, group: &[usize]) -> usize {
        let own = branch(
            self.paths[page],
            group.iter().map(|other| self.paths[*other]),
        );
        let linking = self.linking.get(&page).into_iter().flatten();
        linking
            .filter(|from| own.is_empty() || !self.paths[**from].starts_with(own))
            .count()
    }
}

/// Returns the topmost folder of a page that contains none of the other pages; empty if there is
/// none.
fn branch<'p>(path: &'p str, others: impl Iterator<Item = &'p str>) -> &'p str {
    let shared = others
        .filter(|other| *other != path)
        .map(|other| {
            path.bytes()
                .zip(other.bytes())
                .take_while(|(a, b)| a == b)
                .count()
        })
        .max()
        .unwrap_or_default();
    let behind = path.get(shared..).and_then(|rest| rest.find('/'));
    behind.map_or("", |at| &path[..=shared + at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known<'s>(paths: &[&'s str]) -> Known<'s> {
        Known {
            paths: paths.to_vec(),
            canonical: vec![None; paths.len()],
            sitemap: HashSet::new(),
            linking: BTreeMap::new(),
        }
    }

    #[test]
    fn canonical_links_go_before_the_sitemap_links_and_addresses() {
        let mut known = known(&["a/harc.html", "harc.html", "yazdir/harc.html", "index.html"]);
        let group = [0, 1, 2];
        let kept = |known: &Known<'_>| {
            let (kept, dropped) = known.keep(&group);
            (kept, dropped[0].1)
        };
        assert_eq!(kept(&known), (1, CopyRule::Address));
        known.linking.insert(0, vec![3]);
        assert_eq!(kept(&known), (0, CopyRule::Links));
        known.sitemap.insert(2);
        assert_eq!(kept(&known), (2, CopyRule::Sitemap));
        known.canonical[2] = Some(1);
        assert_eq!(kept(&known), (1, CopyRule::Canonical));
    }

    #[test]
    fn links_within_a_version_or_a_preview_count_for_nothing() {
        let mut versions = known(&[
            "d/1.0/a.html",
            "d/2.0/a.html",
            "d/1.0/b.html",
            "d/1.0/c.html",
        ]);
        versions.linking.insert(0, vec![2, 3]);
        assert_eq!(versions.keep(&[0, 1]), (1, vec![(0, CopyRule::Version)]));
        let mut preview = known(&["preview/pr-2/a.html", "a.html", "preview/pr-2/index.html"]);
        preview.linking.insert(0, vec![2]);
        assert_eq!(preview.keep(&[0, 1]), (1, vec![(0, CopyRule::Preview)]));
    }
}
