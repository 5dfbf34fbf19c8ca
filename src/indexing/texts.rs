//! The texts of an index in shards; a page stays together if it can.

use super::boundaries::Boundaries;
use super::inverted::Collected;
use super::section::{Content, Section};
use crate::error::Result;
use crate::index::format::{Page, Passage, PassageShardBuilder};

/// At how many pages of a shard of texts that is half full one may end, on the mean.
const PAGES_A_BOUNDARY: u8 = 2;
/// How much more than half full a shard is at most: by what a shard commonly holds, within which a boundary will be, or
/// half as much again. Of a page that is longer than that, hits would lie in shards larger than all others.
const MORE_THAN_HALF: usize = 18 << 10;

/// A shard of texts, not made yet. The texts are its own, and gone when it is made.
#[derive(Debug, Default)]
pub(super) struct TextShard {
    pages: Vec<(Page, Vec<Passage>)>,
}

impl TextShard {
    /// Adds a passage, and its page if that is not the one of the passage before; gives their size.
    fn push(&mut self, page: Option<&Page>, passage: Passage) -> usize {
        let size = PassageShardBuilder::size_of(page, &passage);
        self.pages
            .extend(page.map(|page| (page.clone(), Vec::new())));
        if let Some((_, passages)) = self.pages.last_mut() {
            passages.push(passage);
        }
        size
    }

    /// The section's bytes; `name` is the section's.
    pub(super) fn make(self, name: &str) -> Result<Vec<u8>> {
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

/// Deals the texts of all documents out to shards of about so many bytes; says which chunks they begin
/// with.
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
    let section = |(number, shard)| Section::new(format!("text/{number}"), Content::Texts(shard));
    (
        shards.into_iter().enumerate().map(section).collect(),
        firsts,
    )
}
