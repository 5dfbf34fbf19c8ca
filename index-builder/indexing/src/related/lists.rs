//! Selects the displayed neighbours of a page: none is identical to the page or to another
//! neighbour.

use soru::index::format::Neighbour;

use super::neighbours::Near;
use super::pages::Pages;
use crate::settings::RelatedSettings;

/// The lists of all pages.
pub(super) struct Lists {
    /// Per page; the row of a neighbour is its page number.
    pub(super) lists: Vec<Vec<Neighbour>>,
    /// Identical pages, in groups of at least two, ascending.
    pub(super) alike: Vec<Vec<usize>>,
}

/// Makes the lists.
pub(super) fn lists(pages: &Pages<'_>, near: Vec<Near>, settings: &RelatedSettings) -> Lists {
    let first = groups(&near, |near| &near.same);
    let alike = members(&groups(&near, |near| &near.alike));
    let list = |(page, near): (usize, Near)| {
        let mut shown = vec![first[page]];
        let mut list = Vec::new();
        let is_own = |other: &u32| pages.language(*other as usize) == pages.language(page);
        let (own, foreign): (Vec<_>, Vec<_>) = near
            .others
            .into_iter()
            .partition(|(other, _)| is_own(other));
        for side in [own, foreign] {
            let before = list.len();
            for (other, score) in side {
                let group = first[other as usize];
                if list.len() - before < settings.most && !shown.contains(&group) {
                    shown.push(group);
                    list.push(neighbour(other, score));
                }
            }
        }
        list
    };
    let lists = near.into_iter().enumerate().map(list).collect();
    Lists { lists, alike }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
fn neighbour(page: u32, score: f32) -> Neighbour {
    Neighbour {
        row: page as usize,
        similarity: libm::roundf(score.clamp(0.0, 1.0) * 255.0) as u8,
    }
}

/// Returns the first page of every page's group. Groups are the connected components of the graph
/// with these `edges`.
fn groups(near: &[Near], edges: impl Fn(&Near) -> &[u32]) -> Vec<usize> {
    let mut first: Vec<usize> = (0..near.len()).collect();
    for (page, near) in near.iter().enumerate() {
        for other in edges(near) {
            let (one, other) = (root(&first, page), root(&first, *other as usize));
            first[one.max(other)] = one.min(other);
        }
    }
    (0..first.len()).map(|page| root(&first, page)).collect()
}

fn root(first: &[usize], mut page: usize) -> usize {
    while first[page] != page {
        page = first[page];
    }
    page
}

fn members(first: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); first.len()];
    for (page, first) in first.iter().enumerate() {
        groups[*first].push(page);
    }
    groups.retain(|group| group.len() > 1);
    groups
}
