//! The `chunks` section: the properties of every page and chunk that ranking needs, without the
//! displayed content ([`super::PassageShard`] has that).
//!
//! Pages are sorted by id, chunks by page and by place in it. Few chunks belong to a group of
//! near-duplicates, so groups are not a column: each member is stored as two varints, the
//! difference to the previous member and the number of the group.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Borders, encode, pack_length, push_varint};
use crate::error::{Damage, Error, Result};

/// Properties of a page for ranking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageNorms {
    /// Number of its language.
    pub language: u8,
    /// Words of the title.
    pub title_words: u32,
    /// Its chunks.
    pub chunks: Vec<ChunkNorms>,
}

/// Properties of a chunk for ranking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChunkNorms {
    /// Words of the body.
    pub body_words: u32,
    /// Number of the group of near-duplicates on several pages, from 1 on in the order of first
    /// appearance; 0 if no other page has the passage.
    pub group: u32,
}

/// All pages and chunks.
#[derive(Debug, Clone, Default)]
pub struct ChunkTable {
    borders: Borders,
    /// Per page.
    languages: Vec<u8>,
    /// Per chunk.
    title_words: Vec<u8>,
    body_words: Vec<u8>,
    /// Chunks that belong to a group, ascending, and the groups.
    grouped: [Vec<u32>; 2],
}

#[derive(Default, Serialize)]
struct Columns {
    chunks: ByteBuf,
    languages: ByteBuf,
    title_words: ByteBuf,
    body_words: ByteBuf,
    groups: ByteBuf,
}

const SECTION: &str = "chunks";

impl ChunkTable {
    /// Encodes the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write<'p>(pages: impl Iterator<Item = &'p PageNorms>) -> Result<Vec<u8>> {
        let mut columns = Columns::default();
        let mut ungrouped = 0;
        for page in pages {
            push_varint(&mut columns.chunks, page.chunks.len() as u64);
            columns.languages.push(page.language);
            columns.title_words.push(pack_length(page.title_words));
            for chunk in &page.chunks {
                columns.body_words.push(pack_length(chunk.body_words));
                if chunk.group == 0 {
                    ungrouped += 1;
                } else {
                    push_varint(&mut columns.groups, ungrouped);
                    push_varint(&mut columns.groups, u64::from(chunk.group));
                    ungrouped = 0;
                }
            }
        }
        encode(SECTION, &columns)
    }

    /// Decodes the section; `languages` is their number.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8], languages: usize) -> Result<Self> {
        let mut fields = Node::decode_fields(SECTION, bytes)?;
        let counts = fields.varints();
        let mut table = Self {
            borders: Borders::default(),
            languages: fields.bytes(),
            title_words: fields.bytes(),
            body_words: fields.bytes(),
            grouped: Default::default(),
        };
        let groups = fields.varints();
        fields.end()?;
        let known = counts.iter().all(|chunks| table.borders.push(*chunks));
        let chunks = table.borders.chunks() as usize;
        let whole = [table.languages.len(), table.title_words.len()] == [counts.len(); 2]
            && table.body_words.len() == chunks
            && table
                .languages
                .iter()
                .all(|own| usize::from(*own) < languages);
        if !known || !whole {
            return damage(Damage::Columns);
        }
        table.spread_titles();
        table.group(&groups).map(|()| table)
    }

    /// Stores for every chunk the title length of its page: looking up the page for each posting
    /// would take most of the time of a question.
    fn spread_titles(&mut self) {
        let of_pages = std::mem::take(&mut self.title_words);
        for (page, words) in of_pages.into_iter().enumerate() {
            let chunks = self.borders.of(page).len();
            self.title_words
                .resize(self.title_words.len() + chunks, words);
        }
    }

    /// Reads the groups. Each must have chunks of at least two pages, and must begin at or after
    /// the start of the previous group.
    fn group(&mut self, pairs: &[u32]) -> Result<()> {
        let mut next = 0_u32;
        // For every group: page of its latest member, and number of members.
        let mut latest: Vec<(usize, u32)> = Vec::new();
        for pair in pairs.chunks(2) {
            let &[skipped, group] = pair else {
                return damage(Damage::CutGroup);
            };
            let chunk = next.saturating_add(skipped);
            if chunk >= self.borders.chunks() {
                return damage(Damage::GroupOfUnknown);
            }
            let document = self.document(chunk);
            let known = latest.len();
            match latest.get_mut((group as usize).wrapping_sub(1)) {
                Some(latest) if latest.0 < document => *latest = (document, latest.1 + 1),
                None if group as usize == known + 1 => latest.push((document, 1)),
                _ => return damage(Damage::GroupTooLong),
            }
            self.grouped[0].push(chunk);
            self.grouped[1].push(group);
            next = chunk + 1;
        }
        if latest.iter().any(|(_, members)| *members < 2) {
            return damage(Damage::GroupOfOne);
        }
        Ok(())
    }

    /// Returns the number of the chunk's group of near-duplicates; 0 if no other page has the
    /// passage.
    #[must_use]
    pub fn group_of(&self, chunk: u32) -> u32 {
        let [chunks, groups] = &self.grouped;
        let at = chunks.partition_point(|other| *other < chunk);
        match chunks.get(at) {
            Some(found) if *found == chunk => groups[at],
            _ => 0,
        }
    }

    /// Returns the mapping between chunks and pages.
    #[must_use]
    pub fn borders(&self) -> &Borders {
        &self.borders
    }

    /// Returns the number of chunks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.borders.chunks() as usize
    }

    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of pages.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.borders.documents()
    }

    /// Returns the number of the chunk's page.
    #[must_use]
    pub fn document(&self, chunk: u32) -> usize {
        self.borders.place(chunk).0 as usize
    }

    /// Returns the number of a page's language.
    #[must_use]
    pub fn language(&self, document: usize) -> usize {
        self.languages.get(document).copied().map_or(0, usize::from)
    }

    /// Returns the words of a chunk's body, as a byte ([`super::unpack_length`]).
    #[must_use]
    pub fn body_length(&self, chunk: u32) -> u8 {
        let packed = self.body_words.get(chunk as usize);
        packed.copied().unwrap_or_default()
    }

    /// Returns the words of the title of a chunk's page, as a byte.
    #[must_use]
    pub fn title_length(&self, chunk: u32) -> u8 {
        let packed = self.title_words.get(chunk as usize);
        packed.copied().unwrap_or_default()
    }
}

