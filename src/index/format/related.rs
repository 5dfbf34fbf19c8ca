//! The sections `related` and `related/<n>`: pages that resemble a page.
//!
//! Pages are ordered by key ([`crate::address::key`]). Each shard contains a range of them, with
//! the displayed properties of the pages and of their neighbours. So finding the list of an address
//! takes one shard, without core and texts.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::fields::Fields;
use super::node::Node;
use super::{Strings, StringsBuilder, encode, push_varint};
use crate::address::key;
use crate::error::{Damage, Error, Result};

/// The section with the first page of every shard.
pub const RELATED: &str = "related";

/// Displayed properties of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RelatedPage<'p> {
    /// Its title.
    pub title: &'p str,
    /// Its address, without fragment.
    pub url: &'p str,
    /// Number of its language.
    pub language: usize,
}

/// A page and its similarity to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    /// The row of the page.
    pub row: usize,
    /// Similarity in 255ths.
    pub similarity: u8,
}

/// A range of a site's pages with the pages that resemble them.
#[derive(Debug, Clone, Default)]
pub struct RelatedShard {
    titles: Strings,
    urls: Strings,
    languages: Vec<u8>,
    /// The end of each page's list.
    ends: Vec<u32>,
    rows: Vec<u32>,
    similarities: Vec<u8>,
}

#[derive(Serialize)]
struct Columns {
    titles: [ByteBuf; 2],
    urls: [ByteBuf; 2],
    languages: ByteBuf,
    counts: ByteBuf,
    rows: ByteBuf,
    similarities: ByteBuf,
}

/// Collects a shard for writing.
#[derive(Debug, Clone, Default)]
pub struct RelatedShardBuilder {
    titles: StringsBuilder,
    urls: StringsBuilder,
    languages: Vec<u8>,
    counts: Vec<u8>,
    rows: Vec<u8>,
    similarities: Vec<u8>,
}

impl RelatedShardBuilder {
    /// Adds a page: first the pages of the range, in the order of their keys, then their other
    /// neighbours. Language numbers must fit in one byte.
    pub fn page(&mut self, page: RelatedPage<'_>) {
        self.titles.push(page.title);
        self.urls.push(page.url);
        let language = u8::try_from(page.language).unwrap_or_default();
        self.languages.push(language);
    }

    /// Adds the list of the next page of the range, most similar first.
    pub fn list(&mut self, neighbours: &[Neighbour]) {
        push_varint(&mut self.counts, neighbours.len() as u64);
        for neighbour in neighbours {
            push_varint(&mut self.rows, neighbour.row as u64);
            self.similarities.push(neighbour.similarity);
        }
    }

    /// Encodes the section; `section` is its name.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write(self, section: &str) -> Result<Vec<u8>> {
        let columns = Columns {
            titles: [self.titles.lengths, self.titles.text].map(ByteBuf::from),
            urls: [self.urls.lengths, self.urls.text].map(ByteBuf::from),
            languages: ByteBuf::from(self.languages),
            counts: ByteBuf::from(self.counts),
            rows: ByteBuf::from(self.rows),
            similarities: ByteBuf::from(self.similarities),
        };
        encode(section, &columns)
    }
}

impl RelatedShard {
    /// Decodes the section by name and bytes; `languages` is their number.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8], languages: usize) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let mut shard = Self {
            titles: fields.inner(Fields::strings),
            urls: fields.inner(Fields::strings),
            languages: fields.bytes(),
            ends: fields.varints(),
            rows: fields.varints(),
            similarities: fields.bytes(),
        };
        fields.end()?;
        let mut end = 0_u32;
        for count in &mut shard.ends {
            end = end.saturating_add(*count);
            *count = end;
        }
        if shard.is_whole(languages) {
            Ok(shard)
        } else {
            let detail = Damage::Columns;
            Err(Error::corrupt(section, detail))
        }
    }

    fn is_whole(&self, languages: usize) -> bool {
        let pages = self.titles.len();
        let listed = self.ends.last().map_or(0, |end| *end as usize);
        let is_known = |language: &u8| usize::from(*language) < languages;
        self.urls.len() == pages
            && self.languages.len() == pages
            && self.languages.iter().all(is_known)
            && self.ends.len() <= pages
            && self.rows.len() == listed
            && self.similarities.len() == listed
            && self.rows.iter().all(|row| (*row as usize) < pages)
    }

    /// Returns the number of pages with a list in this shard. They have the first rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether no page has a list in this shard.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        let columns = (self.ends.len() + self.rows.len()) * 4;
        self.titles.size() + self.urls.size() + columns + self.similarities.len()
    }

    /// Returns the row of the page with this key.
    pub fn find(&self, wanted: &str) -> Option<usize> {
        (0..self.len()).find(|row| key(self.urls.get(*row)) == wanted)
    }

    /// Returns a page by its row.
    pub fn page(&self, row: usize) -> RelatedPage<'_> {
        let language = self.languages.get(row).copied().unwrap_or_default();
        RelatedPage {
            title: self.titles.get(row),
            url: self.urls.get(row),
            language: usize::from(language),
        }
    }

    /// Returns the neighbours of a row's page, most similar first.
    pub fn neighbours(&self, row: usize) -> impl Iterator<Item = Neighbour> {
        let end = |row: usize| self.ends.get(row).map_or(0, |end| *end as usize);
        let range = row.checked_sub(1).map_or(0, end)..end(row);
        let rows = self.rows.get(range.clone()).unwrap_or_default();
        let similarities = self.similarities.get(range).unwrap_or_default();
        let neighbours = rows.iter().zip(similarities);
        neighbours.map(|(row, similarity)| Neighbour {
            row: *row as usize,
            similarity: *similarity,
        })
    }
}

