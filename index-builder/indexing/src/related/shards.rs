//! Writes the lists in shards: ranges of pages in the order of their keys.

use std::collections::HashMap;

use soru::error::Result;
use soru::index::format::{Neighbour, RELATED, RelatedPage, RelatedShardBuilder, write_related};

use super::super::boundaries::Boundaries;
use super::super::section::Section;
use super::Pages;

/// Returns the approximate maximum number of shards: hosts limit the number of files, and a site
/// with many pages has thousands of others.
fn most_shards(pages: usize) -> usize {
    (6_000_000 / pages.max(1)).clamp(300, 600)
}

/// Bytes of a page beside title and address.
const BESIDE: usize = 24;

/// The sections of related pages.
pub(in super::super) struct RelatedSections {
    /// The first page of every shard.
    pub(in super::super) first: Section,
    /// The shards.
    pub(in super::super) shards: Vec<Section>,
}

/// Writes the lists of all pages, in which rows are page numbers, in shards of about this many
/// bytes. Pages of a folder are often each other's neighbours, and are in a shard once.
pub(super) fn write_shards(
    pages: &Pages<'_>,
    lists: &[Vec<Neighbour>],
    shard_bytes: usize,
) -> Result<Option<RelatedSections>> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_unstable_by_key(|page| pages.key(*page));
    let shards = cut(pages, lists, &order, shard_bytes);
    if shards.is_empty() {
        return Ok(None);
    }
    let firsts = shards.iter().map(|own| pages.key(own[0]));
    let first = Section::bytes(RELATED, write_related(firsts)?);
    let written = shards.iter().enumerate().map(|(number, own)| {
        let name = format!("{RELATED}/{number}");
        let bytes = shard(pages, lists, own).write(&name)?;
        Ok(Section::bytes(name, bytes))
    });
    Ok(Some(RelatedSections {
        first,
        shards: written.collect::<Result<_>>()?,
    }))
}

/// Cuts the pages into ranges, in their order.
fn cut<'o>(
    pages: &Pages<'_>,
    lists: &[Vec<Neighbour>],
    order: &'o [usize],
    shard_bytes: usize,
) -> Vec<&'o [usize]> {
    let size = |page: usize| pages.title(page).len() + pages.url(page).len() + BESIDE;
    // Most neighbours of a page are in its shard anyway, because of another page.
    let whole = |page: usize| {
        let others = lists[page].iter().map(|own| size(own.row)).sum::<usize>();
        size(page) + others / 4
    };
    let total: usize = order.iter().map(|page| whole(*page)).sum();
    // They end when they are half full, or a few pages later.
    let most = most_shards(order.len());
    let mut boundaries = Boundaries::new(shard_bytes.max(total * 2 / most), 4);
    let mut shards = Vec::new();
    let mut start = 0;
    for (at, page) in order.iter().enumerate() {
        if boundaries.is_here(pages.key(*page), true) && at > 0 {
            shards.push(&order[start..at]);
            start = at;
        }
        boundaries.add(whole(*page));
    }
    shards.extend(Some(&order[start..]).filter(|rest| !rest.is_empty()));
    shards
}

/// Builds a shard: its own pages, then their neighbours.
fn shard(pages: &Pages<'_>, lists: &[Vec<Neighbour>], own: &[usize]) -> RelatedShardBuilder {
    let mut shown: Vec<usize> = own.to_vec();
    let mut rows: HashMap<usize, usize> = own.iter().copied().zip(0..).collect();
    for neighbour in own.iter().flat_map(|page| &lists[*page]) {
        rows.entry(neighbour.row).or_insert_with(|| {
            shown.push(neighbour.row);
            shown.len() - 1
        });
    }
    let mut builder = RelatedShardBuilder::default();
    for page in shown {
        builder.page(RelatedPage {
            title: pages.title(page),
            url: pages.url(page),
            language: pages.language(page),
        });
    }
    for page in own {
        let list = lists[*page].iter().map(|neighbour| Neighbour {
            row: rows[&neighbour.row],
            ..*neighbour
        });
        builder.list(&list.collect::<Vec<_>>());
    }
    builder
}
