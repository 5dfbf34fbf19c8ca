//! The `chunks` section: the properties of every page and chunk that ranking needs, without the
//! displayed content, which [`super::PassageShard`] contains.
//!
//! Pages are sorted by id, chunks by page and by place in it. Few chunks belong to a group of
//! near-duplicates, so groups are not a column: each member is stored as two varints, the
//! difference to the previous member and the number of the group. Sets of translations, newest
//! versions and news are stored in the same way for pages, in columns that only sites with
//! translations, versions or news have, and so are weights for chunks.

mod joined;

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Borders, encode, pack_length, push_varint};
use crate::document::USUAL_WEIGHT;
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
    /// Number of the set of pages that are translations of each other, from 1 on in the order of
    /// first appearance; 0 for a page without translations.
    pub translation: u32,
    /// Number of the page that is its newest version, plus 1; 0 if there is no newer one.
    pub newest: u32,
    /// Whether it is news or an announcement.
    pub is_news: bool,
}

/// Properties of a chunk for ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkNorms {
    /// Words of the body.
    pub body_words: u32,
    /// Number of the group of near-duplicates on several pages, from 1 on in the order of first
    /// appearance; 0 if no other page has the passage.
    pub group: u32,
    /// Its weight in hundredths; [`USUAL_WEIGHT`] costs nothing.
    pub weight: u16,
}

/// All pages and chunks.
#[derive(Debug, Clone, Default)]
pub struct ChunkTable {
    borders: Borders,
    /// The language, per page.
    languages: Vec<u8>,
    /// The number of words of the page's title, per chunk.
    title_words: Vec<u8>,
    body_words: Vec<u8>,
    /// Chunks that belong to a group, ascending, and the groups.
    grouped: [Vec<u32>; 2],
    /// Pages that have translations, ascending, and their sets. Then, in the same way, pages that
    /// have a newer version, with the number of the newest plus 1, and news, with a 1.
    pages: [[Vec<u32>; 2]; 3],
    /// Chunks with another weight than the usual one, ascending, and their weights in hundredths
    /// plus 1.
    weights: [Vec<u32>; 2],
}

#[derive(Default, Serialize)]
struct Columns {
    chunks: ByteBuf,
    languages: ByteBuf,
    title_words: ByteBuf,
    body_words: ByteBuf,
    groups: ByteBuf,
    /// None if no page has translations, and there is no later column.
    #[serde(skip_serializing_if = "Option::is_none")]
    translations: Option<ByteBuf>,
    /// None if no page has a newer version, and there is no later column.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Option<ByteBuf>,
    /// None if no page is news, and there is no later column.
    #[serde(skip_serializing_if = "Option::is_none")]
    news: Option<ByteBuf>,
    /// None if every chunk has the usual weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<ByteBuf>,
}

const SECTION: &str = "chunks";

