//! Writes the texts of an index in shards; a page stays together if possible.

use soru::error::Result;
use soru::index::format::{Page, Passage, PassageShardBuilder};

use super::boundaries::Boundaries;
use super::collected::Collected;
use super::section::{Content, Section};

/// Mean number of pages per boundary in a shard of texts that is at least half full.
const PAGES_A_BOUNDARY: u8 = 2;
/// Maximum bytes of a shard above half full, but at least half as much again: the common size of a
/// shard, within which a boundary will occur. Without a limit, hits on a very long page would be in
/// shards larger than all others.
const MORE_THAN_HALF: usize = 18 << 10;

/// A shard of texts, not encoded yet. It owns the texts and drops them when encoded.
#[derive(Debug, Default)]
struct TextShard {
    pages: Vec<(Page, Vec<Passage>)>,
}

impl TextShard {
    /// Adds a passage, and its page if that differs from the previous passage's; returns their
    /// size.
    fn push(&mut self, page: Option<&Page>, passage: Passage) -> usize {
        let size = PassageShardBuilder::size_of(page, &passage);
        self.pages
            .extend(page.map(|page| (page.clone(), Vec::new())));
        if let Some((_, passages)) = self.pages.last_mut() {
            passages.push(passage);
        }
        size
    }
}

impl Content for TextShard {
    fn encode(self: Box<Self>, name: &str) -> Result<Vec<u8>> {
        let mut builder = PassageShardBuilder::default();
        for (page, passages) in self.pages {
            builder.push_page(&page);
            for passage in &passages {
                builder.push(passage);
            }
        }
        builder.finish(name)
    }
}

/// Distributes the texts of all documents over shards of about this many bytes; returns the first
/// chunk of each.
pub(super) fn write_texts(documents: Vec<Collected>, bytes: usize) -> (Vec<Section>, Vec<u32>) {
    let (mut shards, mut firsts): (Vec<TextShard>, Vec<u32>) = Default::default();
    let half = bytes / 2;
    let most = half.saturating_add(bytes.min(MORE_THAN_HALF).max(half / 2));
    let mut boundaries = Boundaries::new(bytes, PAGES_A_BOUNDARY).up_to(most);
    let mut number = 0_u32;
    for document in documents {
        let mut is_new = true;
        for chunk in document.chunks {
            let cut = boundaries.is_here(&document.page.id, is_new);
            if cut {
                shards.push(TextShard::default());
                firsts.push(number);
            }
            let page = (cut || is_new).then_some(&document.page);
            // The first of all chunks begins a shard.
            let shard = shards.last_mut();
            boundaries.add(shard.map_or(0, |shard| shard.push(page, chunk.passage)));
            number = number.saturating_add(1);
            is_new = false;
        }
    }
    let section = |(number, shard)| Section::new(format!("text/{number}"), shard);
    (
        shards.into_iter().enumerate().map(section).collect(),
        firsts,
    )
}