/// Encodes the section `related`: the key of the first page of every shard, ascending.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_related<'k>(firsts: impl Iterator<Item = &'k str>) -> Result<Vec<u8>> {
    let mut column = StringsBuilder::default();
    firsts.for_each(|first| column.push(first));
    let blobs = [column.lengths, column.text].map(ByteBuf::from);
    encode(RELATED, &blobs)
}

/// Decodes the section `related`: the key of the first page of every shard.
///
/// # Errors
/// [`Error::Corrupt`].
pub fn read_related(bytes: &[u8]) -> Result<Strings> {
    let mut fields = Node::decode_fields(RELATED, bytes)?;
    let firsts = fields.strings();
    fields.end()?;
    let ascend = (1..firsts.len()).all(|at| firsts.get(at - 1) < firsts.get(at));
    if ascend {
        Ok(firsts)
    } else {
        Err(Error::corrupt(RELATED, Damage::Unsorted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page<'p>(title: &'p str, url: &'p str) -> RelatedPage<'p> {
        RelatedPage {
            title,
            url,
            language: 1,
        }
    }

    fn neighbour(row: usize, similarity: u8) -> Neighbour {
        Neighbour { row, similarity }
    }

    fn written() -> Vec<u8> {
        let mut builder = RelatedShardBuilder::default();
        builder.page(page("Ücretler", "ucret.html"));
        builder.page(page("Staj", "staj/index.html"));
        builder.page(page("Burs", "burs.html"));
        builder.list(&[neighbour(2, 200), neighbour(1, 40)]);
        builder.list(&[]);
        builder.write("related/0").unwrap()
    }

    #[test]
    fn r37_a_shard_reads_back_as_written() {
        let shard = RelatedShard::read("related/0", &written(), 2).unwrap();
        assert_eq!(shard.len(), 2);
        assert_eq!(shard.find("staj/"), Some(1));
        assert_eq!(shard.find("burs/"), None, "it has no list here");
        let own: Vec<Neighbour> = shard.neighbours(0).collect();
        assert_eq!(own, [neighbour(2, 200), neighbour(1, 40)]);
        assert_eq!(shard.page(2), page("Burs", "burs.html"));
        assert_eq!(shard.neighbours(1).count() + shard.neighbours(9).count(), 0);
    }

    #[test]
    fn r37_a_cut_an_unknown_language_or_page_is_damage() {
        let bytes = written();
        assert!(RelatedShard::read("related/0", &bytes, 1).is_err());
        for len in 0..bytes.len() {
            let read = RelatedShard::read("related/0", &bytes[..len], 2);
            assert_eq!(read.unwrap_err().code(), "CORRUPT_INDEX", "{len}");
        }
        let mut builder = RelatedShardBuilder::default();
        builder.page(page("a", "a"));
        builder.list(&[neighbour(1, 9)]);
        let bytes = builder.write("related/0").unwrap();
        assert!(RelatedShard::read("related/0", &bytes, 2).is_err());
    }

    #[test]
    fn r37_keys_of_shards_ascend() {
        let bytes = write_related(["a/", "b/"].into_iter()).unwrap();
        let firsts = read_related(&bytes).unwrap();
        assert_eq!((firsts.get(0), firsts.get(1)), ("a/", "b/"));
        let bytes = write_related(["b/", "a/"].into_iter()).unwrap();
        assert_eq!(read_related(&bytes).unwrap_err().code(), "CORRUPT_INDEX");
    }
}