impl ChunkTable {
    /// Encodes the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write<'p>(pages: impl Iterator<Item = &'p PageNorms>) -> Result<Vec<u8>> {
        let mut columns = Columns::default();
        let mut of_pages: [(ByteBuf, u64); 3] = Default::default();
        let (mut ungrouped, mut usual, mut weights) = (0, 0, ByteBuf::new());
        for page in pages {
            let sets = [page.translation, page.newest, u32::from(page.is_news)];
            for ((column, skipped), set) in of_pages.iter_mut().zip(sets) {
                push_member(column, set, skipped);
            }
            push_varint(&mut columns.chunks, page.chunks.len() as u64);
            columns.languages.push(page.language);
            columns.title_words.push(pack_length(page.title_words));
            for chunk in &page.chunks {
                columns.body_words.push(pack_length(chunk.body_words));
                push_member(&mut columns.groups, chunk.group, &mut ungrouped);
                let is_usual = chunk.weight == USUAL_WEIGHT;
                let weight = if is_usual {
                    0
                } else {
                    u32::from(chunk.weight) + 1
                };
                push_member(&mut weights, weight, &mut usual);
            }
        }
        let [translations, versions, news] = of_pages.map(|(column, _)| column);
        // Fields have no names, so a column requires all columns before it.
        let or = |column: ByteBuf, later: bool| Some(column).filter(|own| later || !own.is_empty());
        columns.weights = or(weights, false);
        columns.news = or(news, columns.weights.is_some());
        columns.versions = or(versions, columns.news.is_some());
        columns.translations = or(translations, columns.versions.is_some());
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
            pages: Default::default(),
            weights: Default::default(),
        };
        let groups = fields.varints();
        for sets_of in &mut table.pages {
            *sets_of = sets(&fields.optional_varints(), counts.len(), counts.len())?;
        }
        let weights = fields.optional_varints();
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
        table.group(&groups)?;
        table.weights = sets(&weights, chunks, usize::from(u16::MAX) + 1)?;
        Ok(table)
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
        self.grouped = sets(pairs, self.len(), self.len())?;
        // For every group: the page of its latest member, and the number of members.
        let mut latest: Vec<(usize, u32)> = Vec::new();
        let [chunks, groups] = &self.grouped;
        for (chunk, group) in chunks.iter().zip(groups) {
            let document = self.document(*chunk);
            let known = latest.len();
            match latest.get_mut((*group as usize).wrapping_sub(1)) {
                Some(latest) if latest.0 < document => *latest = (document, latest.1 + 1),
                None if *group as usize == known + 1 => latest.push((document, 1)),
                _ => return damage(Damage::GroupTooLong),
            }
        }
        if latest.iter().any(|(_, members)| *members < 2) {
            return damage(Damage::GroupOfOne);
        }
        Ok(())
    }

    /// Returns the number of the chunk's group of near-duplicates; 0 if no other page has the
    /// passage.
    pub fn group_of(&self, chunk: u32) -> u32 {
        set_of(&self.grouped, chunk)
    }

    /// Returns the number of the page's set of translations; 0 if it has none.
    pub fn translation_of(&self, document: u32) -> u32 {
        set_of(&self.pages[0], document)
    }

    /// Returns the number of the page that is the newest version of a page, plus 1; 0 if there is
    /// no newer one.
    pub fn newest_of(&self, document: u32) -> u32 {
        set_of(&self.pages[1], document)
    }

    /// Returns whether a page is news or an announcement.
    pub fn is_news(&self, document: u32) -> bool {
        set_of(&self.pages[2], document) > 0
    }

    /// Returns whether any chunk has another weight than the usual one.
    pub fn is_weighed(&self) -> bool {
        !self.weights[0].is_empty()
    }

    /// Returns the weight of a chunk, usually 1.
    pub fn weight_of(&self, chunk: u32) -> f64 {
        let stored = set_of(&self.weights, chunk).checked_sub(1);
        f64::from(stored.unwrap_or(USUAL_WEIGHT.into())) / f64::from(USUAL_WEIGHT)
    }

    /// Returns the mapping between chunks and pages.
    pub fn borders(&self) -> &Borders {
        &self.borders
    }

    /// Returns the number of chunks.
    pub fn len(&self) -> usize {
        self.borders.chunks() as usize
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of pages.
    pub fn documents(&self) -> usize {
        self.borders.documents()
    }

    /// Returns the number of the chunk's page.
    pub fn document(&self, chunk: u32) -> usize {
        self.borders.place(chunk).0 as usize
    }

    /// Returns the number of a page's language.
    pub fn language(&self, document: usize) -> usize {
        self.languages.get(document).copied().map_or(0, usize::from)
    }

    /// Returns the words of a chunk's body, as a byte ([`super::unpack_length`]).
    pub fn body_length(&self, chunk: u32) -> u8 {
        let packed = self.body_words.get(chunk as usize);
        packed.copied().unwrap_or_default()
    }

    /// Returns the words of the title of a chunk's page, as a byte.
    pub fn title_length(&self, chunk: u32) -> u8 {
        let packed = self.title_words.get(chunk as usize);
        packed.copied().unwrap_or_default()
    }
}

/// Stores the number of the set to which a chunk or page belongs, if it belongs to one.
fn push_member(column: &mut ByteBuf, set: u32, skipped: &mut u64) {
    if set == 0 {
        *skipped += 1;
    } else {
        push_varint(column, *skipped);
        push_varint(column, u64::from(set));
        *skipped = 0;
    }
}