fn damage<T>(detail: Damage) -> Result<T> {
    Err(Error::corrupt(SECTION, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(language: u8, groups: &[u32]) -> PageNorms {
        let chunk = |group: &u32| ChunkNorms {
            body_words: 7,
            group: *group,
        };
        PageNorms {
            language,
            title_words: 3,
            chunks: groups.iter().map(chunk).collect(),
        }
    }

    fn read(pages: &[PageNorms]) -> Result<ChunkTable> {
        ChunkTable::read(&ChunkTable::write(pages.iter())?, 2)
    }

    #[test]
    fn groups_read_back() {
        let pages = [&[1, 0][..], &[2], &[1], &[2, 1], &[0]].map(|groups| page(0, groups));
        let table = read(&pages).unwrap();
        let groups: Vec<u32> = (0..8).map(|chunk| table.group_of(chunk)).collect();
        assert_eq!(groups, [1, 0, 2, 1, 2, 1, 0, 0]);
    }

    #[test]
    fn invalid_groups_are_damage() {
        for pages in [
            // A group with one chunk, with one page, out of order, beyond the last chunk.
            [&[1][..], &[0]],
            [&[1, 1], &[]],
            [&[2], &[2]],
            [&[u32::MAX], &[u32::MAX]],
        ] {
            let error = read(&pages.map(|groups| page(0, groups))).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX");
        }
        for pairs in [vec![0], vec![7, 1], vec![0, 1, u32::MAX, 1]] {
            let mut table = read(&[page(0, &[0]), page(0, &[0])]).unwrap();
            assert_eq!(table.group(&pairs).unwrap_err().code(), "CORRUPT_INDEX");
        }
    }

    #[test]
    fn pages_and_chunks_read_back() {
        let pages = [page(1, &[0, 0]), page(0, &[]), page(1, &[0])];
        let table = read(&pages).unwrap();
        assert_eq!((table.documents(), table.len()), (3, 3));
        assert_eq!((table.document(1), table.document(2)), (0, 2));
        assert_eq!((table.language(0), table.language(1)), (1, 0));
        assert_eq!((table.body_length(2), table.title_length(2)), (7, 3));
    }

    #[test]
    fn an_unknown_language_or_a_truncated_section_is_damage() {
        let bytes = ChunkTable::write([page(1, &[0])].iter()).unwrap();
        assert!(ChunkTable::read(&bytes, 1).is_err());
        for len in 0..bytes.len() {
            assert!(ChunkTable::read(&bytes[..len], 2).is_err(), "{len}");
        }
    }
}