/// Reads the members of sets, ascending, and the sets. There are `count` possible members, and
/// `most` sets.
fn sets(pairs: &[u32], count: usize, most: usize) -> Result<[Vec<u32>; 2]> {
    let mut next = 0_u32;
    let [mut members, mut sets] = [Vec::new(), Vec::new()];
    for pair in pairs.chunks(2) {
        match *pair {
            [skipped, set]
                if (next.saturating_add(skipped) as usize) < count && set as usize <= most =>
            {
                members.push(next + skipped);
                sets.push(set);
                next += skipped + 1;
            }
            _ => return damage(Damage::GroupOfUnknown),
        }
    }
    Ok([members, sets])
}

fn set_of([members, sets]: &[Vec<u32>; 2], wanted: u32) -> u32 {
    let at = members.partition_point(|member| *member < wanted);
    match members.get(at) {
        Some(found) if *found == wanted => sets[at],
        _ => 0,
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
            weight: USUAL_WEIGHT,
        };
        PageNorms {
            language,
            title_words: 3,
            chunks: groups.iter().map(chunk).collect(),
            ..PageNorms::default()
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
    fn weights_read_back_and_cost_nothing_where_all_are_usual() {
        let plain = [0, 0].map(|_| page(0, &[0, 0]));
        let mut pages = plain.clone();
        pages[0].chunks[1].weight = 250;
        pages[1].chunks[1].weight = 0;
        let table = read(&pages).unwrap();
        let found = [0, 1, 2, 3].map(|chunk| table.weight_of(chunk).to_string());
        assert_eq!(found, ["1", "2.5", "1", "0"]);
        assert!(table.is_weighed() && !read(&plain).unwrap().is_weighed());
        assert!(!read(&plain).unwrap().weight_of(9).is_nan());
    }

    #[test]
    fn translations_read_back_and_cost_nothing_where_there_are_none() {
        let plain = [0, 0, 0, 0].map(|_| page(0, &[0]));
        let mut pages = plain.clone();
        for (number, set) in [(0, 1), (1, 2), (3, 1)] {
            pages[number].translation = set;
        }
        let table = read(&pages).unwrap();
        let found: Vec<u32> = (0..5).map(|page| table.translation_of(page)).collect();
        assert_eq!(found, [1, 2, 0, 1, 0]);
        let [without, with] = [&plain, &pages].map(|own| ChunkTable::write(own.iter()).unwrap());
        // These are the kind and length of the column, and two bytes for each of three pages.
        assert_eq!(with.len() - without.len(), 2 + 6);
        for pairs in [vec![0], vec![4, 1], vec![0, 5], vec![3, 1, u32::MAX, 1]] {
            assert_eq!(sets(&pairs, 4, 4).unwrap_err().code(), "CORRUPT_INDEX");
        }
    }

    #[test]
    fn news_read_back_and_cost_nothing_where_there_are_none() {
        let mut pages = [0, 0, 0].map(|_| page(0, &[0]));
        let plain = ChunkTable::write(pages.iter()).unwrap();
        pages[2].is_news = true;
        let bytes = ChunkTable::write(pages.iter()).unwrap();
        // These are two empty columns, and one with a pair.
        assert_eq!(bytes.len() - plain.len(), 2 + 2 + 2 + 2);
        let table = read(&pages).unwrap();
        let news = [0, 1, 2].map(|page| table.is_news(page));
        assert_eq!(news, [false, false, true]);
    }

    #[test]
    fn newest_versions_read_back_with_translations_and_without() {
        let mut pages = [0, 0, 0].map(|_| page(0, &[0]));
        let plain = ChunkTable::write(pages.iter()).unwrap();
        pages[1].newest = 3;
        let table = read(&pages).unwrap();
        let newest = |table: &ChunkTable| [0, 1, 2].map(|page| table.newest_of(page));
        assert_eq!(newest(&table), [0, 3, 0]);
        // These are an empty column of translations, and one with a pair.
        let bytes = ChunkTable::write(pages.iter()).unwrap();
        assert_eq!(bytes.len() - plain.len(), 2 + 2 + 2);
        for page in &mut pages[..2] {
            page.translation = 1;
        }
        let table = read(&pages).unwrap();
        assert_eq!(newest(&table), [0, 3, 0]);
        assert_eq!((table.translation_of(0), table.translation_of(2)), (1, 0));
        pages[1].newest = 4;
        assert_eq!(read(&pages).unwrap_err().code(), "CORRUPT_INDEX");
    }

    #[test]
    fn invalid_groups_are_damage() {
        for pages in [
            // The cases are a group with one chunk, with one page, out of order, and beyond the
            // last chunk.
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
